public import Quantities

extension Spring {
  /// Returns a spring from numbers that may be wrong.
  ///
  /// - Throws: ``SpringError`` for a number that is negative, infinite or NaN.
  public static func validated(
    dampingRatio: Double, response: Seconds
  ) throws(SpringError) -> Spring {
    guard dampingRatio >= 0, dampingRatio.isFinite else { throw .dampingRatio(dampingRatio) }
    guard response >= .zero, response.isFinite else { throw .response(response.value) }
    return Spring(dampingRatio: dampingRatio, response: response)
  }

  /// Creates a spring from a mass, a stiffness and a damping coefficient.
  ///
  ///     response = 2π √(m / k),  ζ = c / (2 √(k m))
  ///
  /// The unit of mass cancels. A stiffness of zero is an error, because nothing would return.
  ///
  /// - Parameters:
  ///   - mass: Any unit M; above zero.
  ///   - stiffness: M per second squared; above zero.
  ///   - damping: M per second; zero or more.
  /// - Throws: ``SpringError`` for numbers that make no spring.
  public init(mass: Double, stiffness: Double, damping: Double) throws(SpringError) {
    guard mass > 0, mass.isFinite else { throw .mass(mass) }
    guard stiffness > 0, stiffness.isFinite else { throw .stiffness(stiffness) }
    guard damping >= 0, damping.isFinite else { throw .damping(damping) }
    let response = 2 * Double.pi * (mass / stiffness).squareRoot()
    // The product of the roots, as the product k m itself may overflow.
    let dampingRatio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    guard response > 0, response.isFinite, dampingRatio.isFinite else {
      throw .outOfRange(mass: mass, stiffness: stiffness, damping: damping)
    }
    self.init(dampingRatio: dampingRatio, response: Seconds(response))
  }

  /// Creates a spring from how long it seems to take and how bouncy it is.
  ///
  ///     response = duration,  ζ = 1 - bounce  for bounce ≥ 0,  ζ = 1 / (1 + bounce)  below
  ///
  /// Source: Apple, SwiftUI `Spring.init(duration:bounce:)`; the formulas as published for the
  /// equal initialiser of Flutter's `SpringDescription`.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, which is the response; zero or more.
  ///   - bounce: Above -1 (flat) and up to 1 (swings for ever); 0 is critically damped.
  /// - Throws: ``SpringError`` for numbers that make no spring.
  public init(duration: Seconds, bounce: Double) throws(SpringError) {
    guard duration >= .zero, duration.isFinite else { throw .duration(duration.value) }
    guard bounce > -1, bounce <= 1 else { throw .bounce(bounce) }
    self.init(dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), response: duration)
  }
}
