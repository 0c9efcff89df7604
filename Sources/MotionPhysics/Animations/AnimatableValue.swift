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
  /// Creates a value whose component at each index is the result of `number` for that index.
  @inlinable
  init(components number: (Int) -> Double) {
    self = .zero
    for index in 0..<Self.componentCount { self[component: index] = number(index) }
  }

  /// Creates a value from its components; traps unless there are ``componentCount`` numbers.
  @inlinable
  init(numbers: UnsafeBufferPointer<Double>) {
    precondition(numbers.count == Self.componentCount, "\(numbers.count) numbers of a value")
    self = .zero
    for index in 0..<Self.componentCount { self[component: index] = numbers[index] }
  }

  /// Returns the value with each component rounded down to a whole number of pixels of a display.
  ///
  ///     ⌊scale · number⌋ / scale
  ///
  /// Source: Wave, `integralizeValues` and its `scaledIntegral`.
  ///
  /// - Parameter scale: The pixels per point; above zero.
  /// - Returns: The rounded value; rounding moves a negative component away from zero.
  public func integralized(scale: Double) -> Self { onPixels(scale, .down) }

  /// Returns the value with each component rounded to the nearest pixel of a display, halves away from zero.
  ///
  /// Source: Motion, `DecayFunction.roundingFactor`, which is the size of a pixel in points.
  ///
  /// - Parameter scale: The pixels per point; above zero.
  /// - Returns: The rounded value.
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

// A `Float` is animated as a `Double` and rounded to the nearest `Float` when the value is read. The motion of a
// `Float` therefore differs from the motion of a `Double` by at most half a unit in the last place. A finite number
// beyond the range of `Float` becomes the largest finite `Float` with the same sign.
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

/// A width and a height, which are animated independently of each other.
public struct Extent: Hashable, Sendable {
  /// The horizontal size, which is not checked: a spring that overshoots can make it negative.
  public var width: Points
  /// The vertical size, which is not checked: a spring that overshoots can make it negative.
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

// This extension covers vectors of `Double` and of `Float`. Vectors of `Double` are read and written directly, because
// in unspecialized code the subscript of the scalar takes ten times as long as the test for `Double`.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AnimatableValue where Self: SIMD, Scalar: AnimatableValue {
  @inlinable
  public static var componentCount: Int { Self.scalarCount }
  // This overload is disfavored, so that `.zero` remains unambiguous and means the zero of the standard library.
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
