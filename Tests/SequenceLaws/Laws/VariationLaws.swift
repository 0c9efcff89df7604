import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import TouchInput

/// The laws of changed sequences that must have the same, mirrored or scaled result.
let variationLaws: [Law] = [
  Law(
    name: .touchPoint, invariants: ["I15"],
    meaning: "The run does not depend on where on the surface the finger touches it.",
    check: touchPoint),
  Law(
    name: .touchpad, invariants: ["I15"],
    meaning:
      "A finger on a touchpad, whose touches have no position on the screen, moves the surface "
      + "in the same way as a finger on the screen.",
    fraction: 3,
    check: touchpad),
  Law(
    name: .timeOfDay, invariants: ["I19"],
    meaning:
      "The run does not depend on the time of day at which a recording was made.", fraction: 5,
    check: timeOfDay),
  Law(
    name: .mirrored, invariants: ["I14"],
    meaning: "If input and screen are mirrored, the run is mirrored, too.",
    check: mirrored),
  Law(
    name: .scaled, invariants: ["I13"],
    meaning:
      "If all lengths and speeds of input and settings are multiplied by a factor, so are all "
      + "lengths and speeds of the run.",
    check: scaled),
]

/// The frame rate, in hertz, at which a changed sequence is recorded.
///
/// The original has moments at the same times, because its rate of 120 Hz is a multiple of this
/// rate.
private let looksPerSecond = 30.0

extension Evidence {
  /// The moments that are compared with those of a changed sequence.
  fileprivate func looks() -> [Moment] {
    var look = -1
    return performance.moments.filter { moment in
      guard moment.input == nil else { return true }
      look += 1
      return look % 4 == 0
    }
  }

  /// Returns pairs of moments of this sequence and of a changed one.
  fileprivate func pairs(
    with other: Performance, _ verdict: inout Verdict
  ) -> [(Moment, Moment)] {
    let pairs = Array(zip(looks(), other.moments))
    verdict.expect(
      pairs.allSatisfy { $0.time == $1.time } && other.ending == performance.ending,
      "the sequence has another duration or ending")
    let events = zip(performance.events, other.events)
    verdict.expect(
      performance.events.count == other.events.count
        && events.allSatisfy { $0.kind == $1.kind && $0.text("reason") == $1.text("reason") },
      "the events or their reasons differ")
    return pairs
  }

  /// The frame without the position of the finger.
  fileprivate func withoutFinger(_ frame: Frame) -> Frame {
    var copy = frame
    copy.own["fingerX"] = LogValue.none
    copy.own["fingerY"] = LogValue.none
    return copy
  }

  fileprivate func expectSame(
    _ variant: Trial, _ verdict: inout Verdict, _ what: String
  ) throws(SettingError) {
    let other = try variant.performed(looksPerSecond: looksPerSecond)
    for (moment, other) in pairs(with: other, &verdict) {
      let (here, there) = (withoutFinger(moment.after), withoutFinger(other.after))
      verdict.expect(here == there, at: moment.time, "\(here), and \(what) \(there)")
    }
  }
}

private func touchPoint(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  let away = Position(x: Points(37), y: Points(-118.5))
  let moved = evidence.trial.mapped(HandMap(position: { $0 + away }))
  try evidence.expectSame(moved, &verdict, "held elsewhere")
}

private func touchpad(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  let touchpad = evidence.trial.mapped(HandMap(position: { _ in nil }))
  try evidence.expectSame(touchpad, &verdict, "from a touchpad")
}

private func timeOfDay(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  var later = evidence.trial
  for index in later.inputs.indices {
    later.inputs[index].microseconds += 1_700_000_000_000_000
  }
  try evidence.expectSame(later, &verdict, "later")
}

extension Evidence {
  /// Whether a surface is so near a limit, or the end of the capped band 48 pt beyond it, that
  /// rounding decides on which side it is.
  fileprivate func isAtLimit(_ frame: Frame, _ index: Int) -> Bool {
    guard let limits = limits(index) else { return false }
    let isCapped = performance.conditions[index]["limits"] == ForeignRubberBand.capped.rawValue
    return scenario.axes.contains { axis in
      [limits.low, limits.high].contains {
        let distance = (axis.of(frame.position) - axis.of($0)).magnitude
        return distance < 1e-9 || isCapped && (distance - 48).magnitude < 1e-9
      }
    }
  }
}

