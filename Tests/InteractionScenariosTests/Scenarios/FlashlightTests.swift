import FrameLogs
import Foundation
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// A button that is switched by force.
@Suite("Flashlight")
struct FlashlightTests {
  static func trial(_ hand: HandScript, _ settings: (String, String)...) -> Trial {
    Trial(
      scenario: FlashlightScenario.self, settings: settings.map { (key: $0.0, value: $0.1) },
      events: hand.events)
  }

  /// Presses with each of the forces for 10 ms, and then lifts.
  static func pressing(_ forces: [Double?]) -> HandScript {
    var hand = HandScript()
    for force in forces {
      hand.press(force)
      hand.wait(0.01)
    }
    hand.release()
    return hand
  }

  static func toggles(_ hand: HandScript) throws -> [Bool] {
    try trial(hand).run().events.filter { $0.kind == .toggled }.map {
      LogValue.fields($0.payload)["isOn"] == .flag(true)
    }
  }

  @Test(
    "the button matches the reference traces of force, row by row")
  func field() throws {
    let table = try #require(
      try FieldData.snap("scenario_golden")["flashlight_force"] as? [String: Any])
    let traces = try #require(table["traces"] as? [String: [[Any]]])
    for (name, rows) in traces {
      var hand = HandScript()
      for row in rows {
        hand.wait(0.01)
        hand.press(try #require(row[0] as? Double))
      }
      let moments = try Self.trial(hand).moments().filter {
        if case .force = $0.hand { true } else { false }
      }
      #expect(moments.count == rows.count)
      for (moment, row) in zip(moments, rows) {
        let shown = moment.after.own
        let position = "\(name) at \(row[0])"
        #expect(shown["press"]?.asText == row[1] as? String, "\(position)")
        #expect(shown["isOn"] == (row[2] as? Bool).map(LogValue.flag), "\(position)")
      }
    }
    #expect(!traces.isEmpty)
  }

  @Test("a force that jitters around any level switches the light at most once")
  func trembles() throws {
    for level in [0.5, 0.495, 0.49, 0.4] {
      let trembling = (0..<200).map { level + ($0 % 2 == 0 ? 0.004 : -0.004) }
      #expect(try Self.toggles(Self.pressing([0.6] + trembling)).count <= 1, "\(level)")
    }
  }

  @Test("each press through all levels switches the light, alternately on and off")
  func turns() throws {
    let presses = (0..<5).flatMap { _ in [0.1, 0.6, 0.45, 0.3] }
    #expect(try Self.toggles(Self.pressing(presses)) == [true, false, true, false, true])
  }

  @Test("a press that is too soft does not switch the light")
  func soft() throws {
    #expect(try Self.toggles(Self.pressing([0, 0.3, 0.499, 0.2, 0.49, .nan, -1])).isEmpty)
  }

  @Test("a lift before the pending switch switches the light, a cancelled touch does not")
  func lift() throws {
    #expect(try Self.toggles(Self.pressing([0.2, 0.7])) == [true])
    var hand = HandScript()
    hand.press(0.7)
    hand.wait(0.05)
    hand.cancel()
    #expect(try Self.toggles(hand).isEmpty)
    let run = try Self.trial(hand).run()
    #expect(run.events.last { $0.kind == .decision }?.text("target") == "off")
    #expect(run.ending == .rested && run.frames.last?.progress == 0)
  }

  @Test("on a device without force, a tap switches the light if the setting allows it")
  func untold() throws {
    #expect(try Self.toggles(Self.pressing([nil])) == [true])
    let deaf = try Self.trial(Self.pressing([nil]), ("force.assumed", "0.3")).run()
    #expect(deaf.events.allSatisfy { $0.kind != .toggled })
  }

  @Test(
    "a finger more than half the width plus 20 pt from the centre leaves the button for good")
  func goesOff() throws {
    for (displacement, isOff) in [(44.9, false), (45.1, true)] {
      var hand = HandScript(at: Position(x: Points(195), y: Points(422)))
      hand.press(0.7)
      hand.wait(0.01)
      hand.move(x: displacement * 0.6, y: displacement * 0.8)
      hand.wait(0.01)
      hand.move(y: 0)
      hand.press(0.3)
      hand.release()
      let run = try Self.trial(hand).run()
      #expect(run.events.contains { $0.kind == .dragExit } == isOff)
      #expect(run.events.contains { $0.kind == .toggled } != isOff)
      #expect(run.events.count { $0.kind == .decision } == 1)
    }
  }

  @Test("the button grows with the force and springs back after the lift, without a jump")
  func swells() throws {
    var hand = HandScript()
    hand.press(0.8)
    hand.wait(1)
    hand.release()
    let run = try Self.trial(hand, ("tracking.response", "0.1")).run(120)
    #expect((run.frames[119].progress - 0.8).magnitude < 1e-6)
    // The width at a force of 0.8 is 50 + 0.8 · 42 pt.
    #expect(((run.frames[119].own["width"]?.asNumber ?? 0) - 83.6).magnitude < 1e-4)
    // After a release at 0.8, the first overshoot is e^(−π ζ / √(1 − ζ²)) = 0.2538 of 0.8.
    let lowest = try #require(run.frames.map(\.progress).min())
    #expect((lowest + 0.8 * 0.2538).magnitude < 0.003, "\(lowest)")
    for (one, two) in zip(run.frames, run.frames.dropFirst()) {
      // The greatest speed is 0.8 · ω, with ω = 2π / 0.1 s = 62.9 /s, and a frame takes 1/120 s.
      #expect((one.progress - two.progress).magnitude < 0.8 * 62.9 / 120)
    }
  }

  @Test("a button pressed again while it oscillates continues from its size")
  func caught() throws {
    for instant in stride(from: 0.005, to: 0.3, by: 0.005) {
      var hand = HandScript()
      hand.press(0.8)
      hand.wait(0.3)
      hand.release()
      hand.wait(instant)
      hand.down()
      hand.press(0.6)
      let moments = try Self.trial(hand).moments()
      let down = try #require(
        moments.last { if case .touchDown = $0.hand { true } else { false } })
      #expect(down.after.progress == down.before.progress, "\(instant)")
      let press = try #require(moments.last { if case .force = $0.hand { true } else { false } })
      #expect((press.after.progress - down.before.progress).magnitude < 1e-12, "\(instant)")
    }
  }

  @Test("levels that are not in ascending order are refused with a message")
  func contradiction() {
    for (key, value) in [("force.reset", "0.495"), ("force.confirmation", "0.6")] {
      #expect(throws: SettingError.self) {
        _ = try Self.trial(HandScript(), (key, value)).run()
      }
    }
  }
}
