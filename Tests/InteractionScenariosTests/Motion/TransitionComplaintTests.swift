import FrameLogs
import InteractionScenarios
import MotionPhysics
import Quantities
import SequenceLaws
import Testing
import TouchInput

// The example of docs/surfaces.md, word for word.

/// A caption that fades in while a tile moves, and fades out when the tile moves back.
struct Caption {
  private let addition: TransitionAddition

  /// Creates a caption that begins to fade in now.
  init(beside animator: TransitionAnimator) { addition = TransitionAddition(to: animator) }

  /// The opacity, 0 to 1, also while the spring of the tile overshoots its end.
  func opacity(in animator: TransitionAnimator) -> Double { min(addition.value(in: animator), 1) }
}

/// Complaints of users of `UIViewPropertyAnimator`, by the number of the report.
@Suite("Complaints about property animators")
struct TransitionComplaintTests {
  typealias Animator = TransitionAnimator

  @Test(
    "openradar 34674968: reversing and continuing causes no jump on any curve",
    arguments: TransitionCurve.allCases)
  func reversedAndContinued(curve: TransitionCurve) throws {
    for fraction in stride(from: 0.05, to: 1, by: 0.05) {
      var animator = Animator(duration: Seconds(1), curve: curve)
      try animator.start(at: .zero)
      _ = animator.advance(to: Seconds(fraction))
      let value = animator.value
      try animator.pause()
      try animator.setReversed(true, at: Seconds(fraction))
      try animator.continueRunning(at: Seconds(fraction))
      #expect((animator.value - value).magnitude < 1e-12)
      let soon = Seconds(fraction + 1e-6)
      #expect(animator.advance(to: soon) == nil)
      #expect((animator.value - value).magnitude < 1e-5 && animator.value < value)
      #expect(animator.advance(to: Seconds(3)) == .start)
    }
  }

  @Test("openradar 35743469: an animator scrubbed to its end completes at once when continued")
  func continuedAtTheEnd() throws {
    for factor in [0, 0.5, 1] {
      var animator = Animator(duration: Seconds(100))
      try animator.scrub(to: 1)
      try animator.continueRunning(at: Seconds(2), durationFactor: factor)
      #expect(animator.advance(to: Seconds(2)) == .end)
      #expect(animator.state == .inactive && animator.value == 1)
    }
  }

  @Test("openradar 34675414: a reused animator is as fast as the first time")
  func usedAgain() throws {
    var animator = Animator(duration: Seconds(0.5), curve: .linear)
    for round in 0..<100 {
      let begin = Seconds(Double(round) * 10)
      try animator.start(at: begin)
      #expect(animator.value == 0 && !animator.isReversed)
      _ = animator.advance(to: begin + Seconds(0.25))
      #expect((animator.value - 0.5).magnitude < 1e-9)
      try animator.pause()
      try animator.scrub(to: 0.75)
      try animator.continueRunning(at: begin + Seconds(0.25))
      #expect((try #require(animator.end) - begin - Seconds(0.375)).magnitude < Seconds(1e-9))
      #expect(animator.advance(to: begin + Seconds(1)) == .end)
    }
  }

  @Test("openradar 30856746: an animator shows the first fraction that is set")
  func firstFraction() throws {
    for fraction in [0.001, 0.3, 1] {
      var animator = Animator(duration: Seconds(1), curve: .easeInOut)
      try animator.scrub(to: fraction)
      #expect((animator.value - fraction).magnitude < 1e-12 && animator.state == .paused)
      var curved = Animator(duration: Seconds(1), curve: .quadraticIn, scrubsLinearly: false)
      try curved.scrub(to: fraction)
      #expect((curved.value - fraction * fraction).magnitude < 1e-12)
    }
  }

  @Test("a scrub shows its fraction at any duration")
  func shortDuration() throws {
    var animator = Animator(duration: Seconds(1e-6))
    for fraction in [0.1, 0.9, 0.2] {
      try animator.scrub(to: fraction)
      #expect(animator.advance(to: Seconds(5)) == nil)
      #expect((animator.value - fraction).magnitude < 1e-12)
    }
  }

  @Test("an animator continued on a spring with a response below 0.1 s does not end at once")
  func stiffSpring() throws {
    var animator = Animator(duration: Seconds(1))
    try animator.scrub(to: 0.2)
    let spring = Spring(dampingRatio: 1, response: Seconds(0.05))
    try animator.continueRunning(at: .zero, timing: .spring(spring, velocity: 0))
    #expect(animator.advance(to: Seconds(0.01)) == nil)
    // Critically damped: the remaining distance is (1 + ωt) e^(−ωt), ωt = 0.4 π.
    let left = 0.8 * (1 + 0.4 * Double.pi) * ElementaryFunctionsProbe.exponential(-0.4 * .pi)
    #expect((animator.value - (1 - left)).magnitude < 1e-9)
    #expect(animator.advance(to: Seconds(1)) == .end)
  }
}

/// Requirements on an animator that no report names.
@Suite("Requirements on property animators")
struct TransitionClauseTests {
  typealias Animator = TransitionAnimator

