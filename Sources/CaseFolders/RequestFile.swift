public import FrameLogs
public import InteractionScenarios
public import Quantities
import RecordingFormats
package import YAMLNodes

/// A replay request as it stands in a `case.yml` or in a file given to `--config`.
///
/// The keys are `scenario`, `preset`, `set` (a mapping of settings), those of `ReplayRequest.settings`,
/// `at` (what a program asks of the surface, and when), `tolerance`, `margin`, `fails` and `accepted`; all may
/// be left out. The file of a single preset is one, too: see ``PresetFile``.
public struct RequestFile: Sendable {
  /// The request that it makes of another one.
  public var apply: @Sendable (inout ReplayRequest) -> Void
  /// The name of the scenario; nil when the file does not say.
  public var scenario: String?
  /// How far numbers may be from the expected ones; nil when the file does not say.
  public var tolerance: RunTolerance?
  /// How near another decision may come until that is a warning, in points; nil when the file does not say.
  public internal(set) var leastMargin: Points?
  /// Why its case is known not to give the expected run; nil where it should.
  public internal(set) var knownFailure: String?
  /// Whether it names a preset.
  var namesPreset = false
  /// How many reasons it gives why the run of its case is right.
  public internal(set) var reasonCount = 0
}

/// The most bytes of a file with a request; the parser needs a few hundred times as much memory.
///
/// Source: ours; a case with every setting has about 2 KiB.
let largestRequest = 65_536

/// Reads a request from the YAML file at `path`, which lies in the folder `root` unless the user named it.
///
/// - Throws: ``FileError`` when it cannot be read, with the line of what is wrong in it.
package func requestFile(
  at path: String, origin: SettingOrigin, scenario: String? = nil, within root: String? = nil
) throws(FileError) -> RequestFile {
  let bytes = try fileBytes(at: path, atMost: largestRequest, within: root)
  return try requestFile(
    in: String(decoding: bytes, as: UTF8.self),
    path: path, origin: origin, scenario: scenario)
}

/// Reads a request from YAML text.
///
/// - Parameters:
///   - text: The text.
///   - path: Where it stands, for errors.
///   - origin: Who gives its settings.
///   - scenario: The scenario that is meant where the file names none.
/// - Returns: The request.
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` with the line of what is wrong.
package func requestFile(
  in text: String, path: String, origin: SettingOrigin, scenario: String? = nil
) throws(FileError) -> RequestFile {
  var reader = RequestReader(path: path, origin: origin)
  guard let mapping = try requestMapping(in: text, path: path) else { return reader.file }
  for (key, value) in mapping { try reader.read(key, value) }
  try reader.takePreset(of: reader.file.scenario ?? scenario)
  return reader.file
}

/// The keys and values of a request; nil when there are none.
///
/// A byte order mark, with which some editors begin a file, is passed over.
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
    // What libyaml says where a text goes on behind the end of its first document.
    problem.contains("expected <document start>")
      ? secondDocument(line) : (line, "no YAML (\(problem))", lines)
  case .secondDocument: secondDocument(line)
  case .repeatedKey(let key, _): (line, "the key '\(key)' twice", lines)
  case .refused(let found, _): (line, found, "plain values; write them out")
  }
}

private func secondDocument(_ line: Int) -> (line: Int, found: String, expected: String) {
  (line, "a second document", "one; remove what is from here on, or give it a file of its own")
}
