internal import Quantities

let emblaEstimator = EstimatorDescription(
  "embla", "Embla: mean velocity since the touch-down, or since the last restart, each 170 ms",
  parameters: [
    EstimatorParameter(
      "interval", unit: "ms", default: 170, range: 1...10_000,
      "The mean starts again at the first sample more than this time after its start; a rest that "
        + "is longer than this time ends a flick.",
      source: "embla-carousel DragTracker.ts, logInterval")
  ]
) { Embla($0) }

/// The mean velocity from the start of an interval to the release, where each interval begins with a sample.
///
/// The first interval begins with the touch-down. Each later interval begins with the first sample more than 170 ms
/// after the beginning of the previous interval, whether or not the finger moves. A flick that ends just after such a
/// sample is therefore measured over only a few milliseconds. Embla ignores a mean of at most 0.1 px/ms; here, the dead
/// band of the release rule does so.
///
/// Source: embla-carousel 9.0.0-rc02 at 25eff504, `DragTracker.ts`.
struct Embla: VelocityEstimator {
  private let interval: Double
  /// The sample at the start of the current interval.
  private var start: SampleHistory
  private var latest: SampleHistory

  init(_ values: EstimatorValues) {
    interval = values.seconds("interval")
    start = values.history(capacity: 1)
    latest = values.history(capacity: 1)
  }

  mutating func reset() {
    start.removeAll()
    latest.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    guard latest.admit(sample) != .rejected else { return }
    // A sample with the same time as the start replaces the start.
    let age = start.count == 0 ? 0 : start.silence(until: sample.microseconds)
    if age == 0 || age > interval { _ = start.admit(sample) }
  }

  func live() -> VelocityEstimate {
    latest.count > 0 ? released(atMicroseconds: latest[0].microseconds) : .none(.tooFew)
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard latest.count > 0 else { return .none(.tooFew) }
    let time = start.silence(until: microseconds)
    guard time > 0 else { return .none(.tooFew) }
    guard latest.silence(until: microseconds) <= interval else { return .none(.stopped) }
    let moved = latest[0].position - start[0].position
    return VelocityEstimate(
      velocity: Velocity(moved.x.value / time, moved.y.value / time), samplesUsed: 2,
      span: Seconds(time), degree: 0, reason: .ok
    ).checked
  }
}
