package import MotionPhysics
package import Quantities

/// The motion to a target of a number that is not a position, such as a scale or a fraction.
///
/// A number trajectory provides the number at a time, its rate, its target, and the time of its end, in
/// closed form. Numbers are unitless, and rates are per second.
package struct NumberTrajectory: Hashable, Sendable {
  private enum Law: Hashable {
    case resting
    case spring(Spring, velocity: Double)
    case timed(TransitionCurve, over: Seconds)
  }

  /// The number at the end.
  package let target: Double
  private let start: Double
  private let begin: Seconds
  private let law: Law

  /// Stays at `number`.
  package init(resting number: Double) {
    (start, target, begin, law) = (number, number, .zero, .resting)
  }

  /// Starts at `time` from `start` with the rate `velocity`, on `spring`.
  package init(
    from start: Double, velocity: Double, to target: Double, on spring: Spring, at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .spring(spring, velocity: velocity)
  }

  /// Starts at `time` from `start` along `curve` for `duration`; with zero it is at its target immediately.
  package init(
    from start: Double, to target: Double, along curve: TransitionCurve, over duration: Seconds,
    at time: Seconds
  ) {
    (self.start, self.target, begin) = (start, target, time)
    law = .timed(curve, over: duration)
  }

  /// Whether it was created at rest.
  package var isResting: Bool { law == .resting }

  /// The number and its rate at `time`, which is not before the start.
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

  /// The time from which on the number is within `tolerance` of its target; nil if it never is.
  package func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    switch law {
    case .resting: .zero
    case .spring(let spring, let velocity):
      spring.settleTime(from: motion(with: velocity), within: tolerance).map { begin + $0 }
    case .timed(_, let duration): begin + duration
    }
  }

  /// The number as a motion relative to the target, in points because springs only take points.
  private func motion(with velocity: Double) -> Spring.Motion {
    Spring.Motion(offset: Points(start - target), velocity: PointsPerSecond(velocity))
  }
}
