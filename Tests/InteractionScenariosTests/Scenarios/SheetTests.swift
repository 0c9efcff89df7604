import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import SyntheticHands
import Testing
import TouchInput

@Suite("Sheet")
struct SheetTests {
  static func flickUp() -> HandScript {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: -30)
    hand.wait(0.02)
    hand.move(y: -60)
    hand.wait(0.005)
    hand.release(y: -1_200)
    return hand
  }

  @Test("a sheet starts at its lowest detent, or at the detent in the setting `start`")
  func start() throws {
    var hand = HandScript()
    hand.wait(0.1)
    hand.release()
    let lowest = try #require(try hand.onSheet().run().frames.first)
    #expect(lowest.position.y == Points(844 - 96))
    let full = try #require(try hand.onSheet(("start", "full")).run().frames.first)
    #expect((full.position.y - Points(844 * 0.08)).magnitude < Points(1e-9))
    #expect(full.progress == 1)
    #expect(throws: SettingError.self) { try hand.onSheet(("start", "fall")).run() }
  }

  @Test(
    "above a keyboard, detents are fractions of the remaining height; later the sheet returns",
    arguments: ["tip", "half", "full"])
  func keyboard(detent: String) throws {
    let parts: [String: Double] = ["tip": 96 / 509, "half": 0.5, "full": 0.92]
    let part = try #require(parts[detent])
    let above = Points(509 - 509 * part)
    var hand = HandScript()
    hand.wait(4)
    hand.release()
    let there = try hand.onSheet(("start", detent), ("inset.bottom", "335")).run()
    let rest = try #require(there.frames.first)
    #expect((rest.position.y - above).magnitude < Points(1e-9))
    #expect(abs((rest.own["height"]?.asNumber ?? 0) - 509 * part) < 1e-9)
    var request = ReplayRequest(scenario: "sheet")
    request.assignments = [Assignment(key: "start", value: detent)]
    request.commands = [(0.5, "335"), (2.0, "0")].compactMap {
      TimedCommand(at: Seconds($0.0), "inset.bottom", $0.1)
    }
    let run = try request.run(of: #require(SyntheticGesture.named("tap")).recording())
    let moved = try #require(run.frames.last { $0.time < Seconds(2) })
    #expect((moved.position.y - above).magnitude < Points(0.01) && run.frames.count > 240)
    #expect(run.frames.last?.position == run.frames.first?.position)
    #expect(run.frames.allSatisfy { $0.own["detent"] == .text(detent) })
  }

  @Test("detents may be listed in any order, and equal detents are allowed")
  func detentOrder() throws {
    let hand = Self.flickUp()
    let sorted = try hand.onSheet(("detents", "tip:96,half:50%,full:92%")).run()
    let shuffled = try hand.onSheet(("detents", "full:92%,tip:96,half:50%")).run()
    #expect(sorted.frames == shuffled.frames && sorted.events == shuffled.events)
    let doubled = try hand.onSheet(("detents", "tip:96,rest:96,half:50%")).run()
    #expect(doubled.ending == .rested)
  }

  @Test("a flick moves the sheet to the next detent")
  func flick() throws {
    let run = try Self.flickUp().onSheet().run()
    #expect(run.summary().finalTarget == "half")
    #expect(run.frames.last?.position.y == Points(422))
  }

  @Test("a command sends a resting or moving sheet to a detent, without a jump")
  func retarget() throws {
    let trial = Self.flickUp().onSheet()
    for var snapshot in try trial.settlingSnapshots() {
      let before = snapshot.frame
      var eventLog = EventLog()
      snapshot.surface.receive(.settle(at: "full"), at: snapshot.time, into: &eventLog)
      let after = snapshot.frame
      #expect((after.position - before.position).length < Points(1e-9))
      #expect((after.velocity - before.velocity).length < PointsPerSecond(1e-9))
      #expect(eventLog.events.map(\.kind) == [.retargeted])
      #expect((after.target.y - Points(844 * 0.08)).magnitude < Points(1e-9))
    }
    let run = try trial.run(commands: [(microseconds: 150_000, name: "full")])
    #expect(run.frames.last?.own["detent"] == .text("full"))
    #expect(run.events.count { $0.kind == .settled } == 1)
  }

  @Test("a command has no effect while a finger holds the sheet, or if the sheet is at that detent")
  func retargetIgnored() throws {
    let trial = Self.flickUp().onSheet()
    let held = try trial.run(commands: [(microseconds: 60_000, name: "full")])
    #expect(try held.frames == trial.run().frames)
    let again = try trial.run(commands: [(microseconds: 100_000, name: "half")])
    #expect(try again.events == trial.run().events)
    let unknown = try trial.run(commands: [(microseconds: 100_000, name: "nowhere")])
    #expect(try unknown.events == trial.run().events)
  }

  @Test("after a cancelled pan, the sheet returns to the nearest detent from zero velocity")
  func cancel() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: -60, velocity: -2_000)
    hand.wait(0.05)
    hand.cancel()
    let run = try hand.onSheet(("tracking.response", "0")).run()
    let decision = try #require(run.events.first { $0.kind == .decision })
    #expect(decision.text("reason") == "cancelled" && decision.text("target") == "tip")
    #expect(decision.text("velocityReason") == "cancelled")
    #expect(run.frames.last?.position.y == Points(748))
  }

  @Test("a sheet thrown down from its lowest detent is dismissed, if it is dismissible")
  func dismissal() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 30)
    hand.wait(0.01)
    hand.release(y: 900)
    let gone = try hand.onSheet(("dismissible", "true")).run()
    #expect(gone.ending == .gone && gone.frames.last?.phase == .gone)
    #expect(gone.frames.last?.position.y == Points(844))
    #expect(gone.events.last?.kind == .dismissed)
    let kept = try hand.onSheet().run()
    #expect(kept.ending == .rested && kept.frames.last?.position.y == Points(748))
  }

  @Test("a sheet can be caught during its dismissal and put back")
  func caughtLeaving() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(y: 30)
    hand.wait(0.01)
    hand.release(y: 900)
    hand.wait(0.03)
    hand.down()
    hand.wait(0.05)
    hand.move(y: -80)
    hand.wait(0.2)
    hand.release(reason: .stopped)
    let run = try hand.onSheet(("dismissible", "true")).run()
    #expect(run.events.first { $0.kind == .caught }?.text("target") == "gone")
    #expect(run.ending == .rested && run.frames.last?.position.y == Points(748))
  }

  @Test("with hit testing, a touch above the sheet has no effect")
  func hitTest() throws {
    for (y, isMoved) in [(100.0, false), (800, true)] {
      var hand = HandScript(at: Position(x: Points(200), y: Points(y)))
      hand.wait(0.05)
      hand.move(y: -60)
      hand.wait(0.01)
      hand.release(y: -1_200)
      let run = try hand.onSheet(("hitTest", "true")).run()
      #expect(run.events.contains { $0.kind == .decision } == isMoved)
      #expect((run.frames.last?.position.y != Points(748)) == isMoved)
    }
  }

  @Test("FloatingPanel's sheet overshoots only if it is released faster than 300 pt/s")
  func calm() throws {
    let preset = try SheetScenario.preset(named: "floatingpanel").values
    // On FloatingPanel's own detents each flick ends half way up, which takes far more than 300
    // pt/s.
    for (velocity, swings) in [(-301.0, true), (-300, false), (-100, false)] {
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(y: -250)
      hand.wait(0.05)
      hand.release(y: velocity)
      var trial = hand.onSheet(("tracking.response", "0"))
      trial.settings = preset + [("engine", "exact")] + trial.settings
      let settling = try trial.moments().filter { $0.after.phase == .settling }
      let target = try #require(settling.first).after.target.y
      #expect(
        settling.contains { $0.after.position.y < target - Points(1) } == swings, "\(velocity)")
    }
  }
}
