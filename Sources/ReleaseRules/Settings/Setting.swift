import Quantities

/// A number, word or switch of a scenario that a user may change.
///
/// A setting reads and writes one value in the scenario's tuning, a struct of all its values. The default of a
/// setting is its value in the standard tuning. A replay reads the tuning directly, without looking up names.
public struct Setting<Tuning>: Sendable {
  /// The accessors of the value, and the values that are allowed.
  public enum Access: Sendable {
    /// A number within a range, in the setting's unit.
    case number(
      ClosedRange<Double>, get: @Sendable (Tuning) -> Double,
      set: @Sendable (inout Tuning, Double) -> Void)
    /// A switch.
    case flag(get: @Sendable (Tuning) -> Bool, set: @Sendable (inout Tuning, Bool) -> Void)
    /// One of several words.
    case word(
      choices: [String], get: @Sendable (Tuning) -> String,
      set: @Sendable (inout Tuning, String) -> Void)
    /// A text in a given form; `set` returns false if the text does not have that form.
    case text(
      form: String, get: @Sendable (Tuning) -> String,
      set: @Sendable (inout Tuning, String) -> Bool)
  }

  /// The key, such as `spring.response`, with which files and commands name the setting.
  public var key: String
  /// The unit; empty for plain numbers and words.
  public var unit: String
  /// The accessors of the value, and the values that are allowed.
  public var access: Access
  /// The effect of the setting, in one sentence.
  public var meaning: String
  /// The origin of the default.
  ///
  /// The text names a product, with the product's name or number for the setting; or it names a physical law; or it is
  /// "our choice; " followed by a reason. The text is one line without a full stop, and refers only to public sources.
  public var source: String
  /// The conditions on other settings under which this setting has an effect; empty for most settings.
  ///
  /// Several settings may share a key if at most one of them has an effect at a time.
  public var conditions: [SettingCondition<Tuning>] = []
  /// Whether the conditions of other settings depend on this setting.
  public var decides = false
  /// Whether the setting describes the situation of a gesture, such as a size or the start position, rather than
  /// the response of the surface.
  ///
  /// A change of such a setting describes another situation, so it cannot repair a gesture that missed its target.
  public var describesSituation: Bool
  /// The first moment at which the setting has an effect.
  public var onset = SettingOnset.touch
  /// For the setting `release.choice`, the accessor of the policy whose rule the setting chooses; nil for every other
  /// setting.
  ///
  /// The settings of registered rules, which are not in the list of a scenario, reach its tuning through this accessor.
  var policy: Accessor<Tuning, ReleasePolicy>?

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

  /// The value in `tuning` as text that ``set(_:in:)`` accepts.
  @inlinable
  public func text(in tuning: Tuning) -> String {
    switch access {
    case .number(_, let get, _): return settingText(get(tuning))
    case .flag(let get, _): return get(tuning) ? "true" : "false"
    case .word(_, let get, _), .text(_, let get, _): return get(tuning)
    }
  }

  /// The allowed values, in words for an error or a help text.
  public var expectation: String {
    switch access {
    case .number(let range, _, _): return NumberForm(range, unit: unit).expectation
    case .flag: return "true or false"
    case .word(let choices, _, _): return "one of \(choices.joined(separator: ", "))"
    case .text(let form, _, _): return form
    }
  }

  /// The allowed values for an error about `text`; with an example if `text` is a number with a unit.
  public func expectation(insteadOf text: String) -> String {
    guard case .number(let range, _, _) = access else { return expectation }
    return NumberForm(range, unit: unit).expectation(insteadOf: text)
  }

  /// Returns `text` as it is stored in files: a number is converted to the unit of the setting, and the unit is left
  /// out.
  ///
  /// Only an allowed number with a unit is converted; any other text is returned as it is.
  public func plainText(of text: String) -> String {
    guard case .number(let range, _, _) = access else { return text }
    return NumberForm(range, unit: unit).plainText(of: text) ?? text
  }

  /// Sets the value in `tuning` from `text`; returns false if the value is not allowed.
  ///
  /// A number without a unit is in the unit of the setting. A number may include a unit of the same dimension: for the
  /// unit pt/s, `300 pt/s`, `300dp/s` and `0.3px/ms` are the same number; 1 px and 1 dp are 1 pt. `50%` is 0.5 for a
  /// number without a unit whose range ends at 1 or below. `above 300 pt/s` means the smallest `Double` above 300.
  /// Presets need this form for software that compares with "more than", because Flickbook compares with "at least".
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

/// Returns the text of a setting's number.
@usableFromInline
func settingText(_ number: Double) -> String { plain(number) }

/// Returns the number in `text` for a setting; nil if the text is not a number within `range`.
@usableFromInline
func settingNumber(in text: String, from range: ClosedRange<Double>, unit: String) -> Double? {
  NumberForm(range, unit: unit).number(from: text)
}

extension Array {
  /// Returns the settings with other sources, given by key, for a tuning whose defaults differ from the standard
  /// tuning.
  ///
  /// If several settings have the same key, only the first gets the source. If `rule` is given, only settings that
  /// apply to this release rule are considered. Traps if no setting has the key.
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
        preconditionFailure("the source of '\(key)' belongs to none of the settings")
      }
      settings[index].source = source
    }
    return settings
  }
}

/// The first moment at which a setting can change the behaviour of a surface.
public enum SettingOnset: Int, Hashable, Sendable {
  /// At the first touch, or before.
  case touch
  /// At a release.
  case release
  /// After the decision at a release; the decision therefore does not depend on the setting.
  case settling
}

