import FrameLogs
import InteractionScenarios
import Quantities
import VelocityEstimation

/// A search for the stages that give a different result for the same input.
///
/// The stages are the input, its velocity, the decision and the motion. Each stage is checked with the
/// results of the earlier stages in the expected run.
struct StageSearch {
  private let expected: Run
  private let actual: Run
  private let tolerance: RunTolerance

  init(expected: Run, actual: Run, within tolerance: RunTolerance) {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
  }

  /// Results of earlier stages of the expected run, which replace what the program computes.
  struct Handed {
    /// The release velocities; empty to estimate them.
    var velocities: [VelocityEstimate] = []
    /// The targets of the decisions, with their times.
    var decisions: [TimedCommand] = []
  }

  /// Returns the stages that work differently, in their order; the motion if no other stage is identified.
  ///
  /// - Parameter replay: Replays with the given results; nil if that is not possible.
  /// - Returns: The stages; never empty.
  func changedStages(
    replay: (Handed) -> Run?
  ) -> [RunDifference.Stage] {
    // Compare inputs almost exactly, because later stages may amplify a small difference.
    let input = StageSearch(
      expected: expected, actual: actual, within: RunTolerance(absolute: 1e-9, relative: 1e-12)
    )
    .firstInput
    let motion = firstMotion(passingOverVelocity: true)
    if let input, input <= motion ?? .max { return [.input] }
    if isUnseenInputDifferent(at: motion) { return [.input] }
    var stages: [RunDifference.Stage] = []
    var same = self
    var handed = Handed()
    if isVelocityDifferent {
      stages.append(.velocity)
      handed.velocities = velocities
      guard let run = replay(handed) else {
        return stages
      }
      same = StageSearch(expected: expected, actual: run, within: tolerance)
      // A scenario that computes its own velocity ignores the given one; then the later stages cannot be
      // checked separately.
      guard !same.isVelocityDifferent else { return stages }
    }
    let decision = same.firstDecision
    let moved = same.firstMotion(passingOverVelocity: !stages.isEmpty)
    // If the surface already moved differently before the release, the decision depends on that motion.
    if let moved, moved < decision ?? .max {
      stages.append(.spring)
    } else if decision != nil {
      stages.append(.decision)
      let movesDifferently = same.movesDifferently { decisions in
        replay(Handed(velocities: handed.velocities, decisions: decisions))
      }
      if movesDifferently {
        stages.append(.spring)
      }
    }
    return stages.isEmpty ? [.spring] : stages
  }

  /// Whether the surface moves differently even when it is sent to the expected run's targets.
  ///
  /// Sending the surface right after the release replaces the decision. This test is valid only if sending the
  /// surface to its own targets does not change its motion.
  private func movesDifferently(replay: ([TimedCommand]) -> Run?) -> Bool {
    func moves(_ one: Run, unlike other: Run) -> Bool {
      StageSearch(expected: one, actual: other, within: Self.sentTolerance)
        .firstMotion(passingOverVelocity: true) != nil
    }
    guard let again = replay(actual.decisions), !moves(actual, unlike: again),
      let sent = replay(expected.decisions)
    else { return false }
    return moves(expected, unlike: sent)
  }

  /// The tolerance for motions that start a microsecond apart.
  ///
  /// Source: our choice: a surface at 4,000 pt/s that is reversed in between differs by .008 pt and 1 pt/s.
  private static let sentTolerance = RunTolerance(absolute: 1)

  /// The release velocities in the expected run.
  private var velocities: [VelocityEstimate] {
    expected.events.filter { $0.endsPan }.map { event in
      VelocityEstimate(
        velocity: Velocity(
          x: PointsPerSecond(event["velocityX"]?.asNumber ?? 0),
          y: PointsPerSecond(event["velocityY"]?.asNumber ?? 0)),
        covariance: covariance(of: event),
        reason: event["velocityReason"]?.asText.flatMap(VelocityEstimate.Reason.init) ?? .ok)
    }
  }

  private func covariance(of event: RunEvent) -> VelocityCovariance? {
    guard let x = event["errorX"]?.asNumber, let y = event["errorY"]?.asNumber else { return nil }
    return VelocityCovariance(xx: x * x, xy: 0, yy: y * y)
  }

  /// The fields of an event about the velocity and its estimation, which no other stage reads.
  private static let estimate = [
    "velocityX", "velocityY", "velocityReason", "errorX", "errorY", "samples", "span", "degree",
  ]

  /// The fields of a frame about the finger.
  private static let hand = ["fingerX", "fingerY"]

  private static let input: Set<RunEvent.Kind> = [
    .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
  ]

  /// The first frame with different input; nil if the input is the same.
  private var firstInput: Int? {
    let (old, new) = (inputs(of: expected), inputs(of: actual))
    let apart = zip(old, new).first { !isSame($0, $1) }?.0
    let extra = new.count > old.count ? new[old.count] : nil
    let missing = old.count > new.count ? old[new.count] : nil
    let event = (apart ?? missing ?? extra).map { expected.rate.firstFrame(at: $0.time) }
    let frame = firstFrame { old, new in
      old.touching != new.touching
        || Self.hand.contains { !isSame(old.own[$0] ?? .none, new.own[$0] ?? .none) }
    }
    return [event, frame].compactMap { $0 }.min()
  }

