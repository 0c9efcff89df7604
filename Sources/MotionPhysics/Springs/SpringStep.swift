import Quantities

/// What a spring does in a given time to any motion: a 2×2 matrix.
///
///     offset′   = offsetFromOffset · offset + offsetFromVelocity · velocity
///     velocity′ = velocityFromOffset · offset + velocityFromVelocity · velocity
///
/// Where many values move on one spring, the matrix is computed once a frame and costs four
/// products and two sums a value.
public struct SpringStep: Hashable, Sendable {
  /// The fraction of the offset that stays; unitless.
  public var offsetFromOffset: Double
  /// The offset that a velocity adds, in seconds.
  public var offsetFromVelocity: Double
  /// The velocity that an offset adds, per second.
  public var velocityFromOffset: Double
  /// The fraction of the velocity that stays; unitless.
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

  /// The step that changes nothing.
  public static let none = SpringStep(
    offsetFromOffset: 1, offsetFromVelocity: 0, velocityFromOffset: 0, velocityFromVelocity: 1)

  /// The step that ends every motion at its target.
  public static let arrival = SpringStep(
    offsetFromOffset: 0, offsetFromVelocity: 0, velocityFromOffset: 0, velocityFromVelocity: 0)

  /// Returns the motion one step after `motion`.
  ///
  /// A number that would be too large for a `Double` becomes the largest one, so that a finite
  /// motion stays finite.
  public func applied(to motion: Spring.Motion) -> Spring.Motion {
    // Inlined into other modules, the products would be paired, which costs as much as the step itself.
    // Unwrapped to plain numbers for the formula. Units: pt, pt/s.
    let x = motion.offset.value
    let v = motion.velocity.value
    return Spring.Motion(
      offset: Points(saturatedSum(offsetFromOffset * x, offsetFromVelocity * v)),
      velocity: PointsPerSecond(saturatedSum(velocityFromOffset * x, velocityFromVelocity * v)))
  }
}

/// A number moved into the finite range; NaN stays.
func saturated(_ number: Double) -> Double {
  min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
}

/// The sum of two numbers, each and together moved into the finite range.
@inline(__always)
func saturatedSum(_ left: Double, _ right: Double) -> Double {
  let sum = left + right
  return sum.isFinite ? sum : saturated(saturated(left) + saturated(right))
}
