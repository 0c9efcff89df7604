import Quantities
import Testing

@testable import VelocityEstimation

@Suite("The Bayesian estimator") struct BayesianTests {
  /// A scan: the time in seconds, and the position in points.
  typealias Scan = (time: Double, x: Double, y: Double)

  /// A steady motion of 0.35 s at `rate`, with noise of half a point along each axis.
  ///
  /// A filter keeps `correlation` of the noise of the previous scan.
  private func steady(
    _ velocity: (x: Double, y: Double), rate: Double = 120, correlation: Double = 0,
    seed: UInt64 = 1
  ) -> [Scan] {
    var random = SeededGenerator(seed: seed)
    var (noiseX, noiseY) = (0.0, 0.0)
    let new = 0.5 * (1 - correlation * correlation).squareRoot()
    return (0..<Int(0.35 * rate)).map { index in
      let time = Double(index) / rate
      noiseX = correlation * noiseX + new * random.normal()
      noiseY = correlation * noiseY + new * random.normal()
      return (time, velocity.x * time + noiseX, velocity.y * time + noiseY)
    }
  }

  /// The estimate at a release one period after the last of `scans`.
  private func release(_ scans: [Scan], after silence: Double = 0.004) throws -> VelocityEstimate {
    var estimator = try Estimator.named("bayes")
    for scan in scans {
      estimator.receive(
        PanSample(
          microseconds: Int64(scan.time * 1e6),
          position: Position(x: Points(scan.x), y: Points(scan.y))))
    }
    return estimator.released(atMicroseconds: Int64(((scans.last?.time ?? 0) + silence) * 1e6))
  }

  /// The reports of a device that scans every 7.5 ms and is polled every 8 ms: the newest scan at
  /// each poll.
  private func polled(_ scans: [Scan]) -> [Scan] {
    (0..<40).compactMap { poll in
      let time = Double(poll) * 0.008
      return scans.last { $0.time <= time }.map { (time, $0.x, $0.y) }
    }
  }

  @Test(
    "slow polling, which merges scans, does not change the velocity, whichever report is last")
  func polls() throws {
    let reports = polled(steady((1_200, -600), rate: 1 / 0.0075))
    for count in 20...40 {
      let estimate = try release(Array(reports.prefix(count)))
      #expect((estimate.velocity.x.value / 1_200 - 1).magnitude < 0.12, "\(count): \(estimate)")
    }
  }

  @Test("duplicate scans do not change the estimate")
  func twice() throws {
    for seed in 1...20 {
      let scans = steady((300, 500), rate: 60, seed: UInt64(seed))
      let doubled = scans.flatMap { [$0, ($0.time + 1 / 120.0, $0.x, $0.y)] }
      let (once, twice) = (try release(scans), try release(doubled))
      #expect((once.velocity - twice.velocity).length.value < 0.001, "\(seed): \(once), \(twice)")
    }
  }

  @Test("noise that a filter has smoothed does not count as motion")
  func filtered() throws {
    var misread = 0
    for seed in 1...40 {
      let scans = steady((40, -80), rate: 240, correlation: 0.7, seed: UInt64(seed))
      let off = try release(scans).velocity - Velocity(40, -80)
      if off.length.value > 35 { misread += 1 }
    }
    #expect(misread == 0)
  }

  @Test(
    "the 95 % ellipse contains the velocity of most steady motions, and is no larger than needed"
  )
  func ellipse() throws {
    var (inside, small) = (0, 0)
    for seed in 1...100 {
      let estimate = try release(steady((800, 300), seed: UInt64(seed)))
      let covariance = try #require(estimate.covariance)
      let off = estimate.velocity - Velocity(800, 300)
      let along = estimate.velocity.dot(off) / estimate.velocity.length.value
      let error = covariance.error(along: estimate.velocity).value
      if along.magnitude < 2 * error { inside += 1 }
      if error < 20 { small += 1 }
    }
    #expect(inside >= 90)
    #expect(small >= 80)
  }

  /// A regression test: because of the error along the axis without motion, the finger once counted
  /// as resting.
  @Test("a finger that reverses along one axis counts as moving")
  func oneAxis() throws {
    let there = steady((-1_500, 0)).map { ($0.time, $0.x, 0.0) }
    let last = try #require(there.last)
    let back = steady((800, 0), seed: 2).dropFirst().prefix(8).map {
      (last.0 + $0.time, last.1 + $0.x, 0.0)
    }
    let estimate = try release(there + back)
    #expect((estimate.velocity.x.value / 800 - 1).magnitude < 0.2, "\(estimate)")
    #expect(estimate.velocity.y == .zero && estimate.covariance?.yy == 0)
  }

  @Test("a finger that has stopped is at rest, with a small error")
  func rest() throws {
    for rate in [60.0, 120, 240] {
      let moving = steady((900, 0), rate: rate)
      var random = SeededGenerator(seed: 3)
      let last = try #require(moving.last)
      let still = (1...Int(0.1 * rate)).map { index in
        (
          last.time + Double(index) / rate, last.x + 0.5 * random.normal(),
          last.y + 0.5 * random.normal()
        )
      }
      let estimate = try release(moving + still)
      #expect(estimate.reason == .stopped && estimate.velocity == .zero, "\(rate)")
      #expect((estimate.restProbability ?? 0) > 0.5, "\(rate)")
    }
  }

  @Test("a finger whose tip rolls off at the lift keeps most of its velocity")
  func roll() throws {
    let moving = steady((1_500, 0))
    let last = try #require(moving.last)
    let rolled = (1...2).map { (last.time + Double($0) / 120, last.x + 2 * Double($0), last.y) }
    let estimate = try release(moving + rolled)
    #expect(estimate.reason == .hookRejected)
    // The finger may also have slowed down, so the error is large.
    #expect((estimate.velocity.x.value - 1_500).magnitude < 400)
    #expect((estimate.rollProbability ?? 0) > 0.5)
  }

  @Test("the fast logarithm is accurate to 1e-7")
  func logarithm() {
    for exponent in stride(from: -300.0, through: 300, by: 0.37) {
      let x = exponential(exponent)
      #expect((briefLogarithm(x) - naturalLogarithm(x)).magnitude < 1.5e-7)
    }
  }
}
