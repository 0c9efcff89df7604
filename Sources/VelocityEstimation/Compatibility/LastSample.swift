internal import Quantities

/// The description of an estimator without any filter, as a baseline for comparisons.
let lastSampleEstimator = EstimatorDescription(
  "last-sample", "velocity between the last two samples; for comparison, not recommended"
) { LastSample(history: $0.history(capacity: 2)) }

/// The description of the estimator of Pantheon's window manager.
let galaEstimator = EstimatorDescription(
  "gala.swipe", "Pantheon: velocity between the last two reports, however long ago they were",
  parameters: [StampGrid.parameter(source: "events of Clutter carry whole milliseconds")]
) { values in
  let history = values.history(capacity: 2)
  return LastSample(
    history: history,
    grid: StampGrid(seconds: values.seconds("grid"), ticksPerSecond: history.ticksPerSecond))
}

/// The step between the last two samples, divided by the time between them.
struct LastSample: VelocityEstimator {
  var history: SampleHistory
  /// The grid of the times; nil for exact times.
  var grid: StampGrid?
  private var newest = Int64.min

  init(history: SampleHistory, grid: StampGrid? = nil) {
    self.history = history
    self.grid = grid
  }

  mutating func reset() {
    history.removeAll()
    grid?.reset()
    newest = .min
  }

  mutating func receive(_ sample: PanSample) {
    // Compare the exact times, because an older sample can have the same time on the grid.
    guard sample.position.isFinite, sample.microseconds >= newest else { return }
    newest = sample.microseconds
    grid?.receive(sample.microseconds)
    let time = grid?.stamp(sample.microseconds) ?? sample.microseconds
    _ = history.admit(PanSample(microseconds: time, position: sample.position))
  }

  func live() -> VelocityEstimate {
    guard history.count == 2 else { return .none(.tooFew) }
    return VelocityEstimate(
      velocity: history.segmentVelocity(0), samplesUsed: 2, span: Seconds(history.age(1)),
      degree: 1, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { live() }
}
