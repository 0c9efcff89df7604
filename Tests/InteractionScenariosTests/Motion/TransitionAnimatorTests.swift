import InteractionScenarios
import MotionPhysics
import Quantities
import Testing

@Suite("Transition animator")
struct TransitionAnimatorTests {
  typealias Animator = TransitionAnimator

  static func halfWay(
    _ curve: TransitionCurve, _ time: Double, scrubsLinearly: Bool = true
  ) throws -> Animator {
    var animator = Animator(duration: Seconds(1), curve: curve, scrubsLinearly: scrubsLinearly)
    try animator.start(at: .zero)
    _ = animator.advance(to: Seconds(time))
    return animator
  }

  @Test("pausing and reversing keep the value", arguments: TransitionCurve.allCases)
  func noJumps(curve: TransitionCurve) throws {
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      let now = Seconds(time)
      var animator = try Self.halfWay(curve, time)
      let value = animator.value
      #expect((value - curve.fraction(at: time)).magnitude < 1e-12)
      try animator.setReversed(true, at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      try animator.setReversed(false, at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      try animator.pause()
      #expect((animator.value - value).magnitude < 1e-12)
      #expect((animator.fraction - value).magnitude < 1e-12)
      try animator.continueRunning(at: now)
      #expect((animator.value - value).magnitude < 1e-12)
      #expect(animator.advance(to: now + Seconds(2)) == .end)
      #expect(animator.value == 1 && animator.state == .inactive)
    }
  }

  @Test("an animator completes once, at the end towards which it moves", arguments: [false, true])
  func completesOnce(isReversed: Bool) throws {
    var animator = try Self.halfWay(.easeOut, 0.4)
    try animator.setReversed(isReversed, at: Seconds(0.4))
    #expect(animator.advance(to: Seconds(2)) == (isReversed ? .start : .end))
    #expect(animator.value == (isReversed ? 0 : 1))
    #expect(animator.advance(to: Seconds(3)) == nil)
  }

  @Test("an action that the current state does not allow is refused and changes nothing")
  func misuse() throws {
    var idle = Animator(duration: Seconds(1))
    #expect(throws: Animator.Misuse.reversedWhileInactive) {
      try idle.setReversed(true, at: .zero)
    }
    var animator = try Self.halfWay(.linear, 0.2)
    let running = animator
    #expect(throws: Animator.Misuse.scrubbedWhileRunning) { try animator.scrub(to: 0.5) }
    #expect(throws: Animator.Misuse.continuedUnlessPaused) {
      try animator.continueRunning(at: Seconds(0.2))
    }
    #expect(throws: Animator.Misuse.finishedUnlessStopped) { _ = try animator.finish(at: .end) }
    #expect(animator == running)
    try animator.stop(withoutFinishing: false)
    #expect(throws: Animator.Misuse.stopped) { try animator.start(at: Seconds(0.2)) }
    #expect(throws: Animator.Misuse.stopped) { try animator.pause() }
    #expect(throws: Animator.Misuse.stopped) { try animator.setReversed(true, at: Seconds(0.2)) }
    #expect(try animator.finish(at: .current) == .current)
    #expect((animator.value - 0.2).magnitude < 1e-12)
  }

  @Test(
    "a reversed run retraces its values, and reversing twice has no effect",
    arguments: TransitionCurve.allCases)
  func retraces(curve: TransitionCurve) throws {
    for turn in stride(from: 0.1, to: 1, by: 0.1) {
      var animator = try Self.halfWay(curve, turn)
      let speed = animator.speed
      try animator.setReversed(true, at: Seconds(turn))
      #expect((animator.speed + speed).magnitude < 1e-9)
      for back in stride(from: 0, to: turn, by: 0.05) {
        #expect(animator.advance(to: Seconds(turn + back)) == nil)
        #expect((animator.value - curve.fraction(at: turn - back)).magnitude < 1e-9)
      }
      var twice = try Self.halfWay(curve, turn)
      try twice.setReversed(true, at: Seconds(turn))
      try twice.setReversed(false, at: Seconds(turn))
      #expect((try #require(twice.end).value - 1).magnitude < 1e-9)
      _ = twice.advance(to: Seconds((1 + turn) / 2))
      #expect((twice.value - curve.fraction(at: (1 + turn) / 2)).magnitude < 1e-9)
    }
  }

  @Test(
    "an animator continued on a spring starts with the given velocity, even at its end",
    arguments: [0, 0.3, 0.999, 1], [-8, 0, 2, 15])
  func springs(from fraction: Double, velocity: Double) throws {
    for ratio in [0.5, 1, 1.4] {
      var animator = Animator(duration: Seconds(1))
      let spring = Spring(dampingRatio: ratio, response: Seconds(0.4))
      try animator.scrub(to: fraction)
      try animator.continueRunning(at: .zero, timing: .spring(spring, velocity: velocity))
      #expect(animator.value == fraction && animator.speed == velocity)
      let end = try #require(animator.end)
      for time in stride(from: 0, to: end.value, by: 0.01) {
        #expect(animator.advance(to: Seconds(time)) == nil)
        let motion = spring.motion(
          after: Seconds(time),
          from: Spring.Motion(offset: Points(fraction - 1), velocity: PointsPerSecond(velocity)))
        #expect((animator.value - 1 - motion.offset.value).magnitude < 1e-12)
      }
      #expect(animator.advance(to: end) == .end)
      #expect(animator.value == 1 && animator.speed == 0)
    }
  }

  @Test("an animator caught while its spring overshoots keeps its value")
  func caughtBeyond() throws {
    var animator = Animator(duration: Seconds(1))
    let spring = Spring(dampingRatio: 0.3, response: Seconds(0.4))
    try animator.scrub(to: 0.9)
    try animator.continueRunning(at: .zero, timing: .spring(spring, velocity: 8))
    _ = animator.advance(to: Seconds(0.1))
    let value = animator.value
    #expect(value > 1.1)
    try animator.pause()
    try animator.scrub(to: animator.fraction)
    #expect(animator.value == value)
    try animator.scrub(to: 5)
    #expect(animator.value == value)
    try animator.scrub(to: 0.5)
    #expect(animator.value == 0.5)
    try animator.scrub(to: .nan)
    #expect(animator.value == 0.5)
  }

  @Test("a new curve for the rest takes a given fraction of the duration, or no time at the end")
  func factors() throws {
    var animator = Animator(duration: Seconds(2))
    try animator.scrub(to: 0.2)
    var rest = animator
    try rest.continueRunning(at: .zero, durationFactor: 0.5, timing: .curve(.quadraticOut))
    _ = rest.advance(to: Seconds(0.5))
    // Half of the remaining second has passed, so 1 − (1 − 0.5)² = 0.75 of the remaining distance
    // is covered.
    #expect((rest.value - (0.2 + 0.8 * 0.75)).magnitude < 1e-12)
    #expect(rest.end == Seconds(1))
    try animator.scrub(to: 1)
    try animator.continueRunning(at: Seconds(3), durationFactor: 0.5)
    #expect(animator.end == Seconds(3))
    #expect(animator.advance(to: Seconds(3)) == .end)
  }
}
