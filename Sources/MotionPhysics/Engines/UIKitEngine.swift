public import Quantities

/// A layer animation with UIKit's spring timing parameters.
///
/// - Motion: Each frame is the exact solution; a damping ratio above 1 counts as 1.
/// - Velocity: UIKit's velocity is a fraction of the distance, so the velocity is lost if the distance is zero.
/// - End: The motion ends when the envelope `(|A| + |B|) e^(-ζωt)` of the remaining fraction of the distance has fallen
///   to 0.1 %, where A and B are the coefficients of cosine and sine. Without damping, the animation never ends.
///
/// Source: Apple, `UISpringTimingParameters` and `CASpringAnimation.settlingDuration`. The formula
/// reproduces the durations in the documentation of both.
public struct UIKitEngine: Hashable {
  private let spring: Spring
  private var start: Spring.Motion
  private var elapsed = Seconds.zero
  private var duration: Seconds
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  /// Returns the settling duration of a motion with a relative velocity.
  ///
  /// - Parameters:
  ///   - spring: The spring, with a damping ratio of up to 1.
  ///   - velocity: The velocity as a fraction of the distance per second, towards the target.
  /// - Returns: A time; infinity without damping.
  static func settlingDuration(of spring: Spring, relativeVelocity velocity: Double) -> Seconds {
    let omega = spring.angularFrequency
    guard spring.response > .zero else { return .zero }
    guard spring.dampingRatio > 0 else { return Seconds(.infinity) }
    guard spring.dampingRatio < 1 else {
      let unit = UnitMotion(
        spring: UnitSpring(dampingRatio: 1), value: -1, slope: saturated(velocity / omega))
      return Seconds(unit.lastCrossing(of: 0.001) / omega)
    }
    let rate = spring.dampingRatio * omega
    let damped = omega * UnitSpring(dampingRatio: spring.dampingRatio).rootOffset
    let sine = saturated((rate - velocity) / damped)
    return Seconds(naturalLogarithm(saturated(1 + sine.magnitude) / 0.001) / rate)
  }

  private mutating func begin() {
    // UIKit's velocity is a fraction of the distance, so the velocity is lost if the distance is zero.
    if motion.offset == .zero { motion.velocity = .zero }
    start = motion
    elapsed = .zero
    let fraction = motion.offset == .zero ? 0 : -motion.velocity.value / motion.offset.value
    duration =
      motion == .resting
      ? .zero : Self.settlingDuration(of: spring, relativeVelocity: saturated(fraction))
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension UIKitEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = Spring(dampingRatio: min(spring.dampingRatio, 1), response: spring.response)
    self.start = start
    motion = start
    duration = .zero
    begin()
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    elapsed += interval
    motion = spring.motion(after: elapsed, from: start)
    if elapsed >= duration {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    begin()
    isSettled = false
  }
}
