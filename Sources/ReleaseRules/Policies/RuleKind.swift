import Quantities

/// What there is to know of a rule before a release: its name, its numbers, and what it looks at.
public struct RuleKind: Sendable {
  /// What a rule makes of the position where the surface would come to rest by itself.
  public enum ProjectionUse: Hashable, Sendable {
    /// Nothing.
    case none
    /// It projects the surface by itself, whatever point is projected elsewhere.
    case time
    /// It goes by the projected point.
    case timeAndPoint
  }

  /// The word of `release.choice`.
  public let name: String
  /// What it does, in one sentence.
  public let meaning: String
  /// What it makes of the projection.
  public let projection: ProjectionUse
  /// Whether it leaves it to the dismissal that rules have in common when a surface is gone.
  public let leavesDismissal: Bool
  /// The rule with its own defaults.
  public let standard: ReleaseRule
  /// Its settings, which mean something to a policy that has it.
  public let settings: [Setting<ReleasePolicy>]

  /// Whether a rule is of this kind.
  let includes: @Sendable (ReleaseRule) -> Bool
  /// What is a flick to a rule of this kind.
  let flick: @Sendable (ReleaseRule) -> PointsPerSecond

  /// The kind of the rules that `make` makes of their numbers, which `numbers` takes out again.
  init<Numbers: RuleNumbers>(
    _ make: @escaping @Sendable (Numbers) -> ReleaseRule,
    numbers: @escaping @Sendable (ReleaseRule) -> Numbers?
  ) {
    name = Numbers.name
    meaning = Numbers.meaning
    projection = Numbers.projection
    leavesDismissal = Numbers.leavesDismissal
    standard = make(Numbers())
    includes = { numbers($0) != nil }
    flick = { numbers($0)?.flick ?? .zero }
    let isInForce = SettingCondition<ReleasePolicy>("release.choice", [Numbers.name]) {
      numbers($0.rule) != nil
    }
    settings = Numbers.settings.map { setting in
      var lifted: Setting<ReleasePolicy> = setting.lifted(
        reading: { numbers($0.rule) ?? Numbers() },
        writing: { policy, changed in
          if numbers(policy.rule) != nil { policy.rule = make(changed) }
        })
      lifted.conditions.insert(isInForce, at: 0)
      return lifted
    }
  }
}

// What several rules have, each in its own words; a rule with another default gives its source.
extension Setting {
  static func flick(
    _ part: @escaping Accessor<Tuning, PointsPerSecond>, _ meaning: String,
    source: String = "ours; the 300 pt/s above which FloatingPanel's spring swings"
  ) -> Setting {
    Setting(
      "release.flick", unit: "pt/s", .number(0...100_000, part),
      "\(meaning) In Compose, a velocityThreshold of 0 means that every release is one.",
      source: source)
  }

  static func flickDistance(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.flickDistance", unit: "pt", .number(0...100_000, part),
      "A flick must have gone this far from the start.",
      source: "ours; none, so that the shortest flick counts. astryx has 48")
  }

  static func across(_ part: @escaping Accessor<Tuning, PointsPerSecond>) -> Setting {
    Setting(
      "release.across", unit: "pt/s", .number(0...100_000, part),
      "How much faster along its way than across a flick must be; 0 is off.",
      source: "ours; off, so that a slanting flick counts. Flutter's Dismissible has 400")
  }

  static func heedsFlickBack(_ part: @escaping Accessor<Tuning, Bool>) -> Setting {
    Setting(
      "release.heedsFlickBack", .flag(part),
      "Whether a flick back keeps a surface, however far it was pulled.",
      source: "ours; the flick came last, so it is what is meant")
  }

  static func threshold(
    _ part: @escaping Accessor<Tuning, Double>, _ meaning: String,
    source: String = "Wave's sheet sample, half of the way"
  ) -> Setting {
    Setting("release.threshold", .number(0...1, part), meaning, source: source)
  }

  static func positional(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.positional", unit: "pt", .number(0...100_000, part),
      "The threshold as a distance; 0 takes release.threshold as a fraction of the way.",
      source: "ours; a fraction holds on every screen. Compose Material 3 has 56")
  }

  static func adjacentOnly(_ part: @escaping Accessor<Tuning, Bool>) -> Setting {
    Setting(
      "release.adjacentOnly", .flag(part),
      "Whether one release reaches at most the next candidate.",
      source: "ours; one position at a time, as in FloatingPanel, Flutter and Compose")
  }

  static func skip(_ part: @escaping Accessor<Tuning, PointsPerSecond>, _ meaning: String)
    -> Setting
  {
    Setting(
      "release.skip", unit: "pt/s", .number(0...100_000, part), meaning,
      source: "ours; never, because a hard flick is not a wish for more")
  }

  static func hysteresis(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.hysteresis", unit: "pt", .number(0...1_000, part),
      "How much nearer another candidate must be for the start to be left.",
      source: "ours; the tremor of a hand that means to put a surface back")
  }

  static func side(_ part: @escaping Accessor<Tuning, TieSide>) -> Setting {
    Setting(
      "release.tie", .word(part),
      "Which of two candidates that are equally near is taken.",
      source: "ours; the order of a list, from the top")
  }
}

/// Which of two candidates that are equally near a rule takes that looks at the position alone.
public enum TieSide: String, Hashable, SettingWord {
  /// The higher, or later, one.
  case higher
  /// The lower, or earlier, one.
  case lower

  /// What it means, in one sentence.
  public var meaning: String {
    switch self {
    case .higher: "The higher, or later, one."
    case .lower: "The lower, or earlier, one."
    }
  }
}
