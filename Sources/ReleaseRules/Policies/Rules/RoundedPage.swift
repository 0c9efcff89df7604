public import Quantities

extension ReleaseRule {
  /// The page that `roundedPage(_:going:)` gives, among the candidates.
  public struct RoundedPage: Hashable, Sendable {
    /// A release this fast is a flick; 0 switches flicks off.
    public var flick = PointsPerSecond(300)

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.RoundedPage: RuleNumbers {
  static let name = "roundedPage"
  static let meaning =
    "The candidate that the position rounds to, half a gap on for a flick, as in Flutter's pages."

  static let settings: [Setting<Self>] = [
    .flick(
      { $1(&$0.flick) }, "A release this fast is a flick, half a page on; 0 is off.")
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    // Pages count from the first candidate, the travel from the last.
    let step = !isFlick ? 0 : travel.velocity < 0 ? 1 : -1
    let page = roundedPage(Double(last) - travel.index(at: travel.here), going: step)
    let index = last - Int(max(0, min(page, Double(last))))
    return travel.rest(at: index, isFlick ? .thresholdVelocity : .nearest)
  }
}

/// The page that Flutter goes to from `page` with a flick `step` pages on: half a page in its
/// direction, and rounded, halves away from zero; unitless.
///
/// Exactly on a page above the first, half a page back rounds to that page again, so there a flick
/// back is not answered; so it is upstream.
///
/// Source: Flutter, `PageScrollPhysics._getTargetPixels`.
func roundedPage(_ page: Double, going step: Int) -> Double {
  (page + 0.5 * Double(step)).rounded(.toNearestOrAwayFromZero)
}

extension Travel {
  /// Where `position` is among the candidates: their indices, and in proportion between and beyond
  /// them.
  fileprivate func index(at position: Double) -> Double {
    let last = positions.count - 1
    guard last > 0 else { return 0 }
    let after = max(1, min(positions.firstIndex { $0 >= position } ?? last, last))
    let gap = positions[after] - positions[after - 1]
    return gap > 0 ? Double(after - 1) + (position - positions[after - 1]) / gap : Double(start)
  }
}
