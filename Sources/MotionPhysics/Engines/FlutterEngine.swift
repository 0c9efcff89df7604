public import Quantities

/// The spring simulation of Flutter.
///
/// - Motion: Each frame is the exact solution since the last change of the target, at any frame rate.
/// - End: The motion ends in the first frame with an offset below 0.001 pt and a velocity below 0.001 pt/s. A spring
///   that oscillates can therefore end too early, at a turning point near the target.
///
/// Source: flutter/flutter, `spring_simulation.dart` and `tolerance.dart`.
public struct FlutterEngine: Hashable {
  private let spring: Spring
  private var start: Spring.Motion
  private var elapsed = Seconds.zero
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FlutterEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    self.start = start
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    elapsed += interval
    motion = spring.motion(after: elapsed, from: start)
    if motion.offset.magnitude < Points(0.001), motion.velocity.magnitude < PointsPerSecond(0.001) {
      motion = .resting
      isSettled = true
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    start = motion
    elapsed = .zero
    isSettled = false
  }
}
