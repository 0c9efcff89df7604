import MotionPhysics
import Quantities

/// How Android throws a window along one axis: friction first, and a spring for what is left.
///
/// Friction takes the velocity at `rate`, so that alone it covers v / rate:
///
///     v(t) = v₀ e^(−rate t),  x(t) = x₀ + v₀ (1 − e^(−rate t)) / rate
///
/// Where friction meets a bound, a spring about the bound takes over with the velocity that is left.
///
/// Source: Android, `PhysicsAnimator.flingThenSpring`, at 773a9df, with androidx `FlingAnimation`,
/// whose rate is 4.2 × the friction. Not reproduced: that a spring takes over only at the next frame,
/// and that friction ends early, at a speed that cannot be seen.
struct FlingThenSpring: Hashable, Sendable {
  /// Friction, and the edges at which its spring takes over; the same edge twice is a spring alone.
  private let decay: BoundedDecay
  private let start: Decay.Motion
  /// Whether there is no friction before the spring.
  let isSpringAlone: Bool

  /// The velocity with which it sets off.
  var startVelocity: PointsPerSecond { start.velocity }

  /// Goes to `target`, one of the ends of `bounds`, whatever the velocity.
  ///
  /// A velocity away from the target, or from beyond it, leaves it to the spring; one towards it that
  /// friction would use up on the way is raised until it just gets there.
  static func reaching(
    _ target: Points, from start: Decay.Motion, in bounds: ClosedRange<Points>, rate: Double,
    spring: Spring
  ) -> FlingThenSpring {
    let isUpper = (bounds.upperBound - target).magnitude <= (target - bounds.lowerBound).magnitude
    let displacement = target - start.position
    let needed = PointsPerSecond(displacement.value * rate)
    let isOpposed = isUpper ? start.velocity < .zero : start.velocity > .zero
    let isPastTarget = isUpper ? displacement < .zero : displacement > .zero
    guard !isOpposed, !isPastTarget else {
      return FlingThenSpring(spring, about: target, from: start)
    }
    let isEnough = isUpper ? start.velocity > needed : start.velocity < needed
    let open = Points(Double.infinity)
    guard isEnough else {
      let raised = Decay.Motion(position: start.position, velocity: needed)
      return FlingThenSpring(rate: rate, spring, edges: -open...open, from: raised)
    }
    return FlingThenSpring(
      rate: rate, spring, edges: isUpper ? -open...target : target...open, from: start)
  }

  /// Stops at `target`, where friction leaves it, or at the bound that it meets before.
  ///
  /// A start beyond the bounds goes straight back by the spring, unless friction takes it inside.
  static func stopping(
    at target: Points, from start: Decay.Motion, in bounds: ClosedRange<Points>, rate: Double,
    spring: Spring
  ) -> FlingThenSpring {
    let (low, high) = (bounds.lowerBound, bounds.upperBound)
    let end = Points(start.position.value + start.velocity.value / rate)
    let isUp = start.velocity >= .zero
    let open = Points(Double.infinity)
    let isPast = isUp ? end > high && start.position <= high : end < low && start.position >= low
    if isPast, target == (isUp ? high : low) {
      return FlingThenSpring(
        rate: rate, spring, edges: isUp ? -open...high : low...open, from: start)
    }
    // What friction reaches within rounding is where it stops; in shares, so that no unit counts.
    guard (end - target).magnitude <= (high - low) * 1e-9 else {
      return FlingThenSpring(spring, about: target, from: start)
    }
    return FlingThenSpring(rate: rate, spring, edges: -open...open, from: start)
  }

  private init(_ spring: Spring, about target: Points, from start: Decay.Motion) {
    decay = BoundedDecay(decay: .normal, spring: spring, edges: target...target)
    self.start = start
    isSpringAlone = true
  }

  private init(
    rate: Double, _ spring: Spring, edges: ClosedRange<Points>, from start: Decay.Motion
  ) {
    decay = BoundedDecay(
      decay: Decay(rate: exponential(-rate / 1000)), spring: spring, edges: edges)
    self.start = start
    isSpringAlone = false
  }

  /// Where it is `time` after it set off, and how fast.
  func motion(after time: Seconds) -> Decay.Motion { decay.motion(after: time, from: start) }

  /// The time from which on it is within `tolerance` of its end and of rest; nil if it never is.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    decay.settleTime(from: start, within: tolerance)
  }
}
