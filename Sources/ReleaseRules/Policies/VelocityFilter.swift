public import Quantities
import VelocityEstimation

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

  /// The velocity that a release has, for a rule that calls `flick` one; zero when it calls none so.
  func velocity(
    of context: ReleaseContext, flick: @autoclosure () -> PointsPerSecond
  ) -> Velocity {
    let velocity = capped(raw(context))
    guard velocity.length >= deadBand, !isOpposed(velocity, context) else { return .zero }
    return damped(velocity, context, flick: flick())
  }

  /// The velocity held to the cap; it keeps its direction.
  func capped(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    return speed > cap ? velocity * (cap / speed) : velocity
  }

  /// What a hand that moved with `estimate` when its touch was taken away counts as having let go with.
  func heard(_ estimate: VelocityEstimate) -> VelocityEstimate {
    switch cancelled {
    case .withoutVelocity: .none(.cancelled)
    case .asLift: estimate
    }
  }

  private func raw(_ context: ReleaseContext) -> Velocity {
    switch source {
    case .estimate: context.estimate.velocity
    case .mean: context.mean ?? context.estimate.velocity
    }
  }

  /// Whether `velocity` goes against the way from the start.
  private func isOpposed(_ velocity: Velocity, _ context: ReleaseContext) -> Bool {
    guard opposed > .zero,
      let start = context.candidates.first(where: { $0.name == context.start })
    else { return false }
    let displacement = context.position - start.position
    return displacement.dot(velocity) < 0 && displacement.length >= opposed
  }

  /// The velocity, less by the square of the fraction of ``dampening`` that is left before the surface
  /// is gone; a flick stays one.
  ///
  /// Source: Compose Material 3 at 080d2b3, `BottomSheet.kt`.
  private func damped(
    _ velocity: Velocity, _ context: ReleaseContext, flick: @autoclosure () -> PointsPerSecond
  ) -> Velocity {
    guard dampening > .zero, let hidden = context.hidden, velocity.y > .zero else {
      return velocity
    }
    let left = max(.zero, hidden.y - context.position.y)
    guard left < dampening else { return velocity }
    let fraction = left / dampening
    var slower = velocity
    slower.y = velocity.y * (fraction * fraction)
    let flick = flick()
    if flick > .zero, velocity.y >= flick { slower.y = max(slower.y, flick) }
    return slower
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
