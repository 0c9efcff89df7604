public import FrameLogs
package import MotionPhysics
public import Quantities
public import ReleaseRules

extension RunEvent.Kind {
  /// A magnet took hold of a surface; `flung` if the release threw the surface there.
  public static let stuck = RunEvent.Kind(rawValue: "stuck")
  /// A surface came off a magnet; `flung` if the release threw it off.
  public static let unstuck = RunEvent.Kind(rawValue: "unstuck")
}

/// A position on the screen that attracts a dragged surface, and dismisses it if the finger lifts while it
/// is held there.
///
/// Source: Android, `MagnetizedObject`, at 182d173.
public struct Magnet: Hashable, Sendable {
  /// The rule for which releases count as throws at the magnet.
  public enum ThrowRule: String, Hashable, Sendable, CaseIterable {
    /// No release counts as a throw.
    case off
    /// Releases that are fast enough towards the magnet.
    case towards
    /// From above the magnet, releases that are fast enough downwards; from below, all other releases.
    ///
    /// Source: Android, `isForcefulFlingTowardsTarget`, including its sign error.
    case android
  }

  /// The point of the surface, or of the finger, that the magnet attracts.
  public var point: ReleasePolicy.ProjectedPoint
  /// The centre; a surface that the magnet holds moves there.
  public var centre: Position
  /// The distance from the centre below which the point is held.
  public var radius: Points
  /// The distance from the centre at which the point comes off again; at least ``radius``.
  public var leaveRadius: Points
  /// The horizontal speed above which the point is not held.
  public var stickSpeed: PointsPerSecond
  /// The upward speed above which a release comes off.
  public var escapeSpeed: PointsPerSecond
  /// The vertical speed above which a release can be a throw at the magnet.
  public var throwSpeed: PointsPerSecond
  /// The width of the area at the height of the centre that a throw must aim at.
  public var throwWidth: Points
  /// The rule for which releases count as throws at it.
  public var throwRule: ThrowRule
  /// Whether a point that starts a drag within the radius must leave it before the magnet can hold it.
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

  /// Whether the magnet holds a point at `position` with `velocity`, given whether it `wasHeld` before.
  public func holds(_ position: Position, velocity: Velocity, wasHeld: Bool) -> Bool {
    let distance = (position - centre).length
    guard !wasHeld else { return distance < leaveRadius }
    return distance < radius && velocity.x.magnitude <= stickSpeed
  }

  /// Whether a held surface that is released with `velocity` comes off.
  public func isEscaped(_ velocity: Velocity) -> Bool { -velocity.y > escapeSpeed }

  /// Whether a surface that is released at `position` with `velocity` is thrown at the magnet: fast enough
  /// towards its height, on a line that crosses its area there.
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

/// The effect of a magnet on a surface since the drag began.
struct MagnetPull: Hashable, Sendable {
  /// A change of the magnet's hold while the finger moves.
  enum Change: Hashable {
    /// The magnet has taken hold of the surface.
    case stuck
    /// The magnet no longer holds the surface.
    case unstuck
  }

  /// The effect of a magnet on a release.
  enum Answer: Hashable {
    /// The surface is dismissed at the magnet; `isThrown` if the magnet did not hold it before.
    case dismissed(isThrown: Bool)
    /// The surface would be dismissed, but dismissal is refused.
    case refused
    /// The surface was thrown off a magnet that held it.
    case escaped
  }

  /// The time since which the magnet holds the surface instead of the finger; nil if it does not.
  private(set) var stuckSince: Seconds?
  /// Whether the surface is returning to the finger.
  private(set) var isCatchingUp = false
  /// Whether the magnet is inactive, because the drag began within its radius.
  private var isInert = false

  /// Creates a state without any effect.
  init() {}

  /// Creates the state of a drag that begins at `point`.
  init(beginningAt point: Position, by magnet: Magnet?) {
    guard let magnet, magnet.entersOnly else { return }
    isInert = (point - magnet.centre).length < magnet.radius
  }

  /// Whether the magnet holds the surface instead of the finger.
  var isStuck: Bool { stuckSince != nil }

  /// Whether the surface is at the position of the drag.
  var isUnderHand: Bool { !isStuck && !isCatchingUp }

  /// Receives the current `point` that `magnet` attracts, with its `velocity`.
  mutating func follow(
    _ point: Position, _ velocity: Velocity, by magnet: Magnet, at time: Seconds
  ) -> Change? {
    if isInert, (point - magnet.centre).length >= magnet.radius { isInert = false }
    let isHeld = !isInert && magnet.holds(point, velocity: velocity, wasHeld: isStuck)
    guard isHeld != isStuck else { return nil }
    (stuckSince, isCatchingUp) = isHeld ? (time, false) : (nil, true)
    return isHeld ? .stuck : .unstuck
  }

  /// Ends the hold because the magnet is gone; the surface returns to the finger.
  mutating func comeOff() { (stuckSince, isCatchingUp) = (nil, true) }

  /// Records that the surface is at the position of the drag again.
  mutating func catchUp() { isCatchingUp = false }
}

extension Magnet {
  /// The springs that move a surface to and from a magnet.
  package struct Springs: Hashable, Sendable {
    /// The spring that moves the surface to the magnet that holds it.
    var holding: Spring
    /// The spring that returns the surface to the finger after the magnet has released it.
    var catchingUp: Spring

    package init(
      holding: Spring = Spring(dampingRatio: 1, response: .zero),
      catchingUp: Spring = Spring(dampingRatio: 1, response: .zero)
    ) {
      self.holding = holding
      self.catchingUp = catchingUp
    }
  }

  /// The point of a dragged surface that the magnet attracts.
  func point(of drag: SurfaceDrag, finger: Position?) -> Position {
    switch point {
    case .surface: drag.shown
    case .unlimited: drag.unlimited
    case .touch: finger ?? drag.unlimited
    }
  }
}

extension Journal {
  /// Notes that a magnet took hold of a surface or released it, depending on `kind`; `isFlung` if the
  /// surface was thrown there or off.
  mutating func noteMagnet(_ kind: RunEvent.Kind, at time: Seconds, isFlung: Bool) {
    note(kind, at: time, [LogField("flung", .flag(isFlung))])
  }
}
