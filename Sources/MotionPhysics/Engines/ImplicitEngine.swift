public import Quantities

/// An engine with implicit Euler steps: the step of ``FloatingPanelEngine`` without its error.
///
///     f = 1 + 2hζω,  x′ = (f x + h v) / (f + h²ω²),  v′ = (v - hω² x) / (f + h²ω²)
///
/// Here, `h` is the duration of a frame, and primes mark the state in the next frame.
///
/// No library uses this engine. Compare this engine with ``FloatingPanelEngine`` to separate the effect of
/// FloatingPanel's error from the effect of the step size. Implicit Euler is stable for any step. At low frame rates,
/// implicit Euler slows the motion down too much, but less than FloatingPanel does. As in FloatingPanel, the animation
/// ends in the first frame in which both the offset and the movement since the last frame are at most one pixel.
///
/// Source: any textbook on numerical methods. The step solves `x′ = x + h v′, v′ = v - h (ω² x′ + 2ζω v′)`.
public struct ImplicitEngine: Hashable {
  private let spring: Spring
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
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
    // The formula needs plain numbers, in s, rad/s, pt and pt/s.
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
    motion = motion.relativeToTarget(movedBy: shift)
    isSettled = false
  }
}
