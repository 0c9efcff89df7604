import MotionPhysics
import Quantities
import Testing

@Suite("Keyframes")
struct KeyframesTests {
  static let interval = Seconds(1.0 / 60)

  /// Expects that the keys of an animation begin at its current value, end at rest, and equal the
  /// values of a run.
  static func expectLaws<Animation: KeyframedAnimation>(
    _ animation: Animation, end: Animation.Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let keys = try #require(animation.keyframes(every: interval), sourceLocation: sourceLocation)
    #expect(keys.values.first == animation.value, sourceLocation: sourceLocation)
    #expect(keys.values.last == end, sourceLocation: sourceLocation)
    #expect(keys.velocities.last == .zero, sourceLocation: sourceLocation)
    #expect(keys.keyTimes.first == 0 && keys.keyTimes.last == 1, sourceLocation: sourceLocation)
    #expect(keys.values.count == keys.keyTimes.count, sourceLocation: sourceLocation)
    #expect(keys.values.count == keys.velocities.count, sourceLocation: sourceLocation)
    #expect(
      zip(keys.keyTimes, keys.keyTimes.dropFirst()).allSatisfy(<), sourceLocation: sourceLocation)
    let frames = Double(keys.values.count - 1)
    #expect(keys.duration == interval * frames, sourceLocation: sourceLocation)
    // Key k equals the state after a single step of k frames, even if the animation is paused.
    for index in stride(from: 0, to: keys.values.count - 1, by: 7) {
      var run = animation
      run.start()
      #expect(run.advance(by: interval * Double(index)) == nil, sourceLocation: sourceLocation)
      #expect(run.value == keys.values[index], sourceLocation: sourceLocation)
      #expect(run.velocity == keys.velocities[index], sourceLocation: sourceLocation)
    }
    // Keys at half the interval contain the same values.
    let finer = try #require(animation.keyframes(every: interval / 2))
    for (index, value) in keys.values.enumerated().dropLast() {
      #expect(finer.values[2 * index] == value, sourceLocation: sourceLocation)
    }
  }

  @Test("a spring, a decay, a decay with an edge and a timed animation can be exported as keys")
  func laws() throws {
    let spring = Spring(dampingRatio: 0.5, response: Seconds(0.4))
    let there = Position(x: Points(320), y: Points(-40))
    try Self.expectLaws(
      SpringAnimation(
        from: Position.zero, to: there, velocity: Position(x: Points(-900), y: Points(0)),
        spring: spring), end: there)
    let decay = DecayAnimation(from: 10.0, velocity: -1_500)
    try Self.expectLaws(decay, end: decay.destination)
    let edges = DecayAnimation<Double>.Edges(from: 0, to: 300, spring: spring)
    try Self.expectLaws(DecayAnimation(from: 10.0, velocity: 1_500, edges: edges), end: 300)
    for curve in [CubicBezier.linear, .easeIn, .swiftOut] {
      let there = SIMD2<Float>(320, -1)
      try Self.expectLaws(
        BasicAnimation(from: SIMD2(0, 9), to: there, duration: Seconds(0.51), curve: curve),
        end: there)
    }
  }

  @Test("the keys of a spring equal those of its curve")
  func springCurve() throws {
    let spring = Spring(dampingRatio: 0.64, response: Seconds(0.3))
    let curve = try #require(
      SpringCurve(
        spring: spring, from: .zero, to: Points(320), velocity: PointsPerSecond(-200)))
    let keys = try #require(
      SpringAnimation(from: 0.0, to: 320, velocity: -200, spring: spring).keyframes())
    #expect(keys.keyTimes == curve.keyTimes && keys.duration == curve.duration)
    for (key, value) in zip(keys.values, curve.values) { #expect((key - value).magnitude < 1e-10) }
  }

  @Test("an animation that ends immediately has one key, and one that never ends has none")
  func ends() {
    let there = SpringAnimation(from: 5.0, to: 5, spring: .smooth).keyframes()
    #expect(there?.values == [5] && there?.keyTimes == [1] && there?.duration == .zero)
    let instant = BasicAnimation(from: 1.0, to: 2, duration: .zero).keyframes()
    #expect(instant?.values == [2])
    let endless = Spring(dampingRatio: 0, response: Seconds(1))
    #expect(SpringAnimation(from: 0.0, to: 1, spring: endless).keyframes() == nil)
  }
}
