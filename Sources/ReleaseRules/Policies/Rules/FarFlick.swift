public import Quantities

extension ReleaseRule {
  /// The end in the direction of the displacement for a flick of at least ``flickDistance``; dismissed past
  /// ``threshold`` of the distance from the lowest candidate to the dismissed position; otherwise the nearest.
  ///
  /// The speed has no sign, so a flick back counts as a flick on.
  ///
  /// Source: astryx, the rule of its sheet.
  public struct FarFlick: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The distance from the start that a flick must have covered; 0 is any.
    public var flickDistance = Points(0)
    /// The fraction of the distance to the dismissed position past which it is dismissed; unitless.
    public var threshold = 0.5
    /// The candidate that is picked if two are equally near.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.FarFlick: RuleNumbers {
  static let name = "farFlick"
  static let meaning =
    "The end in the direction of the displacement for a flick, otherwise the nearest, as in astryx."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick({ $1(&$0.flick) }, "The lowest speed of a flick; 0 turns flicks off."),
    .flickDistance { $1(&$0.flickDistance) },
    .threshold(
      { $1(&$0.threshold) },
      "The fraction of the distance to the dismissed position past which the surface is dismissed."),
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
