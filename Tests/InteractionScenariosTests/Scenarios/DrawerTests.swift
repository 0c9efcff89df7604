import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@Suite("Drawer")
struct DrawerTests {
  static func position(_ x: Double) -> Position { Position(x: Points(x), y: Points(400)) }

  /// Touches down at `x`, drags by `way`, holds still and releases with `velocity`.
  static func trial(
    at x: Double?, _ displacement: Double, _ velocity: Double = 0, _ settings: (String, String)...
  ) -> Trial {
    var hand = HandScript(at: x.map(position))
    hand.wait(0.05)
    hand.move(x: displacement, y: 0)
    hand.wait(0.3)
    hand.release(x: velocity)
    return Trial(
      scenario: DrawerScenario.self,
      settings: [(key: "tracking.response", value: "0")]
        + settings.map { (key: $0.0, value: $0.1) }, events: hand.events)
  }

  static func target(_ trial: Trial) throws -> String? {
    try trial.run().events.first { $0.kind == .decision }?.text("target")
  }

  static func rest(_ trial: Trial) throws -> Double? {
    try trial.run().frames.last?.position.x.value
  }

  @Test("a closed drawer opens only by a drag from the edge of the screen")
  func edge() throws {
    #expect(try Self.rest(Self.trial(at: 20, 200)) == 304)
    #expect(try Self.target(Self.trial(at: 20.5, 200)) == nil)
    #expect(try Self.rest(Self.trial(at: 370, -200, 0, ("side", "right"))) == 390 - 304)
    #expect(try Self.target(Self.trial(at: 369, -200, 0, ("side", "right"))) == nil)
    #expect(try Self.rest(Self.trial(at: 200, 200, 0, ("edge", "250"))) == 304)
    #expect(try Self.rest(Self.trial(at: nil, 200)) == 304, "a touchpad has no edge of the screen")
  }

  @Test("a drag on the drawer or on the scrim closes it", arguments: [100.0, 380])
  func dragToClose(x: Double) throws {
    #expect(try Self.rest(Self.trial(at: x, -200, 0, ("start", "open"))) == 0)
    #expect(try Self.rest(Self.trial(at: x, -20, -900, ("start", "open"))) == 0)
    #expect(try Self.rest(Self.trial(at: x, -20, 0, ("start", "open"))) == 304)
  }

  /// Taps at `x`, with a small movement of `way`.
  static func tap(_ x: Double, tremor displacement: Double? = nil, _ settings: (String, String)...)
    -> Trial
  {
    var trial = Self.trial(at: x, displacement ?? 0)
    if displacement == nil {
      trial.events.removeAll {
        switch $0.event {
        case .panBegan, .panChanged, .panEnded, .panCancelled: true
        case .touchDown, .force, .touchMoved, .touchUp, .touchCancelled, .gap: false
        }
      }
    }
    trial.settings += settings.map { (key: $0.0, value: $0.1) }
    return trial
  }

  @Test("a tap on the scrim closes the drawer, a tap on the drawer does not")
  func tapOnScrim() throws {
    #expect(try Self.rest(Self.tap(350, ("start", "open"))) == 0)
    #expect(try Self.rest(Self.tap(350, tremor: 6, ("start", "open"))) == 0)
    #expect(try Self.rest(Self.tap(350, tremor: 14, ("start", "open"))) == 304)
    #expect(try Self.rest(Self.tap(300, ("start", "open"))) == 304)
    #expect(try Self.rest(Self.tap(350, ("start", "open"), ("closesByTap", "false"))) == 304)
    #expect(try Self.rest(Self.tap(40, ("start", "open"), ("side", "right"))) == 390)
    let run = try Self.tap(5).run()
    #expect(run.frames.allSatisfy { $0.position == .zero }, "a closed drawer has no scrim")
  }

  @Test("a cancelled touch is not a tap")
  func cancelledTap() throws {
    var hand = HandScript(at: Self.position(350))
    hand.wait(0.1)
    hand.cancel()
    let trial = Trial(
      scenario: DrawerScenario.self, settings: [(key: "start", value: "open")], events: hand.events)
    #expect(try Self.rest(trial) == 304)
  }

  @Test("a tap on the scrim closes an opening drawer at every frame, without a jump")
  func tapInFlight() throws {
    var taps = 0
    for var snapshot in try Self.trial(at: 10, 60, 900).settlingSnapshots() {
      let before = snapshot.frame
      _ = snapshot.receive(.touchDown(at: Self.position(385)))
      let events = snapshot.receive(.touchUp, after: 0.05)
      #expect(snapshot.frame.position == before.position)
      #expect(events.contains { $0.kind == .decision })
      snapshot.wait(5)
      #expect(snapshot.frame.position == .zero && snapshot.surface.isAtRest)
      taps += 1
    }
    #expect(taps > 5)
  }

  @Test(
    "a drawer dragged past its closed or open position stops there", arguments: ["left", "right"])
  func clamps(side: String) throws {
    let inwards = side == "left" ? 1.0 : -1.0
    for start in ["closed", "open"] {
      for displacement in [-500.0, 500] {
        let trial = Self.trial(
          at: side == "left" ? 10 : 380, displacement * inwards, 0, ("side", side), ("start", start)
        )
        for frame in try trial.run().frames {
          #expect((0...1).contains(frame.progress), "\(trial)")
        }
      }
    }
  }

