public import Quantities

extension ReleaseRule {
  /// Picks the expanded, the half expanded or the collapsed position, as Material's bottom sheet does.
  ///
  /// The middle candidate is the half expanded position, unless ``fitsContents`` is true. In Material, the projection
  /// time is called hide friction, ``threshold`` is called hide threshold, and ``flick`` significant velocity.
  ///
  /// For a release at rest between the expanded and the half expanded position, Material compares the y coordinate of
  /// the surface (not its distance from the expanded position) with its distance from the collapsed position. This rule
  /// does the same.
  ///
  /// Source: Material Components for Android at ac7e18e, `BottomSheetBehavior.onViewReleased`.
  public struct HalfExpanded: Hashable, Sendable {
    /// The lowest speed of a downward flick, which can hide the surface; 0 turns flicks off.
    public var flick = PointsPerSecond(300)
    /// The fraction of the distance from the collapsed to the hidden position; a projection past it hides the surface.
    public var threshold = 0.5
    /// Whether the surface has no half expanded position.
    public var fitsContents = false
    /// Whether the surface never returns to the collapsed position.
    public var skipsCollapsed = false

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.HalfExpanded: BundledRule {
  static let name = "halfExpanded"
  static let meaning =
    "Picks the expanded, half expanded, collapsed or dismissed position in the same way as "
    + "Material's bottom sheet."
  static let projection = RuleKind.ProjectionUse.time
  static let usesCommonDismissal = false

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest downward speed at which a release counts as a flick and dismisses the "
        + "surface; 0 turns flicks off."),
    .threshold(
      { $1(&$0.threshold) },
      "The surface can be dismissed if the projection is past this fraction of the distance "
        + "from the collapsed to the dismissed position."
    ),
    Setting(
      "release.fitsContents", .flag { $1(&$0.fitsContents) },
      "Whether the rule ignores the half expanded position.",
      source: "our choice; the rule uses every position of the surface. Material has true"),
    Setting(
      "release.skipsCollapsed", .flag { $1(&$0.skipsCollapsed) },
      "Whether the surface never returns to the collapsed position.",
      source: "Material, BottomSheetBehavior, skipCollapsed, false"),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let top = travel.candidates[0].position.y.value
    let positions = travel.positions
    let last = positions.count - 1
    let middle = fitsContents || last < 2 ? nil : last / 2
    let (here, velocity) = (travel.here, travel.velocity)
    func nearer(_ one: Int, _ other: Int) -> Int {
      (here - positions[one]).magnitude < (here - positions[other]).magnitude ? one : other
    }
    if velocity < 0 {
      return travel.rest(
        at: middle.map { here > positions[$0] ? $0 : 0 } ?? 0, .thresholdVelocity)
    }
    if let hidden = travel.hidden, shouldHide(travel, hidden, release.lookahead) {
      if flick > .zero && velocity >= flick.value { return travel.gone(.dismissVelocity) }
      // The limit is half of the distance from the expanded position to the hidden position.
      if here > hidden / 2 { return travel.gone(.dismissDistance) }
      return travel.rest(at: middle.map { nearer(0, $0) } ?? 0, .nearest)
    }
    guard let middle else {
      return travel.rest(at: velocity > 0 ? last : nearer(0, last), .nearest)
    }
    if velocity == 0, here < positions[middle] {
      let isUp = here + top < (here - positions[last]).magnitude
      return travel.rest(at: isUp ? 0 : middle, .thresholdDistance)
    }
    return travel.rest(at: nearer(middle, last), .nearest)
  }

  private func shouldHide(_ travel: Travel, _ hidden: Double, _ lookahead: Seconds) -> Bool {
    if skipsCollapsed { return true }
    let collapsed = travel.length
    guard travel.here >= collapsed, hidden > collapsed else { return false }
    let projected = travel.here + lookahead.value * travel.velocity
    return (projected - collapsed).magnitude / (hidden - collapsed) > threshold
  }
}
