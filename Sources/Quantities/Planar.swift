/// A pair of quantities along the two axes of the screen: x to the right, y down.
public struct Planar<Component: Quantity>: Hashable, Sendable {
  /// The horizontal component; positive is right.
  public var x: Component
  /// The vertical component; positive is down.
  public var y: Component

  /// Creates a pair from its components.
  @inlinable public init(x: Component, y: Component) {
    self.x = x
    self.y = y
  }
}

/// A position on the screen, or the displacement from one position to another.
public typealias Position = Planar<Points>

/// A velocity on the screen, with both components.
public typealias Velocity = Planar<PointsPerSecond>

/// A direction on the screen: a vector whose length has no meaning; zero means no direction.
public typealias Heading = Planar<Fraction>

extension Planar {
  /// Zero along both axes.
  @inlinable public static var zero: Self { Self(x: .zero, y: .zero) }

  /// The length of the pair as a vector; the calculation neither overflows nor underflows.
  @inlinable public var length: Component {
    let large = max(x.value.magnitude, y.value.magnitude)
    let small = min(x.value.magnitude, y.value.magnitude)
    guard large > 0, large.isFinite else { return Component(large) }
    // The larger component is factored out, so that no square overflows or underflows.
    let ratio = small / large
    return Component(large * (1 + ratio * ratio).squareRoot())
  }

  /// Returns the dot product: the product of both lengths and the cosine of the angle between the pairs.
  ///
  /// The result is in the product of both units.
  ///
  ///     x₁ x₂ + y₁ y₂
  @inlinable public func dot(_ other: Planar<some Quantity>) -> Double {
    x.value * other.x.value + y.value * other.y.value
  }

  /// Returns the cross product: the product of both lengths and the sine of the angle from this pair to the other.
  ///
  /// The angle is positive clockwise; the result is in the product of both units.
  ///
  ///     x₁ y₂ − y₁ x₂
  @inlinable public func cross(_ other: Planar<some Quantity>) -> Double {
    x.value * other.y.value - y.value * other.x.value
  }

  /// The direction of the pair: the same numbers without their unit.
  @inlinable public var heading: Heading { Heading(x: Fraction(x.value), y: Fraction(y.value)) }

  /// Whether both components are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The sum, component by component.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, y: left.y + right.y)
  }

  /// The difference, component by component.
  @inlinable public static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, y: left.y - right.y)
  }

  /// The pair with both signs flipped.
  @inlinable public static prefix func - (pair: Self) -> Self { Self(x: -pair.x, y: -pair.y) }

  /// Both components scaled by a plain number.
  @inlinable public static func * (pair: Self, factor: Double) -> Self {
    Self(x: pair.x * factor, y: pair.y * factor)
  }

  /// Both components divided by a plain number; a divisor of zero does not trap, but gives infinity or NaN.
  @inlinable public static func / (pair: Self, divisor: Double) -> Self {
    Self(x: pair.x / divisor, y: pair.y / divisor)
  }
}
