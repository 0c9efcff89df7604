import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Dismissal of windows by a magnet.
///
/// The magnet is a circle 96 pt wide, 50 pt above the inset of 34 pt: its centre is at (195, 712)
/// pt, and its field reaches 120 pt from there. The window of 120 × 80 pt starts at (85, 112) pt.
@Suite("Window magnet")
struct WindowMagnetTests {
  static let centre = Position(x: Points(195), y: Points(712))

  static func trial(
    _ settings: [(String, String)] = [], preset: String? = nil
  ) throws -> WindowTrial {
    try WindowTrial(
      [("dismiss", "true"), ("start", "topLeft"), ("limits", "free")] + settings, preset: preset)
  }

  /// Drags the window to `distance` above the centre of the magnet.
  static func hold(_ trial: inout WindowTrial, at distance: Double, vx: Double = 0) {
    trial.drag(110, 600 - distance, vx: vx)
  }

  @Test("a magnet catches a window within 120 pt and loses it beyond 132 pt")
  func hysteresis() throws {
    var trial = try Self.trial()
    trial.down()
    trial.drag(0, 0)
    for (distance, isStuck) in [
      (300.0, false), (121, false), (119, true), (131, true), (133, false), (121, false),
      (119, true),
    ] {
      Self.hold(&trial, at: distance)
      #expect(trial.isStuck == isStuck, "at \(distance) pt")
      trial.wait(0.05)
    }
    #expect(trial.eventLog.events.count { $0.kind == .stuck } == 2)
    #expect(trial.eventLog.events.count { $0.kind == .unstuck } == 1)
  }

  @Test("a window that moves too fast horizontally is not caught by the magnet")
  func tooFast() throws {
    for (vx, isStuck) in [(2_000.0, true), (2_001, false), (-2_001, false)] {
      var trial = try Self.trial()
      trial.down()
      trial.drag(0, 0)
      Self.hold(&trial, at: 60, vx: vx)
      #expect(trial.isStuck == isStuck, "\(vx) pt/s")
    }
  }

  @Test(
    "a caught window moves to the centre on a critically damped spring, regardless of the finger")
  func goesToTheCentre() throws {
    var trial = try Self.trial([("tracking.response", "0")])
    trial.down()
    trial.drag(0, 0)
    Self.hold(&trial, at: 200)
    trial.wait(0.1)
    let start = trial.frame.position
    Self.hold(&trial, at: 100)
    #expect(trial.frame.position == start)
    var last = (trial.frame.position - Self.centre).length
    for step in 0..<20 {
      trial.wait(0.02)
      trial.drag(110 + Double(step), 520, vx: 50)
      let now = (trial.frame.position - Self.centre).length
      #expect(now < last)
      last = now
    }
    #expect(last < Points(0.1))
  }

  @Test("a window that leaves the magnet springs back to the finger and then follows it exactly")
  func catchesUp() throws {
    var trial = try Self.trial([("tracking.response", "0")])
    trial.down()
    trial.drag(0, 0)
    Self.hold(&trial, at: 60)
    trial.wait(0.5)
    Self.hold(&trial, at: 200)
    #expect(trial.eventLog.events.last?.kind == .unstuck)
    #expect((trial.frame.position - Self.centre).length < Points(0.1))
    var last = 200.0
    for _ in 0..<5 {
      trial.wait(0.02)
      let off = abs(trial.y - 512)
      #expect(off < last)
      last = off
    }
    // With ω = √5000, (1 + ω t) e^(−ω t) = 0.7 % of the 200 pt remain after 0.1 s.
    #expect(last < 1.5)
    trial.wait(0.4)
    Self.hold(&trial, at: 300)
    #expect(trial.y == 412)
  }

