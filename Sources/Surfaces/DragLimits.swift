public import MotionPhysics
public import Quantities

/// How a surface follows the finger beyond the limits of the surface.
public enum LimitStyle: Hashable, Sendable {
  /// The farther the surface is beyond the limit, the less it moves for each point that the finger moves.
  case rubberBand
  /// The surface stays at the limit.
  case stop
  /// The surface follows the finger as if there were no limit.
  case free
  /// A rubber band of other software determines how far the surface follows the finger.
  case other(ForeignRubberBand)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LimitStyle: CaseIterable, RawRepresentable {
  public static let allCases =
    [LimitStyle.rubberBand, .stop, .free] + ForeignRubberBand.allCases.map(LimitStyle.other)

  public var rawValue: String {
    switch self {
    case .rubberBand: "rubberBand"
    case .stop: "stop"
    case .free: "free"
    case .other(let band): band.rawValue
    }
  }

  public init?(rawValue: String) {
    guard let style = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = style
  }
}

/// The limits of a drag, and how the surface follows the finger beyond them.
///
/// The *unlimited position* is the position at which the finger would show the surface if there were no limits.
public struct DragLimits: Hashable, Sendable {
  /// The smallest position along each axis; ``style`` determines how the surface follows the finger beyond it.
  public var lowest: Position
  /// The largest position along each axis; not below ``lowest``.
  public var highest: Position
  /// The distance beyond a limit that a surface on a rubber band can approach but not reach, along each axis; above
  /// zero.
  public var reach: Planar<Points>
  /// The slope of the rubber band at the limit: the movement of the surface divided by the movement of the finger,
  /// above 0, at most 1.
  public var stiffness: Double
  /// The behaviour beyond the limits; ``reach`` and ``stiffness`` have an effect only in the style `rubberBand`.
  public var style: LimitStyle

  /// Creates limits; traps if ``highest`` is below ``lowest`` along an axis.
  public init(
    lowest: Position, highest: Position, reach: Planar<Points>, stiffness: Double,
    style: LimitStyle
  ) {
    precondition(lowest.x <= highest.x && lowest.y <= highest.y, "limits \(lowest)...\(highest)")
    self.lowest = lowest
    self.highest = highest
    self.reach = reach
    self.stiffness = stiffness
    self.style = style
  }

  /// Returns the position at which the surface is shown if its unlimited position is `unlimitedPosition`.
  func shown(_ unlimitedPosition: Position) -> Position {
    Position(
      x: shown(unlimitedPosition.x, lowest.x, highest.x, reach.x),
      y: shown(unlimitedPosition.y, lowest.y, highest.y, reach.y))
  }

  /// Returns the unlimited position that shows the surface at `position`.
  package func unlimitedPosition(_ position: Position) -> Position {
    Position(
      x: unlimitedPosition(position.x, lowest.x, highest.x, reach.x),
      y: unlimitedPosition(position.y, lowest.y, highest.y, reach.y))
  }

  /// Returns the shown velocity of the surface at `unlimitedPosition`, if the finger moves it with `velocity`.
  package func shown(_ velocity: Velocity, at unlimitedPosition: Position) -> Velocity {
    Velocity(
      x: shown(velocity.x, unlimitedPosition.x, lowest.x, highest.x, reach.x),
      y: shown(velocity.y, unlimitedPosition.y, lowest.y, highest.y, reach.y))
  }

  /// Returns the initial velocity after the release of a surface that follows the finger on a spring.
  ///
  /// The finger has `velocity`, and has moved the surface to `unlimitedPosition`. `here` is the shown position and
  /// velocity of the surface. `rate` is the angular frequency ω of the spring, per second.
  ///
  /// Within its limits, a surface gets the velocity v of the finger. If the surface or the finger is beyond a limit,
  /// the initial velocity is:
  ///
  ///     |handed| = min(|v|, max(s |v|, u + ω f))
  ///
  /// Here u is the shown speed in the direction of v, s is the slope of the band at the position of the surface, and f
  /// is the distance by which the surface lags behind the finger inside the limits.
  ///
  /// The result lies between the shown velocity and the velocity of the finger, and it does not jump when the surface
  /// reaches its limit. Without a spring, f is zero and u is s |v|, so the result is the same as ``shown(_:at:)``. With
  /// the style ``LimitStyle/stop``, a surface at its limit gets no velocity beyond the limit.
  ///
  /// The formula is not taken from another system. It contains the term ω f, the speed at which the spring makes up the
  /// lag, because a rubber band must not slow down a surface that has not reached the limit yet.
  func handed(
    _ velocity: Velocity, at unlimitedPosition: Position,
    from here: (position: Position, velocity: Velocity),
    rate: Double
  ) -> Velocity {
    Velocity(
      x: handed(
        velocity.x, unlimitedPosition.x, (here.position.x, here.velocity.x), rate,
        (lowest.x, highest.x),
        reach.x),
      y: handed(
        velocity.y, unlimitedPosition.y, (here.position.y, here.velocity.y), rate,
        (lowest.y, highest.y),
        reach.y))
  }

