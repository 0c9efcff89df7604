internal import Quantities

/// The descriptions of Android's recursive filters.
let androidIntegratingEstimators: [EstimatorDescription] = [
  describe("android.int1", "Android: velocity smoothed over 10 ms", degree: 1),
  describe("android.int2", "Android: acceleration smoothed over 10 ms, and integrated", degree: 2),
]

private func describe(_ name: String, _ summary: String, degree: Int) -> EstimatorDescription {
  EstimatorDescription(
    name, summary,
    parameters: AndroidIntegrating.parameters + [differentialParameter, impulseHorizonParameter]
      + AndroidFrontEnd.parameters
  ) { values in
    // AOSP always uses the impulse strategy if positions are steps.
    if values["differential"] == 1 { return Estimator(AndroidImpulse(values)) }
    return Estimator(
      AndroidIntegrating(values, degree: degree, frontEnd: AndroidFrontEnd(values)))
  }
}

/// A filter that updates a velocity with each sample.
///
///     α = Δt / (τ + Δt);   first degree: v += α (Δx/Δt − v)
///     second degree: a += α ((Δx/Δt − v)/Δt − a),  v += α a Δt
///
/// Here Δt is the time and Δx the step since the last sample that was used, and τ is the time constant of the filter.
/// A sample within 2 ms of the last sample that was used is ignored.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp,
/// IntegratingVelocityTrackerStrategy, android-14.
struct AndroidIntegrating: VelocityEstimator {
  /// The parameters of the filter itself.
  static let parameters = [
    EstimatorParameter(
      "time", unit: "ms", default: 10, range: 0.1...1_000,
      "The time constant of the filter; a longer one follows the finger more slowly.",
      source: "AOSP, FILTER_TIME_CONSTANT"),
    EstimatorParameter(
      "ignored", unit: "ms", default: 2, range: 0...100,
      "A sample within this time of the last used sample is ignored.",
      source: "AOSP, MIN_TIME_DELTA"),
  ]

  private let degree: Int
  private let timeConstant: Double
  private let ignored: Double
  /// The last two samples that were used.
  private var counted: SampleHistory
  /// All recent samples, including ignored ones, from which pauses are measured.
  private var frontEnd: AndroidFrontEnd
  private var velocity = Velocity.zero
  private var acceleration = (x: 0.0, y: 0.0)
  /// The number of samples used since the last pause, or since the beginning of the pan.
  private var used = 0

  init(_ values: EstimatorValues, degree: Int, frontEnd: AndroidFrontEnd) {
    self.degree = degree
    self.timeConstant = values.seconds("time")
    self.ignored = values.seconds("ignored")
    self.counted = values.history(capacity: 2)
    self.frontEnd = frontEnd
  }

  mutating func reset() {
    counted.removeAll()
    frontEnd.history.removeAll()
    velocity = .zero
    acceleration = (0, 0)
    used = 0
  }

  mutating func receive(_ sample: PanSample) {
    if frontEnd.pauses(before: sample) { reset() }
    guard frontEnd.history.admit(sample) != .rejected else { return }
    guard used == 0 || counted.silence(until: sample.microseconds) > ignored else { return }
    _ = counted.admit(sample)
    used += 1
    if used > 1 { updateVelocity() }
  }

  /// Updates the velocity with the step between the last two samples that were used.
  private mutating func updateVelocity() {
    let measured = counted.segmentVelocity(0)
    let time = counted.interval(before: 0)
    let alpha = time / (timeConstant + time)
    let error = measured - velocity
    // The first step has no previous velocity to be smoothed with, so its velocity is used as it is.
    guard used > 2 else {
      velocity = measured
      return
    }
    if degree == 1 {
      velocity = velocity + error * alpha
      return
    }
    let x = error.x.value / time
    let y = error.y.value / time
    acceleration =
      used == 3
      ? (x, y)
      : (
        acceleration.x + (x - acceleration.x) * alpha,
        acceleration.y + (y - acceleration.y) * alpha
      )
    velocity = velocity + Velocity(acceleration.x * time * alpha, acceleration.y * time * alpha)
  }

  func live() -> VelocityEstimate {
    guard used > 1 else { return .none(.tooFew) }
    return VelocityEstimate(velocity: velocity, samplesUsed: used, reason: .ok).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard frontEnd.history.count > 0 else { return .none(.tooFew) }
    return frontEnd.rested(until: microseconds) ? .none(.stopped) : live()
  }
}
