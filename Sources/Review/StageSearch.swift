import FrameLogs
import InteractionScenarios
import Quantities
import VelocityEstimation

/// A search for the stages that make something else of the same input.
///
/// The stages follow each other: what the hand did, its velocity, the decision, the motion. Each is looked
/// at with what the expected run handed to it.
struct StageSearch {
  private let expected: Run
  private let actual: Run
  private let tolerance: RunTolerance

  init(expected: Run, actual: Run, within tolerance: RunTolerance) {
    self.expected = expected
    self.actual = actual
    self.tolerance = tolerance
  }

  /// What is handed from stage to stage in place of what the program makes of it.
  struct Handed {
    /// The velocities with which the hand lets go; empty for those that are estimated.
    var velocities: [VelocityEstimate] = []
    /// Where the surface is sent, and when.
    var decisions: [TimedCommand] = []
  }

  /// The stages that work differently, in their order; the motion when no other can be told.
  ///
  /// - Parameter replay: Replays with what is handed over; nil where that cannot be.
  /// - Returns: The stages; never none.
  func guilty(
    replay: (Handed) -> Run?
  ) -> [RunDifference.Stage] {
    // What a stage is handed is the same only to the last bit, for the next may make much of little.
    let input = StageSearch(
      expected: expected, actual: actual, within: RunTolerance(absolute: 1e-9, relative: 1e-12)
    )
    .firstInput
    let motion = firstMotion(passingOverVelocity: true)
    if let input, input <= motion ?? .max { return [.input] }
    if isHandApartUnseen(at: motion) { return [.input] }
    var stages: [RunDifference.Stage] = []
    var same = self
    var handed = Handed()
    if isVelocityApart {
      stages.append(.velocity)
      handed.velocities = velocities
      guard let run = replay(handed) else {
        return stages
      }
      same = StageSearch(expected: expected, actual: run, within: tolerance)
      // A scenario that makes a velocity of its own of what the hand does takes none; what follows from it
      // cannot be told from other causes then.
      guard !same.isVelocityApart else { return stages }
    }
    let decision = same.firstDecision
    let moved = same.firstMotion(passingOverVelocity: !stages.isEmpty)
    // A surface that was elsewhere before the release is decided about from there.
    if let moved, moved < decision ?? .max {
      stages.append(.spring)
    } else if decision != nil {
      stages.append(.decision)
      let movesOtherwise = same.movesOtherwise { decisions in
        replay(Handed(velocities: handed.velocities, decisions: decisions))
      }
      if movesOtherwise {
        stages.append(.spring)
      }
    }
    return stages.isEmpty ? [.spring] : stages
  }

  /// Whether the surface moves otherwise where it is sent to what the expected run decided.
  ///
  /// A program that sends it there at the release stands for the decision, and does so only where it changes
  /// nothing when it sends the surface to where it goes anyway.
  private func movesOtherwise(replay: ([TimedCommand]) -> Run?) -> Bool {
    func moves(_ one: Run, unlike other: Run) -> Bool {
      StageSearch(expected: one, actual: other, within: Self.sentTolerance)
        .firstMotion(passingOverVelocity: true) != nil
    }
    guard let again = replay(actual.decisions), !moves(actual, unlike: again),
      let sent = replay(expected.decisions)
    else { return false }
    return moves(expected, unlike: sent)
  }

  /// How far apart motions may be that set off a microsecond after each other.
  ///
  /// Source: ours; a surface of 4,000 pt/s that is turned round in between is .008 pt and 1 pt/s off.
  private static let sentTolerance = RunTolerance(absolute: 1)

  /// The velocities with which the hand lets go in the expected run.
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

  /// What an event says of the velocity, and how it was estimated, which no other stage reads.
  private static let estimate = [
    "velocityX", "velocityY", "velocityReason", "errorX", "errorY", "samples", "span", "degree",
  ]

  /// What a frame says of the hand.
  private static let hand = ["fingerX", "fingerY"]

  private static let input: Set<RunEvent.Kind> = [
    .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
  ]

  /// The first frame that shows another input; nil when all is the same.
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

  /// Whether fingers whose places no frame shows, as on a touchpad, did something else while the surface
  /// followed them.
  ///
  /// A pan whose whole way or time is another one was read otherwise from its beginning. Where only what lies
  /// between differs, and the surface ends up in the same place, it is the way there that was read
  /// otherwise, for a surface that follows otherwise does so at the end, too.
  private func isHandApartUnseen(at motion: Int?) -> Bool {
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

  /// The pans with their frames and the events that end them.
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

  /// The input events without what the velocity is, and whether the surface was hit.
  private func inputs(of run: Run) -> [RunEvent] {
    run.events.filter { Self.input.contains($0.kind) }.map { event in
      var event = event
      event.payload.removeAll { Self.estimate.contains($0.key) || $0.key == "hit" }
      return event
    }
  }

  /// Whether the hand lets go with another velocity, or is told another one while it drags and nothing
  /// else is to be seen.
  private var isVelocityApart: Bool {
    let ends = [expected, actual].map { run in run.events.filter { $0.endsPan } }
    let isEndApart = zip(ends[0], ends[1]).contains { old, new in
      Self.estimate.contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
    }
    return isEndApart
      || firstMotion(passingOverVelocity: true) == nil
        && firstFrame { old, new in isLiveVelocityApart(old, new) } != nil
  }

  /// Whether only the velocity differs while the hand drags.
  private func isLiveVelocityApart(_ old: Frame, _ new: Frame) -> Bool {
    guard old.phase == .dragging, new.phase == .dragging, isSamePlace(old, new) else {
      return false
    }
    return !isSame(old.velocity.x.value, new.velocity.x.value)
      || !isSame(old.velocity.y.value, new.velocity.y.value)
  }

  /// The first frame after another decision.
  private var firstDecision: Int? {
    let decisions = [expected, actual].map { run in run.events.filter { $0.kind == .decision } }
    return zip(decisions[0], decisions[1]).first { !isSame($0, $1) }
      .map { expected.rate.firstFrame(at: $0.0.time) }
  }

  /// The first frame that shows another motion.
  private func firstMotion(passingOverVelocity: Bool) -> Int? {
    let counts = [expected.frames.count, actual.frames.count]
    let found = firstFrame { old, new in
      // All fields there are, from the table of a frame and the scenario's own.
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

  /// Whether all fields are the same; what was read back may have them in another order.
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
  /// Whether a hand that panned lets go.
  fileprivate var endsPan: Bool { kind == .panEnded || kind == .panCancelled }

  fileprivate subscript(key: String) -> LogValue? { payload.first { $0.key == key }?.value }
}

extension Run {
  /// The decisions as what a program asks for just after each.
  fileprivate var decisions: [TimedCommand] {
    events.compactMap { event in
      guard event.kind == .decision, let target = event["target"]?.asText else { return nil }
      return TimedCommand(at: event.time + Seconds(1e-6), .settle(at: target))
    }
  }
}
