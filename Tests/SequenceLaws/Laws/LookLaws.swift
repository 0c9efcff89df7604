import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws that are checked on the moments of one sequence.
let lookLaws: [Law] = [
  Law(
    name: .finite, invariants: ["I16"],
    meaning: "Every number in the frames of a run is finite."
  ) { evidence, verdict in
    for moment in evidence.performance.moments {
      verdict.expect(moment.after.isFinite, at: moment.time, "\(moment.after)")
    }
  },
  Law(
    name: .continuous, invariants: ["I1", "I3"],
    meaning:
      "The position of the surface is continuous at every input except the movement of a finger.",
    check: continuous),
  Law(
    name: .follows, invariants: ["I17"],
    meaning:
      "During a drag, the surface moves in the direction of the finger, and no farther than the "
      + "finger.",
    check: follows),
  Law(
    name: .noTeleport, invariants: ["I1"],
    meaning:
      "Between two inputs, the surface moves no farther than its velocity allows in that time.",
    check: noTeleport),
  Law(
    name: .undisturbed, invariants: ["I1"],
    meaning:
      "When a command or a change of settings arrives, the position and the velocity of the "
      + "surface stay the same.",
    check: undisturbed),
  Law(
    name: .keepsReleaseVelocity, invariants: ["I2"],
    meaning:
      "At a release, the motion starts with the finger's velocity; within a rubber band, with "
      + "this velocity times the slope of the band.",
    check: keepsReleaseVelocity),
  Law(
    name: .keepsReleaseVelocityLagging, invariants: ["I2"],
    meaning:
      "If the surface lags behind the finger, the motion after a release starts with a velocity "
      + "between the surface's and the finger's. If no limit is near, this velocity is the finger's.",
    check: keepsReleaseVelocityLagging),
  Law(
    name: .stale, invariants: ["I11"],
    meaning: "A finger that rests for 0.1 s before it lifts does not throw the surface.",
    check: stale),
]

extension Frame {
  /// Whether every number of the frame is finite, except the finger's position.
  var isFinite: Bool {
    position.isFinite && velocity.isFinite && target.isFinite && progress.isFinite
      && own.logFields.allSatisfy {
        ["fingerX", "fingerY"].contains($0.key) || $0.value.asNumber?.isFinite ?? true
      }
  }
}

extension Evidence {
  /// Returns the settings and the screen before a moment.
  func conditions(before moment: Moment) -> Conditions {
    performance.conditions[moment.conditionsBefore]
  }

  /// Returns the decision that the input of a moment caused.
  func decision(of moment: Moment) -> RunEvent? {
    moment.eventsAfter.first { $0.kind == .decision }
  }
}

private func continuous(_ evidence: Evidence, _ verdict: inout Verdict) {
  let follows = evidence.scenario.followsFinger(evidence.conditions)
  for moment in evidence.performance.moments {
    switch moment.input {
    case .hand(.touchMoved), .hand(.panBegan), .hand(.panChanged): if follows { continue }
    case .none: continue
    default: break
    }
    guard evidence.role(moment.before.phase) != .gone else { continue }
    let jump = (moment.after.position - moment.before.position).length
    verdict.expect(jump < Points(1e-9), at: moment.time, "it jumped \(jump.value) pt")
  }
}

/// The positions of the surface and the finger from which a drag is measured.
private typealias Hold = (surface: Position, finger: Position)

private func follows(_ evidence: Evidence, _ verdict: inout Verdict) {
  // The drag may be measured from the start of the pan or from any change of settings since then.
  var holds: [Hold] = []
  var pan: Pan?
  for moment in evidence.performance.moments {
    guard let input = moment.input else { continue }
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    let position = evidence.scenario.draggedPosition(moment.after, conditions)
    switch input {
    case .hand(.gap), .hand(.touchMoved): continue
    case .hand(.panBegan(let new)):
      holds = [(moment.before.position, .zero)]
      pan = new
    case .hand(.panChanged(let new, _)): pan = new
    case .change:
      // A surface that refuses new settings keeps its previous settings.
      guard moment.conditionsAfter != moment.conditionsBefore else { continue }
      // If something other than the finger holds the surface, a change takes effect only later.
      if position == nil { holds = [] }
      if !holds.isEmpty, let position, let pan {
        holds.append((position, evidence.scenario.displacement(pan, conditions)))
      }
    case .command: continue
    case .hand: holds = []
    }
    // A finger beside the surface does not move it.
    guard evidence.role(moment.after.phase) == .dragging, let position, let pan else { continue }
    let finger = evidence.scenario.displacement(pan, conditions)
    evidence.expectFollows(position, finger, from: holds, at: moment, &verdict)
  }
}

