package import FrameLogs
package import Quantities
import TouchInput

/// The events that surfaces have in common; their fields are the same for every kind of surface.
extension EventLog {
  /// Notes a touch-down at `position`; `isHit` is whether the touch is on the surface.
  mutating func noteTouchDown(at position: Position?, isHit: Bool, at time: Seconds) {
    note(.touchDown, at: time, fingerFields(position) + [LogField("hit", .flag(isHit))])
  }

  /// Notes that a finger lifted at `position` without having begun a pan, as an event of `kind`.
  package mutating func noteLift(as kind: RunEvent.Kind, from position: Position?, at time: Seconds)
  {
    note(kind, at: time, fingerFields(position))
  }

  mutating func noteBegin(of pan: Pan, at time: Seconds) {
    note(
      .panBegan, at: time,
      [LogField("pan", .integer(pan.number)), LogField("fingers", .integer(pan.fingers))]
        + fingerFields(pan.location))
  }

  /// Notes the end of a pan and its estimated velocity, as an event of `kind`.
  mutating func noteEnd(
    of pan: Pan, as kind: RunEvent.Kind, _ estimate: VelocityEstimate, at time: Seconds
  ) {
    note(
      kind, at: time,
      [
        LogField("pan", .integer(pan.number)),
        LogField("translationX", .number(pan.translation.x.value)),
        LogField("translationY", .number(pan.translation.y.value)),
      ] + fingerFields(pan.location) + estimateFields(estimate))
  }

  /// Notes that a finger caught a surface on its way to `target`; `own` holds further fields of the scenario.
  package mutating func noteCatch(
    of motion: (position: Position, velocity: Velocity), headingFor target: String,
    at time: Seconds, _ own: [LogField] = []
  ) {
    note(
      .caught, at: time,
      [
        LogField("x", .number(motion.position.x.value)),
        LogField("y", .number(motion.position.y.value)),
        LogField("vx", .number(motion.velocity.x.value)),
        LogField("vy", .number(motion.velocity.y.value)),
        LogField("target", .text(target)),
      ] + own)
  }

  /// Notes that the target of a surface changed from `old` to `target`.
  package mutating func noteRetarget(from old: String, to target: String, at time: Seconds) {
    note(
      .retargeted, at: time,
      [LogField("from", .text(old)), LogField("target", .text(target))])
  }

  /// Notes that a surface has arrived at `rest`, as an event of `kind`; `own` holds further fields.
  package mutating func noteArrival(
    as kind: RunEvent.Kind, at target: String, _ rest: Position, at time: Seconds,
    _ own: [LogField] = []
  ) {
    note(
      kind, at: time,
      [
        LogField("target", .text(target)),
        LogField("x", .number(rest.x.value)), LogField("y", .number(rest.y.value)),
      ] + own)
  }

  /// Notes that the device dropped events, and that `count` events were inserted to restore the state of the fingers.
  mutating func noteGap(resynchronizedEvents count: Int, at time: Seconds) {
    note(.gap, at: time, [LogField("resynchronizedEvents", .integer(count))])
  }
}

/// Returns the position of the finger as log fields; null if the finger has no position on the screen.
private func fingerFields(_ position: Position?) -> [LogField] {
  [
    LogField("fingerX", position.map { .number($0.x.value) } ?? .none),
    LogField("fingerY", position.map { .number($0.y.value) } ?? .none),
  ]
}

private func estimateFields(_ estimate: VelocityEstimate) -> [LogField] {
  [
    LogField("velocityX", .number(estimate.velocity.x.value)),
    LogField("velocityY", .number(estimate.velocity.y.value)),
    LogField("errorX", estimate.covariance.map { .number($0.errorX.value) } ?? .none),
    LogField("errorY", estimate.covariance.map { .number($0.errorY.value) } ?? .none),
    LogField("samples", .integer(estimate.samplesUsed)),
    LogField("span", .number(estimate.span.value)),
    LogField("degree", .integer(estimate.degree)),
    LogField("velocityReason", .text(estimate.reason.rawValue)),
  ]
}

/// The descriptions of the two fields with which an event reports the position of the finger.
package let fingerFields = [fingerX, fingerY]

/// The description of the field for the horizontal position of the finger.
package let fingerX = FieldDescription(
  "fingerX", unit: "pt",
  "The horizontal position of the finger; null if no finger is on a touchscreen.")
/// The description of the field for the vertical position of the finger.
package let fingerY = FieldDescription(
  "fingerY", unit: "pt",
  "The vertical position of the finger; null if no finger is on a touchscreen.")