  @Test("a window released on the magnet is dismissed exactly once", arguments: ["aosp", nil])
  func dismissed(preset: String?) throws {
    var trial = try Self.trial([("dismiss.point", "unlimited")], preset: preset)
    trial.down()
    trial.drag(0, 0)
    trial.drag(195 - trial.x, 712 - 30 - trial.y)
    #expect(trial.isStuck)
    trial.wait(0.05)
    trial.release(vx: 100, vy: -500)
    let decision = try #require(trial.decisions.last)
    #expect(decision.text("reason") == "magnet" && decision.text("target") == Decision.gone)
    trial.settle()
    #expect(trial.window.isGone && trial.frame.phase == .gone)
    #expect(trial.frame.position == Self.centre)
    trial.tap()
    trial.throwFrom(-50, -50, vy: -2_000)
    trial.wait(5)
    #expect(trial.eventLog.events.count { $0.kind == .dismissed } == 1)
    #expect(trial.decisions.count == 1)
  }

  @Test("a window thrown upwards off the magnet is not dismissed")
  func escapes() throws {
    for (vy, isGone) in [(-4_000.0, true), (-4_001, false), (5_000, true)] {
      var trial = try Self.trial()
      trial.down()
      trial.drag(0, 0)
      Self.hold(&trial, at: 40)
      trial.wait(0.1)
      trial.release(vy: vy)
      trial.settle()
      #expect(trial.window.isGone == isGone, "\(vy) pt/s")
      if !isGone { #expect(trial.eventLog.events.contains { $0.kind == .unstuck }) }
    }
  }

  @Test(
    "a window thrown at the magnet from a distance is dismissed, a window thrown past it is not")
  func thrown() throws {
    for (vx, vy, isGone) in [
      (0.0, 5_000.0, true), (1_000, 5_000, true), (0, -5_000, false), (0, 3_900, false),
      (5_000, 4_500, false), (0, 0, false),
    ] {
      var trial = try Self.trial()
      trial.throwFrom(110, 100, vx: vx, vy: vy)
      #expect(
        (trial.decisions.first?.text("reason") == "magnet") == isGone, "\(vx), \(vy) pt/s")
      trial.settle()
      #expect(trial.window.isGone == isGone)
    }
  }

  @Test("the magnet has priority over the stash, and the stash over the release rule")
  func order() throws {
    var trial = try Self.trial([("stash", "true"), ("stash.speed", "1000")])
    trial.down()
    trial.drag(0, 0)
    Self.hold(&trial, at: 40)
    trial.wait(0.1)
    trial.release(vx: 1_900)
    #expect(trial.decisions.last?.text("reason") == "magnet")
    trial = try Self.trial([("stash", "true"), ("stash.speed", "1000")])
    trial.throwFrom(110, 300, vx: 1_900)
    #expect(trial.decisions.last?.text("reason") == "stash")
    trial.settle()
    trial.throwFrom(-60, 0)
    #expect(trial.decisions.last?.text("reason") == "nearest")
  }

  @Test("after a refused dismissal or a cancelled touch the window returns to its start")
  func refused() throws {
    for isCancelled in [true, false] {
      var trial = try Self.trial([("vetoesDismissal", isCancelled ? "false" : "true")])
      trial.down()
      trial.drag(0, 0)
      Self.hold(&trial, at: 20)
      trial.wait(0.2)
      if isCancelled { trial.cancel() } else { trial.release() }
      #expect(
        trial.decisions.last?.text("reason") == (isCancelled ? "cancelled" : "dismissVetoed"))
      trial.settle()
      #expect(!trial.window.isGone && trial.frame.phase == .resting)
    }
  }

  @Test(
    "a touch on a window that rests in the magnet's field dismisses it with Android's setting only")
  func restsInTheField() throws {
    for (settings, isGone) in [([], false), ([("dismiss.entersOnly", "false")], true)] {
      var trial = try Self.trial([("mode", "free")] + settings)
      trial.command(.settle(at: "bottomLeft"))
      trial.settle()
      trial.throwFrom(100, 0)
      trial.settle()
      trial.throwFrom(1, 1)
      trial.settle()
      #expect(trial.window.isGone == isGone)
    }
  }

  @Test("a catch during a dismissal ends the dismissal")
  func caughtOnTheWay() throws {
    var trial = try Self.trial()
    trial.throwFrom(110, 100, vy: 5_000)
    trial.wait(0.03)
    trial.tap()
    trial.settle()
    #expect(!trial.window.isGone)
    #expect(trial.eventLog.events.allSatisfy { $0.kind != .dismissed })
  }
}
