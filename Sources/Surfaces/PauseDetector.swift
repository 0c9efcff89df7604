public import FrameLogs
public import Quantities
import ReleaseRules

/// The rule that detects whether a finger that drags a surface has paused.
///
/// A finger counts as having paused if it is slow now, was much faster before, and is far enough from its start:
///
///     |v| ≤ speed,  |d| ≥ distance,  |v₀ − v| / |v₀| > loss
///
/// Here v is the current velocity, v₀ is the velocity one ``window`` earlier, and d is the displacement from the start
/// of the pan. The window is a time, so the result does not depend on the sample rate of the device. A finger that
/// has been slow all the time does not pause, and neither does a finger that stood still one window earlier.
///
/// Source: fluid-interfaces at da5c66c, its acceleration sample. The sample uses the last seven velocities of a 60 Hz
/// screen instead of a time, and does not clear them between gestures.
public struct PauseRule: Hashable, Sendable {
  /// The time between the two velocities that are compared; zero turns the rule off.
  public var window = Seconds.zero

  /// The speed up to which a finger can count as paused.
  public var speed = PointsPerSecond(100)

  /// The distance from the start of the pan from which on a finger can count as paused.
  public var distance = Points(50)

  /// The fraction of its earlier velocity that a finger must have lost to count as paused; unitless.
  public var loss = 0.9

  /// Creates a rule that is off.
  public init() {}

  package var isOn: Bool { window > .zero }
}

/// Detects pauses of the finger; reports at most one pause for each pan.
struct PauseDetector: Hashable, Sendable {
  /// The state of the finger at one time.
  struct Sample: Hashable, Sendable {
    var time: Seconds
    var velocity: Velocity
    var distance: Points
  }

  struct Pause: Hashable, Sendable {
    var time: Seconds
    /// The speed of the finger one window before the pause.
    var speedBefore: PointsPerSecond
    /// The distance between the finger and the start of its pan.
    var distance: Points
  }

  /// The time without samples after which a finger counts as standing still.
  ///
  /// The time is needed because a device reports nothing while a finger rests.
  ///
  /// Source: Android, `ASSUME_POINTER_STOPPED_TIME`, 40 ms.
  static let silence = Seconds(0.04)

  /// The samples within one window before the last sample, and the sample before these, in order of time.
  private var seen: [Sample] = []
  /// Whether a pause of the current pan has been reported; later pauses of the pan are then ignored.
  private var isOver = false

  /// Receives a sample of the finger; returns a pause if the finger has paused at this sample.
  mutating func receive(_ sample: Sample, rule: PauseRule) -> Pause? {
    guard rule.isOn, !isOver else { return nil }
    seen.append(sample)
    let before = sample.time - rule.window
    // The latest sample before the window is kept, because it has the velocity of the finger at the start of the
    // window.
    while seen.count > 1, seen[1].time <= before { seen.removeFirst() }
    guard seen[0].time <= before else { return nil }
    return found(sample, after: seen[0], rule)
  }

  /// Returns a pause that the detector finds up to `time` because no new sample has arrived; nil if it finds none.
  ///
  /// A finger without a new sample for the time ``silence`` counts as standing still.
  mutating func advance(to time: Seconds, rule: PauseRule) -> Pause? {
    guard rule.isOn, !isOver, let last = seen.last else { return nil }
    let still = last.time + Self.silence
    // Without new samples, the velocity one window earlier changes only when the start of the window reaches the next
    // older sample.
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
  /// The finger that drags a surface has paused.
  public static let handPaused = RunEvent.Kind(rawValue: "handPaused")
}

extension EventDescription {
  package static let handPaused = EventDescription(
    .handPaused,
    "The finger paused after a fast part of its drag; only if pause.window is above 0.",
    [
      FieldDescription("x", unit: "pt", "The horizontal position of the surface."),
      FieldDescription("y", unit: "pt", "The vertical position of the surface."),
      FieldDescription("distance", unit: "pt", "The distance that the finger has moved."),
      FieldDescription("speedBefore", unit: "pt/s", "The speed of the finger before the pause."),
    ])
}

extension EventLog {
  /// Notes that the finger that drags a surface, which is at `position`, has paused.
  mutating func note(_ pause: PauseDetector.Pause, at position: Position) {
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
  static let pauseSettings: [Setting<MotionTuning>] = [
    Setting(
      "pause.window", unit: "s", .number(0...10) { $1(&$0.pause.window) },
      "The time within which a finger must have lost its speed to count as paused; 0 detects no pauses.",
      source: "our choice; off by default. fluid-interfaces has 7 frames at 60 Hz, 0.1167 s"),
    Setting(
      "pause.speed", unit: "pt/s", .number(0...100_000) { $1(&$0.pause.speed) },
      "The speed up to which a finger can count as paused.",
      source: "fluid-interfaces, its acceleration sample, 100 pt/s"),
    Setting(
      "pause.distance", unit: "pt", .number(0...100_000) { $1(&$0.pause.distance) },
      "The distance that a finger must have moved to count as paused.",
      source: "fluid-interfaces, its acceleration sample, 50 pt"),
    Setting(
      "pause.loss", .number(0...1) { $1(&$0.pause.loss) },
      "The fraction of its speed that a finger must lose to count as paused.",
      source: "fluid-interfaces, its acceleration sample, 0.9"),
  ]
}
