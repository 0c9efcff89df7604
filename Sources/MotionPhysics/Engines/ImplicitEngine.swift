public import Quantities

/// Implicit Euler: the step of ``FloatingPanelEngine`` without its error.
///
///     f = 1 + 2hζω,  x′ = (f x + h v) / (f + h²ω²),  v′ = (v - hω² x) / (f + h²ω²)
///
/// No library uses this engine. It separates the effect of FloatingPanel's error from the effect of the step size:
/// implicit Euler is stable for any step, and slows the motion down too much at low frame rates, but less than
/// FloatingPanel does. The condition for the end is the same: the first frame in which both the offset and the last
/// step are at most one pixel.
///
/// Source: any numerics text; the step solves `x′ = x + h v′, v′ = v - h (ω² x′ + 2ζω v′)`.
public struct ImplicitEngine: Hashable {
  private let spring: Spring
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended.
  public private(set) var isSettled = false
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ImplicitEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    // Plain numbers for the formula. Units: s, rad/s, pt, pt/s.
    let h = interval.value
    let omega = spring.angularFrequency
    let (x, v) = (motion.offset.value, motion.velocity.value)
    let f = 1 + 2 * h * spring.dampingRatio * omega
    let pull = h * omega * omega
    let determinant = f + h * pull
    let next = EngineState(
      offset: (f * x + h * v) / determinant, velocity: (v - pull * x) / determinant)
    let moved = Points(next.offset - x)
    motion = next.motion
    if motion.offset.magnitude <= FloatingPanelEngine.pixel,
      moved.magnitude <= FloatingPanelEngine.pixel
    {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.seenFromTarget(movedBy: shift)
    isSettled = false
  }
}
