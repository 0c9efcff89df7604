/// What every estimator says of one pan, while it goes on and when it is released.
public struct VelocityTable: Hashable, Sendable {
  /// What one estimator says.
  public struct Row: Hashable, Sendable {
    /// The estimator's name.
    public var estimator: String
    /// The velocity after each sample, in the order of the samples.
    public var live: [VelocityEstimate]
    /// The velocity at the release; `cancelled` where there is none.
    public var release: VelocityEstimate
  }

  /// The pan's samples.
  public var samples: [PanSample]
  /// When the finger left, in microseconds; nil where the pan was cancelled.
  public var releaseMicroseconds: Int64?
  /// One row for each estimator, in the order in which they were given.
  public var rows: [Row]

  /// Runs estimators over the samples of a pan.
  ///
  /// - Parameters:
  ///   - samples: The pan's samples in the order of delivery.
  ///   - releaseMicroseconds: When the finger left; nil where the pan was cancelled.
  ///   - estimators: The estimators, each with its defaults.
  public init(
    samples: [PanSample], releaseMicroseconds: Int64?,
    estimators: [EstimatorDescription] = allEstimators
  ) {
    self.samples = samples
    self.releaseMicroseconds = releaseMicroseconds
    self.rows = estimators.map { description in
      var estimator = description.estimator()
      let live = samples.map { sample in
        estimator.receive(sample)
        return estimator.live()
      }
      let release =
        releaseMicroseconds.map { estimator.released(atMicroseconds: $0) } ?? .none(.cancelled)
      return Row(estimator: description.name, live: live, release: release)
    }
  }
}
