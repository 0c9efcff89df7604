/// A velocity on screen along one axis, in points per second.
public struct PointsPerSecond: Quantity {
  /// The number of points per second; positive is right or down.
  public var value: Double

  /// Creates a velocity of `value` points per second.
  @inlinable public init(_ value: Double) { self.value = value }
}

extension PointsPerSecond {
  /// The distance covered at `velocity` in `time`.
  @inlinable public static func * (velocity: PointsPerSecond, time: Seconds) -> Points {
    Points(velocity.value * time.value)
  }
}
