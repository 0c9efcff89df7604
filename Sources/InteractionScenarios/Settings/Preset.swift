import TouchInput

/// A named set of values that makes a scenario behave like something that ships.
public struct Preset: Sendable {
  /// The name.
  public var name: String
  /// Other names by which it may be asked for.
  public var otherNames: [String]
  /// What it reproduces, in one sentence.
  public var meaning: String
  /// The values, as texts that the settings of the scenario accept.
  public var values: [(key: String, value: String)]

  /// Creates a preset.
  public init(
    _ name: String, _ meaning: String, otherNames: [String] = [],
    _ values: KeyValuePairs<String, String>
  ) {
    self.name = name
    self.otherNames = otherNames
    self.meaning = meaning
    self.values = values.map { ($0.key, $0.value) }
  }

  /// Whether it is called `name`.
  public func isCalled(_ name: String) -> Bool { self.name == name || otherNames.contains(name) }
}

/// The tuning of a scenario, with where each of its values came from.
public struct ResolvedTuning<Tuning: Sendable>: Sendable {
  /// The values.
  public var tuning: Tuning
  /// The settings, in the order in which they are written.
  public var settings: [Setting<Tuning>]
  /// Where the value of each setting came from, in the order of `settings`.
  public var origins: [SettingOrigin]

  /// Applies `assignments` in order to `tuning`; a later one wins.
  ///
  /// - Parameters:
  ///   - tuning: The scenario's own values.
  ///   - settings: What may be assigned.
  ///   - assignments: The values, the weakest origin first.
  ///   - scenario: The name of the scenario, for errors.
  /// - Throws: ``SettingError`` at the first assignment that cannot be made.
  public init(
    _ tuning: Tuning, settings: [Setting<Tuning>], applying assignments: [Assignment],
    scenario: String
  ) throws(SettingError) {
    self.tuning = tuning
    self.settings = settings
    origins = Array(repeating: .standard, count: settings.count)
    // Whoever spells out all settings does so in their order, so the next one is mostly the one.
    var next = 0
    for assignment in assignments {
      let isNext = next < settings.count && settings[next].key == assignment.key
      let found = isNext ? next : settings.firstIndex { $0.key == assignment.key }
      guard let index = found else {
        throw .unknownSetting(
          key: assignment.key, scenario: scenario, place: assignment.place,
          nearest: nearestName(to: assignment.key, in: settings.map(\.key)))
      }
      guard settings[index].set(assignment.value, in: &self.tuning) else {
        throw .invalidValue(
          key: assignment.key, value: assignment.value, place: assignment.place,
          expected: settings[index].expectation)
      }
      origins[index] = assignment.origin
      next = index + 1
    }
  }
}
