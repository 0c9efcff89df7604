public import FrameLogs
import InteractionScenarios
import Quantities

/// A setting or another option of a replay request that differs between two runs.
public struct RequestDifference: Hashable, Sendable {
  /// The name of the setting, or the key of an option in `run.json`.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// The value in the expected run, as text; nil if the expected run had no such setting.
  public var expected: String?
  /// The value in the new run, as text; nil if the new run has no such setting.
  public var actual: String?
  /// The origin of the expected value, as `run.json` writes it; empty if there is none.
  public var expectedFrom: String
  /// The origin of the new value, as `run.json` writes it; empty if there is none.
  public var actualFrom: String
  /// Whether a change of preset causes the difference.
  ///
  /// If true, both values come from presets, or one from a preset and the other from the scenario's defaults.
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
      && [expectedFrom, actualFrom].allSatisfy(Self.isImplicit)
  }

  /// Returns whether a value comes from a preset or from the scenario's defaults, given its origin in `run.json`.
  private static func isImplicit(_ from: String) -> Bool {
    from.isEmpty || from == SettingOrigin.standard.text
      || from.hasPrefix(SettingOrigin.preset("").text)
  }

  /// Whether the program under test differs: its command, its name, its version or one of its files.
  var isOfProgram: Bool { key.hasPrefix("subject.") }

  /// Whether the setting exists in only one of the runs because another setting selects it there.
  var isConsequence: Bool {
    guard expected == nil || actual == nil else { return false }
    return Self.isImplicit(expected == nil ? actualFrom : expectedFrom)
  }

  /// The values as text, such as `release.projection 0.499 → 0.35 s`.
  package var values: String {
    "\(key) \(spoken(expected)) → \(spoken(actual))\(unit.isEmpty ? "" : " \(unit)")"
  }

  /// The difference as text, such as `release.projection 0.499 → 0.35 s (config feel.yml)`.
  public var text: String {
    let from =
      actualFrom == expectedFrom || actualFrom.isEmpty
      ? (actualFrom.isEmpty ? expectedFrom : actualFrom) : actualFrom
    return "\(values)\(from.isEmpty ? "" : " (\(from))")"
  }

  /// Merges the difference of the same setting in another case; values that differ become ``several``.
  mutating func join(_ other: RequestDifference) {
    if expected != other.expected { expected = Self.several }
    if actual != other.actual { actual = Self.several }
    isOfPreset = isOfPreset || other.isOfPreset
    // The origin in one case would be wrong for the other cases.
    if expectedFrom != other.expectedFrom || actualFrom != other.actualFrom {
      (expectedFrom, actualFrom) = ("", "")
    }
  }

  private func spoken(_ value: String?) -> String {
    guard let value else { return "nothing" }
    guard !value.isEmpty else { return "\"\"" }
    // A version such as 1.10 and a digest such as 00123456 are no numbers.
    return isOfProgram ? value : readable(value: value)
  }
}

/// A change of the preset, which determines all settings without an explicit value.
public struct PresetChange: Hashable, Sendable, CustomStringConvertible {
  /// The name of the preset of the expected run, as `run.json` writes it.
  public internal(set) var expected: String
  /// The name of the preset of the new run.
  public let actual: String

  /// The change as text, such as `flickbook → vaul`.
  public var description: String { "\(expected) → \(actual)" }

  /// Reads the presets from the headers of two runs; nil if the presets are the same.
  init?(expected: [LogField], actual: [LogField]) {
    let names = [expected, actual].map { LogValue.fields($0)["preset"]?.asText ?? "none" }
    guard names[0] != names[1] else { return nil }
    (self.expected, self.actual) = (names[0], names[1])
  }
}

extension RequestDifference {
  /// The text that replaces a value if the cases of a group have different values.
  static let several = "various"

  /// The key of the commands that a program sends to the surface.
  static let commands = "at"

  /// Returns all differences between the requests of two runs, given their headers.
  ///
  /// Options of the request come first, then commands, then settings.
  ///
  /// The header of an older run lacks settings that did not exist at that time. Such a setting with its default value is
  /// a difference only if `includesNew` is true, because it changes no frame.
  public static func all(
    expected: [LogField], actual: [LogField], includesNew: Bool = false
  ) -> [RequestDifference] {
    let (old, new) = (LogValue.fields(expected), LogValue.fields(actual))
    var found: [RequestDifference] = []
    // The header of an older run lacks options that did not exist at that time. Such a run used what is now the
    // default, so ignore the missing options.
    for option in RequestOption.inHeader
    where option.fields.allSatisfy({ old[$0] != nil && new[$0] != nil }) {
      let values = (option.text(in: old) ?? "none", option.text(in: new) ?? "none")
      guard values.0 != values.1 else { continue }
      found.append(
        RequestDifference(
          key: option.name, unit: "", expected: values.0, actual: values.1,
          expectedFrom: old["from"]?[option.name]?.asText ?? "",
          actualFrom: new["from"]?[option.name]?.asText ?? ""))
    }
    found += differencesOfProgram(old["subject"], new["subject"])
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
      guard includesNew || !isNew, same?.value != setting.value else { continue }
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

  /// Returns the differences between two programs under test: their commands, versions and files.
  private static func differencesOfProgram(
    _ old: LogValue?, _ new: LogValue?
  ) -> [RequestDifference] {
    guard case .fields(let before)? = old, case .fields(let after)? = new else { return [] }
    let (was, now) = (LogValue.fields(before), LogValue.fields(after))
    var found: [RequestDifference] = []
    for key in ["command", "name", "version"] where was[key] != now[key] {
      found.append(
        RequestDifference(
          key: "subject.\(key)", expected: was[key]?.asText, actual: now[key]?.asText))
    }
    guard case .fields(let files)? = now["files"] else { return found }
    for file in files where was["files"]?[file.key] != file.value {
      found.append(
        RequestDifference(
          key: "subject.files.\(file.key)",
          expected: was["files"]?[file.key]?.asText.map { String($0.prefix(8)) },
          actual: file.value.asText.map { String($0.prefix(8)) }))
    }
    return found
  }

  /// Returns the commands of a run as text.
  ///
  /// The text is used for comparisons. In a header that was read from a file, a number such as 1 is an integer, which
  /// is not equal to the floating-point number 1.0 of a new run.
  private static func commandText(_ header: LogValue) -> [String] {
    guard case .list(let commands)? = header["commands"] else { return [] }
    return commands.map { command in
      ["time", "key", "value"].map { command[$0]?.asSetting ?? "none" }.joined(separator: " ")
    }
  }
}
