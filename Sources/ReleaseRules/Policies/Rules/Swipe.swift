public import Quantities

extension ReleaseRule {
  /// Picks the candidate nearest to the projection, but at least the candidate next to the start.
  ///
  /// The projection adds the following number of pages to the position. Here, `v` is the velocity in pages per
  /// second, and `slope` is the projection time in seconds:
  ///
  ///     slope · v                    for v ≤ 2
  ///     0.35 (x² − c²) + 2 slope     for v > 2, with c = slope / 0.7, x = v − 2 + c
  ///
  /// A release with a velocity goes at least to the next candidate in its direction. A release without velocity goes to
  /// the nearest candidate. With ``adjacentOnly``, a release goes at most to a candidate next to the start.
  ///
  /// Source: libadwaita at c68992b, `adw-swipe-tracker.c`, and gnome-shell at 8f78208, `swipeTracker.js`. There, the
  /// velocity of the formula is in px/ms, as if every page were 1000 px long.
  public struct Swipe: Hashable, Sendable {
    /// The distance that counts as one page; 0 is the whole travel.
    public var page = Points(0)
    /// Whether one release goes at most to a candidate next to the start.
    public var adjacentOnly = true

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Swipe: BundledRule {
  static let name = "swipe"
  static let meaning =
    "Picks the candidate nearest to the projection. For fast swipes, the distance of the "
    + "projection grows with the square of the speed. A swipe always moves at least to the next "
    + "candidate in its direction. libadwaita uses this rule."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    Setting(
      "release.page", unit: "pt", .number(0...100_000) { $1(&$0.page) },
      "The projection of a swipe is computed in pages of this length; 0 means the distance from "
        + "the first to the last candidate.",
      source: "our choice; the whole travel counts as one page if a surface has no pages"),
    .adjacentOnly { $1(&$0.adjacentOnly) },
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let length = travel.length
    let last = travel.positions.count - 1
    guard length > 0 else { return travel.rest(at: travel.start, .nearest) }
    // As in the original, a position is a fraction of the travel: 0 at the lowest candidate, 1 at the highest.
    let points = travel.positions.reversed().map { (length - $0) / length }
    let start = last - travel.start
    let bounds = adjacentOnly ? swipeBounds(around: points[start], points) : 0...last
    let progress = (length - travel.here) / length
    guard travel.velocity != 0 else {
      return travel.rest(at: last - closest(to: progress, points, in: bounds), .nearest)
    }
    let isUp = travel.velocity < 0
    let pages = lookahead(
      of: travel.velocity.magnitude / 1000, slope: release.lookahead.value)
    let ahead = page > .zero ? pages * page.value / length : pages
    let projected = progress + (isUp ? ahead : -ahead)
    let held = max(points[bounds.lowerBound], min(projected, points[bounds.upperBound]))
    let behind = isUp ? points.lastIndex { $0 <= held } : points.firstIndex { $0 >= held }
    if behind == start {
      let next = start + (isUp ? 1 : -1)
      return travel.rest(
        at: last - max(bounds.lowerBound, min(next, bounds.upperBound)), .flickFloor)
    }
    return travel.rest(
      at: last - closest(to: held, points, in: bounds),
      held == projected ? .projected : .clampedToAdjacent)
  }

  /// Returns the indices of the points that a swipe from `initial` may reach.
  ///
  /// The `points` are the positions of the candidates, ascending. If `initial` is at a point, the swipe may reach that
  /// point and one point on each side. Otherwise, the swipe may reach the two points around `initial`, and one more
  /// point on each side.
  func swipeBounds(around initial: Double, _ points: [Double]) -> ClosedRange<Int> {
    let last = points.count - 1
    let nearest = closest(to: initial, points, in: 0...last)
    // 0.005 is `EPSILON` of the original: a position within this distance of a point counts as being at the point.
    let isThere = (points[nearest] - initial).magnitude < 0.005
    let before = isThere ? nearest : points.lastIndex { $0 <= initial } ?? 0
    let after = isThere ? nearest : points.firstIndex { $0 >= initial } ?? last
    return max(0, before - 1)...min(last, after + 1)
  }

  /// Returns the index of the point nearest to `position`; the first if several are equally near.
  private func closest(
    to position: Double, _ points: [Double], in range: ClosedRange<Int>
  ) -> Int {
    var best = range.lowerBound
    for index in range
    where (points[index] - position).magnitude < (points[best] - position).magnitude {
      best = index
    }
    return best
  }

  /// Returns the projection in pages, for a speed in pages per second.
  private func lookahead(of speed: Double, slope: Double) -> Double {
    guard speed > 2 else { return slope * speed }
    let c = slope / 0.7
    let x = speed - 2 + c
    return 0.35 * x * x - 0.35 * c * c + 2 * slope
  }
}
