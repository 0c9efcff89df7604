public import Quantities

extension ReleaseRule {
  /// Picks the page nearest to the position, to which a flick first adds half a page; see `roundedPage(_:going:)`.
  public struct RoundedPage: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.RoundedPage: BundledRule {
  static let name = "roundedPage"
  static let meaning =
    "Picks the page nearest to the position of the release. For a flick, this position is first "
    + "moved by half a page in the flick's direction. Flutter's pages use this rule."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick, for which the rule adds half a page "
        + "to the position before it picks; 0 turns flicks off.")
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    // Flutter counts pages from the first candidate, but the indices of `travel` count from the last.
    let step = !isFlick ? 0 : travel.velocity < 0 ? 1 : -1
    let page = roundedPage(Double(last) - travel.index(at: travel.here), going: step)
    let index = last - Int(max(0, min(page, Double(last))))
    return travel.rest(at: index, isFlick ? .thresholdVelocity : .nearest)
  }
}

/// Returns Flutter's target page for a flick at `page`, which is in pages from the first.
///
/// The function adds half a page in the direction of `step`: 1 forward, -1 back, or 0 without a flick. It then rounds
/// the sum to a whole page, with halves away from zero. As in the original, a flick back from exactly a page therefore
/// has no effect, because half a page less is rounded up to the same page again.
///
/// Source: Flutter, `PageScrollPhysics._getTargetPixels`.
func roundedPage(_ page: Double, going step: Int) -> Double {
  (page + 0.5 * Double(step)).rounded(.toNearestOrAwayFromZero)
}

extension Travel {
  /// Returns `position` as a fractional index of the candidates, interpolated between and extrapolated beyond them.
  fileprivate func index(at position: Double) -> Double {
    let last = positions.count - 1
    guard last > 0 else { return 0 }
    let after = max(1, min(positions.firstIndex { $0 >= position } ?? last, last))
    let gap = positions[after] - positions[after - 1]
    return gap > 0 ? Double(after - 1) + (position - positions[after - 1]) / gap : Double(start)
  }
}
