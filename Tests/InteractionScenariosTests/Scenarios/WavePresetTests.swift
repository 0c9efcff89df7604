import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// The presets `wave`, compared with the formulas of Wave's sample app, and Wave's engine, compared
/// with reference values.
@Suite("Wave")
struct WavePresetTests {
  /// The settings of the preset `wave`, with the exact engine, because the formulas describe exact
  /// springs.
  static func settings(_ scenario: any Scenario.Type) throws -> [(key: String, value: String)] {
    try scenario.preset(named: "wave").values + [("engine", "exact")]
  }

  @Test(
    "the sheet opens if its projection passes half the range, and it keeps the finger's velocity"
  )
  func sheet() throws {
    var random = SeededGenerator(seed: 11)
    // The collapsed sheet shows 200 pt, the presented sheet 0.9 of the screen height of 844 pt.
    let range = 0.9 * 844 - 200
    for _ in 0..<400 {
      // Half of the releases are near the threshold, the other half covers the whole range.
      let isClose = random.happens(0.5)
      let velocity = isClose ? 0 : random.uniform(in: -3_000...3_000)
      let displacement =
        isClose ? random.uniform(in: -0.51...(-0.49)) * range : random.uniform(in: -700...100)
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(y: displacement, velocity: velocity)
      hand.wait(0.02)
      hand.release(y: velocity)
      var trial = hand.onSheet()
      trial.settings = try Self.settings(SheetScenario.self)
      let moments = try trial.moments()
      let release = try #require(moments.first { $0.eventsAfter.contains { $0.kind == .decision } })
      // The sheet follows the finger one to one, also beyond its detents.
      #expect(
        (release.before.position.y - Points(844 - 200 + displacement)).magnitude < Points(1e-9))
      #expect((release.before.progress + displacement / range).magnitude < 1e-9)
      let projected = -(displacement + velocity * 0.499) / range
      let target = projected > 0.5 ? 844 - 0.9 * 844 : 844 - 200.0
      #expect((release.after.target.y - Points(target)).magnitude < Points(1e-9))
      #expect(release.after.velocity.y == PointsPerSecond(velocity))
    }
  }

  @Test(
    "the sheet's two side margins shrink from 80 to 40 pt in total, in proportion to its progress")
  func sheetWidth() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: -300)
    hand.wait(0.02)
    hand.release(y: -1_000)
    var trial = hand.onSheet()
    trial.settings = try Self.settings(SheetScenario.self)
    let run = try trial.run()
    for frame in run.frames {
      let width = try #require(frame.own["width"]?.asNumber)
      #expect((width - (390 - 80 + 40 * frame.progress)).magnitude < 1e-9)
    }
    #expect(run.frames.last?.own["width"]?.asNumber == 350)
  }

  @Test(
    "the sheet's left edge moves from 40 to 20 pt in proportion to the sheet's progress"
  )
  func sheetOrigin() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: -300)
    hand.wait(0.02)
    hand.release(y: -1_000)
    var trial = hand.onSheet()
    trial.settings = try Self.settings(SheetScenario.self)
    let run = try trial.run()
    let range = 0.9 * 844 - 200
    for frame in run.frames {
      #expect((frame.position.x.value - (40 - 20 * frame.progress)).magnitude < 1e-9)
      #expect((frame.velocity.x.value - 20 / range * frame.velocity.y.value).magnitude < 1e-9)
    }
    #expect(run.frames.first?.position.x == Points(40))
    #expect(run.frames.last?.position.x == Points(20) && run.frames.last?.target.x == Points(20))
  }

  @Test(
    "with the preset, a cancelled pan has the same frames and target as a lifted pan",
    arguments: ["sheet", "pip", "modal", "card"])
  func cancelled(name: String) throws {
    for velocity in [-1_500.0, 0, 700, 1_800] {
      var lifted = HandScript(at: Position(x: Points(100), y: Points(200)))
      lifted.wait(0.05)
      lifted.move(x: 10, y: 60)
      lifted.wait(0.02)
      var cancelled = lifted
      lifted.release(x: 900, y: velocity)
      cancelled.cancel(x: 900, y: velocity)
      let scenario = try InteractionScenarios.scenario(named: name)
      let settings = try scenario.preset(named: "wave").values
      let runs = try [lifted, cancelled].map {
        try Trial(scenario: scenario, settings: settings, events: $0.events).run()
      }
      #expect(runs[0].frames == runs[1].frames)
      let targets = runs.map { run in run.events.first { $0.kind == .decision }?.text("target") }
      #expect(targets[0] != nil && targets[0] == targets[1])
    }
  }

  @Test(
    "without the preset, a cancelled pan has no velocity", arguments: ["sheet", "pip", "modal"])
  func cancelledElsewhere(name: String) throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: -30)
    hand.wait(0.02)
    hand.cancel(y: -3_000)
    let scenario = try InteractionScenarios.scenario(named: name)
    let decision = try Trial(scenario: scenario, events: hand.events).run()
      .events.first { $0.kind == .decision }
    #expect(decision?.text("reason") == "cancelled" && decision?.number("velocityY") == 0)
  }

  @Test("the modal follows the finger on the interactive spring and returns on the animated spring")
  func modalSprings() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 90)
    hand.wait(0.5)
    hand.release(y: 100)
    var trial = hand.onSheet()
    trial.scenario = ModalScenario.self
    trial.settings = try Self.settings(ModalScenario.self)
    let moments = try trial.moments()
    let tight = Spring(dampingRatio: 0.8, response: Seconds(0.2))
    let loose = Spring(dampingRatio: 0.68, response: Seconds(0.8))
    let release = try #require(moments.first { $0.eventsAfter.contains { $0.kind == .decision } })
    let start = Spring.Motion(offset: release.after.position.y, velocity: PointsPerSecond(100))
    for moment in moments {
      switch moment.after.phase {
      case .dragging:
        let offset = tight.motion(
          after: moment.time - Seconds(0.05), from: .init(offset: Points(-90), velocity: .zero)
        ).offset
        #expect((moment.after.position.y - Points(90) - offset).magnitude < Points(1e-9))
      case .settling:
        let offset = loose.motion(after: moment.time - release.time, from: start).offset
        #expect((moment.after.position.y - offset).magnitude < Points(1e-9))
      default: break
      }
    }
  }

  @Test("the window moves to the quadrant of the projected touch")
  func window() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<400 {
      let touch = Position(
        x: Points(random.uniform(in: 0...390)), y: Points(random.uniform(in: 0...844)))
      let displacement = (random.uniform(in: -200...200), random.uniform(in: -400...400))
      let velocity = (random.uniform(in: -2_000...2_000), random.uniform(in: -2_000...2_000))
      var hand = HandScript(at: touch)
      hand.wait(0.05)
      hand.move(x: displacement.0, y: displacement.1)
      hand.wait(0.05)
      hand.release(x: velocity.0, y: velocity.1)
      var trial = hand.onWindow()
      trial.settings = try Self.settings(PictureInPictureScenario.self)
      let decision = try #require(try trial.run(60).events.first { $0.kind == .decision })
      func clipped(_ value: Double, _ size: Double) -> Double { max(1, min(value, size - 1)) }
      let x = clipped(touch.x.value + displacement.0 + 0.499 * velocity.0, 390)
      let y = clipped(touch.y.value + displacement.1 + 0.499 * velocity.1, 844)
      let corner = (y < 422 ? "top" : "bottom") + (x < 195 ? "Left" : "Right")
      #expect(decision.text("target") == corner)
    }
  }

  @Test("the window lags behind the finger on Wave's interactive spring")
  func windowTracking() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: 100, y: 50)
    hand.wait(0.3)
    hand.release()
    var trial = hand.onWindow()
    trial.settings = try Self.settings(PictureInPictureScenario.self)
    let spring = Spring(dampingRatio: 0.8, response: Seconds(0.26))
    for moment in try trial.moments() where moment.after.phase == .dragging {
      let offset = spring.motion(
        after: moment.time - Seconds(0.05), from: .init(offset: Points(-100), velocity: .zero))
      #expect((moment.after.position.x - Points(185) - offset.offset).magnitude < Points(1e-9))
    }
  }

  /// The release on which settling laws are compared: at 120 pt, with 1200 pt/s, 297 pt before the
  /// target.
  static func handOff(_ engine: String, framesPerSecond: Double) throws -> Run {
    var hand = HandScript()
    hand.wait(0.1)
    hand.move(y: 100)
    hand.wait(0.1)
    hand.release(y: 1_200)
    var trial = hand.onSheet(
      ("detents", "half:250,full:647"), ("start", "full"), ("tracking.response", "0"),
      ("spring.dampingRatio", "0.8"), ("spring.response", "0.7"), ("engine", engine))
    trial.screen = Screen(size: Planar(x: Points(375), y: Points(667)))
    return try trial.run(framesPerSecond)
  }

  // The expected overshoots were computed independently, in px with two decimals; source: table 5.2
  // of the comparison of settling laws.
  @Test(
    "the overshoot depends on the frame rate with Wave's engine, but not with the exact engine",
    arguments: [
      ("wave", 60.0, 2.01), ("wave", 120, 3.56), ("exact", 60, 5.32), ("exact", 120, 5.33),
    ])
  func overshoot(engine: String, framesPerSecond: Double, expected: Double) throws {
    let run = try Self.handOff(engine, framesPerSecond: framesPerSecond)
    let greatest = run.frames.map { $0.position.y.value - 417 }.max() ?? 0
    #expect((greatest - expected).magnitude < 0.006, "\(greatest)")
  }

  @Test(
    "Wave's first frame after a release is one Euler step with the finger's velocity",
    arguments: [(60.0, 1311.6), (120, 1255.8)])
  func firstStep(framesPerSecond: Double, expected: Double) throws {
    let run = try Self.handOff("wave", framesPerSecond: framesPerSecond)
    let first = try #require(run.frames.first { $0.phase == .settling })
    let step = (first.position.y.value - 120) * framesPerSecond
    #expect((step - expected).magnitude < 0.06, "\(step)")
  }

  @Test("Wave's motion ends −ln(10⁻⁴) / (ζω) seconds after the release and jumps to the target")
  func clock() throws {
    let run = try Self.handOff("wave", framesPerSecond: 120)
    let settled = try #require(run.events.first { $0.kind == .settled })
    let duration = 9.210340371976182 / (0.8 * 2 * Double.pi / 0.7)
    #expect(settled.time.value - 0.2 >= duration - 1e-9)
    #expect(settled.time.value - 0.2 < duration + 2.0 / 120)
    #expect(run.frames.last?.position.y == Points(417))
  }
}
