import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Workspaces, switched by a swipe on a screen or a touchpad.
@Suite("Swipe")
struct SwipeTests {
  /// Drags by `way` points upwards in 0.1 s and releases with `velocity`, which is positive
  /// upwards.
  static func run(
    _ displacement: Double, velocity: Double = 0, onScreen: Bool = false, preset: String? = nil,
    _ settings: (String, String)...
  ) throws -> Run {
    var hand = HandScript(at: onScreen ? Position(x: Points(200), y: Points(700)) : nil)
    for step in 1...10 {
      hand.wait(0.01)
      hand.move(y: -displacement * Double(step) / 10)
    }
    hand.wait(0.01)
    hand.release(y: -velocity)
    let values = try preset.map { try SwipeScenario.preset(named: $0).values } ?? []
    return try Trial(
      scenario: SwipeScenario.self,
      settings: values + settings.map { (key: $0.0, value: $0.1) }, events: hand.events
    ).run(240)
  }

  @Test(
    "the distance of one workspace is 300 pt on a touchpad, and the screen's height on a screen")
  func distance() throws {
    for (onScreen, page) in [(false, 300.0), (true, 844)] {
      let run = try Self.run(120, onScreen: onScreen)
      let farthest = try #require(run.frames.map(\.pagePosition).max())
      #expect((farthest - 120 / page).magnitude < 1e-9, "\(onScreen)")
      #expect(run.frames.last?.page == 0)
    }
    #expect(try Self.run(160).frames.last?.page == 1)
    #expect(try Self.run(160, onScreen: true).frames.last?.page == 0)
  }

  @Test("the velocity of a touchpad is scaled in workspaces per second, not in points")
  func handOff() throws {
    for (settings, pace) in [
      (("distance.handOff", "0"), 900.0 / 300), (("distance.handOff", "1000"), 0.9),
      (("distance.touchpad", "400"), 900.0 / 400),
    ] {
      let run = try Self.run(60, velocity: 900, settings)
      let start = try #require(run.frames.first { $0.phase == .settling })
      let after = start.time.value - 0.11
      // For a critically damped spring, v(t) = (v₀ − (v₀ + ω x₀) ω t) e^(−ω t). For such a short
      // time, its series is accurate enough: v₀ − (2 v₀ + ω x₀) ω t.
      let omega = 2 * Double.pi / 0.4
      let offset = 60 / (settings.0 == "distance.touchpad" ? 400.0 : 300) - 1
      let expected = pace - (2 * pace + omega * offset) * omega * after
      let shown = -start.velocity.y.value / 844
      #expect((shown - expected).magnitude < 0.15, "\(settings): \(shown), not \(expected)")
    }
  }

  @Test("niri goes to the projection of the finger, at most one workspace from the start")
  func niri() throws {
    // The projection is p + v · 0.33283 s, in workspaces of 300 pt; half a workspace is 150 pt.
    for (displacement, velocity, page) in [
      (100.0, 140.0, 0), (100, 160, 1), (0.5, 440, 0), (0.5, 460, 1), (200, -140, 1),
      (200, -160, 0), (500, 3_000, 1),
    ] {
      let run = try Self.run(displacement, velocity: velocity, preset: "niri")
      #expect(run.frames.last?.page == page, "\(displacement) pt, \(velocity) pt/s")
    }
    // Beyond the neighbour, a band of 5 % shows 1 + 0.05 (1 − 1 / (0.5 x / 0.05 + 1)), here at x =
    // 2/3.
    let shown = try #require(
      try Self.run(500, preset: "niri").frames.map(\.pagePosition).max())
    let beyond = 0.05 * (1 - 1 / (0.5 * (500.0 / 300 - 1) / 0.05 + 1))
    #expect((shown - 1 - beyond).magnitude < 1e-9)
  }

  @Test("libadwaita moves on after a flick above 0.6 px/ms, otherwise to the nearest workspace")
  func adwaita() throws {
    for (displacement, velocity, page) in [
      (30.0, 590.0, 0), (30, 610, 1), (170, 590, 1), (170, -610, 0), (140, 100, 0),
    ] {
      let run = try Self.run(displacement, velocity: velocity, preset: "adwaita")
      #expect(run.frames.last?.page == page, "\(displacement) pt, \(velocity) pt/s")
    }
    // AdwCarousel has no overshoot, so its ends stop the pages.
    #expect(try Self.run(-5_000, preset: "adwaita").frames.map(\.pagePosition).min() == 0)
  }

  @Test("GNOME Shell eases in 3 times distance / velocity, within 0.1 to 0.4 s per workspace")
  func gnomeShell() throws {
    // After 80 of 400 pt, 0.8 workspaces are left; a velocity is v / 400 workspaces per second.
    for (velocity, expected) in [
      (4_000.0, 0.24), (2_400, 0.4), (1_000, 0.4), (40_000, 0.1), (0, 0.3),
    ] {
      let run = try Self.run(
        80, velocity: velocity, preset: "gnome-shell", ("axis", "vertical"))
      let settled = try #require(run.events.first { $0.kind == .settled })
      #expect((settled.time.value - 0.11 - expected).magnitude < 1e-6, "\(velocity)")
      #expect(run.frames.last?.page == (velocity == 0 ? 0 : 1))
    }
    // If the limits do not change the duration, the curve starts with the finger's velocity.
    let run = try Self.run(80, velocity: 4_000, preset: "gnome-shell", ("axis", "vertical"))
    let first = try #require(run.frames.first { $0.phase == .settling })
    let left = 1 - (first.time.value - 0.11) / 0.24
    #expect((-first.velocity.y.value / 844 - 10 * left * left).magnitude < 1e-6)
  }
}
