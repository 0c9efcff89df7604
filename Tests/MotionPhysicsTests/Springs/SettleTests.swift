import MotionPhysics
import Quantities
import Testing

@Suite("Settling")
struct SettleTests {
  /// A spring, a start and a tolerance, with the number of the case.
  struct Case: CustomTestStringConvertible, Sendable {
    var spring: Spring
    var start: Spring.Motion
    var tolerance: SettleTolerance
    var testDescription: String
  }

  static let cases = {
    var numbers = SeededGenerator(seed: 11)
    return (0..<400).map { index in
      let ratio = SpringTests.ratios.dropFirst(2).randomElement(using: &numbers) ?? 1
      return Case(
        spring: Spring(
          dampingRatio: ratio, response: Seconds(Double.random(in: 0.02...3, using: &numbers))),
        start: Spring.Motion(
          offset: Points(Double.random(in: -800...800, using: &numbers)),
          velocity: PointsPerSecond(Double.random(in: -9000...9000, using: &numbers))),
        tolerance: SettleTolerance(
          distance: Points(Double.random(in: 0.001...20, using: &numbers)),
          speed: PointsPerSecond(Double.random(in: 0.01...500, using: &numbers))),
        testDescription: "case \(index) of seed 11")
    }
  }()

  static func isInside(_ motion: Spring.Motion, _ tolerance: SettleTolerance) -> Bool {
    motion.offset.magnitude <= tolerance.distance && motion.velocity.magnitude <= tolerance.speed
  }

  @Test(
    "just before the settle time the motion is outside the tolerance, and after it always inside",
    arguments: cases)
  func lastCrossing(row: Case) throws {
    let settled = try #require(row.spring.settleTime(from: row.start, within: row.tolerance))
    let margin = settled * 1e-11 + Seconds(1e-13)
    if settled > .zero {
      let before = row.spring.motion(after: settled - margin, from: row.start)
      #expect(!Self.isInside(before, row.tolerance))
    }
    let rest = row.spring.response * (1 + row.spring.dampingRatio)
    for fraction in stride(from: 0.0, through: 3, by: 0.001) {
      let after = row.spring.motion(after: settled + margin + rest * fraction, from: row.start)
      #expect(Self.isInside(after, row.tolerance), "\(fraction) after")
    }
  }

  @Test(
    "a motion near the end of the floating-point range settles at the time computed by logarithms",
    arguments: [0.2, 0.8, 0.999, 1, 1.001, 1.5])
  func huge(ratio: Double) throws {
    for (offset, velocity) in [(1e300, 1e306), (-1e307, 1e305), (1e308, -1e308), (0, 1e300)] {
      let row = Case(
        spring: Spring(dampingRatio: ratio, response: Seconds(0.9)),
        start: Spring.Motion(offset: Points(offset), velocity: PointsPerSecond(velocity)),
        tolerance: .standard, testDescription: "")
      try lastCrossing(row: row)
    }
  }

