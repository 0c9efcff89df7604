public import Quantities

/// The spring of the library Wave.
///
/// - Integration: Each frame is one semi-implicit Euler step: `v += (-k x - c v) h`, then `x += v h`, where `h` is the
///   duration of the frame. The motion depends on the frame rate, and diverges for a response below about 5 frames.
/// - Damping: The part of the coefficient `c = 4πζ / response` above 60 is reduced by a rubber band with a reach of 15,
///   so the coefficient stays below 75.
/// - End: The motion ends at a fixed time after the first frame: `-ln(10⁻⁴) / (ζω)`, or 1.25 times as long for ζ ≥ 1.
///   The value then jumps to the target from any position. A new target restarts this time. Without damping, the
///   animation never ends.
/// - Response of zero: The value jumps to the target in the first frame.
///
/// Source: jtrivedi/Wave, `Spring.swift`, `SpringInterpolatable.swift` and `SpringAnimator.swift`.
public struct WaveEngine: Hashable {
  private let stiffness: Double
  private let damping: Double
  private let duration: Seconds
  /// The time since the first frame or the last change of the target; nil before the first frame.
  private var running: Seconds?
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  /// Returns the damping coefficient that Wave uses for a spring, per second.
  static func dampingCoefficient(_ spring: Spring) -> Double {
    let asked = 4 * Double.pi * spring.dampingRatio / spring.response.value
    guard asked > 60 else { return asked }
    return 60 + RubberBand.shown(Points(saturated(asked) - 60), reach: Points(15)).value
  }

  /// Returns the time after which Wave ends the motion of a spring.
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
    // The formula needs plain numbers, in pt, pt/s and s.
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
    motion = motion.relativeToTarget(movedBy: shift)
    // The clock of a new or settled animation starts in its next frame.
    running = isSettled || running == nil ? nil : .zero
    isSettled = false
  }
}
