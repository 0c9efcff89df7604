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
  /// The standard error of each component; zero where the estimator does not know it.
  public var standardError: Velocity
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
    velocity: Velocity, standardError: Velocity = .zero, samplesUsed: Int = 0,
    span: Seconds = .zero, degree: Int = 0, reason: Reason
  ) {
    self.velocity = velocity
    self.standardError = standardError
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
