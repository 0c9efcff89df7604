public import FrameLogs
public import Quantities
import ReleaseRules

/// When a hand that moves something counts as having come to a pause.
///
/// It is slow now, was much faster a moment ago, and is away from where it began:
///
///     |v| ≤ speed,  way ≥ least,  |v₀ − v| / |v₀| > loss
///
/// where v₀ is the velocity `window` before, so that it does not matter how often the hand is seen. A
/// hand that goes on slowly does not pause, and neither does one that stood still at v₀.
///
/// Source: fluid-interfaces at da5c66c, its acceleration sample, which keeps the last seven velocities
/// of a screen of 60 Hz instead of a time, and keeps them from one gesture to the next.
public struct PauseRule: Hashable, Sendable {
  /// How far back the velocity is that it is compared with; zero is no rule.
  public var window = Seconds.zero

  /// The speed up to which the hand may have paused.
  public var speed = PointsPerSecond(100)

  /// How far the hand must have gone.
  public var distance = Points(50)

  /// The fraction of the earlier velocity that must be lost, exclusive; unitless.
  public var loss = 0.9

  /// Creates the rule that is none.
  public init() {}

  /// Whether a pause is looked for at all.
  package var isOn: Bool { window > .zero }
}

/// Looks for the pause of a pan; it finds one at most.
struct PauseWatch: Hashable, Sendable {
  /// The hand at one time.
  struct Sample: Hashable, Sendable {
    var time: Seconds
    var velocity: Velocity
    var distance: Points
  }

  /// What was found.
  struct Pause: Hashable, Sendable {
    var time: Seconds
    /// How fast the hand was before, in points per second.
    var speedBefore: PointsPerSecond
    /// How far the hand has gone.
    var distance: Points
  }

  /// A hand that has not been heard of for this long stands still.
  ///
  /// Source: Android, `ASSUME_POINTER_STOPPED_TIME`, 40 ms; a device says nothing of a finger that
  /// rests.
  static let silence = Seconds(0.04)

  /// The pan since the window before the last sample, and the one before that; by time.
  private var seen: [Sample] = []
  private var isOver = false

  /// Takes in the hand as it is seen, and says whether that is the pause.
  mutating func receive(_ sample: Sample, rule: PauseRule) -> Pause? {
    guard rule.isOn, !isOver else { return nil }
    seen.append(sample)
    let before = sample.time - rule.window
    while seen.count > 1, seen[1].time <= before { seen.removeFirst() }
    guard seen[0].time <= before else { return nil }
    return found(sample, after: seen[0], rule)
  }

  /// Says whether the hand has paused by `time` without a word: when it has not been heard of since
  /// ``silence``, it stands still.
  mutating func advance(to time: Seconds, rule: PauseRule) -> Pause? {
    guard rule.isOn, !isOver, let last = seen.last else { return nil }
    let still = last.time + Self.silence
    // The velocity before is that of one sample after the other as time goes by.
    for (index, sample) in seen.enumerated() where sample.velocity != .zero {
      let ends = index + 1 < seen.count ? seen[index + 1].time + rule.window : nil
      let begin = max(still, sample.time + rule.window)
      guard begin <= time else { return nil }
      if let ends, ends <= begin { continue }
      let resting = Sample(time: begin, velocity: .zero, distance: last.distance)
      return found(resting, after: sample, rule)
    }
    return nil
  }

  private mutating func found(_ now: Sample, after before: Sample, _ rule: PauseRule) -> Pause? {
    let speed = before.velocity.length
    guard now.velocity.length <= rule.speed, now.distance >= rule.distance, speed > .zero,
      (before.velocity - now.velocity).length > speed * rule.loss
    else { return nil }
    isOver = true
    return Pause(time: now.time, speedBefore: speed, distance: now.distance)
  }
}

extension RunEvent.Kind {
  /// The hand that moves a surface has come to a pause.
  public static let handPaused = RunEvent.Kind(rawValue: "handPaused")
}

extension EventDescription {
  package static let handPaused = EventDescription(
    .handPaused,
    "The hand that moves it was fast and has come to a pause, where pause.window asks.",
    [
      FieldDescription("x", unit: "pt", "Where the surface is, horizontally."),
      FieldDescription("y", unit: "pt", "Where the surface is, vertically."),
      FieldDescription("distance", unit: "pt", "How far the hand has gone."),
      FieldDescription("speedBefore", unit: "pt/s", "How fast it was before."),
    ])
}

extension Journal {
  /// Notes that the hand that moves a surface, which is at `position`, has paused.
  mutating func note(_ pause: PauseWatch.Pause, at position: Position) {
    note(
      .handPaused, at: pause.time,
      [
        LogField("x", .number(position.x.value)), LogField("y", .number(position.y.value)),
        LogField("distance", .number(pause.distance.value)),
        LogField("speedBefore", .number(pause.speedBefore.value)),
      ])
  }
}

extension MotionTuning {
  /// The settings of the pause.
  static let pauseSettings: [Setting<MotionTuning>] = [
    Setting(
      "pause.window", unit: "s", .number(0...10) { $1(&$0.pause.window) },
      "A hand that pauses was faster this long ago; 0 looks for no pause.",
      source: "ours; no pause is looked for. fluid-interfaces has 7 frames of 60 Hz, 0.1167 s"),
    Setting(
      "pause.speed", unit: "pt/s", .number(0...100_000) { $1(&$0.pause.speed) },
      "A hand that pauses is at most this fast.",
      source: "fluid-interfaces, its acceleration sample, 100 pt/s"),
    Setting(
      "pause.distance", unit: "pt", .number(0...100_000) { $1(&$0.pause.distance) },
      "A hand that pauses has gone at least this far.",
      source: "fluid-interfaces, its acceleration sample, 50 pt"),
    Setting(
      "pause.loss", .number(0...1) { $1(&$0.pause.loss) },
      "A hand that pauses has lost more than this share of its velocity.",
      source: "fluid-interfaces, its acceleration sample, 0.9"),
  ]
}
