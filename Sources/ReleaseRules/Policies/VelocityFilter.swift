public import Quantities

extension ReleasePolicy {
  /// What the velocity of a release is; the first step of a decision.
  public struct VelocityFilter: Hashable, Sendable {
    /// Which velocity it is.
    public var source = Source.estimate
    /// What a touch that is taken away means.
    public var cancelled = Cancellation.withoutVelocity
    /// A release slower than this has no velocity.
    public var deadBand = PointsPerSecond(30)
    /// A faster release counts as this fast.
    public var cap = PointsPerSecond(8_000)
    /// A velocity against a way from the start of at least this length is none; 0 is off.
    public var opposed = Points(0)
    /// A downward velocity is damped within this distance of where the surface is gone; 0 is off.
    public var dampening = Points(0)

    /// Creates the standard filter.
    public init() {}
  }
}

extension ReleasePolicy.VelocityFilter {
  /// Which velocity a release has.
  public enum Source: String, Hashable, SettingWord {
    /// What the estimator says.
    case estimate
    /// The whole way of the touch by its whole time.
    case mean
  }

  /// What a touch that is taken away means.
  public enum Cancellation: String, Hashable, SettingWord {
    /// It has no velocity, and dismisses nothing.
    case withoutVelocity
    /// The same as one that is lifted, with the velocity that the hand had.
    case asLift
  }

  /// The settings of the filter; without what a surface that is never gone has no use for, when
  /// `canBeGone` is false.
  static func settings(canBeGone: Bool) -> [Setting<Self>] {
    [
      Setting(
        "release.source", .word { $1(&$0.source) },
        "What the velocity of a release is.",
        source: "ours; the speed at the end, which a mean over the whole touch hides"),
      Setting(
        "release.cancelled", .word { $1(&$0.cancelled) },
        "What a touch that is taken away means: no velocity, or the same as a lift.",
        source: "ours; a palm does not throw. Wave's samples take both ends alike"),
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000) { $1(&$0.deadBand) },
        "A release slower than this has no velocity.",
        source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000) { $1(&$0.cap) },
        "A faster release counts as this fast.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
      Setting(
        "release.opposed", unit: "pt", .number(0...100_000) { $1(&$0.opposed) },
        "A velocity against a way of at least this length is none; 0 is off.",
        source: "ours; off, because a flick back is meant. Zag has 24"),
    ]
      + (canBeGone
        ? [
          Setting(
            "release.dampening", unit: "pt", .number(0...100_000) { $1(&$0.dampening) },
            "A downward velocity is damped this near to where the surface is gone; 0 is off.",
            source: "ours; off, a hand is believed wherever it is. Compose Material 3 has 125")
        ] : [])
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Source {
  public var meaning: String {
    switch self {
    case .estimate: "What the estimator says."
    case .mean: "The whole way of the touch by its whole time, as in vaul."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Cancellation {
  public var meaning: String {
    switch self {
    case .withoutVelocity: "It has no velocity, and dismisses nothing."
    case .asLift: "The same as one that is lifted, with the velocity of the hand, as in Wave."
    }
  }
}
