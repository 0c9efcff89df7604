public import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

/// Which way a transition goes on after a release.
public enum TransitionRule: String, Hashable, Sendable, CaseIterable {
  /// Back when the hand goes against the first direction, to the end when it goes with it, and as
  /// before without a velocity.
  ///
  /// Source: "Interactive animations with UIViewPropertyAnimator", the block game.
  case opposite
  /// The same with a velocity, and to the nearer place without one.
  case oppositeOrNearest
  /// To the place nearer to where the velocity would take it.
  case projected
}

/// How a transition goes on after a release.
public enum TransitionContinuation: String, Hashable, Sendable, CaseIterable {
  /// At the pace that its duration and its duration factor give, whatever the hand's velocity.
  case pace
  /// Along a curve of its own, for that time.
  case curve
  /// On a spring that takes the hand's velocity over.
  case spring
}

extension TransitionScenario {
  /// Sends the tile on, or back, and notes why.
  mutating func letGo(_ release: Hold<Scrub>.Release, into journal: inout Journal) {
    let estimate = release.estimate
    switch release.from {
    case .idle: return
    case .pressed(goesOn: false): if animator == nil { comeToRest() }
    case .pressed(goesOn: true): decide(estimate, into: &journal)
    case .dragging:
      // The drift of a lifting finger is no movement.
      if !release.isCancelled, estimate.velocity.length > tuning.deadBand {
        choose(estimate.velocity)
      }
      decide(estimate, into: &journal)
    }
  }

  private mutating func decide(_ estimate: VelocityEstimate, into journal: inout Journal) {
    guard let animator else { return comeToRest() }
    let velocity = estimate.velocity.held(within: SurfaceDrag.bound)
    let speed = along(velocity).magnitude > tuning.deadBand.value ? along(velocity) : 0
    let projected =
      animator.value + along(velocity) * tuning.projection.value / max(leg.length.value, 1e-9)
    let isBack: Bool
    let reason: Decision.Reason
    switch tuning.rule {
    case .projected: (isBack, reason) = (projected < 0.5, .projected)
    case .opposite where speed == 0: (isBack, reason) = (animator.isReversed, .thresholdVelocity)
    case .oppositeOrNearest where speed == 0: (isBack, reason) = (animator.value < 0.5, .nearest)
    case .opposite, .oppositeOrNearest: (isBack, reason) = (speed < 0, .thresholdVelocity)
    }
    let places = [
      RestCandidate(name: "start", position: origin),
      RestCandidate(name: "end", position: origin + leg),
    ]
    let rest = origin + leg * projected
    let target = places[isBack ? 0 : 1]
    journal.note(
      .decision, at: now,
      Decision(
        target: target.name, targetPosition: target.position, projected: rest, velocity: velocity,
        velocityReason: estimate.reason, from: "start",
        reason: estimate.reason == .cancelled ? .cancelled : reason,
        candidates: places.map {
          Decision.WeighedCandidate(candidate: $0, distance: ($0.position - rest).length)
        }
      ).logFields)
    run(isReversed: isBack, velocity: velocity)
  }

  private mutating func run(isReversed: Bool, velocity: Velocity) {
    let (now, factor, length) = (now, tuning.durationFactor, leg.length.value)
    let timing: TransitionTiming =
      switch tuning.continuation {
      case .pace: .pace
      case .curve: .curve(tuning.continuationCurve)
      case .spring: .spring(tuning.spring, velocity: handed(velocity) / length)
      }
    ask { (animator) throws(TransitionAnimator.Misuse) in
      try animator.setReversed(isReversed, at: now)
      try animator.continueRunning(at: now, durationFactor: factor, timing: timing)
    }
  }

  /// How fast the tile goes along its way under a hand that moves with `velocity`, in points per
  /// second: not at all where it is held at an end that the hand goes beyond.
  func handed(_ velocity: Velocity) -> Double {
    guard let animator else { return 0 }
    let speed = along(velocity)
    let isHeld = speed > 0 ? animator.value >= 1 : animator.value <= 0
    return isHeld ? 0 : speed * animator.slope
  }
}

extension TransitionScenario {
  /// What a tile that waits at its end is asked to finish it.
  static let finishing = "finish"

  /// Waits at the end that it came to at `time`, if it did.
  mutating func pause(at time: Seconds, into journal: inout Journal) {
    guard let animator, animator.state == .paused else { return }
    journal.noteArrival(
      as: .paused, at: animator.isReversed ? "start" : "end", motion.position, at: time)
  }

  /// Completes a transition that waits at its end.
  mutating func finish(into journal: inout Journal) {
    guard let end: TransitionAnimator.End = animator.map({ $0.isReversed ? .start : .end }) else {
      return
    }
    ask { (animator) throws(TransitionAnimator.Misuse) in
      try animator.stop(withoutFinishing: false)
      _ = try animator.finish(at: end)
    }
    let rest = complete(at: now, end)
    journal.noteArrival(as: .settled, at: end.rawValue, rest, at: now)
  }
}

extension RunEvent.Kind {
  /// A transition came to its end and waits there, without a completion.
  public static let paused = RunEvent.Kind(rawValue: "paused")
}
