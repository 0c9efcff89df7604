import Quantities
import Testing

@testable import Surfaces

@Suite("Motion through the positions of frames")
struct SampledTrajectoryTests {
  @Test("just before the last frame, the motion is at the position of that frame")
  func beforeLast() {
    var random = SeededGenerator(seed: 1)
    var rounded = 0
    for count in 2...400 {
      let trajectory = SampledTrajectory(
        begin: .zero, start: .zero, first: Seconds(Double(random.next() % 4_000) / 1_000),
        interval: Seconds(1 / 60.0),
        positions: (0..<count).map { Position(x: Points(Double($0)), y: .zero) })
      let time = Seconds(trajectory.last.value.nextDown)
      let quotient = (time - trajectory.first) / trajectory.interval
      rounded += quotient == Double(count - 1) ? 1 : 0
      let (position, velocity) = trajectory.state(at: time)
      #expect((position - trajectory.end).length < Points(1e-9), "\(trajectory)")
      #expect((velocity.x - PointsPerSecond(60)).magnitude < PointsPerSecond(1e-9))
    }
    // Only where the quotient rounds up to the index of the last frame, an index could be past the end.
    #expect(rounded > 10)
  }
}
