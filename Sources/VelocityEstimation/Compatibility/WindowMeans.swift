internal import Quantities

/// The descriptions of the estimators of Linux desktops, which average the velocity over a window of time.
let windowMeanEstimators: [EstimatorDescription] = [
  describe("gnome.swipe", "GNOME Shell and libadwaita: mean over the last 150 ms", .gnome),
  describe(
    "gnome.touchpad",
    "GNOME Shell on a touchpad: mean over 150 ms, which a rest before the lift does not end",
    .gnomeTouchpad),
  describe(
    "adw.touchpad", "libadwaita on a touchpad: mean over 150 ms, with the first step", .adwTouchpad),
  describe(
    "mutter.pan", "Mutter: mean over 150 ms, including the step that enters this window", .mutter),
  describe(
    "niri.swipe",
    "niri: mean over 150 ms up to the release, including the step that enters this window", .niri),
  describe(
    "gtk.swipe", "GTK: mean over 150 ms and one older sample, with positions in whole points", .gtk),
  describe(
    "gtk.scroll",
    "GTK on a touchpad: mean over 150 ms up to the end of the scroll, with the first step",
    .gtkScroll),
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
      + (rule.hasGrid
        ? [StampGrid.parameter(source: "events of GDK and Clutter carry whole milliseconds")] : [])
  ) { WindowMean($0, rule) }
}

private let mutterInterval = EstimatorParameter(
  "interval", unit: "ms", default: 1, range: 0...1_000,
  "Only the first sample in each interval of this length is used.",
  source: "mutter clutter-pan-gesture.c, EVENT_HISTORY_MIN_STORE_INTERVAL_MS; 0 keeps all")

/// The distance moved in a window of 150 ms, divided by the time between its first and last sample.
///
/// The window ends with the release. None of the rules detects that a finger has stopped. In niri and GTK, the time
/// includes the pause between the last sample and the release, so such a pause lowers the velocity.
///
/// The touch-down is a sample only in Mutter. For the other rules, it is the position before the first event.
struct WindowMean: VelocityEstimator {
  /// The rule by which one desktop computes the distance and the time.
  enum Rule: Hashable, Sendable {
    /// The steps after the first sample in the window.
    case gnome
    /// The same as `adwTouchpad`, but if all samples are older than the window, all of them are used.
    ///
    /// A rest before the lift therefore does not end a flick. The reason is that GNOME Shell passes the index −1 to
    /// `splice` if no sample is in the window.
    case gnomeTouchpad
    /// The same as `gnome`, but the first step of the gesture counts until it leaves the window.
    ///
    /// On a touchpad, libadwaita gets a separate event for the begin of a gesture, at the time of the first step.
    case adwTouchpad
    /// The steps to all samples in the window, including the step from the last sample before the window.
    ///
    /// A sample in the same whole millisecond as the previous sample is ignored, including its step.
    case mutter
    /// The same as `mutter`, but no sample is ignored, and the release counts as a last sample without a step.
    case niri
    /// The distance from the last sample before the window to the release, with positions truncated to whole points.
    case gtk
    /// The same as `niri`, with times in whole milliseconds.
    case gtkScroll

    /// Whether times are in whole milliseconds.
    fileprivate var hasGrid: Bool { self != .mutter && self != .niri }

    /// The source of the window's length.
    var source: String {
      switch self {
      case .gnome, .gnomeTouchpad: "gnome-shell swipeTracker.js, EVENT_HISTORY_THRESHOLD_MS"
      case .adwTouchpad: "libadwaita adw-swipe-tracker.c, EVENT_HISTORY_THRESHOLD_MS"
      case .mutter: "mutter clutter-pan-gesture.c, EVENT_HISTORY_DURATION_MS"
      case .niri: "niri swipe_tracker.rs, HISTORY_LIMIT"
      case .gtk: "GTK gtkgestureswipe.c, CAPTURE_THRESHOLD_MS"
      case .gtkScroll: "GTK gtkeventcontrollerscroll.c, SCROLL_CAPTURE_THRESHOLD_MS"
      }
    }
  }

  /// The maximum number of samples that are kept.
  ///
  /// The number is our choice; 256 samples are enough for 150 ms at 1 kHz. The original implementations have no limit,
  /// or a limit of 150 samples.
  private static let capacity = 256

