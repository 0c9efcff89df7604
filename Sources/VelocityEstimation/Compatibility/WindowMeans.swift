internal import Quantities

/// The descriptions of the average velocities over a window, as Linux desktops compute them.
let windowMeanEstimators: [EstimatorDescription] = [
  describe("gnome.swipe", "GNOME Shell and libadwaita: mean over the last 150 ms", .gnome),
  describe("mutter.pan", "Mutter: mean over 150 ms, with the step into the window", .mutter),
  describe("niri.swipe", "niri: mean over 150 ms up to the release, same extra step", .niri),
  describe("gtk.swipe", "GTK: mean over 150 ms and one older sample, in whole points", .gtk),
]

private func describe(
  _ name: String, _ summary: String, _ rule: WindowMean.Rule
) -> EstimatorDescription {
  EstimatorDescription(
    name, summary,
    parameters: [
      EstimatorParameter(
        "window", unit: "ms", default: 150, range: 1...10_000,
        "Samples up to this age, counted from the newest, are used.", source: rule.source)
    ] + (rule == .mutter ? [mutterInterval] : [])
  ) { WindowMean($0, rule) }
}

private let mutterInterval = EstimatorParameter(
  "interval", unit: "ms", default: 1, range: 0...1_000,
  "Only the first sample in each interval of this length is used.",
  source: "mutter clutter-pan-gesture.c, EVENT_HISTORY_MIN_STORE_INTERVAL_MS; 0 keeps all")

/// The distance moved in a window of 150 ms, divided by the time between its first and last sample.
///
/// The window ends with the release. None of the rules detects that a finger has stopped, but niri and GTK include the
/// time up to the release.
struct WindowMean: VelocityEstimator {
  /// The rule of one desktop.
  enum Rule: Hashable, Sendable {
    /// The steps after the first sample in the window.
    case gnome
    /// The steps to all samples in the window, which is one step more than there are intervals.
    ///
    /// A sample in the same whole millisecond as the last one is ignored, including its step.
    case mutter
    /// The same as mutter, but with every sample, and with the release as a last sample that did not move.
    case niri
    /// The distance from the last sample before the window to the release, with positions truncated to whole points.
    case gtk

    /// The source of the window's length.
    var source: String {
      switch self {
      case .gnome: "gnome-shell swipeTracker.js, EVENT_HISTORY_THRESHOLD_MS"
      case .mutter: "mutter clutter-pan-gesture.c, EVENT_HISTORY_DURATION_MS"
      case .niri: "niri swipe_tracker.rs, HISTORY_LIMIT"
      case .gtk: "GTK gtkgestureswipe.c, CAPTURE_THRESHOLD_MS"
      }
    }
  }

  /// The number of samples that are kept: 150 ms at 1 kHz, with a reserve.
  ///
  /// Source: our choice: the original implementations have no limit, or a limit of 150 samples.
  private static let capacity = 256

  private let rule: Rule
  private let window: Double
  private let interval: Double
  private var latest: SampleHistory
  /// The kept samples; the position of each is the step that led to it.
  private var steps: SampleHistory

  init(_ values: EstimatorValues, _ rule: Rule) {
    self.rule = rule
    self.window = values.seconds("window")
    self.interval = rule == .mutter ? values.seconds("interval") : 0
    self.latest = values.history(capacity: 2)
    self.steps = values.history(capacity: Self.capacity)
  }

  mutating func reset() {
    latest.removeAll()
    steps.removeAll()
  }

  mutating func receive(_ sample: PanSample) {
    guard latest.admit(sample) != .rejected else { return }
    if rule == .gtk {
      // Only the first and last positions matter, so positions are kept instead of steps.
      let whole = Position(
        x: Points(sample.position.x.value.rounded(.towardZero)),
        y: Points(sample.position.y.value.rounded(.towardZero)))
      _ = steps.admit(PanSample(microseconds: sample.microseconds, position: whole))
      return
    }
    if interval > 0, steps.count > 0, sample.microseconds != steps[0].microseconds,
      steps.whole(interval, before: sample) == steps.whole(interval, before: steps[0])
    {
      return
    }
    let step = latest.count == 2 ? latest.step(0) : .zero
    _ = steps.admit(PanSample(microseconds: sample.microseconds, position: step))
  }

  func live() -> VelocityEstimate { mean(silence: 0) }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    mean(silence: max(steps.silence(until: microseconds), 0))
  }

  /// The mean for a release `silence` seconds after the last sample.
  private func mean(silence: Double) -> VelocityEstimate {
    var used = 0
    while used < steps.count, steps.age(used) + silence <= window { used += 1 }
    var moved = Position.zero
    var time = 0.0
    switch rule {
    case .gnome:
      guard used > 1 else { return .none(.tooFew) }
      for index in 0..<(used - 1) { moved = moved + steps[index].position }
      time = steps.age(used - 1)
    case .mutter, .niri:
      guard used > 0 else { return .none(.tooFew) }
      for index in 0..<used { moved = moved + steps[index].position }
      time = steps.age(used - 1) + (rule == .niri ? silence : 0)
    case .gtk:
      used = min(used + 1, steps.count)
      guard used > 0 else { return .none(.tooFew) }
      moved = -steps.offset(used - 1)
      time = steps.age(used - 1) + silence
    }
    guard time > 0 else { return .none(.tooFew) }
    return VelocityEstimate(
      velocity: Velocity(moved.x.value / time, moved.y.value / time), samplesUsed: used,
      span: Seconds(time), degree: 0, reason: .ok
    ).checked
  }
}
