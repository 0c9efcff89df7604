import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// The modes of a window, which define its resting positions, and the stash.
///
/// The default window is 120 × 80 pt on a screen of 390 × 844 pt, so its centre is between 85 and
/// 305 pt horizontally and between 112 and 745 pt vertically.
/// 112 and 745 pt.
@Suite("Window modes")
struct WindowModeTests {
  static let low = Position(x: Points(85), y: Points(112))
  static let high = Position(x: Points(305), y: Points(745))

  @Test("in edges mode a window moves to the side nearest to its projection, at any height")
  func edges() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let displacement = (random.uniform(in: -220...0), random.uniform(in: -600...0))
      let velocity = (random.uniform(in: -2_500...2_500), random.uniform(in: -2_500...2_500))
      var trial = try WindowTrial([("mode", "edges"), ("release.hysteresis", "0")])
      trial.throwFrom(displacement.0, displacement.1, vx: velocity.0, vy: velocity.1)
      trial.settle()
      let (x, y) = (
        305 + displacement.0 + 0.499 * velocity.0, 745 + displacement.1 + 0.499 * velocity.1
      )
      let decision = try #require(trial.decisions.first)
      if decision.text("reason") == "projected" {
        #expect(decision.text("target") == (x < 195 ? "left" : "right"))
      }
      #expect(trial.x == (decision.text("target") == "left" ? 85 : 305))
      #expect(abs(trial.y - min(max(y, 112), 745)) < 1e-9)
    }
  }

  @Test("a throw along a side does not move the window to the other side")
  func alongTheSide() throws {
    for drift in stride(from: -140.0, through: 140, by: 20) {
      var trial = try WindowTrial([("mode", "edges"), ("start", "topLeft")])
      trial.throwFrom(0, 100, vx: drift, vy: 1_500)
      #expect(trial.decisions.first?.text("target") == "left", "\(drift) pt/s")
    }
  }

  @Test(
    "without a velocity a window moves to the nearer side, or to its previous side from the middle")
  func atRest() throws {
    for (start, home) in [("topLeft", "left"), ("bottomRight", "right")] {
      for (x, side) in [(90.0, "left"), (190, "left"), (200, "right"), (300, "right"), (195, home)]
      {
        var trial = try WindowTrial(
          [("mode", "edges"), ("start", start), ("release.hysteresis", "0")])
        trial.throwFrom(x - trial.x, 0)
        #expect(trial.decisions.first?.text("target") == side, "from \(start) at \(x)")
      }
    }
  }

  @Test("in free mode a window rests at its projection, but never off the screen")
  func free() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<300 {
      let displacement = (random.uniform(in: -500...300), random.uniform(in: -900...300))
      let velocity = (random.uniform(in: -2_500...2_500), random.uniform(in: -2_500...2_500))
      var trial = try WindowTrial([("mode", "free"), ("limits", "free")])
      trial.throwFrom(displacement.0, displacement.1, vx: velocity.0, vy: velocity.1)
      trial.settle()
      let (x, y) = (
        305 + displacement.0 + 0.499 * velocity.0, 745 + displacement.1 + 0.499 * velocity.1
      )
      #expect(abs(trial.x - min(max(x, 85), 305)) < 1e-9)
      #expect(abs(trial.y - min(max(y, 112), 745)) < 1e-9)
    }
  }

  @Test("commands send a window to sides, corners and the stash; sides and stash keep the height")
  func commands() throws {
    var trial = try WindowTrial([("mode", "edges"), ("stash", "true")])
    trial.throwFrom(0, -300)
    trial.settle()
    for (name, x, y) in [
      ("left", 85.0, 445.0), ("stashedRight", 418, 445), ("right", 305, 445), ("topLeft", 85, 112),
    ] {
      #expect(trial.window.destinations.contains(name))
      trial.command(.settle(at: name))
      trial.settle()
      #expect(trial.x == x && trial.y == y, "\(name)")
    }
  }

  @Test("a stashed window shows exactly `stash.visible`, after any throw")
  func visible() throws {
    for (vx, vy) in [(-7_000.0, 0.0), (-9_000, 3_000), (7_000, -500), (12_000, 8_000)] {
      for mode in ["corners", "edges", "free"] {
        var trial = try WindowTrial([("stash", "true"), ("mode", mode)])
        trial.throwFrom(-110, -200, vx: vx, vy: vy)
        #expect(trial.decisions.first?.text("reason") == "stash")
        trial.settle()
        #expect(trial.frame.phase == .stashed)
        // Of the 120 pt, 32 pt stay on the screen. Only the horizontal velocity counts for the
        // stash.
        #expect(trial.x == (vx < 0 ? 32 - 60 : 390 - 32 + 60), "\(mode) \(vx)")
        #expect(trial.y == 545)
      }
    }
  }

  @Test("a window dropped more than half off the screen is stashed, unless it is flicked back")
  func dropped() throws {
    for (x, vx, isStashed) in [
      (-1.0, 0.0, true), (1, 0, false), (-1, 200, true), (-1, 400, false), (391, 0, true),
      (391, -400, false), (389, 0, false),
    ] {
      var trial = try WindowTrial([("stash", "true"), ("mode", "edges"), ("limits", "free")])
      trial.throwFrom(x - 305, 0, vx: vx)
      #expect(
        (trial.decisions.first?.text("reason") == "stash") == isStashed, "at \(x), \(vx) pt/s")
      trial.settle()
      #expect(trial.frame.phase == (isStashed ? .stashed : .resting))
    }
  }

  @Test(
    "a tap unstashes a window: on Android within a quarter of a second, otherwise on its spring")
  func tap() throws {
    for preset in ["aosp", nil] {
      var trial = try WindowTrial([("stash", "true"), ("mode", "edges")], preset: preset)
      let home = trial.x
      trial.command(.settle(at: "stashedRight"))
      trial.settle()
      let height = trial.y
      trial.tap()
      let begun = trial.time.value
      #expect(trial.eventLog.events.last?.kind == .retargeted)
      trial.wait(0.125)
      #expect(trial.frame.phase == .settling && trial.x > home)
      trial.settle()
      #expect(trial.x == home && trial.y == height && trial.frame.phase == .resting)
      let end = try #require(trial.eventLog.events.last { $0.kind == .settled })
      if preset != nil { #expect(abs(end.time.value - begun - 0.25) < 1e-9) }
    }
  }

  @Test("on Android a stashed window returns on a timing curve")
  func timedReturn() throws {
    var trial = try WindowTrial([], preset: "aosp")
    trial.command(.settle(at: "stashedLeft"))
    trial.settle()
    let away = trial.x
    trial.tap()
    for step in 1..<10 {
      trial.wait(0.025)
      let fraction = CubicBezier.swiftOut.progress(at: Double(step) / 10)
      #expect(abs(trial.x - (away + (112 - away) * fraction)) < 1e-6, "step \(step)")
    }
  }

  @Test("a stashed window cannot be thrown directly to the stash on the other side")
  func opposite() throws {
    var trial = try WindowTrial([("stash", "true"), ("mode", "edges")])
    trial.command(.settle(at: "stashedLeft"))
    trial.settle()
    trial.throwFrom(50, 0, vx: 8_000)
    #expect(trial.decisions.last?.text("reason") != "stash")
    trial.settle()
    #expect(trial.frame.phase == .resting && trial.x == 305)
  }

  @Test("a stashed window can be thrown along its side and stays stashed")
  func sameSide() throws {
    var trial = try WindowTrial([], preset: "aosp")
    trial.command(.settle(at: "stashedLeft"))
    trial.settle()
    let height = trial.y
    trial.throwFrom(0, 0, vx: -18_001, vy: -1_000)
    trial.settle()
    #expect(trial.frame.phase == .stashed)
    #expect(abs(trial.y - (height - 1_000 / 7.98)) < 1e-6)
  }

  @Test("a cancelled touch does not stash a window, and a stashed window stays stashed")
  func cancelled() throws {
    var trial = try WindowTrial([("stash", "true"), ("limits", "free")])
    trial.down()
    trial.drag(0, 0)
    trial.drag(-320, 0)
    trial.cancel()
    trial.settle()
    #expect(trial.frame.phase == .resting)
    trial.command(.settle(at: "stashedLeft"))
    trial.settle()
    trial.down()
    trial.drag(0, 0)
    trial.drag(-5, 30)
    trial.cancel()
    trial.settle()
    #expect(trial.frame.phase == .stashed)
    trial.down()
    trial.cancel()
    #expect(trial.frame.phase == .stashed)
  }

  @Test(
    "a window at rest in the left half goes to the right with Android's rule, otherwise it stays")
  func quirk() throws {
    for (preset, side) in [("aosp", "right"), (nil, "left")] {
      var trial = try WindowTrial([("mode", "edges"), ("start", "topLeft")], preset: preset)
      trial.throwFrom(5, 0)
      #expect(trial.decisions.first?.text("target") == side)
    }
  }
}
