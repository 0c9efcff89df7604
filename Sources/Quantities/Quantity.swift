/// A number with a unit.
///
/// Quantities of the same unit can be added, compared and scaled. Operations between different units exist only if the
/// result has a meaning; they are declared next to one of these units.
public protocol Quantity: Comparable, Hashable, Sendable {
  /// The plain number, in the unit that the type names.
  var value: Double { get set }

  /// Creates a quantity of `value` units.
  init(_ value: Double)
}

extension Quantity {
  /// The quantity zero.
  @inlinable public static var zero: Self { Self(0) }

  /// The absolute value.
  @inlinable public var magnitude: Self { Self(value.magnitude) }

  /// Whether the number is neither infinite nor NaN.
  @inlinable public var isFinite: Bool { value.isFinite }

  /// Whether `left` is less than `right`; false if one of the numbers is NaN.
  @inlinable public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension Quantity {
  /// The sum of two quantities of the same unit.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    Self(left.value + right.value)
  }

  /// The difference of two quantities of the same unit.
  @inlinable public static func - (left: Self, right: Self) -> Self {
    Self(left.value - right.value)
  }

  /// The quantity with its sign flipped.
  @inlinable public static prefix func - (quantity: Self) -> Self { Self(-quantity.value) }

  /// The quantity scaled by a plain number.
  @inlinable public static func * (quantity: Self, factor: Double) -> Self {
    Self(quantity.value * factor)
  }

  /// The quantity scaled by a plain number.
  @inlinable public static func * (factor: Double, quantity: Self) -> Self {
    Self(factor * quantity.value)
  }

  /// The quantity divided by a plain number; a divisor of zero does not trap, but gives infinity or NaN.
  @inlinable public static func / (quantity: Self, divisor: Double) -> Self {
    Self(quantity.value / divisor)
  }

  /// The ratio of two quantities of the same unit; unitless.
  @inlinable public static func / (left: Self, right: Self) -> Double { left.value / right.value }

  /// Adds a quantity of the same unit in place.
  @inlinable public static func += (left: inout Self, right: Self) { left.value += right.value }

  /// Subtracts a quantity of the same unit in place.
  @inlinable public static func -= (left: inout Self, right: Self) { left.value -= right.value }

  /// Returns the quantity, or the nearest bound of `range` if the quantity is outside the range.
  @inlinable public func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
