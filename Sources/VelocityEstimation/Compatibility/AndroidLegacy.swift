internal import Quantities

/// The description of Android's estimator before 2012.
let androidLegacyEstimator = EstimatorDescription(
  "android.legacy", "Android before 4.0: mean velocities since the oldest sample within 200 ms",
  parameters: [
    EstimatorParameter(
      "horizon", unit: "ms", default: 200, range: 1...10_000,
      "Samples up to this age, counted from the newest, are used.", source: "AOSP, HORIZON"),
    EstimatorParameter(
      "minimum", unit: "ms", default: 10, range: 0.1...1_000,
      "Samples within this time of the oldest used sample are ignored.",
      source: "AOSP, MIN_DURATION"),
  ] + AndroidFrontEnd.parameters
) { values in
  AndroidLegacy(
    horizon: values.seconds("horizon"), minimum: values.seconds("minimum"),
    frontEnd: AndroidFrontEnd(values))
}

/// A weighted mean of the mean velocities from the oldest sample to each later sample.
///
/// The mean v starts at 0, and later samples have more weight:
///
///     v = (v dₖ₋₁ + (xₖ − x₀)/dₖ · dₖ) / (dₖ + dₖ₋₁)   for every dₖ = tₖ − t₀ ≥ 10 ms
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp,
/// LegacyVelocityTrackerStrategy, android-14.
struct AndroidLegacy: VelocityEstimator {
  let horizon: Double
  let minimum: Double
  var frontEnd: AndroidFrontEnd

  mutating func reset() { frontEnd.history.removeAll() }

  mutating func receive(_ sample: PanSample) { frontEnd.receive(sample) }

  func live() -> VelocityEstimate {
    let history = frontEnd.history
    guard history.count > 1 else { return .none(.tooFew) }
    var oldest = 0
    while oldest + 1 < history.count, history.age(oldest + 1) <= horizon { oldest += 1 }
    var velocity = Velocity.zero
    var lastDuration = 0.0
    var used = 0
    for index in stride(from: oldest, through: 0, by: -1) {
      let duration = history.age(oldest) - history.age(index)
      guard duration >= minimum else { continue }
      let moved = history[index].position - history[oldest].position
      let sum = Velocity(moved.x.value, moved.y.value) + velocity * lastDuration
      velocity = sum / (duration + lastDuration)
      lastDuration = duration
      used += 1
    }
    guard used > 0 else { return .none(.tooFew) }
    return VelocityEstimate(
      velocity: velocity, samplesUsed: used + 1, span: Seconds(history.age(oldest)), degree: 0,
      reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard frontEnd.history.count > 0 else { return .none(.tooFew) }
    return frontEnd.rested(until: microseconds) ? .none(.stopped) : live()
  }
}
