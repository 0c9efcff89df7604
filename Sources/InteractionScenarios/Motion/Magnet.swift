public import FrameLogs
public import Quantities

extension RunEvent.Kind {
  /// A magnet took hold of a surface; `flung` when the hand threw it there.
  public static let stuck = RunEvent.Kind(rawValue: "stuck")
  /// A surface came off a magnet; `flung` when the hand threw it off.
  public static let unstuck = RunEvent.Kind(rawValue: "unstuck")
}

/// A place on the screen that draws a dragged surface to itself and dismisses it when the hand lets
/// go there.
///
/// Source: Android, `MagnetizedObject`, at 182d173.
public struct Magnet: Hashable, Sendable {
  /// What counts as a throw at the magnet.
  public enum ThrowRule: String, Hashable, Sendable, CaseIterable {
    /// Nothing does.
    case off
    /// Fast enough towards it.
    case towards
    /// Fast enough downwards from above it; from below it, anything but fast enough downwards.
    ///
    /// Source: Android, `isForcefulFlingTowardsTarget`, with its slip of a sign.
    case android
  }

  /// The point of the surface, or of the hand, that it looks at.
  public var point: ReleasePolicy.ProjectedPoint
  /// The centre; a surface that it holds goes there.
  public var centre: Position
  /// How near to the centre the point must come to be held.
  public var radius: Points
  /// How far from the centre the point must be to come off again; at least ``radius``.
  public var leaveRadius: Points
  /// A point that is faster than this along the horizontal is not held.
  public var stickSpeed: PointsPerSecond
  /// A release faster than this upwards comes off.
  public var escapeSpeed: PointsPerSecond
  /// How fast a throw at the magnet must be, along the vertical.
  public var throwSpeed: PointsPerSecond
  /// How wide the area is that a throw must be aimed at, at the height of the centre.
  public var throwWidth: Points
  /// What counts as a throw at it.
  public var throwRule: ThrowRule
  /// Whether a point that was in the field when the hand took hold must have been out of it before
  /// it can be held.
  public var entersOnly: Bool

  /// Creates a magnet.
  public init(
    point: ReleasePolicy.ProjectedPoint, centre: Position, radius: Points, leaveRadius: Points,
    stickSpeed: PointsPerSecond,
    escapeSpeed: PointsPerSecond, throwSpeed: PointsPerSecond, throwWidth: Points,
    throwRule: ThrowRule, entersOnly: Bool
  ) {
    self.point = point
    self.centre = centre
    self.radius = radius
    self.leaveRadius = max(radius, leaveRadius)
    self.stickSpeed = stickSpeed
    self.escapeSpeed = escapeSpeed
    self.throwSpeed = throwSpeed
    self.throwWidth = throwWidth
    self.throwRule = throwRule
    self.entersOnly = entersOnly
  }

  /// Whether a point at `place` with `velocity` is held, when it `wasHeld` before or was not.
  public func holds(_ place: Position, velocity: Velocity, wasHeld: Bool) -> Bool {
    let distance = (place - centre).length
    guard !wasHeld else { return distance < leaveRadius }
    return distance < radius && velocity.x.magnitude <= stickSpeed
  }

  /// Whether a held surface that is let go with `velocity` comes off.
  public func isEscaped(_ velocity: Velocity) -> Bool { -velocity.y > escapeSpeed }

  /// Whether a surface that is let go at `place` with `velocity` is thrown at the magnet: fast enough
  /// towards its height, on a line that meets its area there.
  public func isThrown(from place: Position, velocity: Velocity) -> Bool {
    let isAbove = place.y < centre.y
    switch throwRule {
    case .off: return false
    case .towards:
      guard (isAbove ? velocity.y : -velocity.y) > throwSpeed else { return false }
    case .android:
      guard isAbove ? velocity.y > throwSpeed : velocity.y < throwSpeed else { return false }
    }
    guard velocity.x != .zero else {
      return (place.x - centre.x).magnitude < throwWidth / 2
    }
    let slope = velocity.y.value / velocity.x.value
    let met = place.x + (centre.y - place.y) / slope
    return (met - centre.x).magnitude < throwWidth / 2
  }
}
