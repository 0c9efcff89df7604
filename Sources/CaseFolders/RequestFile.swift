public import FrameLogs
public import InteractionScenarios
public import Quantities
import RecordingFormats
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

/// The most bytes of a file with a request; the parser needs a few hundred times as much memory.
///
/// Source: ours; a case with every setting has about 2 KiB.
private let largestRequest = 65_536

/// Reads a request from the YAML file at `path`.
///
/// - Throws: ``FileError`` when it cannot be read, with the line of what is wrong in it.
public func requestFile(
  at path: String, origin: SettingOrigin, scenario: String? = nil
) throws(FileError) -> RequestFile {
  try requestFile(
    in: String(decoding: try fileBytes(at: path, atMost: largestRequest), as: UTF8.self),
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
public func requestFile(
  in text: String, path: String, origin: SettingOrigin, scenario: String? = nil
) throws(FileError) -> RequestFile {
  var reader = RequestReader(path: path, origin: origin)
  guard let mapping = try requestMapping(in: text, path: path) else { return reader.file }
  for (key, value) in mapping { try reader.read(key, value) }
  try reader.checkPreset(of: reader.file.scenario ?? scenario)
  return reader.file
}

/// The keys and values of a request; nil when there are none.
func requestMapping(in text: String, path: String) throws(FileError) -> Node.Mapping? {
  do {
    try refuseHostileYAML(in: Array(text.utf8), named: path)
    guard let root = try Yams.compose(yaml: text), root.string?.isEmpty != true else { return nil }
    if let mapping = root.mapping { return mapping }
    throw FileError.malformed(
      path: path, line: root.mark?.line, found: "no mapping", expected: "lines of key: value")
  } catch let error as FileError {
    throw error
  } catch let RecordingError.refusedYAML(_, line, found) {
    throw .malformed(
      path: path, line: line, found: found, expected: "plain values; write them out")
  } catch let error as YamlError {
    let (line, found) = trouble(of: error)
    throw .malformed(path: path, line: line, found: found, expected: "lines of key: value")
  } catch {
    throw .malformed(path: path, line: nil, found: "no YAML", expected: "lines of key: value")
  }
}

private func trouble(of error: YamlError) -> (line: Int?, found: String) {
  switch error {
  case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
    .composer(_, let problem, let mark, _):
    (mark.line, "no YAML, \(problem)")
  case .duplicatedKeysInMapping(let keys, let context):
    (context.mark.line, "the key '\(keys.first ?? "")' twice")
  default: (nil, "no YAML")
  }
}

private struct RequestReader {
  let path: String
  let origin: SettingOrigin
  var file = RequestFile(apply: { _ in }, scenario: nil, tolerance: RunTolerance())

  private var preset: (name: String, line: Int?)?

  init(path: String, origin: SettingOrigin) {
    self.path = path
    self.origin = origin
  }

  static let keys = [
    "scenario", "preset", "set", "hz", "estimator", "screen", "recognizer", "slop",
    "touchpad-fingers", "points-per-mm", "pan", "tolerance", "accepted",
  ]

  mutating func read(_ key: Node, _ value: Node) throws(FileError) {
    let name = key.string ?? ""
    switch name {
    case "scenario":
      let text = try word(value, "the name of a scenario")
      guard allScenarios.contains(where: { $0.name == text }) else {
        throw unknown("scenario", text, value, among: allScenarios.map { $0.name })
      }
      file.scenario = text
      add { $0.scenario = text }
    case "preset":
      let text = try word(value, "the name of a preset")
      preset = (text, value.mark?.line)
      add { $0.preset = text }
    case "estimator":
      let text = try word(value, "the name of an estimator")
      do throws(EstimatorError) { _ = try TouchInput.estimator(named: text) } catch {
        throw wrong(text, error, value)
      }
      add { $0.estimator = text }
    case "set": try readSettings(value)
    case "tolerance":
      file.tolerance.absolute = try number(value, 0...1_000, "points")
    case "accepted": break  // The history of the case; nothing to replay.
    default: try readReplay(name, key, value)
    }
  }

  /// Reads how a recording becomes frames, apart from the scenario.
  private mutating func readReplay(
    _ name: String, _ key: Node, _ value: Node
  ) throws(FileError) {
    switch name {
    case "hz":
      let rate = try number(value, FrameRate.range, "frames per second")
      add { $0.rate = FrameRate(framesPerSecond: rate) }
    case "screen":
      guard let size = screenSize(value.string ?? "") else {
        throw wrong(value, "a size such as 390x844")
      }
      add { $0.stage = Stage(screen: size) }
    case "recognizer":
      guard let recognizer = PanRecognizer(rawValue: value.string ?? "") else {
        throw wrong(value, "immediate or slop")
      }
      add { $0.pans.recognizer = recognizer }
    case "slop":
      let slop = try number(value, 0...1_000, "points")
      add { $0.pans.slop = Points(slop) }
    case "touchpad-fingers":
      let fingers = try wholeNumber(value, 1...10, "fingers")
      add { $0.pans.touchpadFingers = fingers }
    case "points-per-mm":
      let scale = try number(value, 0.001...1_000_000, "points per millimetre")
      add { $0.pointsPerMillimeter = scale }
    case "pan":
      let pan = try wholeNumber(value, 1...1_000_000, "the number of a pan")
      add { $0.onlyPan = pan }
    default:
      throw unknown("key", name, key, among: Self.keys)
    }
  }

  /// Checks that the scenario has the preset that the file names, where both are known.
  func checkPreset(of scenario: String?) throws(FileError) {
    guard let preset, let scenario = allScenarios.first(where: { $0.name == scenario }),
      !scenario.presets.contains(where: { $0.isCalled(preset.name) })
    else { return }
    throw unknown("preset", preset.name, line: preset.line, among: scenario.presets.map(\.name))
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

  private func wholeNumber(
    _ node: Node, _ range: ClosedRange<Int>, _ unit: String
  ) throws(FileError) -> Int {
    guard let number = node.string.flatMap({ Int($0) }), range.contains(number) else {
      throw wrong(node, "\(unit), a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func unknown(
    _ kind: String, _ name: String, _ node: Node, among names: [String]
  ) -> FileError {
    unknown(kind, name, line: node.mark?.line, among: names)
  }

  private func unknown(
    _ kind: String, _ name: String, line: Int?, among names: [String]
  ) -> FileError {
    let near = nearestName(to: name, in: names).map { "'\($0)' or another \(kind)" }
    return .malformed(
      path: path, line: line, found: "the \(kind) '\(name)'",
      expected: near ?? "one of \(names.joined(separator: ", "))")
  }

  private func wrong(_ text: String, _ error: EstimatorError, _ node: Node) -> FileError {
    switch error {
    case .unknownEstimator(let name, _):
      unknown("estimator", name, node, among: allEstimators.map(\.name))
    case .unknownParameter, .malformedSetting, .outOfRange:
      .malformed(
        path: path, line: node.mark?.line, found: "the estimator '\(text)'",
        expected: "parameters that it takes, such as android.lsq2:horizon=80")
    }
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
    Stage.range.contains(width), Stage.range.contains(height)
  else { return nil }
  return Planar(x: Points(width), y: Points(height))
}
