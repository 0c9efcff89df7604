internal import Quantities

let hammerEstimator = EstimatorDescription(
  "hammer", "Hammer.js: mean velocity between two updates, more than 25 ms apart",
  parameters: [
    EstimatorParameter(
      "interval", unit: "ms", default: 25, range: 0...1_000,
      "The velocity is updated at the first sample that is more than this time after the last update.",
      source: "hammer.js input.js, COMPUTE_INTERVAL")
  ]
) { Hammer($0) }

/// The mean velocity over an interval, which ends with the first sample that is more than 25 ms after its start.
///
/// The release counts as a sample at the last position, so a long pause before the release lowers the velocity.
///
/// Source: hammer.js, computeIntervalInputData.
struct Hammer: VelocityEstimator {
  private let interval: Double
  /// The sample at the start of the current interval.
  private var start: SampleHistory
  private var latest: SampleHistory
  private var velocity = Velocity.zero

  init(_ values: EstimatorValues) {
    self.interval = values.seconds("interval")
    self.start = values.history(capacity: 1)
    self.latest = values.history(capacity: 1)
  }

  mutating func reset() {
    start.removeAll()
    latest.removeAll()
    velocity = .zero
  }

  mutating func receive(_ sample: PanSample) {
    guard latest.admit(sample) != .rejected else { return }
    guard start.count > 0 else {
      _ = start.admit(sample)
      return
    }
    guard let renewed = renewed(atMicroseconds: sample.microseconds) else { return }
    velocity = renewed
    _ = start.admit(sample)
  }

  /// The mean velocity from the start of the interval to `microseconds`; nil if the interval is too short.
  private func renewed(atMicroseconds microseconds: Int64) -> Velocity? {
    let time = start.silence(until: microseconds)
    guard time > interval else { return nil }
    let moved = latest[0].position - start[0].position
    return Velocity(moved.x.value / time, moved.y.value / time)
  }

  func live() -> VelocityEstimate {
    guard latest.count > 0 else { return .none(.tooFew) }
    return VelocityEstimate(velocity: velocity, samplesUsed: 2, reason: .ok).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard latest.count > 0 else { return .none(.tooFew) }
    let velocity = renewed(atMicroseconds: microseconds) ?? velocity
    return VelocityEstimate(velocity: velocity, samplesUsed: 2, reason: .ok).checked
  }
}
