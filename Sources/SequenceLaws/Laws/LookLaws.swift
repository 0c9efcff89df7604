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
    name: .undisturbed, invariants: ["I1"],
    meaning: "What a program asks of a surface in use changes neither its place nor its velocity.",
    check: undisturbed),
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
    guard evidence.role(moment.before.phase) != .gone else { continue }
    let jump = (moment.after.position - moment.before.position).length
    verdict.expect(jump < Points(1e-9), at: moment.time, "it jumped \(jump.value) pt")
  }
}

/// Per axis, what a pan has moved the surface lies between nothing and what the finger has moved.
private func follows(_ evidence: Evidence, _ verdict: inout Verdict) {
  guard evidence.scenario.followsFinger(evidence.conditions) else { return }
  let ratio = evidence.scenario.greatestRatio(evidence.conditions)
  // From where the pan took hold, and from where it has held since a program changed something.
  var grips: [(surface: Position, finger: Position)] = []
  var last = Position.zero
  for moment in evidence.performance.moments {
    switch moment.input {
    case .none, .hand(.gap): continue
    case .hand(.panBegan(let pan)):
      grips = [(moment.before.position, .zero)]
      last = pan.translation
    case .hand(.panChanged(let pan, _)): last = pan.translation
    case .change: if !grips.isEmpty { grips.append((moment.after.position, last)) }
    case .command: continue
    case .hand: grips = []
    }
    // A hand that is not on the surface moves nothing.
    guard evidence.role(moment.after.phase) == .dragging else { continue }
    for axis in Axis.allCases where !grips.isEmpty {
      let ways = grips.map {
        (axis.of(moment.after.position - $0.surface), axis.of(last - $0.finger))
      }
      let isBetween = ways.contains { moved, pulled in
        moved >= ratio * min(0, pulled) - 1e-6 && moved <= ratio * max(0, pulled) + 1e-6
      }
      verdict.expect(
        isBetween, at: moment.time,
        "along \(axis.rawValue) the surface and the finger went \(ways) pt")
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

private func undisturbed(_ evidence: Evidence, _ verdict: inout Verdict) {
  for moment in evidence.performance.moments {
    switch moment.input {
    case .none, .hand: continue
    case .command, .change: break
    }
    let role = evidence.role(moment.before.phase)
    guard role != .gone, role != .resting || moment.after.phase == moment.before.phase else {
      continue
    }
    let jump = (moment.after.position - moment.before.position).length
    verdict.expect(jump < Points(1e-9), at: moment.time, "it jumped \(jump.value) pt")
    guard role == .moving, evidence.role(moment.after.phase) == .moving else { continue }
    let kick = (moment.after.velocity - moment.before.velocity).length.value
    verdict.expect(
      kick <= 1e-9 * (1 + moment.before.velocity.length.value), at: moment.time,
      "its velocity of \(moment.before.velocity) became \(moment.after.velocity)")
  }
}

private func handsOver(_ evidence: Evidence, _ verdict: inout Verdict) {
  var grip: (conditions: Int, position: Position) = (0, .zero)
  for moment in evidence.performance.moments {
    if case .hand(.panBegan) = moment.input {
      grip = (moment.conditionsBefore, moment.before.position)
    }
    guard case .hand(.panEnded(_, let estimate)) = moment.input,
      evidence.decision(of: moment) != nil
    else { continue }
    let conditions = evidence.conditions(before: moment)
    // Limits that came nearer in mid-pan let go where the surface was.
    guard grip.conditions == moment.conditionsBefore else { continue }
    let release = LawfulScenario.Release(
      conditions: conditions, grip: grip.position, frame: moment.after,
      velocity: estimate.velocity,
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
    case .force, .panCancelled, .touchCancelled, .gap: continue
    }
  }
}
