import MotionPhysics
import Quantities
import Testing

@Suite("Wave engine")
struct WaveEngineTests {
  static let throwAway = Spring.Motion(offset: Points(-300), velocity: PointsPerSecond(2_000))
  static let frame = Seconds(1.0 / 60)

  static func engine(_ spring: Spring, from start: Spring.Motion = throwAway) -> WaveEngine {
    WaveEngine(spring: spring, from: start, tolerance: .standard)
  }

  @Test("one frame is one semi-implicit Euler step")
  func step() {
    // ω = 10, so k = 100 and c = 16: v = 2000 + (300·100 - 2000·16)/60, x = -300 + v/60.
    var engine = Self.engine(Spring(dampingRatio: 0.8, response: Seconds(2 * Double.pi / 10)))
    engine.advance(by: Self.frame)
    let acceleration = 300.0 * 100 - 2_000.0 * 16
    let velocity = 2_000 + acceleration / 60
    let offset = -300 + velocity / 60
    #expect((engine.motion.velocity.value - velocity).magnitude < 1e-9)
    #expect((engine.motion.offset.value - offset).magnitude < 1e-9)
  }

  @Test("damping above 60 is rubber-banded with a reach of 15")
  func dampingLimit() {
    // c = 4π·0.8/0.1 = 100.53 becomes 60 + 15 (1 - 1/(40.53·0.55/15 + 1)); k = (20π)².
    let asked = 4 * Double.pi * 0.8 / 0.1
    let limited = 60 + 15 * (1 - 1 / ((asked - 60) * 0.55 / 15 + 1))
    let start = Spring.Motion(offset: .zero, velocity: PointsPerSecond(1))
    var engine = Self.engine(Spring(dampingRatio: 0.8, response: Seconds(0.1)), from: start)
    engine.advance(by: Seconds(0.001))
    #expect((engine.motion.velocity.value - (1 - limited * 0.001)).magnitude < 1e-12)
  }

  @Test(
    "the engine jumps to the target at the end of the settling duration",
    arguments: [0.4, 0.68, 0.8])
  func ending(ratio: Double) {
    // The settling duration is −ln(10⁻⁴) / (ζω) = 9.21034 / (ζω), counted from the first frame.
    let spring = Spring(dampingRatio: ratio, response: Seconds(0.8))
    let duration = 9.210340371976183 / (ratio * 2 * Double.pi / 0.8)
    var engine = Self.engine(spring)
    var frames = 0
    while !engine.isSettled, frames < 1_000 {
      engine.advance(by: Self.frame)
      frames += 1
    }
    #expect(engine.motion == .resting)
    #expect(frames == Int((duration * 60).rounded(.up)) + 1)
  }

  @Test("at critical damping and above, the settling duration is 1.25 · 9.21034 / ω")
  func overdamped() {
    for ratio in [1, 2, 10.0] {
      var engine = Self.engine(Spring(dampingRatio: ratio, response: Seconds(0.8)))
      var frames = 0
      while !engine.isSettled, frames < 1_000 {
        engine.advance(by: Self.frame)
        frames += 1
      }
      // 1.25 · 9.21034 / (2π / 0.8) = 1.46587 s are 87.95 frames, counted from the first frame.
      #expect(frames == 89)
    }
  }

  @Test("a new target keeps position and velocity, and restarts the clock")
  func retarget() {
    let spring = Spring(dampingRatio: 0.68, response: Seconds(0.8))
    var engine = Self.engine(spring)
    for _ in 0..<60 { engine.advance(by: Self.frame) }
    let before = engine.motion
    engine.retarget(by: Points(50))
    #expect(engine.motion.velocity == before.velocity)
    #expect(engine.motion.offset == before.offset - Points(50))
    // The settling duration of 1.7248 s is 103.5 frames.
    for _ in 0..<103 { engine.advance(by: Self.frame) }
    #expect(!engine.isSettled)
    engine.advance(by: Self.frame)
    #expect(engine.isSettled)
  }

  @Test("a response of zero jumps in the first frame")
  func nonAnimated() {
    var engine = Self.engine(Spring(dampingRatio: 1, response: .zero))
    engine.advance(by: Self.frame)
    #expect(engine.motion == .resting)
    #expect(engine.isSettled)
  }

  @Test("the engine diverges at 60 Hz for a short response, but its numbers stay finite")
  func divergence() {
    var engine = Self.engine(Spring(dampingRatio: 0.1, response: Seconds(0.03)))
    var largest = 0.0
    for _ in 0..<100_000 {
      engine.advance(by: Self.frame)
      largest = max(largest, engine.motion.offset.magnitude.value)
    }
    #expect(largest > 1e30)
    #expect(largest.isFinite)
  }
}
