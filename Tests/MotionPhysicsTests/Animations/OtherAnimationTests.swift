import MotionPhysics
import Quantities
import Testing

@Suite("Decay and basic animations")
struct OtherAnimationTests {
  static let frame = Seconds(1.0 / 60)
  static let edges = DecayAnimation<Double>.Edges(
    from: 0, to: 500, spring: Spring(dampingRatio: 1, response: Seconds(0.575)))

  @Test("a decay comes to rest on its destination, once")
  func decay() {
    var animation = DecayAnimation(from: 100.0, velocity: 1_000)
    let destination = 100 + Decay.normal.projectedDistance(PointsPerSecond(1_000)).value
    #expect(animation.destination == destination)
    animation.start()
    var events: [AnimationEvent<Double>] = []
    for _ in 0..<600 { animation.advance(by: Self.frame).map { events.append($0) } }
    #expect(events == [.finished(at: destination)])
  }

  @Test("a decay to a destination rests there, and a decay to pixels rests on a pixel")
  func destination() {
    let aimed = DecayAnimation(from: 12.0, to: -345)
    #expect((aimed.destination + 345).magnitude < 1e-11)
    let pixels = DecayAnimation(from: SIMD2(0.3, 5), velocity: SIMD2(777, 0), pixelScale: 3)
    let rest = pixels.destination * 3
    #expect((rest[0] - rest[0].rounded()).magnitude < 1e-9)
    #expect(pixels.destination[1] == 5)
  }

  @Test("at an edge, the spring starts at the exact time, without a jump")
  func edge() throws {
    let path = BoundedDecay(
      decay: .normal, spring: Self.edges.spring, edges: Points(0)...Points(500))
    let start = Decay.Motion(position: Points(300), velocity: PointsPerSecond(2_000))
    let crossing = try #require(path.crossing(from: start))
    #expect(
      (path.friction.motion(after: crossing.time, from: start).position - Points(500)).magnitude
        < Points(1e-10))
    let before = path.motion(after: crossing.time - Seconds(1e-9), from: start)
    let after = path.motion(after: crossing.time + Seconds(1e-9), from: start)
    #expect((after.position - before.position).magnitude < Points(1e-5))
    #expect((after.velocity - before.velocity).magnitude < PointsPerSecond(1e-3))
    #expect(path.destination(from: start) == Points(500))
  }

  @Test("a decay with edges does not depend on the frame rate")
  func edgeFrameRate() {
    var coarse = DecayAnimation(from: 300.0, velocity: 2_000, edges: Self.edges)
    var fine = coarse
    coarse.start()
    fine.start()
    for _ in 0..<120 {
      coarse.advance(by: Self.frame)
      for _ in 0..<3 { fine.advance(by: Self.frame / 3) }
      #expect((coarse.value - fine.value).magnitude < 1e-9)
    }
    #expect(coarse.value == 500)
  }

  @Test("a decay that starts beyond an edge springs back at any velocity")
  func overscrolled() {
    for velocity in [0.0, -3_000, 3_000] {
      var animation = DecayAnimation(from: -40.0, velocity: velocity, edges: Self.edges)
      #expect(animation.destination == 0)
      animation.start()
      for _ in 0..<200 { animation.advance(by: Self.frame) }
      #expect(animation.value == 0)
    }
  }

  @Test("a basic animation lasts its duration and follows its curve")
  func basic() {
    var animation = BasicAnimation(from: 10.0, to: 30, duration: Seconds(0.5), curve: .easeIn)
    animation.start()
    #expect(animation.advance(by: Seconds(0.25)) == nil)
    #expect(animation.value == 10 + 20 * CubicBezier.easeIn.progress(at: 0.5))
    #expect(animation.advance(by: Seconds(0.25)) == .finished(at: 30))
    #expect(animation.advance(by: Seconds(0.25)) == nil)
  }

  @Test("a basic animation can be scrubbed, reversed and retargeted without a jump")
  func basicTurns() {
    var animation = BasicAnimation(from: 10.0, to: 30, duration: Seconds(0.5), curve: .easeIn)
    animation.start()
    animation.fractionComplete = 0.3
    let value = animation.value
    #expect(animation.reverse() == .retargeted(from: 30, to: 10))
    #expect((animation.value - value).magnitude < 1e-12)
    #expect(animation.advance(by: Seconds(0.3 * 0.5 - 1e-9)) == nil)
    #expect(animation.advance(by: Seconds(1e-8)) == .finished(at: 10))
    animation.start()
    animation.fractionComplete = 0.5
    let middle = animation.value
    #expect(animation.retarget(to: 99) == .retargeted(from: 10, to: 99))
    #expect(animation.value == middle)
    #expect(animation.stop() == .cancelled(at: middle))
  }

  @Test("an animation with a duration of zero ends immediately, even if it starts above its target")
  func instant() {
    var animation = BasicAnimation(from: 30.0, to: -10, duration: .zero)
    animation.start()
    #expect(animation.advance(by: .zero) == .finished(at: -10))
  }
}
