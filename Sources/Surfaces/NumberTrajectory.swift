package import MotionPhysics
package import Quantities

/// How a number that is no position, such as a scale or a fraction, goes by itself: from what it was to
/// a target.
///
/// It tells the number at a time and how fast it changes, where it ends and when. It is a closed form
/// of time. Numbers and their changes are unitless and per second.
package struct NumberTrajectory: Hashable, Sendable {
  private enum Law: Hashable {
    case resting
    case spring(Spring, velocity: Double)
    case timed(TransitionCurve, over: Seconds)
  }

  /// What it ends at.
  package let target: Double
  private let start: Double
  private let begin: Seconds
  private let law: Law

  /// Stays at `number`.
  package init(resting number: Double) {
    (start, target, begin, law) = (number, number, .zero, .resting)
  }

  /// Sets off at `time` from `start`, which changes with `velocity`, on `spring`.
  package init(
    from start: Double, velocity: Double, to target: Double, on spring: Spring, at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .spring(spring, velocity: velocity)
  }

  /// Sets off at `time` from `start` along `curve` for `duration`; for no time, it is at its target.
  package init(
    from start: Double, to target: Double, along curve: TransitionCurve, over duration: Seconds,
    at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .timed(curve, over: duration)
  }

  /// Whether nothing has set it off.
  package var isResting: Bool { law == .resting }

  /// The number at `time`, which is not before it set off, and how fast it changes.
  package func state(at time: Seconds) -> (number: Double, perSecond: Double) {
    switch law {
    case .resting: return (target, 0)
    case .spring(let spring, let velocity):
      let motion = spring.motion(after: time - begin, from: motion(with: velocity))
      return (target + motion.offset.value, motion.velocity.value)
    case .timed(let curve, let duration):
      guard duration > .zero else { return (target, 0) }
      let part = min((time - begin) / duration, 1)
      return (
        start + (target - start) * curve.fraction(at: part),
        (target - start) * curve.slope(at: part) / duration.value
      )
    }
  }

  /// When it is at its target, near enough; nil when it never is.
  package func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    switch law {
    case .resting: .zero
    case .spring(let spring, let velocity):
      spring.settleTime(from: motion(with: velocity), within: tolerance).map { begin + $0 }
    case .timed(_, let duration): begin + duration
    }
  }

  /// The number as springs see it, from the target: they only know points.
  private func motion(with velocity: Double) -> Spring.Motion {
    Spring.Motion(offset: Points(start - target), velocity: PointsPerSecond(velocity))
  }
}
