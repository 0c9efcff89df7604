import FrameLogs
import InteractionScenarios
import Quantities
import VelocityEstimation

/// A search for the stages that make something else of the same input.
///
/// The stages follow each other: what the hand did, its velocity, the decision, the motion. Each is looked
/// at with what the expected run handed to it.
struct StageSearch {
  private let expected: RunRows
  private let actual: RunRows
  private let tolerance: RunTolerance

  init(expected: Run, actual: Run, within tolerance: RunTolerance) {
    self.init(
      expected: RunRows(expected), actual: RunRows(actual), within: tolerance)
  }

  private init(expected: RunRows, actual: RunRows, within tolerance: RunTolerance) {
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
      same = StageSearch(expected: expected, actual: RunRows(run), within: tolerance)
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
    func moves(_ one: RunRows, unlike other: Run) -> Bool {
      StageSearch(expected: one, actual: RunRows(other), within: Self.sentTolerance)
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
    expected.events.map { LogValue.fields($0) }.filter { Self.isEnd($0) }.map { event in
      VelocityEstimate(
        velocity: Velocity(
          x: PointsPerSecond(event["velocityX"]?.asNumber ?? 0),
          y: PointsPerSecond(event["velocityY"]?.asNumber ?? 0)),
        reason: event["velocityReason"]?.asText.flatMap(VelocityEstimate.Reason.init) ?? .ok)
    }
  }

  private static func isEnd(_ event: LogValue) -> Bool {
    let kind = event["event"]?.asText
    return kind == RunEvent.Kind.panEnded.rawValue || kind == RunEvent.Kind.panCancelled.rawValue
  }

  private static let estimate = [
    "velocityX", "velocityY", "velocityReason",
  ]

  /// What an estimator says besides, which no other stage reads.
  private static let aside = ["errorX", "errorY", "samples", "span", "degree"]

  private static let input = [
    RunEvent.Kind.touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap,
  ].map { $0.rawValue }

  /// The first frame that shows another input; nil when all is the same.
  private var firstInput: Int? {
    let (old, new) = (inputs(of: expected), inputs(of: actual))
    let apart = old.indices.first { index in
      index >= new.count || !isSame(old[index], new[index])
    }
    let extra = apart == nil && new.count > old.count ? new[old.count] : nil
    let row = apart.map { old[$0] } ?? extra
    let events = row.flatMap { LogValue.fields($0)["frame"]?.asNumber }.map { Int($0) }
    let frames = firstFrame { old, new in
      ["touching", "fingerX", "fingerY"].contains { key in
        !isSame(old[key] ?? .none, new[key] ?? .none)
      }
    }
    return [events, frames].compactMap { $0 }.min()
  }

  /// Whether fingers whose places no frame shows, as on a touchpad, did something else while the surface
  /// followed them.
  ///
  /// A pan whose whole way or time is another one was read otherwise from its beginning. Where only what lies
  /// between differs, and the surface ends up in the same place, it is the way there that was read
  /// otherwise, for a surface that follows otherwise does so at the end, too.
  private func isHandApartUnseen(at motion: Int?) -> Bool {
    guard let motion else { return false }
    let (old, new) = (pans(of: expected), pans(of: actual))
    return zip(old, new).contains { old, new in
      guard (old.began...old.ended).contains(motion), isUnseen(at: motion) else { return false }
      if !isSame(old.end, new.end) { return true }
      guard motion < old.ended - 1 else { return false }
      return ["x", "y"].allSatisfy {
        isSame(frame(old.ended - 1, $0).0, frame(old.ended - 1, $0).1)
      }
    }
  }

  private func isUnseen(at index: Int) -> Bool {
    ["fingerX", "fingerY"].allSatisfy { frame(index, $0).0.isNull && frame(index, $0).1.isNull }
      && isDragging(.fields(expected.frames[index]))
  }

  private func frame(_ index: Int, _ key: String) -> (LogValue, LogValue) {
    guard expected.frames.indices.contains(index), actual.frames.indices.contains(index) else {
      return (.none, .none)
    }
    return (
      LogValue.fields(expected.frames[index])[key] ?? .none,
      LogValue.fields(actual.frames[index])[key] ?? .none
    )
  }

  /// The pans with their frames and what is told of their ends.
  private func pans(of rows: RunRows) -> [(began: Int, ended: Int, end: [LogField])] {
    var pans: [(began: Int, ended: Int, end: [LogField])] = []
    var began: Int?
    for row in inputs(of: rows) {
      let event = LogValue.fields(row)
      guard let frame = event["frame"]?.asNumber.map({ Int($0) }) else { continue }
      if event["event"]?.asText == RunEvent.Kind.panBegan.rawValue { began = frame }
      guard Self.isEnd(event), let first = began, first <= frame else { continue }
      pans.append((first, frame, row))
      began = nil
    }
    return pans
  }

  /// The input events without what the velocity is, and whether the surface was hit.
  private func inputs(of rows: RunRows) -> [[LogField]] {
    let others = Self.estimate + Self.aside + ["hit"]
    return rows.events.filter { row in
      LogValue.fields(row)["event"]?.asText.map(Self.input.contains) ?? false
    }.map { row in row.filter { !others.contains($0.key) } }
  }

  /// Whether the hand lets go with another velocity, or is told another one while it drags and nothing
  /// else is to be seen.
  private var isVelocityApart: Bool {
    let ends = [expected, actual].map { rows in
      rows.events.map { LogValue.fields($0) }.filter { Self.isEnd($0) }
    }
    let isEndApart = zip(ends[0], ends[1]).contains { old, new in
      (Self.estimate + Self.aside).contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
    }
    return isEndApart
      || firstMotion(passingOverVelocity: true) == nil
        && firstFrame { old, new in isLiveVelocityApart(old, new) } != nil
  }

  /// Whether only the velocity differs while the hand drags.
  private func isLiveVelocityApart(_ old: LogValue, _ new: LogValue) -> Bool {
    guard isDragging(old), isDragging(new) else { return false }
    let isThere = ["x", "y"].allSatisfy { isSame(old[$0] ?? .none, new[$0] ?? .none) }
    return isThere && ["vx", "vy"].contains { !isSame(old[$0] ?? .none, new[$0] ?? .none) }
  }

  private func isDragging(_ frame: LogValue) -> Bool {
    frame["phase"]?.asText == Phase.dragging.rawValue
  }

  /// The first frame after another decision.
  private var firstDecision: Int? {
    let decisions = [expected, actual].map { rows in
      rows.events.filter {
        LogValue.fields($0)["event"]?.asText == RunEvent.Kind.decision.rawValue
      }
    }
    let apart = zip(decisions[0], decisions[1]).first { !isSame($0, $1) }
    guard let frame = apart.flatMap({ LogValue.fields($0.0)["frame"]?.asNumber }) else {
      return nil
    }
    return Int(frame)
  }

  /// The first frame that shows another motion.
  private func firstMotion(passingOverVelocity: Bool) -> Int? {
    let counts =
      expected.frames.count == actual.frames.count
      ? nil
      : min(
        expected.frames.count, actual.frames.count)
    let frames = firstFrame { old, new in
      guard case .fields(let fields) = old else { return false }
      return fields.contains { field in
        if ["touching", "fingerX", "fingerY"].contains(field.key) { return false }
        if passingOverVelocity, isDragging(old), ["vx", "vy"].contains(field.key) { return false }
        guard let other = new[field.key] else { return false }
        return !isSame(field.value, other)
      }
    }
    return frames ?? counts
  }

  private func firstFrame(where isApart: (LogValue, LogValue) -> Bool) -> Int? {
    for (index, pair) in zip(expected.frames, actual.frames).enumerated()
    where isApart(.fields(pair.0), .fields(pair.1)) {
      return index
    }
    return nil
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

extension RunRows {
  /// The decisions as what a program asks for just after each.
  fileprivate var decisions: [TimedCommand] {
    events.map { LogValue.fields($0) }.compactMap { event in
      guard event["event"]?.asText == RunEvent.Kind.decision.rawValue,
        let time = event["time"]?.asNumber, let target = event["target"]?.asText
      else { return nil }
      return TimedCommand(at: Seconds(time + 1e-6), .settle(at: target))
    }
  }
}
