internal import Quantities

/// Chromium's tracker on Linux, Windows and ChromeOS, by name.
let chromiumEstimator = EstimatorDescription(
  "chromium.lsq2_restricted", "Chromium: Android's lsq2, but none against the path",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 100, range: 1...10_000, source: "Chromium, kHorizonMS"),
    EstimatorParameter(
      "gap", unit: "ms", default: 40, range: 1...1_000,
      source: "Chromium, kAssumePointerMoveStoppedTimeMs"),
    EstimatorParameter(
      "up", unit: "ms", default: 80, range: 1...1_000,
      source: "Chromium, kAssumePointerUpStoppedTimeMs"),
    EstimatorParameter(
      "history", unit: "samples", default: 20, range: 1...1_000, source: "Chromium, kHistorySize"),
  ]
) { ChromiumRestricted($0) }

/// Android's parabola with two changes: a lift may come 80 ms after the last sample, and a velocity
/// that points against the way from the oldest sample used to the newest is none at all.
///
/// Source: Chromium ui/events/gesture_detection/velocity_tracker.cc.
struct ChromiumRestricted: VelocityEstimator {
  private let horizon: Double
  private let longestPause: Double
  private let longestLift: Double
  private var history: SampleHistory

  init(_ values: EstimatorValues) {
    self.horizon = values.seconds("horizon")
    self.longestPause = values.seconds("gap")
    self.longestLift = values.seconds("up")
    self.history = values.history(capacity: values.count("history"))
  }

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) {
    if history.count > 0, sample.position.isFinite,
      history.silence(until: sample.microseconds) >= longestPause
    {
      history.removeAll()
    }
    _ = history.admit(sample)
  }

  func live() -> VelocityEstimate {
    var used = 0
    while used < history.count, history.age(used) <= horizon { used += 1 }
    guard used > 1 else { return .none(.tooFew) }
    let degree = min(2, used - 1)
    let velocity = history.withPoints(used) { points in
      PolynomialFit(points, highestDegree: degree, minimumNorm: 0).velocity(degree: degree)
    }
    let oldest = history.offset(used - 1)
    let along = velocity.x.value * oldest.x.value + velocity.y.value * oldest.y.value
    guard along <= 0 else { return .none(.misaligned) }
    return VelocityEstimate(
      velocity: velocity, samplesUsed: used, span: Seconds(history.age(used - 1)), degree: degree,
      reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    return history.silence(until: microseconds) >= longestLift ? .none(.stopped) : live()
  }
}
