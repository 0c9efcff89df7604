public import FrameLogs
public import Quantities

/// The visible difference between a run and the expected run, in words.
public struct VisibleChange: Hashable, Sendable {
  /// The kind of difference.
  public var kind: RunDifference.Class
  /// The visible changes, the most important first, each a phrase such as
  /// `rests at full instead of half`; never empty.
  public var pieces: [String]
  /// Whether the runs end in different ways or at different targets, or start or end at visibly different positions.
  public var hasOtherRestPosition: Bool
  /// The greatest distance between the surfaces of the two runs at the same time; zero or more.
  ///
  /// After its last frame, a run counts as resting at its last position.
  public var greatestDistance: Points

  /// The first three visible changes as one line without a full stop.
  public var headline: String { pieces.prefix(3).joined(separator: "; ") }

  /// Compares `actual` with `expected`.
  ///
  /// - Parameters:
  ///   - expected: The expected run.
  ///   - actual: The current run.
  ///   - kind: The kind of difference between them.
  public init(expected: Run, actual: Run, kind: RunDifference.Class) {
    self.kind = kind
    let (before, after) = (Story(expected), Story(actual))
    hasOtherRestPosition = before.hasOtherRestPosition(than: after)
    greatestDistance = max(
      Self.greatestDistance(of: actual, from: expected),
      Self.greatestDistance(of: expected, from: actual))
    pieces = []
    // Add the changes in the order in which a user notices them.
    addEnding(before, after)
    addStart(before, after)
    addDrag(expected, actual)
    addDecisions(before, after)
    addCatches(before, after)
    addMotion(before, after)
    guard pieces.isEmpty else { return }
    addDistance(expected, actual)
    if pieces.isEmpty, before.reasons != after.reasons {
      let pair = zip(before.reasons, after.reasons).first { $0 != $1 }
      pieces = [
        pair.map { "moves the same, with the reason \($0.1) instead of \($0.0)" }
          ?? "moves the same"
      ]
    }
    if pieces.isEmpty { addProjections(before, after) }
    if pieces.isEmpty { pieces = ["looks the same"] }
  }

  /// Returns the greatest distance between the surfaces of two runs, at the times of the frames of `run`.
  ///
  /// Positions between two frames of `other` are interpolated, so that runs at other frame rates can be compared.
  private static func greatestDistance(of run: Run, from other: Run) -> Points {
    guard let last = other.frames.last else { return .zero }
    var greatest = Points.zero
    var next = 0
    for frame in run.frames {
      while next < other.frames.count, other.frames[next].time < frame.time { next += 1 }
      var position = next < other.frames.count ? other.frames[next].position : last.position
      if next > 0, next < other.frames.count {
        let (before, after) = (other.frames[next - 1], other.frames[next])
        let fraction = (frame.time - before.time) / (after.time - before.time)
        position = before.position + (after.position - before.position) * fraction
      }
      // The comparison ignores positions that are not numbers.
      let distance = (frame.position - position).length
      if distance > greatest { greatest = distance }
    }
    return greatest
  }

  /// Adds a difference in the target, in the position of rest or in the way the run ends.
  private mutating func addEnding(_ before: Story, _ after: Story) {
    guard before.end != after.end else { return addRest(before, after) }
    switch (before.end, after.end) {
    case (.gone, .gone): return
    case (let old, let new): pieces.append("\(new.words) instead of \(old.other(than: new))")
    }
  }

  /// Adds a visible difference in the position of rest, for runs that end in the same way.
  private mutating func addRest(_ before: Story, _ after: Story) {
    guard let moved = movement(from: before.position, to: after.position) else { return }
    switch after.end {
    case .resting(let target): pieces.append("rests at \(target), \(moved)")
    case .nothing: pieces.append("rests \(moved)")
    case .moving, .gone: return
    }
  }

  /// Adds a visible difference in the position at which the surface rests at the start.
  private mutating func addStart(_ before: Story, _ after: Story) {
    guard let moved = movement(from: before.start, to: after.start),
      // Without a decision, the surface usually rests where it started, which has been reported.
      !pieces.contains("rests \(moved)")
    else { return }
    pieces.append("starts \(moved)")
  }

