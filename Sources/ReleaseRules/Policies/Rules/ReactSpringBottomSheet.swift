import Quantities

extension ReleaseRule {
  /// Picks the candidate nearest to the position plus 2 × displacement × speed, in points and points per millisecond.
  ///
  /// First, the rule checks for a dismissal, unless the release is upward: the surface is dismissed if its height at
  /// the position plus displacement × speed is less than the fraction ``threshold`` of the lowest candidate's height.
  /// The search for the nearest candidate uses a height that is rounded to whole points.
  ///
  /// Source: react-spring-bottom-sheet at 3cb57d1, the end of its drag and `findSnap`.
  public struct ReactSpringBottomSheet: Hashable, Sendable {
    /// The fraction of the lowest candidate's height below which the surface is dismissed; unitless.
    public var threshold = 0.5
    /// The candidate that is picked if two are equally near.
    public var tie = TieSide.higher

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.ReactSpringBottomSheet: RuleNumbers {
  static let name = "reactSpringBottomSheet"
  static let meaning =
    "Picks the candidate nearest to the position plus twice displacement × speed, as in react-spring-bottom-sheet."
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .threshold(
      { $1(&$0.threshold) },
      "The fraction of the lowest candidate's height below which the surface is dismissed."),
    .side { $1(&$0.tie) },
  ]

  func decide(_ release: Release) -> Verdict {
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
