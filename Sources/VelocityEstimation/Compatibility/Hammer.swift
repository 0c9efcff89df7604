internal import Quantities

/// Hammer.js, by name.
let hammerEstimator = EstimatorDescription(
  "hammer", "Hammer.js: mean velocity, renewed when more than 25 ms have passed",
  parameters: [
    EstimatorParameter(
      "interval", unit: "ms", default: 25, range: 0...1_000,
      "How long it lasts until the next sample counts, or makes a new velocity.",
      source: "hammer.js input.js, COMPUTE_INTERVAL")
  ]
) { Hammer($0) }

/// The mean velocity of an interval that lasts until a sample is more than 25 ms from its start.
///
/// The release counts as a sample at the last position, so a pause before it is seen.
/// Source: hammer.js, computeIntervalInputData.
struct Hammer: VelocityEstimator {
  private let interval: Double
  /// The sample that began the running interval.
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

  /// The velocity from the interval's start to now, if the interval has lasted long enough.
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
