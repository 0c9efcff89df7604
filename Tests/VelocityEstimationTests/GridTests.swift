import Quantities
import Testing
import VelocityEstimation

/// What the default estimator makes of places that are counted on a grid.
@Suite("Places on a grid") struct GridTests {
  /// How far the estimate is off, over the speed, where a hand has sped up from rest along a slope of a
  /// quarter until it is let go, and places are whole numbers of `grid` points.
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
    "a hand that speeds up evenly is read from all of its way, however even rounding makes that",
    arguments: [120.0, 165], [1.0, 0.5])
  func accelerating(rate: Double, grid: Double) throws {
    for pace in 0..<24 {
      // Whole points are as rough as half points for a hand that is half as fast.
      let acceleration = grid * (4_000 + 250 * Double(pace))
      for phase in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let off = try error(acceleration, phase: phase, rate: rate, grid: grid)
        #expect(off < 0.06, "\(acceleration) pt/s², \(phase)")
      }
    }
  }
}
