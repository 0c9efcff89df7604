import Quantities

extension ReleaseRule {
  /// The end of the way between the first and the last candidate in whose half the projection is.
  ///
  /// In the middle it is the one ahead, and without any velocity along the way the last: Android's
  /// windows go to the right when they are let go at rest, wherever they are.
  ///
  /// Source: Android, `PhysicsAnimator.flingThenSpring` with `flingMustReachMinOrMax`, at 773a9df.
  public struct Half: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

extension ReleaseRule.Half: RuleNumbers {
  static let name = "half"
  static let meaning =
    "The first or the last candidate, whichever half of the way the projection is in, and the last "
    + "without a velocity, as in Android."
  static let projection = RuleKind.ProjectionUse.timeAndPoint
  static let settings: [Setting<Self>] = []

  func decide(_ release: Release) -> Verdict {
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
