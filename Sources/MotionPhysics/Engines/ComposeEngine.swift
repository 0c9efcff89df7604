public import Quantities

/// The spring animation of Jetpack Compose.
///
/// - Motion: The exact solution since the last change of the target is computed at whole milliseconds and rounded to
///   32-bit numbers.
/// - End: The motion ends after a duration in whole milliseconds, rounded down. Below critical damping, the duration is
///   the time at which the envelope of the offset has fallen to 0.01 pt. Otherwise, the duration is the time at which
///   the offset itself has fallen to 0.01 pt. Without damping, the animation never ends.
///
/// Source: androidx, `SpringSimulation.kt`, `SpringEstimation.kt` and `FloatAnimationSpec.kt`.
public struct ComposeEngine: Hashable {
  private let spring: Spring
  private var start: Spring.Motion
  private var elapsed = Seconds.zero
  private var milliseconds: Double
  /// The position and velocity, relative to the target.
  public private(set) var motion: Spring.Motion
  /// Whether the animation has ended; the motion then rests at the target until a new target restarts it.
  public private(set) var isSettled = false

  /// Returns the duration of a motion in Compose, in whole milliseconds; infinity without damping.
  static func duration(
    of start: Spring.Motion, on spring: Spring, threshold: Double
  ) -> Double {
    guard spring.response > .zero else { return 0 }
    let motion = UnitMotion(offset: start, of: spring)
    guard motion.value != 0 || motion.slope != 0 else { return 0 }
    guard spring.dampingRatio < 1 else {
      return (motion.lastCrossing(of: threshold) / spring.angularFrequency * 1000)
        .rounded(.down)
    }
    guard spring.dampingRatio > 0 else { return .infinity }
    let sine = (motion.slope + spring.dampingRatio * motion.value) / motion.spring.rootOffset
    let (large, small) = (
      max(motion.value.magnitude, sine.magnitude), min(motion.value.magnitude, sine.magnitude)
    )
    // The larger number is factored out, so that no square overflows.
    let amplitude = large * (1 + (small / large) * (small / large)).squareRoot()
    let seconds =
      naturalLogarithm(amplitude / threshold) / (spring.dampingRatio * spring.angularFrequency)
    return max(seconds * 1000, 0).rounded(.down)
  }

  private mutating func begin() {
    start = motion
    elapsed = .zero
    milliseconds = Self.duration(of: start, on: spring, threshold: 0.01)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ComposeEngine: SpringEngine {
  public init(spring: Spring, from start: Spring.Motion, tolerance: SettleTolerance) {
    self.spring = spring
    self.start = start
    motion = start
    milliseconds = 0
    begin()
  }

  public mutating func advance(by interval: Seconds) {
    guard !isSettled else { return }
    elapsed += interval
    let played = (saturated(elapsed.value * 1000)).rounded(.down)
    if played >= milliseconds {
      motion = .resting
      isSettled = true
    } else {
      motion = spring.motion(after: Seconds(played / 1000), from: start).roundedToSinglePrecision
    }
  }

  public mutating func retarget(by shift: Points) {
    motion = motion.relativeToTarget(movedBy: shift)
    begin()
    isSettled = false
  }
}

extension Spring.Motion {
  /// The motion rounded to 32-bit numbers; a number beyond the range of 32-bit numbers does not change.
  var roundedToSinglePrecision: Spring.Motion {
    func rounded(_ number: Double) -> Double {
      let single = Float(number)
      return single.isFinite ? Double(single) : number
    }
    return Spring.Motion(
      offset: Points(rounded(offset.value)), velocity: PointsPerSecond(rounded(velocity.value)))
  }
}