extension Evidence {
  /// Expects that, along each axis, the surface has moved in the direction of the finger and not
  /// farther.
  ///
  /// Within the limits, a surface that follows the finger exactly must have moved as far as the
  /// finger.
  fileprivate func expectFollows(
    _ position: Position, _ finger: Position, from holds: [Hold], at moment: Moment,
    _ verdict: inout Verdict
  ) {
    let (time, index) = (moment.time, moment.conditionsAfter)
    let ratio = greatestRatio(index)
    let isExact = followsExactly(index)
    let isUnlimited = isExact && performance.conditions[index]["limits"] == "free"
    for axis in Axis.allCases where !holds.isEmpty {
      let ways = holds.map { (axis.of(position - $0.surface), axis.of(finger - $0.finger)) }
      let isBetween = ways.contains { moved, pulled in
        moved >= ratio * min(0, pulled) - 1e-6 && moved <= ratio * max(0, pulled) + 1e-6
      }
      verdict.expect(
        isBetween, at: time,
        "along \(axis.rawValue) the surface and the finger moved by \(ways) pt")
      guard isExact, scenario.axes.contains(axis), let limits = limits(index),
        let hold = holds.last
      else { continue }
      let isFree =
        isUnlimited
        || [position, hold.surface].allSatisfy {
          axis.of($0) >= axis.of(limits.low) && axis.of($0) <= axis.of(limits.high)
        }
      let isStopped = [limits.low, limits.high].contains {
        (axis.of(position) - axis.of($0)).magnitude < 1e-9
      }
      guard isFree, !isStopped else { continue }
      // If a change keeps the limits, the drag is still measured from the earlier start, even if a
      // limit stopped the surface in between and the finger moved on.
      let isExactFromOne = ways.contains { moved, pulled in (moved - pulled).magnitude < 1e-6 }
      verdict.expect(
        isExactFromOne, at: time,
        "along \(axis.rawValue) the surface and the finger moved by \(ways) pt, unlike any hold")
    }
  }
}

private func noTeleport(_ evidence: Evidence, _ verdict: inout Verdict) {
  let moments = evidence.performance.moments
  for (last, next) in zip(moments, moments.dropFirst()) {
    let displacement = (next.before.position - last.after.position).length.value
    guard displacement > 0 else { continue }
    let speed = last.after.velocity.length.value + next.before.velocity.length.value
    let time = (next.time - last.time).value
    // The last step to a target may be as long as the settling tolerance, along both axes at once.
    verdict.expect(
      displacement <= speed * time + 0.25, at: next.time,
      "it moved \(displacement) pt in \(time) s; the sum of the speeds is \(speed) pt/s")
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
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    guard role == .moving, evidence.role(moment.after.phase) == .moving,
      evidence.scenario.keepsVelocity(conditions)
    else { continue }
    let kick = (moment.after.velocity - moment.before.velocity).length.value
    verdict.expect(
      kick <= 1e-9 * (1 + moment.before.velocity.length.value), at: moment.time,
      "its velocity of \(moment.before.velocity) became \(moment.after.velocity)")
  }
}

extension Evidence {
  /// Returns the releases that caused a decision, each with its moment.
  fileprivate func releases() -> [(moment: Moment, release: LawfulScenario.Release)] {
    var grabbed: (conditions: Int, position: Position) = (0, .zero)
    return performance.moments.compactMap { moment in
      if case .hand(.panBegan) = moment.input {
        grabbed = (moment.conditionsBefore, moment.before.position)
      }
      guard case .hand(.panEnded(let pan, let estimate)) = moment.input,
        let decision = decision(of: moment)
      else { return nil }
      let conditions = conditions(before: moment)
      // A change during the pan may have moved the limits, so the start of the drag is unknown.
      guard grabbed.conditions == moment.conditionsBefore else { return nil }
      return (
        moment,
        LawfulScenario.Release(
          conditions: conditions, grabbed: grabbed.position, frame: moment.after, pan: pan,
          velocity: estimate.velocity, decision: decision, limits: scenario.limits(conditions))
      )
    }
  }
}

