internal import Quantities

/// The average velocities over a window that Linux desktops use, by name.
let windowMeanEstimators: [EstimatorDescription] = [
  describe("gnome.swipe", "GNOME Shell and libadwaita: mean over the last 150 ms", .gnome),
  describe("mutter.pan", "Mutter: mean over 150 ms, with the step into the window", .mutter),
  describe("niri.swipe", "niri: mean over 150 ms up to the release, same surplus step", .niri),
  describe("gtk.swipe", "GTK: mean over 150 ms and one sample more, in whole points", .gtk),
]

private func describe(
  _ name: String, _ summary: String, _ rule: WindowMean.Rule
) -> EstimatorDescription {
  EstimatorDescription(
    name, summary,
    parameters: [
      EstimatorParameter(
        "window", unit: "ms", default: 150, range: 1...10_000,
        "How far back before the newest sample others count.", source: rule.source)
    ] + (rule == .mutter ? [mutterInterval] : [])
  ) { WindowMean($0, rule) }
}

private let mutterInterval = EstimatorParameter(
  "interval", unit: "ms", default: 1, range: 0...1_000,
  "How long it lasts until the next sample counts, or makes a new velocity.",
  source: "mutter clutter-pan-gesture.c, EVENT_HISTORY_MIN_STORE_INTERVAL_MS; 0 keeps all")

/// The way moved in a window of 150 ms over the time between its first and last sample.
///
/// The window ends with the release. None of the rules knows that a finger has stopped, except
/// that niri and GTK count the time to the release.
struct WindowMean: VelocityEstimator {
  /// Whose window it is.
  enum Rule: Hashable, Sendable {
    /// The steps after the first sample in the window.
    case gnome
    /// The steps to all samples in the window, one more than there are intervals; a sample in the
    /// same whole millisecond as the last one is dropped, and its step with it.
    case mutter
    /// As mutter, with every sample, and the release is one more that did not move.
    case niri
    /// From the last sample before the window to the release, in points cut to whole numbers.
    case gtk

    /// Where the window's length is from.
    var source: String {
      switch self {
      case .gnome: "gnome-shell swipeTracker.js, EVENT_HISTORY_THRESHOLD_MS"
      case .mutter: "mutter clutter-pan-gesture.c, EVENT_HISTORY_DURATION_MS"
      case .niri: "niri swipe_tracker.rs, HISTORY_LIMIT"
      case .gtk: "GTK gtkgestureswipe.c, CAPTURE_THRESHOLD_MS"
      }
    }
  }

  /// The samples kept: 150 ms at 1 kHz, and some more.
  ///
  /// Source: ours; upstream does not bound it, or bounds it at 150.
  private static let capacity = 256

  private let rule: Rule
  private let window: Double
  private let interval: Double
  private var latest: SampleHistory
  /// The kept samples; their positions are the steps that led to them.
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
      // Only the ends count, so positions are kept instead of steps.
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

  /// The mean when the release comes `silence` seconds after the last sample.
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
