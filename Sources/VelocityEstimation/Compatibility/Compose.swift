internal import Quantities

/// The descriptions of the Jetpack Compose trackers.
let composeEstimators: [EstimatorDescription] = [
  describe("compose.lsq2", "Compose: parabola through the last 100 ms", .parabola),
  describe(
    "compose.impulse", "Compose 2023: speed from the work that the finger did in the last 100 ms",
    .impulse(.hundredMilliseconds)),
  describe(
    "compose.impulse2022",
    "Compose 2022: speed from the work in the last 40 ms and one older sample",
    .impulse(.fortyAndOneMore)),
  describe(
    "compose.impulse40", "Compose 2025: speed from the work that the finger did in the last 40 ms",
    .impulse(.fortyMilliseconds)),
]

private func describe(
  _ name: String, _ summary: String, _ strategy: ComposeTracker.Strategy
) -> EstimatorDescription {
  EstimatorDescription(
    name, summary,
    parameters: [
      EstimatorParameter(
        "horizon", unit: "ms", default: 100, range: 1...10_000,
        "Samples up to this age, counted from the newest, are used.",
        source: "androidx VelocityTracker.kt, HorizonMilliseconds"),
      EstimatorParameter(
        "gap", unit: "ms", default: 40, range: 1...1_000,
        "After this time without a sample, the finger counts as stopped, and older samples are ignored.",
        source: "androidx VelocityTracker.kt, AssumePointerMoveStoppedMilliseconds"),
      EstimatorParameter(
        "history", unit: "samples", default: 20, range: 1...1_000,
        "The number of samples kept.", source: "androidx VelocityTracker.kt, HistorySize"),
      differentialParameter,
    ]
  ) { ComposeTracker($0, strategy) }
}

/// The tracker of Compose, which uses the newest samples up to a maximum age or up to a gap.
///
/// Source: androidx compose/ui VelocityTracker.kt. The three windows of the impulse strategy are from the versions of
/// 2022, 2023 and 2025.
struct ComposeTracker: VelocityEstimator {
  /// The samples that the impulse strategy uses.
  enum Window: Hashable, Sendable {
    /// The samples of the last 40 ms, and one older sample.
    case fortyAndOneMore
    /// The samples of the last 100 ms, but none before a gap of more than 40 ms.
    case hundredMilliseconds
    /// The samples of the last 40 ms.
    case fortyMilliseconds
  }

  /// The method that computes the velocity.
  enum Strategy: Hashable, Sendable {
    case parabola
    case impulse(Window)
  }

  /// The lower limit for the norm in androidx; a smaller norm is replaced by this limit.
  private static let minimumNorm = 1e-6

  private let strategy: Strategy
  private let horizon: Double
  private let longestPause: Double
  private let differential: Bool
  private var history: SampleHistory

  init(_ values: EstimatorValues, _ strategy: Strategy) {
    self.strategy = strategy
    self.horizon = values.seconds("horizon")
    self.longestPause = values.seconds("gap")
    self.differential = values["differential"] == 1
    self.history = values.history(capacity: values.count("history"))
  }

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) { _ = history.admit(sample) }

  /// The number of samples that are used, counted from the newest.
  private var window: Int {
    var used = 0
    while used < history.count {
      let age = history.age(used)
      let sinceLast = used == 0 ? 0 : history.interval(before: used - 1)
      switch strategy {
      case .parabola, .impulse(.hundredMilliseconds):
        guard age <= horizon, sinceLast <= longestPause else { return used }
      case .impulse(.fortyMilliseconds):
        let gap = differential ? sinceLast : age
        guard age <= horizon, gap <= longestPause else { return used }
      case .impulse(.fortyAndOneMore):
        guard age <= horizon else { return used }
        if age > longestPause { return used + 1 }
      }
      used += 1
    }
    return used
  }

  func live() -> VelocityEstimate {
    let used = window
    switch strategy {
    case .impulse:
      return impulse(of: history, used: used, differential: differential)
    case .parabola:
      guard used >= 3 else { return .none(.tooFew) }
      return history.withPoints(used) { points in
        // androidx measures the norm for degree 2 in ms², so the factor converts it to s². Unlike in androidx, a
        // smaller norm is not replaced, because samples with different timestamps never have such a small norm.
        let fit = PolynomialFit(points, highestDegree: 2, minimumNorm: Self.minimumNorm * 1e-6)
        return VelocityEstimate(
          velocity: fit.velocity(degree: 2), samplesUsed: used,
          span: Seconds(history.age(used - 1)), degree: fit.degree, reason: .ok
        ).checked
      }
    }
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    return history.silence(until: microseconds) > longestPause ? .none(.stopped) : live()
  }
}
