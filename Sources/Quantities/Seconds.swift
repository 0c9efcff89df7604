/// A span of time, or an instant counted from the first event of a recording, in seconds.
public struct Seconds: Quantity {
  /// The number of seconds.
  public var value: Double

  /// Creates a span of `value` seconds.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Creates a span from the integer microseconds that files hold; correctly rounded below 2⁵³ µs.
  @inlinable public static func microseconds(_ microseconds: Int64) -> Seconds {
    Seconds(Double(microseconds) / 1_000_000)
  }
}
