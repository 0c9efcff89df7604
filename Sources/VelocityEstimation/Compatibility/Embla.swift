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
/// A browser reports a touch once for each of its frames, so only the last sample in each 1/60 s after the touch-down can
/// begin an interval.
///
/// Source: embla-carousel 9.0.0-rc02 at 25eff504, `DragTracker.ts`.
struct Embla: VelocityEstimator {
  private let interval: Double
  /// The touch-down.
  private var first: SampleHistory
  /// The sample at the start of the current interval.
  private var start: SampleHistory
  private var latest: SampleHistory

  init(_ values: EstimatorValues) {
    interval = values.seconds("interval")
    first = values.history(capacity: 1)
    start = values.history(capacity: 1)
    latest = values.history(capacity: 1)
  }

  mutating func reset() {
    first.removeAll()
    start.removeAll()
    latest.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    let last = latest.count > 0 ? latest[0].microseconds : sample.microseconds
    let next = sample.position.isFinite ? sample.microseconds : last
    if frame(at: next) > frame(at: last) { start = begun }
    guard latest.admit(sample) != .rejected else { return }
    if first.count == 0 { _ = first.admit(sample) }
    // A sample with the same time as the start replaces the start.
    if start.count == 0 || start.silence(until: sample.microseconds) == 0 {
      _ = start.admit(sample)
    }
  }

  /// Returns the number of the browser's frame that contains a time, counted from the touch-down.
  private func frame(at microseconds: Int64) -> Double {
    first.count == 0 ? 0 : (first.silence(until: microseconds) * 60 - 1e-6).rounded(.up)
  }

  /// The start of the current interval after the latest sample, which is the last one in its frame.
  private var begun: SampleHistory {
    latest.count > 0 && start.silence(until: latest[0].microseconds) > interval ? latest : start
  }

  func live() -> VelocityEstimate {
    latest.count > 0 ? released(atMicroseconds: latest[0].microseconds) : .none(.tooFew)
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard latest.count > 0 else { return .none(.tooFew) }
    let start = begun
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
