public import Quantities

extension ReleaseRule {
  /// Picks the end of the travel in the direction of the displacement for a flick, otherwise the nearest candidate.
  ///
  /// The displacement is measured from the start, and must be at least ``flickDistance`` for a flick. If the surface
  /// has a dismissed position, this position is the lower end of the travel. Only the speed of a flick counts, so a
  /// flick back towards the start has the same effect as a flick away from it. A slower release dismisses the surface
  /// past the fraction ``threshold`` of the distance from the lowest candidate to the dismissed position.
  ///
  /// Source: the rule of the sheet in astryx.
  public struct FarFlick: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The lowest distance from the start at which a flick counts; 0 allows any distance.
    public var flickDistance = Points(0)
    /// A slower release dismisses the surface past this fraction of the distance to the dismissed position; unitless.
    public var threshold = 0.5
    /// The candidate that is picked if two are equally near.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.FarFlick: BundledRule {
  static let name = "farFlick"
  static let meaning =
    "A flick moves the surface to the outermost position in the direction of the drag. A slower "
    + "release goes to the nearest candidate. astryx uses this rule."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off."),
    .flickDistance { $1(&$0.flickDistance) },
    .threshold(
      { $1(&$0.threshold) },
      "A release that is no flick dismisses the surface if it is past this fraction of the "
        + "distance from the lowest candidate to the dismissed position."),
    .side { $1(&$0.tie) },
  ]
  static let words = [table(of: "release.tie", TieSide.self)]

  public func decide(_ release: Release) -> Verdict {
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
