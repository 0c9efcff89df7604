internal import Quantities

/// The description of an estimator without any filter, as a baseline for comparisons.
let lastSampleEstimator = EstimatorDescription(
  "last-sample", "velocity between the last two samples; for comparison, not recommended"
) { LastSample(history: $0.history(capacity: 2)) }

/// The step between the last two samples, divided by the time between them.
struct LastSample: VelocityEstimator {
  var history: SampleHistory

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) { _ = history.admit(sample) }

  func live() -> VelocityEstimate {
    guard history.count == 2 else { return .none(.tooFew) }
    return VelocityEstimate(
      velocity: history.segmentVelocity(0), samplesUsed: 2, span: Seconds(history.age(1)),
      degree: 1, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate { live() }
}
