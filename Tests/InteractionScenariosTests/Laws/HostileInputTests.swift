import FrameLogs
import InteractionScenarios
import Quantities
import SequenceLaws
import Testing
import TouchInput

/// Input that no finger produces must give finite frames.
@Suite("Hostile input")
struct HostileInputTests {
  @Test(
    "a single detent, equal detents and extreme detents give finite frames",
    arguments: [
      "only:300", "a:300,b:300", "zero:0", "zero:0,sky:1000%", "high:100000", "a:0,b:0,c:0",
    ], ["true", "false"])
  func detents(text: String, isDismissible: String) throws {
    for seed in 0..<UInt64(max(10, Trial.sequences / 5)) {
      var trial = try Trial.random("sheet", seed: seed)
      trial.settings += [("detents", text), ("dismissible", isDismissible)]
      let run = try trial.run()
      #expect(run.ending != .timeLimit, "\(trial)")
      #expect(run.frames.allSatisfy { $0.position.isFinite && $0.progress.isFinite }, "\(trial)")
    }
  }
}
