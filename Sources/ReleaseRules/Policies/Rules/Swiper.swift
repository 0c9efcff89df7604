public import Quantities

extension ReleaseRule {
  /// Picks the next page in the direction of a short touch, at any speed, and otherwise the nearest page.
  ///
  /// A touch is short if it lasts at most ``shortTouch``. Its direction is the direction of the drag from the
  /// touch-down to the release, and the next page is the first page from the current position in this direction. A
  /// longer touch turns the page if the position has passed at least the fraction ``threshold`` of the page in the
  /// direction of the drag.
  ///
  /// Source: Swiper 14.0.6, `onTouchEnd.ts`, with `shortSwipes`, `longSwipesMs` and `longSwipesRatio`.
  public struct Swiper: Hashable, Sendable {
    /// The longest time of a short touch, from the touch-down to the release.
    public var shortTouch = Seconds(0.3)
    /// The smallest fraction of a page that a longer touch must pass to turn the page; unitless.
    public var threshold = 0.5

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Swiper: BundledRule {
  static let name = "swiper"
  static let meaning =
    "After a short touch, picks the next page in the direction of the drag, at any velocity. After "
    + "a longer touch, picks one of the two pages around the position by a threshold. Swiper uses "
    + "this rule."

  static let settings: [Setting<Self>] = [
    Setting(
      "release.shortTouch", unit: "s", .number(0...10) { $1(&$0.shortTouch) },
      "The longest duration of a short touch, which turns a page even if its drag is very short.",
      source: "Swiper, longSwipesMs, 300"),
    .threshold(
      { $1(&$0.threshold) },
      "After a longer touch, the rule picks the page ahead if the drag has passed this fraction of "
        + "the page.",
      source: "Swiper, longSwipesRatio, 0.5"),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let drag = travel.displacement(of: release.context)
    let positions = travel.positions
    let last = positions.count - 1
    // `travel` measures from the last page, but Swiper from the first. `before` is the page at the position, or else
    // the last page before the position.
    let before = positions.firstIndex { $0 >= travel.here } ?? last
    let after = max(0, before - 1)
    let isForward = drag < 0
    guard drag != 0, release.context.duration.map({ $0 > shortTouch }) ?? true else {
      guard drag != 0 else { return travel.rest(at: travel.start, .nearest) }
      return travel.rest(at: isForward ? after : before, .thresholdDistance)
    }
    let gap = positions[before] - positions[after]
    let gone = gap > 0 ? (positions[before] - travel.here) / gap : 0
    let isAfter = isForward ? gone >= threshold : gone > 1 - threshold
    return travel.rest(at: isAfter ? after : before, .thresholdDistance)
  }
}
