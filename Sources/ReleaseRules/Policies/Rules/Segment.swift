import Quantities

extension ReleaseRule {
  /// One end of the segment between two candidates, by the side of the threshold on which the projection is.
  ///
  /// The segment is the one around the position, or the next one in the direction of the release if that has
  /// no length; the projection is clamped to it. With ``adjacentOnly`` off it is the one around the
  /// projection. Without a velocity, the direction is that from the start to the position.
  ///
  /// Source: FloatingPanel at 7efcc76, `targetPosition(from:with:)` and `segment(at:forward:)`.
  public struct Segment: Hashable, Sendable {
    /// Whether the segment is the one around the position.
    public var adjacentOnly = true
    /// The fraction of the segment that a projection must pass to go on; unitless.
    public var threshold = 0.5

    /// Creates the standard rule.
    public init() {}
  }
}

extension ReleaseRule.Segment: RuleNumbers {
  static let name = "segment"
  static let meaning =
    "One end of the segment between two candidates, by the projected progress within it, "
    + "as in FloatingPanel."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .threshold(
      { $1(&$0.threshold) }, "The fraction of the segment that a projection must pass to go on."),
  ]

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let positions = travel.positions
    let isForward = travel.velocity == 0 ? travel.displacement > 0 : travel.velocity > 0
    let projected = travel.here + travel.velocity * travel.gain * release.lookahead.value
    let around = segment(adjacentOnly ? travel.here : projected, isForward: isForward, positions)
    // Beyond an end, both sides are that end candidate.
    let lower = around.lower ?? 0
    let upper = around.upper ?? positions.count - 1
    var (from, to) = isForward ? (lower, upper) : (upper, lower)
    if adjacentOnly, from == to {
      to = max(0, min(to + (isForward ? 1 : -1), positions.count - 1))
    }
    guard from != to else { return travel.rest(at: from, .projected) }
    let (low, high) = (min(positions[from], positions[to]), max(positions[from], positions[to]))
    let reached = adjacentOnly ? max(low, min(projected, high)) : projected
    let progress = (reached - positions[from]).magnitude / (high - low)
    return travel.rest(
      at: progress > threshold ? to : from,
      reached == projected ? .thresholdDistance : .clampedToAdjacent)
  }

  /// The candidates on both sides of `position`; nil beyond the ends.
  func segment(
    _ position: Double, isForward: Bool, _ positions: [Double]
  ) -> (lower: Int?, upper: Int?) {
    let next = positions.firstIndex { isForward ? position < $0 : position <= $0 }
    guard let next else { return (positions.count - 1, nil) }
    return (next > 0 ? next - 1 : nil, next)
  }
}
