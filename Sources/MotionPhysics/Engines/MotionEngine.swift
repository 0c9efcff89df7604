public import Quantities

/// The spring of the library Motion.
///
/// - Motion up to ζ = 1.001: Each step is exact below critical damping. From ζ = 1 to 1.001, each step is computed for
///   a critically damped spring.
/// - Motion above ζ = 1.001: The formula has two errors. The roots are computed from `c² - 4ω₀` instead of `c² - 4ω₀²`.
///   The second coefficient is the first coefficient plus the offset, instead of the offset minus the first
///   coefficient. If the result is not finite, the value does not move.
/// - End: The motion ends in the first frame with an offset of at most 0.01 pt and a velocity of at most 0.01 pt/s.
/// - Response: A response below 0.001 s counts as 0.0001 s.
///
/// Source: b3ll/Motion, `SpringFunction.swift` and `SpringAnimation.swift`.
public struct MotionEngine: Hashable {
  private let spring: Spring
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  /// The overdamped step, including both errors.
  private func overdamped(_ start: EngineState, after t: Double) -> EngineState {
    let omega = spring.angularFrequency
    let damping = spring.damping()
    let root = (damping * damping - 4 * omega).squareRoot()
    let (slow, fast) = ((-damping + root) / 2, (-damping - root) / 2)
    let first =
      start.offset - (fast * start.offset - start.velocity) / (fast - slow)
    let second = first + start.offset
    let (fastLeft, slowLeft) = (exponential(fast * t), exponential(slow * t))
    return EngineState(
      offset: fastLeft * first + slowLeft * second,
      velocity: fastLeft * fast * first + slowLeft * slow * second)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MotionEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    let response = spring.response < Seconds(0.001) ? Seconds(0.0001) : spring.response
    let isNearlyCritical = (1...1.001).contains(spring.dampingRatio)
    self.spring = Spring(
      dampingRatio: isNearlyCritical ? 1 : spring.dampingRatio, response: response)
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    if spring.dampingRatio > 1 {
      let next = overdamped(EngineState(motion), after: interval.value)
      if next.offset.isFinite, next.velocity.isFinite { motion = next.motion }
    } else {
      motion = spring.motion(after: interval, from: motion)
    }
    if motion.offset.magnitude <= Points(0.01), motion.velocity.magnitude <= PointsPerSecond(0.01) {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    isSettled = false
  }
}
