internal import Quantities

/// The descriptions of the estimators that mix the velocities of the last segments; a segment joins two samples.
let segmentBlendEstimators: [EstimatorDescription] = [
  EstimatorDescription(
    "apple.recognizer",
    "UIKit velocity(in:): 0.2 × the velocity from sample to sample + 0.8 × the previous one"
  ) { SegmentBlend($0, [0.2, 0.8]) },
  EstimatorDescription(
    "apple.scrollview",
    "UIScrollView release: 0.25 of the last recognizer velocity, and 0.75 of the previous one",
    parameters: [
      EstimatorParameter(
        "gap", unit: "ms", default: 100, range: 1...1_000,
        "From this time without a sample on, the finger counts as stopped.",
        source: "ScrollMechanics at 587660a, SimpleScrollView, 0.1 s")
    ]
  ) { AppleScrollView(history: $0.history(capacity: 4), longestSilence: $0.seconds("gap")) },
  EstimatorDescription(
    "flutter.ios", "Flutter on iOS: velocities from sample to sample, weighted 0.05, 0.35, 0.60",
    parameters: [flutterGap]
  ) { SegmentBlend($0, [0.05, 0.35, 0.6], stopsAfter: $0.seconds("gap")) },
  EstimatorDescription(
    "flutter.macos",
    "Flutter on macOS: velocities from sample to sample, weighted 0.20, 0.65, 0.15",
    parameters: [flutterGap]
  ) { SegmentBlend($0, [0.2, 0.65, 0.15], stopsAfter: $0.seconds("gap")) },
]

private let flutterGap = EstimatorParameter(
  "gap", unit: "ms", default: 40, range: 1...1_000,
  "After this time without a sample the finger counts as stopped.",
  source: "Flutter velocity_tracker.dart, _assumePointerMoveStoppedMilliseconds")

/// A weighted sum of the velocities of the last segments; the first weight is for the newest segment.
///
/// A segment that does not exist yet counts as zero, as in the modelled systems, so the velocity of a short flick is
/// too low.
///
/// Sources: the weights of UIKit were measured (fit residual 2.7e-12). The weights of Flutter are from
/// velocity_tracker.dart. On iOS, Flutter's weights give the same velocity as UIKit's recognizer weights and scroll
/// view weights, applied one after the other.
struct SegmentBlend: VelocityEstimator {
  private let weights: [Double]
  private let longestSilence: Double
  private var history: SampleHistory

  init(
    _ values: EstimatorValues, _ weights: [Double],
    stopsAfter longestSilence: Double = .infinity
  ) {
    self.weights = weights
    self.longestSilence = longestSilence
    self.history = values.history(capacity: weights.count + 1)
  }

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) { _ = history.admit(sample) }

  func live() -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    var sum = Velocity.zero
    for index in 0..<(history.count - 1) {
      sum = sum + history.segmentVelocity(index) * weights[index]
    }
    return VelocityEstimate(
      velocity: sum, samplesUsed: history.count,
      span: Seconds(history.age(history.count - 1)), degree: 0, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    return history.silence(until: microseconds) > longestSilence ? .none(.stopped) : live()
  }
}

/// The velocity of a scroll view from the recognizer's velocities: `0.25 p₀ + 0.75 p₋₁`, or p₀ if p₋₁ is zero.
///
/// Here p₀ is the recognizer's velocity at the newest sample, and p₋₁ is its velocity at the sample before.
///
/// Unlike the recognizer, a scroll view has no velocity after a rest: from `longestSilence` seconds without a sample on,
/// the finger counts as stopped.
///
/// Sources: measured behaviour of UIKit on iOS 26. The recognizer's weights and these weights, applied one after the
/// other, give the same velocity as Flutter's weights on iOS. ScrollMechanics (pull request 6, 2020) and Flutter (issue
/// 97761, 2022) report that a scroll view does not move on after a rest. Nobody has measured how short such a rest can
/// be. ScrollMechanics takes 0.1 s, which is longer than the time between two reports of a moving finger on iOS.
/// Flutter takes 40 ms, which is Android's time.
struct AppleScrollView: VelocityEstimator {
  var history: SampleHistory
  let longestSilence: Double

  mutating func reset() { history.removeAll() }

  mutating func receive(_ sample: PanSample) { _ = history.admit(sample) }

  /// The recognizer's velocity when the sample at `index` was the newest.
  private func recognized(_ index: Int) -> Velocity {
    guard index + 1 < history.count else { return .zero }
    let newest = history.segmentVelocity(index) * 0.2
    guard index + 2 < history.count else { return newest }
    return newest + history.segmentVelocity(index + 1) * 0.8
  }

  func live() -> VelocityEstimate {
    guard history.count > 1 else { return .none(.tooFew) }
    let previous = recognized(1)
    let velocity =
      previous == .zero ? recognized(0) : recognized(0) * 0.25 + previous * 0.75
    return VelocityEstimate(
      velocity: velocity, samplesUsed: history.count,
      span: Seconds(history.age(history.count - 1)), degree: 0, reason: .ok
    ).checked
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard history.count > 0 else { return .none(.tooFew) }
    return history.silence(until: microseconds) >= longestSilence ? .none(.stopped) : live()
  }
}
