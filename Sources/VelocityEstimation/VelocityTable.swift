/// The velocities that several estimators compute for one pan, after each sample and at the release.
public struct VelocityTable: Hashable, Sendable {
  /// The velocities that one estimator computes; all rows of a table are for the same samples.
  public struct Row: Hashable, Sendable {
    /// The estimator's name, such as `android.lsq2`.
    public var estimator: String
    /// The velocity after each sample, in the order of the samples.
    public var live: [VelocityEstimate]
    /// The velocity at the release; the reason is `cancelled` if the pan was cancelled.
    public var release: VelocityEstimate
  }

  /// The pan's samples, in the order in which the estimators received them.
  public var samples: [PanSample]
  /// The time of the lift, in microseconds; nil if the pan was cancelled.
  public var releaseMicroseconds: Int64?
  /// One row for each estimator, in the order of the estimators that were passed to the initializer.
  public var rows: [Row]

  /// Creates the table by running the estimators on the samples of a pan.
  ///
  /// - Parameters:
  ///   - samples: The pan's samples, in the order in which the estimators receive them.
  ///   - releaseMicroseconds: The time of the lift; nil if the pan was cancelled.
  ///   - estimators: The estimators, with default parameters.
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