  /// Returns the limits for a drag of a surface that is shown at `position`.
  ///
  /// If these limits cannot show a surface at `position`, the returned limits are extended to include `position`, so
  /// that the surface does not jump when the drag begins.
  func including(_ position: Position) -> DragLimits {
    guard style != .free else { return self }
    let held = shown(unlimitedPosition(position))
    var limits = self
    // Rounding errors must not extend the limits. The slack is relative, so it works for any scale of positions.
    let slack = reach * 1e-9
    if (held.x - position.x).magnitude > slack.x {
      limits.lowest.x = min(lowest.x, position.x)
      limits.highest.x = max(highest.x, position.x)
    }
    if (held.y - position.y).magnitude > slack.y {
      limits.lowest.y = min(lowest.y, position.y)
      limits.highest.y = max(highest.y, position.y)
    }
    return limits
  }

  /// Returns the displacement of `position` beyond the limits: negative beyond the lower limit, zero within the limits.
  public func overscroll(_ position: Position) -> Position {
    Position(
      x: position.x - position.x.clamped(to: lowest.x...highest.x),
      y: position.y - position.y.clamped(to: lowest.y...highest.y))
  }

  private func shown(_ unlimitedPosition: Points, _ low: Points, _ high: Points, _ reach: Points)
    -> Points
  {
    let inside = unlimitedPosition.clamped(to: low...high)
    guard unlimitedPosition != inside else { return unlimitedPosition }
    switch style {
    case .free: return unlimitedPosition
    case .stop: return inside
    case .rubberBand:
      return inside
        + RubberBand.shown(unlimitedPosition - inside, reach: reach, stiffness: stiffness)
    case .other(let band): return inside + band.shown(unlimitedPosition - inside)
    }
  }

  private func unlimitedPosition(_ shown: Points, _ low: Points, _ high: Points, _ reach: Points)
    -> Points
  {
    let inside = shown.clamped(to: low...high)
    guard shown != inside else { return shown }
    switch style {
    case .free, .stop: return shown
    case .rubberBand:
      return inside + RubberBand.pull(shown: shown - inside, reach: reach, stiffness: stiffness)
    case .other(let band): return inside + band.pull(shown: shown - inside)
    }
  }

  private func shown(
    _ velocity: PointsPerSecond, _ unlimitedPosition: Points, _ low: Points, _ high: Points,
    _ reach: Points
  ) -> PointsPerSecond {
    // The slope is 1 at a limit itself, so the style `stop` needs this check for a surface exactly at a limit.
    let isStopped =
      unlimitedPosition == low && velocity < .zero || unlimitedPosition == high && velocity > .zero
    guard style != .stop || !isStopped else { return .zero }
    return velocity * slope(unlimitedPosition, low, high, reach)
  }

  private func handed(
    _ velocity: PointsPerSecond, _ unlimitedPosition: Points,
    _ here: (position: Points, velocity: PointsPerSecond), _ rate: Double,
    _ limits: (low: Points, high: Points), _ reach: Points
  ) -> PointsPerSecond {
    let (low, high) = limits
    let isStopped =
      here.position <= low && velocity < .zero || here.position >= high && velocity > .zero
    guard style != .stop || !isStopped else { return .zero }
    let (inside, hand) = (
      here.position.clamped(to: low...high), unlimitedPosition.clamped(to: low...high)
    )
    guard style != .free, inside != here.position || hand != unlimitedPosition else {
      return velocity
    }
    // For a surface inside its limits, `pull` is zero, and `slope` is the slope of the band just beyond the limit.
    let pull = self.unlimitedPosition(here.position, low, high, reach) - inside
    let slope = slope(beyond: pull, reach)
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s, 1/s.
    let (v, u, free) = (velocity.value, here.velocity.value, (hand - inside).magnitude.value)
    let shown = v < 0 ? max(0, -u) : max(0, u)
    let speed = min(v.magnitude, max(slope * v.magnitude, shown + rate * free))
    return PointsPerSecond(v < 0 ? -speed : speed)
  }

  private func slope(_ unlimitedPosition: Points, _ low: Points, _ high: Points, _ reach: Points)
    -> Double
  {
    let inside = unlimitedPosition.clamped(to: low...high)
    return unlimitedPosition == inside ? 1 : slope(beyond: unlimitedPosition - inside, reach)
  }

  /// Returns the slope of the band if the finger is beyond a limit by `pull`; if `pull` is zero, the slope just beyond
  /// the limit.
  private func slope(beyond pull: Points, _ reach: Points) -> Double {
    switch style {
    case .free: return 1
    case .stop: return 0
    case .rubberBand: return RubberBand.slope(at: pull, reach: reach, stiffness: stiffness)
    // The slope of some bands is above 1 near the limit, or infinite. This function limits it to 1, because a thrown
    // surface must not be faster than the finger.
    case .other(let band): return min(band.slope(at: pull), 1)
    }
  }
}
