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

/// An estimator that estimates nothing and keeps the samples of the touch, for those who want to
/// give them to several estimators.
public struct SampleRecorder: VelocityEstimator {
  /// The samples since the touch-down.
  public private(set) var samples: [PanSample] = []

  /// Starts without samples.
  public init() {}

  /// Forgets the samples, for a new touch.
  public mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// The recorder, whose samples are known after that as well.
  public var unspecified: Estimator { Estimator(self) }

  /// Keeps the next sample.
  public mutating func receive(_ sample: PanSample) { samples.append(sample) }

  /// Nothing.
  public func live() -> VelocityEstimate { .none(.tooFew) }

  /// Nothing.
  public func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { .none(.tooFew) }
}

/// Why no estimator could be made from what was typed.
///
/// Every message says where, what was found, and what to do next.
public enum EstimatorError: Error, Hashable, Sendable {
  /// No estimator has the name.
  case unknownEstimator(found: String, nearest: String?)
  /// The estimator has no such parameter.
  case unknownParameter(estimator: String, found: String, nearest: String?, known: [String])
  /// A setting is not of the form `parameter=number`.
  case malformedSetting(estimator: String, found: String)
  /// A parameter has a number that it cannot take.
  case outOfRange(estimator: String, parameter: String, found: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EstimatorError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownEstimator(let found, let nearest):
      """
      estimator '\(excerpt(of: found))': there is none of this name; \
      \(nearest.map { "did you mean '\($0)'?" } ?? "'flickbook replay --help-estimators' lists all.")
      """
    case .unknownParameter(let estimator, let found, let nearest, let known):
      """
      estimator '\(excerpt(of: estimator))': it has no parameter '\(excerpt(of: found))'; \
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
      ? "it takes none; leave out the ':' and what follows."
      : "it takes \(known.joined(separator: ", "))."
  }
}
