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
