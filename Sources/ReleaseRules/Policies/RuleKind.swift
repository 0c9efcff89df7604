import Quantities
public import VelocityEstimation

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

  /// The name of the rule: its value for the setting `release.choice`.
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
  /// A Markdown table for each setting whose value is a word.
  let words: [String]
  #if !$Embedded
    /// The parameters of a rule of your own; a parameter `distance` is the setting `release.distance`.
    public let parameters: [EstimatorParameter]
    let answer: (@Sendable (Release) -> Answer)?
  #endif

  init<Numbers: BundledRule>(_ rule: Numbers.Type) {
    name = Numbers.name
    meaning = Numbers.meaning
    projection = Numbers.projection
    usesCommonDismissal = Numbers.usesCommonDismissal
    standard = ReleaseRule(Numbers())
    words = Numbers.words
    #if !$Embedded
      (parameters, answer) = ([], nil)
    #endif
    let isInForce = SettingCondition<ReleasePolicy>("release.choice", [Numbers.name]) {
      $0.rule.numbers(of: Numbers.self) != nil
    }
    settings = Numbers.settings.map { setting in
      var lifted: Setting<ReleasePolicy> = setting.lifted(
        reading: { $0.rule.numbers(of: Numbers.self) ?? Numbers() },
        writing: { policy, changed in
          // A setting of another rule must not replace the chosen rule.
          if isInForce.holds(policy) { policy.rule = ReleaseRule(changed) }
        })
      lifted.conditions.insert(isInForce, at: 0)
      return lifted
    }
  }

  #if !$Embedded
    /// Creates a rule of your own: its name, its parameters, and the closure that picks a target.
    ///
    /// After ``ReleaseRule/register(_:)``, the name is a value of the setting `release.choice`. Each parameter is a
    /// setting, such as `release.distance`, that has an effect while this rule is chosen.
    ///
    /// - Parameters:
    ///   - name: A lower-case word of letters, digits, `-` and `.`.
    ///   - meaning: The behaviour of the rule, in one sentence.
    ///   - parameters: The parameters, which may have the names of settings of other rules.
    ///   - projection: The part of the projection that the rule uses. With `none`, `release.projection` has no effect,
    ///     unless the common dismissal uses the projection.
    ///   - usesCommonDismissal: Whether ``ReleasePolicy/dismissal`` can dismiss the surface before the rule is asked.
    ///   - decide: Picks the target of a release. The closure must always give the same answer for the same release. It
    ///     is called from several threads at once.
    public init(
      _ name: String, _ meaning: String, parameters: [EstimatorParameter] = [],
      projection: ProjectionUse = .timeAndPoint, usesCommonDismissal: Bool = true,
      decide: @escaping @Sendable (Release) -> Answer
    ) {
      (self.name, self.meaning, self.parameters) = (name, meaning, parameters)
      (self.projection, self.usesCommonDismissal) = (projection, usesCommonDismissal)
      (words, answer) = ([], decide)
      standard = ReleaseRule(ReleaseRule.Custom(name))
      @Sendable func chosen(_ policy: ReleasePolicy) -> ReleaseRule.Custom? {
        policy.rule.numbers(of: ReleaseRule.Custom.self).flatMap { $0.name == name ? $0 : nil }
      }
      let isInForce = SettingCondition<ReleasePolicy>("release.choice", [name]) {
        chosen($0) != nil
      }
      settings = parameters.map { parameter in
        let (key, standard) = (parameter.name, parameter.defaultValue)
        return Setting(
          "release.\(key)", unit: parameter.unit,
          .number(
            parameter.range, get: { chosen($0)?.values[key] ?? standard },
            set: { policy, number in
              guard var custom = chosen(policy) else { return }
              custom.values[key] = number == standard ? nil : number
              policy.rule = ReleaseRule(custom)
            }), parameter.meaning, source: parameter.source
        ).only(isInForce)
      }
    }

    /// The answer of the closure that decides for your own rule.
    public enum Answer: Hashable, Sendable {
      /// The surface comes to rest at the candidate with this name; it is dismissed if the name is ``Decision/gone``.
      case picked(String, because: Decision.Reason)
      /// The rule has no answer; the message describes the problem and what to do about it.
      case failed(String)
    }
  #endif
}

// Several rules have these settings. A rule passes its own meaning, or the source of its own default, as an argument.
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
      "The rule picks another candidate than the start only if that candidate is nearer to the "
        + "projection than the start by at least this distance.",
      source: "our choice; a finger that returns a surface to its start misses it by less")
  }

  static func side(_ part: @escaping Accessor<Tuning, TieSide>) -> Setting {
    Setting(
      "release.tie", .word(part),
      "Which of two candidates the rule picks if both are equally near.",
      source: "our choice; in a list that is read from the top, the higher candidate is first")
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
