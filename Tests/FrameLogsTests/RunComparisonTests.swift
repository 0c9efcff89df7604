import FrameLogs
import Quantities
import Testing

@Suite("Run comparison")
struct RunComparisonTests {
  /// A drag of ten frames, a release, and ten frames of settling, with optional changes.
  static func sample(_ change: (inout Run) -> Void = { _ in }) -> RunRows {
    var frames = (0..<10).map { index in
      frame(
        index, y: Double(10 * index), vy: 1_000, phase: .dragging,
        own: [LogField("fingerY", .number(5))])
    }
    frames += (10..<20).map { index in
      frame(
        index, y: 100 - 0.5 * Double(20 - index), vy: 50, target: 100,
        own: [LogField("fingerY", .none)])
    }
    let estimate = [LogField("velocityY", .number(100)), LogField("samples", .integer(6))]
    var run = run(
      frames,
      [
        event(.touchDown, at: 0, [LogField("hit", .flag(true))]), event(.panBegan, at: 0.01),
        event(.panEnded, at: 0.095, [LogField("fingerY", .number(90))] + estimate),
        decision(at: 0.095), event(.settled, at: 0.19),
      ], ownFields: [FieldDescription("fingerY", unit: "pt", "")])
    change(&run)
    return RunRows(run)
  }

  static let original = sample()