  private let rule: Rule
  private let window: Double
  private let interval: Double
  /// The grid of whole milliseconds; exact times for rules without a grid.
  private var grid: StampGrid
  private var latest: SampleHistory
  /// The kept samples; instead of its position, each sample holds the step that led to it.
  private var steps: SampleHistory
  /// The number of samples that GNOME Shell keeps, and whether its first step is among them.
  private var kept = (count: 0, hasFirst: true)

  init(_ values: EstimatorValues, _ rule: Rule) {
    self.rule = rule
    self.window = values.seconds("window")
    self.interval = rule == .mutter ? values.seconds("interval") : 0
    self.latest = values.history(capacity: 2)
    grid = StampGrid(
      seconds: rule.hasGrid ? values.seconds("grid") : 0,
      ticksPerSecond: latest.ticksPerSecond)
    self.steps = values.history(capacity: Self.capacity)
  }

  mutating func reset() {
    latest.removeAll()
    steps.removeAll()
    kept = (0, true)
    grid.reset()
  }

  mutating func receive(_ sample: PanSample) {
    guard latest.admit(sample) != .rejected else { return }
    grid.receive(sample.microseconds)
    // The touch-down is not a sample, even if a second sample at the same time has replaced it.
    if rule != .mutter, latest.count == 1 { return }
    let time = grid.stamp(sample.microseconds)
    if rule == .gtk {
      // GTK uses only the first and last positions, so positions are kept instead of steps.
      let whole = Position(
        x: Points(sample.position.x.value.rounded(.towardZero)),
        y: Points(sample.position.y.value.rounded(.towardZero)))
      _ = steps.admit(PanSample(microseconds: time, position: whole))
      return
    }
    if interval > 0, steps.count > 0, sample.microseconds != steps[0].microseconds,
      steps.whole(interval, before: sample) == steps.whole(interval, before: steps[0])
    {
      return
    }
    let step = latest.count == 2 ? latest.step(0) : .zero
    guard rule == .gnomeTouchpad else {
      _ = steps.admit(PanSample(microseconds: time, position: step))
      return
    }
    let (fresh, before) = (fresh(at: time), steps.count)
    guard steps.admit(PanSample(microseconds: time, position: step)) == .appended, before > 0 else {
      return kept.count = max(kept.count, 1)
    }
    if fresh > 0 { kept = (fresh, kept.hasFirst && fresh == kept.count) }
    kept.count = min(kept.count + 1, steps.count)
  }

  /// The number of samples that are at most as old as the window at `microseconds`.
  ///
  /// The age is computed by one subtraction, so that times in whole milliseconds, which are often exactly at the end of
  /// the window, are compared without rounding errors.
  private func fresh(at microseconds: Int64) -> Int {
    var count = 0
    while count < steps.count, steps.age(count, at: microseconds) <= window { count += 1 }
    return rule == .gnomeTouchpad ? min(count, kept.count) : count
  }

  func live() -> VelocityEstimate { mean(at: .min) }

  func released(atMicroseconds microseconds: Int64) -> VelocityEstimate {
    mean(at: grid.stamp(microseconds))
  }

  /// The mean velocity for a release at `microseconds`, or at the last sample if that is later.
  private func mean(at microseconds: Int64) -> VelocityEstimate {
    let end = steps.count > 0 ? max(microseconds, steps[0].microseconds) : microseconds
    let silence = steps.count > 0 ? steps.silence(until: end) : 0
    var used = fresh(at: end)
    var moved = Position.zero
    var time = 0.0
    switch rule {
    case .gnome:
      guard used > 1 else { return .none(.tooFew) }
      for index in 0..<(used - 1) { moved = moved + steps[index].position }
      time = steps.age(used - 1)
    case .gnomeTouchpad, .adwTouchpad:
      var hasFirst = used == steps.count
      if rule == .gnomeTouchpad {
        if used == 0 { used = kept.count }
        hasFirst = kept.hasFirst && used == kept.count
      }
      guard used > 1 else { return .none(.tooFew) }
      for index in 0..<(hasFirst ? used : used - 1) { moved = moved + steps[index].position }
      time = steps.age(used - 1)
    case .mutter, .niri, .gtkScroll:
      guard used > 0 else { return .none(.tooFew) }
      for index in 0..<used { moved = moved + steps[index].position }
      time = steps.age(used - 1) + (rule == .mutter ? 0 : silence)
    case .gtk:
      // GTK also uses the last sample before the window.
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
