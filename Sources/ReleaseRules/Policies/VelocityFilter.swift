public import Quantities

extension ReleasePolicy {
  /// The filter that determines the velocity of a release; the first step of a decision.
  public struct VelocityFilter: Hashable, Sendable {
    /// How the velocity of a release is measured.
    public var source = Source.estimate
    /// The effect of a cancelled touch; by default, its release has no velocity and cannot dismiss the surface.
    public var cancelled = Cancellation.withoutVelocity
    /// The speed below which the velocity of a release counts as zero.
    public var deadBand = PointsPerSecond(30)
    /// The highest speed of a release; a faster release is limited to this speed.
    public var cap = PointsPerSecond(8_000)
    /// A velocity back towards the start counts as zero if the start is at least this far away; 0 turns this off.
    public var opposed = Points(0)
    /// The distance from the dismissed position within which a downward velocity is reduced; 0 turns this off.
    public var dampening = Points(0)

    /// Creates the standard filter.
    public init() {}
  }
}

extension ReleasePolicy.VelocityFilter {
  /// How the velocity of a release is measured: by the estimator, or as a mean.
  public enum Source: String, Hashable, SettingWord {
    /// The velocity that the estimator measures at the lift.
    case estimate
    /// The mean velocity of the whole touch: its displacement divided by its duration.
    case mean
  }

  /// The effect of a cancelled touch.
  public enum Cancellation: String, Hashable, SettingWord {
    /// The release has no velocity, and never dismisses the surface.
    case withoutVelocity
    /// The release counts as a lift, with the velocity of the finger.
    case asLift
  }

  /// Returns the settings of the filter; if `canBeGone` is false, without the settings of a dismissal.
  static func settings(canBeGone: Bool) -> [Setting<Self>] {
    [
      Setting(
        "release.source", .word { $1(&$0.source) },
        "How the velocity of a release is measured: by the velocity estimator at the lift, or "
          + "as the mean over the whole touch.",
        source: "our choice; a mean over the whole touch would hide the speed at the lift"),
      Setting(
        "release.cancelled", .word { $1(&$0.cancelled) },
        "How a touch that the system cancels counts: as a release without velocity, or as a normal "
          + "lift.",
        source: "our choice; a cancelled touch is not meant as a throw. Wave treats it as a lift"),
      Setting(
        "release.deadBand", unit: "pt/s", .number(0...100_000) { $1(&$0.deadBand) },
        "A release that is slower than this speed counts as a release without velocity.",
        source: "our choice; a resting finger drifts at up to 20 pt/s as it lifts"),
      Setting(
        "release.cap", unit: "pt/s", .number(0...100_000) { $1(&$0.cap) },
        "The highest speed of a release; the velocity of a faster release is reduced to this speed.",
        source: "Flutter, kMaxFlingVelocity, 8000 logical pixels per second"),
      Setting(
        "release.opposed", unit: "pt", .number(0...100_000) { $1(&$0.opposed) },
        "If the surface is at least this far from the position where the drag began, a release "
          + "with a velocity towards that position counts as a release without velocity; 0 turns "
          + "this off.",
        source: "our choice; off, because users flick back on purpose. Zag uses 24"),
    ]
      + (canBeGone
        ? [
          Setting(
            "release.dampening", unit: "pt", .number(0...100_000) { $1(&$0.dampening) },
            "Within this distance d of the dismissed position, a downward velocity is "
              + "multiplied by (r / d)², where r is the remaining distance; 0 turns this off.",
            source: "our choice; off, so that the velocity counts everywhere. Material 3 uses 125")
        ] : [])
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Source {
  public var meaning: String {
    switch self {
    case .estimate:
      "The velocity of a release is the one that the velocity estimator measures at the lift."
    case .mean:
      "The velocity of a release is the displacement of the whole touch divided by its "
        + "duration, as in vaul."
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleasePolicy.VelocityFilter.Cancellation {
  public var meaning: String {
    switch self {
    case .withoutVelocity:
      "A cancelled touch counts as a release without velocity, and never dismisses the surface."
    case .asLift:
      "A cancelled touch counts as a normal lift with the velocity of the finger, as in Wave."
    }
  }
}
