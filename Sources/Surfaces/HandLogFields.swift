package import FrameLogs
package import Quantities
import TouchInput

/// What the hand does to a surface, in the same words whatever the surface.
extension Journal {
  /// Notes that a hand went down at `position`; `isHit` says whether that is for the surface.
  mutating func noteTouchDown(at position: Position?, isHit: Bool, at time: Seconds) {
    note(.touchDown, at: time, fingerFields(position) + [LogField("hit", .flag(isHit))])
  }

  /// Notes that a hand left without a pan, as `kind` says.
  package mutating func noteLift(as kind: RunEvent.Kind, from position: Position?, at time: Seconds)
  {
    note(kind, at: time, fingerFields(position))
  }

  /// Notes that a pan began.
  mutating func noteBegin(of pan: Pan, at time: Seconds) {
    note(
      .panBegan, at: time,
      [LogField("pan", .integer(pan.number)), LogField("fingers", .integer(pan.fingers))]
        + fingerFields(pan.location))
  }

  /// Notes that a pan is over, as `kind` says, and with which velocity.
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

  /// Notes that a hand took hold of a surface on its way to `target`; `own` is what else there is to
  /// say.
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

  /// Notes that a surface goes for `target` now rather than `old`.
  package mutating func noteRetarget(from old: String, to target: String, at time: Seconds) {
    note(
      .retargeted, at: time,
      [LogField("from", .text(old)), LogField("target", .text(target))])
  }

  /// Notes that a surface has come to `rest`, as `kind` says; `own` is what else there is to say.
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

  /// Notes that the device dropped events, `count` of which were made up for.
  mutating func noteGap(resynchronizedEvents count: Int, at time: Seconds) {
    note(.gap, at: time, [LogField("resynchronizedEvents", .integer(count))])
  }
}

/// The finger's position as log fields; null where it has none on the screen.
private func fingerFields(_ position: Position?) -> [LogField] {
  [
    LogField("fingerX", position.map { .number($0.x.value) } ?? .none),
    LogField("fingerY", position.map { .number($0.y.value) } ?? .none),
  ]
}

/// What the estimator said, and from what.
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

/// The finger in the payload of an event.
package let fingerFields = [fingerX, fingerY]

/// Where the finger is, horizontally.
package let fingerX = FieldDescription(
  "fingerX", unit: "pt", "The finger on the screen; null without one.")
/// Where the finger is, vertically.
package let fingerY = FieldDescription(
  "fingerY", unit: "pt", "The finger on the screen; null without one.")