extension Evidence {
  /// Whether a surface was released exactly at a limit that stops it.
  ///
  /// Rounding then decides whether the surface starts to move, so the mirrored sequence may differ.
  fileprivate func isTiedAtLimit(_ image: Performance, in mirror: Mirror) -> Bool {
    zip(looks(), image.moments).contains { moment, other in
      guard case .hand(.panEnded) = moment.input else { return false }
      let conditions = conditions(before: moment)
      let kick = mirror.displacement(moment.after.velocity) - other.after.velocity
      return conditions["limits"] == "stop" && isAtLimit(moment.after, moment.conditionsBefore)
        && kick.length.value > 1e-5
    }
  }
}

private func mirrored(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  let mirrors = evidence.scenario.mirrors
  guard !mirrors.isEmpty else { return }
  let mirror = mirrors[Int(evidence.trial.seed % UInt64(mirrors.count))]
  guard mirror.shows(evidence.trial) else { return }
  let image = try mirror.image(of: evidence.trial).performed(looksPerSecond: looksPerSecond)
  guard !evidence.isTiedAtLimit(image, in: mirror) else { return }
  for (moment, other) in evidence.pairs(with: image, &verdict) {
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    let expected = mirror.position(moment.after.position, conditions)
    let error = (expected - other.after.position).length
    let velocity = mirror.displacement(moment.after.velocity) - other.after.velocity
    // At a limit, rounding may give the surface another phase and velocity, but not another role.
    let isAtLimit = evidence.isAtLimit(moment.after, moment.conditionsAfter)
    let (phase, image) = (moment.after.phase, other.after.phase)
    let isSamePhase = phase == image || isAtLimit && evidence.role(phase) == evidence.role(image)
    verdict.expect(
      error < Points(1e-6) && (velocity.length.value < 1e-5 || isAtLimit) && isSamePhase,
      at: moment.time,
      "\(mirror.name): \(other.after.position) \(other.after.phase.rawValue) instead of \(expected) "
        + moment.after.phase.rawValue)
  }
  guard mirror.comparesNames else { return }
  for (event, other) in zip(evidence.performance.events, image.events) {
    let expected = event.text("target").map { mirror.word($0, evidence.conditions) }
    let direction = event.text("direction").map { mirror.kind.words[$0] ?? $0 }
    verdict.expect(
      other.text("direction") == direction, at: event.time,
      "\(mirror.name): to the \(other.text("direction") ?? ""), not \(direction ?? "anywhere")")
    verdict.expect(
      other.text("target") == expected, at: event.time,
      "\(mirror.name): sent to \(other.text("target") ?? "nowhere"), not \(expected ?? "anywhere")")
  }
}

private func scaled(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  // Multiplication by a power of two is exact, so equal distances remain equal.
  let factor = [0.5, 2, 4][Int(evidence.trial.seed % 3)]
  let scaled = evidence.scenario.scaled(evidence.trial, by: factor)
  let other = try scaled.performed(looksPerSecond: looksPerSecond)
  for (moment, other) in evidence.pairs(with: other, &verdict) {
    let (here, there) = (moment.after, other.after)
    let isSame =
      isScaled(here.position, there.position, factor)
      && isScaled(here.velocity, there.velocity, factor)
      && isScaled(here.target, there.target, factor) && here.phase == there.phase
      && isNear(here.progress, there.progress)
      && here.own.descriptions.allSatisfy { field in
        let values = (here.own[field.key], there.own[field.key])
        guard let number = values.0?.asNumber, let other = values.1?.asNumber else {
          return values.0 == values.1
        }
        return isNear(number * (["pt", "pt/s"].contains(field.unit) ? factor : 1), other)
      }
    verdict.expect(isSame, at: moment.time, "\(here), and times \(factor) \(there)")
  }
}

private func isScaled<Component>(
  _ pair: Planar<Component>, _ other: Planar<Component>, _ factor: Double
) -> Bool {
  isNear(pair.x.value * factor, other.x.value) && isNear(pair.y.value * factor, other.y.value)
}

private func isNear(_ number: Double, _ other: Double) -> Bool {
  (number - other).magnitude <= 1e-9 * max(1, number.magnitude)
}
