import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

extension ComplaintTests {
  /// hammer 620, zoomable-view 166; gesture G5 of the gesture suite.
  @Test("a flick with a rest before the lift does not throw the surface", arguments: [0.1, 0.3, 1])
  func heldFlick(seconds: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-120, at: 1_200)
    hand.wait(seconds)
    hand.up()
    let sheet = try hand.on(SheetScenario.self)
    #expect(sheet.targets == ["tip"])
    let decision = try #require(sheet.events.first { $0.kind == .decision })
    #expect(decision.number("velocityY") == 0)
  }

  /// base-ui 5658: the last movement event had no displacement; gesture G9 of the gesture suite.
  @Test("a last report without movement does not cancel the flick")
  func trailingReport() throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-60, at: 1_200)
    hand.move(y: 0, in: 0.008)
    hand.up()
    #expect(try hand.on(SheetScenario.self).targets == ["half"])
  }

  /// motion 3530, RNGH 1693: the velocity of the previous gesture returned.
  @Test("a surface caught and released without movement has no velocity")
  func forgetsVelocity() throws {
    for instant in Self.instants {
      var hand = try Self.flicked(settlingFor: instant)
      hand.down()
      hand.wait(0.02)
      hand.up()
      let sheet = try hand.on(SheetScenario.self)
      let decisions = sheet.events.filter { $0.kind == .decision }
      guard decisions.count == 2 else { continue }
      #expect(decisions[1].number("velocityX") == 0 && decisions[1].number("velocityY") == 0)
      let start = try #require(sheet.frame(at: decisions[1].time.value))
      #expect(start.velocity == .zero, "caught after \(instant) s")
    }
  }

  /// motion 3530: a slow start weakened the following flick.
  @Test("a slow start does not weaken the flick that follows", arguments: [0.0, 0.5, 2])
  func slowStart(seconds: Double) throws {
    var hand = try Hand()
    hand.down()
    if seconds > 0 { hand.move(y: -10, in: seconds) }
    hand.flick(-100, at: 1_500)
    hand.up()
    let sheet = try hand.on(SheetScenario.self)
    let decision = try #require(sheet.events.first { $0.kind == .decision })
    let speed = try #require(decision.number("velocityY"))
    #expect((speed + 1_500).magnitude < 75, "\(speed)")
  }

  /// ZemerTeam 488, mui 16759, CardStackView 229, flutter 166134, flutter 116983.
  @Test(
    "the speed does not jump in the frame of the lift",
    arguments: ["sheet", "pip", "modal", "card"], [300.0, 1_200, 3_000])
  func speedAtLift(name: String, speed: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-60, at: speed)
    hand.up()
    let scenario = try InteractionScenarios.scenario(named: name)
    let surface = try hand.on(scenario, ("tracking.response", "0"), ("limits", "free"))
    let lift = try #require(
      surface.moments.first { $0.after.phase == .settling })
    #expect((lift.after.velocity.y.value + speed).magnitude < 0.05 * speed)
    // One millisecond later, the surface must have moved as far as the finger would have moved.
    let soon = try #require(surface.moments.first { $0.time.value > lift.time.value + 1e-6 })
    let displacement = (soon.after.position.y - lift.after.position.y).value
    let time = (soon.time - lift.time).value
    let slack = 0.5 * 4_000 / 0.16 * time * time
    #expect((displacement + speed * time).magnitude < 0.05 * speed * time + slack)
  }

  /// gorhom 2470: a velocity away from the target ended the motion at once.
  @Test("a surface with a velocity away from its target first moves away, then turns")
  func opposingVelocity() throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: -20, in: 0.2)
    hand.wait(0.2)
    hand.flick(8, at: 250)
    hand.up()
    let sheet = try hand.on(
      SheetScenario.self, ("tracking.response", "0"), ("start", "half"), ("release.flick", "0"),
      ("release.projection", "0"))
    let lift = try #require(sheet.moments.first { $0.after.phase == .settling })
    #expect(lift.after.velocity.y.value > 200)
    #expect(sheet.greatestStep < 10 && sheet.rest.y.value == Self.half)
  }

  /// rebound-js 20, roact-spring 24, react-spring 225, reanimated 7947 and 1130.
  @Test("a surface released at its target with a velocity moves away and returns")
  func onTarget() throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: 30, y: 0, in: 0.1)
    hand.move(x: -30, y: 0, in: 0.05)
    hand.up()
    let card = try hand.on(CardScenario.self, ("tracking.response", "0"))
    let lift = try #require(card.moments.first { $0.after.phase == .settling })
    #expect(lift.after.position.length < Points(1e-6) && lift.after.velocity.x.value < -400)
    let farthest = card.moments.map(\.after.position.x.value).min() ?? 0
    #expect(farthest < -10 && card.rest == .zero)
    #expect(card.events.count { $0.kind == .settled } == 1)
  }

  /// react-native 2409, reanimated 7947: a clamped spring overshot, or ended at once.
  @Test("on a critically damped spring a flick towards the target never passes it twice")
  func critical() throws {
    for speed in stride(from: 300.0, through: 6_000, by: 300) {
      var hand = try Hand()
      hand.down()
      hand.flick(-90, at: speed)
      hand.up()
      let sheet = try hand.on(SheetScenario.self, ("spring.dampingRatio", "1"))
      let settling = sheet.moments.map(\.after).filter { $0.phase == .settling }
      let sides = settling.map { ($0.position.y - $0.target.y).value }.filter { $0 != 0 }
      let crossings = zip(sides, sides.dropFirst()).count { $0 * $1 < 0 }
      #expect(crossings <= 1 && settling.count > 10, "at \(speed) pt/s")
    }
  }
}
