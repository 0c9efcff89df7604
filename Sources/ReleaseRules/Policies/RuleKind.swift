import Quantities
import VelocityEstimation

/// The properties of a rule that do not depend on a release, such as its name, its settings and its inputs.
public struct RuleKind: Sendable {
  /// The part of the projection that a rule uses.
  public enum ProjectionUse: Hashable, Sendable {
    /// The rule does not use the projection.
    case none
    /// The rule uses the projection time, and always projects the surface.
    case time
    /// The rule uses the projection time, and projects the point ``ReleasePolicy/Projection/point``.
    case timeAndPoint
  }

  /// The name of the rule: its word in the setting `release.choice`.
  public let name: String
  /// The behaviour of the rule, in one sentence.
  public let meaning: String
  /// The part of the projection that the rule uses.
  public let projection: ProjectionUse
  /// Whether the rule uses ``ReleasePolicy/dismissal``, the dismissal that rules have in common.
  public let usesCommonDismissal: Bool
  /// The rule with its default numbers.
  public let standard: ReleaseRule
  /// The settings of the rule, which have an effect only while this rule is chosen.
  public let settings: [Setting<ReleasePolicy>]

  /// Whether a rule is of this kind.
  let includes: @Sendable (ReleaseRule) -> Bool
  /// The lowest speed of a flick for a rule of this kind; zero for rules without flicks.
  let flick: @Sendable (ReleaseRule) -> PointsPerSecond

  /// Creates a kind from two conversions: `make` creates a rule from its numbers, and `numbers` does the reverse.
  ///
  /// `numbers` returns nil for a rule of another kind.
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
          // A setting of another rule must not replace the chosen rule.
          if numbers(policy.rule) != nil { policy.rule = make(changed) }
        })
      lifted.conditions.insert(isInForce, at: 0)
      return lifted
    }
  }

  #if !$Embedded
    /// Creates the kind of a registered rule.
    init(
      registered name: String, _ meaning: String, _ parameters: [EstimatorParameter],
      _ projection: ProjectionUse, usesCommonDismissal: Bool
    ) {
      self.name = name
      self.meaning = meaning
      self.projection = projection
      self.usesCommonDismissal = usesCommonDismissal
      standard = .custom(ReleaseRule.Custom(name))
      settings = parameters.map {
        $0.setting(ofRule: name, get: { $0.rule.text }, set: { $0.choose($1) })
      }
      includes = { $0.kind.name == name }
      flick = { _ in .zero }
    }
  #endif
}

// Several rules share these settings. A rule passes its own meaning, or the source of its own default, as an argument.
extension Setting {
  static func flick(
    _ part: @escaping Accessor<Tuning, PointsPerSecond>, _ meaning: String,
    source: String = "our choice; above 300 pt/s, FloatingPanel lets its spring overshoot"
  ) -> Setting {
    Setting(
      "release.flick", unit: "pt/s", .number(0...100_000, part),
      "\(meaning) In Compose, by contrast, a velocityThreshold of 0 makes every release a flick.",
      source: source)
  }

  static func flickDistance(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.flickDistance", unit: "pt", .number(0...100_000, part),
      "A flick has an effect only if the surface is at least this far from its start.",
      source: "our choice; no minimum, so that the shortest flick counts. astryx uses 48")
  }

  static func across(_ part: @escaping Accessor<Tuning, PointsPerSecond>) -> Setting {
    Setting(
      "release.across", unit: "pt/s", .number(0...100_000, part),
      "A flick has an effect only if its speed along the direction of the dismissal exceeds its "
        + "speed across that direction by at least this value; 0 turns this condition off.",
      source: "our choice; off, so that a slanted flick counts. Flutter's Dismissible uses 400")
  }

  static func keepsSurfaceOnFlickBack(_ part: @escaping Accessor<Tuning, Bool>) -> Setting {
    Setting(
      "release.keepsSurfaceOnFlickBack", .flag(part),
      "Whether a flick back towards the start prevents a dismissal, even if the surface was "
        + "pulled past the threshold.",
      source: "our choice; the flick is the last movement, so it shows the intent")
  }

  static func threshold(
    _ part: @escaping Accessor<Tuning, Double>, _ meaning: String,
    source: String = "Wave's sheet sample, where the threshold is half of the distance"
  ) -> Setting {
    Setting("release.threshold", .number(0...1, part), meaning, source: source)
  }

  static func positional(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.positional", unit: "pt", .number(0...100_000, part),
      "A threshold in points that replaces the fraction release.threshold; 0 uses the fraction.",
      source: "our choice; a fraction suits every screen size. Compose Material 3 uses 56")
  }

  static func adjacentOnly(_ part: @escaping Accessor<Tuning, Bool>) -> Setting {
    Setting(
      "release.adjacentOnly", .flag(part),
      "Whether one release moves the surface at most to the next candidate in either direction.",
      source: "our choice; one candidate at a time, as in FloatingPanel, Flutter and Compose")
  }

  static func skip(_ part: @escaping Accessor<Tuning, PointsPerSecond>, _ meaning: String)
    -> Setting
  {
    Setting(
      "release.skip", unit: "pt/s", .number(0...100_000, part), meaning,
      source: "our choice; 0, because a faster flick does not mean that the user aims farther")
  }

  static func hysteresis(_ part: @escaping Accessor<Tuning, Points>) -> Setting {
    Setting(
      "release.hysteresis", unit: "pt", .number(0...1_000, part),
      "The rule picks another candidate than the start only if it is nearer to the projection "
        + "than the start by at least this distance.",
      source: "our choice; a finger that returns a surface to its start misses it by less")
  }

  static func side(_ part: @escaping Accessor<Tuning, TieSide>) -> Setting {
    Setting(
      "release.tie", .word(part),
      "Which of two candidates the rule picks if both are equally near.",
      source: "our choice; in a list that is read from the top, the higher one comes first")
  }
}

/// The candidate that a rule without a projection picks if two candidates are equally near.
public enum TieSide: String, Hashable, SettingWord {
  /// The higher candidate, or the later page.
  case higher
  /// The lower candidate, or the earlier page.
  case lower

  /// The meaning, in one sentence.
  public var meaning: String {
    switch self {
    case .higher:
      "The rule picks the higher of two equally near candidates, or the later of two pages."
    case .lower:
      "The rule picks the lower of two equally near candidates, or the earlier of two pages."
    }
  }
}
