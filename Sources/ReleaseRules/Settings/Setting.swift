import Quantities

/// A number, word or switch of a scenario that a user may change.
///
/// A setting reads and writes a value of the scenario's tuning, so its default is the tuning's own
/// and nothing is looked up by name while a replay runs.
public struct Setting<Tuning>: Sendable {
  /// How the value is read and written, and what it may be.
  public enum Access: Sendable {
    /// A number within a range, in the setting's unit.
    case number(
      ClosedRange<Double>, get: @Sendable (Tuning) -> Double,
      set: @Sendable (inout Tuning, Double) -> Void)
    /// A switch.
    case flag(get: @Sendable (Tuning) -> Bool, set: @Sendable (inout Tuning, Bool) -> Void)
    /// One of some words.
    case word(
      choices: [String], get: @Sendable (Tuning) -> String,
      set: @Sendable (inout Tuning, String) -> Void)
    /// A text with a form of its own; `set` returns false when the text does not have it.
    case text(
      form: String, get: @Sendable (Tuning) -> String,
      set: @Sendable (inout Tuning, String) -> Bool)
  }

  /// The name, such as `spring.response`.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// How the value is read and written, and what it may be.
  public var access: Access
  /// What it does, in one sentence.
  public var meaning: String
  /// Where the default comes from: a product with the name or the number that it has there, a law,
  /// or "ours; " and the reason.
  ///
  /// One line without a full stop, for people who have only public sources.
  public var source: String
  /// What others must be for it to mean something; nothing for most.
  ///
  /// Several settings may have one key when at most one of them means something at a time.
  public var conditions: [SettingCondition<Tuning>] = []
  /// Whether others depend on it.
  public var decides = false
  /// Whether it describes the situation in which a gesture is made, such as a size or where the surface
  /// is at first, rather than how the surface answers.
  ///
  /// Changing it describes another situation, so it is no remedy for a misread gesture.
  public var describesSituation: Bool
  /// From when on it counts.
  public var onset = SettingOnset.touch

  /// Creates a setting.
  public init(
    _ key: String, unit: String = "", _ access: Access, _ meaning: String, source: String,
    describesSituation: Bool = false
  ) {
    self.key = key
    self.unit = unit
    self.access = access
    self.meaning = meaning
    self.source = source
    self.describesSituation = describesSituation
  }

  /// The value in `tuning` as text, in the form in which it can be set.
  @inlinable
  public func text(in tuning: Tuning) -> String {
    switch access {
    case .number(_, let get, _): return settingText(get(tuning))
    case .flag(let get, _): return get(tuning) ? "true" : "false"
    case .word(_, let get, _), .text(_, let get, _): return get(tuning)
    }
  }

  /// What the value may be, in words for an error or a help text.
  public var expectation: String {
    switch access {
    case .number(let range, _, _): return NumberForm(range, unit: unit).expectation
    case .flag: return "true or false"
    case .word(let choices, _, _): return "one of \(choices.joined(separator: ", "))"
    case .text(let form, _, _): return form
    }
  }

  /// Puts the value that `text` spells into `tuning`; false when it is none that is allowed.
  ///
  /// A number may have the setting's unit, as in `300 pt/s`, and may be told as the least one above
  /// another, as in `above 300 pt/s`: where a system compares by more than, and we by at least.
  @inlinable
  public func set(_ text: String, in tuning: inout Tuning) -> Bool {
    switch access {
    case .number(let range, _, let set):
      guard let number = settingNumber(in: text, from: range, unit: unit) else { return false }
      set(&tuning, number)
      return true
    case .flag(_, let set):
      guard text == "true" || text == "false" else { return false }
      set(&tuning, text == "true")
      return true
    case .word(let choices, _, let set):
      guard choices.contains(text) else { return false }
      set(&tuning, text)
      return true
    case .text(_, _, let set):
      return set(&tuning, text)
    }
  }
}

/// A number as a setting has it in text.
@usableFromInline
func settingText(_ number: Double) -> String { plain(number) }

/// The number that `text` spells for a setting; nil when it is none that is taken.
@usableFromInline
func settingNumber(in text: String, from range: ClosedRange<Double>, unit: String) -> Double? {
  NumberForm(range, unit: unit).number(from: text)
}

