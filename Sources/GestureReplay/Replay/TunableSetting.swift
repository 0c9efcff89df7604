public import ReleaseRules
import Scenarios
public import TouchInput

/// A setting of a scenario that a search can vary.
///
/// Unlike `Setting`, the type is the same for all scenarios.
public struct TunableSetting: Hashable, Sendable {
  /// The value of a setting, with the allowed values.
  public enum Value: Hashable, Sendable {
    /// A number within a range, in the setting's unit.
    case number(Double, in: ClosedRange<Double>)
    /// One of several words; the words of a Boolean setting are `true` and `false`.
    case word(String, of: [String])
    /// A text in a format of the setting, such as a list of detents.
    case text(String)
  }

  /// The key, such as `spring.response`, with which a study or an assignment names the setting.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// The meaning, in one sentence.
  public var meaning: String
  /// The value that the request gives the setting, directly or by a preset or a default.
  public var value: Value
  /// The scenario's default value; nil if it is not a number.
  public var standard: Double?
  /// The part of a gesture at which the setting begins to have an effect, such as the touch or the settling.
  public var onset: SettingOnset
  /// Whether the setting decides which other settings apply.
  public var decides: Bool
  /// Whether the setting describes the situation, such as the start position, rather than the response of the surface.
  public var describesSituation: Bool
  /// The keys of the settings that decide whether this setting applies.
  public var deciders: [String]

  package init<Tuning>(_ setting: Setting<Tuning>, in tuning: Tuning, standard: Tuning) {
    (key, unit, meaning) = (setting.key, setting.unit, setting.meaning)
    (onset, decides) = (setting.onset, setting.decides)
    describesSituation = setting.describesSituation
    deciders = setting.conditions.map { $0.key }
    switch setting.access {
    case .number(let range, let get, _):
      value = .number(get(tuning), in: range)
      self.standard = get(standard)
    case .flag(let get, _): value = .word(get(tuning) ? "true" : "false", of: ["true", "false"])
    case .word(let choices, let get, _): value = .word(get(tuning), of: choices)
    case .text(_, let get, _): value = .text(get(tuning))
    }
  }
}

extension TunableSetting {
  /// Returns the scale by which a change of the setting from `number` is divided to compute its size.
  ///
  /// The scale is the magnitude of the number. If the number is zero, the scale is the magnitude of the scenario's
  /// default value. If the default value is zero or not a number, the scale is 100 pt, 1000 pt/s, 0.1 s or 1,
  /// depending on the unit.
  ///
  /// - Returns: The scale, in the setting's unit; above 0.
  package func scale(at number: Double) -> Double {
    if number != 0 { return number.magnitude }
    if let standard, standard != 0 { return standard.magnitude }
    switch unit {
    case "pt": return 100
    case "pt/s": return 1_000
    case "s": return 0.1
    default: return 1
    }
  }
}

extension ReplayRequest {
  /// Returns the settings that apply in the request, with their values, in the order in which the scenario lists them.
  ///
  /// - Throws: `SettingError` if the request is invalid.
  public func tunableSettings() throws(SettingError) -> [TunableSetting] {
    try kind().surface.tunableSettings(in: self)
  }

  /// Returns the options of the request, with the values that its preset sets.
  ///
  /// Options that presets do not set, such as the size of the screen, describe the situation. The words of an option
  /// whose values are texts are its suggestions.
  ///
  /// - Parameter kind: The kind of the device.
  /// - Returns: The options in the order of ``RequestOption/all``; without those for touchpads if the device is a
  ///   touchscreen.
  /// - Throws: `SettingError` if the preset is unknown or invalid.
  public func tunableOptions(on kind: DeviceKind) throws(SettingError) -> [TunableSetting] {
    let chosen = try withPresetChoices()
    let standard = ReplayRequest(scenario: scenario)
    return RequestOption.all.filter { kind == .touchpad || !$0.isForTouchpads }.map { option in
      var tunable = TunableSetting(option.setting, in: chosen, standard: standard)
      tunable.describesSituation = !option.isOfSystem
      if case .text(let text) = tunable.value, !option.suggestions.isEmpty {
        tunable.value = .word(text, of: option.suggestions)
      }
      return tunable
    }
  }
}
