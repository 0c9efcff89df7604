public import Quantities

extension ReleaseRule {
  /// The end on the side of the way for a flick of at least ``flickDistance``; out past ``threshold`` of
  /// the way from the lowest candidate to where the surface is gone; else the nearest.
  ///
  /// It goes by a speed without a sign, so that a flick back counts as one on.
  ///
  /// Source: astryx, the rule of its sheet.
  public struct FarFlick: Hashable, Sendable {
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)
    /// A flick must have gone this far from the start; 0 is any.
    public var flickDistance = Points(0)
    /// The fraction of the way out past which it is dismissed; unitless.
    public var threshold = 0.5
    /// Which of two candidates that are equally near is taken.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.FarFlick: RuleNumbers {
  static let name = "farFlick"
  static let meaning =
    "The end on the side of the way for a flick, else the nearest, as in astryx."
  static let leavesDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "A release this fast is a flick; 0 is off."),
    .flickDistance { $1(&$0.flickDistance) },
    .threshold({ $1(&$0.threshold) }, "The fraction of the way out past which it is dismissed."),
    .side { $1(&$0.tie) },
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let displacement = travel.displacement
    if flick > .zero, travel.velocity.magnitude >= flick.value,
      displacement.magnitude >= flickDistance.value
    {
      guard displacement >= 0 else { return travel.rest(at: 0, .thresholdVelocity) }
      return travel.hidden == nil
        ? travel.rest(at: last, .thresholdVelocity) : travel.gone(.dismissVelocity)
    }
    if let hidden = travel.hidden, hidden > travel.length,
      (travel.here - travel.length) / (hidden - travel.length) > threshold
    {
      return travel.gone(.dismissDistance)
    }
    return travel.rest(
      at: travel.nearest(to: travel.here, prefersLower: tie == .lower), .nearest)
  }
}
