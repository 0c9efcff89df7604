import Quantities

/// The possible directions of a movement, out of eight.
///
/// A short movement has three possible directions, because it is imprecise; a longer movement has one or two.
///
/// Source: libinput 1.22.1, src/libinput-private.h.
struct LibinputDirections: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let north = Self(rawValue: 1 << 0)
  static let northEast = Self(rawValue: 1 << 1)
  static let east = Self(rawValue: 1 << 2)
  static let southEast = Self(rawValue: 1 << 3)
  static let south = Self(rawValue: 1 << 4)
  static let southWest = Self(rawValue: 1 << 5)
  static let west = Self(rawValue: 1 << 6)
  static let northWest = Self(rawValue: 1 << 7)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates the directions of a movement in millimetres; y is down.
  init(of movement: LibinputVector) {
    let (x, y) = (movement.x, movement.y)
    guard x.magnitude < 2, y.magnitude < 2 else {
      // The angle in eighths of a turn, clockwise from north.
      let turn = (arctangent(y: y, x: x) + 2.5 * .pi).truncatingRemainder(dividingBy: 2 * .pi)
      let eighths = turn * 4 / .pi
      self = [.eighth(eighths + 0.9), .eighth(eighths + 0.1)]
      return
    }
    guard x != 0 || y != 0 else {
      self.init(rawValue: .max)
      return
    }
    let across: Self = x > 0 ? .east : .west
    let down: Self = y > 0 ? .south : .north
    let diagonal: Self =
      x > 0 ? (y > 0 ? .southEast : .northEast) : (y > 0 ? .southWest : .northWest)
    if x == 0 {
      self = y > 0 ? [.southEast, .south, .southWest] : [.northEast, .north, .northWest]
    } else if y == 0 {
      self = x > 0 ? [.northEast, .east, .southEast] : [.northWest, .west, .southWest]
    } else {
      self = [across, down, diagonal]
    }
  }

  /// Whether two movements have a common direction, or two adjacent directions.
  func agree(with other: Self) -> Bool {
    !isDisjoint(with: other.widened)
  }

  private var widened: Self {
    let (bits, left, right) = (
      rawValue, rawValue << 1 | rawValue >> 7, rawValue >> 1 | rawValue << 7
    )
    return Self(rawValue: bits | left | right)
  }

  private static func eighth(_ eighths: Double) -> Self {
    Self(rawValue: 1 << UInt8(Int(eighths) % 8))
  }
}
