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