/// The origin of the value of a setting.
public enum SettingOrigin: Hashable, Sendable {
  /// The default of the scenario.
  case standard
  /// The recording.
  case recording
  /// A preset with this name.
  case preset(String)
  /// A file with this name.
  case file(String)
  /// The command line, or the caller of the library.
  case caller

  /// The precedence of the origin; a higher number takes precedence.
  ///
  /// If an origin chooses a release rule, values for other rules from origins with lower precedence are ignored.
  package var strength: Int {
    switch self {
    case .standard, .recording: 0
    case .preset: 1
    case .file: 2
    case .caller: 3
    }
  }

  /// The origin as text in `run.json`, such as `default` or `preset NAME`.
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

/// A value for a setting, as text; neither the setting nor the value has been checked.
public struct Assignment: Hashable, Sendable {
  /// The key of the setting, such as `spring.response`.
  public var key: String
  /// The value as text, such as `0.4`, `400 pt/s`, `true` or a word.
  public var value: String
  /// The origin of the value.
  public var origin: SettingOrigin
  /// The location of the assignment for messages, such as `feel.yml:3` or `--set`; empty if the caller gave none.
  public var location: String

  /// Creates an assignment.
  public init(key: String, value: String, origin: SettingOrigin = .caller, location: String = "") {
    self.key = key
    self.value = value
    self.origin = origin
    self.location = location
  }
}

/// A reason why settings could not be applied.
public enum SettingError: Error, Hashable, Sendable {
  /// No scenario has this name.
  case unknownScenario(name: String, nearest: String?, known: [String])
  /// The scenario has no preset with this name; `owners` are the other scenarios that have such a preset.
  case unknownPreset(
    name: String, scenario: String, owners: [String], nearest: String?, known: [String])
  /// The scenario has no setting with this key.
  case unknownSetting(key: String, scenario: String, location: String, nearest: String?)
  /// The key is a parameter of a spring in other software, such as `stiffness`.
  ///
  /// `springs` are the names of the scenario's springs that the user may mean. `words` is a value for such a spring,
  /// such as `stiffness:247,damping:31.4`. `others` are the keys of other settings that the user may mean.
  case wordOfSpring(
    key: String, scenario: String, location: String, springs: [String], words: String,
    others: [String])
  /// The setting does not allow this value.
  case invalidValue(key: String, value: String, location: String, expected: String)
  /// The setting exists, but has no effect while the setting `decider` has the value `word`.
  case settingWithoutEffect(
    key: String, decider: String, word: String, location: String, own: [String])
  /// Each value is allowed, but the values contradict each other.
  case contradiction(scenario: String, found: String, remedy: String)
  /// A program under test cannot be used; the text is the complete message.
  case program(String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownScenario(let name, let nearest, let known):
      "scenario '\(excerpt(of: name))': no scenario has this name; "
        + (nearest.map { "did you mean '\($0)'?" } ?? "use one of \(known.joined(separator: ", ")).")
    case .unknownPreset(let name, let scenario, let owners, let nearest, let known):
      "preset '\(excerpt(of: name))': the scenario \(scenario) has no preset with this name; "
        + (owners.isEmpty
          ? nearest.map { "did you mean '\($0)'?" }
            ?? "use one of \(known.joined(separator: ", "))."
          : "it is a preset of \(owners.joined(separator: " and ")).")
    case .unknownSetting(let key, let scenario, let location, let nearest):
      "\(location.isEmpty ? "setting '\(excerpt(of: key))'" : location): the scenario \(scenario) has no setting "
        + "'\(excerpt(of: key))'; "
        + (nearest.map { "did you mean '\($0)'?" }
          ?? (scenario == "subject"
            ? "'flickbook subject show COMMAND' lists them."
            : "'flickbook scenario show \(scenario)' lists them."))
    case .wordOfSpring(let key, let scenario, let location, let springs, let words, let others):
      "\(location.isEmpty ? "setting '\(excerpt(of: key))'" : location): the scenario \(scenario) has no setting "
        + "'\(excerpt(of: key))'; give "
        + Self.wholeSprings(
          springs, words, others, assign: location.isEmpty || location.hasPrefix("--") ? "=" : ": ")
        + "."
    case .invalidValue(let key, let value, let location, let expected):
      "\(location.isEmpty ? "setting" : location): \(excerpt(of: key)) is '\(excerpt(of: value))'"
        + "\(dimensionClause(of: value)); give \(expected)."
    case .settingWithoutEffect(let key, let decider, let word, let location, let own):
      "\(location.isEmpty ? "setting '\(key)'" : location): \(key) has no effect if \(decider) is "
        + "'\(word)'; '\(word)' has "
        + (own.isEmpty
          ? "no settings." : "the settings \(own.joined(separator: ", ")).")
    case .contradiction(let scenario, let found, let remedy):
      "scenario \(scenario): \(excerpt(of: found, atMost: 200)); \(excerpt(of: remedy, atMost: 600))."
    case .program(let message): message
    }
  }
}

extension SettingError {
  /// Describes how to set a spring as a whole, or another setting that the user may mean.
  ///
  /// - Parameters:
  ///   - springs: The names of the springs; not empty.
  ///   - words: The value for one of the springs, such as `stiffness:247,damping:31.4`.
  ///   - others: The keys of other settings; may be empty.
  ///   - assign: The text between a key and its value: `=` on the command line, a colon and a space in a file.
  /// - Returns: The part of a message that describes what to enter.
  package static func wholeSprings(
    _ springs: [String], _ words: String, _ others: [String], assign: String
  ) -> String {
    let all = springs.map { "\($0)\(assign)\(excerpt(of: words))" }.joined(separator: " or ")
    return "the words of a spring together, as in \(all)"
      + (others.isEmpty ? "" : ", or the setting \(others.joined(separator: " or "))")
  }
}
