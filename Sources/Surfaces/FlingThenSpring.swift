import MotionPhysics
import Quantities

/// The motion of a thrown window along one axis, as in Android: friction first, then a spring.
///
/// Friction reduces the velocity exponentially. Without a spring, the window moves by v₀ / rate in total:
///
///     v(t) = v₀ e^(−rate t),  x(t) = x₀ + v₀ (1 − e^(−rate t)) / rate
///
/// If the window reaches a bound, a spring towards this bound takes over with the remaining velocity.
///
/// Source: Android, `PhysicsAnimator.flingThenSpring`, at 773a9df, with androidx `FlingAnimation`, whose rate is 4.2 ×
/// the friction. Two details differ from Android: there, the spring takes over only at the next frame, and friction
/// ends early, at a speed too low to be seen.
struct FlingThenSpring: Hashable, Sendable {
  /// The friction, and the edges at which the spring takes over.
  ///
  /// If both edges are equal, the spring acts from the start.
  private let decay: BoundedDecay
  private let start: Decay.Motion
  /// Whether the spring acts from the start, without friction before.
  let isSpringAlone: Bool

  var startVelocity: PointsPerSecond { start.velocity }

  /// Returns a motion that reaches `target`, which is one of the two `bounds`, whatever the initial velocity.
  ///
  /// If the velocity points away from the target, or the start is beyond the target, only the spring acts. If the
  /// velocity points towards the target but friction would stop the window too early, the velocity is increased until
  /// the window just reaches the target.
  static func reaching(
    _ target: Points, from start: Decay.Motion, in bounds: ClosedRange<Points>, rate: Double,
    spring: Spring
  ) -> FlingThenSpring {
    // The target equals one of the bounds, but rounding errors are possible, so the nearer bound is used.
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

  /// Returns a motion that ends at `target`.
  ///
  /// `target` is the position where friction stops the window, or the bound that the window reaches earlier.
  ///
  /// A window that starts beyond the bounds returns on the spring alone, unless its velocity carries it inside.
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
    // The window ends at the target if friction stops it there, up to rounding errors of 1e-9 of the range.
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

  /// Returns the position and velocity `time` after the start.
  func motion(after time: Seconds) -> Decay.Motion { decay.motion(after: time, from: start) }

  /// Returns the time after the start from which the motion stays settled within `tolerance`; nil if it never settles.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    decay.settleTime(from: start, within: tolerance)
  }
}
