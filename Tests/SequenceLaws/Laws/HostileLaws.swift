import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of input that no finger produces.
let hostileLaws: [Law] = [
  Law(
    name: .badNumbers, invariants: ["I16"],
    meaning:
      "Whatever numbers the input contains, even NaN, all frames are finite and the run ends.",
    fraction: 3,
    check: badNumbers),
  Law(
    name: .badTimes, invariants: ["I16"],
    meaning:
      "Even if the times of the input repeat, decrease or overflow, the times of the events in "
      + "the log never decrease.",
    fraction: 4,
    check: badTimes),
  Law(
    name: .outOfOrder, invariants: ["I16", "I20"],
    meaning:
      "Even if the input is in a random order, all frames are finite, the run ends, and no "
      + "touch has more than one decision.",
    fraction: 4,
    check: outOfOrder),
]

private let numbers: [Double] = [
  0, -0.0, 1, -1, .leastNonzeroMagnitude, 1e-300, 1e9, -1e9, 1e300, -1e300,
  .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
]

private func expectSound(
  _ trial: Trial, _ verdict: inout Verdict
) throws(SettingError) -> Performance {
  let performance = try trial.performed(looksPerSecond: 30)
  verdict.expect(
    performance.ending != .timeLimit,
    "the surface still moves after ten seconds: \(performance.moments.last.map { "\($0.after)" } ?? "")"
  )
  for moment in performance.moments {
    verdict.expect(moment.after.isFinite, at: moment.time, "\(moment.after)")
  }
  return performance
}

private func badNumbers(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  var random = SeededGenerator(seed: evidence.trial.seed)
  var trial = evidence.trial
  for index in trial.inputs.indices {
    guard case .hand(let event) = trial.inputs[index].input, random.happens(0.4) else { continue }
    let bad = Position(x: Points(random.one(of: numbers)), y: Points(random.one(of: numbers)))
    let (isPosition, isDisplacement) = (random.happens(0.5), random.happens(0.5))
    let map = HandMap(
      position: { isPosition ? bad : $0 }, displacement: { isDisplacement ? bad : $0 })
    trial.inputs[index].input = .hand(event.mapped(map))
  }
  _ = try expectSound(trial, &verdict)
}

private func badTimes(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  var random = SeededGenerator(seed: evidence.trial.seed)
  var trial = evidence.trial
  for index in trial.inputs.indices.dropFirst() where random.happens(0.3) {
    let odd = [.min, 0, trial.inputs[index].microseconds - 50_000, -1, trial.originMicroseconds]
    trial.inputs[index].microseconds = random.one(of: odd)
  }
  verdict.expectOrder(of: try expectSound(trial, &verdict).events)
}

private func outOfOrder(_ evidence: Evidence, _ verdict: inout Verdict) throws(SettingError) {
  var random = SeededGenerator(seed: evidence.trial.seed)
  var trial = evidence.trial
  for index in trial.inputs.indices {
    let other = random.whole(in: index...trial.inputs.count - 1)
    let kept = trial.inputs[index].input
    trial.inputs[index].input = trial.inputs[other].input
    trial.inputs[other].input = kept
  }
  // A finger that never lifts holds the surface forever, so lift it at the end, twice.
  let end = (trial.inputs.last?.microseconds ?? 0) + 10
  trial.inputs += [TimedInput(end, .hand(.touchUp)), TimedInput(end, .hand(.touchUp))]
  let performance = try expectSound(trial, &verdict)
  let decisions = performance.events.count { $0.kind == .decision }
  let touches = trial.inputs.count { if case .hand(.touchDown) = $0.input { true } else { false } }
  verdict.expect(decisions <= touches, "\(decisions) decisions in \(touches) touches")
}
