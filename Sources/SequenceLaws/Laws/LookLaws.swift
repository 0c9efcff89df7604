import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws that one look at a sequence tells.
let lookLaws: [Law] = [
  Law(
    name: .finite, invariants: ["I16"],
    meaning: "What a surface shows is finite."
  ) { evidence, verdict in
    for moment in evidence.performance.moments {
      verdict.expect(moment.after.isFinite, at: moment.time, "\(moment.after)")
    }
  },
  Law(
    name: .continuous, invariants: ["I1", "I3"],
    meaning: "No input but the finger's own movement moves the surface.",
    check: continuous),
  Law(
    name: .follows, invariants: ["I17"],
    meaning: "The surface goes the way of the finger, and no further than the finger.",
    check: follows),
  Law(
    name: .noTeleport, invariants: ["I1"],
    meaning: "By itself a surface goes no further than its velocity takes it.",
    check: noTeleport),
  Law(
    name: .handsOver, invariants: ["I2"],
    meaning: "The surface sets off with the hand's velocity, through the band.",
    check: handsOver),
  Law(
    name: .stale, invariants: ["I11"],
    meaning: "A hand that stands still for a tenth of a second before it leaves does not throw.",
    check: stale),
]

extension Frame {
  /// Whether every number that a surface shows of itself is one; the finger comes first.
  var isFinite: Bool {
    position.isFinite && velocity.isFinite && target.isFinite && progress.isFinite
      && own.dropFirst(2).allSatisfy { $0.asNumber?.isFinite ?? true }
  }
}

extension Evidence {
  /// The settings and the screen that held when a moment began.
  func conditions(before moment: Moment) -> Conditions {
    performance.conditions[moment.conditionsBefore]
  }

  /// The decision that an input brought about.
  func decision(of moment: Moment) -> RunEvent? {
    events(moment.eventsAfter).first { $0.kind == .decision }
  }
}

private func continuous(_ evidence: Evidence, _ verdict: inout Verdict) {
  let follows = evidence.scenario.followsFinger(evidence.conditions)
  for moment in evidence.performance.moments {
    switch moment.input {
    case .hand(.panBegan), .hand(.panChanged): if follows { continue }
    case .none: continue
    default: break
    }
    let jump = (moment.after.position - moment.before.position).length
    verdict.expect(jump < Points(1e-9), at: moment.time, "it jumped \(jump.value) pt")
  }
}

/// Per axis, what a pan has moved the surface lies between nothing and what the finger has moved.
private func follows(_ evidence: Evidence, _ verdict: inout Verdict) {
  guard evidence.scenario.followsFinger(evidence.conditions) else { return }
  let ratio = evidence.scenario.greatestRatio(evidence.conditions)
  var grip: (surface: Position, finger: Position)?
  var last = Position.zero
  for moment in evidence.performance.moments {
    switch moment.input {
    case .none, .hand(.gap): continue
    case .hand(.panBegan(let pan)):
      grip = (moment.before.position, .zero)
      last = pan.translation
    case .hand(.panChanged(let pan, _)): last = pan.translation
    case .command:
      // What a hand drags, a program does not move.
      guard evidence.role(moment.after.phase) != .dragging else { continue }
      if grip != nil { grip = (moment.after.position, last) }
    case .hand: grip = nil
    }
    guard let grip else { continue }
    let surface = moment.after.position - grip.surface
    let finger = last - grip.finger
    for axis in Axis.allCases {
      let (moved, pulled) = (axis.of(surface), axis.of(finger))
      let isBetween =
        moved >= ratio * min(0, pulled) - 1e-6 && moved <= ratio * max(0, pulled) + 1e-6
      verdict.expect(
        isBetween, at: moment.time,
        "the finger went \(pulled) pt along \(axis.rawValue), the surface \(moved) pt")
    }
  }
}

private func noTeleport(_ evidence: Evidence, _ verdict: inout Verdict) {
  let moments = evidence.performance.moments
  for (last, next) in zip(moments, moments.dropFirst()) {
    let way = (next.before.position - last.after.position).length.value
    guard way > 0 else { continue }
    let speed = last.after.velocity.length.value + next.before.velocity.length.value
    let time = (next.time - last.time).value
    // The last step to a target is at most the tolerance of settling, along both axes.
    verdict.expect(
      way <= speed * time + 0.25, at: next.time,
      "it went \(way) pt in \(time) s, with speeds of \(speed) pt/s together")
  }
}

private func handsOver(_ evidence: Evidence, _ verdict: inout Verdict) {
  for moment in evidence.performance.moments {
    guard case .hand(.panEnded(_, let estimate)) = moment.input,
      evidence.decision(of: moment) != nil
    else { continue }
    let conditions = evidence.conditions(before: moment)
    let release = LawfulScenario.Release(
      conditions: conditions, frame: moment.after, velocity: estimate.velocity,
      limits: evidence.scenario.limits(conditions))
    guard let expected = evidence.scenario.handedVelocity(release) else { continue }
    let error = (moment.after.velocity - expected).length.value
    verdict.expect(
      error < 1e-6 * (1 + expected.length.value), at: moment.time,
      "it set off with \(moment.after.velocity), not with \(expected)")
  }
}

private func stale(_ evidence: Evidence, _ verdict: inout Verdict) {
  var moved = Seconds.zero
  var last = Position.zero
  for moment in evidence.performance.moments {
    guard case .hand(let event) = moment.input else { continue }
    switch event {
    case .panBegan(let pan), .panChanged(let pan, _):
      if pan.translation != last || moved == .zero { moved = moment.time }
      last = pan.translation
    case .touchDown:
      moved = moment.time
      last = .zero
    case .panEnded, .touchUp:
      guard moment.time - moved > Seconds(0.1) || event.pan == nil,
        let decision = evidence.decision(of: moment)
      else { continue }
      let speed = (decision.number("velocityX") ?? 0, decision.number("velocityY") ?? 0)
      verdict.expect(
        speed == (0, 0), at: moment.time, "it was thrown with \(speed) by a hand that stood still")
    case .panCancelled, .touchCancelled, .gap: continue
    }
  }
}