extension Array {
  /// The same settings of a tuning that has other defaults, and where these come from by their keys.
  ///
  /// Of several with one key it is the first, or the first that a rule called `rule` has. Traps when
  /// there is no setting of such a key.
  public func sourced<Tuning>(
    _ sources: KeyValuePairs<String, String>, rule: String? = nil
  ) -> [Setting<Tuning>]
  where Element == Setting<Tuning> {
    var settings = self
    for (key, source) in sources {
      let found = settings.firstIndex { setting in
        setting.key == key
          && setting.conditions.allSatisfy { rule == nil || $0.words.contains(rule ?? "") }
      }
      guard let index = found else {
        preconditionFailure("a source of '\(key)', which is none of the settings")
      }
      settings[index].source = source
    }
    return settings
  }
}

/// From when on a setting may change what a surface does.
public enum SettingOnset: Int, Hashable, Sendable {
  /// From the first touch on, or before.
  case touch
  /// When a hand lets go, and after that.
  case release
  /// When the surface has been told where to go: it is all the same to the decision.
  case settling
}

/// Where the value of a setting came from.
public enum SettingOrigin: Hashable, Sendable {
  /// The scenario's own value.
  case standard
  /// What the recording holds.
  case recording
  /// A preset of this name.
  case preset(String)
  /// A file of this name.
  case file(String)
  /// The command line, or the caller of the library.
  case caller

  /// How much it counts: whoever chooses a rule overrides what weaker ones said of another.
  package var strength: Int {
    switch self {
    case .standard, .recording: 0
    case .preset: 1
    case .file: 2
    case .caller: 3
    }
  }

  /// The origin as it stands in `run.json`.
  public var text: String {
    switch self {
    case .standard: "default"
    case .recording: "recording"
    case .preset(let name): "preset \(name)"
    case .file(let name): "config \(name)"
    case .caller: "set"
    }
  }
}

/// A value that somebody gave to a setting, before it is known whether the setting exists.
public struct Assignment: Hashable, Sendable {
  /// The name of the setting.
  public var key: String
  /// The value as text.
  public var value: String
  /// Who gave it.
  public var origin: SettingOrigin
  /// Where it stands, such as `feel.yml:3` or `--set`; empty when there is nothing to say.
  public var location: String

  /// Creates an assignment.
  public init(key: String, value: String, origin: SettingOrigin = .caller, location: String = "") {
    self.key = key
    self.value = value
    self.origin = origin
    self.location = location
  }
}

/// Why settings could not be applied.
public enum SettingError: Error, Hashable, Sendable {
  /// No scenario has this name.
  case unknownScenario(name: String, nearest: String?, known: [String])
  /// The scenario has no preset of this name; others may have one.
  case unknownPreset(
    name: String, scenario: String, owners: [String], nearest: String?, known: [String])
  /// The scenario has no setting of this name.
  case unknownSetting(key: String, scenario: String, location: String, nearest: String?)
  /// The value is none that the setting may have.
  case invalidValue(key: String, value: String, location: String, expected: String)
  /// The setting is there, but means nothing with the word that another setting has.
  case settingWithoutMeaning(
    key: String, decider: String, word: String, location: String, own: [String])
  /// Values that are allowed each by itself do not go together.
  case contradiction(scenario: String, found: String, remedy: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownScenario(let name, let nearest, let known):
      "scenario '\(excerpt(of: name))': there is none of this name; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "use one of \(known.joined(separator: ", ")).")
    case .unknownPreset(let name, let scenario, let owners, let nearest, let known):
      "preset '\(excerpt(of: name))': the scenario \(scenario) has none of this name; "
        + (owners.isEmpty
          ? nearest.map { "did you mean '\($0)'?" }
            ?? "use one of \(known.joined(separator: ", "))."
          : "it is one of \(owners.joined(separator: " and ")).")
    case .unknownSetting(let key, let scenario, let location, let nearest):
      "\(location.isEmpty ? "setting '\(excerpt(of: key))'" : location): the scenario \(scenario) has no setting "
        + "'\(excerpt(of: key))'; "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? "'flickbook scenario show \(scenario)' lists them.")
    case .invalidValue(let key, let value, let location, let expected):
      "\(location.isEmpty ? "setting" : location): \(excerpt(of: key)) is '\(excerpt(of: value))'; give \(expected)."
    case .settingWithoutMeaning(let key, let decider, let word, let location, let own):
      "\(location.isEmpty ? "setting '\(key)'" : location): \(key) means nothing where \(decider) is "
        + "'\(word)'; "
        + (own.isEmpty
          ? "that has no settings of its own." : "that has \(own.joined(separator: ", ")).")
    case .contradiction(let scenario, let found, let remedy):
      "scenario \(scenario): \(excerpt(of: found, atMost: 200)); \(excerpt(of: remedy, atMost: 600))."
    }
  }
}
