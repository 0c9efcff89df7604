public import Quantities

/// A spring as a timing curve from 0 at the start to 1 at the end, with a velocity at the start.
///
/// If you interpolate between a start and an end with this curve, you get the motion of the spring from the start to
/// the end. The velocity at the start is ``initialVelocity`` times the distance.
public struct SpringTiming: Hashable, Sendable {
  /// The spring, whose motion over the distance from start to end is the curve.
  public var spring: Spring
  /// The velocity at the start, as a fraction of the distance per second.
  public var initialVelocity: RelativeVelocity
  /// The fraction of the distance that may be left at ``duration``; unitless, above 0 and below 1.
  public var remaining: Double

  /// Creates a timing curve; traps unless `remaining` is above 0 and below 1.
  ///
  /// - Parameters:
  ///   - spring: The spring.
  ///   - initialVelocity: The velocity at the start.
  ///   - remaining: The fraction of the distance that may be left at the end; 0.001 by default.
  public init(
    spring: Spring, initialVelocity: RelativeVelocity = RelativeVelocity(dx: 0),
    remaining: Double = 0.001
  ) {
    precondition(remaining > 0 && remaining < 1, "remaining \(remaining) is not between 0 and 1")
    self.spring = spring
    self.initialVelocity = initialVelocity
    self.remaining = remaining
  }

  /// The time from which the progress along both axes differs from 1 by at most ``remaining``; nil if there is no such
  /// time.
  public var duration: Seconds? {
    let within = SettleTolerance(
      distance: Points(remaining), speed: PointsPerSecond(.infinity))
    guard let x = spring.settleTime(from: Self.start(initialVelocity.dx), within: within),
      let y = spring.settleTime(from: Self.start(initialVelocity.dy), within: within)
    else { return nil }
    return max(x, y)
  }

  /// Returns the progress after `time`, along each axis: 0 at the start, 1 at the end, above 1 on overshoot.
  public func progress(after time: Seconds) -> (x: Double, y: Double) {
    let x = spring.motion(after: time, from: Self.start(initialVelocity.dx)).offset
    let y = spring.motion(after: time, from: Self.start(initialVelocity.dy)).offset
    return (1 + x.value, 1 + y.value)
  }

  /// Returns the progress of a property of one dimension after a fraction of ``duration``.
  ///
  /// The progress is 0 at the fraction 0, and exactly 1 at all fractions from 1 on. The result is nil if the spring
  /// never settles.
  public func progress(atFraction fraction: Double) -> Double? {
    guard let duration else { return nil }
    guard fraction < 1 else { return 1 }
    return progress(after: max(duration * fraction, .zero)).x
  }

  /// Returns the position at `time` after the start of a motion from `start` to `end`.
  public func position(after time: Seconds, from start: Position, to end: Position) -> Position {
    let progress = progress(after: time)
    return Position(
      x: start.x + (end.x - start.x) * progress.x, y: start.y + (end.y - start.y) * progress.y)
  }

  /// Returns the start of a motion over a distance of 1 pt, so that an offset in points is a fraction of the distance.
  private static func start(_ velocity: Double) -> Spring.Motion {
    Spring.Motion(offset: Points(-1), velocity: PointsPerSecond(velocity))
  }
}
