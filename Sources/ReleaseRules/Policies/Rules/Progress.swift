public import Quantities

extension ReleaseRule {
  /// Picks the last candidate if the projection is past the threshold, and otherwise the first candidate.
  ///
  /// A flick goes to the first or the last candidate, whichever is in its direction, and ignores the threshold.
  ///
  /// Source: Wave at a52498e, its sheet sample. The flick is from Flutter, `drawer.dart`.
  public struct Progress: Hashable, Sendable {
    /// The fraction of the distance from the first to the last candidate past which the last is picked; unitless.
    public var threshold = 0.5
    /// The lowest speed of a flick; 0 turns flicks off.
    public var flick = PointsPerSecond(300)

    /// Creates the standard rule.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Progress: BundledRule {
  static let name = "progress"
  static let meaning =
    "Picks the last candidate if the projection is past the threshold, and the first candidate "
    + "otherwise. A flick goes to the first or the last candidate, whichever lies in its "
    + "direction."
  static let projection = RuleKind.ProjectionUse.timeAndPoint

  static let settings: [Setting<Self>] = [
    .threshold(
      { $1(&$0.threshold) },
      "The rule picks the last candidate if the projection is past this fraction of the "
        + "distance from the first to the last candidate."),
    .flick(
      { $1(&$0.flick) },
      "The lowest speed at which a release counts as a flick; 0 turns flicks off."),
  ]

  public func decide(_ release: Release) -> Verdict {
    let candidates = release.context.candidates
    let (first, last) = (candidates[0], candidates[candidates.count - 1])
    let displacement = last.position - first.position
    func along(_ pair: Planar<some Quantity>) -> Double { pair.dot(displacement) }
    let squared = along(displacement)
    let speed = squared > 0 ? along(release.velocity) / squared.squareRoot() : 0
    if flick > .zero, speed.magnitude >= flick.value {
      return .rest(speed > 0 ? last : first, .thresholdVelocity)
    }
    let progress = squared > 0 ? along(release.projected - first.position) / squared : 0
    return .rest(progress > threshold ? last : first, .thresholdDistance)
  }
}
