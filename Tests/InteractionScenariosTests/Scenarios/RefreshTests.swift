import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@Suite("Pull to refresh")
struct RefreshTests {
  /// Pulls to each of `ways` in turn and releases with `velocity`.
  ///
  /// The list moves by half of the finger's distance.
  static func trial(
    _ ways: [Double], _ velocity: Double = 0, _ settings: (String, String)...
  ) -> Trial {
    var hand = HandScript()
    for displacement in ways {
      hand.wait(0.05)
      hand.move(y: displacement)
    }
    hand.wait(0.3)
    hand.release(y: velocity)
    return Trial(
      scenario: RefreshScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  static func kinds(_ run: Run) -> [String] {
    run.events.map(\.kind.rawValue).filter {
      ["armed", "disarmed", "refreshBegan", "refreshed"].contains($0)
    }
  }

  @Test("a pull of 160 pt shows 80 pt and refreshes, a pull of 159 pt does not")
  func threshold() throws {
    let run = try Self.trial([160]).run()
    #expect(Self.kinds(run) == ["armed", "refreshBegan", "refreshed"])
    #expect(run.frames.contains { $0.phase.rawValue == "armed" && $0.position.y == Points(80) })
    #expect(run.frames.contains { $0.phase.rawValue == "refreshing" })
    #expect(run.frames.last?.position == .zero)
    #expect(Self.kinds(try Self.trial([159]).run()) == [])
  }

  @Test("the list is held at `height` while it loads, for the duration in the settings")
  func held() throws {
    let run = try Self.trial([200], 0, ("duration", "1.5")).run()
    let began = try #require(run.events.first { $0.kind.rawValue == "refreshBegan" })
    let over = try #require(run.events.first { $0.kind.rawValue == "refreshed" })
    #expect((over.time - began.time - Seconds(1.5)).magnitude < Seconds(1e-9))
    for frame in run.frames where frame.phase.rawValue == "refreshing" {
      #expect(frame.position.y == Points(80))
    }
    #expect(run.frames.count { $0.phase.rawValue == "refreshing" } > 120)
  }

  @Test("moving back by 8 pt disarms an armed list, and jitter does not")
  func hysteresis() throws {
    let tremor = try Self.trial([170, 158, 162, 150, 161, 146]).run()
    #expect(Self.kinds(tremor) == ["armed", "refreshBegan", "refreshed"])
    let back = try Self.trial([170, 142]).run()
    #expect(Self.kinds(back) == ["armed", "disarmed"])
    let again = try Self.trial([170, 142, 158, 165]).run()
    #expect(Self.kinds(again) == ["armed", "disarmed", "armed", "refreshBegan", "refreshed"])
    let sharp = try Self.trial([170, 158, 162], 0, ("pull.hysteresis", "0")).run()
    #expect(Self.kinds(sharp).prefix(3) == ["armed", "disarmed", "armed"])
  }

  @Test("a fast release of a short pull does not arm the list", arguments: [400.0, 2_000, 8_000])
  func velocityNeverArms(velocity: Double) throws {
    let short = try Self.trial([150], velocity, ("return.dampingRatio", "0.5")).run()
    #expect(Self.kinds(short) == [] && short.frames.last?.position == .zero)
    let thrown = try Self.trial([100], velocity, ("start", "300")).run()
    #expect(Self.kinds(thrown) == [])
    let past = thrown.frames.map(\.position.y).max() ?? .zero
    #expect(velocity < 1_000 || past > Points(20), "a list thrown into its top overshoots")
  }

  @Test("a scrolled list arms only after its top is reached, in Flutter before the touch-down")
  func onlyFromTop() throws {
    #expect(Self.kinds(try Self.trial([250], 0, ("start", "100")).run()) == [])
    let far = try Self.trial([260], 0, ("start", "100")).run()
    #expect(Self.kinds(far) == ["armed", "refreshBegan", "refreshed"])
    let start = ("pull.startsAtTop", "true")
    #expect(Self.kinds(try Self.trial([260], 0, ("start", "100"), start).run()) == [])
    #expect(Self.kinds(try Self.trial([160], 0, start).run()).count == 3)
  }

  @Test("a cancelled pull does not refresh, even if it is armed")
  func cancelled() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 300)
    hand.wait(0.1)
    hand.cancel()
    let run = try Trial(scenario: RefreshScenario.self, events: hand.events).run()
    #expect(Self.kinds(run) == ["armed"])
    #expect(run.events.first { $0.kind == .decision }?.text("reason") == "cancelled")
    #expect(run.frames.last?.position == .zero)
  }

