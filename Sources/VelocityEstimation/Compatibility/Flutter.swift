internal import Quantities

/// The descriptions of Flutter's estimator and of React Native Gesture Handler's, which was derived from Flutter's.
let flutterEstimators: [EstimatorDescription] = [
  describe("flutter.lsq2", "Flutter: parabola through the last 100 ms", horizon: 100, gap: 40),
  describe(
    "gesture-handler.web", "React Native Gesture Handler on the web: parabola over 300 ms",
    horizon: 300, gap: 40, releaseRule: false),
]

private func describe(
  _ name: String, _ summary: String, horizon: Double, gap: Double, releaseRule: Bool = true
) -> EstimatorDescription {
  let source = releaseRule ? "Flutter velocity_tracker.dart" : "react-native-gesture-handler, web"
  return EstimatorDescription(
    name, summary,
    parameters: [
      EstimatorParameter(
        "horizon", unit: "ms", default: horizon, range: 1...10_000,
        "Samples up to this age, counted from the newest, are used.",
        source: source + ", _horizonMilliseconds"),
      EstimatorParameter(
        "gap", unit: "ms", default: gap, range: 1...1_000,
        "After this time without a sample, the finger counts as stopped, and older samples are ignored.",
        source: source + ", _assumePointerMoveStoppedMilliseconds"),
      EstimatorParameter(
        "history", unit: "samples", default: 20, range: 3...1_000, "The number of samples kept.",
        source: source + ", _historySize"
      ),
      EstimatorParameter(
        "minimum", unit: "samples", default: 3, range: 3...1_000,
        "The number of samples below which the velocity is zero.",
        source: source + ", _minSampleSize"),
    ]
  ) { FlutterTracker($0, stopsInSilence: releaseRule) }
}

/// An estimator whose velocity is the slope of a parabola through the newest samples.
///
/// It uses samples that are at most 100 ms old and newer than the last gap of more than 40 ms.
///
/// Flutter measures the time without a sample before the release on the wall clock. Here this time is the difference
/// between the timestamps of the release and the last sample.
///
/// Source: Flutter velocity_tracker.dart and lsq_solver.dart.
struct FlutterTracker: VelocityEstimator {
  /// The norm below which Flutter finds no solution; for degree k, its unit is milliseconds to the power of k.
  private static let minimumNorm = 1e-10

  private let horizon: Double
  private let longestPause: Double
  private let minimum: Int
  private let stopsInSilence: Bool
  private var history: SampleHistory

  init(_ values: EstimatorValues, stopsInSilence: Bool) {
    self.horizon = values.seconds("horizon")
    self.longestPause = values.seconds("gap")
    self.minimum = values.count("minimum")
    self.stopsInSilence = stopsInSilence
    self.history = values.history(capacity: values.count("history"))
  }

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) { _ = history.admit(sample) }

  func live() -> VelocityEstimate {
    var used = 0
    while used < history.count, history.age(used) <= horizon,
      used == 0 || history.interval(before: used - 1) <= longestPause
    {
      used += 1
    }
    guard used >= minimum else { return .none(.tooFew) }
    return history.withPoints(used) { points in
      // The factor converts the norm for degree 2 from ms² to s².
      let fit = PolynomialFit(points, highestDegree: 2, minimumNorm: Self.minimumNorm * 1e-6)
      guard fit.degree == 2 else { return .none(.tooFew) }
      return VelocityEstimate(
        velocity: fit.velocity(degree: 2), samplesUsed: used,
        span: Seconds(history.age(used - 1)), degree: 2, reason: .ok
      ).checked
    }
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    let silent = history.silence(until: microseconds) > longestPause
    return stopsInSilence && silent ? .none(.stopped) : live()
  }
}
