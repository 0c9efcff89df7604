public import Quantities

/// Where a surface may come to rest between its candidates: anywhere along some of its axes.
///
/// A window that snaps to the sides of the screen and stops where it was thrown along them has the
/// vertical one free; one that stays where it is dropped has both.
public struct RestArea: Hashable, Sendable {
  /// The axes along which every place will do.
  public enum Axes: Hashable, Sendable {
    /// Any height.
    case vertical
    /// Any place at all.
    case both
  }

  /// The smallest position of each axis.
  public var lowest: Position
  /// The largest position of each axis; never less than the smallest.
  public var highest: Position
  /// The axes along which every place between them will do.
  public var free: Axes

  /// Creates an area; traps when `lowest` is beyond `highest`.
  public init(lowest: Position, highest: Position, free: Axes) {
    precondition(lowest.x <= highest.x, "an area from \(lowest.x.value) to \(highest.x.value) pt")
    precondition(lowest.y <= highest.y, "an area from \(lowest.y.value) to \(highest.y.value) pt")
    self.lowest = lowest
    self.highest = highest
    self.free = free
  }

  /// `place`, moved into the area.
  public func held(_ place: Position) -> Position {
    Position(
      x: place.x.clamped(to: lowest.x...highest.x), y: place.y.clamped(to: lowest.y...highest.y))
  }

  /// `candidate`, where a surface that would come to rest at `place` can rest there: as near to it
  /// as the free axes allow.
  public func rest(at candidate: RestCandidate, near place: Position) -> RestCandidate {
    let inside = held(place)
    var rest = candidate
    rest.position.y = inside.y
    switch free {
    case .vertical: break
    case .both: rest.position.x = inside.x
    }
    return rest
  }
}

/// A place within bounds as shares of their sides, which stays the same when the bounds change.
///
/// On the edge of the bounds this says as much as the snap fraction of Android; inside, where a
/// fraction along the edge says nothing, it says where.
struct PlaceShare: Hashable, Sendable {
  /// The share of the width; unitless, 0 at the left and 1 at the right.
  var x: Double
  /// The share of the height; unitless, 0 at the top and 1 at the bottom.
  var y: Double

  /// The share of `place` between `lowest` and `highest`; the middle of a side without length.
  init(of place: Position, from lowest: Position, to highest: Position) {
    x = Self.share(place.x, lowest.x, highest.x)
    y = Self.share(place.y, lowest.y, highest.y)
  }

  /// The place of this share between other bounds.
  func place(from lowest: Position, to highest: Position) -> Position {
    Position(
      x: Self.place(x, lowest.x, highest.x), y: Self.place(y, lowest.y, highest.y))
  }

  private static func share(_ place: Points, _ low: Points, _ high: Points) -> Double {
    guard low < high else { return 0.5 }
    return max(0, min((place - low) / (high - low), 1))
  }

  private static func place(_ share: Double, _ low: Points, _ high: Points) -> Points {
    share == 1 ? high : low + (high - low) * share
  }
}
