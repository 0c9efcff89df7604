/// How far something is, as a fraction of its whole: 0 at the start, 1 at the end; unitless.
public struct Fraction: Quantity {
  /// The fraction; below 0 and above 1 is beyond the ends.
  public var value: Double

  /// Creates a fraction of `value`.
  @inlinable public init(_ value: Double) { self.value = value }
}
