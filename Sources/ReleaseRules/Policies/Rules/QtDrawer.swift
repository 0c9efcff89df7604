public import Quantities

extension ReleaseRule {
  /// Picks the first or the last candidate, by the position, then by the velocity, then by the direction of the drag.
  ///
  /// The conditions are checked in this order:
  ///
  /// 1. If the position is above `1 − threshold` of the travel, or the velocity at least ``flick`` towards the last
  ///    candidate, the rule picks the last candidate.
  /// 2. If the position is below `threshold` of the travel, or the velocity at least ``flick`` towards the first
  ///    candidate, the rule picks the first candidate.
  /// 3. Otherwise, the rule picks the candidate in the direction of the drag.
  ///
  /// Source: qtdeclarative at c4d3c0cc, `qquickdrawer.cpp`, `handleRelease`.
  public struct QtDrawer: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The fraction of the travel, from either end, within which the position decides; unitless.
    public var threshold = 0.3

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.QtDrawer: BundledRule {
  static let name = "qtDrawer"
  static let meaning =
    "Picks the nearer end if the position is near an end. Otherwise picks the end in the direction "
    + "of a flick or, without a flick, of the drag. Qt's Drawer uses this rule."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off.",
      source: "qtdeclarative, openCloseVelocityThreshold, 300"),
    .threshold(
      { $1(&$0.threshold) },
      "Within this fraction of the travel from either end, the position decides.",
      source: "qtdeclarative, qquickdrawer.cpp, 0.7 and 0.3"),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    // `travel` starts at the last candidate, so its position and its velocity point to the first.
    let open = travel.length > 0 ? 1 - travel.here / travel.length : 0
    let speed = flick > .zero ? flick.value : .infinity
    if open > 1 - threshold { return travel.rest(at: 0, .thresholdDistance) }
    if -travel.velocity >= speed { return travel.rest(at: 0, .thresholdVelocity) }
    if open < threshold { return travel.rest(at: last, .thresholdDistance) }
    if travel.velocity >= speed { return travel.rest(at: last, .thresholdVelocity) }
    let drag = travel.displacement(of: release.context)
    return travel.rest(at: drag < 0 ? 0 : last, .nearest)
  }
}
