public import Quantities

/// Steps and ends as the library Wave does.
///
/// - One semi-implicit Euler step a frame: `v += (-k x - c v) h`, then `x += v h`. It depends on the
///   frame rate and diverges for a response below about 5 frames.
/// - The damping coefficient `c = 4πζ / response` is rubber-banded above 60 with a reach of 15.
/// - It ends by the clock, `-ln(10⁻⁴) / (ζω)` after its first frame (1.25 times that from ζ = 1
///   up), wherever the value is, and jumps to the target. A new target starts the clock again.
///   Without damping it never ends.
/// - A response of zero jumps to the target in its first frame.
///
/// Source: jtrivedi/Wave, `Spring.swift`, `SpringInterpolatable.swift` and `SpringAnimator.swift`.
public struct WaveEngine: Hashable {
  private let stiffness: Double
  private let damping: Double
  private let duration: Seconds
  /// The time since the first frame or the last new target; nil before the first frame.
  private var running: Seconds?
  /// Where the value is, seen from the target, and how it moves.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended.
  public private(set) var isSettled = false

  /// The damping coefficient that Wave makes of a spring, per second.
  static func dampingCoefficient(_ spring: Spring) -> Double {
    let asked = 4 * Double.pi * spring.dampingRatio / spring.response.value
    guard asked > 60 else { return asked }
    return 60 + RubberBand.shown(Points(saturated(asked) - 60), reach: Points(15)).value
  }

  /// The time after which Wave ends a spring.
  static func settlingDuration(_ spring: Spring) -> Seconds {
    let ratio = min(spring.dampingRatio, 1 - 0x1p-52)
    let time = -naturalLogarithm(0.0001) / (ratio * spring.angularFrequency)
    return Seconds(spring.dampingRatio >= 1 ? 1.25 * time : time)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension WaveEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    let omega = spring.angularFrequency
    stiffness = saturated(omega * omega)
    damping = spring.response > .zero ? Self.dampingCoefficient(spring) : 0
    duration = spring.response > .zero ? Self.settlingDuration(spring) : .zero
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s, s.
    let h = interval.value
    let pull = saturatedSum(-stiffness * motion.offset.value, -damping * motion.velocity.value)
    let v = saturatedSum(motion.velocity.value, pull * h)
    motion = Spring.Motion(
      offset: Points(saturatedSum(motion.offset.value, v * h)), velocity: PointsPerSecond(v))
    let now = running.map { $0 + interval } ?? .zero
    running = now
    if now >= duration {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    guard shift != .zero else { return }
    motion = motion.seenFromTarget(movedBy: shift)
    running = isSettled || running == nil ? nil : .zero
    isSettled = false
  }
}
