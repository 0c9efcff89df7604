public import Quantities

extension ReleaseRule {
  /// Picks one of the two pages around the position, by a flick or by the distance of the drag.
  ///
  /// A flick picks the page in its direction. For a slower release, the rule measures the drag in pages, and drops the
  /// whole pages. If the remainder is above half a page, the rule picks the page in the direction of the drag.
  /// Otherwise, it picks the other page if the drag is at least as long as the shorter of ``positional`` and half a
  /// page, and the nearest page if the drag is even shorter.
  ///
  /// Source: androidx at 03b78595, `PagerSnapLayoutInfoProvider.kt`, with `PagerSnapDistance.atMost(1)`.
  public struct ComposePager: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(400)
    /// The shortest drag, at most half a page, whose distance decides; a shorter drag picks the nearest page.
    public var positional = Points(56)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.ComposePager: BundledRule {
  static let name = "composePager"
  static let meaning =
    "For a flick, picks the next page from the current position. For a slower release, picks one "
    + "of the two pages around the position, depending on the length of the drag. The pager of "
    + "Compose uses this rule."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off.",
      source: "androidx, MinFlingVelocityDp, 400 dp/s"),
    Setting(
      "release.positional", unit: "pt", .number(0...100_000) { $1(&$0.positional) },
      "A slow drag picks the nearest page if it is shorter than this distance and shorter than "
        + "half a page; otherwise its length decides.",
      source: "androidx, DefaultPositionThreshold, 56 dp"),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let positions = travel.positions
    let last = positions.count - 1
    let below = positions.firstIndex { $0 >= travel.here } ?? last
    let above = positions.lastIndex { $0 <= travel.here } ?? 0
    if flick > .zero, travel.velocity.magnitude >= flick.value {
      return travel.rest(at: travel.velocity > 0 ? below : above, .thresholdVelocity)
    }
    let (page, drag) = (travel.page, travel.displacement(of: release.context))
    let pages = page > 0 ? drag.magnitude / page : 0
    let isAhead = pages - pages.rounded(.down) > 0.5
    guard isAhead || drag.magnitude >= min(positional.value, page / 2) else {
      return travel.rest(at: travel.nearest(to: travel.here, prefersLower: true), .nearest)
    }
    return travel.rest(at: (drag > 0) == isAhead ? below : above, .thresholdDistance)
  }
}
