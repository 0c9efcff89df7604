public import Quantities

extension ReleaseRule {
  /// The candidate nearest to a projection in pages, for a flick at least the next one from the start.
  ///
  /// The projection is `slope · v` up to 2 pages a second and `0.35 (x² − c²) + 2 slope` above, with
  /// `c = slope / 0.7` and `x = v − 2 + c`, where `v` is the velocity in ``page``s a second and `slope` the
  /// projection time. With ``adjacentOnly`` a release reaches at most the neighbours of the start.
  ///
  /// Source: libadwaita at c68992b, `adw-swipe-tracker.c`, and gnome-shell at 8f78208,
  /// `swipeTracker.js`, where a page is 1000 px whatever its size, because the velocity is in
  /// px/ms.
  public struct Swipe: Hashable, Sendable {
    /// The distance that counts as one page; 0 is the whole travel.
    public var page = Points(0)
    /// Whether one release reaches at most the neighbours of the start.
    public var adjacentOnly = true

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Swipe: RuleNumbers {
  static let name = "swipe"
  static let meaning =
    "The candidate nearest to a projection that grows with the square of the speed, at least the "
    + "next one from the start, as in libadwaita."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    Setting(
      "release.page", unit: "pt", .number(0...100_000) { $1(&$0.page) },
      "The length of a page for velocities in pages; 0 is the whole travel.",
      source: "ours; a surface without pages has its whole travel"),
    .adjacentOnly { $1(&$0.adjacentOnly) },
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let length = travel.length
    let last = travel.positions.count - 1
    guard length > 0 else { return travel.rest(at: travel.start, .nearest) }
    // Like the original in progress, which increases from the lowest candidate up.
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

  /// The range of the ascending `points` that a swipe from `initial` may reach.
  ///
  /// The range has one point on each side of `initial`, or on each side of the two points around `initial`.
  func swipeBounds(around initial: Double, _ points: [Double]) -> ClosedRange<Int> {
    let last = points.count - 1
    let nearest = closest(to: initial, points, in: 0...last)
    // Source of 0.005: EPSILON, the distance that counts as being at a point.
    let isThere = (points[nearest] - initial).magnitude < 0.005
    let before = isThere ? nearest : points.lastIndex { $0 <= initial } ?? 0
    let after = isThere ? nearest : points.firstIndex { $0 >= initial } ?? last
    return max(0, before - 1)...min(last, after + 1)
  }

  /// The point nearest to `position`; the first if several are equally near.
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

  /// The projection in pages for a speed in pages a second.
  private func lookahead(of speed: Double, slope: Double) -> Double {
    guard speed > 2 else { return slope * speed }
    let c = slope / 0.7
    let x = speed - 2 + c
    return 0.35 * x * x - 0.35 * c * c + 2 * slope
  }
}
