public import Quantities
public import VelocityEstimation

extension VelocityEstimate {
  /// The fastest that a hand pans, in points per second; what is faster is no movement of a hand.
  ///
  /// Source: ours; 4.7 m/s at 163 points per inch, more than the 3 to 4 m/s at which the fastest
  /// reaching movements peak, three times a very hard flick of 10,000 pt/s, and all of an 844 pt
  /// screen in 28 ms.
  public static let fastestHand = PointsPerSecond(30_000)

  /// The estimate as it is, or none where it says more than a hand can do.
  package var ofHand: VelocityEstimate {
    guard !(velocity.length <= Self.fastestHand) else { return self }
    var estimate = VelocityEstimate.none(.outlier)
    estimate.samplesUsed = samplesUsed
    estimate.span = span
    return estimate
  }
}
