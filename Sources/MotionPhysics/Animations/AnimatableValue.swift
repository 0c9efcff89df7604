public import Quantities

/// A value made of numbers that can be animated one by one.
public protocol AnimatableValue: Hashable, Sendable {
  /// How many numbers the value has.
  static var componentCount: Int { get }

  /// The value whose numbers are all zero.
  static var zero: Self { get }

  /// One of the numbers; the index is in 0..<``componentCount``.
  subscript(component index: Int) -> Double { get set }
}

extension AnimatableValue {
  /// The value that has `number` of an index at every index.
  init(components number: (Int) -> Double) {
    self = .zero
    for index in 0..<Self.componentCount { self[component: index] = number(index) }
  }

  /// The value moved to the pixels of a display: each number is a whole number of pixels.
  ///
  /// - Parameter scale: The pixels per point; above zero.
  /// - Returns: The nearest value on the grid; halves go away from zero.
  public func integralized(scale: Double) -> Self {
    precondition(scale > 0 && scale.isFinite, "a display scale of \(scale)")
    return Self { (self[component: $0] * scale).rounded() / scale }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Double: AnimatableValue {
  public static var componentCount: Int { 1 }
  public subscript(component index: Int) -> Double {
    get { self }
    set { self = newValue }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Points: AnimatableValue {
  public static var componentCount: Int { 1 }
  public subscript(component index: Int) -> Double {
    get { value }
    set { value = newValue }
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Planar: AnimatableValue {
  public static var componentCount: Int { 2 }
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
  public static var componentCount: Int { 2 }
  public static var zero: Extent { Extent(width: .zero, height: .zero) }
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
  public static var componentCount: Int { 4 }
  public static var zero: Rectangle { Rectangle(origin: .zero, extent: .zero) }
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

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension AnimatableValue where Self: SIMD, Scalar == Double {
  public static var componentCount: Int { Self.scalarCount }
  public static var zero: Self { Self() }
  public subscript(component index: Int) -> Double {
    get { self[index] }
    set { self[index] = newValue }
  }
}

extension SIMD2: AnimatableValue where Scalar == Double {}
extension SIMD3: AnimatableValue where Scalar == Double {}
extension SIMD4: AnimatableValue where Scalar == Double {}
extension SIMD8: AnimatableValue where Scalar == Double {}
extension SIMD16: AnimatableValue where Scalar == Double {}
extension SIMD32: AnimatableValue where Scalar == Double {}
extension SIMD64: AnimatableValue where Scalar == Double {}
