public import Quantities

/// Where a window is along the edge of its bounds: 0 to 4 clockwise from the upper left corner.
///
///     0   1
///     4 ┌───┐ 1
///       │   │
///     3 └───┘ 2
///       3   2
///
/// Source: Android, `PipSnapAlgorithm.getSnapFraction` and `applySnapFraction`, at 114b525, without
/// their cut to whole pixels.
public struct SnapFraction: Hashable, Sendable {
  /// An edge of the bounds.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The left one.
    case left
    /// The upper one.
    case top
    /// The right one.
    case right
    /// The lower one.
    case bottom
  }

  /// The fraction; unitless, 0 to 4.
  public var value: Double

  /// Creates a fraction; one below 0 or above 4 becomes the nearer of these.
  public init(_ value: Double) { self.value = max(0, min(value, 4)) }

  /// The fraction of the place on the edge that is nearest to `place`, between `lowest` and
  /// `highest`.
  public init(of place: Position, from lowest: Position, to highest: Position) {
    let rest = Self.snapped(place, to: Self.edge(near: place, lowest, highest), lowest, highest)
    let share = PlaceShare(of: rest, from: lowest, to: highest)
    if rest.y == lowest.y {
      value = share.x
    } else if rest.x == highest.x {
      value = 1 + share.y
    } else if rest.y == highest.y {
      value = 2 + (1 - share.x)
    } else {
      value = 3 + (1 - share.y)
    }
  }

  /// The edge that is nearest to `place`; of equally near ones the left, then the upper, then the
  /// right one.
  public static func edge(
    near place: Position, _ lowest: Position, _ highest: Position
  ) -> Edge {
    let ways: [(Edge, Points)] = [
      (.left, (place.x - lowest.x).magnitude), (.top, (place.y - lowest.y).magnitude),
      (.right, (highest.x - place.x).magnitude), (.bottom, (highest.y - place.y).magnitude),
    ]
    var nearest = ways[0]
    for way in ways where way.1 < nearest.1 { nearest = way }
    return nearest.0
  }

  /// `place`, moved into the bounds and onto `edge` of them.
  static func snapped(
    _ place: Position, to edge: Edge, _ lowest: Position, _ highest: Position
  ) -> Position {
    var rest = Position(
      x: place.x.clamped(to: lowest.x...highest.x), y: place.y.clamped(to: lowest.y...highest.y))
    switch edge {
    case .left: rest.x = lowest.x
    case .top: rest.y = lowest.y
    case .right: rest.x = highest.x
    case .bottom: rest.y = highest.y
    }
    return rest
  }

  /// The place of this fraction on the edge between `lowest` and `highest`.
  public func place(from lowest: Position, to highest: Position) -> Position {
    let way = highest - lowest
    return switch value {
    case ..<1: Position(x: lowest.x + way.x * value, y: lowest.y)
    case ..<2: Position(x: highest.x, y: lowest.y + way.y * (value - 1))
    case ..<3: Position(x: lowest.x + way.x * (3 - value), y: highest.y)
    default: Position(x: lowest.x, y: lowest.y + way.y * (4 - value))
    }
  }
}
