public import Quantities

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
