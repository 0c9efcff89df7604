import Quantities

extension ReleaseRule {
  /// Picks one end of the segment between two candidates, depending on whether the projection passed the threshold.
  ///
  /// With ``adjacentOnly``, the segment is between the candidates around the position of the surface, and the
  /// projection is limited to the segment. If this segment has no length, the rule uses the next segment in the
  /// direction of the release. Without ``adjacentOnly``, the segment is between the candidates around the projection.
  /// The direction of a release without velocity is the direction from the start to the position.
  ///
  /// Source: FloatingPanel at 7efcc76, `targetPosition(from:with:)` and `segment(at:forward:)`.
  public struct Segment: Hashable, Sendable {
    /// Whether the segment is around the position of the surface rather than around the projection.
    public var adjacentOnly = true
    /// The fraction of the segment past which the end in the direction of the release is picked; unitless.
    public var threshold = 0.5

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Segment: BundledRule {
  static let name = "segment"
  static let meaning =
    "Compares the projection with a threshold in the segment between two candidates. Picks the "
    + "candidate ahead if the projection is past the threshold, and the candidate behind "
    + "otherwise. FloatingPanel uses this rule."
  static let projection = RuleKind.ProjectionUse.time

  static let settings: [Setting<Self>] = [
    .adjacentOnly { $1(&$0.adjacentOnly) },
    .threshold(
      { $1(&$0.threshold) },
      "The rule picks the candidate ahead if the projection is past this fraction of the "
        + "segment between the candidates behind and ahead."),
  ]

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let positions = travel.positions
    let isForward = travel.velocity == 0 ? travel.displacement > 0 : travel.velocity > 0
    let projected = travel.here + travel.velocity * travel.gain * release.lookahead.value
    let around = segment(adjacentOnly ? travel.here : projected, isForward: isForward, positions)
    // If the position is beyond the first or the last candidate, this candidate is both ends of the segment.
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

  /// Returns the indices of the candidates on both sides of `position`; nil for a side without candidates.
  func segment(
    _ position: Double, isForward: Bool, _ positions: [Double]
  ) -> (lower: Int?, upper: Int?) {
    let next = positions.firstIndex { isForward ? position < $0 : position <= $0 }
    guard let next else { return (positions.count - 1, nil) }
    return (next > 0 ? next - 1 : nil, next)
  }
}
