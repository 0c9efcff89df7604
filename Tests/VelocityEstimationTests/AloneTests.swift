import Testing
import VelocityEstimation

@Suite("Velocity estimation on its own")
struct AloneTests {
  /// Uses positions, times and a velocity, and imports only the estimators.
  @Test("a finger that moves 5 pt every 10 ms has a velocity of 500 pt/s")
  func threeLines() throws {
    var estimator = try Estimator.named("bayes")
    for step in 0...10 {
      estimator.receive(
        PanSample(
          microseconds: Int64(step) * 10_000,
          position: Position(x: Points(Double(step) * 5), y: .zero)))
    }
    let velocity = estimator.released(atMicroseconds: 100_000).velocity
    #expect((velocity.x - PointsPerSecond(500)).magnitude < PointsPerSecond(1))
    #expect(velocity.y.magnitude < PointsPerSecond(1))
  }
}
