public import FrameLogs
public import InteractionScenarios
public import Quantities
import RecordingFormats
public import Review
public import Subjects
package import YAMLNodes

/// A replay request from a `case.yml` or a file for `--config`.
///
/// All keys are optional: `scenario`, `subject` (a program under test), `preset`, `set` (a mapping of settings), the
/// keys of `RequestOption.all`, `at` (commands that a program sends to the surface, with their times), `tolerance`,
/// `margin`, `observed` (the largest accepted differences from observed motion) and `fails`. A file with a single preset
/// is also a request; see ``PresetFile``.
public struct RequestFile: Sendable {
  /// Applies the settings and options of the file to a request.
  public var apply: @Sendable (inout ReplayRequest) -> Void
  /// The name of the scenario; nil if the file does not name one.
  public var scenario: String?
  /// The largest allowed difference between a number and its expected value; nil if the file sets none.
  public var tolerance: RunTolerance?
  /// The margin of a decision below which a warning is printed, in points; nil if the file sets none.
  public internal(set) var leastMargin: Points?
  /// The largest accepted differences from observed motion; nil if the file sets none.
  public internal(set) var stageTolerance: StageTolerance?
  /// The reason why the case is known to fail; nil if the case should pass.
  public internal(set) var knownFailure: String?
  /// The program under test; nil if the file names none.
  public internal(set) var subject: SubjectProgram?
  /// Whether the file names a preset.
  var namesPreset = false
}

/// The limit for the size of a file with a request, in bytes.
///
/// We chose 64 KiB because a case with every setting has about 2 KiB, and the parser needs a few hundred times the size
/// of the file as memory.
let largestRequest = 65_536

/// Reads a request from the YAML file at `path`.
///
/// If `root` is not nil, the file must lie in the folder `root`.
///
/// - Throws: ``FileError`` if the file cannot be read or is not valid, with the line of the problem.
package func requestFile(
  at path: String, scenario: String? = nil, within root: String? = nil
) throws(FileError) -> RequestFile {
  let bytes = try fileBytes(at: path, atMost: largestRequest, within: root)
  return try requestFile(
    in: String(decoding: bytes, as: UTF8.self),
    path: path, scenario: scenario)
}

/// Reads a request from YAML text; the header of a run names the file as the origin of the settings.
///
/// - Parameters:
///   - text: The text.
///   - path: The path to show in errors; paths in the text are relative to the folder of this path.
///   - scenario: The scenario to use if the file does not name one.
/// - Returns: The request.
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` with the line of the problem.
package func requestFile(
  in text: String, path: String, scenario: String? = nil
) throws(FileError) -> RequestFile {
  var reader = RequestReader(path: path)
  guard let mapping = try requestMapping(in: text, path: path) else { return reader.file }
  for (key, value) in mapping { try reader.read(key, value) }
  try reader.takePreset(of: reader.file.scenario ?? scenario)
  return reader.file
}

/// Returns the keys and values of a YAML text; nil if the text is empty.
///
/// A byte order mark, which some editors write, is skipped.
package func requestMapping(in text: String, path: String) throws(FileError) -> Node.Mapping? {
  var text = text
  if text.unicodeScalars.first == "\u{feff}" { text.unicodeScalars.removeFirst() }
  do {
    guard let root = try compose(yaml: text), root.string?.isEmpty != true else { return nil }
    if let mapping = root.mapping { return mapping }
    throw FileError.malformed(
      path: path, line: root.mark?.line, found: "no mapping", expected: "lines of key: value")
  } catch let error as FileError {
    throw error
  } catch let error as YAMLError {
    let (line, found, expected) = trouble(of: error)
    throw .malformed(path: path, line: line, found: found, expected: expected)
  } catch {
    throw .malformed(path: path, line: nil, found: "no YAML", expected: "lines of key: value")
  }
}

private func trouble(of error: YAMLError) -> (line: Int, found: String, expected: String) {
  let lines = "lines of key: value"
  let line = error.mark.line
  return switch error {
  case .malformed(let problem, _):
    // libyaml reports this if more text follows the end of the first document.
    problem.contains("expected <document start>")
      ? secondDocument(line) : (line, "no YAML (\(problem))", lines)
  case .secondDocument: secondDocument(line)
  case .repeatedKey(let key, _): (line, "the key '\(key)' twice", lines)
  case .refused(let found, _): (line, found, "plain values; write them out")
  }
}

private func secondDocument(_ line: Int) -> (line: Int, found: String, expected: String) {
  (line, "a second document", "one document; remove the rest, or move it to another file")
}