  /// Returns the distance and direction from `old` to `new`, such as `169 pt lower`; nil if the distance is not
  /// visible.
  private func movement(from old: Position, to new: Position) -> String? {
    let change = new - old
    guard change.length >= Story.visible else { return nil }
    let parts = [
      (change.x, change.x > .zero ? "farther right" : "farther left"),
      (change.y, change.y > .zero ? "lower" : "higher"),
    ]
    let moved = parts.filter { $0.0.magnitude >= Story.visible }
    // Both parts of a diagonal movement can be too short to be visible alone.
    return (moved.isEmpty ? parts : moved)
      .map { "\(amount($0.0.magnitude.value, "pt")) \($0.1)" }.joined(separator: " and ")
  }

  /// Adds a visible difference in how the surface follows the finger.
  ///
  /// A drag that only starts at another position is no difference, so the movement since the frame before the drag is
  /// compared. Drags at other frame rates are not compared, because their frames show other moments.
  private mutating func addDrag(_ expected: Run, _ actual: Run) {
    guard expected.rate == actual.rate else { return }
    var farthest = (distance: Points.zero, time: Seconds.zero)
    var start = Position.zero - Position.zero
    for (old, new) in zip(expected.frames, actual.frames) {
      let apart = new.position - old.position
      guard old.phase == .dragging, new.phase == .dragging else {
        start = apart
        continue
      }
      let distance = (apart - start).length
      if distance > farthest.distance { farthest = (distance, new.time) }
    }
    guard farthest.distance >= Story.visible else { return }
    pieces.append(
      "follows the finger differently, by up to \(amount(farthest.distance.value, "pt")) "
        + "at \(amount(farthest.time.value, "s"))")
  }

  /// Adds differences in the number of decisions, or in the targets of decisions before the last one.
  private mutating func addDecisions(_ before: Story, _ after: Story) {
    if before.targets.count != after.targets.count {
      let (old, new) = (before.targets.count, after.targets.count)
      pieces.append("\(count(new, "release")) instead of \(old)")
      return
    }
    let last = before.targets.count - 1
    for (index, pair) in zip(before.targets, after.targets).enumerated() where pair.0 != pair.1 {
      if index == last, before.end != after.end { continue }
      pieces.append("release \(index + 1) goes to \(pair.1) instead of \(pair.0)")
    }
  }

  private mutating func addCatches(_ before: Story, _ after: Story) {
    guard before.catches != after.catches else { return }
    let times = after.catches == 1 ? "once" : "\(after.catches) times"
    pieces.append(
      after.catches == 0
        ? "is not caught in motion" : "is caught in motion \(times) instead of \(before.catches)")
  }

  /// Adds differences in the settle time and the overshoot.
  private mutating func addMotion(_ before: Story, _ after: Story) {
    if let old = before.settleTime, let new = after.settleTime {
      let change = new - old
      if change.magnitude >= 0.0005 {
        pieces.append(
          "\(after.end == .gone ? "leaves" : "settles") \(amount(change.magnitude, "s")) "
            + (change > 0 ? "later" : "sooner"))
      }
    } else if before.settleTime != nil, before.end == after.end {
      pieces.append("no longer settles")
    } else if after.settleTime != nil, before.end == after.end {
      pieces.append("now settles")
    }
    let overshoot = after.overshoot - before.overshoot
    // A dismissed surface has no target that it could pass.
    if overshoot.magnitude >= 0.5, before.end != .gone, after.end != .gone {
      pieces.append(
        "overshoots by \(amount(after.overshoot, "pt")) instead of \(amount(before.overshoot, "pt"))"
      )
    }
  }

  /// Adds a difference in the projected positions; called if nothing else has changed.
  private mutating func addProjections(_ before: Story, _ after: Story) {
    let farthest =
      zip(before.projections, after.projections).map { old, new in
        (new - old).length.value
      }.max() ?? 0
    guard farthest >= 0.0005 else { return }
    pieces.append(
      "looks the same, although the projection moved by up to \(amount(farthest, "pt"))")
  }

