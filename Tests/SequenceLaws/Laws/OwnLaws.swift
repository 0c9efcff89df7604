import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of individual scenarios other than sheets.
let ownLaws: [Law] = [
  Law(
    name: .thrownAlong, invariants: ["I2"],
    meaning:
      "A card that a throw dismisses moves in a straight line, in the direction of its "
      + "velocity, until it is off the screen.",
    scenarios: ["card"], check: thrownAlong),
  Law(
    name: .driven, invariants: ["I1", "I7"],
    meaning:
      "The scale and the corner radius of a card do not jump at any input. At rest, both equal "
      + "their settings.",
    scenarios: ["card"], check: driven),
  Law(
    name: .tilts, invariants: [],
    meaning: "A card's angle is proportional to its horizontal position.",
    scenarios: ["card"], check: tilts),
  Law(
    name: .stashes, invariants: ["I7"],
    meaning:
      "A stashed window rests at the left or right edge, and its visible width is `stash.visible`.",
    scenarios: ["pip"], check: stashes),
  Law(
    name: .slope, invariants: ["I1"],
    meaning: "The velocity of thrown content is the derivative of its position.",
    scenarios: ["scroll"], check: slope),
  Law(
    name: .lightFades, invariants: ["I1", "I18"],
    meaning:
      "A key lights up only when a finger touches it, its light fades without a jump, and the "
      + "log has one event for each tap.",
    scenarios: ["button"], check: lightFades),
  Law(
    name: .scrim, invariants: [],
    meaning: "The scrim's opacity is proportional to the visible part of the drawer.",
    scenarios: ["drawer"], check: scrim),
  Law(
    name: .reaches, invariants: ["I8"],
    meaning:
      "One touch turns at most `reach` pages, counted from the page to which the pages were "
      + "moving when the touch began.",
    scenarios: ["paging", "swipe"], check: reaches),
]

private func thrownAlong(_ evidence: Evidence, _ verdict: inout Verdict) {
  var start: Frame?
  for moment in evidence.performance.moments {
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    let isThrown = moment.eventsAfter.contains {
      $0.kind == .decision && $0.text("reason") == "dismissVelocity"
    }
    switch moment.input {
    case .none, .hand(.touchUp), .hand(.touchCancelled), .hand(.gap): break
    case .hand, .command, .change: start = nil
    }
    if isThrown {
      start = conditions["axes"] == "both" ? moment.after : nil
    } else if let start {
      let displacement = moment.after.position - start.position
      let velocity = start.velocity
      let aside = displacement.x.value * velocity.y.value - displacement.y.value * velocity.x.value
      let along = displacement.x.value * velocity.x.value + displacement.y.value * velocity.y.value
      verdict.expect(
        aside.magnitude <= 1e-3 * velocity.length.value && along >= -1e-6, at: moment.time,
        "the displacement is \(displacement) after a release with \(velocity)")
      guard moment.after.phase == .gone else { continue }
      let screen = conditions.screen.size
      let x = 2 * displacement.x.value + 2 * start.position.x.value
      let y = 2 * displacement.y.value + 2 * start.position.y.value
      let isOut =
        x.magnitude >= screen.x.value + (conditions.number("width") ?? 0)
        || y.magnitude >= screen.y.value + (conditions.number("height") ?? 0)
      verdict.expect(
        isOut, at: moment.time, "dismissed, but still visible at \(moment.after.position)")
    }
  }
}

private func driven(_ evidence: Evidence, _ verdict: inout Verdict) {
  let keys = ["scale", "cornerRadius"]
  for moment in evidence.performance.moments where moment.input != nil {
    for key in keys {
      let (before, after) = (moment.before.own[key]?.asNumber, moment.after.own[key]?.asNumber)
      let jump = (after ?? .nan) - (before ?? .nan)
      verdict.expect(jump.magnitude < 1e-9, at: moment.time, "its \(key) jumped by \(jump)")
    }
  }
  guard evidence.performance.ending == .rested, let last = evidence.performance.moments.last?.after
  else { return }
  let conditions = evidence.performance.conditions[evidence.performance.conditions.count - 1]
  for key in keys {
    let shown = last.own[key]?.asNumber
    verdict.expect(
      shown == conditions.number(key), at: last.time, "at rest its \(key) is \(shown ?? .nan)")
  }
}

