import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// A key of the calculator.
@Suite("Button")
struct ButtonTests {
  static func trial(_ hand: HandScript, _ settings: (String, String)...) -> Trial {
    Trial(
      scenario: ButtonScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  @Test(
    "a key lights up in the frame of the touch and fades out in half a second, ever more slowly")
  func lights() throws {
    var hand = HandScript()
    hand.wait(0.25)
    hand.release()
    let run = try Self.trial(hand).run(120)
    #expect(run.frames[0].progress == 1 && run.frames[0].phase == .pressed)
    // The remaining light after a quarter and a half of the fade with ease-out, the Bézier curve
    // (0, 0, 0.58, 1).
    for (frame, fraction) in [(45, 0.25), (60, 0.5)] {
      let left = 1 - TransitionCurveTests.bezier(0, 0, 0.58, 1, at: fraction)
      #expect((run.frames[frame].progress - left).magnitude < 1e-9)
    }
    #expect(run.events.last?.time == Seconds(0.75) && run.ending == .rested)
    #expect(run.frames.last?.progress == 0)
  }

  @Test("every tap is one event, at any number of taps per second", arguments: [1, 2, 12, 60])
  func taps(count: Int) throws {
    var hand = HandScript()
    for tap in 0..<count {
      if tap > 0 { hand.down() }
      // With 12 taps a second, the finger is down for half of the time.
      hand.wait(1.0 / 24)
      hand.release()
      hand.wait(1.0 / 24)
    }
    let trial = Self.trial(hand)
    let run = try trial.run()
    #expect(run.events.count { $0.kind == .tapped } == count)
    #expect(run.events.last { $0.kind == .tapped }?.number("taps") == Double(count))
    #expect(run.events.count { $0.kind == .caught } == count - 1)
    for moment in try trial.moments() {
      guard case .touchDown = moment.hand else { continue }
      #expect(moment.after.progress == 1)
    }
  }

  @Test(
    "the light follows a finger off and onto the key; a lift outside its touch area is not a tap")
  func dragging() throws {
    // The key is 75 pt wide, and its touch area extends 70 pt beyond each edge.
    var hand = HandScript(at: Position(x: Points(195), y: Points(422)))
    hand.wait(0.01)
    hand.move(x: 100, y: 0)
    hand.wait(0.01)
    hand.move(x: 110, y: 0)
    hand.wait(0.1)
    hand.move(x: 107, y: 0)
    var outside = hand
    hand.wait(0.1)
    hand.release()
    outside.wait(0.1)
    outside.move(x: 0, y: 120)
    outside.wait(0.1)
    outside.release()
    for hitTest in ["true", "false"] {
      let back = try Self.trial(hand, ("hitTest", hitTest)).run()
      let kinds = [RunEvent.Kind.dragExit, .dragEnter, .tapped]
      #expect(back.events.map(\.kind).filter(kinds.contains) == kinds)
      let gone = try Self.trial(outside, ("hitTest", hitTest)).run()
      #expect(
        gone.events.map(\.kind).filter(kinds.contains) == [.dragExit, .dragEnter, .dragExit])
      #expect(gone.ending == .rested)
    }
  }

  @Test("a cancelled touch, or a touch beside the key, is not a tap")
  func noTap() throws {
    var hand = HandScript()
    hand.wait(0.1)
    hand.cancel()
    let run = try Self.trial(hand).run()
    #expect(!run.events.contains { $0.kind == .tapped } && run.ending == .rested)
    var beside = HandScript(at: Position(x: Points(20), y: Points(20)))
    beside.wait(0.1)
    beside.release()
    let dark = try Self.trial(beside, ("hitTest", "true")).run()
    #expect(dark.frames.allSatisfy { $0.progress == 0 && $0.phase == .resting })
  }
}
