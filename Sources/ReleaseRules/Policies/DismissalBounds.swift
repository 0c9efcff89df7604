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

  package var allowed: Set<Direction> {
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
/// Unlike a surface that is gone at one position, it goes on the way that the hand threw it, until
/// nothing of it is seen.
public struct DismissalBounds: Hashable, Sendable {
  /// The ways in which it may be thrown.
  public var directions: ThrowDirections
  /// How far from its position it counts as carried out, along each axis; above zero.
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

extension DismissalBounds {
  /// Whether a surface at `position` is out of sight; a millionth of a point is no sight.
  func isOutside(_ position: Position) -> Bool {
    isOutside(position.x, lowest.x, highest.x) || isOutside(position.y, lowest.y, highest.y)
  }

  /// Whether a surface at `position` is out of sight at the left or the right.
  package func isOutsideHorizontally(_ position: Position) -> Bool {
    isOutside(position.x, lowest.x, highest.x)
  }

  private func isOutside(_ position: Points, _ lowest: Points, _ highest: Points) -> Bool {
    let slack = Points(1e-6)
    return position <= lowest + slack || position >= highest - slack
  }

  /// Where a surface at `position` that goes straight on by its `heading` is out of sight first;
  /// where it is when it is out of sight already or goes nowhere.
  package func exit(from position: Position, by heading: Heading) -> Position {
    let length = heading.length.value
    guard !isOutside(position), length > 0 else { return position }
    let part = Position(
      x: Points(heading.x.value / length), y: Points(heading.y.value / length))
    let steps = [
      step(from: position.x, part.x, lowest.x, highest.x),
      step(from: position.y, part.y, lowest.y, highest.y),
    ]
    guard let step = steps.compactMap({ $0 }).min() else { return position }
    return position + part * step
  }

  /// How many unit steps `part` it takes along one axis; nil when it does not go along it.
  private func step(
    from position: Points, _ part: Points, _ lowest: Points, _ highest: Points
  ) -> Double? {
    guard part != .zero else { return nil }
    return ((part > .zero ? highest : lowest) - position) / part
  }
}
