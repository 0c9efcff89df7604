/// A type-erased estimator with value semantics.
///
/// - Complexity: The default estimator and a ``SampleRecorder`` are changed in place. Any other estimator is copied
///   into a new box for each sample, which costs one allocation.
public struct Estimator: VelocityEstimator {
  // Embedded Swift does not support `any VelocityEstimator`, but it supports existentials of class-bound protocols.
  // Estimators of other types are therefore stored in an object, the box.
  private enum Kind: Sendable {
    case none
    /// The default estimator, as the only element of an array.
    ///
    /// Moving the array copies one word, and the element can be changed in place.
    case bayesian([BayesianEstimator])
    /// A recorder, as the only element of an array, for the same reasons as ``bayesian(_:)``.
    case recorder([SampleRecorder])
    case other(any EstimatorBox)
  }

  private var kind: Kind

  /// Creates a type-erased copy of an estimator; an `Estimator` is copied as it is, without a second box.
  public init(_ estimator: some VelocityEstimator) { self = estimator.unspecified }

  /// A placeholder that ignores samples; its velocity is zero, with the reason `tooFew`.
  public static let none = Estimator(kind: .none)

  /// The estimator itself, because its type is erased already.
  public var unspecified: Estimator { self }

  /// The samples of the touch if the estimator is a ``SampleRecorder``, otherwise empty.
  public var recordedSamples: [PanSample] {
    if case .recorder(let recorder) = kind { recorder[0].samples } else { [] }
  }

  init(_ bayesian: BayesianEstimator) { kind = .bayesian([bayesian]) }
  init(_ recorder: SampleRecorder) { kind = .recorder([recorder]) }
  fileprivate init(boxing estimator: some VelocityEstimator) {
    kind = .other(BoxedEstimator(estimator: estimator))
  }
  private init(kind: Kind) { self.kind = kind }

  /// Removes all samples, for a new pan.
  public mutating func reset() {
    switch kind {
    case .none: break
    case .bayesian(var one):
      kind = .none  // Drops the second reference, so that the array is not copied.
      one[0].reset()
      kind = .bayesian(one)
    case .recorder(var one):
      kind = .none
      one[0].reset()
      kind = .recorder(one)
    case .other(let box): kind = .other(box.reset())
    }
  }

  /// Adds the next sample, which must not be earlier than the previous sample.
  public mutating func receive(_ sample: PanSample) {
    switch kind {
    case .none: break
    case .bayesian(var one):
      kind = .none
      one[0].receive(sample)
      kind = .bayesian(one)
    case .recorder(var one):
      kind = .none
      one[0].receive(sample)
      kind = .recorder(one)
    case .other(let box): kind = .other(box.received(sample))
    }
  }

  /// The velocity while the finger is down, at the newest sample.
  public func live() -> VelocityEstimate {
    switch kind {
    case .none: .none(.tooFew)
    case .bayesian(let one): one[0].live()
    case .recorder(let one): one[0].live()
    case .other(let box): box.live()
    }
  }

  /// The velocity with which the finger left the device at `microseconds`.
  public func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    switch kind {
    case .none: .none(.tooFew)
    case .bayesian(let one): one[0].released(atMicroseconds: microseconds)
    case .recorder(let one): one[0].released(atMicroseconds: microseconds)
    case .other(let box): box.released(atMicroseconds: microseconds)
    }
  }
}

extension VelocityEstimator {
  /// The estimator in a box; each sample allocates a new box.
  public var unspecified: Estimator { Estimator(boxing: self) }
}

/// An immutable box with an estimator, whose methods return a changed copy.
private protocol EstimatorBox: AnyObject, Sendable {
  func reset() -> any EstimatorBox
  func received(_ sample: PanSample) -> any EstimatorBox
  func live() -> VelocityEstimate
  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate
}

private final class BoxedEstimator<Kind: VelocityEstimator>: EstimatorBox {
  private let estimator: Kind

  init(estimator: Kind) { self.estimator = estimator }

  func reset() -> any EstimatorBox {
    var estimator = estimator
    estimator.reset()
    return BoxedEstimator(estimator: estimator)
  }

  func received(_ sample: PanSample) -> any EstimatorBox {
    var estimator = estimator
    estimator.receive(sample)
    return BoxedEstimator(estimator: estimator)
  }

  func live() -> VelocityEstimate { estimator.live() }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    estimator.released(atMicroseconds: microseconds)
  }
}