  private func found(
    within tolerance: RunTolerance = RunTolerance(), _ change: (inout Run) -> Void
  ) throws -> RunDifference {
    let changed = Self.sample(change)
    let back = try #require(
      difference(expected: changed, actual: Self.original, within: tolerance))
    let there = try #require(
      difference(expected: Self.original, actual: changed, within: tolerance))
    #expect(there.kind == back.kind)
    #expect(there.stage == back.stage)
    #expect(there.location == back.location)
    #expect(there.expected == back.actual)
    return there
  }

  @Test("a run has no difference from itself, even with values that are not finite")
  func identical() {
    let odd = Self.sample { $0.frames[3].position.x = Points(.nan) }
    #expect(difference(expected: Self.original, actual: Self.original) == nil)
    #expect(difference(expected: odd, actual: odd) == nil)
    let none = RunRows(frames: [], events: [])
    #expect(difference(expected: none, actual: none) == nil)
  }

  @Test("values with the same JSON text are equal: 100 and 100.0, infinity and null")
  func readBack() {
    let written = RunRows(
      frames: [[LogField("x", .number(100)), LogField("y", .number(.infinity))]], events: [])
    let read = RunRows(frames: [[LogField("x", .integer(100)), LogField("y", .none)]], events: [])
    #expect(difference(expected: written, actual: read) == nil)
    #expect(difference(expected: read, actual: written) == nil)
  }

  @Test("the order of fields is ignored, in a row and in lists of named items")
  func order() {
    let row = [LogField("x", .integer(1)), LogField("y", .integer(2))]
    func rows(_ row: [LogField]) -> RunRows {
      RunRows(frames: [row + [LogField("list", .list([.fields(row)]))]], events: [])
    }
    #expect(difference(expected: rows(row), actual: rows(row.reversed())) == nil)
  }

  @Test("a difference within the tolerance has its own class, and a larger difference is drift")
  func tolerance() throws {
    let tolerance = RunTolerance(absolute: 0.25, relative: 0)
    let near = try found(within: tolerance) { $0.frames[12].position.y += Points(0.25) }
    #expect(near.kind == .withinTolerance)
    #expect(near.greatest == [LogField("y", .number(0.25))])
    let far = try found(within: tolerance) { $0.frames[12].position.y += Points(0.5) }
    #expect(far.kind == .drift)
    #expect(far.location == "frame 12")
    #expect(far.field == "y")
    #expect(far.expected == "96")
    #expect(far.stage == .spring)
    #expect(far.sentence == "drift in spring: frame 12: expected y 96, got 96.5")
  }

  @Test("a relative tolerance is a fraction of the expected number")
  func relative() {
    func rows(_ x: Double) -> RunRows {
      RunRows(frames: [[LogField("x", .number(x))]], events: [])
    }
    let tolerance = RunTolerance(absolute: 0, relative: 0.5)
    let inside = difference(expected: rows(8), actual: rows(12), within: tolerance)
    #expect(inside?.kind == .withinTolerance)
    let outside = difference(expected: rows(8), actual: rows(12.001), within: tolerance)
    #expect(outside?.kind == .drift)
    let flipped = difference(expected: rows(8), actual: rows(-8), within: tolerance)
    #expect(flipped?.kind == .drift)
  }

  @Test("a different word is a change of behaviour, which is reported instead of earlier drift")
  func behaviour() throws {
    let found = try found {
      $0.frames[4].position.y += Points(1)
      $0.events[3] = decision(at: 0.095, reason: "flickFloor")
    }
    #expect(found.kind == .behaviourChange)
    #expect(found.location == "event 3")
    #expect(found.field == "reason")
    #expect(found.expected == #""projected""#)
    #expect(found.stage == .drag)  // The motions differed from frame 4 on, before the decision.
  }

  @Test("a different reason with the same motion is a class of its own, less severe than drift")
  func otherReason() throws {
    let reason = try found {
      $0.frames[4].position.y += Points(0.0005)  // This is within the tolerance of 0.001 pt.
      $0.events[3] = decision(at: 0.095, reason: "flickFloor", distance: 7)
    }
    #expect(reason.kind == .otherReason)
    #expect(reason.kind > .withinTolerance && reason.kind < .drift)
    #expect([reason.location, reason.field] == ["event 3", "reason"])
    #expect(reason.stage == .decision)
    let target = try found {
      $0.events[3] = decision(at: 0.095, reason: "flickFloor")
      $0.events[3].payload[1] = LogField("target", .text("full"))
    }
    #expect(target.kind == .behaviourChange)
    let event = try found {
      $0.events[0].payload = [LogField("hit", .flag(false))]
      $0.events[3] = decision(at: 0.095, reason: "flickFloor")
    }
    #expect(event.kind == .behaviourChange)
  }

  @Test("lists are compared number by number")
  func lists() throws {
    let near = try found { $0.events[3] = decision(at: 0.095, distance: 5.0001) }
    #expect(near.kind == .withinTolerance)
    #expect(near.greatest.map(\.key) == ["candidates.distance"])
    let far = try found { $0.events[3] = decision(at: 0.095, distance: 6) }
    #expect(far.kind == .drift)
    #expect(far.stage == .decision)
  }

  @Test("the reported stage is the first stage that differs")
  func stages() throws {
    let estimate = try found {
      $0.events[2].payload[1] = LogField("velocityY", .number(150))
      $0.events[3] = decision(at: 0.095, velocity: 150)
      for index in 10..<20 { $0.frames[index].position.y += Points(3) }
    }
    #expect(estimate.stage == .velocity)
    let rule = try found {
      $0.events[3] = decision(at: 0.095, velocity: 0)
      for index in 10..<20 { $0.frames[index].target.y = Points(300) }
    }
    #expect(rule.stage == .decision)
    let finger = try found {
      $0.frames[2].own["fingerY"] = .number(6)
      $0.frames[2].position.y += Points(1)
    }
    #expect(finger.stage == .input)
    let live = try found { $0.frames[2].velocity.y = PointsPerSecond(900) }
    #expect(live.stage == .velocity)
    let band = try found { $0.frames[2].position.y += Points(1) }
    #expect(band.stage == .drag)
    let late = try found { $0.events[4].time = Seconds(0.2) }
    #expect(late.stage == .spring)
    let missed = try found { $0.events[0].payload = [LogField("hit", .flag(false))] }
    #expect(missed.stage == .spring)
  }

  @Test("a missing field, event or frame is reported")
  func missing() throws {
    let field = try found { $0.events[2].payload.remove(at: 0) }
    #expect(field.kind == .behaviourChange)
    #expect(field.field == "fingerY")
    #expect([field.expected, field.actual] == ["90", "nothing"])
    let event = try found { $0.events.removeLast() }
    #expect(event.kind == .behaviourChange)
    #expect([event.location, event.field] == ["the end", "events"])
    let frame = try found { $0.frames.removeLast() }
    #expect(frame.kind == .drift)
    #expect([frame.expected, frame.actual] == ["20", "19"])
  }

  /// The rows of the sample, as a version with other fields would write them.
  static func rows(
    new: [String] = [], without gone: [String] = [], _ change: (inout Run) -> Void = { _ in }
  ) -> RunRows {
    sample { run in
      change(&run)
      for index in run.frames.indices {
        let kept = run.frames[index].own.logFields.filter { !gone.contains($0.key) }
        run.frames[index].own = FieldValues(
          kept + new.map { LogField($0, .integer(index)) })
      }
    }
  }

  @Test("a field that only one run has is listed once and is not a difference")
  func otherFields() {
    let newer = Self.rows(new: ["glow", "shine"], without: ["fingerY"])
    let there = RunComparison(expected: Self.original, actual: newer)
    #expect(there.difference == nil)
    #expect((there.fields.new, there.fields.gone) == (["glow", "shine"], ["fingerY"]))
    #expect(there.fields.sentence == "new fields glow, shine; gone field fingerY")
    let back = RunComparison(expected: newer, actual: Self.original)
    #expect(back.difference == nil)
    #expect((back.fields.new, back.fields.gone) == (["fingerY"], ["glow", "shine"]))
    #expect(RunComparison(expected: newer, actual: newer).fields.isEmpty)
  }

  @Test("if one run has a new field, the common fields are compared as usual")
  func differenceBesideNewField() throws {
    let newer = Self.rows(new: ["glow"]) { $0.frames[12].position.y += Points(0.5) }
    let compared = RunComparison(expected: Self.original, actual: newer)
    #expect(compared.fields.new == ["glow"])
    #expect(compared.difference == (try found { $0.frames[12].position.y += Points(0.5) }))
  }

  @Test("a field that is missing in only some frames of a run is a difference")
  func damagedFields() {
    var torn = Self.rows(new: ["glow"])
    let whole = torn
    torn.frames[7].removeAll { $0.key == "glow" }
    for (expected, actual) in [(whole, torn), (torn, whole)] {
      let compared = RunComparison(expected: expected, actual: actual)
      #expect(compared.fields.isEmpty)
      #expect(compared.difference?.location == "frame 7")
      #expect(compared.difference?.kind == .behaviourChange)
    }
    var maimed = Self.original
    for index in maimed.frames.indices { maimed.frames[index].removeAll { $0.key == "vx" } }
    let compared = RunComparison(expected: Self.original, actual: maimed)
    #expect(compared.fields.isEmpty)
    #expect(compared.difference?.field == "vx")
  }

  @Test("the largest difference of each number is recorded")
  func greatest() throws {
    let found = try found {
      $0.frames[3].position.y += Points(2)
      $0.frames[5].position.y -= Points(4)
      $0.frames[5].velocity.x = PointsPerSecond(1)
    }
    #expect(found.greatest == [LogField("y", .number(4)), LogField("vx", .number(1))])
  }

  @Test("impossible frame numbers do not crash the comparison")
  func hostile() {
    func rows(_ frame: Double) -> RunRows {
      let event = [LogField("frame", .number(frame)), LogField("event", .text("settled"))]
      return RunRows(frames: [], events: [event])
    }
    #expect(difference(expected: rows(1e300), actual: rows(-1e300))?.kind == .drift)
    #expect(difference(expected: rows(.nan), actual: rows(2))?.kind == .behaviourChange)
  }
}

/// The difference in the fields that both runs have.
private func difference(
  expected: RunRows, actual: RunRows, within tolerance: RunTolerance = RunTolerance()
) -> RunDifference? {
  RunComparison(expected: expected, actual: actual, within: tolerance).difference
}
