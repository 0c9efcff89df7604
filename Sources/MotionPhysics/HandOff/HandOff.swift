public import Quantities

/// The start and the relative velocity of a timing curve that keeps the velocity of a gesture.
///
/// A timing curve expects the velocity as a fraction of the distance. For a distance of zero, this fraction would be
/// infinite, and the curve would lose the velocity. Therefore, if the distance is too small, the start is moved away
/// from the end, against the velocity. At any time, the resulting motion differs from the true motion by at most this
/// shift. The difference is itself a spring motion that starts from rest at a distance of `shift` from its target.
///
/// Source: D. Jenox, *Demystifying UIKit Spring Animations* (2021). The size of the shift is our choice.
public struct HandOff: Hashable, Sendable {
  /// The start of the curve: the true start, or a point at a distance of ``shift`` from it.
  public let start: Points
  /// The velocity as a fraction of the distance from ``start`` to the end.
  public let initialVelocity: RelativeVelocity
  /// The distance from the true start to ``start``; also the largest possible error of the motion at any time.
  public let shift: Points

  /// The distance from start to end below which the start is shifted, as a fraction of the peak displacement.
  ///
  /// The peak displacement is the one that the velocity alone would cause.
  ///
  /// This fraction is our choice: an error of 0.1 % of the peak displacement is invisible during the motion.
  static let fraction = 0x1p-10

  /// Creates the hand-off for a motion from `start` to `end` with a velocity.
  ///
  /// The start is shifted only if the distance is below 1/1024 of the displacement that the velocity alone would cause.
  public init(
    from start: Points, to end: Points, velocity: PointsPerSecond, spring: Spring
  ) {
    let swing = spring.peakDisplacement(ofVelocity: velocity)
    let least = swing * Self.fraction
    let needsShift = (end - start).magnitude < least
    self.start = needsShift ? end - (velocity < .zero ? -least : least) : start
    shift = (self.start - start).magnitude
    initialVelocity = RelativeVelocity(velocity, from: self.start, to: end)
  }
}

extension Spring {
  /// Returns the largest displacement of a value that starts at its target with `velocity`.
  ///
  ///     v / ω · e^(-ζωt),  t = atan(q / ζ) / (ωq)    for ζ < 1, with q = √(1 - ζ²)
  ///                        t = 1 / ω                 for ζ = 1
  ///                        t = artanh(d / ζ) / (ωd)  for ζ > 1, with d = √(ζ² - 1)
  public func peakDisplacement(ofVelocity velocity: PointsPerSecond) -> Points {
    let start = Motion(offset: .zero, velocity: velocity)
    return peakOvershoot(from: start)?.offset.magnitude ?? .zero
  }
}

/// A velocity as a fraction of the distance from a start to an end, per second, for each axis.
///
/// A timing curve expects the velocity of a gesture in this form. Along an axis on which the distance is zero, the
/// fraction would be infinite, so the relative velocity is zero; use ``HandOff`` to keep the velocity in this case. A
/// property of one dimension uses only ``dx``. The length of the vector has no meaning, because its components are
/// fractions of different distances.
///
/// Source: Apple, `UISpringTimingParameters.initialVelocity`.
public struct RelativeVelocity: Hashable, Sendable {
  /// The fraction of the horizontal distance, per second; positive is towards the end.
  public var dx: Double
  /// The fraction of the vertical distance, per second; positive is towards the end.
  public var dy: Double

  /// Creates a relative velocity; a property of one dimension needs only `dx`.
  public init(dx: Double, dy: Double = 0) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a relative velocity: along each axis, `velocity` divided by the distance from `start` to `end`.
  public init(_ velocity: Velocity, from start: Position, to end: Position) {
    dx = Self.fraction(velocity.x, of: end.x - start.x)
    dy = Self.fraction(velocity.y, of: end.y - start.y)
  }

  /// Creates the relative velocity of a property of one dimension.
  public init(_ velocity: PointsPerSecond, from start: Points, to end: Points) {
    self.init(dx: Self.fraction(velocity, of: end - start))
  }

  /// Returns the absolute velocity for a motion from `start` to `end`.
  ///
  /// The function is the inverse of the initializer, up to one unit in the last place. Along an axis on which the
  /// distance is zero, the result is zero.
  public func absolute(from start: Position, to end: Position) -> Velocity {
    Velocity(
      x: PointsPerSecond(saturated(dx * (end.x - start.x).value)),
      y: PointsPerSecond(saturated(dy * (end.y - start.y).value)))
  }

  /// Returns the absolute velocity of a property of one dimension, from ``dx``.
  public func absolute(from start: Points, to end: Points) -> PointsPerSecond {
    PointsPerSecond(saturated(dx * (end - start).value))
  }

  private static func fraction(_ velocity: PointsPerSecond, of distance: Points) -> Double {
    distance == .zero ? 0 : saturated(velocity.value / distance.value)
  }
}
