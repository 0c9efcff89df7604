import MotionPhysics
import Quantities
import Testing

@Suite("Spring")
struct SpringTests {
  /// Every regime, the boundaries between them, and typical springs of touch interfaces.
  static let ratios = [
    0, 1e-9, 0.05, 0.2, 0.68, 0.8, 0.99, 1 - 1e-9, 1, 1 + 1e-9, 1.01, 1.5, 3, 20,
  ]
  static let springs = ratios.flatMap { ratio in
    [0.02, 0.15, 0.4, 1, 3].map { Spring(dampingRatio: ratio, response: Seconds($0)) }
  }
  static let flick = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(2_500))

  /// The error bound of this suite: 1e-12 of the amplitude, in points and points per second.
  static func expectEqual(
    _ left: Spring.Motion, _ right: Spring.Motion, _ spring: Spring, from start: Spring.Motion,
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bound = 1e-12 * SpringReferenceTests.amplitude(spring, start)
    #expect(
      (left.offset - right.offset).magnitude.value <= bound, comment,
      sourceLocation: sourceLocation)
    #expect(
      (left.velocity - right.velocity).magnitude.value <= bound * spring.angularFrequency, comment,
      sourceLocation: sourceLocation)
  }

  @Test("at time zero, a spring has exactly its initial state", arguments: springs)
  func startsAsTold(spring: Spring) {
    #expect(spring.motion(after: .zero, from: Self.flick) == Self.flick)
  }

  @Test("the velocity is the derivative of the position", arguments: springs)
  func velocityIsSlope(spring: Spring) {
    let step = spring.response * 1e-5
    for fraction in stride(from: 0.05, through: 4, by: 0.05) {
      let time = spring.response * fraction
      let before = spring.motion(after: time - step, from: Self.flick)
      let here = spring.motion(after: time, from: Self.flick)
      let after = spring.motion(after: time + step, from: Self.flick)
      let slope = (after.offset - before.offset) / (step * 2)
      let scale =
        SpringReferenceTests.amplitude(spring, Self.flick) * spring.angularFrequency
        * (1 + spring.dampingRatio) * (1 + spring.dampingRatio)
      #expect((slope - here.velocity).magnitude.value < 1e-8 * scale, "at \(time.value) s")
    }
  }

  @Test("the derivative of the velocity follows from stiffness and damping", arguments: springs)
  func forceIsSlopeOfVelocity(spring: Spring) {
    let omega = spring.angularFrequency
    let step = spring.response * 1e-5
    for fraction in stride(from: 0.05, through: 4, by: 0.05) {
      let time = spring.response * fraction
      let before = spring.motion(after: time - step, from: Self.flick)
      let here = spring.motion(after: time, from: Self.flick)
      let after = spring.motion(after: time + step, from: Self.flick)
      let slope = (after.velocity.value - before.velocity.value) / (step.value * 2)
      let force =
        -omega * omega * here.offset.value
        - 2 * spring.dampingRatio * omega * here.velocity.value
      let damping = 1 + spring.dampingRatio
      let scale =
        SpringReferenceTests.amplitude(spring, Self.flick) * omega * omega * damping * damping
        * damping
      #expect((slope - force).magnitude < 1e-7 * scale, "at \(time.value) s")
    }
  }

  @Test("splitting time into frames does not change the motion of a spring", arguments: springs)
  func framesDoNotMatter(spring: Spring) {
    for duration in [0.5, 2, 10] {
      let whole = spring.motion(after: Seconds(duration), from: Self.flick)
      for rate in [60.0, 90, 120, 240] {
        let step = spring.step(of: Seconds(1 / rate))
        let motion = (0..<Int(duration * rate)).reduce(Self.flick) { motion, _ in
          step.applied(to: motion)
        }
        Self.expectEqual(motion, whole, spring, from: Self.flick, "\(duration) s at \(rate) Hz")
      }
    }
  }

  @Test("uneven frames do not change the motion of a spring", arguments: springs)
  func jitterDoesNotMatter(spring: Spring) {
    var numbers = SeededGenerator(seed: 5)
    var elapsed = Seconds.zero
    var motion = Self.flick
    for frame in 0..<600 {
      // Multiples of 2⁻²⁰ s, whose sum is exact; at ω = 314 rad/s rounding errors would be visible.
      let interval = Seconds(Double(Int.random(in: 0...30_000, using: &numbers)) * 0x1p-20)
      motion = spring.motion(after: interval, from: motion)
      elapsed += interval
      let whole = spring.motion(after: elapsed, from: Self.flick)
      Self.expectEqual(motion, whole, spring, from: Self.flick, "frame \(frame), seed 5")
    }
  }

  @Test(
    "a spring at half the speed is at the same position after twice the time", arguments: springs)
  func slowness(spring: Spring) {
    let slow = Spring(dampingRatio: spring.dampingRatio, response: spring.response * 2)
    let start = Spring.Motion(offset: Points(100), velocity: .zero)
    for time in stride(from: 0.0, through: 1, by: 0.1).map(Seconds.init) {
      let fast = spring.motion(after: time, from: start)
      let late = slow.motion(after: time * 2, from: start)
      #expect((fast.offset - late.offset).magnitude < Points(1e-10), "at \(time.value) s")
    }
  }

  @Test(
    "mirroring or scaling the start does the same to the motion, to the last bit",
    arguments: springs)
  func mirrorAndScale(spring: Spring) {
    let scaled = Spring.Motion(offset: Self.flick.offset * -8, velocity: Self.flick.velocity * -8)
    for time in stride(from: 0.0, through: 2, by: 0.05).map(Seconds.init) {
      let motion = spring.motion(after: time, from: Self.flick)
      let large = spring.motion(after: time, from: scaled)
      #expect(large == .init(offset: motion.offset * -8, velocity: motion.velocity * -8))
    }
  }

  @Test("the sum of two motions is the motion of the summed starts", arguments: springs)
  func superposition(spring: Spring) {
    let one = Spring.Motion(offset: Points(120), velocity: PointsPerSecond(-900))
    let sum = Spring.Motion(
      offset: one.offset + Self.flick.offset, velocity: one.velocity + Self.flick.velocity)
    for time in stride(from: 0.0, through: 2, by: 0.05).map(Seconds.init) {
      let left = spring.motion(after: time, from: one)
      let right = spring.motion(after: time, from: Self.flick)
      let both = Spring.Motion(
        offset: left.offset + right.offset, velocity: left.velocity + right.velocity)
      let whole = spring.motion(after: time, from: sum)
      Self.expectEqual(whole, both, spring, from: Self.flick, "at \(time.value) s")
    }
  }

  @Test("without damping, reversing time leads back to the start")
  func reversal() {
    let spring = Spring(dampingRatio: 0, response: Seconds(0.4))
    for time in stride(from: 0.0, through: 5, by: 0.13).map(Seconds.init) {
      var motion = spring.motion(after: time, from: Self.flick)
      motion.velocity = -motion.velocity
      motion = spring.motion(after: time, from: motion)
      motion.velocity = -motion.velocity
      Self.expectEqual(motion, Self.flick, spring, from: Self.flick, "\(time.value) s and back")
    }
  }

  @Test("energy never grows", arguments: springs)
  func energy(spring: Spring) {
    func energy(_ motion: Spring.Motion) -> Double {
      let swing = motion.velocity.value / spring.angularFrequency
      return motion.offset.value * motion.offset.value + swing * swing
    }
    let start = energy(Self.flick)
    var last = start
    for time in stride(from: 0.0, through: 3, by: 0.01).map(Seconds.init) {
      let now = energy(spring.motion(after: time, from: Self.flick))
      #expect(now <= last + 2e-12 * start, "at \(time.value) s")
      last = now
    }
  }

  @Test("critical damping is continuous with both sides", arguments: [0.02, 0.4, 3])
  func continuity(response: Double) {
    let critical = Spring(dampingRatio: 1, response: Seconds(response))
    for side in [1 - 1e-9, 1 - 1e-12, 1.nextDown, 1.nextUp, 1 + 1e-12, 1 + 1e-9] {
      let near = Spring(dampingRatio: side, response: Seconds(response))
      for fraction in stride(from: 0.0, through: 6, by: 0.05) {
        let time = Seconds(response * fraction)
        let one = near.motion(after: time, from: Self.flick)
        let other = critical.motion(after: time, from: Self.flick)
        // The true difference is up to about the difference of the ratios times (ωt)² e^(-ωt).
        let amplitude = SpringReferenceTests.amplitude(critical, Self.flick)
        let bound = amplitude * ((side - 1).magnitude * 2 + 1e-12)
        #expect((one.offset - other.offset).magnitude.value <= bound, "\(side) at \(time.value) s")
      }
    }
  }

  @Test("a response of zero is at its target after any time")
  func nonAnimated() {
    let spring = Spring(dampingRatio: 0.8, response: .zero)
    #expect(spring.motion(after: .zero, from: Self.flick) == Self.flick)
    #expect(spring.motion(after: Seconds(1e-300), from: Self.flick) == .resting)
    #expect(spring.settleTime(from: Self.flick, within: .standard) == .zero)
    #expect(spring.peakOvershoot(from: Self.flick) == nil)
  }
}
