import Quantities

extension ReleaseRule {
  /// Picks the end of the travel in the direction of the velocity.
  ///
  /// Without a velocity, the surface continues to its previous target if the touch caught it in motion. A surface that
  /// rested at one end goes to the other end. A surface that rested between the ends returns to its start.
  ///
  /// Source: fluid-interfaces at da5c66c, `Momentum.swift`.
  public struct Heading: Hashable, Sendable {
    /// Creates the rule, which has no numbers.
    public init() {}
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ReleaseRule.Heading: BundledRule {
  static let name = "direction"
  static let meaning =
    "Picks the outermost candidate in the direction of the velocity. Without a velocity, a "
    + "surface that was caught in motion continues to its previous target, and a surface that "
    + "rested at one end goes to the other end."

  public func decide(_ release: Release) -> Verdict {
    let travel = release.travel
    let last = travel.positions.count - 1
    guard travel.velocity == 0 else {
      return travel.rest(at: travel.velocity < 0 ? 0 : last, .thresholdVelocity)
    }
    let isHeld = release.context.isCaught || (travel.start != 0 && travel.start != last)
    return travel.rest(at: isHeld ? travel.start : last - travel.start, .continued)
  }
}
