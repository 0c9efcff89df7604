import MotionPhysics
import Quantities
import Testing

@Suite("Hand-off of velocity")
struct HandOffTests {
  static let start = Position(x: Points(20), y: Points(400))
  static let end = Position(x: Points(300), y: Points(100))
  static let velocity = Velocity(x: PointsPerSecond(-700), y: PointsPerSecond(900))

  @Test("a relative velocity is velocity divided by distance, for each axis")
  func relative() {
    let relative = RelativeVelocity(Self.velocity, from: Self.start, to: Self.end)
    #expect(relative == RelativeVelocity(dx: -700.0 / 280, dy: 900.0 / -300))
  }

  @Test("an axis without distance has no relative velocity")
  func noWay() {
    let level = Position(x: Self.start.x, y: Self.end.y)
    let relative = RelativeVelocity(Self.velocity, from: Self.start, to: level)
    #expect(relative.dx == 0)
    #expect(relative.dy == -3)
  }

  @Test("a property of one dimension reads only dx, with its sign")
  func oneDimension() {
    let relative = RelativeVelocity(PointsPerSecond(-50), from: Points(0), to: Points(100))
    #expect(relative == RelativeVelocity(dx: -0.5, dy: 0))
    let vector = RelativeVelocity(dx: -0.5, dy: 12)
    #expect(vector.absolute(from: Points(0), to: Points(100)) == PointsPerSecond(-50))
  }

  @Test("converting forth and back gives the same velocity to the last bit or its neighbour")
  func roundTrip() {
    var numbers = SeededGenerator(seed: 23)
    for _ in 0..<2_000 {
      let end = Points(Double.random(in: -900...900, using: &numbers))
      let velocity = PointsPerSecond(Double.random(in: -9_000...9_000, using: &numbers))
      let relative = RelativeVelocity(velocity, from: Points(1), to: end)
      let back = relative.absolute(from: Points(1), to: end)
      #expect((back - velocity).magnitude.value <= velocity.value.ulp, "seed 23")
    }
  }

  @Test(
    "the interpolated curve equals the spring with the absolute velocity", arguments: [0.3, 1, 2])
  func sameAsAbsolute(ratio: Double) {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    let relative = RelativeVelocity(Self.velocity, from: Self.start, to: Self.end)
    let timing = SpringTiming(spring: spring, initialVelocity: relative)
    for time in stride(from: 0.0, through: 2, by: 0.05).map(Seconds.init) {
      let position = timing.position(after: time, from: Self.start, to: Self.end)
      let x = Spring.Motion(offset: Self.start.x - Self.end.x, velocity: Self.velocity.x)
      let y = Spring.Motion(offset: Self.start.y - Self.end.y, velocity: Self.velocity.y)
      let trueX = Self.end.x + spring.motion(after: time, from: x).offset
      let trueY = Self.end.y + spring.motion(after: time, from: y).offset
      #expect((position.x - trueX).magnitude < Points(1e-11))
      #expect((position.y - trueY).magnitude < Points(1e-11))
    }
  }

  @Test("a timing curve begins at 0 and ends at 1", arguments: SpringTests.ratios.dropFirst(2))
  func unitInterval(ratio: Double) throws {
    let timing = SpringTiming(
      spring: Spring(dampingRatio: ratio, response: Seconds(0.5)),
      initialVelocity: RelativeVelocity(dx: 3))
    #expect(timing.progress(atFraction: 0) == 0)
    #expect(timing.progress(atFraction: 1) == 1)
    let nearlyDone = try #require(timing.progress(atFraction: 1 - 1e-9))
    #expect((nearlyDone - 1).magnitude < 0.001 + 1e-6)
  }

  @Test(
    "with zero distance the velocity is kept, within the documented error", arguments: [0.3, 1, 2])
  func zeroDistance(ratio: Double) {
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.5))
    for velocity in [-2_000, 3, 900].map(PointsPerSecond.init) {
      for distance in [0, 1e-6, -1e-6].map(Points.init) {
        let end = Points(100)
        let plan = HandOff(from: end - distance, to: end, velocity: velocity, spring: spring)
        let timing = SpringTiming(spring: spring, initialVelocity: plan.initialVelocity)
        let swing = spring.peakDisplacement(ofVelocity: velocity)
        #expect(plan.shift <= swing * 0.001 + Points(2e-6))
        #expect(plan.initialVelocity.dx > 0, "the start is behind the end")
        let start = Spring.Motion(offset: -distance, velocity: velocity)
        for time in stride(from: 0.0, through: 2, by: 0.01).map(Seconds.init) {
          let shown = plan.start + (end - plan.start) * timing.progress(after: time).x
          let wanted = end + spring.motion(after: time, from: start).offset
          #expect((shown - wanted).magnitude <= plan.shift + Points(1e-12 * 2_000))
        }
      }
    }
  }

  @Test("with a nonzero distance, or without velocity, the target is not shifted")
  func noShift() {
    let spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))
    let plan = HandOff(
      from: Points(0), to: Points(300), velocity: PointsPerSecond(900), spring: spring)
    #expect(plan.start == .zero)
    #expect(plan.shift == .zero)
    #expect(plan.initialVelocity.dx == 3)
    let still = HandOff(from: Points(300), to: Points(300), velocity: .zero, spring: spring)
    #expect(still.start == Points(300))
  }
}
