public import FrameLogs
import Quantities
import TouchInput

extension RunEvent.Kind {
  /// The hand that moves a surface has come to a pause.
  public static let handPaused = RunEvent.Kind(rawValue: "handPaused")
}

extension EventDescription {
  static let handPaused = EventDescription(
    .handPaused,
    "The hand that moves it was fast and has come to a pause, where pause.window asks.",
    [
      FieldDescription("x", unit: "pt", "Where the surface is, horizontally."),
      FieldDescription("y", unit: "pt", "Where the surface is, vertically."),
      FieldDescription("way", unit: "pt", "How far the hand has gone."),
      FieldDescription("speedBefore", unit: "pt/s", "How fast it was before."),
    ])
}

extension DraggableSurface {
  /// Looks whether the hand has paused.
  mutating func watch(_ pan: Pan, _ velocity: Velocity, into journal: inout Journal) {
    guard case .dragging = state else { return }
    let sample = PauseWatch.Sample(
      time: now, velocity: geometry.onAxes(velocity),
      way: geometry.onAxes(pan.translation).length)
    guard let found = pause.receive(sample, rule: behaviour.pause) else { return }
    note(found, into: &journal)
  }

  /// Looks whether the hand has come to a pause by `time` without a word.
  mutating func watchSilence(until time: Seconds, into journal: inout Journal) {
    guard case .dragging = state,
      let found = pause.advance(to: time, rule: behaviour.pause)
    else { return }
    note(found, into: &journal)
  }

  /// Notes that the hand has paused.
  private func note(_ pause: PauseWatch.Pause, into journal: inout Journal) {
    let place = drive.state(at: pause.time).position
    journal.note(
      .handPaused, at: pause.time,
      [
        LogField("x", .number(place.x.value)), LogField("y", .number(place.y.value)),
        LogField("way", .number(pause.way.value)),
        LogField("speedBefore", .number(pause.speedBefore.value)),
      ])
  }
}

extension MotionTuning {
  /// The settings of the pause.
  static let pauseSettings: [Setting<MotionTuning>] = [
    Setting(
      "pause.window", unit: "s", .number(\.pause.window.value, 0...10),
      "A hand that pauses was faster this long ago; 0 looks for no pause.",
      source: "ours; no pause is looked for. fluid-interfaces has seven frames of 60 Hz"),
    Setting(
      "pause.speed", unit: "pt/s", .number(\.pause.speed.value, 0...100_000),
      "A hand that pauses is at most this fast.",
      source: "fluid-interfaces, its acceleration sample, 100 pt/s"),
    Setting(
      "pause.way", unit: "pt", .number(\.pause.way.value, 0...100_000),
      "A hand that pauses has gone at least this far.",
      source: "fluid-interfaces, its acceleration sample, 50 pt"),
    Setting(
      "pause.loss", .number(\.pause.loss, 0...1),
      "A hand that pauses has lost more than this share of its velocity.",
      source: "fluid-interfaces, its acceleration sample, 0.9"),
  ]
}
