import Quantities
import Testing
import VelocityEstimation

/// The default estimator with positions that are rounded to a grid.
@Suite("Positions on a grid") struct GridTests {
  /// The relative error of the estimate for a finger that accelerates from rest until its release.
  ///
  /// The finger moves along a slope of one quarter, and its positions are multiples of `grid`
  /// points.
  private func error(_ acceleration: Double, phase: Double, rate: Double, grid: Double) throws
    -> Double
  {
    var estimator = try Estimator.named("bayes")
    var (time, last, truth) = (phase / rate, Int64(0), Velocity.zero)
    while time < 0.12 {
      let way = acceleration * time * time / 2
      last = Int64((time * 1e6).rounded())
      let position = Position(
        x: Points((way / grid).rounded() * grid), y: Points((way / 4 / grid).rounded() * grid))
      estimator.receive(PanSample(microseconds: last, position: position))
      let speed = acceleration * time
      truth = Velocity(x: PointsPerSecond(speed), y: PointsPerSecond(speed / 4))
      time += 1 / rate
    }
    let estimate = estimator.released(atMicroseconds: last + 3_000)
    return (estimate.velocity - truth).length.value / truth.length.value
  }

  @Test(
    "constant acceleration is read from the whole motion, even if rounding makes the speed uneven",
    arguments: [120.0, 165], [1.0, 0.5])
  func accelerating(rate: Double, grid: Double) throws {
    for pace in 0..<24 {
      // A grid of whole points has the same effect as a grid of half points at half the speed.
      let acceleration = grid * (4_000 + 250 * Double(pace))
      for phase in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let off = try error(acceleration, phase: phase, rate: rate, grid: grid)
        #expect(off < 0.06, "\(acceleration) pt/s², \(phase)")
      }
    }
  }
}
