import MotionPhysics
import Quantities
import Testing

/// One test for each row of the feature table of spring libraries.
///
/// Other suites test the details.
@Suite("Feature table: springs")
struct SpringFeatureTests {
  static let start = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(900))
  static let frame = Seconds(1.0 / 60)

  @Test("a spring can be created from stiffness, damping and mass")
  func physicalParameters() throws {
    #expect(try Spring(mass: 1, stiffness: 100, damping: 10) == .layerDefault)
  }

  @Test("a spring can be created from response and damping ratio")
  func designParameters() {
    let spring = Spring(dampingRatio: 0.5, response: Seconds(2 * Double.pi / 10))
    #expect((spring.stiffness() - 100).magnitude < 1e-12)
  }

  @Test("a spring can be created from duration and bounce; a negative bounce is overdamped")
  func durationAndBounce() throws {
    #expect(try Spring(duration: Seconds(1), bounce: -0.5).dampingRatio == 2)
  }

  @Test("a spring can be created from settling duration and damping ratio")
  func settlingDuration() throws {
    let spring = try Spring(settlingDuration: Seconds(1), dampingRatio: 0.7)
    let end = SettleTolerance(distance: Points(0.3), speed: PointsPerSecond(.infinity))
    let rest = Spring.Motion(offset: Points(300), velocity: .zero)
    let time = try #require(spring.settleTime(from: rest, within: end))
    #expect((time - Seconds(1)).magnitude < Seconds(1e-10))
  }

  @Test("underdamped and critically damped springs are exact", arguments: [0.3, 1])
  func exact(ratio: Double) { matchesNumericalSolution(ratio) }

  @Test("overdamped springs are exact, without numerical cancellation", arguments: [1.5, 4, 15])
  func overdampedExact(ratio: Double) { matchesNumericalSolution(ratio) }

  private func matchesNumericalSolution(_ ratio: Double) {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    let (x, v) = NumericalSolutionTests.solution(spring, from: Self.start, after: 0.2)
    let motion = spring.motion(after: Seconds(0.2), from: Self.start)
    #expect((motion.offset.value - x).magnitude < 1e-6)
    #expect((motion.velocity.value - v).magnitude < 1e-5)
  }

  @Test("the motion is continuous near critical damping")
  func nearCritical() {
    let motions = [Double(1).nextDown, 1, Double(1).nextUp].map {
      Spring(dampingRatio: $0, response: Seconds(0.5)).motion(after: Seconds(0.1), from: Self.start)
    }
    #expect((motions[0].offset - motions[1].offset).magnitude < Points(1e-11))
    #expect((motions[2].offset - motions[1].offset).magnitude < Points(1e-11))
  }

  @Test("zero damping, zero response and values that are not finite have defined results")
  func defined() {
    let endless = Spring(dampingRatio: 0, response: Seconds(1))
    #expect(endless.settleTime(from: Self.start, within: .standard) == nil)
    #expect(throws: SpringError.self) { try Spring(mass: 1, stiffness: 0, damping: 1) }
    #expect(throws: SpringError.self) { try Spring(mass: 1, stiffness: .nan, damping: 1) }
  }

  @Test("the motion at any time is computed in closed form, without the frames before it")
  func seek() {
    let late = Spring.bouncy.motion(after: Seconds(0.4), from: Self.start)
    let early = Spring.bouncy.motion(after: Seconds(0.1), from: Self.start)
    let on = Spring.bouncy.motion(after: Seconds(0.3), from: early)
    #expect((late.offset - on.offset).magnitude < Points(1e-10))
  }

  @Test("frames of different lengths give the exact motion")
  func variableIntervals() {
    let whole = Spring.bouncy.motion(after: Seconds(0.5), from: Self.start)
    let parts = [1.0 / 60, 1.0 / 120, 0.3, 0.175].reduce(Self.start) {
      Spring.bouncy.motion(after: Seconds($1), from: $0)
    }
    #expect((whole.offset - parts.offset).magnitude < Points(1e-10))
  }

  @Test("a velocity can be read, set, and divided by the distance")
  func velocity() {
    let relative = RelativeVelocity(PointsPerSecond(500), from: Points(0), to: Points(250))
    #expect(relative.dx == 2)
    let motion = Spring.smooth.motion(after: .zero, from: Self.start)
    #expect(motion.velocity == PointsPerSecond(900))
  }

  @Test("a spring settles for each axis by distance and speed, or by energy")
  func settleRule() {
    let rest = Spring.Motion(offset: Points(3), velocity: PointsPerSecond(4))
    #expect(Spring.layerDefault.energy(of: rest) == (16 + 900) / 2)
    let loose = SettleTolerance(distance: Points(5), speed: PointsPerSecond(50))
    #expect(Spring.layerDefault.settleTime(from: rest, within: loose) == .zero)
  }

  @Test("the settle time is predicted exactly")
  func settlePrediction() throws {
    let time = try #require(Spring.bouncy.settleTime(from: Self.start, within: .standard))
    let before = Spring.bouncy.motion(after: time - Seconds(1e-9), from: Self.start)
    #expect(!SettleTests.isInside(before, .standard))
    let frame = Spring.bouncy.settleFrame(from: Self.start, within: .standard, every: Self.frame)
    #expect(frame == Int((time / Self.frame).rounded(.up)))
  }

  @Test("keyframes and curves can be exported")
  func export() {
    let curve = SpringCurve(spring: .bouncy, from: Points(0), to: Points(1))
    #expect(curve?.cssLinear()?.hasPrefix("linear(0, ") == true)
  }

  @Test("many components can be moved at once")
  func manyComponents() {
    var batch = SpringBatch(repeating: Self.start, count: 100)
    batch.advance(by: Spring.bouncy.step(of: Self.frame))
    #expect(batch[99] == Spring.bouncy.motion(after: Self.frame, from: Self.start))
  }
}