  @Test("a speed near zero counts as no velocity")
  func noSingularity() throws {
    for displacement in stride(from: 4.0, to: 300, by: 7) {
      let targets = try [-20.0, -1, 0, 1, 20].map {
        try Self.target(Self.trial(at: 10, displacement, $0))
      }
      #expect(Set(targets).count == 1, "\(displacement) pt: \(targets)")
    }
  }

  /// MUI 48369: a closing drawer opened again when it was touched.
  @Test("a touch on the scrim does not open a closing drawer again")
  func doesNotReopen() throws {
    for var snapshot in try Self.trial(at: 100, -40, -1_200, ("start", "open")).settlingSnapshots()
    {
      _ = snapshot.receive(.touchDown(at: Self.position(386)))
      _ = snapshot.receive(.touchUp, after: 0.02)
      snapshot.wait(5)
      #expect(snapshot.frame.position == .zero)
    }
  }
}

/// Drawers of other systems, compared with reference tables.
@Suite("Drawers of other systems")
struct FieldDrawerTests {
  static func rows(_ name: String) throws -> [[String: Any]] {
    let table = try #require(try FieldData.snap("scenario_golden")[name] as? [String: Any])
    return try #require(table["rows"] as? [[String: Any]])
  }

  @Test(
    "Flutter's drawer has the target of the reference table, by fling or by position",
    arguments: ["left", "right"])
  func flutter(side: String) throws {
    let inwards = side == "left" ? 1.0 : -1.0
    for row in try Self.rows("flutter_drawer") {
      let result = try #require(row["result"] as? [Any])
      let value = try #require(row["value"] as? Double)
      let velocity = try #require(row["v"] as? Double)
      var trial = DrawerTests.trial(
        at: side == "left" ? 10 : 380, (value * 304) * inwards, velocity * inwards)
      trial.settings = try DrawerScenario.preset(named: "flutter").values
      trial.settings.append(("side", side))
      let run = try trial.run()
      let decision = try #require(run.events.first { $0.kind == .decision })
      #expect(decision.text("target") == result[0] as? String, "\(row)")
      let isFling = decision.text("reason") == "thresholdVelocity"
      #expect(isFling == (result[1] as? String == "fling"), "\(row)")
      let relative = isFling ? try #require(decision.number("velocityX")) * inwards / 304 : 0
      #expect((relative - (result[2] as? Double ?? .nan)).magnitude < 1e-4, "\(row)")
    }
  }

  @Test(
    "the momentum drawer has the target and velocity of its table, and continues without a velocity"
  )
  func momentum() throws {
    for row in try Self.rows("momentum_drawer") {
      let isOpen = try #require(row["isOpen"] as? Bool)
      let isReversed = try #require(row["isReversed"] as? Bool)
      let fraction = try #require(row["fraction"] as? Double)
      let velocity = -(try #require(row["vy"] as? Double))
      let open = isOpen != isReversed ? 1 - fraction : fraction
      // The vertical drawer of the table is rotated: up becomes right.
      var trial = DrawerTests.trial(at: 10, (open - (isOpen ? 1 : 0)) * 480, velocity)
      trial.screen = Screen(size: Planar(x: Points(600), y: Points(800)))
      trial.settings = try DrawerScenario.preset(named: "fluidinterfaces").values
      trial.settings += [("width", "480"), ("start", isOpen ? "open" : "closed")]
      let moment = try #require(
        try trial.moments().first { $0.eventsAfter.contains { $0.kind == .decision } })
      let decision = try #require(moment.eventsAfter.first { $0.kind == .decision })
      guard let relative = row["relative"] as? Double else {
        // A drawer that starts from rest has not been reversed.
        #expect(decision.text("target") == (isOpen ? "closed" : "open"), "\(row)")
        #expect(decision.text("reason") == "continued", "\(row)")
        continue
      }
      let endsOpen = try #require(row["endsOpen"] as? Bool)
      #expect(decision.text("target") == (endsOpen ? "open" : "closed"), "\(row)")
      let remaining = (endsOpen ? 1 - open : open) * 480
      #expect(
        (moment.after.velocity.length.value / remaining - relative).magnitude < 1e-4, "\(row)")
    }
  }

  @Test("a momentum drawer that was caught and held continues to its target")
  func momentumCaught() throws {
    var trial = DrawerTests.trial(at: 10, 60, 500)
    trial.settings = try DrawerScenario.preset(named: "fluidinterfaces").values
    for var snapshot in try trial.settlingSnapshots() {
      _ = snapshot.receive(.touchDown(at: nil))
      let events = snapshot.receive(.touchUp, after: 0.3)
      #expect(events.first { $0.kind == .decision }?.text("target") == "open")
    }
  }

  @Test("Compose's drawer is pulled from anywhere and flicked at 400 pt/s")
  func compose() throws {
    let settings = try DrawerScenario.preset(named: "compose").values
    for (velocity, target) in [(400.0, "open"), (399, "closed"), (-400, "closed")] {
      var trial = DrawerTests.trial(at: 200, 90, velocity)
      trial.settings = settings
      #expect(try DrawerTests.target(trial) == target)
    }
  }
}
