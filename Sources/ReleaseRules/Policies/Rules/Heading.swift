import Quantities

extension ReleaseRule {
  /// The end that the velocity points to; without one the end that a motion was heading for when
  /// the hand caught it, or else the one that is not the start.
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
    "The end that the velocity points to; without one, on to where it was going."
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
