public import Quantities

/// The spring of Android's dynamic animation.
///
/// - Integration: Each step is exact, but its length is a whole number of milliseconds, and the state is rounded to
///   32-bit numbers. The first frame only records the time.
/// - New target: A new target takes effect in the next frame. During the first half of that frame, the value still
///   moves to the old target.
/// - End: The motion ends in the first frame with an offset below 0.75 pt and a velocity below 46.875 pt/s, which is
///   62.5 times the offset per second.
///
/// Source: androidx, `SpringForce.java`, `SpringAnimation.java` and `DynamicAnimation.java`.
public struct AndroidEngine: Hashable {
  private let spring: Spring
  private var state: Spring.Motion
  private var pendingShift = Points.zero
  private var now = 0.0
  /// The time of the last frame in milliseconds; nil before the first frame.
  private var lastFrame: Double?
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  private mutating func step(milliseconds: Double) {
    state =
      spring.motion(after: Seconds(milliseconds / 1000), from: state)
      .roundedToSinglePrecision
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AndroidEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    state = start
  }

  public var motion: Spring.Motion { state.relativeToTarget(movedBy: pendingShift) }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    now = saturated(now + interval.value * 1000)
    let frame = now.rounded(.down)
    defer { lastFrame = frame }
    guard let lastFrame else { return }
    let milliseconds = frame - lastFrame
    if pendingShift != .zero {
      let half = (milliseconds / 2).rounded(.down)
      step(milliseconds: half)
      // From here on, the state is relative to the new target.
      state = motion
      pendingShift = .zero
      step(milliseconds: half)
    } else {
      step(milliseconds: milliseconds)
    }
    if state.offset.magnitude < Points(0.75), state.velocity.magnitude < PointsPerSecond(46.875) {
      state = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    guard shift != .zero else { return }
    if isSettled {
      state = state.relativeToTarget(movedBy: shift)
      lastFrame = nil
      isSettled = false
    } else {
      pendingShift = Points(saturatedSum(pendingShift.value, shift.value))
    }
  }
}
