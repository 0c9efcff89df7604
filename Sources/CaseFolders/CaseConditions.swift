package import FrameLogs
import InteractionScenarios
package import Quantities
package import Review
import Subjects
import YAMLNodes

/// The conditions under which a case passes or causes a warning.
package struct CaseConditions: Hashable, Sendable {
  /// The largest allowed difference between a number in the run and its expected value.
  package var tolerance = RunTolerance()
  /// The margin of a decision below which a warning is printed; nil for no limit.
  ///
  /// The limit is in points; a margin of 10 pt/s in velocity counts as 1 pt.
  package var leastMargin: Points?
  /// The largest accepted differences from the observed motion in ``RecordingCase/observedPath``.
  package var stageTolerance = StageTolerance()
  /// The reason why the case is known to fail; nil if the case should pass.
  package var knownFailure: String?
}

extension CaseConditions {
  /// The allowed values of `tolerance` and `margin`, in points.
  static let range = 0.0...1_000
  /// The keys that are allowed in both `cases.yml` and `case.yml`.
  static let shared = ["tolerance", "margin"]
}

/// The name of the file with the defaults of all cases below its folder.
///
/// The file may have `tolerance` and `margin`, in points, a `preset` for cases that name no preset, and a `subject` for
/// cases that name no program.
let casesFileName = "cases.yml"

extension RecordingCase {
  /// Returns the tolerance, the limit on margins and the known failure of the case.
  ///
  /// The tolerance and the limit are each taken from the first of these files that sets it: `tried`, the case, and the
  /// nearest `cases.yml` in a folder above the case. The defaults are a tolerance of 0.001 pt and no limit.
  ///
  /// - Throws: ``FileError`` if a `cases.yml` is not valid.
  func terms(_ own: RequestFile, trying tried: RequestFile?) throws(FileError) -> CaseConditions {
    var terms = CaseConditions(
      stageTolerance: tried?.stageTolerance ?? own.stageTolerance ?? StageTolerance(),
      knownFailure: own.knownFailure)
    let (tolerance, margin) = (
      tried?.tolerance ?? own.tolerance, tried?.leastMargin ?? own.leastMargin
    )
    let ofFolder: FolderConditions? =
      tolerance == nil || margin == nil ? try folderTerms(above: folder) : nil
    terms.tolerance = tolerance ?? ofFolder?.tolerance ?? RunTolerance()
    terms.leastMargin = margin ?? ofFolder?.margin
    return terms
  }
}

extension RecordingCase {
  /// Sets the preset and the program of `request` to those in the nearest `cases.yml` in a folder above the case.
  ///
  /// A preset or a program that `own`, the file of the case, names takes precedence.
  ///
  /// - Throws: ``FileError`` if the `cases.yml` is not valid, or if its preset does not belong to the scenario.
  func takeFolderDefaults(
    _ request: inout ReplayRequest, _ own: RequestFile
  ) throws(FileError) {
    guard !own.namesPreset || own.subject == nil,
      let terms = try folderTerms(above: folder)
    else { return }
    if own.subject == nil, let program = terms.subject { request.take(program) }
    guard !own.namesPreset, request.subject == nil, own.subject == nil, var reader = terms.preset
    else { return }
    try reader.takePreset(of: request.scenario)
    reader.file.apply(&request)
  }
}

private struct FolderConditions {
  var tolerance: RunTolerance?
  var margin: Points?
  /// The reader that has read the key `preset`; nil if the file has no preset.
  var preset: RequestReader?
  /// The program under test; nil if the file names none.
  var subject: SubjectProgram?
}

private func folderTerms(above path: String) throws(FileError) -> FolderConditions? {
  // Resolve the path first, because a path such as `.` has no folders above it.
  var folder = resolved(path)
  while folder.contains("/") {
    folder = CaseFolders.folder(of: folder)
    let path = folder == "/" ? "/\(casesFileName)" : "\(folder)/\(casesFileName)"
    if linkKind(at: path) != .nothing { return try termsFile(at: path, in: folder) }
    if folder == "/" { return nil }
  }
  return nil
}

private func termsFile(at path: String, in folder: String) throws(FileError) -> FolderConditions {
  let bytes = try fileBytes(at: path, atMost: largestRequest, within: folder)
  let text = String(decoding: bytes, as: UTF8.self)
  let yaml = YAMLReader(path: path)
  guard let mapping = try requestMapping(in: text, path: path) else { return FolderConditions() }
  try yaml.check(mapping, keys: CaseConditions.shared + ["preset", "subject"])
  var preset: RequestReader?
  if let entry = mapping.first(where: { $0.key.string == "preset" }) {
    var reader = RequestReader(path: path)
    try reader.read(entry.key, entry.value)
    preset = reader
  }
  func points(_ key: String) throws(FileError) -> Double? {
    guard let node = mapping[key] else { return nil }
    return try yaml.number(node, in: CaseConditions.range, "points")
  }
  return FolderConditions(
    tolerance: try points("tolerance").map { RunTolerance(absolute: $0) },
    margin: try points("margin").map { Points($0) }, preset: preset,
    subject: try mapping["subject"].map { node throws(FileError) in try yaml.program(node) })
}
