public import Quantities

/// The area in which a surface may come to rest between its candidates.
///
/// If a window snaps to the sides of the screen and stops anywhere along them, its vertical axis is free. If a window
/// stays at the position of the release, both axes are free.
public struct RestArea: Hashable, Sendable {
  /// The axes along which every position is allowed.
  public enum Axes: Hashable, Sendable {
    /// Every vertical position.
    case vertical
    /// Every position.
    case both
  }

  /// The upper left corner of the area: the smallest coordinate along each axis.
  public var lowest: Position
  /// The lower right corner of the area: the largest coordinate along each axis, never below ``lowest``.
  public var highest: Position
  /// The axes along which every position within the bounds is allowed.
  public var free: Axes

  /// Creates an area; traps if `lowest` is beyond `highest`.
  public init(lowest: Position, highest: Position, free: Axes) {
    precondition(lowest.x <= highest.x, "an area from \(lowest.x.value) to \(highest.x.value) pt")
    precondition(lowest.y <= highest.y, "an area from \(lowest.y.value) to \(highest.y.value) pt")
    self.lowest = lowest
    self.highest = highest
    self.free = free
  }

  /// Returns `position` limited to the bounds of the area along both axes, whether they are free or not.
  public func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }

  /// Returns `candidate`, moved to `position` along the free axes, but not out of the area.
  ///
  /// - Parameters:
  ///   - candidate: The candidate.
  ///   - position: The position at which the surface would come to rest by friction alone.
  /// - Returns: The moved candidate.
  public func rest(at candidate: RestCandidate, near position: Position) -> RestCandidate {
    let inside = held(position)
    var rest = candidate
    rest.position.y = inside.y
    switch free {
    case .vertical: break
    case .both: rest.position.x = inside.x
    }
    return rest
  }
}

/// A position within bounds, as fractions of the width and the height of the bounds.
///
/// The fractions keep the relative position of a surface when the bounds change. Unlike Android's snap fraction
/// (``SnapFraction``), which describes only positions on the edge, these fractions also describe positions inside the
/// bounds.
package struct RestFraction: Hashable, Sendable {
  /// The fraction of the width; unitless, 0 at the left and 1 at the right.
  var x: Double
  /// The fraction of the height; unitless, 0 at the top and 1 at the bottom.
  var y: Double

  /// Creates the fraction of `position` between `lowest` and `highest`; 0.5 along an axis on which both are equal.
  package init(of position: Position, from lowest: Position, to highest: Position) {
    x = Self.fraction(position.x, lowest.x, highest.x)
    y = Self.fraction(position.y, lowest.y, highest.y)
  }

  /// Returns the position of this fraction between the given bounds.
  package func position(from lowest: Position, to highest: Position) -> Position {
    Position(
      x: Self.position(x, lowest.x, highest.x), y: Self.position(y, lowest.y, highest.y))
  }

  private static func fraction(_ position: Points, _ low: Points, _ high: Points) -> Double {
    guard low < high else { return 0.5 }
    return max(0, min((position - low) / (high - low), 1))
  }

  private static func position(_ fraction: Double, _ low: Points, _ high: Points) -> Points {
    // Because of rounding, `low + (high - low)` can differ from `high`.
    fraction == 1 ? high : low + (high - low) * fraction
  }
}
