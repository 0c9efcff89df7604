public import FrameLogs
public import InteractionScenarios
public import Quantities
import TouchInput
import Yams

/// A replay request as it stands in a `case.yml` or in a file given to `--config`.
///
/// The keys are `scenario`, `preset`, `set` (a mapping of settings), `hz`, `estimator`, `screen`,
/// `recognizer`, `slop`, `touchpad-fingers`, `points-per-mm`, `pan`, `tolerance` and `accepted`;
/// all may be left out.
public struct RequestFile: Sendable {
  /// The request that it makes of another one.
  public var apply: @Sendable (inout ReplayRequest) -> Void
  /// The name of the scenario; nil when the file does not say.
  public var scenario: String?
  /// How far numbers may be from the expected ones.
  public var tolerance: RunTolerance
}

/// Reads a request from YAML text.
///
/// - Parameters:
///   - text: The text.
///   - path: Where it stands, for errors.
///   - origin: Who gives its settings.
/// - Returns: The request.
/// - Throws: ``FileError/malformed(path:line:found:expected:)`` with the line of what is wrong.
public func requestFile(
  in text: String, path: String, origin: SettingOrigin
) throws(FileError) -> RequestFile {
  let root: Node?
  do {
    root = try Yams.compose(yaml: text)
  } catch let error as YamlError {
    throw .malformed(path: path, line: line(of: error), found: "no YAML", expected: "key: value")
  } catch {
    throw .malformed(path: path, line: nil, found: "no YAML", expected: "key: value")
  }
  var reader = RequestReader(path: path, origin: origin)
  guard let root, root != Node("") else { return reader.file }
  guard let mapping = root.mapping else {
    throw .malformed(
      path: path, line: root.mark?.line, found: "no mapping", expected: "lines of key: value")
  }
  for (key, value) in mapping { try reader.read(key, value) }
  return reader.file
}

private func line(of error: YamlError) -> Int? {
  switch error {
  case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
    mark.line
  default: nil
  }
}

private struct RequestReader {
  let path: String
  let origin: SettingOrigin
  var file = RequestFile(apply: { _ in }, scenario: nil, tolerance: RunTolerance())

  static let keys = [
    "scenario", "preset", "set", "hz", "estimator", "screen", "recognizer", "slop",
    "touchpad-fingers", "points-per-mm", "pan", "tolerance", "accepted",
  ]

  mutating func read(_ key: Node, _ value: Node) throws(FileError) {
    let name = key.string ?? ""
    switch name {
    case "scenario":
      let text = try word(value, "the name of a scenario")
      file.scenario = text
      add { $0.scenario = text }
    case "preset":
      let text = try word(value, "the name of a preset")
      add { $0.preset = text }
    case "estimator":
      let text = try word(value, "the name of an estimator")
      add { $0.estimator = text }
    case "set": try readSettings(value)
    case "hz":
      let rate = try number(value, FrameRate.range, "frames per second")
      add { $0.rate = FrameRate(framesPerSecond: rate) }
    case "screen":
      guard let size = screenSize(value.string ?? "") else {
        throw wrong(value, "a size such as 390x844")
      }
      add { $0.stage.screen = size }
    case "recognizer":
      guard let recognizer = PanRecognizer(rawValue: value.string ?? "") else {
        throw wrong(value, "immediate or slop")
      }
      add { $0.pans.recognizer = recognizer }
    case "slop":
      let slop = try number(value, 0...1_000, "points")
      add { $0.pans.slop = Points(slop) }
    case "touchpad-fingers":
      let fingers = try number(value, 1...10, "fingers")
      add { $0.pans.touchpadFingers = Int(fingers) }
    case "points-per-mm":
      let scale = try number(value, 0.001...1_000_000, "points per millimetre")
      add { $0.pointsPerMillimeter = scale }
    case "pan":
      let pan = try number(value, 1...1_000_000, "the number of a pan")
      add { $0.onlyPan = Int(pan) }
    case "tolerance":
      file.tolerance.absolute = try number(value, 0...1_000, "points")
    case "accepted": break  // The history of the case; nothing to replay.
    default:
      let near = nearestName(to: name, among: Self.keys).map { "; did you mean '\($0)'?" } ?? ""
      throw .malformed(
        path: path, line: key.mark?.line, found: "the key '\(name)'",
        expected: "one of \(Self.keys.joined(separator: ", "))\(near)")
    }
  }

  private mutating func readSettings(_ value: Node) throws(FileError) {
    guard let mapping = value.mapping else { throw wrong(value, "settings as key: value") }
    var assignments: [Assignment] = []
    for (key, node) in mapping {
      guard let name = key.string, let text = node.string else {
        throw wrong(key, "a setting and its value")
      }
      assignments.append(
        Assignment(
          key: name, value: text, origin: origin,
          place: "\(path):\(key.mark?.line ?? 0)"))
    }
    let all = assignments
    add { $0.assignments += all }
  }

  private mutating func add(_ change: @escaping @Sendable (inout ReplayRequest) -> Void) {
    let before = file.apply
    file.apply = { request in
      before(&request)
      change(&request)
    }
  }

  private func word(_ node: Node, _ expected: String) throws(FileError) -> String {
    guard let text = node.string, !text.isEmpty else { throw wrong(node, expected) }
    return text
  }

  private func number(
    _ node: Node, _ range: ClosedRange<Double>, _ unit: String
  ) throws(FileError) -> Double {
    guard let number = node.string.flatMap(Double.init), range.contains(number) else {
      throw wrong(node, "\(unit) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func wrong(_ node: Node, _ expected: String) -> FileError {
    .malformed(
      path: path, line: node.mark?.line, found: node.string.map { "'\($0)'" } ?? "something else",
      expected: expected)
  }
}

/// The size that `text` such as `390x844` spells; nil when it spells none.
public func screenSize(_ text: String) -> Planar<Points>? {
  let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
  guard sides.count == 2, let width = sides[0], let height = sides[1],
    (1...1_000_000).contains(width), (1...1_000_000).contains(height)
  else { return nil }
  return Planar(x: Points(width), y: Points(height))
}
