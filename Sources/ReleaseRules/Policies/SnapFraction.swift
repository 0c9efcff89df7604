public import Quantities

/// The position of a window along the edge of its bounds, from 0 to 4, clockwise from the upper left corner.
///
/// The numbers in the picture are the fractions at both ends of each side:
///
///     0   1
///     4 ┌───┐ 1
///       │   │
///     3 └───┘ 2
///       3   2
///
/// Source: Android, `PipSnapAlgorithm.getSnapFraction` and `applySnapFraction`, at 114b525, without
/// the truncation to whole pixels.
public struct SnapFraction: Hashable, Sendable {
  /// An edge of the bounds.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The left edge.
    case left
    /// The upper edge.
    case top
    /// The right edge.
    case right
    /// The lower edge.
    case bottom
  }

  /// The fraction; unitless, 0 to 4; only the initializers limit it to this range.
  public var value: Double

  /// Creates a fraction, limited to 0...4.
  public init(_ value: Double) { self.value = max(0, min(value, 4)) }

  /// Creates the fraction of the position nearest to `position` on the edge of the bounds `lowest` to `highest`.
  public init(of position: Position, from lowest: Position, to highest: Position) {
    let rest = Self.snapped(
      position, to: Self.edge(near: position, lowest, highest), lowest, highest)
    let fraction = RestFraction(of: rest, from: lowest, to: highest)
    if rest.y == lowest.y {
      value = fraction.x
    } else if rest.x == highest.x {
      value = 1 + fraction.y
    } else if rest.y == highest.y {
      value = 2 + (1 - fraction.x)
    } else {
      value = 3 + (1 - fraction.y)
    }
  }

  /// Returns the edge nearest to `position`.
  ///
  /// If several edges are equally near, returns the first of them in the order left, top, right, bottom.
  public static func edge(
    near position: Position, _ lowest: Position, _ highest: Position
  ) -> Edge {
    let distances: [(Edge, Points)] = [
      (.left, (position.x - lowest.x).magnitude), (.top, (position.y - lowest.y).magnitude),
      (.right, (highest.x - position.x).magnitude), (.bottom, (highest.y - position.y).magnitude),
    ]
    var nearest = distances[0]
    for distance in distances where distance.1 < nearest.1 { nearest = distance }
    return nearest.0
  }

  /// Returns `position` moved into the bounds and onto their `edge`.
  static func snapped(
    _ position: Position, to edge: Edge, _ lowest: Position, _ highest: Position
  ) -> Position {
    var rest = Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
    switch edge {
    case .left: rest.x = lowest.x
    case .top: rest.y = lowest.y
    case .right: rest.x = highest.x
    case .bottom: rest.y = highest.y
    }
    return rest
  }

  /// Returns the position of this fraction on the edge of the bounds `lowest` to `highest`.
  public func position(from lowest: Position, to highest: Position) -> Position {
    let displacement = highest - lowest
    return switch value {
    case ..<1: Position(x: lowest.x + displacement.x * value, y: lowest.y)
    case ..<2: Position(x: highest.x, y: lowest.y + displacement.y * (value - 1))
    case ..<3: Position(x: lowest.x + displacement.x * (3 - value), y: highest.y)
    default: Position(x: lowest.x, y: lowest.y + displacement.y * (4 - value))
    }
  }
}