  @Test("a list pulled again while it loads refreshes once", arguments: [0.05, 0.4, 0.8, 0.95])
  func firesOnce(pause: Double) throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 200)
    hand.release()
    hand.wait(pause)
    hand.down()
    hand.wait(0.02)
    hand.move(y: 5)
    hand.wait(0.05)
    hand.move(y: 400)
    hand.wait(0.2)
    hand.release()
    let run = try Trial(scenario: RefreshScenario.self, events: hand.events).run()
    #expect(Self.kinds(run) == ["armed", "refreshBegan", "refreshed"])
    #expect(run.frames.last?.position == .zero && run.ending == .rested)
  }

  @Test("a command can end the loading at any time, also during a drag, without a jump")
  func finishedEarly() throws {
    let trial = Self.trial([260], -900, ("duration", "30"))
    var ends = 0
    for var snapshot in try trial.settlingSnapshots().prefix(60) {
      let before = snapshot.frame
      let held = snapshot.frame.phase.rawValue == "refreshing" && ends.isMultiple(of: 2)
      if held { _ = snapshot.receive(.touchDown(at: nil)) }
      let events = snapshot.command("idle")
      #expect(events.map(\.kind.rawValue).contains("refreshed"))
      #expect((snapshot.frame.position - before.position).length < Points(1e-9))
      #expect((snapshot.frame.velocity - before.velocity).length < PointsPerSecond(1e-9))
      #expect(snapshot.command("idle").isEmpty, "the loading ends only once")
      if held { _ = snapshot.receive(.touchUp, after: 0.1) }
      snapshot.wait(5)
      #expect(snapshot.frame.position == .zero && snapshot.surface.isAtRest)
      ends += 1
    }
    #expect(ends == 60)
  }

  @Test("loading that ends during a drag neither moves nor arms the list")
  func finishedWhileDragged() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 200)
    hand.release()
    hand.wait(0.5)
    hand.down()
    hand.wait(0.02)
    hand.move(y: 1)
    for _ in 0..<100 {
      hand.wait(0.01)
      hand.move(y: 60)
    }
    hand.release()
    let run = try Trial(scenario: RefreshScenario.self, events: hand.events).run(100)
    let dragged = run.frames.filter { $0.time > Seconds(0.62) && $0.time < Seconds(1.5) }
    #expect(Set(dragged.map(\.position.y)).count == 1)
    #expect(Self.kinds(run) == ["armed", "refreshBegan", "refreshed"])
    #expect(run.frames.last?.position == .zero)
  }

  @Test("a command starts the loading from any position without a jump")
  func shownByProgram() throws {
    for start in ["0", "400"] {
      let trial = Trial(
        scenario: RefreshScenario.self, settings: [(key: "start", value: start)],
        events: [TimedHandEvent(microseconds: 0, event: .gap(resynchronizedEvents: 0))])
      let run = try trial.run(commands: [(microseconds: 100_000, name: "refreshing")])
      #expect(Self.kinds(run) == ["refreshBegan", "refreshed"])
      #expect(run.frames.contains { $0.position.y == Points(80) })
      for (before, after) in zip(run.frames, run.frames.dropFirst()) {
        // A critically damped spring moves at x ω / e or less, here with x = 480 pt and ω = 2π /
        // 0.15 s, so in 1/120 s by less than 61.7 pt.
        #expect((after.position - before.position).length < Points(61.7))
      }
      #expect(run.frames.last?.position == .zero)
    }
  }

  @Test("Flutter's list is armed at a sixth of the screen and stays armed until it is scrolled")
  func flutter() throws {
    let flutter = try RefreshScenario.preset(named: "flutter").values
    func kinds(_ ways: [Double]) throws -> [String] {
      var trial = Self.trial(ways)
      trial.settings = flutter
      return Self.kinds(try trial.run())
    }
    #expect(try kinds([844.0 / 6 + 0.01]) == ["armed", "refreshBegan", "refreshed"])
    #expect(try kinds([844.0 / 6 - 0.01]) == [])
    #expect(try kinds([200, 10]) == ["armed", "refreshBegan", "refreshed"])
    #expect(try kinds([200, -10]) == ["armed", "disarmed"])
    var far = Self.trial([700])
    far.settings = flutter
    // A pull of a quarter of the screen or more shows the maximum, one and a half times the
    // displacement of 40 pt.
    #expect(try far.run().frames.map(\.position.y).max() == Points(60))
  }

  @Test("Compose's indicator has the position of its formula")
  func compose() throws {
    let compose = try RefreshScenario.preset(named: "compose").values
    // Up to 80 pt the indicator moves half of the distance. Beyond that, with t = way / 160 − 1
    // limited to 0...2, it is at 80 (1 + t − t² / 4).
    for (displacement, shown) in [
      (100.0, 50.0), (160, 80), (240, 115), (320, 140), (480, 160), (800, 160),
    ] {
      var trial = Self.trial([displacement])
      trial.settings = compose
      let farthest = try trial.run().frames.map(\.position.y).max() ?? .zero
      #expect((farthest - Points(shown)).magnitude < Points(1e-9), "\(displacement) pt")
    }
  }
}

