import FrameLogs
import GestureReplay
import InteractionScenarios
import Quantities
import Review
import Scenarios
import SyntheticHands
import Testing
import TouchInput

/// Observed motion as a run, and its comparison with a model.
@Suite("Observed motion") struct ObservationTests {
  private static func model(_ scenario: String = "sheet", hz: String = "120") throws -> Run {
    let gesture = try #require(SyntheticGesture.named("flick"))
    var request = ReplayRequest(scenario: scenario)
    request.rate = FrameRate(framesPerSecond: try #require(Double(hz)))
    return try request.run(of: try gesture.recording(SyntheticGesture.Options()))
  }

  /// The motion of `model` as a table, delayed by `delay` seconds and changed by `change`.
  ///
  /// The table ends `rest` seconds after the motion.
  private static func table(
    of model: Run, delay: Double = 0, rest: Double = 0,
    _ change: (Int, Double) -> Double = { $1 }
  ) throws -> MotionTable {
    var text = "time,y\n"
    for (index, frame) in model.frames.enumerated() {
      text += "\(frame.time.value + delay),\(change(index, frame.position.y.value))\n"
    }
    if rest > 0, let last = model.frames.last {
      text += "\(last.time.value + delay + rest),\(last.position.y.value)\n"
    }
    return try MotionTable(Array(text.utf8), named: "t.csv")
  }

  private static func observed(
    _ table: MotionTable, _ model: Run, _ scale: ObservationScale = ObservationScale()
  ) -> Run {
    let source = ObservationSource(software: "own")
    return Run(observing: table.placed(by: scale, source), of: source, touchedAs: model)
  }

  @Test("a model agrees with its own motion, without a shift", arguments: ["60", "120", "90"])
  func same(hz: String) throws {
    let model = try Self.model(hz: hz)
    // At 60 Hz, the surface moves in the last 50 ms before its rest, so only a longer table shows the rest.
    let table = try Self.table(of: model, rest: 0.1)
    let found = StageComparison(model, with: Self.observed(table, model))
    #expect(found.firstDifference == nil)
    #expect(found.shift == .zero)
    #expect(found.differences.allSatisfy { $0.difference < 1e-9 })
    #expect(found.differences.map(\.quantity) == [.drag, .target, .path, .settleTime])
  }

  @Test(
    "a delay of up to a frame is found and does not count as a difference",
    arguments: [0.25, 0.5, 1.0])
  func delayed(frames: Double) throws {
    let model = try Self.model()
    let delay = frames / 120
    let found = StageComparison(
      model, with: Self.observed(try Self.table(of: model, delay: delay), model))
    #expect((found.shift.value - delay).magnitude < 1e-9)
    #expect(found.firstDifference == nil, "\(found.differences)")
  }

  @Test("a table whose rows are too far apart to show a motion is refused")
  func farRows() throws {
    let model = try Self.model()
    for (interval, isAllowed) in [(0.2, true), (0.26, false), (1_000, false), (1e300, false)] {
      let rows = (0..<10).map { "\(Double($0) * interval),\(300 - $0)\n" }.joined()
      let table = try MotionTable(Array("time,y\n\(rows)".utf8), named: "t.csv")
      let check = { try table.check(ObservationScale(), against: model, named: "t.csv") }
      if isAllowed {
        try check()
        _ = StageComparison(model, with: Self.observed(table, model))
      } else {
        let error = #expect(throws: MotionTableError.self) { try check() }
        #expect(error?.description.contains("rows are") == true, "\(interval)")
      }
    }
  }

  @Test("a longer delay counts, unless it is the stated lag")
  func late() throws {
    let model = try Self.model()
    let run = Self.observed(try Self.table(of: model, delay: 5 / 120.0), model)
    #expect(StageComparison(model, with: run).firstDifference != nil)
    var tolerance = StageTolerance()
    tolerance.lag = Seconds(4 / 120.0)
    #expect(StageComparison(model, with: run, within: tolerance).firstDifference == nil)
  }

  @Test(
    "the first stage that differs is named: drag, target or path")
  func stages() throws {
    let model = try Self.model()
    let lift = try #require(model.frames.lastIndex { $0.touching })
    func first(
      _ change: @escaping (Int, Double) -> Double
    ) throws -> StageComparison.ComparedQuantity? {
      let run = Self.observed(try Self.table(of: model, change), model)
      return StageComparison(model, with: run).firstDifference?.quantity
    }
    #expect(try first { $0 <= lift && $0 > lift - 8 ? $1 + 20 : $1 } == .drag)
    #expect(try first { $0 > lift + 8 ? $1 + 6 : $1 } == .target)
    // The surface arrives at the same position on a path with a detour.
    #expect(try first { $0 > lift + 4 && $0 < lift + 40 ? $1 + 30 : $1 } == .path)
  }

  @Test("software that draws whole pixels at 60 Hz, a frame late, agrees with its own law")
  func rounded() throws {
    let model = try Self.model()
    var text = "time,y\n"
    for index in stride(from: 0, to: model.frames.count, by: 2) {
      let frame = model.frames[index]
      text += "\(frame.time.value + 1 / 60.0),\(frame.position.y.value.rounded())\n"
    }
    let run = Self.observed(try MotionTable(Array(text.utf8), named: "t.csv"), model)
    let found = StageComparison(model, with: run)
    #expect(found.firstDifference == nil, "\(found)")
    #expect((found.shift.value - 1 / 60.0).magnitude < 0.003)
  }

  @Test("another spring is no delay, even if it is caught in flight")
  func caught() throws {
    let gesture = try #require(SyntheticGesture.named("catch-in-flight"))
    let recording = try gesture.recording(SyntheticGesture.Options())
    func run(_ response: String) throws -> Run {
      var request = ReplayRequest(scenario: "sheet")
      request.assignments = [Assignment(key: "spring.response", value: response)]
      return try request.run(of: recording)
    }
    let (model, other) = (try run("0.4"), try run("0.3"))
    let found = StageComparison(model, with: Self.observed(try Self.table(of: other), model))
    #expect(found.shift == .zero)
    let drag = try #require(found.differences.first)
    #expect(drag.quantity == .drag && drag.difference < 1e-9)
    #expect(found.firstDifference?.quantity == .path)
  }

  @Test("more rows at rest do not reduce a difference of the path")
  func tail() throws {
    let model = try Self.model()
    let table = try Self.table(of: model) { index, y in index % 2 == 0 ? y + 5 : y }
    func path(_ text: String) throws -> Double? {
      let run = Self.observed(try MotionTable(Array(text.utf8), named: "t.csv"), model)
      return StageComparison(model, with: run).differences.first { $0.quantity == .path }?
        .difference
    }
    var text = "time,y\n"
    for (time, y) in zip(table.times, try #require(table.numbers[.y])) { text += "\(time),\(y)\n" }
    let last = try #require(table.numbers[.y]?.last)
    #expect(try path(text) == path(text + "30,\(last)\n"))
  }

  @Test("a table that ends in flight has no rest to compare, and its run does not settle")
  func unfinished() throws {
    let model = try Self.model()
    let lift = try #require(model.frames.lastIndex { $0.touching })
    var text = "time,y\n"
    for frame in model.frames.prefix(lift + 8) {
      text += "\(frame.time.value),\(frame.position.y.value)\n"
    }
    let run = Self.observed(try MotionTable(Array(text.utf8), named: "t.csv"), model)
    #expect(run.ending == .timeLimit && !run.events.contains { $0.kind == .settled })
    let found = StageComparison(model, with: run)
    #expect(found.lacksRest && found.firstDifference == nil)
    #expect(found.differences.map(\.quantity) == [.drag, .path])
  }

  @Test("a release velocity with the opposite sign differs", arguments: [1.0, -1])
  func velocity(sign: Double) throws {
    let model = try Self.model()
    var text = "time,y,vy\n"
    for frame in model.frames {
      text += "\(frame.time.value),\(frame.position.y.value),\(frame.velocity.y.value * sign)\n"
    }
    let run = Self.observed(try MotionTable(Array(text.utf8), named: "t.csv"), model)
    let found = StageComparison(model, with: run)
    #expect(!found.lacksVelocities)
    #expect(found.firstDifference?.quantity == (sign > 0 ? nil : .velocity))
  }

  @Test("software that has no velocity in a drag, and notices a release a frame late, agrees")
  func lateRelease() throws {
    let model = try Self.model()
    let lift = try #require(model.frames.lastIndex { $0.touching })
    var text = "time,y,vy\n"
    for (index, frame) in model.frames.enumerated() {
      let shown = index <= lift ? frame : model.frames[index - 1]
      let velocity = index <= lift + 1 ? 0 : shown.velocity.y.value
      text += "\(frame.time.value),\(shown.position.y.value),\(velocity)\n"
    }
    let run = Self.observed(try MotionTable(Array(text.utf8), named: "t.csv"), model)
    let found = StageComparison(model, with: run)
    #expect(found.firstDifference == nil, "\(found)")
  }

  @Test("numbers that overflow when they are scaled are refused")
  func huge() throws {
    let table = try MotionTable(Array("time,y\n0,1\n1,1e308\n".utf8), named: "t.csv")
    var scale = ObservationScale()
    let error = #expect(throws: MotionTableError.self) { try table.check(scale, named: "t.csv") }
    #expect(error?.description.contains("column y of row 2") == true)
    scale.scale.y = 1e-306
    try table.check(scale, named: "t.csv")
  }

  @Test("a table in other units gives the same run as a table in points and seconds")
  func units() throws {
    let model = try Self.model()
    let plainRun = Self.observed(try Self.table(of: model), model)
    var text = "ms,top\n"
    for frame in model.frames {
      text += "\((frame.time.value + 2) * 1000),\(600 - frame.position.y.value / 2)\n"
    }
    let table = try MotionTable(
      Array(text.utf8), named: "t.csv", columns: [.time: "ms", .y: "top"], timesIn: .milliseconds)
    var scale = ObservationScale()
    scale.startTime = 2
    scale.origin.y = 600
    scale.scale.y = -2
    let run = Self.observed(table, model, scale)
    #expect(run.frames.count == plainRun.frames.count)
    for (one, other) in zip(run.frames, plainRun.frames) {
      #expect((one.position.y - other.position.y).magnitude < Points(1e-6))
    }
  }

  @Test("notes before the rows say the same as arguments, and a written table reads back equal")
  func notes() throws {
    let text = """
      # software: Own 1
      # clock: wall
      # time-unit: ms
      # start-time: 2
      # origin: 600
      # scale: -2
      time,y
      2000,600
      3000,590
      """
    let table = try MotionTable(Array(text.utf8), named: "t.csv")
    let source = try ObservationSource(notes: table.notes, named: "t.csv")
    #expect(source == ObservationSource(software: "Own 1", clock: .wall))
    let placed = table.placed(
      by: try ObservationScale(notes: table.notes, named: "t.csv"), source)
    #expect(placed.times == [0, 1] && placed.numbers == [.y: [0, 20]])
    #expect(try MotionTable(Array(placed.text.utf8), named: "t.csv") == placed)
  }

  @Test(
    "a note that cannot be used is refused",
    arguments: ["scale: 0", "origin: left", "clock: sun", "time-unit: h", "start-time: 1,2,3"])
  func brokenNotes(note: String) throws {
    let error = #expect(throws: MotionTableError.self) {
      let table = try MotionTable(Array("# \(note)\ntime,y\n0,1\n1,2\n".utf8), named: "t.csv")
      _ = try ObservationSource(notes: table.notes, named: "t.csv")
      _ = try ObservationScale(notes: table.notes, named: "t.csv")
    }
    #expect(error?.description.hasPrefix("t.csv: found the note '\(note)'; give ") == true)
  }

  @Test("JSON lines and comma-separated values with the same numbers are the same table")
  func formats() throws {
    let commas = "\u{feff}time, y,note\r\n0,1,a\r\n\r\n0.5,2,b\r\n"
    let lines = "{\"y\":1,\"time\":0}\n{\"time\":0.5,\"other\":[1],\"y\":2}\n"
    let one = try MotionTable(Array(commas.utf8), named: "t.csv")
    #expect(try MotionTable(Array(lines.utf8), named: "t.jsonl") == one)
    #expect(one.times == [0, 0.5] && one.numbers[.y] == [1, 2])
  }

  @Test(
    "a broken table is refused with its line",
    arguments: [
      ("", "t.csv: the table is empty"),
      ("time,y\n0,1\n", "t.csv: found 1 row;"),
      ("time,z\n0,1\n1,2\n", "t.csv:1: found the columns 'time,z', but 'y' is missing"),
      ("y\n0\n", "'time' is missing"),
      ("time,y\n0,1\n0.1,nan\n", "t.csv:3: found 'nan' in the column y"),
      ("time,y\n0,1\n0.1,inf\n", "found 'inf'"),
      ("time,y\n0,1\n0.2,2\n0.1,3\n", "t.csv:4: found the time 0.1 s after 0.2 s"),
      ("time,y\n0,1\n0.1\n", "t.csv:3: found 1 values; give 2"),
      ("{\"time\":0,\"y\":1}\n{\"time\":1}\n", "t.csv:2: found 'no number' in the column y"),
      ("{\"time\":0,\"y\":1}\nx\n", "t.csv:2: found 'x'; give one JSON object"),
      ("[{\"time\":0}]\n", "t.csv:1: found '[{\"time\":0}]'; give one JSON object"),
      ("time;y\n0;1\n", "t.csv:1: found semicolons between the column names"),
    ])
  func broken(text: String, message: String) throws {
    let error = #expect(throws: MotionTableError.self) {
      try MotionTable(Array(text.utf8), named: "t.csv")
    }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("an observed run is written and compared like any other, and rests where the table ends")
  func run() throws {
    let model = try Self.model()
    let run = Self.observed(try Self.table(of: model), model)
    #expect(run.isObserved && !model.isObserved)
    #expect(run.events.map(\.kind.rawValue).filter { $0 == "settled" }.count == 1)
    #expect(run.events.allSatisfy { event in event.payload.allSatisfy { $0.key != "velocityY" } })
    let last = try #require(run.frames.last)
    #expect(last.phase == .resting && last.target == last.position)
    let phases = run.frames.map(\.phase.rawValue)
    #expect(Set(phases) == ["pressed", "dragging", "settling", "resting"])
    #expect(run.files().frames.count > 1_000)
  }
}
