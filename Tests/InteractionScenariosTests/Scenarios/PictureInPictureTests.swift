import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

@Suite("Picture in Picture")
struct PictureInPictureTests {
  /// The corners of the default window on a screen of 390 × 844 pt.
  ///
  /// The window is 120 × 80 pt and keeps 25 pt from insets of 47 pt at the top and 34 pt at the
  /// bottom.
  static let corners = [
    "topLeft": Position(x: Points(85), y: Points(112)),
    "topRight": Position(x: Points(305), y: Points(112)),
    "bottomLeft": Position(x: Points(85), y: Points(745)),
    "bottomRight": Position(x: Points(305), y: Points(745)),
  ]

  @Test("a thrown window settles in the corner nearest to its projection")
  func nearestProjected() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let displacement = Position(
        x: Points(random.uniform(in: -200...0)), y: Points(random.uniform(in: -600...0)))
      let velocity = (random.uniform(in: -2_500...2_500), random.uniform(in: -2_500...2_500))
      var hand = HandScript()
      hand.wait(0.05)
      hand.move(x: displacement.x.value, y: displacement.y.value)
      hand.wait(0.3)
      hand.release(x: velocity.0, y: velocity.1)
      let run = try hand.onWindow().run(60)
      let decision = try #require(run.events.first { $0.kind == .decision })
      guard decision.text("reason") == "projected" else { continue }
      let rest = Position(
        x: Points(305 + displacement.x.value + 0.499 * velocity.0),
        y: Points(745 + displacement.y.value + 0.499 * velocity.1))
      let nearest = Self.corners.min { ($0.value - rest).length < ($1.value - rest).length }
      #expect(decision.text("target") == nearest?.key)
      #expect(run.frames.last?.position == nearest?.value)
    }
  }

  @Test(
    "a window dropped in the middle returns to its corner",
    arguments: PictureInPictureScenario.Corner.allCases)
  func middle(corner: PictureInPictureScenario.Corner) throws {
    let start = try #require(Self.corners[corner.rawValue])
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: 195 - start.x.value, y: 428.5 - start.y.value)
    hand.wait(1)
    hand.release(reason: .stopped)
    let run = try hand.onWindow(("start", corner.rawValue), ("release.hysteresis", "0")).run()
    #expect(run.summary().finalTarget == corner.rawValue)
  }

  @Test("a keyboard moves the lower corners up and does not change the release rule")
  func insets() throws {
    var hand = HandScript()
    hand.wait(0.05)
    hand.move(x: -100, y: -10)
    hand.wait(0.01)
    hand.release(x: -900)
    let run = try hand.onWindow(("inset.bottom", "335")).run()
    #expect(run.summary().finalTarget == "bottomLeft")
    // The centre of a lower corner: 844 − 335 (keyboard) − 25 (margin) − 40 (half of the window).
    #expect(run.frames.last?.position.y == Points(444))
  }

  @Test("a window that does not fit its screen is refused with a message")
  func contradiction() throws {
    let trial = HandScript().onWindow(("width", "400"))
    let error = try #require(throws: SettingError.self) { try trial.run() }
    #expect(error.description.contains("400.0 × 80.0 pt"))
  }

  @Test("with hit testing, a touch beside the window has no effect")
  func hitTest() throws {
    for (x, isMoved) in [(100.0, false), (300, true)] {
      var hand = HandScript(at: Position(x: Points(x), y: Points(745)))
      hand.wait(0.05)
      hand.move(x: -60, y: -60)
      hand.wait(0.01)
      hand.release(x: -1_200, y: -1_200)
      let run = try hand.onWindow(("hitTest", "true")).run()
      #expect(run.events.contains { $0.kind == .decision } == isMoved)
    }
  }
}
