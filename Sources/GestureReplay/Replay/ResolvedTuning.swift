import Quantities
public import ReleaseRules
import Scenarios

/// The tuning of a scenario, with the origin of each value.
public struct ResolvedTuning<Tuning: Sendable>: Sendable {
  /// The tuning with all values, whatever their origin.
  public var tuning: Tuning
  private let all: [Setting<Tuning>]
  private let origins: [SettingOrigin]

  /// The settings that apply, in the order in which the scenario lists them, each with the origin of its value.
  ///
  /// - Complexity: O(n) in all settings of the scenario.
  public var settings: [(setting: Setting<Tuning>, origin: SettingOrigin)] {
    all.indices.filter { all[$0].applies(in: tuning) }.map { (all[$0], origins[$0]) }
  }

  /// Returns commands with the values of their settings as they are stored in files.
  func plainValues(of commands: [TimedCommand]) throws(SettingError) -> [TimedCommand] {
    try commands.plainValues(of: all)
  }

  /// Applies `assignments` to `tuning`; of several assignments to one setting, the last one wins.
  ///
  /// Some settings, such as the release rule, decide whether other settings apply; these are set first. A value for a
  /// setting that does not apply is an error, unless the value of the deciding setting has a stronger origin. In that
  /// case, the value is ignored. For example, if you select another rule on the command line than a file does, the
  /// numbers that the file sets for its own rule are ignored.
  ///
  /// If the settings `NAME.dampingRatio` and `NAME.response` exist, `NAME` can be assigned the parameters of another
  /// system for a spring, such as `stiffness:247,damping:31.4`.
  ///
  /// - Parameters:
  ///   - tuning: The scenario's default values.
  ///   - settings: The settings that may be assigned.
  ///   - assignments: The values, in ascending order of the strength of their origins.
  ///   - scenario: The name of the scenario, for errors.
  /// - Throws: `SettingError` for the first assignment that cannot be made.
  public init(
    _ tuning: Tuning, settings: [Setting<Tuning>], applying assignments: [Assignment],
    scenario: String
  ) throws(SettingError) {
    let assignments = try assignments.expandingSprings(of: settings)
    var resolution = Resolution(tuning: tuning, settings: settings)
    try resolution.decide(assignments)
    // Assignments are usually in the order of the settings, so it is fastest to try the next setting first.
    var next = 0
    for assignment in assignments {
      let isNext = next < settings.count && settings[next].key == assignment.key
      let found = isNext ? next : settings.firstIndex { $0.key == assignment.key }
      guard let first = found else {
        throw .unknown(assignment, among: settings, scenario: scenario)
      }
      next = try resolution.apply(assignment, from: first) + 1
    }
    self.tuning = resolution.tuning
    all = settings
    origins = resolution.origins
  }

  /// A tuning while assignments are applied to it.
  private struct Resolution {
    var tuning: Tuning
    let settings: [Setting<Tuning>]
    var origins: [SettingOrigin]

    init(tuning: Tuning, settings: [Setting<Tuning>]) {
      self.tuning = tuning
      self.settings = settings
      origins = Array(repeating: .standard, count: settings.count)
    }

    /// Applies the last values of the settings that decide whether others apply.
    ///
    /// They are applied in the order of the settings, because each may decide whether the next one applies.
    mutating func decide(_ assignments: [Assignment]) throws(SettingError) {
      for index in settings.indices where settings[index].decides {
        let setting = settings[index]
        guard let last = assignments.last(where: { $0.key == setting.key }),
          setting.applies(in: tuning)
        else { continue }
        try put(last, index)
      }
    }

    /// Applies `assignment`, and returns the index of its setting, or `first` if the assignment is ignored.
    ///
    /// `first` is the index of the first setting with the assignment's key; several may have the same key. A
    /// setting that decides whether others apply already has its value, so its assignment is only checked.
    mutating func apply(_ assignment: Assignment, from first: Int) throws(SettingError) -> Int {
      let applying =
        settings[first].applies(in: tuning)
        ? first
        : settings.indices.first {
          settings[$0].key == assignment.key && settings[$0].applies(in: tuning)
        }
      guard let index = applying else {
        try refuse(assignment, first)
        return first
      }
      if settings[index].decides {
        try check(assignment, index)
      } else {
        try put(assignment, index)
      }
      return index
    }

    private mutating func put(_ assignment: Assignment, _ index: Int) throws(SettingError) {
      guard settings[index].set(assignment.value, in: &tuning) else {
        throw invalid(assignment, index)
      }
      origins[index] = assignment.origin
    }

    /// Throws an error if the value for the setting at `index`, which does not apply, must not be ignored.
    private func refuse(_ assignment: Assignment, _ index: Int) throws(SettingError) {
      try check(assignment, index)
      guard let condition = settings[index].conditions.first(where: { !$0.holds(tuning) }),
        let decider = settings.firstIndex(where: { $0.key == condition.key })
      else { return }
      guard assignment.origin.strength >= origins[decider].strength,
        assignment.origin != .standard
      else { return }
      let own = settings.filter { setting in
        setting.applies(in: tuning) && setting.conditions.contains { $0.key == condition.key }
      }
      throw .settingWithoutEffect(
        key: assignment.key, decider: condition.key, word: settings[decider].text(in: tuning),
        location: assignment.location, own: own.map { $0.key })
    }

    private func check(_ assignment: Assignment, _ index: Int) throws(SettingError) {
      var copy = tuning
      guard settings[index].set(assignment.value, in: &copy) else {
        throw invalid(assignment, index)
      }
    }

    private func invalid(_ assignment: Assignment, _ index: Int) -> SettingError {
      var expected = settings[index].expectation(insteadOf: assignment.value)
      if case .word(let choices, _, _) = settings[index].access,
        let nearest = nearestName(to: assignment.value, in: choices)
      {
        expected += " (the most similar is '\(nearest)')"
      }
      return .invalidValue(
        key: assignment.key, value: assignment.value, location: assignment.location,
        expected: expected)
    }
  }
}
