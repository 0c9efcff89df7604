import FrameLogs
import InteractionScenarios
import SyntheticHands
import Testing

@Suite("Runs at different frame rates")
struct FrameRateComparisonTests {
  private func rows(_ gesture: SyntheticGesture, _ rate: Double) throws -> RunRows {
    var request = ReplayRequest(scenario: "sheet")
    request.rate = FrameRate(framesPerSecond: rate)
    return RunRows(try request.run(of: try gesture.recording(SyntheticGesture.Options())))
  }

  @Test(
    "runs at two frame rates differ by at most the movement between two frames",
    arguments: [90.0, 120, 240])
  func rates(fast: Double) throws {
    for gesture in allGestures {
      let (slow, quick) = (try rows(gesture, 60), try rows(gesture, fast))
      let positions = quick.frames.map { LogValue.fields($0)["y"]?.asNumber ?? 0 }
      let step = zip(positions, positions.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
      for (expected, rate, actual, other) in [(slow, 60.0, quick, fast), (quick, fast, slow, 60)] {
        let compared = RunComparison(
          expected: expected, at: FrameRate(framesPerSecond: rate), actual: actual,
          at: FrameRate(framesPerSecond: other))
        let found = compared.difference
        // Each frame at 60 Hz has the time of a frame at a multiple of 60 Hz, so nothing is interpolated.
        if fast != 90 {
          #expect((found?.kind ?? .withinTolerance) == .withinTolerance, "\(gesture)")
        }
        let apart = found?.greatest.first { $0.key == "y" }?.value.asNumber ?? 0
        #expect(apart <= step, "\(gesture)")
      }
    }
  }
}