  @Test("a motion and its mirror image settle at the same time, to the last bit", arguments: cases)
  func mirrored(row: Case) {
    let image = Spring.Motion(
      offset: .zero - row.start.offset, velocity: .zero - row.start.velocity)
    #expect(
      row.spring.settleTime(from: row.start, within: row.tolerance)
        == row.spring.settleTime(from: image, within: row.tolerance))
  }

  @Test(
    "two motions together settle when the later one settles, to the last bit",
    arguments: zip(cases, cases.dropFirst() + cases.prefix(1)))
  func together(row: Case, other: Case) {
    let starts = [
      row.start, other.start, .resting,
      Spring.Motion(offset: row.start.offset, velocity: .zero),
      Spring.Motion(offset: .zero - row.start.offset, velocity: .zero - row.start.velocity),
    ]
    for first in starts {
      for second in starts {
        let ends = [first, second].map {
          row.spring.settleTime(from: $0, within: row.tolerance) ?? Seconds(.infinity)
        }
        #expect(
          row.spring.settleTime(from: first, second, within: row.tolerance) ?? Seconds(.infinity)
            == max(ends[0], ends[1]))
      }
    }
  }

  @Test("a motion that is inside the tolerance and stays there has settled already")
  func alreadySettled() {
    let spring = Spring(dampingRatio: 0.5, response: Seconds(0.5))
    let start = Spring.Motion(offset: Points(0.01), velocity: PointsPerSecond(0.01))
    #expect(spring.settleTime(from: start, within: .standard) == .zero)
    #expect(spring.settleTime(from: .resting, within: .standard) == .zero)
  }

  @Test("without damping, only an oscillation within the tolerance settles")
  func undamped() {
    let spring = Spring(dampingRatio: 0, response: Seconds(2 * Double.pi))
    let wide = SettleTolerance(distance: Points(10), speed: PointsPerSecond(10))
    let small = Spring.Motion(offset: Points(3), velocity: PointsPerSecond(4))
    let large = Spring.Motion(offset: Points(9), velocity: PointsPerSecond(9))
    #expect(spring.settleTime(from: small, within: wide) == .zero)
    #expect(spring.settleTime(from: large, within: wide) == nil)
  }

  @Test("a tolerance of zero is met only at rest on the target", arguments: SpringTests.springs)
  func zeroTolerance(spring: Spring) {
    let exact = SettleTolerance(distance: .zero, speed: .zero)
    #expect(spring.settleTime(from: SpringTests.flick, within: exact) == nil)
    #expect(spring.settleTime(from: .resting, within: exact) == .zero)
  }

  @Test("a looser tolerance never settles later", arguments: SpringTests.springs)
  func monotone(spring: Spring) {
    var last = Double.infinity
    for distance in [0.001, 0.01, 0.1, 1, 10, 100, 1000] {
      let tolerance = SettleTolerance(
        distance: Points(distance), speed: PointsPerSecond(distance * 10))
      let time = spring.settleTime(from: SpringTests.flick, within: tolerance)?.value ?? .infinity
      #expect(time <= last)
      last = time
    }
  }

  @Test("with a tolerance equal to a peak, the motion settles at that peak or at the previous peak")
  func tolerancePeak() throws {
    let start = Spring.Motion(offset: Points(1), velocity: .zero)
    for ratio in stride(from: 0.05, through: 0.95, by: 0.01) {
      let spring = Spring(dampingRatio: ratio, response: Seconds(1))
      let peak = try #require(spring.peakOvershoot(from: start))
      let tolerance = SettleTolerance(
        distance: peak.offset.magnitude, speed: PointsPerSecond(.infinity))
      let time = try #require(spring.settleTime(from: start, within: tolerance))
      #expect(time > peak.time * 0.1 && time < peak.time * 1.01, "\(ratio)")
    }
  }

  @Test(
    "the peak beyond the target is the largest distance of the motion beyond it", arguments: cases)
  func peak(row: Case) throws {
    let side = row.start.offset.value > 0 ? -1.0 : 1
    let span = row.spring.response * (2 + 2 * row.spring.dampingRatio)
    let farthest =
      stride(from: 0.0, through: 1, by: 0.0005)
      .map { row.spring.motion(after: span * $0, from: row.start).offset.value * side }
      .max() ?? 0
    if let peak = row.spring.peakOvershoot(from: row.start) {
      let there = row.spring.motion(after: peak.time, from: row.start)
      let scale = SpringReferenceTests.amplitude(row.spring, row.start)
      #expect(peak.offset.value * side >= farthest - 1e-12 * scale)
      #expect((there.offset - peak.offset).magnitude.value <= 1e-12 * scale)
      #expect(
        there.velocity.magnitude.value
          <= 1e-9 * scale * row.spring.angularFrequency * (1 + row.spring.dampingRatio))
    } else {
      #expect(farthest <= 0)
    }
  }
}
