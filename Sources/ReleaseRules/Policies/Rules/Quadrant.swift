import Quantities

extension ReleaseRule {
  /// The candidate in the quarter of the screen that contains the projection; if the candidates differ along
  /// one axis only, in the half.
  public struct Quadrant: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

extension ReleaseRule.Quadrant: RuleNumbers {
  static let name = "quadrant"
  static let meaning =
    "The candidate in the same quarter of the screen as the projected point."
  static let projection = RuleKind.ProjectionUse.timeAndPoint
  static let settings: [Setting<Self>] = []

  func decide(_ release: Release) -> Verdict {
    let candidates = release.context.candidates
    let half = release.context.screen / 2
    let right = release.projected.x >= half.x
    let low = release.projected.y >= half.y
    let centre =
      candidates.reduce(Position.zero) { $0 + $1.position } / Double(candidates.count)
    let match = candidates.first {
      let position = $0.position
      return (position.x == centre.x || (position.x > centre.x) == right)
        && (position.y == centre.y || (position.y > centre.y) == low)
    }
    return .rest(match ?? candidates[0], .projected)
  }
}
