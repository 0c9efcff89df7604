public import Quantities

/// The spring of the library FloatingPanel.
///
/// - Integration: Each frame is one step, relative to the target. The step is implicit Euler with an error: the formula
///   for the velocity contains the new position instead of the old position. The error slows the motion down too much
///   at low frame rates. In the formulas, `h` is the duration of a frame, and primes mark the state in the next frame:
///
///       f = 1 + 2hζω,  x′ = (f x + h v) / (f + h²ω²),  v′ = (v - hω² x′) / (f + h²ω²)
///
/// - End: The motion ends in the first frame in which both the offset and the movement since the last frame are at most
///   one pixel.
///
/// Source: scenee/FloatingPanel, `Behavior` and `NumericSpringAnimator`.
public struct FloatingPanelEngine: Hashable {
  /// The size of a pixel of a display with a scale of 3.
  ///
  /// FloatingPanel reads the scale from the display. A replay has no display, so the scale of 3 is our choice.
  static let pixel = Points(1.0 / 3)
  private let spring: Spring
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false
}

extension Spring {
  /// Returns the spring with which FloatingPanel settles after a release with `velocity`.
  ///
  /// After a flick of more than 300 pt/s, the spring is underdamped with the following ζ; otherwise, the spring is
  /// critically damped.
  ///
  ///     ζ = ln(0.991) / (-2π · 0.001 / response)
  public static func floatingPanel(
    releasedWith velocity: PointsPerSecond, response: Seconds = Seconds(0.4)
  ) -> Spring {
    let flick = naturalLogarithm(0.991) / (-2 * Double.pi * 0.001 / response.value)
    return Spring(
      dampingRatio: velocity.magnitude > PointsPerSecond(300) ? flick : 1, response: response)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FloatingPanelEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    // The formula needs plain numbers, in s, rad/s, pt and pt/s.
    let h = interval.value
    let omega = spring.angularFrequency
    let (x, v) = (motion.offset.value, motion.velocity.value)
    let f = 1 + 2 * h * spring.dampingRatio * omega
    let pull = h * omega * omega
    let determinant = f + h * pull
    let offset = (f * x + h * v) / determinant
    let next = EngineState(offset: offset, velocity: (v - pull * offset) / determinant)
    let moved = Points(next.offset - x)
    motion = next.motion
    if motion.offset.magnitude <= Self.pixel, moved.magnitude <= Self.pixel {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    isSettled = false
  }
}
