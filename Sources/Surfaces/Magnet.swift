public import FrameLogs
package import MotionPhysics
public import Quantities
public import ReleaseRules

extension RunEvent.Kind {
  /// A magnet took hold of a surface; `flung` when the hand threw it there.
  public static let stuck = RunEvent.Kind(rawValue: "stuck")
  /// A surface came off a magnet; `flung` when the hand threw it off.
  public static let unstuck = RunEvent.Kind(rawValue: "unstuck")
}

/// A position on the screen that draws a dragged surface to itself and dismisses it when the hand lets
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

  /// Whether a point at `position` with `velocity` is held, when it `wasHeld` before or was not.
  public func holds(_ position: Position, velocity: Velocity, wasHeld: Bool) -> Bool {
    let distance = (position - centre).length
    guard !wasHeld else { return distance < leaveRadius }
    return distance < radius && velocity.x.magnitude <= stickSpeed
  }

  /// Whether a held surface that is let go with `velocity` comes off.
  public func isEscaped(_ velocity: Velocity) -> Bool { -velocity.y > escapeSpeed }

  /// Whether a surface that is let go at `position` with `velocity` is thrown at the magnet: fast enough
  /// towards its height, on a line that meets its area there.
  public func isThrown(from position: Position, velocity: Velocity) -> Bool {
    let isAbove = position.y < centre.y
    switch throwRule {
    case .off: return false
    case .towards:
      guard (isAbove ? velocity.y : -velocity.y) > throwSpeed else { return false }
    case .android:
      guard isAbove ? velocity.y > throwSpeed : velocity.y < throwSpeed else { return false }
    }
    guard velocity.x != .zero else {
      return (position.x - centre.x).magnitude < throwWidth / 2
    }
    let slope = velocity.y.value / velocity.x.value
    let met = position.x + (centre.y - position.y) / slope
    return (met - centre.x).magnitude < throwWidth / 2
  }
}

/// What a magnet has done to a surface since a hand began to drag it.
struct MagnetPull: Hashable, Sendable {
  /// What becomes of a surface when the hand that drags it moves on.
  enum Change: Hashable {
    /// The magnet holds it now.
    case stuck
    /// The magnet holds it no more.
    case unstuck
  }

  /// What a magnet says to a release.
  enum Answer: Hashable {
    /// The surface is dismissed at the magnet; `isThrown` when it was not held before.
    case dismissed(isThrown: Bool)
    /// It would be, and somebody refuses.
    case refused
    /// It was thrown off a magnet that held it.
    case escaped
  }

  /// Since when the magnet holds the surface instead of the hand; nil when it does not.
  private(set) var stuckSince: Seconds?
  /// Whether the surface is on its way back under the hand.
  private(set) var isCatchingUp = false
  /// Whether the magnet has no power yet, because the hand took hold in its field.
  private var isInert = false

  /// Nothing so far.
  init() {}

  /// Nothing so far, of a drag that begins at `point`.
  init(beginningAt point: Position, by magnet: Magnet?) {
    guard let magnet, magnet.entersOnly else { return }
    isInert = (point - magnet.centre).length < magnet.radius
  }

  /// Whether the magnet holds the surface instead of the hand.
  var isStuck: Bool { stuckSince != nil }

  /// Whether the surface is where the hand has it.
  var isUnderHand: Bool { !isStuck && !isCatchingUp }

  /// Takes in that `point`, at which `magnet` looks, is here at `time` with `velocity`.
  mutating func follow(
    _ point: Position, _ velocity: Velocity, by magnet: Magnet, at time: Seconds
  ) -> Change? {
    if isInert, (point - magnet.centre).length >= magnet.radius { isInert = false }
    let isHeld = !isInert && magnet.holds(point, velocity: velocity, wasHeld: isStuck)
    guard isHeld != isStuck else { return nil }
    (stuckSince, isCatchingUp) = isHeld ? (time, false) : (nil, true)
    return isHeld ? .stuck : .unstuck
  }

  /// There is no magnet any more: what it held is on its way back under the hand.
  mutating func comeOff() { (stuckSince, isCatchingUp) = (nil, true) }

  /// The surface is under the hand again.
  mutating func catchUp() { isCatchingUp = false }
}

extension Magnet {
  /// The springs of a surface with which a magnet has to do.
  package struct Springs: Hashable, Sendable {
    /// The spring that takes it to the magnet that holds it.
    var holding: Spring
    /// The spring that takes it back under the hand once the magnet has let go.
    var catchingUp: Spring

    package init(
      holding: Spring = Spring(dampingRatio: 1, response: .zero),
      catchingUp: Spring = Spring(dampingRatio: 1, response: .zero)
    ) {
      self.holding = holding
      self.catchingUp = catchingUp
    }
  }

  /// The point at which it looks, of a surface under a hand.
  func point(of drag: SurfaceDrag, finger: Position?) -> Position {
    switch point {
    case .surface: drag.shown
    case .unlimited: drag.unlimited
    case .touch: finger ?? drag.unlimited
    }
  }
}

extension Journal {
  /// Notes that a magnet took hold of a surface or let it go, as `kind` says; `isFlung` when it was
  /// thrown there or off.
  mutating func noteMagnet(_ kind: RunEvent.Kind, at time: Seconds, isFlung: Bool) {
    note(kind, at: time, [LogField("flung", .flag(isFlung))])
  }
}
