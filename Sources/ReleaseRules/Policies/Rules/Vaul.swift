public import Quantities

extension ReleaseRule {
  /// The neighbour on the side of the way for a flick within ``threshold`` of the screen, the end
  /// above ``skip``, else the nearest.
  ///
  /// It goes by the way of the whole gesture and by a speed without a sign, so that a flick back
  /// counts as one on. With one candidate, down and faster than ``flick``, or a quarter of the visible
  /// height down, is out.
  ///
  /// Source: vaul at 3e97aac, `onRelease` and `use-snap-points`.
  public struct Vaul: Hashable, Sendable {
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// A release this fast goes to the end; 0 is never.
    public var skip = PointsPerSecond(0)
    /// The fraction of the screen beyond which a way makes a flick count for nothing; unitless.
    public var threshold = 0.5
    /// Which of two candidates that are equally near is taken.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Vaul: RuleNumbers {
  static let name = "vaul"
  static let meaning =
    "The neighbour on the side of the way, the end when faster, as in vaul."
  static let leavesDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "A release this fast is a flick; 0 is off."),
    .skip({ $1(&$0.skip) }, "A release this fast goes to the end; 0 is never."),
    .threshold(
      { $1(&$0.threshold) },
      "The fraction of the screen beyond which a way makes a flick count for nothing."),
    .side { $1(&$0.tie) },
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let displacement = travel.displacement
    let speed = travel.velocity.magnitude
    func lower() -> Verdict {
      travel.hidden == nil
        ? travel.rest(at: last, .dismissVelocity) : travel.gone(.dismissVelocity)
    }
    if last == 0 {
      guard let hidden = travel.hidden, displacement > 0 else { return travel.rest(at: 0, .single) }
      if speed >= flick.value { return travel.gone(.dismissVelocity) }
      return displacement >= 0.25 * (hidden - travel.positions[0])
        ? travel.gone(.dismissDistance) : travel.rest(at: 0, .single)
    }
    if skip > .zero, speed >= skip.value {
      return displacement < 0 ? travel.rest(at: 0, .thresholdVelocity) : lower()
    }
    let reach = threshold * release.context.screen.y.value
    guard flick > .zero, speed >= flick.value, displacement.magnitude < reach else {
      return travel.rest(
        at: travel.nearest(to: travel.here, prefersLower: tie == .lower), .nearest)
    }
    let next = travel.start + (displacement < 0 ? -1 : 1)
    return next > last ? lower() : travel.rest(at: max(0, next), .thresholdVelocity)
  }
}
