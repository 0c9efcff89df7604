import Quantities

extension ReleaseRule {
  /// Picks the first or the last candidate, whichever is on the same side of the middle as the projection.
  ///
  /// If the projection is exactly in the middle, the rule picks the candidate in the direction of the velocity. Without
  /// a velocity along the line between the candidates, the rule picks the last candidate. On Android, a window that is
  /// released at rest therefore goes to the right, whatever its position.
  ///
  /// Source: Android, `PhysicsAnimator.flingThenSpring` with `flingMustReachMinOrMax`, at 773a9df.
  public struct Half: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Half: BundledRule {
  static let name = "half"
  static let meaning =
    "Picks the first or the last candidate, whichever is nearer to the projection. A release "
    + "without velocity goes to the last candidate. Android uses this rule."
  static let projection = RuleKind.ProjectionUse.timeAndPoint

  public func decide(_ release: Release) -> Verdict {
    let candidates = release.context.candidates
    let (first, last) = (candidates[0], candidates[candidates.count - 1])
    let displacement = last.position - first.position
    let off = release.projected - (first.position + displacement / 2)
    let past = off.dot(displacement)
    let pace = release.velocity.dot(displacement)
    let isLast = pace == 0 || past > 0 || past == 0 && pace > 0
    return .rest(isLast ? last : first, .thresholdDistance)
  }
}