@Suite("Pull band")
struct PullBandTests {
  static func trial(_ displacement: Double, _ settings: [(key: String, value: String)]) -> Trial {
    var trial = RefreshTests.trial([displacement])
    trial.settings = settings + [(key: "start", value: "0")]
    return trial
  }

  static let bands = ["rubberBand", "quadratic", "stop"].flatMap { style in
    ["1", "1.5", "3"].map { limit in
      [
        (key: "pull.overscroll", value: style), (key: "pull.limit", value: limit),
        (key: "pull.resistance", value: "0.4"), (key: "duration", value: "0"),
      ]
    }
  }

  static func shown(_ displacement: Double, _ band: [(key: String, value: String)]) throws -> Double
  {
    var hand = HandScript()
    hand.move(y: displacement)
    let trial = Trial(scenario: RefreshScenario.self, settings: band, events: hand.events)
    return try trial.held().frame.position.y.value
  }

  @Test(
    "a longer pull shows more, but less than the finger's motion, and never exceeds the limit",
    arguments: bands)
  func bounded(band: [(key: String, value: String)]) throws {
    let limit = 80 * (Double(band[1].value) ?? .nan)
    #expect(try Self.shown(0, band) == 0)
    var last = 0.0
    for displacement in stride(from: 5.0, to: 1_500, by: 5) {
      let shown = try Self.shown(displacement, band)
      #expect(shown >= last && shown - last <= 5 * 0.4 + 1e-9, "\(displacement) pt")
      #expect(shown <= limit + 1e-9, "\(displacement) pt")
      last = shown
    }
    #expect(last > 0.9 * min(limit, 160))
  }

  @Test("a list caught anywhere on its return stays in place", arguments: bands)
  func caught(band: [(key: String, value: String)]) throws {
    for displacement in [60.0, 300, 900] {
      let trial = Self.trial(displacement, band + [(key: "return.dampingRatio", value: "0.4")])
      for var snapshot in try trial.settlingSnapshots() where snapshot.frame.phase != .resting {
        let before = snapshot.frame.position
        _ = snapshot.receive(.touchDown(at: nil))
        let pan = Pan(number: 1, origin: nil, location: nil, translation: .zero, fingers: 1)
        _ = snapshot.receive(.panBegan(pan))
        #expect((snapshot.frame.position - before).length < Points(1e-9), "\(before.y.value)")
      }
    }
  }
}
