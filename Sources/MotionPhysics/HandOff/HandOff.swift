public import Quantities

/// A start position with which a timing curve keeps a velocity even if there is almost no distance to the end.
///
/// At a distance of zero, a relative velocity is infinite, and a curve would lose the velocity. Therefore the start is
/// moved a little away from the end, against the velocity. At any time, the resulting motion differs from the true one
/// by less than this shift, because a spring never swings farther than its initial displacement.
///
/// Source: D. Jenox, *Demystifying UIKit Spring Animations* (2021); the size of the shift is our choice.
public struct HandOff: Hashable, Sendable {
  /// The start of the curve.
  public let start: Points
  /// The velocity as a fraction of the distance from ``start`` to the end.
  public let initialVelocity: RelativeVelocity
  /// The distance of ``start`` from the true start, which is also the bound of the error at any time.
  public let shift: Points

  /// The shift as a fraction of the largest displacement that the velocity alone would cause; unitless.
  ///
  /// Source: our choice: 0.1 % is invisible next to a swing of that size.
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
  /// Returns the largest distance from its target that a value reaches from the target with a velocity.
  ///
  ///     e^(-ζωt) v t  at its peak, t = atan(q / ζ) / (ω q) below critical damping, 1 / ω at it
  public func peakDisplacement(ofVelocity velocity: PointsPerSecond) -> Points {
    let start = Motion(offset: .zero, velocity: velocity)
    return peakOvershoot(from: start)?.offset.magnitude ?? .zero
  }
}

/// A velocity as a fraction of the distance from a start to an end, per second, for each axis.
///
/// A timing curve needs the velocity of a gesture in this form. Along an axis whose distance is zero, the relative
/// velocity is zero, because it would be infinite; ``HandOff`` keeps the velocity in this case. A property of one
/// dimension uses only ``dx``, with its sign. The magnitude of the vector has no meaning.
///
/// Source: Apple, `UISpringTimingParameters.initialVelocity`.
public struct RelativeVelocity: Hashable, Sendable {
  /// The fraction of the horizontal distance, per second; positive is towards the end.
  public var dx: Double
  /// The fraction of the vertical distance, per second; positive is towards the end.
  public var dy: Double

  /// Creates a relative velocity from its components.
  public init(dx: Double, dy: Double = 0) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a relative velocity from `velocity` and the distance from `start` to `end`: their ratio, along each axis.
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
  /// The inverse of the initializer, up to one unit in the last place, except along an axis whose distance is zero.
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
