public import Quantities

extension ReleaseRule {
  /// The candidate for the page that `roundedPage(_:going:)` returns.
  public struct RoundedPage: Hashable, Sendable {
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.RoundedPage: RuleNumbers {
  static let name = "roundedPage"
  static let meaning =
    "The position rounded to a candidate, half a gap farther for a flick, as in Flutter's pages."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) },
      "The lowest speed of a flick, which adds half a page; 0 turns flicks off.")
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    // Pages are counted from the first candidate, the travel from the last.
    let step = !isFlick ? 0 : travel.velocity < 0 ? 1 : -1
    let page = roundedPage(Double(last) - travel.index(at: travel.here), going: step)
    let index = last - Int(max(0, min(page, Double(last))))
    return travel.rest(at: index, isFlick ? .thresholdVelocity : .nearest)
  }
}

/// The target page of Flutter for a flick by `step` pages at `page`: half a page is added in that
/// direction, and the sum is rounded, halves away from zero; unitless.
///
/// As in the original, half a page back from exactly a page above the first rounds to that page again, so
/// a flick back has no effect there.
///
/// Source: Flutter, `PageScrollPhysics._getTargetPixels`.
func roundedPage(_ page: Double, going step: Int) -> Double {
  (page + 0.5 * Double(step)).rounded(.toNearestOrAwayFromZero)
}

extension Travel {
  /// The position among the candidates as an index, in proportion between and beyond the
  /// candidates.
  fileprivate func index(at position: Double) -> Double {
    let last = positions.count - 1
    guard last > 0 else { return 0 }
    let after = max(1, min(positions.firstIndex { $0 >= position } ?? last, last))
    let gap = positions[after] - positions[after - 1]
    return gap > 0 ? Double(after - 1) + (position - positions[after - 1]) / gap : Double(start)
  }
}
