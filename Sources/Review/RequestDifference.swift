public import FrameLogs
import InteractionScenarios
import Quantities

/// Something that one run was told otherwise than another: a setting, or what a request says besides.
public struct RequestDifference: Hashable, Sendable {
  /// The name of the setting, or the key of a request in `run.json`.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// The expected run's value, as text; nil where it had no such setting.
  public var expected: String?
  /// The new run's value, as text; nil where it has no such setting.
  public var actual: String?
  /// Who gave the expected value, in the words of `run.json`; empty where nobody did.
  public var expectedFrom: String
  /// Who gives the new value; empty where nobody does.
  public var actualFrom: String
  /// Whether the values are of different presets, or of one and the scenario's own; somebody who gives a value
  /// by itself is no preset.
  private(set) var isOfPreset: Bool

  /// Creates a difference.
  init(
    key: String, unit: String = "", expected: String?, actual: String?, expectedFrom: String = "",
    actualFrom: String = ""
  ) {
    self.key = key
    self.unit = unit
    self.expected = expected
    self.actual = actual
    self.expectedFrom = expectedFrom
    self.actualFrom = actualFrom
    isOfPreset =
      expected != nil && actual != nil && expectedFrom != actualFrom
      && [expectedFrom, actualFrom].allSatisfy(Self.isNobody)
  }

  /// Whether a value was given by nobody but a preset or the scenario, in the words of `run.json`.
  private static func isNobody(_ from: String) -> Bool {
    from.isEmpty || from == SettingOrigin.standard.text
      || from.hasPrefix(SettingOrigin.preset("").text)
  }

  /// Whether the setting is there, or not, only because another one decides that.
  var isConsequence: Bool {
    guard expected == nil || actual == nil else { return false }
    return Self.isNobody(expected == nil ? actualFrom : expectedFrom)
  }

  /// The values in words, such as `release.projection 0.499 → 0.35 s`.
  var values: String {
    "\(key) \(spoken(expected)) → \(spoken(actual))\(unit.isEmpty ? "" : " \(unit)")"
  }

  /// The difference in words, such as `release.projection 0.499 → 0.35 s (config feel.yml)`.
  public var text: String {
    let from =
      actualFrom == expectedFrom || actualFrom.isEmpty
      ? (actualFrom.isEmpty ? expectedFrom : actualFrom) : actualFrom
    return "\(values)\(from.isEmpty ? "" : " (\(from))")"
  }

  /// Takes in the same difference of another case: what is not the same in both is ``several``.
  mutating func join(_ other: RequestDifference) {
    if expected != other.expected { expected = Self.several }
    if actual != other.actual { actual = Self.several }
    isOfPreset = isOfPreset || other.isOfPreset
    // The origin of one of several cases alone would be false of the others.
    if expectedFrom != other.expectedFrom || actualFrom != other.actualFrom {
      (expectedFrom, actualFrom) = ("", "")
    }
  }

  private func spoken(_ value: String?) -> String {
    guard let value else { return "nothing" }
    return value.isEmpty ? "\"\"" : value
  }
}

/// Another preset: what all settings that nobody gives by themselves come from.
public struct PresetChange: Hashable, Sendable, CustomStringConvertible {
  /// The preset of the expected run, as `run.json` names it.
  public internal(set) var expected: String
  /// The new preset.
  public let actual: String

  /// The change in words, such as `flickbook → vaul`.
  public var description: String { "\(expected) → \(actual)" }

  /// Reads two headers; nil where they name the same preset.
  init?(expected: [LogField], actual: [LogField]) {
    let names = [expected, actual].map { LogValue.fields($0)["preset"]?.asText ?? "none" }
    guard names[0] != names[1] else { return nil }
    (self.expected, self.actual) = (names[0], names[1])
  }
}

extension RequestDifference {
  /// What a request says besides the scenario and its settings, as `run.json` has it: what tells who
  /// said it, and the keys.
  static let choices: [(from: String, keys: [String])] = [
    ("estimator", ["estimator"]), ("framesPerSecond", ["framesPerSecond"]),
    ("screen", ["screenWidth", "screenHeight"]), ("recognizer", ["recognizer"]),
    ("slop", ["slop"]), ("touchpadFingers", ["touchpadFingers"]),
    ("fingerMatch", ["fingerMatch"]), ("fingerChange", ["fingerChange"]),
    ("pointsPerMillimeter", ["pointsPerMillimeter"]), ("deviceKind", ["deviceKind"]),
    ("rotate", ["rotate"]), ("flip", ["flip"]), ("pan", ["pan"]),
  ]

  /// What stands for the expected value where that is not the same in all cases of a group.
  static let several = "various"

  /// The key of what programs ask of the surface.
  static let commands = "at"

  /// All that two headers say differently about what was replayed, in their order: the request, its
  /// commands, then settings.
  public static func all(
    expected: [LogField], actual: [LogField]
  ) -> [RequestDifference] {
    let (old, new) = (LogValue.fields(expected), LogValue.fields(actual))
    var found: [RequestDifference] = []
    // An older run lacks what could not be told then; it was made with what is the default now.
    for choice in choices where choice.keys.allSatisfy({ old[$0] != nil && new[$0] != nil }) {
      let values = (text(choice.keys.map { old[$0] }), text(choice.keys.map { new[$0] }))
      guard values.0 != values.1 else { continue }
      found.append(
        RequestDifference(
          key: choice.from, unit: "", expected: values.0, actual: values.1,
          expectedFrom: old["from"]?[choice.from]?.asText ?? "",
          actualFrom: new["from"]?[choice.from]?.asText ?? ""))
    }
    if commandText(old) != commandText(new) {
      found.append(
        RequestDifference(
          key: commands, unit: "", expected: "its commands", actual: "other commands",
          expectedFrom: "", actualFrom: ""))
    }
    let (before, after) = (
      ReplayRequest.settings(inHeader: expected), ReplayRequest.settings(inHeader: actual)
    )
    for setting in after {
      let same = before.first { $0.key == setting.key }
      let isNew = same == nil && setting.from == SettingOrigin.standard.text
      guard !isNew, same?.value != setting.value else { continue }
      found.append(
        RequestDifference(
          key: setting.key, unit: setting.unit, expected: same?.value, actual: setting.value,
          expectedFrom: same?.from ?? "", actualFrom: setting.from))
    }
    for setting in before where !after.contains(where: { $0.key == setting.key }) {
      found.append(
        RequestDifference(
          key: setting.key, unit: setting.unit, expected: setting.value, actual: nil,
          expectedFrom: setting.from, actualFrom: ""))
    }
    return found
  }

  /// The commands of a run, as text; what was read back may have whole numbers where others are not.
  private static func commandText(_ header: LogValue) -> [String] {
    guard case .list(let commands)? = header["commands"] else { return [] }
    return commands.map { text([$0["time"], $0["key"], $0["value"]]) }
  }

  private static func text(_ values: [LogValue?]) -> String {
    values.map { value in
      switch value {
      case .number(let number)?: plain(number)
      case .integer(let number)?: "\(number)"
      case .text(let text)?: text
      case .flag(let flag)?: flag ? "true" : "false"
      case .list?, .fields?, .some(.none), nil: "none"
      }
    }.joined(separator: "x")
  }
}
