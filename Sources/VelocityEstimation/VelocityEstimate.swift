public import Quantities

/// What an estimator says of a pan's velocity.
public struct VelocityEstimate: Hashable, Sendable {
  /// Why the velocity is what it is.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The samples tell a velocity.
    case ok
    /// The hand stood still before the release.
    case stopped
    /// There are not enough samples.
    case tooFew
    /// The touch was cancelled, so it has no velocity.
    case cancelled
    /// The last samples bent away from the motion and were left out.
    case hookRejected
    /// The fit points against the path that the samples took.
    case misaligned
    /// No hand is as fast as the samples say, so that positions or times are wrong.
    case outlier
  }

  /// The velocity; zero unless the reason allows one.
  public var velocity: Velocity
  /// How certain the velocity is; nil if the estimator does not know.
  public var covariance: VelocityCovariance?
  /// The probability that the finger was at rest; unitless, nil if the estimator does not know.
  public var restProbability: Double?
  /// The probability that the last samples show the finger roll off; unitless, nil if the estimator does not know.
  public var rollProbability: Double?
  /// How many samples were used.
  public var samplesUsed: Int
  /// The time from the oldest sample used to the newest.
  public var span: Seconds
  /// The degree of the polynomial that was fitted; 0 where none was.
  public var degree: Int
  /// Why the velocity is what it is.
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

  /// No velocity, for `reason`.
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

  /// The standard error along the direction of `velocity`, or along x if that is zero; never negative.
  public func error(along velocity: Velocity) -> PointsPerSecond {
    let (x, y) = (velocity.x.value, velocity.y.value)
    let squared = x * x + y * y
    let variance = squared > 0 ? (x * (x * xx + 2 * y * xy) + y * y * yy) / squared : xx
    return PointsPerSecond(max(variance, 0).squareRoot())
  }

  /// The standard error across the direction of `velocity`, or along y if that is zero; never negative.
  public func error(across velocity: Velocity) -> PointsPerSecond {
    guard velocity != .zero else { return errorY }
    return error(along: Velocity(x: PointsPerSecond(-velocity.y.value), y: velocity.x))
  }

  /// The same with errors `factor` times as large.
  func scaled(by factor: Double) -> VelocityCovariance {
    let square = factor * factor
    return VelocityCovariance(xx: xx * square, xy: xy * square, yy: yy * square)
  }

  /// Whether all three are finite.
  public var isFinite: Bool { xx.isFinite && xy.isFinite && yy.isFinite }
}

extension VelocityEstimate.Reason {
  /// What it says of the hand, and what follows, for a reader.
  public var meaning: String {
    switch self {
    case .ok: "The samples before the release tell the velocity."
    case .stopped: "The hand stood still before it let go, so the velocity is zero."
    case .tooFew:
      "There are not enough samples for a velocity, as after a tap or a touch without a report; it is zero."
    case .cancelled: "The touch was taken away, by the system or a palm, so there is no velocity."
    case .hookRejected:
      """
      The last samples bend away from the motion, as a finger does when it rolls off; they were left \
      out, and the velocity is that of the motion before.
      """
    case .misaligned:
      "The fitted velocity points against the way that the samples took, so it is not trusted and is zero."
    case .outlier:
      "No hand is as fast as the samples say: positions or times are wrong, so the velocity is zero."
    }
  }
}
