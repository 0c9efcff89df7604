package import MotionPhysics
package import Quantities

/// The change of a number over time until it reaches a target, for numbers that are not positions, such as a scale.
///
/// A number trajectory provides the number and its rate at any time, the target, and the time at which the change ends,
/// all in closed form. Numbers are unitless, and rates are per second.
package struct NumberTrajectory: Hashable, Sendable {
  private enum Law: Hashable {
    case resting
    case spring(Spring, velocity: Double)
    case timed(TransitionCurve, over: Seconds)
  }

  /// The number when the change has ended.
  package let target: Double
  private let start: Double
  private let begin: Seconds
  private let law: Law

  package init(resting number: Double) {
    (start, target, begin, law) = (number, number, .zero, .resting)
  }

  /// Creates a change on `spring` that starts at `time` from `start` with the rate `velocity`.
  package init(
    from start: Double, velocity: Double, to target: Double, on spring: Spring, at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .spring(spring, velocity: velocity)
  }

  /// Creates a change along `curve` that starts at `time` from `start` and takes `duration`.
  ///
  /// If the duration is zero, the number is at its target immediately.
  package init(
    from start: Double, to target: Double, along curve: TransitionCurve, over duration: Seconds,
    at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .timed(curve, over: duration)
  }

  /// Whether the trajectory was created at rest; false for a change that has ended.
  package var isResting: Bool { law == .resting }

  /// Returns the number and its rate at `time`, which must not be before the start.
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

  /// Returns the time from which the number stays settled within `tolerance`; nil if it never settles.
  package func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    switch law {
    case .resting: .zero
    case .spring(let spring, let velocity):
      spring.settleTime(from: motion(with: velocity), within: tolerance).map { begin + $0 }
    case .timed(_, let duration): begin + duration
    }
  }

  /// Returns the start as a motion relative to the target, in points, because a spring accepts only points.
  private func motion(with velocity: Double) -> Spring.Motion {
    Spring.Motion(offset: Points(start - target), velocity: PointsPerSecond(velocity))
  }
}
