public import Quantities

extension Spring {
  /// Returns a spring from numbers that may be invalid.
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
  /// The unit of mass cancels out. A stiffness of zero is an error, because no force would pull the value back.
  ///
  /// - Parameters:
  ///   - mass: The mass in any unit M; above zero.
  ///   - stiffness: The stiffness in M per second squared; above zero.
  ///   - damping: The damping coefficient in M per second; zero or more.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(mass: Double, stiffness: Double, damping: Double) throws(SpringError) {
    guard mass > 0, mass.isFinite else { throw .mass(mass) }
    guard stiffness > 0, stiffness.isFinite else { throw .stiffness(stiffness) }
    guard damping >= 0, damping.isFinite else { throw .damping(damping) }
    let response = 2 * Double.pi * (mass / stiffness).squareRoot()
    // Multiply the roots, because the product k m may overflow.
    let dampingRatio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    guard response > 0, response.isFinite, dampingRatio.isFinite else {
      throw .outOfRange(mass: mass, stiffness: stiffness, damping: damping)
    }
    self.init(dampingRatio: dampingRatio, response: Seconds(response))
  }

  /// Creates a spring from its perceptual duration and its bounce.
  ///
  ///     response = duration,  ζ = 1 - bounce  for bounce ≥ 0,  ζ = 1 / (1 + bounce)  for bounce < 0
  ///
  /// Source: Apple, SwiftUI `Spring.init(duration:bounce:)`. The formulas are from Flutter, whose
  /// `SpringDescription` has the same initializer.
  ///
  /// - Parameters:
  ///   - duration: The perceptual duration, which is the response; zero or more.
  ///   - bounce: The bounce; above -1 and up to 1. At 1, the value oscillates without end. At 0, the spring is
  ///     critically damped. Below 0, the spring is overdamped.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(duration: Seconds, bounce: Double) throws(SpringError) {
    guard duration >= .zero, duration.isFinite else { throw .duration(duration.value) }
    guard bounce > -1, bounce <= 1 else { throw .bounce(bounce) }
    self.init(dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), response: duration)
  }
}
