public import ReleaseRules
import Scenarios

/// A setting of a scenario as a search sees it, without the type of the scenario's tuning.
public struct TunableSetting: Hashable, Sendable {
  /// What its value is, and what it may be.
  public enum Value: Hashable, Sendable {
    /// A number within a range, in the setting's unit.
    case number(Double, in: ClosedRange<Double>)
    /// One of some words; a switch has true and false.
    case word(String, of: [String])
    /// A text with a form of its own.
    case text(String)
  }

  /// The name, such as `spring.response`.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// What it does, in one sentence.
  public var meaning: String
  /// The value that a request gives it.
  public var value: Value
  /// The scenario's own value as a number; nil for what is no number.
  public var standard: Double?
  /// From when on it counts.
  public var onset: SettingOnset
  /// Whether it decides what others mean.
  public var decides: Bool
  /// Whether it describes the situation rather than how the surface answers.
  public var describesSituation: Bool
  /// The names of the settings that decide whether it means something.
  public var deciders: [String]

  init<Tuning>(_ setting: Setting<Tuning>, in tuning: Tuning, standard: Tuning) {
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
  /// What a change of the setting from `number` is measured against: the number itself; where that is
  /// zero, the scenario's own value, or else 100 pt, 1000 pt/s, 0.1 s or 1.
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
  #if !PAGE_ENGINE
    /// The settings that mean something in the request, with the values that it gives them, in the
    /// order in which they are written.
    ///
    /// - Throws: `SettingError` when the request is none that can be.
    public func tunableSettings() throws(SettingError) -> [TunableSetting] {
      try ScenarioKind.named(scenario).tunableSettings(self)
    }
  #endif

  func tunableSettings<S: Scenario>(
    of type: S.Type
  ) throws(SettingError) -> [TunableSetting] {
    let resolved = try S.resolved(self)
    return resolved.settings.map {
      TunableSetting($0.setting, in: resolved.tuning, standard: S.standardTuning)
    }
  }
}
