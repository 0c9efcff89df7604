public import Quantities

/// A spring motion as a row of values, for drawing it or for playing it elsewhere.
public struct SpringCurve: Hashable, Sendable {
  /// The values, the first being the start and the last the target, in points.
  public let values: [Double]
  /// The velocities at the same times, in points per second.
  public let velocities: [Double]
  /// The times as fractions of ``duration``, from 0 to 1, as a keyframe animation wants them.
  public let keyTimes: [Double]
  /// How long the motion takes.
  public let duration: Seconds
  private let spring: Spring
  private let relativeVelocity: Double

  /// The most frames that a curve may have.
  ///
  /// Source: ours; over two hours at 120 Hz.
  public static let mostFrames = 1_000_000

  /// Samples a motion at every frame until it has settled; nil if it never settles, or not within
  /// ``mostFrames``.
  ///
  /// The last key is the target at rest, in the first frame in which the motion has settled.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - start: Where the value starts, in points.
  ///   - target: Where it goes, in points.
  ///   - velocity: Its velocity at the start.
  ///   - interval: The time between two frames; above zero.
  ///   - tolerance: When the motion counts as settled.
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

  /// The times of the values, from the start.
  public var times: [Seconds] { keyTimes.map { duration * $0 } }

  /// The same as the keys of an animation of one number.
  public var keyframes: Keyframes<Double> {
    Keyframes(values: values, velocities: velocities, keyTimes: keyTimes, duration: duration)
  }

  /// The curve as CSS `linear()` easing, for a transition of ``duration``; nil for a way of no
  /// length, which no easing can tell, and for one that needs too many stops.
  ///
  /// The lines follow the spring itself, whatever the interval of the keys. A curve that counts as
  /// settled farther than the tolerance from its target jumps there at its end;
  /// ``SpringTiming/linearEasing(within:)`` goes on until it is near.
  ///
  /// - Parameter tolerance: How far the lines may be from the spring, as a fraction of the way.
  /// - Returns: Text like `linear(0, 0.25 10%, 1)`.
  public func cssLinear(tolerance: Double = 0.001) -> String? {
    guard let first = values.first, let last = values.last, first != last else { return nil }
    return LinearEasing(
      spring: spring, velocity: relativeVelocity, duration: duration, within: tolerance)?.css
  }
}
