import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

extension ComplaintTests {
  /// FloatingPanel 126, mui 48369, and the article on the block game.
  @Test("a sheet caught at any instant of its motion stays in place")
  func caughtAnywhere() throws {
    for instant in Self.instants {
      var hand = try Self.flicked(settlingFor: instant)
      hand.down()
      hand.wait(0.05)
      hand.up()
      #expect(try hand.on(SheetScenario.self).greatestJump < 1e-9, "caught after \(instant) s")
    }
  }

  /// FloatingPanel 652: the panel was interrupted while it bounced past its most expanded state.
  @Test("a sheet caught beyond its highest detent stays in place and can be dragged")
  func caughtBeyond() throws {
    var beyond = 0
    for instant in Self.instants {
      var hand = try Hand()
      hand.down()
      hand.flick(-120, at: 4_000)
      hand.up()
      hand.wait(instant)
      hand.down()
      hand.wait(0.02)
      hand.move(y: 40, in: 0.1)
      hand.wait(0.2)
      hand.up()
      let sheet = try hand.on(
        SheetScenario.self, ("start", "half"), ("spring.dampingRatio", "0.4"),
        ("tracking.response", "0"))
      #expect(sheet.greatestJump < 1e-9 && sheet.ending == .rested)
      let caught = try #require(sheet.events.first { $0.kind == .caught })
      guard let y = caught.number("y"), y < Self.full else { continue }
      beyond += 1
      // The sheet follows the finger from the position of the catch, through the band.
      let held = try #require(sheet.moments.last { $0.after.phase == .dragging }?.after)
      #expect(held.position.y.value > y && held.position.y.value <= y + 40 + 1e-9)
    }
    #expect(beyond > 3)
  }

  /// panelsnap 73: the offset was not updated when the motion was interrupted.
  @Test("a drag that catches the sheet starts at the position of the catch")
  func dragFromCatch() throws {
    for instant in Self.instants {
      var hand = try Self.flicked(settlingFor: instant)
      hand.down()
      hand.move(y: -25, in: 0.1)
      hand.up()
      let sheet = try hand.on(SheetScenario.self, ("tracking.response", "0"), ("limits", "free"))
      guard let caught = sheet.events.first(where: { $0.kind == .caught })?.number("y") else {
        continue
      }
      let held = try #require(sheet.moments.last { $0.after.phase == .dragging }?.after)
      #expect((held.position.y.value - (caught - 25)).magnitude < 1e-9, "after \(instant) s")
    }
  }

  /// Material 228, FloatingPanel 533: a tap near the end moved the panel.
  @Test("a tap near the end of a motion does not change the target of the sheet")
  func tapNearEnd() throws {
    for instant in stride(from: 0.2, through: 0.6, by: 0.01) {
      var hand = try Self.flicked(settlingFor: instant)
      hand.down()
      hand.wait(0.05)
      hand.up()
      let sheet = try hand.on(SheetScenario.self)
      #expect(sheet.rest.y.value == Self.half, "tapped after \(instant) s")
      #expect(sheet.targets.allSatisfy { $0 == "half" })
    }
  }

  /// gorhom 1262 and 769, vaul 358, reanimated-bottom-sheet 69, rn-scroll-bottom-sheet 49,
  /// accompanist 1116.
  @Test(
    "a surface whose touch is cancelled does not get stuck between its resting positions",
    arguments: ["sheet", "pip", "modal", "card", "scroll", "transition"])
  func cancelledAnywhere(name: String) throws {
    for displacement in stride(from: -300.0, through: 300, by: 37) {
      var hand = try Hand()
      hand.down()
      hand.move(x: displacement / 3, y: displacement, in: 0.15)
      hand.cancel()
      let surface = try hand.on(try InteractionScenarios.scenario(named: name))
      let last = try #require(surface.moments.last?.after)
      #expect(
        surface.ending == .rested && last.position == last.target, "\(name) at \(displacement)")
    }
  }

  /// element-web 32975: the window stuck to the cursor when the lift was lost.
  @Test(
    "after a lost lift, the next lift releases the surface", arguments: ["sheet", "pip", "card"])
  func lostLift(name: String) throws {
    var hand = try Hand()
    hand.down()
    hand.move(x: 20, y: -60, in: 0.1)
    hand.wait(0.5)
    // The device did not report that the finger lifted; the finger touches again.
    hand.program(.hand(.touchDown(at: nil)))
    hand.wait(0.1)
    hand.program(.hand(.touchUp))
    let surface = try hand.on(try InteractionScenarios.scenario(named: name))
    #expect(surface.ending == .rested && surface.greatestJump < 1e-9)
    #expect(surface.events.count { $0.kind == .decision } == 1)
  }
}

extension ComplaintTests {
  /// lobe-ui 498; in gorhom and vaul, the formulas of the bands cause this.
  @Test(
    "the band has no jump or dead zone at its edge, and stretches by less than the screen's length",
    arguments: [("sheet", -1.0), ("modal", -1), ("scroll", 1)])
  func band(name: String, displacement: Double) throws {
    var hand = try Hand()
    hand.down()
    for _ in 0..<400 { hand.move(y: displacement * 0.5, in: 1.0 / 120) }
    for _ in 0..<100 { hand.move(y: displacement * 200, in: 1.0 / 120) }
    let settings = ["sheet": ("start", "full"), "modal": ("top", "54"), "scroll": ("start.y", "0")]
    var conditions = [("limits", "rubberBand")] + (settings[name].map { [$0] } ?? [])
    if name != "scroll" { conditions.append(("tracking.response", "0")) }
    let trial = try Trial(
      try InteractionScenarios.scenario(named: name),
      Conditions(conditions.map { (key: $0.0, value: $0.1) }), inputs: hand.inputs)
    let positions = try trial.performed(looksPerSecond: 1).moments
      .filter { if case .hand(let event) = $0.input { event.pan != nil } else { false } }
      .map { $0.after.position.y.value * displacement }
    let start = try #require(positions.first)
    let steps = zip(positions, positions.dropFirst()).map { $1 - $0 }
    // The slope is 0.55 at the edge and decreases from there.
    #expect((steps[0] - 0.55 * 0.5).magnitude < 0.002)
    #expect(steps.allSatisfy { $0 > 0 && $0 <= 200 * 0.55 })
    #expect(zip(steps.prefix(398), steps.prefix(398).dropFirst()).allSatisfy { $1 < $0 })
    #expect((positions.last ?? 0) - start < 844)
  }

  /// smooth_sheets 397, FloatingPanel 409 and 167: a drag was damped, but a fling went far beyond.
  @Test("a sheet flung past its highest detent overshoots by less than a tenth of its speed")
  func flungBeyond() throws {
    for speed in stride(from: 1_000.0, through: 8_000, by: 500) {
      var hand = try Hand()
      hand.down()
      hand.flick(-200, at: speed)
      hand.up()
      let sheet = try hand.on(SheetScenario.self, ("start", "half"))
      let highest = sheet.moments.map(\.after.position.y.value).min() ?? 0
      // The overshoot of the spring (ζ = 0.8, response 0.4 s) is v e^(−φ ζ / √(1−ζ²)) / ω with tan
      // φ = √(1−ζ²) / ζ.
      #expect(highest > Self.full - speed * 0.03, "\(highest) at \(speed) pt/s")
      #expect(sheet.rest.y.value == Self.full)
    }
  }
}
