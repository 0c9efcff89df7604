import Quantities

extension ReleaseRule {
  /// Picks the candidate nearest to the position plus 2 × displacement × speed.
  ///
  /// The displacement is in points, and the speed in points per millisecond. Unless the release is upward, the rule
  /// first checks for a dismissal: the surface is dismissed if its height at the position plus displacement × speed is
  /// less than the fraction ``threshold`` of the lowest candidate's height. The search for the nearest candidate rounds
  /// the height to whole points.
  ///
  /// Source: react-spring-bottom-sheet at 3cb57d1, its code for the end of a drag, and `findSnap`.
  public struct ReactSpringBottomSheet: Hashable, Sendable {
    /// The fraction of the lowest candidate's height below which the surface is dismissed; unitless.
    public var threshold = 0.5
    /// The candidate that is picked if two are equally near.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.ReactSpringBottomSheet: BundledRule {
  static let name = "reactSpringBottomSheet"
  static let meaning =
    "Picks the candidate nearest to the position plus 2 × displacement × speed, with the "
    + "displacement from the start and the speed in points per millisecond. "
    + "react-spring-bottom-sheet uses this rule."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .threshold(
      { $1(&$0.threshold) },
      "The surface is dismissed if its projected height is below this fraction of the height of "
        + "the lowest candidate."),
    .side { $1(&$0.tie) },
  ]
  static let words = [table(of: "release.tie", TieSide.self)]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let bottom = (release.context.screen.y - travel.candidates[0].position.y).value
    // The original measures speeds in points per millisecond.
    let projected = travel.displacement * travel.velocity.magnitude / 1000
    if let hidden = travel.hidden, travel.velocity >= 0 {
      let height = hidden - (travel.here + projected)
      if height < threshold * (hidden - travel.length) { return travel.gone(.dismissDistance) }
    }
    let position = max(0, min(travel.here + 2 * projected, travel.length))
    let rounded = bottom - (bottom - position + 0.5).rounded(.down)
    return travel.rest(
      at: travel.nearest(to: rounded, prefersLower: tie == .lower), .projected)
  }
}
