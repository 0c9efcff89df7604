import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Scrolling content that is dragged, thrown and caught.
@Suite("Scroll")
struct ScrollTests {
  /// The angular frequencies 2π / response of the springs at an edge and beyond it.
  static let omega = (bounce: 2 * Double.pi / 0.575, comeBack: 2 * Double.pi / 0.45)
  /// The rate at which the velocity decays, per second: 1000 ln 0.998, accurate to one unit in the
  /// last place.
  static let rate = -2.002002670673342

  /// Drags by `y` in 0.1 s and releases with `velocity`; the content starts `start` points below
  /// its upper end.
  static func trial(
    start: Double, y: Double, velocity: Double, _ settings: (String, String)...
  ) -> Trial {
    var hand = HandScript()
    for step in 1...10 {
      hand.wait(0.01)
      hand.move(y: y * Double(step) / 10, velocity: y * 10)
    }
    hand.release(y: velocity)
    return Trial(
      scenario: ScrollScenario.self,
      settings: [(key: "start.y", value: "\(start)")]
        + settings.map { (key: $0.0, value: $0.1) }, events: hand.events)
  }

  @Test(
    "thrown content moves by v / (−1000 ln d), where d is the decay per millisecond",
    arguments: [-1_500.0, -400, 35, 600])
  func glides(velocity: Double) throws {
    let run = try Self.trial(start: 1_000, y: 10, velocity: velocity).run()
    let last = try #require(run.frames.last)
    #expect((last.position.y.value - (-990 + velocity / -Self.rate)).magnitude < 1e-6)
    #expect(run.summary().finalTarget == "inside" && run.ending == .rested)
    let scrolling = run.frames.filter { $0.phase == .scrolling }
    #expect(
      zip(scrolling, scrolling.dropFirst()).allSatisfy { $0.velocity.length > $1.velocity.length })
  }

  @Test("flung content reaches the edge at the calculated time and keeps its velocity")
  func flungIntoEdge() throws {
    let (velocity, distance) = (3_000.0, 300.0)
    let trial = Self.trial(start: 310, y: 10, velocity: velocity)
    let met = try #require(try trial.run().events.first { $0.kind == .bounced })
    // After a distance x, the velocity is v + x · 1000 ln d.
    let left = velocity + distance * Self.rate
    #expect((try #require(met.number("velocity")) - left).magnitude < 1e-6)
    let run = try trial.run(1_000)
    let beyond = run.frames.filter { $0.position.y > .zero && $0.phase == .bouncing }
    // A critically damped spring that starts at its target with the velocity v overshoots by v / (e
    // ω).
    let peak = try #require(beyond.map(\.position.y.value).max())
    #expect((peak - left / (Self.omega.bounce * 2.718281828459045)).magnitude < 0.01)
    #expect(Self.turns(run) == 1)
    #expect(run.frames.last?.position.y == .zero && run.summary().finalTarget == "top")
    let rates = try [60.0, 90, 120, 240].map { try trial.run($0).events }
    #expect(rates.allSatisfy { $0 == rates[0] })
  }

  @Test(
    "with catch.withoutSlop, content caught at more than 100 pt/s follows the finger before a pan",
    arguments: [(0.3, true), (0.3, false), (0.5, true)])
  func withoutSlop(wait: Double, isOn: Bool) throws {
    var hand = HandScript(at: Position(x: Points(195), y: Points(400)))
    for step in 1...10 {
      hand.wait(0.01)
      hand.move(y: -5 * Double(step))
    }
    // Slowed down by 1,500 pt/s², the content has 350 pt/s after 0.3 s, and 50 pt/s after 0.5 s.
    hand.release(y: -800)
    hand.wait(wait)
    hand.down(at: Position(x: Points(195), y: Points(400)))
    for y in [-1.0, -5, -3] {
      hand.wait(0.01)
      hand.moveWithinSlop(y: y)
    }
    hand.wait(0.1)
    hand.release()
    let run = try Trial(
      scenario: ScrollScenario.self,
      settings: [("friction", "constant"), ("catch.withoutSlop", "\(isOn)")], events: hand.events
    ).run(1_000)
    let caught = try #require(run.events.first { $0.kind == .caught })
    let from = try #require(caught.number("y"))
    let follows = isOn && wait < 0.4
    for (after, y) in [(0.005, 0.0), (0.015, -1), (0.025, -5), (0.035, -3), (0.125, -3)] {
      let frame = try #require(
        run.frames.last { $0.time <= caught.time + Seconds(after + 1e-9) })
      #expect((frame.position.y.value - from - (follows ? y : 0)).magnitude < 1e-9)
      #expect(frame.phase == (follows && y != 0 ? .dragging : .pressed))
    }
    #expect(run.ending == .rested)
  }

  /// The number of reversals of the content after the release.
  static func turns(_ run: Run) -> Int {
    let moving = run.frames.filter { [.scrolling, .bouncing].contains($0.phase) }
      .map(\.velocity.y.value).filter { $0 != 0 }
    return zip(moving, moving.dropFirst()).count { $0 * $1 < 0 }
  }

  /// The displayed overscroll of content dragged 200 pt beyond an edge, in a view of 844 pt.
  static let shown = 844 * (1 - 1 / (200 * 0.55 / 844 + 1))

  @Test("content released beyond an edge returns, and reverses once if it moves outwards")
  func releasedBeyond() throws {
    let still = try Self.trial(start: 0, y: 200, velocity: 0).run()
    #expect(Self.turns(still) == 0)
    let held = Points(Self.shown)
    #expect(still.frames.allSatisfy { $0.position.y <= held + Points(1e-9) })
    let outward = try Self.trial(start: 0, y: 200, velocity: 2_000).run()
    #expect(Self.turns(outward) == 1)
    #expect(outward.frames.contains { $0.position.y > held + Points(5) })
    for run in [still, outward] {
      #expect(run.frames.last?.position.y == .zero && run.ending == .rested)
      #expect(run.summary().finalTarget == "top")
    }
  }

  @Test("content thrown inwards from beyond an edge scrolls on without a jump")
  func thrownInwards() throws {
    let velocity = -6_000.0
    let run = try Self.trial(start: 0, y: 200, velocity: velocity).run(240)
    let last = try #require(run.frames.last)
    #expect(run.summary().finalTarget == "inside")
    #expect(Self.turns(run) == 0)
    // On the returning spring, x = (x₀ + (v + ω x₀) t) e^(−ω t). The content passes the edge at t =
    // −x₀ / (v + ω x₀), with the velocity x′ = (v + ω x₀) e^(−ω t).
    let left = 1 - Self.shown / 844
    let pull = velocity * 0.55 * left * left + Self.omega.comeBack * Self.shown
    let entry = pull * exponential(Self.omega.comeBack * Self.shown / pull)
    #expect((last.position.y.value - entry / -Self.rate).magnitude < 1e-6)
    let slow = try Self.trial(start: 0, y: 200, velocity: -1_000).run()
    #expect(slow.summary().finalTarget == "top" && Self.turns(slow) == 0)
  }

  @Test("content that fits in its view does not move, unless it always bounces")
  func fits() throws {
    let fitting = ("content.height", "400")
    let run = try Self.trial(start: 0, y: 200, velocity: 2_000, fitting).run()
    #expect(run.frames.allSatisfy { $0.position == .zero && $0.velocity == .zero })
    let bouncing = try Self.trial(
      start: 0, y: 200, velocity: 2_000, fitting, ("alwaysBounces.y", "true")
    ).run()
    #expect(bouncing.frames.contains { $0.position.y > Points(50) })
    #expect(bouncing.frames.last?.position == .zero)
  }

  @Test("content that is caught stays in place while touched; after the lift it stays or returns")
  func caught() throws {
    for (start, velocity) in [(310.0, 3_000.0), (2_000, 800), (0, 1_000), (2_100, -4_000)] {
      let trial = Self.trial(start: start, y: 60, velocity: velocity)
      for var snapshot in try trial.settlingSnapshots() {
        let free = snapshot.frame
        #expect(snapshot.receive(.touchDown(at: nil)).contains { $0.kind == .caught })
        #expect(snapshot.frame.position == free.position && snapshot.frame.velocity == .zero)
        var dragged = snapshot
        let pan = Pan(number: 2, origin: nil, location: nil, translation: .zero, fingers: 1)
        _ = dragged.receive(.panBegan(pan), after: 0.01)
        #expect((dragged.frame.position - free.position).length < Points(1e-9))
        _ = snapshot.receive(.touchUp, after: 0.05)
        #expect(snapshot.frame.velocity == .zero)
        #expect((snapshot.frame.position - free.position).length < Points(1e-9))
        let inside = free.position.y.clamped(to: Points(-2_156)...Points.zero)
        #expect(snapshot.frame.target.y == inside)
      }
    }
  }

  @Test(
    "a throw adds the velocity that the caught throw would have, as a piecewise linear function")
  func addsThrows() throws {
    func second(after first: Double, _ velocity: Double, _ law: String) throws -> Double? {
      var hand = HandScript()
      for throwVelocity in [first, velocity] {
        hand.wait(0.01)
        hand.move(y: 20, velocity: throwVelocity)
        hand.release(y: throwVelocity)
        hand.wait(0.2)
        if throwVelocity == first { hand.down() }
      }
      let trial = Trial(
        scenario: ScrollScenario.self,
        settings: [
          (key: "content.height", value: "100000"), (key: "start.y", value: "50000"),
          (key: "throw.accumulation", value: law),
        ], events: hand.events)
      return try trial.run().events.last { $0.kind == .decision }?.number("velocityY")
    }
    // The drag ends 0.21 s after the first release.
    let earlier = 1_000 * exponential(0.21 * Self.rate)
    let factors = [
      (0.3, 0.0), (0.33, 0), (0.665, 0.5), (1, 1), (1.67, 2), (4.35, 6), (9, 6), (-1, 0), (-9, 0),
    ]
    for (ratio, factor) in factors {
      for sign in [1.0, -1] {
        let (thrown, added) = (sign * earlier * ratio, sign * earlier * factor)
        let found = try #require(try second(after: 1_000 * sign, thrown, "gtk"))
        #expect((found - thrown - added).magnitude < 1e-6, "\(ratio)")
        #expect(try second(after: 1_000 * sign, thrown, "none") == thrown)
      }
    }
  }

  @Test("content sent to an end moves there from any state without a jump, and not during a drag")
  func sent() throws {
    for (name, y) in [("top", 0.0), ("bottom", -2_156)] {
      let flung = Self.trial(start: 1_000, y: 50, velocity: -2_000)
      let run = try flung.run(240, commands: [(microseconds: 500_000, name: name)])
      #expect(run.frames.last?.position.y == Points(y) && run.ending == .rested)
      #expect(run.events.contains { $0.kind == .retargeted && $0.time == Seconds(0.5) })
      for (one, two) in zip(run.frames, run.frames.dropFirst()) where one.phase != .dragging {
        // The acceleration ω² d of the spring moves the content by less than 120 pt in the first
        // frame.
        #expect((two.position.y - one.position.y).magnitude < Points(120))
      }
      let held = try flung.run(240, commands: [(microseconds: 50_000, name: name)])
      #expect(!held.events.contains { $0.kind == .retargeted })
    }
  }
}

extension Trial {
  /// Whether content bounces at its edges instead of stopping there.
  fileprivate var bouncesSoftly: Bool {
    settings.last { $0.key == "limits" }?.value != "stop"
  }

  fileprivate var pullsSideways: Bool {
    settings.contains { $0 == (key: "alwaysBounces.x", value: "true") }
  }
}
