import FrameLogs
import InteractionScenarios
import Quantities
import TouchInput

/// The laws of the target that a release chooses.
let decisionLaws: [Law] = [
  Law(
    name: .decidesInOrder, invariants: ["I8"],
    meaning:
      "Of two releases along an axis, the one with the greater coordinate or velocity never has "
      + "the target with the smaller coordinate.",
    check: decidesInOrder),
  Law(
    name: .ignoresNoise, invariants: ["I9"],
    meaning:
      "The target does not depend on the velocity of a release if the speed is below the dead band.",
    check: ignoresNoise),
  Law(
    name: .respectsFlicks, invariants: ["I10"],
    meaning:
      "If a candidate lies in the direction of a flick, the surface never moves in the opposite "
      + "direction.",
    check: respectsFlicks),
]

extension Evidence {
  /// Releases a copy of the surface with a velocity along an axis, after one more movement along
  /// that axis.
  ///
  /// Nil if no pan moves the surface, or if it is dismissed to a position that is not in order
  /// along the axis.
  fileprivate func released(
    _ snapshot: Snapshot, _ axis: Axis, _ velocity: Double, after movement: Double = 0
  ) -> (events: [RunEvent], heading: Double)? {
    guard var pan = snapshot.pan else { return nil }
    var copy = snapshot
    pan.translation = pan.translation + axis.pair(movement)
    pan.twistRate = 0
    let estimate = VelocityEstimate(velocity: axis.pair(velocity), reason: .ok)
    let events = copy.receive(.panEnded(pan, estimate))
    let isGone = events.contains { $0.kind == .decision && $0.text("target") == Decision.gone }
    guard !isGone || !scenario.isDismissedAside else { return nil }
    return (events, axis.of(copy.frame.target))
  }

  /// Calls `look` for each copy of the surface during a drag, and for each axis of its release
  /// rule.
  fileprivate func releases(
    of law: LawName, _ look: (Snapshot, Axis, inout SeededGenerator) -> Void
  ) {
    var random = SeededGenerator(seed: trial.seed)
    for snapshot in performance.held
    where role(snapshot.frame.phase) == .dragging
      && !scenario.isExempt(from: law, under: snapshot.conditions)
    {
      for axis in scenario.axes { look(snapshot, axis, &random) }
    }
  }
}

private func decidesInOrder(_ evidence: Evidence, _ verdict: inout Verdict) {
  evidence.releases(of: .decidesInOrder) { snapshot, axis, random in
    var speeds = (0..<4).map { _ in random.uniform(in: -1_200...1_200) }
    speeds[0] *= 0.05
    speeds[1] *= 4
    let faster = speeds.sorted().compactMap { evidence.released(snapshot, axis, $0)?.heading }
    verdict.expect(
      zip(faster, faster.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }, at: snapshot.time,
      "released at \(speeds.sorted()) pt/s along \(axis.rawValue), the targets are \(faster)")
    // A surface that a magnet holds does not follow the finger.
    let held = evidence.scenario.draggedPosition(snapshot.frame, snapshot.conditions)
    guard held != nil else { return }
    let further = [0, random.uniform(in: 0...20), random.uniform(in: 20...200)]
    let headings = further.compactMap {
      evidence.released(snapshot, axis, speeds[0], after: $0)?.heading
    }
    verdict.expect(
      zip(headings, headings.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 }, at: snapshot.time,
      "released \(further) pt farther along \(axis.rawValue), the targets are \(headings)")
  }
}

private func ignoresNoise(_ evidence: Evidence, _ verdict: inout Verdict) {
  evidence.releases(of: .ignoresNoise) { snapshot, axis, random in
    let deadBand = evidence.scenario.deadBand(snapshot.conditions)
    guard deadBand > 0 else { return }
    let drift = [0, 1, -1, 20, -20, random.uniform(in: -20...20)].map {
      max(-0.99 * deadBand, min($0, 0.99 * deadBand))
    }
    let headings = drift.compactMap { evidence.released(snapshot, axis, $0)?.heading }
    verdict.expect(
      Set(headings).count <= 1, at: snapshot.time,
      "released at \(drift) pt/s along \(axis.rawValue), the targets are \(headings)")
  }
}

private func respectsFlicks(_ evidence: Evidence, _ verdict: inout Verdict) {
  evidence.releases(of: .respectsFlicks) { snapshot, axis, random in
    guard let flick = evidence.scenario.flick(snapshot.conditions) else { return }
    let speed = flick + random.uniform(in: 1...3_000)
    for sign in [1.0, -1.0] {
      guard let (events, heading) = evidence.released(snapshot, axis, sign * speed) else {
        continue
      }
      // A dismissed surface, or a surface on a magnet, starts at its displayed position.
      let isGone = events.contains { $0.text("target") == Decision.gone }
      let held = evidence.scenario.draggedPosition(snapshot.frame, snapshot.conditions)
      let here = axis.of(isGone ? snapshot.frame.position : held ?? snapshot.frame.position)
      let positions = events.flatMap(\.candidates).map { axis.of($0) }
      let hasFurther = positions.contains { ($0 - here) * sign > 1e-6 }
      verdict.expect(
        (heading - here) * sign >= -1e-6 || !hasFurther, at: snapshot.time,
        "thrown at \(sign * speed) pt/s along \(axis.rawValue) from \(here), "
          + "the target is \(heading), behind the candidates \(positions)")
    }
  }
}

extension RunEvent {
  /// The positions of the candidates that a decision compared.
  fileprivate var candidates: [Position] {
    guard case .list(let candidates) = LogValue.fields(payload)["candidates"] else { return [] }
    return candidates.compactMap { candidate in
      guard let x = candidate["x"]?.asNumber, let y = candidate["y"]?.asNumber else { return nil }
      return Position(x: Points(x), y: Points(y))
    }
  }
}
