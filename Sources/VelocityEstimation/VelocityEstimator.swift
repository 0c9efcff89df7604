public import Quantities

/// A position that a pan was at, at a time.
public struct PanSample: Hashable, Sendable {
  /// When, in microseconds of the recording's clock.
  public var microseconds: Int64
  /// Where, in points.
  public var position: Position

  /// Creates a sample.
  public init(microseconds: Int64, position: Position) {
    self.microseconds = microseconds
    self.position = position
  }
}

/// Turns the samples of one pan into a velocity.
///
/// The touch-down is a sample. The lift is a time and not a sample: where a finger was when it
/// left the device is not known. Samples arrive in time order; a repeated timestamp replaces the
/// sample before it, and the reader of the pan takes care of both.
public protocol VelocityEstimator: Sendable {
  /// Forgets everything, for a new pan.
  mutating func reset()

  /// Takes in the next sample.
  mutating func receive(_ sample: PanSample)

  /// The velocity while the finger is down, at the newest sample.
  func live() -> VelocityEstimate

  /// The velocity with which the finger left the device at `microseconds`.
  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate

  /// The same estimator, as one whose kind is not said; there is nothing to write for it.
  var unspecified: Estimator { get }
}
