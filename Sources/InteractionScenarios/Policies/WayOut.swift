public import Quantities

/// The ways in which a surface may be thrown out of the screen.
public enum ThrowDirections: String, Hashable, Sendable, CaseIterable {
  /// Any way.
  case any
  /// To the left and to the right.
  case horizontal
  /// Up and down.
  case vertical
  /// Only this way.
  case left, right, up, down

  var allowed: Set<Direction> {
    switch self {
    case .any: Set(Direction.allCases)
    case .horizontal: [.left, .right]
    case .vertical: [.up, .down]
    case .left: [.left]
    case .right: [.right]
    case .up: [.up]
    case .down: [.down]
    }
  }
}

/// How a surface that may be thrown in several directions leaves the screen.
///
/// Unlike a surface that is gone at one place, it goes on the way that the hand threw it, until
/// nothing of it is seen.
public struct WayOut: Hashable, Sendable {
  /// The ways in which it may be thrown.
  public var directions: ThrowDirections
  /// How far from its place it counts as carried out, along each axis; above zero.
  public var reach: Planar<Points>
  /// Nothing of it is seen when it is at these coordinates or beyond, on the side of the smaller.
  public var lowest: Position
  /// Nothing of it is seen when it is at these coordinates or beyond, on the side of the larger.
  public var highest: Position

  /// Creates a way out; traps when a reach is not above zero.
  public init(
    directions: ThrowDirections, reach: Planar<Points>, lowest: Position, highest: Position
  ) {
    precondition(reach.x > .zero && reach.y > .zero, "a reach of \(reach)")
    self.directions = directions
    self.reach = reach
    self.lowest = lowest
    self.highest = highest
  }
}

extension WayOut {
  /// Whether a surface at `place` is out of sight; a millionth of a point is no sight.
  func isOutside(_ place: Position) -> Bool {
    let slack = Points(1e-6)
    return place.x <= lowest.x + slack || place.x >= highest.x - slack
      || place.y <= lowest.y + slack || place.y >= highest.y - slack
  }

  /// Where a surface at `place` that goes straight on along `way` is out of sight first; where it is
  /// when it is out of sight already or goes nowhere.
  func exit(from place: Position, along way: Position) -> Position {
    let length = way.length.value
    guard !isOutside(place), length > 0 else { return place }
    let part = way / length
    let steps = [
      step(from: place.x, part.x, lowest.x, highest.x),
      step(from: place.y, part.y, lowest.y, highest.y),
    ]
    guard let step = steps.compactMap({ $0 }).min() else { return place }
    return place + part * step
  }

  /// How many unit steps `part` it takes along one axis; nil when it does not go along it.
  private func step(
    from place: Points, _ part: Points, _ lowest: Points, _ highest: Points
  ) -> Double? {
    guard part != .zero else { return nil }
    return ((part > .zero ? highest : lowest) - place) / part
  }
}
