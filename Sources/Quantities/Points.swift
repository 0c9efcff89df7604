/// A distance on screen along one axis, in points.
public struct Points: Quantity {
  /// The number of points; positive is right or down.
  public var value: Double

  /// Creates a distance of `value` points.
  @inlinable public init(_ value: Double) { self.value = value }
}

extension Points {
  /// The constant velocity that covers `distance` in `time`.
  ///
  /// Traps unless `time` is above zero. The time between two samples of a recording is always above zero, because
  /// readers merge samples with the same timestamp.
  @inlinable public static func / (distance: Points, time: Seconds) -> PointsPerSecond {
    precondition(time > .zero, "velocity over \(time.value) s; samples must move forward in time")
    return PointsPerSecond(distance.value / time.value)
  }

  /// The time that `distance` takes at a constant `velocity`; traps if the velocity is zero.
  @inlinable public static func / (distance: Points, velocity: PointsPerSecond) -> Seconds {
    precondition(velocity != .zero, "\(distance.value) pt are never covered at no velocity")
    return Seconds(distance.value / velocity.value)
  }
}

/// A fraction of a whole: 0 at the start, 1 at the end; unitless.
public struct Fraction: Quantity {
  /// The fraction; below 0 it is before the start, and above 1 beyond the end.
  public var value: Double

  /// Creates a fraction of `value`.
  @inlinable public init(_ value: Double) { self.value = value }
}

/// A span of time, or an instant counted from the first event of a recording, in seconds.
public struct Seconds: Quantity {
  /// The number of seconds.
  public var value: Double

  /// Creates a span of `value` seconds.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Creates a span from integer microseconds, the unit of times in files; correctly rounded below 2⁵³ µs.
  @inlinable public static func microseconds(_ microseconds: Int64) -> Seconds {
    Seconds(Double(microseconds) / 1_000_000)
  }
}

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
