import FrameLogs
import InteractionScenarios
import Quantities
import VelocityEstimation

/// A search for the stages of a replay whose results have changed although their input is the same.
///
/// The stages are the reading of the input, the velocity, the decision and the motion, and of a program under test also the
/// drag. Each stage is checked with the results that the earlier stages had in the expected run, so that a change is found
/// only in the stage that causes it.
struct StageSearch {
  private let expected: Run
  private let actual: Run
  private let tolerance: RunTolerance

  init(expected: Run, actual: Run, within tolerance: RunTolerance) {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
  }

  /// Results of earlier stages of the expected run, which a replay uses instead of computing its own.
  struct GivenResults {
    /// The release velocities; empty if the replay should estimate them.
    var velocities: [VelocityEstimate] = []
    /// The targets of the decisions, as commands with their times; empty if the replay should decide.
    var decisions: [TimedCommand] = []
  }

  /// Returns the changed stages, in the order of the stages; returns the motion if no stage can be identified.
  ///
  /// - Parameter replay: Replays the recording with the given results; returns nil if that is not possible.
  /// - Returns: One or more stages.
  func changedStages(
    replay: (GivenResults) -> Run?
  ) -> [RunDifference.Stage] {
    // Compare inputs almost exactly, because a later stage may amplify a small difference.
    let input = StageSearch(
      expected: expected, actual: actual, within: RunTolerance(absolute: 1e-9, relative: 1e-12)
    )
    .firstInput
    let motion = firstMotion(passingOverVelocity: true)
    if let input, input <= motion ?? .max { return [.input] }
    if isUnseenInputDifferent(at: motion) { return [.input] }
    // A program under test estimates its velocity from its own drag, so a later difference may follow from this one.
    if expected.isOfSubject, let motion, isUnderFinger(at: motion) { return [.drag] }
    var stages: [RunDifference.Stage] = []
    var same = self
    var handed = GivenResults()
    if isVelocityDifferent {
      stages.append(.velocity)
      handed.velocities = velocities
      guard let run = replay(handed) else {
        return stages
      }
      same = StageSearch(expected: expected, actual: run, within: tolerance)
      // A scenario that computes its own velocity ignores the given one, so its later stages cannot be checked
      // separately.
      guard !same.isVelocityDifferent else { return stages }
    }
    let decision = same.firstDecision
    let moved = same.firstMotion(passingOverVelocity: !stages.isEmpty)
    // If the surface moved differently before the release, the decision may differ only because of that motion.
    if let moved, moved < decision ?? .max {
      stages.append(isTargetMoved(at: moved) ? .decision : .spring)
    } else if decision != nil {
      stages.append(.decision)
      let movesDifferently = same.movesDifferently { decisions in
        replay(GivenResults(velocities: handed.velocities, decisions: decisions))
      }
      if movesDifferently {
        stages.append(.spring)
      }
    }
    return stages.isEmpty ? [.spring] : stages
  }

  /// Whether the surface moves differently even if commands send it to the targets of the expected run.
  ///
  /// In the replays of this test, a command right after each release overrides the decision. The test is meaningful
  /// only if such commands with the actual targets do not change the actual motion, which is checked first.
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

  /// The tolerance for two motions that start a microsecond apart.
  ///
  /// We chose 1 pt because the difference is never larger: if a surface that moves at 4,000 pt/s is reversed a
  /// microsecond later, its position changes by 0.008 pt and its velocity by 1 pt/s.
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

  /// The fields of an event that describe the velocity and its estimation; only the velocity stage compares them.
  private static let estimate = [
    "velocityX", "velocityY", "velocityReason", "errorX", "errorY", "samples", "span", "degree",
  ]

  /// The fields of a frame that describe the finger.
  private static let hand = ["fingerX", "fingerY"]

  private static let input: Set<RunEvent.Kind> = [
    .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
  ]

  /// The index of the first frame with different input; nil if the input is the same.
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

  /// Whether the touches were read differently during a pan whose frames have no finger position, as on a touchpad.
  ///
  /// `motion` is the first frame in which the motion differs. If the pan also has another total distance or another
  /// duration, the touches were read differently. Otherwise, compare the positions of the surface at the end of the
  /// pan. If they are equal, the touches were read differently, because a surface that follows the finger in another
  /// way would also end at another position.
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

  /// Whether a program under test moves to another position in the frame from which the motions differ.
  private func isTargetMoved(at index: Int) -> Bool {
    guard expected.isOfSubject, let old = frame(index, of: expected),
      let new = frame(index, of: actual)
    else { return false }
    return !isSame(old.target.x.value, new.target.x.value)
      || !isSame(old.target.y.value, new.target.y.value)
  }

  private func isUnderFinger(at index: Int) -> Bool {
    [expected, actual].allSatisfy { frame(index, of: $0)?.touching == true }
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

  /// Returns the pans of a run, each with the indices of its first and last frame and the event that ends it.
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

  /// Returns the input events, without the fields about the velocity and without the field `hit`.
  private func inputs(of run: Run) -> [RunEvent] {
    run.events.filter { Self.input.contains($0.kind) }.map { event in
      var event = event
      event.payload.removeAll { Self.estimate.contains($0.key) || $0.key == "hit" }
      return event
    }
  }

  /// Whether a release velocity differs, or whether the live velocity during a drag is the only difference in motion.
  private var isVelocityDifferent: Bool {
    let ends = [expected, actual].map { run in run.events.filter { $0.endsPan } }
    let isEndApart = zip(ends[0], ends[1]).contains { old, new in
      Self.estimate.contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
    }
    // A program under test reports its velocity only with its decision.
    let told = [expected, actual].map { run in
      run.isOfSubject ? run.events.filter { $0.kind == .decision } : []
    }
    let isToldApart = zip(told[0], told[1]).contains { old, new in
      ["velocityX", "velocityY"].contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
    }
    return isEndApart || isToldApart
      || firstMotion(passingOverVelocity: true) == nil
        && firstFrame { old, new in isLiveVelocityDifferent(old, new) } != nil
  }

  /// Whether two frames of a drag differ in velocity but not in position.
  private func isLiveVelocityDifferent(_ old: Frame, _ new: Frame) -> Bool {
    guard old.phase == .dragging, new.phase == .dragging, isSamePlace(old, new) else {
      return false
    }
    return !isSame(old.velocity.x.value, new.velocity.x.value)
      || !isSame(old.velocity.y.value, new.velocity.y.value)
  }

  /// The index of the first frame after a different decision; nil if there is none.
  private var firstDecision: Int? {
    let decisions = [expected, actual].map { run in run.events.filter { $0.kind == .decision } }
    return zip(decisions[0], decisions[1]).first { !isSame($0, $1) }
      .map { expected.rate.firstFrame(at: $0.0.time) }
  }

  /// Returns the index of the first frame with a different motion; nil if there is none.
  ///
  /// If `passingOverVelocity` is true, the velocity of frames during a drag is ignored.
  private func firstMotion(passingOverVelocity: Bool) -> Int? {
    let counts = [expected.frames.count, actual.frames.count]
    let found = firstFrame { old, new in
      // Compare the fields that every frame has and the fields of the scenario, except those that other stages explain.
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

  /// Whether all fields are equal, in any order; fields that were read from a file may have another order.
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
  /// The decisions as commands that a program sends one microsecond after each decision.
  fileprivate var decisions: [TimedCommand] {
    events.compactMap { event in
      guard event.kind == .decision, let target = event["target"]?.asText else { return nil }
      return TimedCommand(at: event.time + Seconds(1e-6), .settle(at: target))
    }
  }
}
