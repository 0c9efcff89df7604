import Quantities

extension ReleaseRule {
  /// The end that the velocity points to; without a velocity, the previous target if the touch caught the
  /// surface in motion, otherwise the end that is not the start.
  ///
  /// Source: fluid-interfaces at da5c66c, `Momentum.swift`.
  public struct Heading: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

extension ReleaseRule.Heading: RuleNumbers {
  static let name = "direction"
  static let meaning =
    "The end that the velocity points to; without a velocity, the end to which it was moving."
  static let settings: [Setting<Self>] = []

  func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    guard travel.velocity == 0 else {
      return travel.rest(at: travel.velocity < 0 ? 0 : last, .thresholdVelocity)
    }
    let isHeld = release.context.isCaught || (travel.start != 0 && travel.start != last)
    return travel.rest(at: isHeld ? travel.start : last - travel.start, .continued)
  }
}
