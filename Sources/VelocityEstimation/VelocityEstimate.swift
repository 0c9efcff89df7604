public import Quantities

/// The velocity of a pan, as an estimator computes it from the samples.
public struct VelocityEstimate: Hashable, Sendable {
  /// The reason for the velocity of an estimate, in particular for a velocity of zero.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The velocity was computed from the samples.
    case ok
    /// The finger stood still before the release.
    case stopped
    /// There are not enough samples to compute a velocity.
    case tooFew
    /// The touch was cancelled, so it has no velocity.
    case cancelled
    /// The last samples turned away from the direction of the motion and were ignored.
    case hookRejected
    /// The fitted velocity points against the path of the samples, so it was replaced by zero.
    case misaligned
    /// The samples imply a speed that no finger reaches, so their positions or times are wrong.
    case outlier
  }

  /// The velocity; zero unless the reason is `ok` or `hookRejected`.
  public var velocity: Velocity
  /// The covariance of the error of the velocity; nil if the estimator computes none.
  public var covariance: VelocityCovariance?
  /// The probability that the finger was at rest, from 0 to 1; nil if the estimator computes none.
  public var restProbability: Double?
  /// The probability that the finger rolled while it lifted, from 0 to 1; nil if the estimator computes none.
  public var rollProbability: Double?
  /// The number of samples from which the velocity was computed.
  public var samplesUsed: Int
  /// The time from the oldest to the newest of the samples from which the velocity was computed.
  public var span: Seconds
  /// The degree of the fitted polynomial; 0 if none was fitted.
  public var degree: Int
  /// The reason for the velocity; every reason except `ok` and `hookRejected` means a velocity of zero.
  public var reason: Reason

  /// Creates an estimate.
  public init(
    velocity: Velocity, covariance: VelocityCovariance? = nil, restProbability: Double? = nil,
    rollProbability: Double? = nil, samplesUsed: Int = 0, span: Seconds = .zero, degree: Int = 0,
    reason: Reason
  ) {
    self.velocity = velocity
    self.covariance = covariance
    self.restProbability = restProbability
    self.rollProbability = rollProbability
    self.samplesUsed = samplesUsed
    self.span = span
    self.degree = degree
    self.reason = reason
  }

  /// An estimate with a velocity of zero, for which no samples were used.
  public static func none(_ reason: Reason) -> VelocityEstimate {
    VelocityEstimate(velocity: .zero, reason: reason)
  }
}

/// The covariance of the error of a velocity along the axes of the screen, in pt²/s².
public struct VelocityCovariance: Hashable, Sendable {
  /// The variance along x, the covariance of x and y, and the variance along y.
  public var xx, xy, yy: Double

  /// Creates a covariance.
  public init(xx: Double, xy: Double, yy: Double) { (self.xx, self.xy, self.yy) = (xx, xy, yy) }

  /// The standard error along x; never negative.
  public var errorX: PointsPerSecond { PointsPerSecond(max(xx, 0).squareRoot()) }

  /// The standard error along y; never negative.
  public var errorY: PointsPerSecond { PointsPerSecond(max(yy, 0).squareRoot()) }

  /// The standard error along the direction of `velocity`, or along x if `velocity` is zero; never negative.
  public func error(along velocity: Velocity) -> PointsPerSecond {
    let (x, y) = (velocity.x.value, velocity.y.value)
    let squared = x * x + y * y
    let variance = squared > 0 ? (x * (x * xx + 2 * y * xy) + y * y * yy) / squared : xx
    return PointsPerSecond(max(variance, 0).squareRoot())
  }

  /// The standard error across the direction of `velocity`, or along y if `velocity` is zero; never negative.
  public func error(across velocity: Velocity) -> PointsPerSecond {
    guard velocity != .zero else { return errorY }
    return error(along: Velocity(x: PointsPerSecond(-velocity.y.value), y: velocity.x))
  }

  /// The covariance for errors that are `factor` times as large.
  func scaled(by factor: Double) -> VelocityCovariance {
    let square = factor * factor
    return VelocityCovariance(xx: xx * square, xy: xy * square, yy: yy * square)
  }

  /// Whether all three numbers are finite.
  public var isFinite: Bool { xx.isFinite && xy.isFinite && yy.isFinite }
}

extension VelocityEstimate.Reason {
  /// An explanation of the reason and of its effect on the velocity, in one or two sentences.
  public var meaning: String {
    switch self {
    case .ok: "The velocity follows from the samples before the release."
    case .stopped: "The finger stood still before the release, so the velocity is zero."
    case .tooFew:
      "There are too few samples for a velocity, as after a tap or a touch without a report, so the velocity is zero."
    case .cancelled: "The system or palm rejection cancelled the touch, so there is no velocity."
    case .hookRejected:
      """
      The last samples bend away from the motion, as when a finger rolls while it lifts. They were \
      ignored, and the velocity is the velocity before them.
      """
    case .misaligned:
      "The fitted velocity points against the path of the samples, so it was replaced by zero."
    case .outlier:
      "The samples are faster than any finger: positions or times are wrong, so the velocity is zero."
    }
  }
}