  /// Adds the largest difference in position, or else in velocity; called if everything else is the same.
  private mutating func addDistance(_ expected: Run, _ actual: Run) {
    var farthest = (distance: 0.0, time: 0.0)
    var fastest = (difference: 0.0, time: 0.0)
    for (old, new) in zip(expected.frames, actual.frames) {
      let distance = (new.position - old.position).length.value
      if distance > farthest.distance { farthest = (distance, new.time.value) }
      let difference = (new.velocity - old.velocity).length.value
      if difference > fastest.difference { fastest = (difference, new.time.value) }
    }
    if farthest.distance >= 0.0005 {
      pieces.append(
        "is up to \(amount(farthest.distance, "pt")) from its expected position, "
          + "at \(amount(farthest.time, "s"))")
    } else if fastest.difference >= 0.0005 {
      pieces.append(
        "differs in velocity by up to \(amount(fastest.difference, "pt/s")), "
          + "at \(amount(fastest.time, "s"))")
    }
  }
}

/// Returns a number with its unit, rounded to about three significant digits.
func amount(_ number: Double, _ unit: String) -> String {
  guard number.isFinite else { return "\(number) \(unit)" }
  let size = number.magnitude
  let scale = size >= 100 ? 1.0 : size >= 10 ? 10 : size >= 1 ? 100 : 1_000
  guard size < 1e15 else { return "\(plain(number)) \(unit)" }
  return "\(plain((number * scale).rounded() / scale)) \(unit)"
}

/// The properties of a run that are compared in words.
private struct Story {
  enum End: Hashable {
    case resting(String)
    case moving(String)
    case gone
    case nothing

    var words: String {
      switch self {
      case .resting(let target): "rests at \(target)"
      case .moving(let target): "still moves towards \(target) at the time limit"
      case .gone: "is dismissed"
      case .nothing: "has no decision"
      }
    }

    /// Returns the old ending in words, for a sentence such as "rests at half instead of full", where `new` rests at half.
    func other(than new: End) -> String {
      switch (self, new) {
      case (.resting(let target), .resting): target
      case (.resting(let target), _): "resting at \(target)"
      case (.moving(let target), _): "moving towards \(target)"
      case (.gone, _): "being dismissed"
      case (.nothing, _): "having no decision"
      }
    }
  }

  /// The distance between two positions from which the difference is reported as visible.
  ///
  /// Source: our choice; it is also the smallest change of overshoot that is reported.
  static let visible = Points(0.5)

  /// Whether two runs end in different ways or at different targets, or start or end at visibly different positions.
  func hasOtherRestPosition(than other: Story) -> Bool {
    end != other.end || (start - other.start).length >= Self.visible
      || end != .gone && (position - other.position).length >= Self.visible
  }

  var end: End
  /// The position in the first frame.
  var start: Position
  /// The position in the last frame.
  var position: Position
  var targets: [String] = []
  var reasons: [String] = []
  var projections: [Position] = []
  var catches: Int
  var settleTime: Double?
  var overshoot: Double

  init(_ run: Run) {
    let summary = run.summary()
    start = run.frames.first?.position ?? .zero
    position = summary.finalPosition
    for event in run.events where event.kind == .decision {
      let payload = LogValue.fields(event.payload)
      targets.append(payload["target"]?.asText ?? "nothing")
      reasons.append(payload["reason"]?.asText ?? "nothing")
      projections.append(
        Position(
          x: Points(payload["projectedX"]?.asNumber ?? 0),
          y: Points(payload["projectedY"]?.asNumber ?? 0)))
    }
    catches = summary.catches
    settleTime = summary.settleTime?.value
    overshoot = summary.overshoot.value
    switch (run.ending, summary.finalTarget) {
    case (.gone, _): end = .gone
    case (_, nil): end = .nothing
    case (.rested, let target?): end = .resting(target)
    case (.timeLimit, let target?): end = .moving(target)
    }
  }
}
