public import Quantities

/// A start that lets a timing curve carry a velocity even where there is hardly any way to go.
///
/// At no distance a relative velocity is infinite, and a curve would lose the velocity. So the start
/// is moved a little behind the end, against the velocity. The motion that results differs from the
/// true one by less than the shift at any time, because a spring never swings farther than it was
/// pulled.
///
/// Source: D. Jenox, *Demystifying UIKit Spring Animations* (2021); the size of the shift is ours.
public struct HandOff: Hashable, Sendable {
  /// Where the curve is to start.
  public let start: Points
  /// The velocity as a fraction of the way from ``start`` to the end.
  public let initialVelocity: RelativeVelocity
  /// How far ``start`` is from the true start; also the bound of the error at any time.
  public let shift: Points

  /// The shift as a fraction of how far the velocity alone would carry the value; unitless.
  ///
  /// Source: ours; a thousandth cannot be seen next to the swing that it makes possible.
  static let fraction = 0x1p-10

  /// Plans a way from `start` to `end` with a velocity.
  ///
  /// Nothing is shifted unless the distance is below a 1024th of the swing that the velocity alone
  /// would make.
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
  /// Returns how far a velocity alone carries a value away from its target before it turns round.
  ///
  ///     e^(-ζωt) v t  at its peak, t = atan(q / ζ) / (ω q) below critical damping, 1 / ω at it
  public func peakDisplacement(ofVelocity velocity: PointsPerSecond) -> Points {
    let start = Motion(offset: .zero, velocity: velocity)
    return peakOvershoot(from: start)?.offset.magnitude ?? .zero
  }
}

/// A velocity as fractions of the way from a start to an end, per second, for each axis.
///
/// This is what a timing curve wants to know of a gesture. Along an axis without any way to go it is
/// zero, because no share of nothing is a velocity; ``HandOff`` says how to keep the velocity then.
/// A property of one dimension reads only ``dx``, with its sign; the magnitude of the vector means
/// nothing.
///
/// Source: Apple, `UISpringTimingParameters.initialVelocity`.
public struct RelativeVelocity: Hashable, Sendable {
  /// The fraction of the horizontal way, per second; positive is towards the end.
  public var dx: Double
  /// The fraction of the vertical way, per second; positive is towards the end.
  public var dy: Double

  /// Creates a relative velocity from its components.
  public init(dx: Double, dy: Double = 0) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates the relative velocity of something that moves with `velocity` on its way from `start`
  /// to `end`: velocity over distance, along each axis.
  public init(_ velocity: Velocity, from start: Position, to end: Position) {
    dx = Self.fraction(velocity.x, of: end.x - start.x)
    dy = Self.fraction(velocity.y, of: end.y - start.y)
  }

  /// Creates the relative velocity of a property of one dimension.
  public init(_ velocity: PointsPerSecond, from start: Points, to end: Points) {
    self.init(dx: Self.fraction(velocity, of: end - start))
  }

  /// Returns the velocity that this is on the way from `start` to `end`.
  ///
  /// Undoes the initialiser to the last bit or its neighbour, save for an axis without any way.
  public func absolute(from start: Position, to end: Position) -> Velocity {
    Velocity(
      x: PointsPerSecond(saturated(dx * (end.x - start.x).value)),
      y: PointsPerSecond(saturated(dy * (end.y - start.y).value)))
  }

  /// Returns the velocity that ``dx`` is for a property of one dimension.
  public func absolute(from start: Points, to end: Points) -> PointsPerSecond {
    PointsPerSecond(saturated(dx * (end - start).value))
  }

  private static func fraction(_ velocity: PointsPerSecond, of distance: Points) -> Double {
    distance == .zero ? 0 : saturated(velocity.value / distance.value)
  }
}
