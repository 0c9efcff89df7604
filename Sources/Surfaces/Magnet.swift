public import FrameLogs
package import MotionPhysics
public import Quantities
public import ReleaseRules

extension RunEvent.Kind {
  /// A magnet started to hold a surface; the field `flung` is true if a release threw the surface at the magnet.
  public static let stuck = RunEvent.Kind(rawValue: "stuck")
  /// A magnet stopped holding a surface; the field `flung` is true if a release threw the surface off.
  public static let unstuck = RunEvent.Kind(rawValue: "unstuck")
}

/// A position on the screen that attracts a dragged surface and can dismiss it.
///
/// While a magnet holds the surface, the surface stays at the magnet instead of following the finger. If the finger
/// lifts then, the surface is dismissed, unless the release throws it off the magnet.
///
/// Source: Android, `MagnetizedObject`, at 182d173.
public struct Magnet: Hashable, Sendable {
  /// The rule for which releases count as throws at the magnet.
  public enum ThrowRule: String, Hashable, Sendable, CaseIterable {
    /// No release counts as a throw.
    case off
    /// A release counts as a throw if its speed towards the magnet is high enough.
    case towards
    /// A release above the magnet counts as a throw if its downward velocity is above ``throwSpeed``.
    ///
    /// A release below the magnet counts as a throw if its downward velocity is below ``throwSpeed``, which reproduces
    /// a sign error of Android.
    ///
    /// Source: Android, `isForcefulFlingTowardsTarget`.
    case android
  }

  /// The point of the surface, or of the finger, that the magnet attracts.
  public var point: ReleasePolicy.ProjectedPoint
  /// The centre of the magnet, to which a held surface moves.
  public var centre: Position
  /// The distance between ``point`` and ``centre`` below which the magnet starts to hold the surface.
  public var radius: Points
  /// The distance between ``point`` and ``centre`` at which the magnet stops holding the surface; at least ``radius``.
  public var leaveRadius: Points
  /// The horizontal speed above which the magnet does not start to hold the surface.
  public var stickSpeed: PointsPerSecond
  /// The upward speed above which a release throws a held surface off the magnet.
  public var escapeSpeed: PointsPerSecond
  /// The vertical speed above which a release can be a throw at the magnet.
  public var throwSpeed: PointsPerSecond
  /// The width of the horizontal line at which a throw must be aimed; the middle of the line is at ``centre``.
  public var throwWidth: Points
  /// The rule for which releases count as throws at the magnet.
  public var throwRule: ThrowRule
  /// Whether a drag that begins within ``radius`` must leave this radius before the magnet can hold the surface.
  public var entersOnly: Bool

  /// Creates a magnet; a `leaveRadius` below `radius` is raised to `radius`.
  public init(
    point: ReleasePolicy.ProjectedPoint, centre: Position, radius: Points, leaveRadius: Points,
    stickSpeed: PointsPerSecond,
    escapeSpeed: PointsPerSecond, throwSpeed: PointsPerSecond, throwWidth: Points,
    throwRule: ThrowRule, entersOnly: Bool
  ) {
    self.point = point
    self.centre = centre
    self.radius = radius
    // With a smaller radius, the magnet would release the surface and catch it again at once.
    self.leaveRadius = max(radius, leaveRadius)
    self.stickSpeed = stickSpeed
    self.escapeSpeed = escapeSpeed
    self.throwSpeed = throwSpeed
    self.throwWidth = throwWidth
    self.throwRule = throwRule
    self.entersOnly = entersOnly
  }

  /// Returns whether the magnet holds a surface whose attracted point is at `position` and moves with `velocity`.
  ///
  /// `wasHeld` is whether the magnet held the surface before.
  public func holds(_ position: Position, velocity: Velocity, wasHeld: Bool) -> Bool {
    let distance = (position - centre).length
    guard !wasHeld else { return distance < leaveRadius }
    return distance < radius && velocity.x.magnitude <= stickSpeed
  }

  /// Returns whether a release with `velocity` throws a held surface off the magnet.
  public func isEscaped(_ velocity: Velocity) -> Bool { -velocity.y > escapeSpeed }

  /// Returns whether a release at `position` with `velocity` throws the surface at the magnet.
  ///
  /// The vertical velocity must satisfy ``throwRule``. A straight line from `position` along `velocity` must also meet
  /// the horizontal line of ``throwWidth`` at the height of the centre.
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

/// The state of a magnet during a drag of a surface that it can attract.
struct MagnetPull: Hashable, Sendable {
  /// Whether the magnet started or stopped holding the surface at a movement of the finger.
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
    /// The magnet would dismiss the surface, but the surface refuses dismissals.
    case refused
    /// The surface was thrown off a magnet that held it.
    case escaped
  }

  /// The time since which the magnet has held the surface, which then does not follow the finger; nil if the magnet
  /// does not hold the surface.
  private(set) var stuckSince: Seconds?
  /// Whether the surface is returning from the magnet to the finger.
  private(set) var isCatchingUp = false
  /// Whether the magnet is inactive, because the drag began within its radius.
  private var isInert = false

  /// Creates the state of a drag without a magnet.
  init() {}

  /// Creates the state of a drag that begins with the attracted point at `point`.
  init(beginningAt point: Position, by magnet: Magnet?) {
    guard let magnet, magnet.entersOnly else { return }
    isInert = (point - magnet.centre).length < magnet.radius
  }

  /// Whether the magnet holds the surface, which then does not follow the finger.
  var isStuck: Bool { stuckSince != nil }

  /// Whether the surface follows the finger directly: the magnet does not hold the surface, and no spring is returning
  /// the surface to the finger.
  var isUnderHand: Bool { !isStuck && !isCatchingUp }

  /// Updates the state for the current position and velocity of the attracted point.
  ///
  /// - Returns: Whether the magnet started or stopped holding the surface; nil if nothing changed.
  mutating func follow(
    _ point: Position, _ velocity: Velocity, by magnet: Magnet, at time: Seconds
  ) -> Change? {
    if isInert, (point - magnet.centre).length >= magnet.radius { isInert = false }
    let isHeld = !isInert && magnet.holds(point, velocity: velocity, wasHeld: isStuck)
    guard isHeld != isStuck else { return nil }
    (stuckSince, isCatchingUp) = isHeld ? (time, false) : (nil, true)
    return isHeld ? .stuck : .unstuck
  }

  /// Lets the surface return to the finger, because the magnet that held it was removed.
  mutating func returnFromMagnet() { (stuckSince, isCatchingUp) = (nil, true) }

  /// Records that the surface has returned to the finger.
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

  /// Returns the point of a dragged surface that the magnet attracts.
  func point(of drag: SurfaceDrag, finger: Position?) -> Position {
    switch point {
    case .surface: drag.shown
    case .unlimited: drag.unlimited
    case .touch: finger ?? drag.unlimited
    }
  }
}

extension EventLog {
  /// Notes that a magnet started or stopped holding a surface, depending on `kind`.
  ///
  /// `isFlung` is whether a release threw the surface at the magnet or off it.
  mutating func noteMagnet(_ kind: RunEvent.Kind, at time: Seconds, isFlung: Bool) {
    note(kind, at: time, [LogField("flung", .flag(isFlung))])
  }
}
