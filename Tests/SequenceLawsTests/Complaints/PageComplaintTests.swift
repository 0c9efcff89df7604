import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

extension ComplaintTests {
  /// Returns a finger that pulls the strip of pages by `displacement` at a speed.
  static func swipe(_ hand: inout Hand, _ displacement: Double, at speed: Double) {
    hand.move(x: -displacement, y: 0, in: abs(displacement / speed))
  }

  /// KuiklyUI 1439 and 1461: after the middle, the next page counted as reached.
  ///
  /// accompanist 1376: the pager chose the wrong neighbour.
  @Test(
    "a flick past the middle between two pages goes to the nearer page, not to the one after it")
  func flickPastMiddle() throws {
    for pulled in stride(from: 20.0, through: 380, by: 30) {
      var hand = try Hand()
      hand.down()
      Self.swipe(&hand, pulled, at: 300)
      hand.wait(0.1)
      Self.swipe(&hand, 30, at: 900)
      hand.up()
      let pages = try hand.on(PagingScenario.self)
      #expect(pages.targets == ["1"] && pages.rest.x == Points(-390), "\(pulled) pt")
    }
  }

  /// accompanist 1118: one fling moved by two pages; elementary/gala 1335: a fast swipe stopped
  /// early.
  @Test(
    "a swipe at any speed ends on the next page", arguments: [400.0, 1_000, 3_000, 7_500])
  func fastSwipe(speed: Double) throws {
    for displacement in [40.0, 150, 300] {
      var hand = try Hand()
      hand.down()
      Self.swipe(&hand, displacement, at: speed)
      hand.up()
      let pages = try hand.on(PagingScenario.self)
      #expect(pages.targets == ["1"] && pages.rest.x == Points(-390), "\(displacement) pt")
      var up = try Hand()
      up.down()
      up.flick(-displacement, at: speed)
      up.up()
      let workspaces = try up.on(SwipeScenario.self)
      #expect(
        workspaces.targets == ["1"] && workspaces.rest.y == Points(-844), "\(displacement) pt")
    }
  }

  /// egjs-flicking 174 and 196: the second flick started from the position of the strip, and moved
  /// the strip by no page or by two.
  @Test("a flick during a motion moves the strip one page past the target of that motion")
  func secondFlick() throws {
    for instant in Self.instants {
      var hand = try Hand()
      hand.down()
      Self.swipe(&hand, 80, at: 1_500)
      hand.up()
      hand.wait(instant)
      hand.down()
      Self.swipe(&hand, 80, at: 1_500)
      hand.up()
      #expect(try hand.on(PagingScenario.self).targets == ["1", "2"], "after \(instant) s")
    }
  }

  /// gjsify 1266: a flick did not always move the strip.
  @Test("a flick of a few points moves the strip by one page")
  func shortSwipe() throws {
    for name in ["flickbook", "adwaita", "flutter"] {
      let preset = try PagingScenario.preset(named: name)
      for start in [0.0, 1, 3] {
        var hand = try Hand()
        hand.down()
        Self.swipe(&hand, 18, at: 700)
        hand.up()
        let conditions = Conditions(preset.values + [(key: "start", value: "\(Int(start))")])
        let trial = try Trial(PagingScenario.self, conditions, inputs: hand.inputs)
        let pages = try trial.performed(looksPerSecond: 240)
        #expect(pages.targets == ["\(Int(start) + 1)"], "\(name) from \(start)")
      }
    }
  }
}
