import MotionPhysics
import Quantities
import Testing

@Suite("Spring batch")
struct SpringBatchTests {
  static let spring = Spring(dampingRatio: 0.7, response: Seconds(0.4))
  static let step = spring.step(of: Seconds(1.0 / 120))
  static let never = SettleTolerance(distance: .zero, speed: .zero)

  static func batch(count: Int) -> (SpringBatch, [Spring.Motion]) {
    var numbers = SeededGenerator(seed: 3)
    var batch = SpringBatch(count: count)
    let motions = (0..<count).map { _ in
      Spring.Motion(
        offset: Points(Double.random(in: -400...400, using: &numbers)),
        velocity: PointsPerSecond(Double.random(in: -4_000...4_000, using: &numbers)))
    }
    for (index, motion) in motions.enumerated() { batch[index] = motion }
    return (batch, motions)
  }

  @Test(
    "a batch moves as its separate springs do, to the last bit", arguments: [0, 1, 7, 8, 9, 1_000])
  func sameAsAlone(count: Int) {
    var (batch, motions) = Self.batch(count: count)
    for _ in 0..<50 {
      batch.advance(by: Self.step)
      motions = motions.map(Self.step.applied)
    }
    #expect(motions.indices.allSatisfy { batch[$0] == motions[$0] })
  }

  @Test("a batch with different springs moves as the separate springs do, to the last bit")
  func ownSprings() {
    var (batch, motions) = Self.batch(count: 333)
    var table = SpringStepTable(count: 333)
    for index in motions.indices {
      let spring = Spring(dampingRatio: Double(index) / 100, response: Seconds(0.3))
      table[index] = spring.step(of: Seconds(1.0 / 60))
    }
    for _ in 0..<50 {
      batch.advance(by: table)
      for index in motions.indices { motions[index] = table[index].applied(to: motions[index]) }
    }
    #expect(motions.indices.allSatisfy { batch[$0] == motions[$0] })
  }

  @Test("advancing and settling in one pass gives the same result as in two passes")
  func onePass() {
    var (one, _) = Self.batch(count: 501)
    var two = one
    for _ in 0..<200 {
      let moving = one.advance(by: Self.step, settlingWithin: .standard)
      two.advance(by: Self.step)
      #expect(two.settle() == moving)
      #expect(one == two)
    }
  }

  @Test("every value settles on its target, and the returned count shows when all have settled")
  func settles() {
    var (batch, _) = Self.batch(count: 501)
    var moving = 501
    for _ in 0..<1_000 where moving > 0 {
      moving = batch.advance(by: Self.step, settlingWithin: .standard)
      #expect((0..<501).count { !batch.isSettled($0) } == moving)
    }
    #expect(moving == 0)
    #expect((0..<501).allSatisfy { batch[$0] == .resting })
  }

  @Test("a settled value never becomes subnormal")
  func noSubnormals() {
    var (batch, _) = Self.batch(count: 8)
    for _ in 0..<20_000 { batch.advance(by: Self.step, settlingWithin: .standard) }
    #expect((0..<8).allSatisfy { batch[$0].offset == .zero })
  }

  @Test("a new target affects one value and keeps its velocity")
  func retarget() {
    var (batch, motions) = Self.batch(count: 3)
    batch.retarget(1, by: Points(30))
    #expect(batch[0] == motions[0])
    #expect(batch[1].offset == motions[1].offset - Points(30))
    #expect(batch[1].velocity == motions[1].velocity)
  }

  @Test("the largest numbers are clamped, so that a spring never overflows")
  func hostile() {
    let huge = Spring.Motion(
      offset: Points(.greatestFiniteMagnitude), velocity: PointsPerSecond(-.infinity))
    for ratio in [0, 1, 1e9] {
      for response in [1e-9, 1, 1e9] {
        var batch = SpringBatch(repeating: huge, count: 9)
        let step = Spring(dampingRatio: ratio, response: Seconds(response)).step(of: Seconds(0.01))
        for _ in 0..<1_000 { batch.advance(by: step) }
        #expect(batch[4].offset.isFinite && batch[4].velocity.isFinite)
      }
    }
  }

  @Test("a trajectory contains the motion at every frame", arguments: [0, 1, 5, 8, 9, 600])
  func trajectory(frames: Int) {
    let start = SpringTests.flick
    for spring in SpringTests.springs {
      var offsets = [Double](repeating: .nan, count: frames)
      var velocities = offsets
      offsets.withUnsafeMutableBufferPointer { x in
        velocities.withUnsafeMutableBufferPointer { v in
          spring.writeTrajectory(
            from: start, every: Seconds(1.0 / 240), offsets: x, velocities: v)
        }
      }
      for frame in 0..<frames {
        let motion = Spring.Motion(
          offset: Points(offsets[frame]), velocity: PointsPerSecond(velocities[frame]))
        let exact = spring.motion(after: Seconds(Double(frame) / 240), from: start)
        SpringTests.expectEqual(motion, exact, spring, from: start, "frame \(frame)")
      }
    }
  }
}
