public import Quantities

/// The exact solution of the spring at every frame.
///
/// Each frame is computed by ``Spring/motion(after:from:)`` from the state at the last change of the target rather than
/// from the previous frame, so errors do not accumulate. The engine settles in the first frame at or after
/// ``Spring/settleTime(from:within:)``, and then rests at its target. If the settle time is nil, the engine never
/// settles.
public struct ExactEngine: Hashable {
  private let spring: Spring
  private let tolerance: SettleTolerance
  private var start: Spring.Motion
  private var elapsed = Seconds.zero
  private var settleTime: Seconds?
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ExactEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    self.tolerance = tolerance
    self.start = start
    motion = start
    settleTime = spring.settleTime(from: start, within: tolerance)
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    elapsed += interval
    if let settleTime, elapsed >= settleTime {
      motion = .resting
      isSettled = true
    } else {
      motion = spring.motion(after: elapsed, from: start)
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    start = motion
    elapsed = .zero
    settleTime = spring.settleTime(from: start, within: tolerance)
    isSettled = false
  }
}
