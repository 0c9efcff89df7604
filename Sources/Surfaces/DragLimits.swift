public import MotionPhysics
public import Quantities

/// What happens to a surface that is dragged beyond its limits.
public enum LimitStyle: Hashable, Sendable {
  /// It follows less and less, as on a rubber band.
  case rubberBand
  /// It stays at the limit.
  case stop
  /// It follows as if there were no limit.
  case free
  /// It follows as on the band of another system.
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

/// The limits of a drag, and what lies beyond them.
public struct DragLimits: Hashable, Sendable {
  /// The smallest position of each axis.
  public var lowest: Position
  /// The largest position of each axis; not below the smallest.
  public var highest: Position
  /// The distance beyond a limit that a rubber band approaches and never reaches; above zero.
  public var reach: Planar<Points>
  /// How readily a rubber band follows at first; unitless, above 0, at most 1.
  public var stiffness: Double
  /// What happens beyond the limits.
  public var style: LimitStyle

  /// Creates limits; traps when the largest position is below the smallest.
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

  /// Where the surface is shown when the hand has put it at `wished`.
  func shown(_ wished: Position) -> Position {
    Position(
      x: shown(wished.x, lowest.x, highest.x, reach.x),
      y: shown(wished.y, lowest.y, highest.y, reach.y))
  }

  /// Where the hand must have put a surface that is shown at `position`.
  package func wished(_ position: Position) -> Position {
    Position(
      x: wished(position.x, lowest.x, highest.x, reach.x),
      y: wished(position.y, lowest.y, highest.y, reach.y))
  }

  /// How fast the surface moves when the hand moves it with `velocity` at `wished`.
  package func shown(_ velocity: Velocity, at wished: Position) -> Velocity {
    Velocity(
      x: shown(velocity.x, wished.x, lowest.x, highest.x, reach.x),
      y: shown(velocity.y, wished.y, lowest.y, highest.y, reach.y))
  }

  /// How fast a surface sets off that a spring has kept behind the hand, which moves it with `velocity`
  /// and has put it at `wished`, where `here` is what is shown of it and `rate` the angular frequency of
  /// that spring, per second.
  ///
  /// Inside its limits a surface is free, and has the velocity v of the hand. Where it is beyond one,
  /// or the hand is, it goes on as it is shown, with u; as fast as the band would move it where it is
  /// with its slope s, if that is faster; and with as much more as it has free way f before it:
  ///
  ///     |handed| = min(|v|, max(s |v|, u + ω f))
  ///
  /// So the velocity lies between that which is shown and that of the hand, and no step is in it where
  /// the surface comes to its limit. A spring with no response is no spring: f is zero then, u is s v,
  /// and this is ``shown(_:at:)``. What stops dead at its limit goes no farther from there.
  ///
  /// Source: ours; a surface is not held by a band that it has not come to. The rate of the spring under
  /// the finger is what it could make up its lag with.
  func handed(
    _ velocity: Velocity, at wished: Position, from here: (position: Position, velocity: Velocity),
    rate: Double
  ) -> Velocity {
    Velocity(
      x: handed(
        velocity.x, wished.x, (here.position.x, here.velocity.x), rate, (lowest.x, highest.x),
        reach.x),
      y: handed(
        velocity.y, wished.y, (here.position.y, here.velocity.y), rate, (lowest.y, highest.y),
        reach.y))
  }

  /// The limits of a drag that begins at `position`: they reach as far as the surface already is,
  /// where no position of the hand would show it there, so that nothing jumps under a finger.
  func including(_ position: Position) -> DragLimits {
    guard style != .free else { return self }
    let held = shown(wished(position))
    var limits = self
    // Rounding on the way to the hand and back is no distance; in shares, so that no unit counts.
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

  /// How far beyond its limits a surface at `position` is; negative beyond the lower limit.
  public func overscroll(_ position: Position) -> Position {
    Position(
      x: position.x - position.x.clamped(to: lowest.x...highest.x),
      y: position.y - position.y.clamped(to: lowest.y...highest.y))
  }

  private func shown(_ wished: Points, _ low: Points, _ high: Points, _ reach: Points) -> Points {
    let inside = wished.clamped(to: low...high)
    guard wished != inside else { return wished }
    switch style {
    case .free: return wished
    case .stop: return inside
    case .rubberBand:
      return inside + RubberBand.shown(wished - inside, reach: reach, stiffness: stiffness)
    case .other(let band): return inside + band.shown(wished - inside)
    }
  }

  private func wished(_ shown: Points, _ low: Points, _ high: Points, _ reach: Points) -> Points {
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
    _ velocity: PointsPerSecond, _ wished: Points, _ low: Points, _ high: Points, _ reach: Points
  ) -> PointsPerSecond {
    // What stops dead at a limit goes no farther from the limit itself either.
    let isStopped = wished == low && velocity < .zero || wished == high && velocity > .zero
    guard style != .stop || !isStopped else { return .zero }
    return velocity * slope(wished, low, high, reach)
  }

  private func handed(
    _ velocity: PointsPerSecond, _ wished: Points,
    _ here: (position: Points, velocity: PointsPerSecond), _ rate: Double,
    _ limits: (low: Points, high: Points), _ reach: Points
  ) -> PointsPerSecond {
    let (low, high) = limits
    let isStopped =
      here.position <= low && velocity < .zero || here.position >= high && velocity > .zero
    guard style != .stop || !isStopped else { return .zero }
    let (inside, hand) = (here.position.clamped(to: low...high), wished.clamped(to: low...high))
    guard style != .free, inside != here.position || hand != wished else { return velocity }
    // What is inside has yet to come to the band, which begins where the hand went beyond it.
    let pull = self.wished(here.position, low, high, reach) - inside
    let slope = slope(beyond: pull, reach)
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s, 1/s.
    let (v, u, free) = (velocity.value, here.velocity.value, (hand - inside).magnitude.value)
    let shown = v < 0 ? max(0, -u) : max(0, u)
    let speed = min(v.magnitude, max(slope * v.magnitude, shown + rate * free))
    return PointsPerSecond(v < 0 ? -speed : speed)
  }

  private func slope(_ wished: Points, _ low: Points, _ high: Points, _ reach: Points) -> Double {
    let inside = wished.clamped(to: low...high)
    return wished == inside ? 1 : slope(beyond: wished - inside, reach)
  }

  /// The slope where a hand has pulled so far beyond a limit; zero is just beyond it.
  private func slope(beyond pull: Points, _ reach: Points) -> Double {
    switch style {
    case .free: return 1
    case .stop: return 0
    case .rubberBand: return RubberBand.slope(at: pull, reach: reach, stiffness: stiffness)
    // Some are steeper than one to one at their edge, without bound; a hand that lets go there throws
    // no faster than it moves.
    case .other(let band): return min(band.slope(at: pull), 1)
    }
  }
}