private func tilts(_ evidence: Evidence, _ verdict: inout Verdict) {
  for moment in evidence.performance.moments {
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    guard let tilt = conditions.number("tilt"), let width = conditions.number("width"),
      let angle = moment.after.own["angle"]?.asNumber
    else { return verdict.expect(false, at: moment.time, "the frame has no angle") }
    let expected = tilt * moment.after.position.x.value / width
    verdict.expect(
      (angle - expected).magnitude <= 1e-9 * (1 + expected.magnitude), at: moment.time,
      "the angle is \(angle)° instead of \(expected)°")
  }
}

private func stashes(_ evidence: Evidence, _ verdict: inout Verdict) {
  let performance = evidence.performance
  guard let last = performance.moments.last?.after, last.phase == .stashed else { return }
  let rests = windowRests(performance.conditions[performance.conditions.count - 1])
  let isShown = [rests.low.x, rests.high.x].contains {
    (last.position.x - $0).magnitude < Points(1e-6)
  }
  verdict.expect(isShown, at: last.time, "stashed at \(last.position) instead of one of \(rests)")
}

private func slope(_ evidence: Evidence, _ verdict: inout Verdict) {
  let moments = evidence.performance.moments
  let moving: Set<Phase> = [.scrolling, .bouncing]
  for (one, two) in zip(moments, moments.dropFirst()) {
    guard moving.contains(one.after.phase), moving.contains(two.before.phase), two.time > one.time,
      evidence.conditions(before: two)["limits"] != "stop"
    else { continue }
    for axis in Axis.allCases {
      let mean =
        axis.of(two.before.position - one.after.position) / (two.time - one.time).value
      let speeds = [axis.of(one.after.velocity), axis.of(two.before.velocity)].sorted()
      // The mean velocity lies between the velocities of the two moments, apart from the
      // acceleration by the spring between them.
      let slack = 0.05 * max(speeds[0].magnitude, speeds[1].magnitude) + 40
      verdict.expect(
        mean > speeds[0] - slack && mean < speeds[1] + slack, at: two.time,
        "along \(axis.rawValue) the mean speed is \(mean) pt/s, but the frames report \(speeds)")
    }
  }
}

private func lightFades(_ evidence: Evidence, _ verdict: inout Verdict) {
  var last = (light: 0.0, time: Seconds.zero)
  for moment in evidence.performance.moments {
    let (before, after) = (moment.before.progress, moment.after.progress)
    // The steepest curve starts with less than three times its mean slope.
    let fade = evidence.conditions(before: moment).number("fade") ?? 0
    let most = 3 * (moment.time - last.time).value / fade + 1e-9
    verdict.expect(
      before <= last.light + 1e-12 && last.light - before <= most, at: moment.time,
      "the light changed from \(last.light) to \(before)")
    let isLit = moment.eventsAfter.contains { $0.kind == .dragEnter || $0.kind == .touchDown }
    verdict.expect(
      after == before || isLit && after == 1, at: moment.time,
      "the light jumped from \(before) to \(after)")
    last = (after, moment.time)
  }
  let events = evidence.performance.events
  let taps = events.count { $0.kind == .tapped }
  let tapDecisions = events.count { $0.kind == .decision && $0.text("target") == "tap" }
  verdict.expect(
    taps == tapDecisions && taps <= events.count { $0.kind == .touchUp },
    "\(taps) taps, but \(tapDecisions) decisions with the reason tap")
}

private func scrim(_ evidence: Evidence, _ verdict: inout Verdict) {
  for moment in evidence.performance.moments {
    let conditions = evidence.performance.conditions[moment.conditionsAfter]
    let frame = moment.after
    guard let opacity = conditions.number("scrim"), let width = conditions.number("width"),
      let scrim = frame.own["scrim"]?.asNumber, let shown = frame.own["shown"]?.asNumber
    else { return verdict.expect(false, at: moment.time, "the frame has no scrim") }
    let seen = max(0, frame.progress)
    let most = min(width, conditions.screen.size.x.value)
    verdict.expect(
      (scrim - opacity * min(seen, 1)).magnitude < 1e-12
        && (shown - seen * most).magnitude <= 1e-9 * (1 + shown), at: moment.time,
      "the scrim is \(scrim) with \(shown) pt visible, at a progress of \(frame.progress)")
  }
}

private func reaches(_ evidence: Evidence, _ verdict: inout Verdict) {
  let conditions = evidence.conditions
  guard let reach = conditions.number("reach"), reach > 0, conditions["wrap"] == "false",
    conditions["counting"] == "heading"
  else { return }
  for event in evidence.performance.events where event.kind == .decision {
    guard let from = event.text("from").flatMap(Int.init),
      let target = event.text("target").flatMap(Int.init)
    else { continue }
    verdict.expect(
      Double(abs(target - from)) <= reach, at: event.time, "from page \(from) to page \(target)")
  }
}
