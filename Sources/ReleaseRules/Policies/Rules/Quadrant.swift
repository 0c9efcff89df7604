import Quantities

extension ReleaseRule {
  /// Picks the candidate in the same quarter of the screen as the projection.
  ///
  /// If the candidates differ along only one axis, the halves of the screen count instead of the quarters.
  public struct Quadrant: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Quadrant: BundledRule {
  static let name = "quadrant"
  static let meaning =
    "Picks the candidate that is in the same quarter of the screen as the projection."
  static let projection = RuleKind.ProjectionUse.timeAndPoint

  public func decide(_ release: Release) -> Verdict {
    let candidates = release.context.candidates
    let half = release.context.screen / 2
    let right = release.projected.x >= half.x
    let low = release.projected.y >= half.y
    let centre =
      candidates.reduce(Position.zero) { $0 + $1.position } / Double(candidates.count)
    // Along each axis, a candidate belongs to the half of the screen on its side of the centre of all candidates.
    let match = candidates.first {
      let position = $0.position
      return (position.x == centre.x || (position.x > centre.x) == right)
        && (position.y == centre.y || (position.y > centre.y) == low)
    }
    return .rest(match ?? candidates[0], .projected)
  }
}
