public import Quantities

extension ReleaseRule {
  /// Picks the page next to the start for a flick, and otherwise the page nearest to the projection.
  ///
  /// Only the direction of the flick counts, even if the finger has moved the pages the other way. Of two pages that are
  /// equally near, the earlier one is picked.
  ///
  /// Source: Embla 9.0.0-rc02 at 25eff504, `DragHandler.ts`, `allowedForce`, and `ScrollTarget.ts`.
  public struct Embla: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(195)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Embla: BundledRule {
  static let name = "embla"
  static let meaning =
    "For a flick, picks the page next to the start in the direction of the flick. For a slower "
    + "release, picks the page nearest to the projection. Embla uses this rule."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off.",
      source: "embla-carousel DragHandler.ts: 20 % of a view of 390 px over 0.4 s")
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    // `travel` measures from the last page, so an earlier page has a larger position.
    guard flick > .zero, travel.velocity.magnitude >= flick.value else {
      let projected = travel.here + travel.velocity * travel.gain * release.lookahead.value
      return travel.rest(at: travel.nearest(to: projected, prefersLower: true), .projected)
    }
    let next = travel.start + (travel.velocity > 0 ? 1 : -1)
    return travel.rest(
      at: max(0, min(next, travel.positions.count - 1)), .thresholdVelocity)
  }
}
