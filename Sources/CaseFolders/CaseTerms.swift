package import FrameLogs
import InteractionScenarios
package import Quantities
import YAMLNodes

/// On what terms a case passes.
package struct CaseTerms: Hashable, Sendable {
  /// How far numbers may be from the expected ones.
  package var tolerance = RunTolerance()
  /// How near another decision may come until that is a warning; nil for no limit.
  ///
  /// In points, each as much as ten points per second.
  package var leastMargin: Points?
  /// Why the case is known not to give its expected run; nil where it should.
  package var knownFailure: String?
}

extension CaseTerms {
  /// What may be told of a tolerance and of a margin, in points.
  static let range = 0.0...1_000
  /// The keys that a `cases.yml` and a `case.yml` have in common.
  static let shared = ["tolerance", "margin"]
}

/// The name of a file that says what holds for all cases below its folder: `tolerance` and `margin`, in points,
/// and the `preset` of those that name none.
let casesFileName = "cases.yml"

extension RecordingCase {
  /// The terms: each as `tried` says, or the case, or the nearest folder above it with a `cases.yml`, or 0.001 pt
  /// and no limit.
  ///
  /// - Throws: ``FileError`` when a `cases.yml` is none.
  func terms(_ own: RequestFile, trying tried: RequestFile?) throws(FileError) -> CaseTerms {
    var terms = CaseTerms(knownFailure: own.knownFailure)
    let (tolerance, margin) = (
      tried?.tolerance ?? own.tolerance, tried?.leastMargin ?? own.leastMargin
    )
    let ofFolder: FolderTerms? =
      tolerance == nil || margin == nil ? try folderTerms(above: folder) : nil
    terms.tolerance = tolerance ?? ofFolder?.tolerance ?? RunTolerance()
    terms.leastMargin = margin ?? ofFolder?.margin
    return terms
  }
}

extension RecordingCase {
  /// Gives `request` the preset of the nearest folder above the case with a `cases.yml`, if that has one.
  ///
  /// - Throws: ``FileError`` when the `cases.yml` is none, or its preset none of the scenario.
  func takeFolderPreset(_ request: inout ReplayRequest) throws(FileError) {
    guard var reader = try folderTerms(above: folder)?.preset else { return }
    try reader.takePreset(of: request.scenario)
    reader.file.apply(&request)
  }
}

private struct FolderTerms {
  var tolerance: RunTolerance?
  var margin: Points?
  /// What has read the preset; nil where there is none.
  var preset: RequestReader?
}

private func folderTerms(above path: String) throws(FileError) -> FolderTerms? {
  // Where it really lies, for a path such as `.` has no folders above it.
  var folder = resolved(path)
  while folder.contains("/") {
    folder = CaseFolders.folder(of: folder)
    let path = folder == "/" ? "/\(casesFileName)" : "\(folder)/\(casesFileName)"
    if linkKind(at: path) != .nothing { return try termsFile(at: path, in: folder) }
    if folder == "/" { return nil }
  }
  return nil
}

private func termsFile(at path: String, in folder: String) throws(FileError) -> FolderTerms {
  let bytes = try fileBytes(at: path, atMost: largestRequest, within: folder)
  let text = String(decoding: bytes, as: UTF8.self)
  let yaml = YAMLReader(path: path)
  guard let mapping = try requestMapping(in: text, path: path) else { return FolderTerms() }
  try yaml.check(mapping, keys: CaseTerms.shared + ["preset"])
  var preset: RequestReader?
  if let entry = mapping.first(where: { $0.key.string == "preset" }) {
    var reader = RequestReader(path: path, origin: .file(casesFileName))
    try reader.read(entry.key, entry.value)
    preset = reader
  }
  func points(_ key: String) throws(FileError) -> Double? {
    guard let node = mapping[key] else { return nil }
    let number = try yaml.number(node, "points")
    guard CaseTerms.range.contains(number) else {
      throw yaml.wrong(node, "a \(key) from 0 to 1000 pt")
    }
    return number
  }
  return FolderTerms(
    tolerance: try points("tolerance").map { RunTolerance(absolute: $0) },
    margin: try points("margin").map { Points($0) }, preset: preset)
}
