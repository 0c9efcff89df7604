import Quantities

/// The properties of a rule that do not depend on a release: its name, its settings, its inputs.
public struct RuleKind: Sendable {
  /// The part of the projection that a rule uses.
  public enum ProjectionUse: Hashable, Sendable {
    /// The rule does not use the projection.
    case none
    /// The rule uses the projection time, and always projects the surface.
    case time
    /// The rule uses the projected point.
    case timeAndPoint
  }

  /// The word of `release.choice`.
  public let name: String
  /// The behaviour of the rule, in one sentence.
  public let meaning: String
  /// The part of the projection that it uses.
  public let projection: ProjectionUse
  /// Whether it uses the dismissal that rules have in common.
  public let usesCommonDismissal: Bool
  /// The rule with its default numbers.
  public let standard: ReleaseRule
  /// The settings of the rule, which have an effect while a policy has the rule.
  public let settings: [Setting<ReleasePolicy>]

  /// Whether a rule is of this kind.
  let includes: @Sendable (ReleaseRule) -> Bool
  /// The flick speed of a rule of this kind.
  let flick: @Sendable (ReleaseRule) -> PointsPerSecond

  /// Creates the kind of the rules that `make` creates from numbers and `numbers` converts back.
  init<Numbers: RuleNumbers>(
    _ make: @escaping @Sendable (Numbers) -> ReleaseRule,
    numbers: @escaping @Sendable (ReleaseRule) -> Numbers?
  ) {
    name = Numbers.name
    meaning = Numbers.meaning
    projection = Numbers.projection
    usesCommonDismissal = Numbers.usesCommonDismissal
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

// Settings that several rules share, with the words of each; a rule with another default gives its source.
extension Setting {
  static func flick(
    _ part: @escaping Accessor<Tuning, PointsPerSecond>, _ meaning: String,
    source: String = "ours; the 300 pt/s above which FloatingPanel's spring overshoots"
  ) -> Setting {
    Setting(
      "release.flick", unit: "pt/s", .number(0...100_000, part),
      "\(meaning) In Compose, a velocityThreshold of 0 makes every release a flick.",
      source: source)
  }

  static func flickDistance(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.flickDistance", unit: "pt", .number(0...100_000, part),
      "The distance from the start that a flick must have covered.",
      source: "ours; no minimum, so that the shortest flick counts. astryx has 48")
  }

  static func across(_ part: @escaping Accessor<Tuning, PointsPerSecond>) -> Setting {
    Setting(
      "release.across", unit: "pt/s", .number(0...100_000, part),
      "How much faster along its direction than across it a flick must be; 0 turns this off.",
      source: "ours; off, so that a slanted flick counts. Flutter's Dismissible has 400")
  }

  static func heedsFlickBack(_ part: @escaping Accessor<Tuning, Bool>) -> Setting {
    Setting(
      "release.heedsFlickBack", .flag(part),
      "Whether a flick back keeps the surface, however far it was pulled.",
      source: "ours; the flick came last, so it shows the intent")
  }

  static func threshold(
    _ part: @escaping Accessor<Tuning, Double>, _ meaning: String,
    source: String = "Wave's sheet sample, half of the distance"
  ) -> Setting {
    Setting("release.threshold", .number(0...1, part), meaning, source: source)
  }

  static func positional(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.positional", unit: "pt", .number(0...100_000, part),
      "The threshold as a distance; 0 uses release.threshold, a fraction, instead.",
      source: "ours; a fraction suits every screen. Compose Material 3 has 56")
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
      source: "ours; never, because a hard flick does not ask for a farther target")
  }

  static func hysteresis(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.hysteresis", unit: "pt", .number(0...1_000, part),
      "How much nearer than the start another candidate must be to be picked.",
      source: "ours; the tremor of a finger that puts the surface back")
  }

  static func side(_ part: @escaping Accessor<Tuning, TieSide>) -> Setting {
    Setting(
      "release.tie", .word(part),
      "The candidate that is picked if two are equally near.",
      source: "ours; the order of a list, from the top")
  }
}

/// The candidate that a rule without a projection picks if two are equally near.
public enum TieSide: String, Hashable, SettingWord {
  /// The higher, or later, candidate.
  case higher
  /// The lower, or earlier, candidate.
  case lower

  /// The meaning, in one sentence.
  public var meaning: String {
    switch self {
    case .higher: "The higher, or later, candidate."
    case .lower: "The lower, or earlier, candidate."
    }
  }
}
