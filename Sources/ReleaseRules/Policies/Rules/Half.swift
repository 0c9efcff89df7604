import Quantities

extension ReleaseRule {
  /// The first or the last candidate, by the half of the distance between them that contains the projection.
  ///
  /// In the exact middle it is the one ahead, and without any velocity along the line the last: Android's
  /// windows go to the right if they are released at rest, whatever their position.
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
    "The first or the last candidate, by the half of the distance that contains the projection; the last "
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
