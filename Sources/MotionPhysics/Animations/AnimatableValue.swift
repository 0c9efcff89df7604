public import Quantities

/// A value with one or more numeric components that can be animated separately.
public protocol AnimatableValue: Hashable, Sendable {
  /// The number of components.
  static var componentCount: Int { get }

  /// The value whose components are all zero.
  static var zero: Self { get }

  /// One of the components; the index is in 0..<``componentCount``.
  subscript(component index: Int) -> Double { get set }
}

extension AnimatableValue {
  /// Creates a value whose component at each index is `number` of the index.
  @inlinable
  init(components number: (Int) -> Double) {
    self = .zero
    for index in 0..<Self.componentCount { self[component: index] = number(index) }
  }

  /// Creates a value from `numbers`, of which there must be ``componentCount``.
  @inlinable
  init(numbers: UnsafeBufferPointer<Double>) {
    precondition(numbers.count == Self.componentCount, "\(numbers.count) numbers of a value")
    self = .zero
    for index in 0..<Self.componentCount { self[component: index] = numbers[index] }
  }

  /// Returns the value aligned to the pixels of a display: each component becomes a whole number of pixels.
  ///
  ///     ⌊scale · number⌋ / scale
  ///
  /// Source: Wave, `integralizeValues` and its `scaledIntegral`.
  ///
  /// - Parameter scale: The pixels per point; above zero.
  /// - Returns: The value rounded down to the grid, also for components below zero.
  public func integralized(scale: Double) -> Self { onPixels(scale, .down) }

  /// Returns the value rounded to the nearest pixels of a display; halves are rounded away from zero.
  ///
  /// Source: Motion, `DecayFunction.roundingFactor`, which is a pixel in points.
  ///
  /// - Parameter scale: The pixels per point; above zero.
  /// - Returns: The nearest value on the grid.
  public func roundedToPixels(scale: Double) -> Self { onPixels(scale, .toNearestOrAwayFromZero) }

  private func onPixels(_ scale: Double, _ rule: FloatingPointRoundingRule) -> Self {
    precondition(scale > 0 && scale.isFinite, "a display scale of \(scale)")
    return Self { (self[component: $0] * scale).rounded(rule) / scale }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Double: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 1 }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { self }
    set { self = newValue }
  }
}

// A `Float` is animated as a `Double` and rounded to the nearest `Float` when it is read, so its motion differs from
// that of a `Double` by at most half a unit in the last place. Numbers beyond the range are limited to it.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Float: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 1 }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { Double(self) }
    set {
      let end = Double(Float.greatestFiniteMagnitude)
      self = Float(newValue.isFinite ? min(max(newValue, -end), end) : newValue)
    }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Points: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 1 }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { value }
    set { value = newValue }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Planar: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 2 }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { index == 0 ? x.value : y.value }
    set { if index == 0 { x.value = newValue } else { y.value = newValue } }
  }
}

/// A width and a height.
public struct Extent: Hashable, Sendable {
  /// The horizontal size.
  public var width: Points
  /// The vertical size.
  public var height: Points

  /// Creates an extent from its sides.
  public init(width: Points, height: Points) {
    self.width = width
    self.height = height
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Extent: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 2 }
  @inlinable
  public static var zero: Extent { Extent(width: .zero, height: .zero) }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { index == 0 ? width.value : height.value }
    set { if index == 0 { width.value = newValue } else { height.value = newValue } }
  }
}

/// A rectangle on the screen: its top left corner and its extent.
public struct Rectangle: Hashable, Sendable {
  /// The top left corner.
  public var origin: Position
  /// The width and the height.
  public var extent: Extent

  /// Creates a rectangle.
  public init(origin: Position, extent: Extent) {
    self.origin = origin
    self.extent = extent
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Rectangle: AnimatableValue {
  @inlinable
  public static var componentCount: Int { 4 }
  @inlinable
  public static var zero: Rectangle { Rectangle(origin: .zero, extent: .zero) }
  @inlinable
  public subscript(component index: Int) -> Double {
    get { index < 2 ? origin[component: index] : extent[component: index - 2] }
    set {
      if index < 2 {
        origin[component: index] = newValue
      } else {
        extent[component: index - 2] = newValue
      }
    }
  }
}

// Vectors of `Double` and `Float`. In unspecialized code, access through the scalar's subscript costs ten times as
// much as the test for `Double` below.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AnimatableValue where Self: SIMD, Scalar: AnimatableValue {
  @inlinable
  public static var componentCount: Int { Self.scalarCount }
  // Disfavored, so that `.zero` means the zero of the standard library.
  @_disfavoredOverload
  @inlinable
  public static var zero: Self { Self() }
  @inlinable
  public subscript(component index: Int) -> Double {
    get {
      precondition(indices.contains(index), "component \(index) of \(scalarCount)")
      guard Scalar.self == Double.self else { return self[index][component: 0] }
      return withUnsafeBytes(of: self) {
        $0.load(fromByteOffset: index * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
    set {
      precondition(indices.contains(index), "component \(index) of \(scalarCount)")
      guard Scalar.self == Double.self else {
        self[index][component: 0] = newValue
        return
      }
      withUnsafeMutableBytes(of: &self) {
        $0.storeBytes(
          of: newValue, toByteOffset: index * MemoryLayout<Double>.stride, as: Double.self)
      }
    }
  }
}

extension SIMD2: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD3: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD4: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD8: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD16: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD32: AnimatableValue where Scalar: AnimatableValue {}
extension SIMD64: AnimatableValue where Scalar: AnimatableValue {}
