import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing

/// Releases of windows that a magnet holds or held; a law found each of the tested defects.
///
/// The centre of the magnet is at (195, 712) pt; the lower corners are at 745 pt.
@Suite("Windows released by a magnet")
struct WindowReleaseTests {
  @Test("a flick on the magnet starts from the window's position, not from the finger's")
  func flickOnTheMagnet() throws {
    var trial = try WindowMagnetTests.trial([
      ("vetoesDismissal", "true"), ("tracking.response", "0"),
    ])
    trial.down()
    trial.drag(0, 0)
    WindowMagnetTests.hold(&trial, at: -60)
    trial.wait(0.5)
    #expect(trial.isStuck && (trial.frame.position - WindowMagnetTests.centre).length < Points(0.1))
    trial.release(vy: -400)
    // The flick points upwards from 712 pt, so the target is not a lower corner at 745 pt.
    #expect(trial.decisions.last?.text("reason") == "dismissVetoed")
    #expect(trial.frame.target.y < WindowMagnetTests.centre.y)
  }

  @Test(
    "after a refused dismissal, the rule ignores the magnet and stashes a window off the screen")
  func refusedOffTheScreen() throws {
    for vx in [0.0, 1] {
      var trial = try WindowTrial([
        ("dismiss", "true"), ("dismiss.throw", "android"), ("dismiss.point", "touch"),
        ("vetoesDismissal", "true"), ("stash", "true"), ("start", "topRight"), ("limits", "free"),
      ])
      trial.down(at: Position(x: Points(150), y: Points(835)))
      trial.drag(0, 0)
      // The centre of the window is at 395 pt, off the screen; the finger is 131 pt from the magnet.
      trial.drag(90, 0)
      #expect(!trial.isStuck)
      trial.release(vx: vx)
      #expect(trial.decisions.last?.text("target") == "stashedRight", "\(vx) pt/s")
      trial.settle()
      #expect(trial.frame.phase == .stashed)
    }
  }

  @Test(
    "a window thrown fast enough is stashed at the side of the throw, even if that side is farther",
    arguments: ["nearest", "quadrant"])
  func aimed(choice: String) throws {
    for (vx, side) in [(1_300.0, "stashedRight"), (-1_300, "stashedLeft")] {
      // The projection of 0.1 s adds 130 pt, but the middle of the screen is 195 pt away, so the
      // projection alone would pick the other side.
      var settings = [
        ("stash", "true"), ("stash.speed", "1200"), ("release.projection", "0.1"),
        ("release.choice", choice), ("limits", "free"),
        ("start", vx > 0 ? "topLeft" : "topRight"),
      ]
      // The rule `quadrant` has no flick speed.
      if choice == "nearest" { settings.append(("release.flick", "0")) }
      var trial = try WindowTrial(settings)
      trial.throwFrom(vx > 0 ? -80 : 80, 0, vx: vx)
      #expect(trial.decisions.last?.text("target") == side, "\(vx) pt/s")
      #expect(trial.decisions.last?.text("reason") == "stash")
    }
  }

  @Test("if the magnet is removed during a drag, the window returns to the finger without a jump")
  func takenAway() throws {
    var trial = try WindowMagnetTests.trial([("tracking.response", "0")])
    trial.down()
    trial.drag(0, 0)
    WindowMagnetTests.hold(&trial, at: 60)
    trial.wait(0.3)
    try trial.change("dismiss", "false")
    #expect(!trial.isStuck && trial.eventLog.events.last?.kind == .unstuck)
    let start = trial.frame
    WindowMagnetTests.hold(&trial, at: 200)
    // The window does not jump; half a second later it follows the finger again.
    #expect(trial.frame.position == start.position)
    trial.wait(0.5)
    #expect((trial.y - 512).magnitude < 0.01)
    WindowMagnetTests.hold(&trial, at: 300)
    #expect(trial.y == 412)
  }
}
