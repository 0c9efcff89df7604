public import Quantities

/// The directions in which a surface may be thrown off the screen.
public enum ThrowDirections: String, Hashable, Sendable, CaseIterable {
  /// Every direction.
  case any
  /// To the left and to the right.
  case horizontal
  /// Up and down.
  case vertical
  /// Only the named direction.
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

/// The bounds for a surface that may be thrown off the screen in several directions.
///
/// Unlike a surface with a fixed dismissed position, such a surface continues in the direction of the throw
/// until it is completely out of sight.
public struct DismissalBounds: Hashable, Sendable {
  /// The directions in which the surface may be thrown.
  public var directions: ThrowDirections
  /// The distance of which ``ReleaseRule/Fling/threshold`` is a fraction, along each axis; above zero.
  public var reach: Planar<Points>
  /// The largest coordinates at which the surface is out of sight beyond the left or upper edge.
  public var lowest: Position
  /// The smallest coordinates at which the surface is out of sight beyond the right or lower edge.
  public var highest: Position

  /// Creates bounds; traps if a component of `reach` is not above zero.
  public init(
    directions: ThrowDirections, reach: Planar<Points>, lowest: Position, highest: Position
  ) {
    precondition(reach.x > .zero && reach.y > .zero, "a reach of \(reach) is not above 0")
    self.directions = directions
    self.reach = reach
    self.lowest = lowest
    self.highest = highest
  }
}

extension DismissalBounds {
  /// Whether a surface at `position` is out of sight, within a tolerance of 1e-6 pt.
  func isOutside(_ position: Position) -> Bool {
    isOutside(position.x, lowest.x, highest.x) || isOutside(position.y, lowest.y, highest.y)
  }

  /// Whether a surface at `position` is out of sight beyond the left or right edge.
  package func isOutsideHorizontally(_ position: Position) -> Bool {
    isOutside(position.x, lowest.x, highest.x)
  }

  private func isOutside(_ position: Points, _ lowest: Points, _ highest: Points) -> Bool {
    let slack = Points(1e-6)
    return position <= lowest + slack || position >= highest - slack
  }

  /// Returns the first position at which a surface is out of sight if it moves from `position` along `heading`.
  ///
  /// Returns `position` itself if the surface is already out of sight, or if the heading is zero.
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

  /// Returns the number of steps of length `part` from `position` to the bound ahead; nil if `part` is zero.
  private func step(
    from position: Points, _ part: Points, _ lowest: Points, _ highest: Points
  ) -> Double? {
    guard part != .zero else { return nil }
    return ((part > .zero ? highest : lowest) - position) / part
  }
}
