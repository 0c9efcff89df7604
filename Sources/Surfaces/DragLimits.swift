public import MotionPhysics
public import Quantities

/// The behaviour of a surface that is dragged beyond its limits.
public enum LimitStyle: Hashable, Sendable {
  /// Each further point of the finger moves the surface less, as on a rubber band.
  case rubberBand
  /// The surface stays at the limit.
  case stop
  /// The surface follows the finger as if there were no limit.
  case free
  /// The surface follows the finger as on the rubber band of another system.
  case other(OverdragBand)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LimitStyle: CaseIterable, RawRepresentable {
  public static let allCases =
    [LimitStyle.rubberBand, .stop, .free] + OverdragBand.allCases.map(LimitStyle.other)

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

/// The limits of a drag, and the behaviour beyond them.
public struct DragLimits: Hashable, Sendable {
  /// The smallest position of each axis.
  public var lowest: Position
  /// The largest position of each axis; not below the smallest.
  public var highest: Position
  /// The distance beyond a limit that a rubber band approaches and never reaches; above zero.
  public var reach: Planar<Points>
  /// The slope of a rubber band at the limit; unitless, above 0, at most 1.
  public var stiffness: Double
  /// The behaviour beyond the limits.
  public var style: LimitStyle

  /// Creates limits; traps if the largest position is below the smallest.
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

  /// The position at which the surface is shown for the unlimited position `unlimitedPosition`.
  func shown(_ unlimitedPosition: Position) -> Position {
    Position(
      x: shown(unlimitedPosition.x, lowest.x, highest.x, reach.x),
      y: shown(unlimitedPosition.y, lowest.y, highest.y, reach.y))
  }

  /// The unlimited position that shows the surface at `position`.
  package func unlimitedPosition(_ position: Position) -> Position {
    Position(
      x: unlimitedPosition(position.x, lowest.x, highest.x, reach.x),
      y: unlimitedPosition(position.y, lowest.y, highest.y, reach.y))
  }

  /// The velocity of the surface if the finger moves it with `velocity` at the unlimited position `unlimitedPosition`.
  package func shown(_ velocity: Velocity, at unlimitedPosition: Position) -> Velocity {
    Velocity(
      x: shown(velocity.x, unlimitedPosition.x, lowest.x, highest.x, reach.x),
      y: shown(velocity.y, unlimitedPosition.y, lowest.y, highest.y, reach.y))
  }

  /// The initial velocity after the release of a surface that follows the finger on a spring.
  ///
  /// The finger has `velocity` and has moved the surface to the unlimited position `unlimitedPosition`; `here` is the
  /// shown motion, and `rate` the angular frequency of the spring, per second.
  ///
  /// Within its limits a surface gets the velocity v of the finger. If the surface or the finger is beyond
  /// a limit, the surface continues with its shown velocity u, or with s |v| if that is larger, where s is
  /// the slope of the band at the position of the surface. The remaining distance f to the limit raises u:
  ///
  ///     |handed| = min(|v|, max(s |v|, u + ω f))
  ///
  /// So the velocity lies between the shown one and that of the finger, and it is continuous when the
  /// surface reaches its limit. Without a spring, f is zero, u is s v, and the result is ``shown(_:at:)``.
  /// A surface that stops dead at its limit gets no velocity beyond the limit.
  ///
  /// Source: our choice: a band does not act on a surface that has not reached it. The rate of the tracking
  /// spring is how fast the surface could make up its lag.
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

  /// The limits of a drag that begins at `position`, extended to it if no drag would show the surface
  /// there, so that the surface does not jump.
  func including(_ position: Position) -> DragLimits {
    guard style != .free else { return self }
    let held = shown(unlimitedPosition(position))
    var limits = self
    // A difference of rounding is no distance; relative, so that no unit matters.
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

  /// The displacement of `position` beyond the limits; negative beyond the lower limit, zero within.
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
    // A surface that stops dead at a limit does not move beyond it from the limit itself either.
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
    // For a surface inside, the pull is zero: its band begins where the finger crossed the limit.
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

  /// The slope at a pull of `pull` beyond a limit; at zero, the slope just beyond the limit.
  private func slope(beyond pull: Points, _ reach: Points) -> Double {
    switch style {
    case .free: return 1
    case .stop: return 0
    case .rubberBand: return RubberBand.slope(at: pull, reach: reach, stiffness: stiffness)
    // Some bands have a slope above 1 at their edge, without bound; the limit of 1 keeps a throw from
    // being faster than the finger.
    case .other(let band): return min(band.slope(at: pull), 1)
    }
  }
}
