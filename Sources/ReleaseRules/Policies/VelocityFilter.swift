public import Quantities

extension ReleasePolicy {
  /// The filter that determines the velocity of a release; the first step of a decision.
  public struct VelocityFilter: Hashable, Sendable {
    /// The source of the velocity.
    public var source = Source.estimate
    /// The effect of a cancelled touch.
    public var cancelled = Cancellation.withoutVelocity
    /// A release slower than this has no velocity.
    public var deadBand = PointsPerSecond(30)
    /// The highest speed of a release.
    public var cap = PointsPerSecond(8_000)
    /// A velocity against a displacement of at least this length counts as zero; 0 turns this off.
    public var opposed = Points(0)
    /// A downward velocity is damped within this distance of the dismissed position; 0 turns this off.
    public var dampening = Points(0)

    /// Creates the standard filter.
    public init() {}
  }
}

extension ReleasePolicy.VelocityFilter {
  /// The source of the velocity of a release.
  public enum Source: String, Hashable, SettingWord {
    /// The estimator.
    case estimate
    /// The mean over the touch: its displacement divided by its duration.
    case mean
  }

  /// The effect of a cancelled touch.
  public enum Cancellation: String, Hashable, SettingWord {
    /// The release has no velocity, and dismisses nothing.
    case withoutVelocity
    /// The same as a lift, with the velocity of the finger.
    case asLift
  }

  /// The settings of the filter; if `canBeGone` is false, without those that only a surface that can be
  /// dismissed needs.
  static func settings(canBeGone: Bool) -> [Setting<Self>] {
    [
      Setting(
        "release.source", .word { $1(&$0.source) },
        "The source of the velocity of a release.",
        source: "ours; the speed at the end, which a mean over the whole touch hides"),
      Setting(
        "release.cancelled", .word { $1(&$0.cancelled) },
        "The effect of a cancelled touch: no velocity, or the same as a lift.",
        source: "ours; a palm does not throw. Wave's samples treat both ends the same"),
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000) { $1(&$0.deadBand) },
        "A release slower than this has no velocity.",
        source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000) { $1(&$0.cap) },
        "The highest speed of a release; a faster one is limited to it.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels a second"),
      Setting(
        "release.opposed", unit: "pt", .number(0...100_000) { $1(&$0.opposed) },
        "A velocity against a displacement of at least this length counts as zero; 0 turns this off.",
        source: "ours; off, because a flick back is intended. Zag has 24"),
    ]
      + (canBeGone
        ? [
          Setting(
            "release.dampening", unit: "pt", .number(0...100_000) { $1(&$0.dampening) },
            "A downward velocity is damped within this distance of the dismissed position; 0 turns this off.",
            source: "ours; off, so that the velocity counts everywhere. Compose Material 3 has 125")
        ] : [])
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Source {
  public var meaning: String {
    switch self {
    case .estimate: "The estimator."
    case .mean: "The mean over the touch: its displacement divided by its duration, as in vaul."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Cancellation {
  public var meaning: String {
    switch self {
    case .withoutVelocity: "The release has no velocity, and dismisses nothing."
    case .asLift: "The same as a lift, with the velocity of the finger, as in Wave."
    }
  }
}
