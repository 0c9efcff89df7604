import Quantities

/// The change of any motion by a spring in a given time: a 2×2 matrix.
///
///     offset′   = offsetFromOffset · offset + offsetFromVelocity · velocity
///     velocity′ = velocityFromOffset · offset + velocityFromVelocity · velocity
///
/// If many values move on the same spring, compute the matrix once per frame; each value then needs only four
/// multiplications and two additions.
public struct SpringStep: Hashable, Sendable {
  /// The fraction of the offset that remains; unitless.
  public var offsetFromOffset: Double
  /// The offset that a velocity adds, in seconds.
  public var offsetFromVelocity: Double
  /// The velocity that an offset adds, per second.
  public var velocityFromOffset: Double
  /// The fraction of the velocity that remains; unitless.
  public var velocityFromVelocity: Double

  /// Creates a step from its four numbers.
  public init(
    offsetFromOffset: Double, offsetFromVelocity: Double,
    velocityFromOffset: Double, velocityFromVelocity: Double
  ) {
    self.offsetFromOffset = offsetFromOffset
    self.offsetFromVelocity = offsetFromVelocity
    self.velocityFromOffset = velocityFromOffset
    self.velocityFromVelocity = velocityFromVelocity
  }

  /// The step that changes nothing, which is the step over a time of zero.
  public static let none = SpringStep(
    offsetFromOffset: 1, offsetFromVelocity: 0, velocityFromOffset: 0, velocityFromVelocity: 1)

  /// The step that ends every motion at its target.
  public static let arrival = SpringStep(
    offsetFromOffset: 0, offsetFromVelocity: 0, velocityFromOffset: 0, velocityFromVelocity: 0)

  /// Returns the motion one step after `motion`.
  ///
  /// A number that is too large for a `Double` becomes the largest finite number, so that a finite motion stays finite.
  public func applied(to motion: Spring.Motion) -> Spring.Motion {
    // This function is not inlinable. If it were inlined into other modules, the compiler would combine the products in
    // pairs, which takes as long as the step itself.
    // The formula needs plain numbers, in pt and pt/s.
    let x = motion.offset.value
    let v = motion.velocity.value
    return Spring.Motion(
      offset: Points(saturatedSum(offsetFromOffset * x, offsetFromVelocity * v)),
      velocity: PointsPerSecond(saturatedSum(velocityFromOffset * x, velocityFromVelocity * v)))
  }
}

/// Returns a number limited to the finite range; NaN stays NaN.
func saturated(_ number: Double) -> Double {
  min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
}

/// Returns the sum of two numbers, with the numbers and the sum limited to the finite range.
@inline(__always)
func saturatedSum(_ left: Double, _ right: Double) -> Double {
  let sum = left + right
  return sum.isFinite ? sum : saturated(saturated(left) + saturated(right))
}
