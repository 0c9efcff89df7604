import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Gestures that failed in other systems, according to their users, and must work here.
///
/// The comment of each test lists the projects and issues. The gestures are touch samples, and the
/// velocities come from the estimator of a replay.
@Suite("Complaints")
struct ComplaintTests {
  /// The resting positions of a default sheet on a screen of 844 pt, in points from the top.
  static let (tip, half, full) = (748.0, 422.0, 844 - 844 * 0.92)

  /// Returns a finger that has flicked a resting sheet upwards and then waited for `seconds`.
  static func flicked(settlingFor seconds: Double) throws -> Hand {
    var hand = try Hand()
    hand.down()
    hand.flick(-80, at: 1_500)
    hand.up()
    hand.wait(seconds)
    return hand
  }

  /// Times during settling, so close together that there is one near each frame of any frame rate.
  static let instants = stride(from: 0.004, through: 0.44, by: 0.004)
}

extension ComplaintTests {
  /// smooth_sheets 20, flutter-shadcn-ui 655, corvu 75, niri 109.
  @Test(
    "a short flick is not ignored", arguments: [(60.0, 1_200.0), (20, 1_200), (30, 700)])
  func shortFlick(displacement: Double, speed: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-displacement, at: speed)
    hand.up()
    let up = try hand.on(SheetScenario.self)
    #expect(up.rest.y.value == Self.half && up.targets == ["half"])

    var back = try Hand()
    back.down()
    back.flick(displacement, at: speed)
    back.up()
    let down = try back.on(SheetScenario.self, ("start", "half"))
    #expect(down.rest.y.value == Self.tip)
    let closed = try back.on(ModalScenario.self)
    #expect(closed.ending == .gone)
  }

  /// react-native 18964: the velocity of a single move event was near zero.
  @Test("a flick that the device reports as a single movement counts as a flick")
  func singleMovement() throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-20, at: 1_200)
    hand.flick(-10, at: 1_200)
    hand.up()
    #expect(hand.inputs.count <= 6)
    #expect(try hand.on(SheetScenario.self).targets == ["half"])
  }

  /// flutter-shadcn-ui 655: the sheet stopped at 80 to 90 % of the distance.
  @Test(
    "a flick of any speed ends on a detent",
    arguments: [40.0, 190, 320, 700, 1_300, 2_600, 5_200, 7_900])
  func endsOnDetent(speed: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-120, at: speed)
    hand.up()
    let rest = try hand.on(SheetScenario.self).rest.y.value
    let isDetent = [Self.tip, Self.half, Self.full].contains { ($0 - rest).magnitude < 1e-9 }
    #expect(isDetent, "\(rest)")
  }

  /// sliding_up_panel 209, vaul 333, gorhom 783 and 2571, FloatingPanel 609.
  @Test("a hard flick stops at the next detent, or passes it if the setting allows it")
  func hardFlick() throws {
    var hand = try Hand()
    hand.down()
    hand.flick(-150, at: 3_000)
    hand.up()
    #expect(try hand.on(SheetScenario.self).targets == ["half"])
    #expect(try hand.on(SheetScenario.self, ("release.skip", "2000")).targets == ["full"])
    #expect(try hand.on(SheetScenario.self, ("release.skip", "3500")).targets == ["half"])
    #expect(try hand.on(SheetScenario.self, ("release.adjacentOnly", "false")).targets == ["full"])
  }

  /// compose-unstyled 447, Material 2520, mui 12696, react-modal-sheet 233.
  @Test("a changed threshold changes the target, and the header of the run contains the threshold")
  func thresholds() throws {
    var pull = try Hand()
    pull.down()
    pull.move(y: 150, in: 0.6)
    pull.wait(0.3)
    pull.up()
    #expect(try pull.on(ModalScenario.self).ending == .gone)
    #expect(try pull.on(ModalScenario.self, ("release.positional", "200")).ending == .rested)
    var flick = try Hand()
    flick.down()
    flick.flick(40, at: 800)
    flick.up()
    #expect(try flick.on(ModalScenario.self).ending == .gone)
    #expect(try flick.on(ModalScenario.self, ("release.flick", "2000")).ending == .rested)
  }

  /// vaul, react-spring-bottom-sheet and zag, by their formulas; gestures G4 and G4b of the gesture
  /// suite.
  @Test("after a long slow drag, a fast flick back sends the sheet back", arguments: [1.0, -1.0])
  func flickBack(displacement: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: displacement * 250, in: 1.5)
    hand.flick(-displacement * 80, at: 1_000)
    hand.up()
    let sheet = try hand.on(SheetScenario.self, ("start", displacement > 0 ? "full" : "tip"))
    #expect(sheet.targets == [displacement > 0 ? "full" : "tip"])
  }

  /// flutter 138839: a sheet closed when it was dragged up near the bottom.
  @Test(
    "an upward flick never closes the sheet, from any position", arguments: [50.0, 200, 400, 650])
  func upwardFlick(pulled: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.move(y: pulled, in: 0.8)
    hand.flick(-40, at: 1_200)
    hand.up()
    #expect(try hand.on(ModalScenario.self).ending == .rested)
    #expect(
      try hand.on(SheetScenario.self, ("start", "half"), ("dismissible", "true")).ending == .rested)
  }

  /// FloatingPanel 354, finn BottomSheet 11, and the magnet of AOSP.
  @Test("the surface moves in the direction of the flick", arguments: [1.0, -1.0])
  func signs(displacement: Double) throws {
    var hand = try Hand()
    hand.down()
    hand.flick(displacement * 60, at: 1_200)
    hand.up()
    let target = displacement > 0 ? "tip" : "full"
    #expect(try hand.on(SheetScenario.self, ("start", "half")).targets == [target])
    var side = try Hand()
    side.down()
    side.move(x: displacement * 60, y: 0, in: 0.05)
    side.up()
    let corner = displacement > 0 ? "topRight" : "topLeft"
    let start = displacement > 0 ? "topLeft" : "topRight"
    #expect(try side.on(PictureInPictureScenario.self, ("start", start)).targets == [corner])
  }
}
