internal import Quantities

let androidLeastSquaresEstimators: [EstimatorDescription] = [
  describe("android.lsq1", "straight line through the last 100 ms", degree: 1),
  describe("android.lsq2", "parabola through the last 100 ms; the Android default", degree: 2),
  describe("android.lsq3", "cubic through the last 100 ms", degree: 3),
  describe(
    "android.wlsq2_delta", "lsq2, with less weight for samples that are close together", degree: 2,
    weighting: .delta),
  describe(
    "android.wlsq2_central", "lsq2, with most weight for samples that are 10 to 50 ms old",
    degree: 2,
    weighting: .central),
  describe(
    "android.wlsq2_recent", "lsq2, with most weight for samples of the last 50 ms", degree: 2,
    weighting: .recent),
]

private func describe(
  _ name: String, _ summary: String, degree: Int,
  weighting: AndroidLeastSquares.Weighting = .none
) -> EstimatorDescription {
  let horizon = EstimatorParameter(
    "horizon", unit: "ms", default: 100, range: 1...10_000,
    "Samples up to this age, counted from the newest, are used.", source: "AOSP, HORIZON")
  return EstimatorDescription(
    name, "Android: " + summary,
    parameters: [horizon, differentialParameter] + AndroidFrontEnd.parameters
  ) { values in
    // AOSP always uses the impulse strategy if positions are steps.
    if values["differential"] == 1 { return Estimator(AndroidImpulse(values)) }
    return Estimator(
      AndroidLeastSquares(
        degree: degree, weighting: weighting, solvesInClosedForm: degree == 2 && weighting == .none,
        horizon: values.seconds("horizon"), frontEnd: AndroidFrontEnd(values)))
  }
}

/// An estimator whose velocity is the slope of a polynomial that is fitted to the last 100 ms.
///
/// The fit minimises `Σ wᵢ² (xᵢ − Σₖ bₖ tᵢᵏ)²` over the samples within the horizon, with times relative to the newest
/// sample, so the velocity is b₁. The degree is at most one less than the number of samples.
///
/// Source: AOSP frameworks/native, libs/input/VelocityTracker.cpp,
/// LeastSquaresVelocityTrackerStrategy, android-14.
struct AndroidLeastSquares: VelocityEstimator {
  /// The rule for the weight of a sample.
  enum Weighting: Hashable, Sendable {
    /// All samples have the same weight.
    case none
    /// A sample has less weight if the next sample follows within 10 ms.
    case delta
    /// A sample has less weight if it is newer than 10 ms or older than 50 ms.
    case central
    /// A sample has less weight if it is older than 50 ms.
    case recent
  }

  /// The norm below which a column of the least-squares matrix counts as linearly dependent on the previous columns.
  ///
  /// The value is the same as in AOSP.
  private static let minimumNorm = 1e-6

  let degree: Int
  let weighting: Weighting
  /// Whether AOSP solves the fit in closed form; the norm then has no lower limit.
  let solvesInClosedForm: Bool
  /// Whether the velocity becomes zero if it points against the direction from the oldest to the newest used sample.
  var isRestricted = false
  let horizon: Double
  var frontEnd: AndroidFrontEnd

  mutating func reset() { frontEnd.history.removeAll() }

  mutating func receive(_ sample: PanSample) { frontEnd.receive(sample) }

  func live() -> VelocityEstimate {
    let history = frontEnd.history
    var used = 0
    while used < history.count, history.age(used) <= horizon { used += 1 }
    let degree = min(degree, used - 1)
    guard degree > 0 else { return .none(.tooFew) }
    return history.withPoints(used, weight: { weight($0) }) { points in
      let fit = PolynomialFit(
        points, highestDegree: degree, minimumNorm: solvesInClosedForm ? 0 : Self.minimumNorm)
      guard fit.degree == degree else { return .none(.tooFew) }
      let velocity = fit.velocity(degree: degree)
      let oldest = history.offset(used - 1)
      // `oldest` points backwards, so the product is negative for a velocity along the path.
      let along = velocity.dot(oldest)
      guard !isRestricted || along <= 0 else { return .none(.misaligned) }
      return VelocityEstimate(
        velocity: velocity, samplesUsed: used,
        span: Seconds(history.age(used - 1)), degree: degree, reason: .ok
      ).checked
    }
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard frontEnd.history.count > 0 else { return .none(.tooFew) }
    return frontEnd.rested(until: microseconds) ? .none(.stopped) : live()
  }

  /// The weight of the sample at `index`, with AOSP's constants for ages in milliseconds.
  private func weight(_ index: Int) -> Double {
    let history = frontEnd.history
    switch weighting {
    case .none:
      return 1
    case .delta:
      guard index > 0 else { return 1 }
      let delta = history.interval(before: index - 1) * 1_000
      return delta < 10 ? 0.5 + delta * 0.05 : 1
    case .central:
      let age = history.age(index) * 1_000
      if age < 10 { return 0.5 + age * 0.05 }
      if age < 50 { return 1 }
      return age < 60 ? 0.5 + (60 - age) * 0.05 : 0.5
    case .recent:
      let age = history.age(index) * 1_000
      if age < 50 { return 1 }
      return age < 100 ? 0.5 + (100 - age) * 0.01 : 0.5
    }
  }
}
