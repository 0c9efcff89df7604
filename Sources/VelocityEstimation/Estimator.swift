/// An estimator, whichever it is; a value like the estimator itself.
///
/// - Complexity: The default estimator is changed where it is. Each sample puts another one into a new
///   box of its own, which costs an allocation.
public struct Estimator: VelocityEstimator {
  // Not `any VelocityEstimator`, which Embedded Swift does not have; it has boxes that are classes.
  private enum Kind: Sendable {
    case none
    /// One, in an array, so that it is moved as a word and changed where it is.
    case bayesian([BayesianEstimator])
    /// One as well.
    case recorder([SampleRecorder])
    case other(any EstimatorBox)
  }

  private var kind: Kind

  /// Takes an estimator of any kind.
  public init(_ estimator: some VelocityEstimator) { self = estimator.unspecified }

  /// Stands in where nobody asks for a velocity.
  public static let none = Estimator(kind: .none)

  /// The estimator itself.
  public var unspecified: Estimator { self }

  /// The samples of the touch, where it is a ``SampleRecorder``.
  public var recordedSamples: [PanSample] {
    if case .recorder(let recorder) = kind { recorder[0].samples } else { [] }
  }

  init(_ bayesian: BayesianEstimator) { kind = .bayesian([bayesian]) }
  init(_ recorder: SampleRecorder) { kind = .recorder([recorder]) }
  fileprivate init(boxing estimator: some VelocityEstimator) {
    kind = .other(BoxedEstimator(estimator: estimator))
  }
  private init(kind: Kind) { self.kind = kind }

  /// Forgets everything, for a new pan.
  public mutating func reset() {
    switch kind {
    case .none: break
    case .bayesian(var one):
      kind = .none  // So that nobody else has it and it is not copied.
      one[0].reset()
      kind = .bayesian(one)
    case .recorder(var one):
      kind = .none
      one[0].reset()
      kind = .recorder(one)
    case .other(let box): kind = .other(box.reset())
    }
  }

  /// Takes in the next sample.
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
  /// The estimator in a box, which costs an allocation for each sample.
  public var unspecified: Estimator { Estimator(boxing: self) }
}

/// What is asked of an estimator in a box, which never changes.
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
