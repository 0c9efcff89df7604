internal import Quantities

/// The descriptions of the estimators of drawers for web pages.
///
/// A browser reports a touch once per frame to a page that listens to moves, and once more before the lift.
let webDrawerEstimators: [EstimatorDescription] = [
  EstimatorDescription(
    "zag", "Zag: mean over the last 100 ms, and over the whole drag after a rest",
    parameters: [
      EstimatorParameter(
        "window", unit: "ms", default: 100, range: 1...10_000,
        "Samples up to this age, counted from the newest, are used.",
        source: "zag session.ts, VELOCITY_WINDOW_MS"),
      EstimatorParameter(
        "gap", unit: "ms", default: 80, range: 0...10_000,
        "After a longer rest before the lift, the velocity is the mean over the whole drag.",
        source: "zag session.ts, MAX_RELEASE_VELOCITY_AGE_MS"),
      EstimatorParameter(
        "least", unit: "ms", default: 50, range: 0...10_000,
        "A shorter drag counts as this long in the mean over the whole drag.",
        source: "zag session.ts, MIN_GESTURE_DURATION_MS"),
      frameParameter,
    ]
  ) { WebDrawer($0, usesStep: false) },
  EstimatorDescription(
    "base-ui", "Base UI: velocity from the last frame but one to the last, over at least 16 ms",
    parameters: [
      EstimatorParameter(
        "gap", unit: "ms", default: 80, range: 0...10_000,
        "A release after a longer rest has no velocity.",
        source: "base-ui useSwipeDismiss.ts, MAX_RELEASE_VELOCITY_AGE_MS"),
      EstimatorParameter(
        "least", unit: "ms", default: 16, range: 0...10_000,
        "A shorter step counts as this long.",
        source: "base-ui useSwipeDismiss.ts, MIN_RELEASE_VELOCITY_DURATION_MS"),
      frameParameter,
    ]
  ) { WebDrawer($0, usesStep: true) },
]

private let frameParameter = EstimatorParameter(
  "frame", unit: "ms", default: 1_000.0 / 60, range: 0...1_000,
  "Only the newest sample in each interval of this length is used; 0 uses all.",
  source: "Chromium, main_thread_event_queue.cc, which delivers touch moves once per frame")

/// The velocity of a drawer: between the last two samples for Base UI, and over a window of time for Zag.
///
/// The touch-down is not a sample. Source: zag at 24a5ba00, `session.ts`, `track` and `getReleaseVelocity`; base-ui at
/// 087c60b9, `useSwipeDismiss.ts`, `recordDragSample` and `finishSwipe`.
struct WebDrawer: VelocityEstimator {
  /// The maximum number of samples that are kept; 128 frames are more than any window of 100 ms has.
  private static let capacity = 128

  private let usesStep: Bool
  private let window: Double
  private let gap: Double
  private let least: Double
  private let frame: Double
  private var down: SampleHistory
  private var latest: SampleHistory
  private var first: SampleHistory
  /// The newest sample of each frame.
  private var samples: SampleHistory

  init(_ values: EstimatorValues, usesStep: Bool) {
    self.usesStep = usesStep
    window = usesStep ? 0 : values.seconds("window")
    gap = values.seconds("gap")
    least = values.seconds("least")
    frame = values.seconds("frame")
    down = values.history(capacity: 1)
    latest = values.history(capacity: 1)
    first = values.history(capacity: 1)
    samples = values.history(capacity: Self.capacity)
  }

  mutating func reset() {
    down.removeAll()
    latest.removeAll()
    first.removeAll()
    samples.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    guard latest.admit(sample) != .rejected else { return }
    // A sample with the same time as the touch-down replaces the touch-down.
    guard down.count > 0, down.silence(until: sample.microseconds) > 0 else {
      _ = down.admit(sample)
      return
    }
    if samples.count > 0, frame > 0, frames(of: sample) == frames(of: samples[0]) {
      samples.replaceNewest(with: sample)
    } else {
      _ = samples.admit(sample)
    }
    if samples.count == 1 { _ = first.admit(sample) }
  }

  /// The number of the frame that shows `sample`, counted from the touch-down.
  private func frames(of sample: PanSample) -> Double {
    (down.silence(until: sample.microseconds) / frame).rounded(.up)
  }

  func live() -> VelocityEstimate {
    samples.count > 0 ? released(atMicroseconds: samples[0].microseconds) : .none(.tooFew)
  }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    guard samples.count > 1 else { return .none(.tooFew) }
    let isOld = samples.silence(until: microseconds) > gap
    if usesStep {
      guard !isOld else { return .none(.stopped) }
      return mean(samples.step(0), over: max(samples.age(1), least), used: 2)
    }
    var used = 1
    while used < samples.count, samples.age(used) <= window { used += 1 }
    guard isOld || used < 2 else {
      return mean(-samples.offset(used - 1), over: samples.age(used - 1), used: used)
    }
    return mean(
      samples[0].position - first[0].position,
      over: max(first.silence(until: samples[0].microseconds), least), used: samples.count)
  }

  private func mean(_ moved: Position, over time: Double, used: Int) -> VelocityEstimate {
    guard time > 0 else { return .none(.tooFew) }
    return VelocityEstimate(
      velocity: Velocity(moved.x.value / time, moved.y.value / time), samplesUsed: used,
      span: Seconds(time), degree: 0, reason: .ok
    ).checked
  }
}
