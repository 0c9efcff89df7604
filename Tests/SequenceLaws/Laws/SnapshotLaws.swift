import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of a surface that is caught, cancelled or released at any instant.
let snapshotLaws: [Law] = [
  Law(
    name: .caught, invariants: ["I3"],
    meaning: "A moving surface that is caught, at any time, stops and stays where it was caught.",
    check: caught),
  Law(
    name: .caughtByPan, invariants: ["I3"],
    meaning: "If a pan catches a moving surface, the drag starts at the position of the surface.",
    check: caughtByPan),
  Law(
    name: .letGo, invariants: ["I4"],
    meaning:
      "If a finger catches the surface and lifts without moving, or if a pan is cancelled, the "
      + "next motion starts with zero velocity.",
    check: letGo),
  Law(
    name: .cancelled, invariants: ["I7"],
    meaning:
      "After a cancelled pan, the surface comes to rest at its target, and the cancellation "
      + "causes at most one decision.",
    check: cancelled),
]

private func caught(_ evidence: Evidence, _ verdict: inout Verdict) {
  for var snapshot in evidence.performance.moving {
    let free = snapshot.frame
    let events = snapshot.receive(.touchDown(at: nil))
    let isStill = snapshot.frame.velocity == .zero
    verdict.expect(
      isStill && (free.velocity == .zero || events.contains { $0.kind == .caught }),
      at: snapshot.time,
      "the caught surface still has a velocity of \(snapshot.frame.velocity), or recorded no catch")
    let jump = (snapshot.frame.position - free.position).length
    snapshot.wait(0.05)
    let drift = (snapshot.frame.position - free.position).length
    verdict.expect(
      max(jump, drift) < Points(1e-9), at: snapshot.time,
      "the caught surface jumped \(jump.value) pt and drifted \(drift.value) pt")
  }
}

private func caughtByPan(_ evidence: Evidence, _ verdict: inout Verdict) {
  for var snapshot in evidence.performance.moving {
    let ratio = evidence.scenario.greatestRatio(snapshot.conditions)
    let free = snapshot.frame
    let nudge = Pan(
      number: 99, origin: nil, location: nil,
      translation: Position(x: Points(1), y: Points(-1)), fingers: 1)
    _ = snapshot.receive(.touchDown(at: nil))
    _ = snapshot.receive(.panBegan(nudge), after: 0.001)
    // Values that are derived from the position, such as the left edge, are not compared.
    let moved = evidence.scenario.moved
    let jump = (moved(snapshot.frame).position - moved(free).position).length
    verdict.expect(
      jump < Points(1.5 * ratio), at: snapshot.time, "a pan of 1.4 pt moved it \(jump.value) pt")
  }
}

extension Evidence {
  /// Whether a surface released without a throw starts at rest, or with only the velocity that
  /// friction requires.
  fileprivate func hasNoThrow(_ snapshot: Snapshot, _ events: [RunEvent]) -> Bool {
    let departure = LawfulScenario.Departure(
      conditions: snapshot.conditions, frame: snapshot.frame, events: events)
    let velocity = snapshot.frame.velocity
    return velocity == .zero
      || (velocity - scenario.restVelocity(departure)).length < PointsPerSecond(1e-6)
  }
}

private func letGo(_ evidence: Evidence, _ verdict: inout Verdict) {
  for var snapshot in evidence.performance.moving {
    _ = snapshot.receive(.touchDown(at: nil))
    let held = snapshot.frame.position
    let events = snapshot.receive(.touchUp, after: 0.05)
    verdict.expect(
      evidence.hasNoThrow(snapshot, events)
        && (snapshot.frame.position - held).length < Points(1e-9),
      at: snapshot.time, "the released surface started with \(snapshot.frame.velocity)")
    let decisions = events.filter { $0.kind == .decision }
    let isStill = decisions.allSatisfy {
      $0.number("velocityX") == 0 && $0.number("velocityY") == 0
    }
    verdict.expect(
      isStill && decisions.count <= 1, at: snapshot.time, "\(decisions.count) decisions, or a throw"
    )
  }
  for var snapshot in evidence.performance.held {
    guard evidence.role(snapshot.frame.phase) == .dragging, var pan = snapshot.pan else { continue }
    // A cancelled twist may not throw the surface, so the two fingers stop turning first.
    pan.twistRate = 0
    let events = snapshot.receive(.panCancelled(pan))
    verdict.expect(
      evidence.hasNoThrow(snapshot, events), at: snapshot.time,
      "after cancelling, the surface started with \(snapshot.frame.velocity)")
  }
}

private func cancelled(_ evidence: Evidence, _ verdict: inout Verdict) {
  for var snapshot in evidence.performance.held {
    guard evidence.role(snapshot.frame.phase) == .dragging, let pan = snapshot.pan else { continue }
    var events = snapshot.receive(.panCancelled(pan))
    events += snapshot.receive(.touchCancelled)
    let isResting = evidence.role(snapshot.frame.phase) == .resting
    let decisions = events.count { $0.kind == .decision }
    verdict.expect(
      decisions == 1 || isResting && decisions == 0, at: snapshot.time,
      "cancelling caused \(decisions) decisions")
    let target = snapshot.frame.target
    snapshot.wait(10)
    let isThere = evidence.scenario.leavesByItself || snapshot.frame.position == target
    verdict.expect(
      snapshot.surface.isAtRest && isThere, at: snapshot.time,
      "after cancelling, the surface is at \(snapshot.frame.position), not at \(target)")
  }
}
