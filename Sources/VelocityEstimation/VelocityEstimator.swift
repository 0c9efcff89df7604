public import Quantities

/// The position of a pan at a time.
public struct PanSample: Hashable, Sendable {
  /// The time, in microseconds of the recording's clock.
  public var microseconds: Int64
  /// The position, in points.
  public var position: Position

  /// Creates a sample.
  public init(microseconds: Int64, position: Position) {
    self.microseconds = microseconds
    self.position = position
  }
}

/// A type that estimates the velocity of a pan from its samples.
///
/// The first sample is the touch-down. The lift has a time but no sample, because the position at which the finger left
/// the device is unknown. Samples must be passed in the order of their times. A sample with the same timestamp as the
/// previous sample replaces the previous sample.
public protocol VelocityEstimator: Sendable {
  /// Removes all samples, for a new pan.
  mutating func reset()

  /// Adds the next sample.
  mutating func receive(_ sample: PanSample)

  /// The velocity while the finger is down, at the newest sample.
  func live() -> VelocityEstimate

  /// The velocity with which the finger left the device at `microseconds`.
  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate

  /// The type-erased estimator, for which an extension of this protocol has a default implementation.
  var unspecified: Estimator { get }
}

/// An estimator that only records the samples of a touch, so that several estimators can receive them later.
public struct SampleRecorder: VelocityEstimator {
  /// The samples since the touch-down, in the order in which they were received.
  public private(set) var samples: [PanSample] = []

  /// Creates a recorder without samples.
  public init() {}

  /// Removes the samples, for a new touch, but keeps the allocated memory.
  public mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// The type-erased recorder, whose samples are ``Estimator/recordedSamples``.
  public var unspecified: Estimator { Estimator(self) }

  /// Records the next sample, even if its time is the time of the previous sample.
  public mutating func receive(_ sample: PanSample) { samples.append(sample) }

  /// A velocity of zero, because a recorder does not estimate.
  public func live() -> VelocityEstimate { .none(.tooFew) }

  /// A velocity of zero, because a recorder does not estimate.
  public func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { .none(.tooFew) }
}

/// An error in the name or the settings of an estimator.
///
/// Every message contains the place of the error, what was found, and what to do.
public enum EstimatorError: Error, Hashable, Sendable {
  /// No estimator has this name.
  case unknownEstimator(found: String, nearest: String?)
  /// The estimator has no such parameter.
  case unknownParameter(estimator: String, found: String, nearest: String?, known: [String])
  /// A setting is not of the form `parameter=number`.
  case malformedSetting(estimator: String, found: String)
  /// The value of a parameter is not a number in its range.
  case outOfRange(estimator: String, parameter: String, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EstimatorError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownEstimator(let found, let nearest):
      """
      estimator '\(excerpt(of: found))': no estimator has this name; \
      \(nearest.map { "did you mean '\($0)'?" } ?? "'flickbook explain' lists all.")
      """
    case .unknownParameter(let estimator, let found, let nearest, let known):
      """
      estimator '\(excerpt(of: estimator))': unknown parameter '\(excerpt(of: found))'; \
      \(nearest.map { "did you mean '\($0)'?" } ?? Self.listing(known))
      """
    case .malformedSetting(let estimator, let found):
      """
      estimator '\(excerpt(of: estimator))': found '\(excerpt(of: found))'; write parameter=number, separated by commas, as in \
      'android.lsq2:horizon=80'.
      """
    case .outOfRange(let estimator, let parameter, let found, let expected):
      """
      estimator '\(excerpt(of: estimator))', parameter '\(excerpt(of: parameter))': found '\(excerpt(of: found))'; \
      give \(expected).
      """
    }
  }

  private static func listing(_ known: [String]) -> String {
    known.isEmpty
      ? "this estimator has no parameters; remove the ':' and everything after the ':'."
      : "its parameters are \(known.joined(separator: ", "))."
  }
}
