import FrameLogs
import InteractionScenarios
import Quantities
import Testing

/// Where a window goes that a magnet has, or had; each of these was found by a law first.
///
/// The centre of the magnet is at 195, 712 pt; the lower corners are at 745 pt.
@Suite("Windows let go by a magnet")
struct WindowReleaseTests {
  @Test(
    "thrown fast enough it waits at the side at which it is aimed, whatever is nearer",
    arguments: ["nearest", "quadrant"])
  func aimed(choice: String) throws {
    for (vx, side) in [(1_300.0, "stashedRight"), (-1_300, "stashedLeft")] {
      // A tenth of a second ahead is 130 pt, and the middle of the screen is 195 pt away.
      var trial = try WindowTrial([
        ("stash", "true"), ("stash.speed", "1200"), ("release.projection", "0.1"),
        ("release.choice", choice), ("release.flick", "0"), ("limits", "free"),
        ("start", vx > 0 ? "topLeft" : "topRight"),
      ])
      trial.throwFrom(vx > 0 ? -80 : 80, 0, vx: vx)
      #expect(trial.decisions.last?.text("target") == side, "\(vx) pt/s")
      #expect(trial.decisions.last?.text("reason") == "stash")
    }
  }
}
