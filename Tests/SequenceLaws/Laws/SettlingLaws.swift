import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import TouchInput

/// The laws of how a surface comes to rest.
let settlingLaws: [Law] = [
  Law(
    name: .ends, invariants: ["I7"],
    meaning: "At the end of every sequence, the surface is dismissed or rests at its last target.",
    check: ends),
  Law(
    name: .bounded, invariants: ["I5"],
    meaning:
      "A surface that moves on a spring stays within the envelope of the closed-form solution.",
    check: bounded),
  Law(
    name: .monotone, invariants: ["I6"],
    meaning:
      "After a release that is slow enough (see I6), a spring with `ζ ≥ 1` never moves away "
      + "from its target.",
    check: monotone),
]

private func ends(_ evidence: Evidence, _ verdict: inout Verdict) {
  let performance = evidence.performance
  verdict.expect(performance.ending != .timeLimit, "the surface still moves after ten seconds")
  guard let last = performance.moments.last?.after else { return }
  verdict.expect(last.velocity == .zero, at: last.time, "at rest with \(last.velocity)")
  verdict.expect(
    last.position == last.target, at: last.time,
    "at rest at \(last.position) instead of \(last.target)")
  let role = evidence.role(last.phase)
  verdict.expect(
    role == (performance.ending == .gone ? .gone : .resting), at: last.time,
    "the ending is \(performance.ending), but the phase is \(last.phase.rawValue)")
  let conditions = performance.conditions[performance.conditions.count - 1]
  if let limits = evidence.scenario.rests(conditions) ?? evidence.scenario.limits(conditions),
    performance.ending == .rested
  {
    let isInside = Axis.allCases.allSatisfy { axis in
      let here = axis.of(last.position)
      return here >= axis.of(limits.low) - 1e-6 && here <= axis.of(limits.high) + 1e-6
    }
    verdict.expect(
      isInside, at: last.time, "the surface rests at \(last.position), outside \(limits)")
  }
  guard let heading = performance.moments.last(where: { evidence.sendsOff($0) })?.after,
    performance.ending != .gone, !evidence.scenario.leavesByItself
  else { return }
  verdict.expect(
    last.position == heading.target, at: last.time,
    "the target is \(heading.target), but the surface rests at \(last.position)")
  checkDecidedTargets(evidence, &verdict)
}

/// Checks that the target of the surface is the candidate that the decision names.
private func checkDecidedTargets(_ evidence: Evidence, _ verdict: inout Verdict) {
  for moment in evidence.performance.moments {
    let isSentOn = moment.eventsAfter.contains { $0.kind == .retargeted }
    guard !isSentOn, let decision = evidence.decision(of: moment),
      let target = decision.text("target"),
      case .list(let candidates) = LogValue.fields(decision.payload)["candidates"],
      let position = candidates.first(where: { $0["target"]?.asText == target }),
      let x = position["x"]?.asNumber, let y = position["y"]?.asNumber
    else { continue }
    let rest = Position(x: Points(x), y: Points(y))
    verdict.expect(
      moment.after.target == rest, at: moment.time,
      "the decision is \(target) at \(rest), but the target is \(moment.after.target)")
  }
}

extension Evidence {
  /// Whether an input started a motion or changed its target.
  func sendsOff(_ moment: Moment) -> Bool {
    moment.input != nil && role(moment.after.phase) == .moving
      && (moment.eventsAfter.contains { $0.kind == .decision || $0.kind == .retargeted }
        || moment.conditionsAfter != moment.conditionsBefore)
  }

  private func departure(_ moment: Moment) -> LawfulScenario.Departure {
    LawfulScenario.Departure(
      conditions: performance.conditions[moment.conditionsAfter], frame: moment.after,
      events: moment.eventsAfter)
  }

  /// Returns the frames of each motion without a finger, from its start.
  func flights() -> [(spring: Spring, start: Frame, frames: [Frame])] {
    var flights: [(spring: Spring, start: Frame, frames: [Frame])] = []
    var isFlying = false
    for moment in performance.moments {
      if isFlying { flights[flights.count - 1].frames.append(moment.before) }
      if sendsOff(moment), let spring = scenario.spring(departure(moment)) {
        flights.append((spring, moment.after, []))
        isFlying = true
      } else if sendsOff(moment) || role(moment.after.phase) != .moving {
        isFlying = false
      }
    }
    return flights
  }
}

/// Returns the offset of the surface from its target along `axis`, and its velocity.
private func motion(_ frame: Frame, _ axis: Axis) -> (offset: Double, velocity: Double) {
  (axis.of(frame.position - frame.target), axis.of(frame.velocity))
}

/// The slower of the two decay rates of a spring that does not oscillate, per second.
private func slowRate(_ spring: Spring) -> Double {
  let ratio = spring.dampingRatio
  return spring.angularFrequency * (ratio - max(0, ratio * ratio - 1).squareRoot())
}

/// The greatest distance of a spring from its target: its first amplitude below critical damping,
/// otherwise the sum of the greatest values of its two terms.
private func envelope(
  _ start: (offset: Double, velocity: Double), _ spring: Spring
) -> Double {
  // Units: rad/s, pt, pt/s.
  let (x, v) = (start.offset, start.velocity)
  let (ratio, omega) = (spring.dampingRatio, spring.angularFrequency)
  guard ratio < 1 else {
    // e^(−λt) |x| + t e^(−λt) |v + λx| with the slower rate; t e^(−λt) is at most 1 / (e λ).
    let rate = slowRate(spring)
    return x.magnitude + (v + rate * x).magnitude / rate
  }
  let damped = omega * (1 - ratio * ratio).squareRoot()
  let side = (v + ratio * omega * x) / damped
  return (x * x + side * side).squareRoot()
}

private func bounded(_ evidence: Evidence, _ verdict: inout Verdict) {
  for flight in evidence.flights() {
    for axis in Axis.allCases {
      let start = motion(flight.start, axis)
      let bound = envelope(start, flight.spring)
      var crossings = 0
      var last = start.offset
      for frame in flight.frames {
        let offset = motion(frame, axis).offset
        verdict.expect(
          offset.magnitude <= bound + 1e-6, at: frame.time,
          "\(offset) pt from its target along \(axis.rawValue), beyond \(bound) pt")
        if offset * last < 0 { crossings += 1 }
        if offset != 0 { last = offset }
      }
      guard flight.spring.dampingRatio >= 1 else { continue }
      verdict.expect(
        crossings <= 1, at: flight.start.time, "the surface passed its target \(crossings) times")
    }
  }
}

private func monotone(_ evidence: Evidence, _ verdict: inout Verdict) {
  for flight in evidence.flights() where flight.spring.dampingRatio >= 1 {
    for axis in Axis.allCases {
      let start = motion(flight.start, axis)
      let isSlow = start.velocity.magnitude <= slowRate(flight.spring) * start.offset.magnitude
      guard start.offset * start.velocity <= 0, isSlow else { continue }
      var last = start.offset.magnitude
      for frame in flight.frames {
        let now = motion(frame, axis).offset.magnitude
        verdict.expect(
          now <= last + 1e-9, at: frame.time,
          "\(now) pt from its target along \(axis.rawValue), after \(last) pt")
        last = now
      }
    }
  }
}
