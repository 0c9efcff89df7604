public import Quantities

/// How close to its target and to rest a value must be to count as settled.
public struct SettleTolerance: Hashable, Sendable {
  /// The largest distance from the target; zero or more.
  public var distance: Points
  /// The largest speed; zero or more.
  public var speed: PointsPerSecond

  /// Creates a tolerance; traps unless both are zero or more.
  public init(distance: Points, speed: PointsPerSecond) {
    precondition(distance >= .zero, "settle distance \(distance.value) pt is not 0 or more")
    precondition(speed >= .zero, "settle speed \(speed.value) pt/s is not 0 or more")
    self.distance = distance
    self.speed = speed
  }

  /// A tenth of a point and five points per second.
  ///
  /// Source: ours; a third of a pixel at scale 3 is 0.11 pt, and 5 pt/s moves 0.04 pt between two
  /// frames at 120 Hz, so the last step to the target cannot be seen.
  public static let standard = SettleTolerance(distance: Points(0.1), speed: PointsPerSecond(5))
}