  @Test("an animator started with a delay is active, waits, and then runs for its whole duration")
  func delayed() throws {
    var animator = Animator(duration: Seconds(1), curve: .linear)
    try animator.start(at: Seconds(1), afterDelay: Seconds(0.5))
    #expect(animator.state == .running && animator.speed == 0)
    #expect(animator.advance(to: Seconds(1.4)) == nil)
    #expect(animator.value == 0 && animator.speed == 0)
    _ = animator.advance(to: Seconds(1.75))
    #expect((animator.value - 0.25).magnitude < 1e-12 && (animator.speed - 1).magnitude < 1e-12)
    #expect(animator.advance(to: Seconds(2.5)) == .end)
  }

  @Test("an animator that is not interruptible refuses to stop and keeps running")
  func notInterruptible() throws {
    var animator = Animator(duration: Seconds(1), curve: .linear, isInterruptible: false)
    try animator.start(at: .zero)
    _ = animator.advance(to: Seconds(0.5))
    let running = animator
    #expect(throws: Animator.Misuse.notInterruptible) { try animator.pause() }
    #expect(throws: Animator.Misuse.notInterruptible) { try animator.stop(withoutFinishing: true) }
    #expect(throws: Animator.Misuse.notInterruptible) {
      try animator.setReversed(true, at: Seconds(0.5))
    }
    #expect(animator == running)
    #expect(animator.advance(to: Seconds(1)) == .end)
  }

  @Test("an animation added during a run takes the remaining time and never jumps")
  func additions() throws {
    var animator = Animator(duration: Seconds(1), curve: .quadraticIn)
    try animator.start(at: .zero)
    _ = animator.advance(to: Seconds(0.6))
    let caption = Caption(beside: animator)
    #expect(caption.opacity(in: animator) == 0)
    _ = animator.advance(to: Seconds(0.8))
    // The addition covers the distance from 0.36 to 1; the animator is now at 0.64.
    let opacity = (0.64 - 0.36) / (1 - 0.36)
    #expect((caption.opacity(in: animator) - opacity).magnitude < 1e-12)
    try animator.pause()
    try animator.setReversed(true, at: Seconds(0.8))
    #expect((caption.opacity(in: animator) - opacity).magnitude < 1e-12)
    try animator.continueRunning(at: Seconds(0.8))
    #expect(animator.advance(to: Seconds(5)) == .start && caption.opacity(in: animator) == 0)
  }

  @Test(
    "a tile that waits at its end can be pulled back, and is swapped only when it is finished"
  )
  func waits() throws {
    var trial = TransitionTests.trial(
      x: 90, release: (x: 300, y: 0), ("pausesOnCompletion", "true"))
    let waiting = try trial.run()
    #expect(waiting.ending == .rested && !waiting.events.contains { $0.kind == .settled })
    #expect(waiting.events.last?.kind == .paused)
    #expect(waiting.frames.last?.position.x == Points(160))
    let finished = try trial.run(commands: [(microseconds: 3_000_000, name: "finish")])
    #expect(finished.events.last?.kind == .settled && finished.events.last?.text("target") == "end")
    #expect(finished.frames.last?.position.x == Points(160))
    let back = TransitionTests.trial(x: -120, release: (x: -300, y: 0))
    trial.events += back.events.map { $0.later(2_000_000) }
    let pulled = try trial.run(commands: [(microseconds: 5_000_000, name: "finish")])
    #expect(pulled.frames.last?.position == .zero)
    #expect(pulled.events.last?.text("target") == "start")
  }

  @Test("a tile that is not interruptible cannot be caught")
  func flies() throws {
    var trial = TransitionTests.trial(x: 90, release: (x: 300, y: 0), ("interruptible", "false"))
    let free = try trial.run()
    let hand = TransitionTests.trial(x: -90, release: (x: -300, y: 0)).events
    trial.events += hand.map { $0.later(150_000) }
    let run = try trial.run()
    #expect(!run.events.contains { $0.kind == .caught })
    #expect(run.frames.last?.position == free.frames.last?.position)
    #expect(run.events.last { $0.kind == .touchDown }?.payload.last?.value == .flag(false))
  }

  @Test("an animator continued on a curve uses that curve for the remaining time")
  func onACurve() throws {
    let trial = TransitionTests.trial(
      x: 80, release: (x: 300, y: 0), ("continuation", "curve"),
      ("continuation.curve", "quadraticOut"))
    let run = try trial.run(200)
    // The remaining half of the distance takes half of 0.5 s. Half of that time covers 1 − 0.5² of
    // the remaining distance.
    let frame = try #require(
      run.frames.first { ($0.time - Seconds(0.225)).magnitude < Seconds(1e-9) })
    #expect((frame.position.x.value - (80 + 80 * 0.75)).magnitude < 1e-6)
    #expect((try #require(frame.own["durationLeft"]?.asNumber) - 0.125).magnitude < 1e-6)
  }
}

extension TimedHandEvent {
  /// The same event some microseconds later.
  fileprivate func later(_ microseconds: Int64) -> TimedHandEvent {
    TimedHandEvent(microseconds: self.microseconds + microseconds, event: event)
  }
}
