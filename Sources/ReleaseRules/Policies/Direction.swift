package import Quantities

/// One of the four ways over the screen.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  case up, down, left, right

  /// The way of the larger component of `pair`; vertical when both are as large, nil when both are
  /// zero or one is no number.
  @inlinable package init?(of pair: Planar<some Quantity>) {
    let (x, y) = (pair.x.value, pair.y.value)
    guard x != 0 || y != 0, !x.isNaN, !y.isNaN else { return nil }
    self = x.magnitude > y.magnitude ? (x > 0 ? .right : .left) : (y > 0 ? .down : .up)
  }

  /// The way back.
  var opposite: Direction {
    switch self {
    case .up: .down
    case .down: .up
    case .left: .right
    case .right: .left
    }
  }

  package var isHorizontal: Bool { self == .left || self == .right }

  /// The sign of the way.
  package var sign: Double { self == .right || self == .down ? 1 : -1 }

  /// The part of `pair` that goes this way.
  @inlinable package func along(_ pair: Planar<some Quantity>) -> Double {
    (isHorizontal ? pair.x.value : pair.y.value) * sign
  }
}
