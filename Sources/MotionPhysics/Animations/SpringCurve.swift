public import Quantities

/// A spring motion as an array of values, for drawing or for the keyframe animations of other systems.
public struct SpringCurve: Hashable, Sendable {
  /// The values, in points; the first is the start and the last the target.
  public let values: [Double]
  /// The velocities at the times of ``values``, in points per second.
  public let velocities: [Double]
  /// The times of ``values`` as fractions of ``duration``, from 0 to 1; if the motion settles immediately, only `[1]`.
  public let keyTimes: [Double]
  /// The duration of the motion, rounded up to a whole number of frames; zero if the motion settles immediately.
  public let duration: Seconds
  private let spring: Spring
  private let relativeVelocity: Double

  /// The limit for the number of frames in a curve.
  ///
  /// This limit is our choice: a million frames are more than two hours at 120 Hz.
  public static let mostFrames = 1_000_000

  /// Samples a motion at every frame until it has settled; nil if it does not settle within ``mostFrames``.
  ///
  /// The last value is the target, with velocity zero, at the first frame in which the motion has settled.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - start: The start of the motion, in points.
  ///   - target: The target of the motion, in points.
  ///   - velocity: The velocity at the start.
  ///   - interval: The time between two frames; above zero.
  ///   - tolerance: The tolerance within which the motion counts as settled.
  public init?(
    spring: Spring, from start: Points, to target: Points, velocity: PointsPerSecond = .zero,
    every interval: Seconds = Seconds(1.0 / 60), tolerance: SettleTolerance = .standard
  ) {
    let motion = Spring.Motion(offset: start - target, velocity: velocity)
    self.spring = spring
    relativeVelocity = RelativeVelocity(velocity, from: start, to: target).dx
    guard let frames = spring.settleFrame(from: motion, within: tolerance, every: interval),
      frames <= Self.mostFrames
    else { return nil }
    let motions = (0..<frames).map { spring.motion(after: interval * Double($0), from: motion) }
    values = motions.map { (target + $0.offset).value } + [target.value]
    velocities = motions.map { $0.velocity.value } + [0]
    keyTimes = frames == 0 ? [1] : (0...frames).map { Double($0) / Double(frames) }
    duration = interval * Double(frames)
  }

  /// The times of the values, relative to the start.
  public var times: [Seconds] { keyTimes.map { duration * $0 } }

  /// The curve as the keyframes of an animation of one number.
  public var keyframes: Keyframes<Double> {
    Keyframes(values: values, velocities: velocities, keyTimes: keyTimes, duration: duration)
  }

  /// Returns the curve as a CSS `linear()` easing, for a transition of ``duration``.
  ///
  /// The lines approximate the spring motion itself, so they do not depend on the interval of ``keyTimes``. If the
  /// motion is farther than `tolerance` from its target at the end of ``duration``, the easing jumps to the target
  /// there. To avoid the jump, use ``SpringTiming/linearEasing(within:)``, which continues until the motion is within
  /// `tolerance`.
  ///
  /// - Parameter tolerance: The largest difference between the lines and the spring motion, as a fraction of the
  ///   motion's distance.
  /// - Returns: Text such as `linear(0, 0.25 10%, 1)`; nil if the start is the target, because an easing cannot
  ///   express such a motion, or if the curve would need too many evaluations.
  public func cssLinear(tolerance: Double = 0.001) -> String? {
    guard let first = values.first, let last = values.last, first != last else { return nil }
    return LinearEasing(
      spring: spring, velocity: relativeVelocity, duration: duration, within: tolerance)?.css
  }
}