  /// Whether the touches were read differently during a pan that shows no finger position in its frames, as
  /// on a touchpad.
  ///
  /// If the pan's total distance or duration differs, the touches were read differently. If only the motion
  /// in between differs and the surface ends the pan at the same position, the touches in between were read
  /// differently; a surface that follows the finger differently would also end at a different position.
  private func isUnseenInputDifferent(at motion: Int?) -> Bool {
    guard let motion else { return false }
    return zip(pans(of: expected), pans(of: actual)).contains { old, new in
      guard (old.began...old.ended).contains(motion), isUnseen(at: motion) else { return false }
      if !isSame(old.end, new.end) { return true }
      let last = old.ended - 1
      guard motion < last, let old = frame(last, of: expected), let new = frame(last, of: actual)
      else { return false }
      return isSamePlace(old, new)
    }
  }

  private func isUnseen(at index: Int) -> Bool {
    guard let old = frame(index, of: expected), let new = frame(index, of: actual),
      old.phase == .dragging
    else { return false }
    return Self.hand.allSatisfy { (old.own[$0] ?? .none).isNull && (new.own[$0] ?? .none).isNull }
  }

  private func frame(_ index: Int, of run: Run) -> Frame? {
    run.frames.indices.contains(index) ? run.frames[index] : nil
  }

  /// Returns the pans of a run with their first and last frames and the events that end them.
  private func pans(of run: Run) -> [(began: Int, ended: Int, end: RunEvent)] {
    var pans: [(began: Int, ended: Int, end: RunEvent)] = []
    var began: Int?
    for event in inputs(of: run) {
      let frame = run.rate.firstFrame(at: event.time)
      if event.kind == .panBegan { began = frame }
      guard event.endsPan, let first = began, first <= frame else { continue }
      pans.append((first, frame, event))
      began = nil
    }
    return pans
  }

  /// Returns the input events without the velocity and without whether the surface was hit.
  private func inputs(of run: Run) -> [RunEvent] {
    run.events.filter { Self.input.contains($0.kind) }.map { event in
      var event = event
      event.payload.removeAll { Self.estimate.contains($0.key) || $0.key == "hit" }
      return event
    }
  }

  /// Whether a release velocity differs, or the live velocity during a drag is the only difference.
  private var isVelocityDifferent: Bool {
    let ends = [expected, actual].map { run in run.events.filter { $0.endsPan } }
    let isEndApart = zip(ends[0], ends[1]).contains { old, new in
      Self.estimate.contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
    }
    return isEndApart
      || firstMotion(passingOverVelocity: true) == nil
        && firstFrame { old, new in isLiveVelocityDifferent(old, new) } != nil
  }

  /// Whether only the velocity differs while the finger drags.
  private func isLiveVelocityDifferent(_ old: Frame, _ new: Frame) -> Bool {
    guard old.phase == .dragging, new.phase == .dragging, isSamePlace(old, new) else {
      return false
    }
    return !isSame(old.velocity.x.value, new.velocity.x.value)
      || !isSame(old.velocity.y.value, new.velocity.y.value)
  }

  /// The first frame after a different decision.
  private var firstDecision: Int? {
    let decisions = [expected, actual].map { run in run.events.filter { $0.kind == .decision } }
    return zip(decisions[0], decisions[1]).first { !isSame($0, $1) }
      .map { expected.rate.firstFrame(at: $0.0.time) }
  }

  /// The first frame with a different motion.
  private func firstMotion(passingOverVelocity: Bool) -> Int? {
    let counts = [expected.frames.count, actual.frames.count]
    let found = firstFrame { old, new in
      // Compare all fields, both the common ones of a frame and the scenario's own.
      let fields = LogValue.fields(new.logFields)
      let isPassed = passingOverVelocity && old.phase == .dragging
      return old.logFields.contains { field in
        if field.key == "touching" || Self.hand.contains(field.key) { return false }
        if isPassed, ["vx", "vy"].contains(field.key) { return false }
        return fields[field.key].map { !isSame(field.value, $0) } ?? false
      }
    }
    return found ?? (counts[0] == counts[1] ? nil : counts.min())
  }

  private func firstFrame(where isApart: (Frame, Frame) -> Bool) -> Int? {
    zip(expected.frames, actual.frames).enumerated().first { isApart($1.0, $1.1) }?.offset
  }

  private func isSamePlace(_ old: Frame, _ new: Frame) -> Bool {
    isSame(old.position.x.value, new.position.x.value)
      && isSame(old.position.y.value, new.position.y.value)
  }

  private func isSame(_ left: RunEvent, _ right: RunEvent) -> Bool {
    left.kind == right.kind && isSame(left.time.value, right.time.value)
      && isSame(left.payload, right.payload)
  }

  private func isSame(_ left: Double, _ right: Double) -> Bool {
    isSame(.number(left), .number(right))
  }

  /// Whether all fields are equal; fields that were read from a file may have another order.
  private func isSame(_ left: [LogField], _ right: [LogField]) -> Bool {
    let named = LogValue.fields(right)
    return left.count == right.count
      && left.allSatisfy { field in named[field.key].map { isSame(field.value, $0) } ?? false }
  }

  private func isSame(_ left: LogValue, _ right: LogValue) -> Bool {
    if let left = left.finite, let right = right.finite { return tolerance.allows(left, right) }
    switch (left, right) {
    case (.list(let left), .list(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.fields(let left), .fields(let right)): return isSame(left, right)
    default: return left == right || left.isNull && right.isNull
    }
  }
}

extension RunEvent {
  /// Whether the event ends a pan.
  fileprivate var endsPan: Bool { kind == .panEnded || kind == .panCancelled }

  fileprivate subscript(key: String) -> LogValue? { payload.first { $0.key == key }?.value }
}

extension Run {
  /// The decisions as commands that a program would give just after each.
  fileprivate var decisions: [TimedCommand] {
    events.compactMap { event in
      guard event.kind == .decision, let target = event["target"]?.asText else { return nil }
      return TimedCommand(at: event.time + Seconds(1e-6), .settle(at: target))
    }
  }
}
