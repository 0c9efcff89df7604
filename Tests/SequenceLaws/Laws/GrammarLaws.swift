import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of the order of phases, inputs and events.
let grammarLaws: [Law] = [
  Law(
    name: .phases, invariants: ["I18"],
    meaning:
      "Each kind of input causes only certain changes of phase. Without input, the only change "
      + "of phase is the end of a motion.",
    check: phases),
  Law(
    name: .machine, invariants: ["I18"],
    meaning:
      "Every change of phase is a transition in the scenario's state machine, and the times of the "
      + "events never decrease.",
    check: machine),
  Law(
    name: .oneDecision, invariants: ["I18"],
    meaning:
      "Each touch causes at most one decision. If the end of a pan starts a motion, it causes "
      + "exactly one decision.",
    check: oneDecision),
  Law(
    name: .oneEnd, invariants: ["I18"],
    meaning: "Each motion has exactly one end event: `caught`, `settled` or `dismissed`.",
    check: oneEnd),
  Law(
    name: .dismissals, invariants: ["I18"],
    meaning:
      "The log has one event `attempted` for each refused dismissal, and one event `dismissed` "
      + "if the surface was dismissed.",
    check: dismissals),
  Law(
    name: .tapDoesNothing, invariants: ["I20"],
    meaning: "A tap on a surface at rest does not change the surface.",
    check: tapDoesNothing),
]

private func phases(_ evidence: Evidence, _ verdict: inout Verdict) {
  var last = Role.resting
  for moment in evidence.performance.moments {
    for (frame, input) in [(moment.before, nil), (moment.after, moment.input)] {
      let role = evidence.role(frame.phase)
      let isAllowed = last == role || evidence.scenario.allows(last, role, input)
      verdict.expect(
        isAllowed, at: moment.time,
        "\(last.rawValue) became \(role.rawValue) on \(input.map { "\($0)" } ?? "nothing")")
      last = role
    }
  }
}

private func machine(_ evidence: Evidence, _ verdict: inout Verdict) {
  let machine = evidence.trial.scenario.machine
  var last = evidence.performance.moments.first?.before.phase ?? .resting
  for moment in evidence.performance.moments {
    for phase in [moment.before.phase, moment.after.phase] where phase != last {
      verdict.expect(
        machine.allows(last, to: phase), at: moment.time,
        "\(last.rawValue) became \(phase.rawValue)")
      last = phase
    }
  }
  verdict.expectOrder(of: evidence.performance.events)
}

private func dismissals(_ evidence: Evidence, _ verdict: inout Verdict) {
  let events = evidence.performance.events
  let refused = events.count { $0.kind == .decision && $0.text("reason") == "dismissVetoed" }
  let attempted = events.count { $0.kind == .attempted }
  verdict.expect(
    attempted == refused, "\(refused) dismissals were refused, but \(attempted) were reported")
  let dismissed = events.count { $0.kind == .dismissed }
  let isGone = evidence.performance.ending == .gone
  verdict.expect(
    dismissed == (isGone ? 1 : 0),
    "the surface \(isGone ? "left" : "stayed"), with \(dismissed) dismissal events")
  let isKept = evidence.performance.conditions.allSatisfy { $0["vetoesDismissal"] == "true" }
  verdict.expect(!isGone || !isKept, "the surface left although every dismissal is refused")
  guard isGone, let decision = events.last(where: { $0.kind == .decision }) else { return }
  let wasRetargeted =
    events.last { $0.kind == .decision || $0.kind == .retargeted }?.kind != .decision
  verdict.expect(
    wasRetargeted || decision.text("target") == Decision.gone, at: decision.time,
    "the surface left, but the target is \(decision.text("target") ?? "nothing")")
}

extension LawfulScenario {
  /// Returns whether a change of role is possible; without input, a surface can only come to rest.
  func allows(_ from: Role, _ to: Role, _ input: Input?) -> Bool {
    switch input {
    case .none, .hand(.gap): from == .moving && (to == .resting || to == .gone)
    case .command, .change:
      from == .resting && to == .moving || from == .moving && to == .resting
    case .hand(.force): false
    case .hand(.touchMoved): from == .pressed && to == .dragging
    case .hand(.touchDown): to == .pressed && (from == .resting || from == .moving)
    case .hand(.panBegan), .hand(.panChanged):
      from == .pressed && to == .dragging || ownSteps.contains { $0 == (from, to) }
    case .hand(.panEnded), .hand(.panCancelled):
      from == .dragging && (to == .moving || to == .resting)
        || ownSteps.contains { $0 == (from, to) }
    case .hand(.touchUp), .hand(.touchCancelled):
      (from == .pressed || from == .dragging) && (to == .resting || to == .moving)
    }
  }
}

private func oneDecision(_ evidence: Evidence, _ verdict: inout Verdict) {
  var decisions = 0
  for moment in evidence.performance.moments {
    guard case .hand(let event) = moment.input else { continue }
    if case .touchDown = event { decisions = 0 }
    let new = moment.eventsAfter.count { $0.kind == .decision }
    decisions += new
    verdict.expect(decisions <= 1, at: moment.time, "a touch had \(decisions) decisions")
    let sendsOff =
      evidence.role(moment.before.phase) == .dragging
      && evidence.role(moment.after.phase) == .moving
    if sendsOff {
      verdict.expect(new == 1, at: moment.time, "the motion started with \(new) decisions")
    }
  }
}

private func oneEnd(_ evidence: Evidence, _ verdict: inout Verdict) {
  var isMoving = false
  var isGone = false
  var last = Seconds.zero
  for event in evidence.performance.events {
    verdict.expect(event.time >= last, at: event.time, "an event is earlier than the previous one")
    last = event.time
    switch event.kind {
    case .decision:
      verdict.expect(
        !isMoving && !isGone, at: event.time, "a decision while the surface moved without a finger")
      isMoving = true
    case .retargeted:
      verdict.expect(!isGone, at: event.time, "retargeted after it was gone")
      isMoving = true
    case .caught, .settled, .dismissed:
      verdict.expect(isMoving, at: event.time, "\(event.kind.rawValue) while nothing moved")
      isMoving = false
      isGone = isGone || event.kind == .dismissed
    default: continue
    }
  }
  verdict.expect(!isMoving, "a motion has no end event")
}

extension Evidence {
  /// Whether a touch has no effect because it is not on the surface.
  fileprivate func isMiss(_ moment: Moment) -> Bool {
    conditions(before: moment)["hitTest"] == "true" && role(moment.after.phase) != .pressed
  }
}

private func tapDoesNothing(_ evidence: Evidence, _ verdict: inout Verdict) {
  var pressed: Frame?
  for moment in evidence.performance.moments {
    switch moment.input {
    case .none, .hand(.gap): continue
    case .hand(.touchDown):
      let isWaiting = evidence.scenario.waiting.contains(moment.before.phase)
      pressed =
        evidence.role(moment.before.phase) == .resting && !isWaiting && !evidence.isMiss(moment)
        ? moment.before : nil
    case .hand(.touchUp), .hand(.touchCancelled):
      guard let start = pressed else { continue }
      let events = moment.eventsBefore.count + moment.eventsAfter.count
      let isSame =
        moment.after.position == start.position && moment.after.velocity == .zero
        && moment.after.phase == start.phase
      verdict.expect(
        isSame && events == 1, at: moment.time, "a tap moved the surface or caused \(events) events"
      )
      pressed = nil
    case .hand, .command, .change: pressed = nil
    }
  }
}
