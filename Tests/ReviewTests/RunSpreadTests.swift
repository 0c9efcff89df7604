import FrameLogs
import Quantities
import Review
import Testing

@Suite("Spread of repeated runs")
struct RunSpreadTests {
  static let rate = FrameRate(framesPerSecond: 60)

  /// A run that is dragged for 30 frames and then approaches 68 pt, shifted by `shift` while it moves.
  static func run(shift: Double = 0, rest: Double = 68, drag: Double = 0) -> Run {
    var frames = (0..<90).map { index in
      let isDragged = index < 30
      let left = (354 - shift) * max(0, 1 - Double(index - 30) / 40)
      let y = isDragged ? 422 - shift * Double(index % 2) + drag : rest + left
      return Frame(
        index: index, time: rate.time(ofFrame: index),
        phase: isDragged ? .dragging : left > 0 ? .settling : .resting, touching: isDragged,
        position: Position(x: .zero, y: Points(y)), velocity: .zero,
        target: Position(x: .zero, y: Points(isDragged ? y : rest)), progress: 0)
    }
    for index in frames.indices.dropFirst() {
      let change = frames[index].position - frames[index - 1].position
      frames[index].velocity.y = PointsPerSecond(change.y.value * 60)
    }
    let decision = RunEvent(
      time: Seconds(0.5), kind: .decision,
      payload: [LogField("target", .text("full")), LogField("velocityY", .number(-500 - shift))])
    return Run(
      header: [], rate: rate, ownFields: [], frames: frames, events: [decision], ending: .rested)
  }

  static func difference(_ expected: Run, _ spread: RunSpread) -> RunDifference? {
    RunComparison(
      expected: RunRows(spread.settled(expected)), actual: RunRows(spread.runs[0])
    ).difference
  }

  static let noisy = RunSpread(of: [0.1, 0.4, 0, 0.2, 0.3].map { run(shift: $0) })

  @Test("each of the runs lies within their spread", arguments: noisy.runs.indices)
  func ownRuns(index: Int) {
    #expect(Self.difference(Self.noisy.runs[index], Self.noisy) == nil)
    #expect(Self.noisy.isApart(beyond: RunTolerance()))
  }

  @Test(
    "a run that is a little farther from the runs than they are from each other lies within their spread"
  )
  func near() {
    #expect(Self.difference(Self.run(shift: 0.7), Self.noisy) == nil)
    #expect(Self.difference(Self.run(shift: 1), Self.noisy)?.kind == .drift)
  }

  @Test("equal runs have no spread, so every difference remains")
  func equalRuns() {
    let spread = RunSpread(of: [Self.run(), Self.run(), Self.run()])
    #expect(!spread.isApart(beyond: RunTolerance()))
    let other = Self.run(shift: 0.01)
    #expect(spread.settled(other) == other, "a difference of a hundredth")
    #expect(spread.settled(Self.run()) == Self.run())
  }

  @Test("a spread in the motion hides neither another rest position nor another drag")
  func otherStages() {
    #expect(Self.difference(Self.run(rest: 88), Self.noisy)?.kind == .behaviourChange)
    let drag = Self.difference(Self.run(drag: 3), Self.noisy)
    #expect(drag?.stage == .drag)
  }

  @Test("a word lies within the spread if one of the runs has it")
  func words() {
    var other = Self.run()
    other.events[0].payload[0].value = .text("half")
    #expect(Self.difference(other, Self.noisy)?.stage == .decision)
    let spread = RunSpread(of: [Self.run(), other, Self.run()])
    #expect(Self.difference(other, spread) == nil)
  }

  @Test("a change of phase and its event may come one frame earlier or later, but not two")
  func times() {
    func late(by frames: Int) -> Run {
      var run = Self.run()
      run.events[0].time.value += Double(frames) / 60
      for index in 30..<(30 + frames) { run.frames[index].phase = .dragging }
      return run
    }
    #expect(Self.difference(late(by: 1), Self.noisy) == nil)
    #expect(Self.difference(late(by: 2), Self.noisy) != nil)
  }

  @Test("the central run is the nearest to all others")
  func central() {
    #expect(Self.noisy.central == Self.run(shift: 0.2))
  }
}
