/// A distance on screen along one axis, in points.
public struct Points: Quantity {
  /// The number of points; positive is right or down.
  public var value: Double

  /// Creates a distance of `value` points.
  @inlinable public init(_ value: Double) { self.value = value }
}

extension Points {
  /// The steady velocity that covers `distance` in `time`.
  ///
  /// Traps unless `time` is above zero; input that repeats a timestamp is merged before it gets
  /// here.
  @inlinable public static func / (distance: Points, time: Seconds) -> PointsPerSecond {
    precondition(time > .zero, "velocity over \(time.value) s; samples must move forward in time")
    return PointsPerSecond(distance.value / time.value)
  }

  /// The time that `distance` takes at a steady `velocity`; traps when that is zero.
  @inlinable public static func / (distance: Points, velocity: PointsPerSecond) -> Seconds {
    precondition(velocity != .zero, "\(distance.value) pt at no velocity take no time")
    return Seconds(distance.value / velocity.value)
  }
}
