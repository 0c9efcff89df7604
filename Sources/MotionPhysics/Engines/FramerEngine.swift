public import Quantities

/// The spring of Framer Motion.
///
/// - Motion: Each frame is the exact solution since the last change of the target. Above critical damping, the argument
///   of the hyperbolic functions is limited to 300, so a stiff, heavily damped spring jumps to its target.
/// - End: The motion ends in the first frame with an offset of at most 0.5 pt. Below critical damping, the mean speed
///   over the last 5 ms must also be at most 2 pt/s. If the motion started less than 5 pt from the target, these limits
///   are 0.005 pt and 0.01 pt/s.
///
/// Source: motiondivision/motion, `spring/index.ts` and `velocity-per-second.ts`.
public struct FramerEngine: Hashable {
  private let spring: Spring
  private var start: Spring.Motion
  private var elapsed = Seconds.zero
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  private func motion(at time: Seconds) -> Spring.Motion {
    let exact = spring.motion(after: time, from: start)
    let unit = UnitSpring(dampingRatio: spring.dampingRatio)
    let argument = spring.angularFrequency * unit.rootOffset * time.value
    guard spring.dampingRatio > 1, argument > 300 else { return exact }
    // As in the library, the argument of cosh and sinh is limited to 300.
    let envelope = exponential(-spring.dampingRatio * spring.angularFrequency * time.value)
    return Spring.Motion(
      offset: start.offset * (envelope * exponential(300)), velocity: .zero)
  }

  private var isAtRest: Bool {
    let isShort = start.offset.magnitude < Points(5)
    guard motion.offset.magnitude <= Points(isShort ? 0.005 : 0.5) else { return false }
    guard spring.dampingRatio < 1 else { return true }
    let before = motion(at: max(elapsed - Seconds(0.005), .zero))
    let speed = (motion.offset - before.offset) / Seconds(0.005)
    return speed.magnitude <= PointsPerSecond(isShort ? 0.01 : 2)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FramerEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    self.start = start
    motion = start
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    elapsed = Seconds(saturatedSum(elapsed.value, interval.value))
    motion = motion(at: elapsed)
    if isAtRest {
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
