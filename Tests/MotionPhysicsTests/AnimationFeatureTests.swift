import MotionPhysics
import Quantities
import Testing

/// The rows of the feature table about animations, decays and bands.
@Suite("Feature table: animations")
struct AnimationFeatureTests {
  static let frame = Seconds(1.0 / 60)

  static func running(_ setUp: (inout SpringAnimation<Double>) -> Void = { _ in })
    -> SpringAnimation<Double>
  {
    var animation = SpringAnimation(from: 0.0, to: 100, velocity: 900, spring: .bouncy)
    setUp(&animation)
    animation.start()
    return animation
  }

  static func end(_ animation: inout SpringAnimation<Double>) -> [AnimationEvent<Double>] {
    (0..<600).compactMap { _ in animation.advance(by: frame) }
  }

  @Test("a new target keeps position and velocity")
  func retargetKeeps() {
    var animation = Self.running()
    animation.advance(by: Self.frame)
    let (value, velocity) = (animation.value, animation.velocity)
    animation.retarget(to: -50)
    #expect((animation.value - value).magnitude < 1e-12)
    #expect(animation.velocity == velocity)
  }

  @Test("a new target is reported")
  func retargetEvent() {
    var animation = Self.running()
    #expect(animation.retarget(to: 7) == .retargeted(from: 100, to: 7))
    #expect(animation.retarget(to: 7) == nil)
  }

  @Test("a spring can track a moving target, such as a finger")
  func tracking() {
    var animation = SpringAnimation(from: 0.0, to: 0, spring: .tracking)
    animation.start()
    for frame in 1...120 {
      animation.retarget(to: Double(frame) * 2)
      animation.start()
      animation.advance(by: Self.frame)
    }
    // At 120 pt/s a spring lags by 2ζ/ω times the velocity, plus one frame because of the steps.
    let lag = 120 * 2 * 0.8 / Spring.tracking.angularFrequency
    #expect((240 - animation.value - lag).magnitude < 2)
  }

  @Test("without animation, a value is at its target immediately")
  func nonAnimated() {
    var animation = Self.running { $0.isAnimated = false }
    #expect(animation.advance(by: Self.frame) == .finished(at: 100))
  }

  @Test("an animation can be paused, resumed, and stopped with or without its velocity")
  func control() {
    var animation = SpringAnimation(from: 0.0, to: 100, velocity: 900, spring: .bouncy)
    animation.start()
    animation.pause()
    animation.advance(by: Seconds(9))
    #expect(animation.value == 0)
    animation.resume()
    animation.advance(by: Seconds(0.15))
    #expect(animation.value > 0)
    animation.stop(keepingVelocity: true)
    #expect(animation.velocity != 0)
    animation.stop(keepingVelocity: false)
    #expect(animation.velocity == 0)
  }

  @Test("finished, retargeted and cancelled are each reported exactly once")
  func completion() {
    var animation = Self.running()
    #expect(animation.retarget(to: 10) != nil)
    #expect(Self.end(&animation) == [.finished(at: 10)])
    animation.start()
    #expect(animation.stop() == .cancelled(at: 10))
    #expect(animation.stop() == nil)
  }

  @Test("a decay has a rate per millisecond, a destination, and an inverse")
  func decay() {
    let velocity = Decay.normal.velocity(toGo: Points(250))
    #expect((Decay.normal.projectedDistance(velocity) - Points(250)).magnitude < Points(1e-12))
  }

  @Test("a decay can be rounded to pixels")
  func decayPixels() {
    let animation = DecayAnimation(from: 0.0, velocity: 901, pixelScale: 2)
    #expect((animation.destination * 2 - (animation.destination * 2).rounded()).magnitude < 1e-9)
  }

  @Test("a decay changes to a spring at the edge at the exact time")
  func decayToSpring() throws {
    let path = BoundedDecay(decay: .normal, spring: .smooth, edges: Points(0)...Points(100))
    let start = Decay.Motion(position: Points(0), velocity: PointsPerSecond(1_000))
    let crossing = try #require(path.crossing(from: start))
    let arrival = Decay.normal.motion(after: crossing.time, from: start)
    #expect((arrival.position - Points(100)).magnitude < Points(1e-11))
    #expect(arrival.velocity == crossing.motion.velocity)
  }

  @Test("the rubber band has an inverse")
  func rubberBand() {
    let shown = RubberBand.shown(Points(70), reach: Points(400))
    #expect(
      (RubberBand.pull(shown: shown, reach: Points(400)) - Points(70)).magnitude < Points(1e-12))
  }

  @Test("a projection takes either of the two usual forms")
  func projection() {
    let velocity = PointsPerSecond(1_000)
    #expect((Decay.normal.projectedDistance(velocity) - Points(499.49983)).magnitude < Points(1e-5))
    let discrete = Decay.normal.projectedDistanceByMilliseconds(velocity)
    #expect((discrete - Points(499)).magnitude < Points(1e-9))
  }

  @Test("a timed animation can follow a Bézier easing")
  func timed() {
    var animation = BasicAnimation(from: 0.0, to: 8, duration: Seconds(1), curve: .easeInOut)
    animation.start()
    animation.advance(by: Seconds(0.5))
    #expect((animation.value - 4).magnitude < 1e-12)
  }

  @Test("values of 1, 2, 4 and 64 components can be animated")
  func types() {
    #expect(Points.componentCount == 1)
    #expect(Position.componentCount == 2)
    #expect(Rectangle.componentCount == 4)
    #expect(SIMD64<Double>.componentCount == 64)
    var wide = SpringAnimation(
      from: SIMD64<Double>(), to: SIMD64(repeating: 5), spring: .snappy)
    wide.start()
    for _ in 0..<600 { wide.advance(by: Self.frame) }
    #expect(wide.value == SIMD64(repeating: 5))
  }

  @Test("time is an input, so nothing moves while the clock is stopped")
  func virtualClock() {
    var animation = Self.running()
    let before = animation
    animation.advance(by: .zero)
    #expect(animation.value == before.value)
    #expect(animation.velocity == before.velocity)
  }
}