private func keepsReleaseVelocity(_ evidence: Evidence, _ verdict: inout Verdict) {
  for (moment, release) in evidence.releases() {
    guard let expected = evidence.scenario.handedVelocity(release) else { continue }
    let error = (moment.after.velocity - expected).length.value
    verdict.expect(
      error < 1e-6 * (1 + expected.length.value), at: moment.time,
      "its initial velocity is \(moment.after.velocity) instead of \(expected)")
  }
}

private func keepsReleaseVelocityLagging(_ evidence: Evidence, _ verdict: inout Verdict) {
  for (moment, release) in evidence.releases()
  where !evidence.scenario.followsFinger(release.conditions) {
    var free = release
    free.conditions["limits"] = "free"
    guard let hand = evidence.scenario.handedVelocity(free) else { continue }
    for axis in evidence.scenario.axes {
      let velocities = (
        shown: axis.of(moment.before.velocity), hand: axis.of(hand),
        handed: axis.of(moment.after.velocity)
      )
      let slack = 1e-6 * (1 + velocities.hand.magnitude)
      let isBetween =
        velocities.handed >= min(velocities.shown, velocities.hand) - slack
        && velocities.handed <= max(velocities.shown, velocities.hand) + slack
      verdict.expect(
        isBetween || release.isStopped(moment.before, axis, velocities.hand), at: moment.time,
        "along \(axis.rawValue) the initial velocity is wrong: \(velocities)")
      guard let displacement = release.freeDisplacement(moment.before, axis),
        let response = release.conditions.number("tracking.response"),
        velocities.hand.magnitude <= 2 * Double.pi / response * displacement
      else { continue }
      verdict.expect(
        (velocities.handed - velocities.hand).magnitude <= slack, at: moment.time,
        "along \(axis.rawValue), the free surface does not have the finger's velocity: \(velocities)"
      )
    }
  }
}

extension LawfulScenario.Release {
  /// Returns whether a limit along `axis` has stopped the surface while the finger moves on beyond
  /// it with `velocity`.
  fileprivate func isStopped(_ frame: Frame, _ axis: Axis, _ velocity: Double) -> Bool {
    // A surface that was caught beyond a limit has its limit where it was caught.
    guard conditions["limits"] == "stop", let limits, axis.of(self.frame.velocity) == 0
    else { return false }
    let low = min(axis.of(limits.low), axis.of(grabbed)) + 1e-9
    let high = max(axis.of(limits.high), axis.of(grabbed)) - 1e-9
    return velocity < 0 ? axis.of(frame.position) <= low : axis.of(frame.position) >= high
  }

  /// Returns the distance from the surface to its nearest limit along `axis`, infinite if the
  /// finger is inside too; nil if the surface is beyond a limit or the limits are unknown.
  fileprivate func freeDisplacement(_ frame: Frame, _ axis: Axis) -> Double? {
    if conditions["limits"] == "free" { return .infinity }
    guard let limits else { return nil }
    let (low, high) = (axis.of(limits.low), axis.of(limits.high))
    let (position, hand) = (axis.of(frame.position), axis.of(frame.target))
    guard position > low, position < high else { return nil }
    return hand > low && hand < high ? .infinity : min(position - low, high - position)
  }
}

private func stale(_ evidence: Evidence, _ verdict: inout Verdict) {
  var moved = Seconds.zero
  var last: (displacement: Position, twist: Double) = (.zero, 0)
  for moment in evidence.performance.moments {
    guard case .hand(let event) = moment.input else { continue }
    switch event {
    case .panBegan(let pan), .panChanged(let pan, _):
      if (pan.translation, pan.twist) != last || moved == .zero { moved = moment.time }
      last = (pan.translation, pan.twist)
    case .touchDown:
      moved = moment.time
      last = (.zero, 0)
    case .panEnded, .touchUp:
      guard moment.time - moved > Seconds(0.1) || event.pan == nil,
        let decision = evidence.decision(of: moment)
      else { continue }
      let speed = (decision.number("velocityX") ?? 0, decision.number("velocityY") ?? 0)
      verdict.expect(
        speed == (0, 0), at: moment.time, "a finger that rested threw the surface with \(speed)")
    default: continue  // Cancelled touches throw nothing, and the others do not move.
    }
  }
}
