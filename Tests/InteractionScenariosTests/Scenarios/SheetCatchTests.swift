import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Touches on a moving sheet, with the settings that vaul and Zag have.
@Suite("Catches of sheets")
struct SheetCatchTests {
  /// A flick up from the half detent, and a drag by 50 pt that begins `pause` seconds later.
  ///
  /// Returns the positions of the sheet just before the drag and at its end, and the run.
  private static func dragged(
    after pause: Double, _ settings: (String, String)...
  ) throws -> (before: Double, after: Double, run: Run) {
    var hand = SheetTests.flickUp()
    hand.wait(pause)
    hand.down()
    hand.wait(0.01)
    hand.move(y: 50)
    hand.wait(0.05)
    hand.release()
    let all =
      [
        ("start", "half"), ("release.dismissal", "candidate"), ("tracking.response", "0"),
      ] + settings
    let trial = Trial(
      scenario: SheetScenario.self, settings: all.map { (key: $0.0, value: $0.1) },
      events: hand.events)
    let run = try trial.run(1_000)
    func y(at time: Double) -> Double {
      run.frames.last { $0.time <= Seconds(time + 1e-9) }?.position.y.value ?? .nan
    }
    let down = 0.075 + pause
    return (y(at: down + 0.009), y(at: down + 0.05), run)
  }

  @Test("a drag from the target counts from there, and the sheet jumps")
  func target() throws {
    let full = 844 * 0.08
    let jump = try Self.dragged(after: 0.1, ("catch", "dragFromTarget"))
    #expect(jump.before > full + 60)
    #expect((jump.after - (full + 50)).magnitude < 1e-6)
    let usual = try Self.dragged(after: 0.1)
    #expect((usual.after - usual.before - 50).magnitude < 1e-6)
  }

  @Test("for a time after a release to the top, a touch does not drag the sheet, but later it does")
  func pause() throws {
    func catches(after pause: Double) throws -> Bool {
      let run = try Self.dragged(
        after: pause, ("catch", "drag"), ("catch.pause", "0.5")
      ).run
      return run.events.filter { $0.kind == .decision }.count == 2
    }
    #expect(try !catches(after: 0.1))
    #expect(try !catches(after: 0.48))
    #expect(try catches(after: 0.5))
  }
}
