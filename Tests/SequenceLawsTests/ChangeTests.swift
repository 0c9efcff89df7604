import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Changes of settings or the screen while a surface is in use; a law found each of the tested
/// defects.
@Suite("Changes in use")
struct ChangeTests {
  @Test("an axis that starts to scroll during a drag ignores the earlier finger movement")
  func scrollsSideways() throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: -60, y: -80, in: 0.2)
    let wide = try Conditions.of(
      ScrollScenario.self, ("content.width", "900"), ("content.height", "3000"))
    hand.program(.change(wide))
    hand.move(x: -10, y: 0, in: 0.1)
    hand.wait(0.2)
    hand.up()
    let content = try hand.on(ScrollScenario.self)
    let held = try #require(content.moments.last { $0.after.phase == .dragging }?.after.position)
    #expect((held - Position(x: Points(-10), y: Points(-680))).length.value < 1e-9)
    #expect(content.greatestJump < 1e-9)
  }

  @Test("content without a bounce also needs time to reach the target of a command")
  func stopsDead() throws {
    var hand = try Hand()
    hand.down()
    hand.up()
    hand.wait(0.1)
    hand.program(.command(.settle(at: "top")))
    let sent = try hand.on(ScrollScenario.self, ("limits", "stop"))
    #expect(sent.rest == .zero && sent.greatestStep < 30, "\(sent.greatestStep)")
    hand.wait(2)
    hand.program(
      .change(try .of(ScrollScenario.self, ("limits", "stop"), ("content.height", "844"))))
    var shrunk = hand
    shrunk.wait(0.1)
    let back = try shrunk.on(ScrollScenario.self, ("limits", "stop"), ("start.y", "100"))
    #expect(back.rest == .zero && back.greatestStep < 30)
  }

  @Test("resting content that becomes shorter than its offset reports the start of a motion")
  func setsOff() throws {
    var hand = try Hand()
    hand.down()
    hand.up()
    hand.wait(0.1)
    hand.program(.change(try .of(ScrollScenario.self, ("content.height", "900"))))
    let content = try hand.on(ScrollScenario.self)
    #expect(content.events.map(\.kind).suffix(3) == [.changed, .retargeted, .settled])
    #expect(content.events.last { $0.kind == .retargeted }?.text("target") == "bottom")
    #expect(content.rest == Position(x: .zero, y: Points(-56)))
  }

  @Test(
    "a held list that becomes shorter than its offset can still be pulled to its top and beyond")
  func shorterList() throws {
    var hand = try Hand()
    hand.down()
    hand.program(.change(try .of(RefreshScenario.self, ("content.height", "900"))))
    hand.move(y: 156 + 100, in: 0.4)
    let list = try hand.on(
      RefreshScenario.self, ("content.height", "1000"), ("start", "156"))
    let held = try #require(list.moments.last { $0.input != nil }?.after.position.y.value)
    // The list moves by half of the finger's displacement from the top.
    #expect((held - 50).magnitude < 1e-9, "\(held)")
    #expect(list.greatestJump < 1e-9)
  }

  @Test("a list whose held position becomes lower reports the start of a motion")
  func heldLower() throws {
    var hand = try Hand()
    hand.down()
    hand.up()
    hand.program(.command(.settle(at: "refreshing")))
    hand.wait(0.8)
    hand.program(.change(try .of(RefreshScenario.self, ("height", "120"), ("duration", "2"))))
    let list = try hand.on(RefreshScenario.self, ("duration", "2"))
    let kinds = list.events.map(\.kind)
    let change = try #require(kinds.firstIndex(of: .changed))
    #expect(kinds[(change + 1)...].prefix(2) == [.retargeted, .settled])
  }

  @Test(
    "a key whose fade becomes shorter fades from its current light within the new time")
  func fades() throws {
    var hand = try Hand()
    hand.down()
    hand.up()
    hand.wait(0.4)
    hand.program(.change(try .of(ButtonScenario.self, ("fade", "0.2"), ("curve", "linear"))))
    let key = try hand.on(ButtonScenario.self, ("curve", "linear"))
    let change = try #require(
      key.moments.first { if case .change = $0.input { true } else { false } })
    #expect(change.before.progress == change.after.progress)
    // A fifth of the light is left, and fades within the new time.
    let settled = try #require(key.events.last { $0.kind == .settled })
    #expect((settled.time.value - 0.6).magnitude < 1e-9)
  }

  @Test(
    "the slow drift of a lifting finger does not choose the direction of a tile",
    arguments: [-20.0, 20])
  func drifts(speed: Double) throws {
    let pan = Pan(number: 1, origin: nil, location: nil, translation: .zero, fingers: 1)
    let drift = VelocityEstimate(
      velocity: Velocity(x: PointsPerSecond(speed), y: .zero), reason: .ok)
    let events: [TouchEvent] = [
      .touchDown(at: nil), .panBegan(pan), .panEnded(pan, drift), .touchUp,
    ]
    let tile = try Trial(
      TransitionScenario.self, Conditions([(key: "rule", value: "opposite")]),
      inputs: events.enumerated().map { TimedInput(Int64($0.offset) * 10_000, .hand($0.element)) }
    ).performed()
    #expect(tile.rest == .zero && tile.moments.allSatisfy { $0.after.position == .zero })
  }

  @Test("a setting that is changed while a finger presses a tile applies after the release")
  func pressed() throws {
    var hand = try Hand()
    hand.down()
    hand.wait(0.05)
    hand.program(.change(try .of(TransitionScenario.self, ("distance.x", "200"))))
    hand.up()
    hand.wait(0.1)
    hand.program(.command(.settle(at: "right")))
    #expect(try hand.on(TransitionScenario.self).rest == Position(x: Points(200), y: .zero))
  }
}
