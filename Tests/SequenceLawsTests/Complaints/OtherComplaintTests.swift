import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

extension ComplaintTests {
  /// brave 14076, gala 1361 and 533: a window was off the screen, or a fast pointer lost it.
  @Test(
    "a window thrown at any speed comes to rest on the screen",
    arguments: [(-1.0, -1.0), (-1, 1), (1, -1), (1, 1), (0, 1), (1, 0)])
  func thrownWindow(x: Double, y: Double) throws {
    var hand = try Hand()
    hand.down(at: Position(x: Points(195), y: Points(422)))
    hand.move(x: x * 400, y: y * 800, in: 0.1)
    hand.up()
    let window = try hand.on(PictureInPictureScenario.self)
    #expect(window.ending == .rested)
    #expect((85...305).contains(window.rest.x.value) && (112...745).contains(window.rest.y.value))
  }

  /// element-web 20056: unwanted snapping to corners; gala 533: a window that stayed in the middle.
  @Test(
    "a window moves to a corner, to an edge or not at all, depending on its mode",
    arguments: ["corners", "edges", "free"])
  func whereWanted(mode: String) throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: -60, y: -250, in: 0.5)
    hand.wait(0.2)
    hand.up()
    let window = try hand.on(
      PictureInPictureScenario.self, ("mode", mode), ("start", "bottomRight"),
      ("tracking.response", "0"))
    // The window is dropped at (245, 495) pt; the nearest corner is at (305, 745) pt.
    let expected = ["corners": (305.0, 745.0), "edges": (305, 495), "free": (245, 495)][mode]
    let (x, y) = try #require(expected)
    #expect((window.rest - Position(x: Points(x), y: Points(y))).length < Points(1e-6))
  }

  /// gala 1361: a fast pointer lost the window.
  @Test("a window dragged by a fast finger stays under the finger")
  func fastFinger() throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: -150, y: -400, in: 0.05)
    hand.move(x: 150, y: 400, in: 0.05)
    hand.move(x: -100, y: -300, in: 0.04)
    let window = try hand.on(
      PictureInPictureScenario.self, ("tracking.response", "0"), ("limits", "free"),
      ("start", "bottomRight"))
    let held = try #require(window.moments.last { $0.after.phase == .dragging }?.after.position)
    #expect((held - Position(x: Points(205), y: Points(445))).length < Points(1e-9))
  }

  /// BetterDisplay 3621: the window forgot its position.
  @Test("when the screen rotates and rotates back, the window moves to the same corner each time")
  func turnedScreen() throws {
    let window = PictureInPictureScenario.self
    let wide = Screen(size: Planar(x: Points(844), y: Points(390)))
    var hand = try Hand()
    hand.down()
    hand.up()
    hand.wait(0.2)
    hand.program(.change(try .of(window, ("start", "topRight"), screen: wide)))
    let turned = try hand.on(window, ("start", "topRight"))
    #expect(turned.rest == Position(x: Points(844 - 25 - 60), y: Points(47 + 25 + 40)))
    hand.wait(2)
    hand.program(.change(try .of(window, ("start", "topRight"))))
    let back = try hand.on(window, ("start", "topRight"))
    #expect(back.rest == Position(x: Points(390 - 25 - 60), y: Points(47 + 25 + 40)))
    #expect(back.greatestJump < 1e-9)
  }

  /// openradar 34674968: an asymmetric curve jumped when it was reversed and continued.
  @Test(
    "a tile that is caught and sent back does not jump, on any curve",
    arguments: TransitionCurve.allCases, ["true", "false"])
  func sentBack(curve: TransitionCurve, scrubsLinearly: String) throws {
    for instant in stride(from: 0.05, to: 0.5, by: 0.01) {
      var hand = try Hand()
      hand.down()
      hand.up()
      hand.program(.command(.settle(at: "down")))
      hand.wait(instant)
      hand.down()
      hand.flick(-6, at: 400)
      hand.up()
      let tile = try hand.on(
        TransitionScenario.self, ("curve", curve.rawValue), ("scrubsLinearly", scrubsLinearly))
      #expect(tile.greatestJump < 1e-9, "caught after \(instant) s")
      #expect(tile.rest == .zero && tile.targets == ["start"])
    }
  }

  /// openradar 35743469: an animation that was continued at its end took long to complete.
  @Test("a tile dragged to its end completes at the release")
  func putAtEnd() throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: 200, in: 0.4)
    hand.wait(0.3)
    let lift = hand.now
    hand.up()
    let tile = try hand.on(TransitionScenario.self)
    let settled = try #require(tile.events.last { $0.kind == .settled })
    #expect(settled.time.value - lift < 0.02 && tile.rest.y.value == 160)
  }

  /// openradar 34675414 and 30856746: a reused animator was slow and ignored the first fraction.
  @Test("a reused tile follows the finger from the first movement")
  func usedAgain() throws {
    var hand = try Hand()
    for _ in 0..<5 {
      for displacement in [100.0, -100] {
        hand.down()
        hand.move(y: displacement, in: 0.1)
        hand.up()
        hand.wait(1)
      }
    }
    let tile = try hand.on(TransitionScenario.self)
    #expect(tile.targets == Array(repeating: "end", count: 10) && tile.rest == .zero)
    #expect(tile.events.count { $0.kind == .settled } == 10)
    // From the second report on, the velocity decides the direction.
    let drags = tile.moments.filter { $0.after.phase == .dragging && $0.input != nil }
    #expect(drags.count { $0.after.velocity != .zero } > drags.count / 2)
  }
}
