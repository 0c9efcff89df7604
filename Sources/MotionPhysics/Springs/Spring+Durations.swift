public import Quantities

extension Spring {
  /// Creates the spring that settles in a given time if it starts from rest.
  ///
  /// The spring counts as settled from the last time at which the fraction `remaining` of the distance is left. This
  /// time is exact. All times are proportional to the response, so the initializer computes the time for a spring with
  /// an angular frequency of 1, and then scales the response.
  ///
  /// Source: the parameters are from SwiftUI's `Spring.init(settlingDuration:dampingRatio:epsilon:)`. The rule for the
  /// settled state is our choice, because Apple's rule overestimates the time by 10 to 50 %.
  ///
  /// - Parameters:
  ///   - settlingDuration: The time to settle; zero or more.
  ///   - dampingRatio: The damping ratio; above zero, because a spring without damping does not settle.
  ///   - remaining: The fraction of the distance that is left at the end; unitless, above 0 and below 1.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(
    settlingDuration: Seconds, dampingRatio: Double, remaining: Double = 0.001
  ) throws(SpringError) {
    guard settlingDuration >= .zero, settlingDuration.isFinite else {
      throw .duration(settlingDuration.value)
    }
    guard dampingRatio > 0, dampingRatio.isFinite else { throw .dampingRatio(dampingRatio) }
    guard remaining > 0, remaining < 1 else { throw .remaining(remaining) }
    let unit = UnitMotion(spring: UnitSpring(dampingRatio: dampingRatio), value: 1, slope: 0)
    let radians = unit.lastCrossing(of: remaining)
    let response = settlingDuration.value / radians * 2 * Double.pi
    guard response.isFinite else { throw .dampingRatio(dampingRatio) }
    self.init(dampingRatio: dampingRatio, response: Seconds(response))
  }

  /// Creates the spring of a `UIView` animation with a duration, a damping ratio and a velocity.
  ///
  /// The frequency ω is chosen so that the envelope of the sine part has fallen to 0.1 % at the end of the duration:
  ///
  ///     |(ζω - v) / ω_d| e^(-ζωT) = 0.001,  ω_d = ω √(1 - ζ²)
  ///
  /// For v = 0 the solution is `ω = -ln(0.001 √(1 - ζ²) / ζ) / (ζT)`. At ζ = 1 the motion itself falls to 0.1 %:
  /// `(1 + (ω - v) T) e^(-ωT) = 0.001`.
  ///
  /// Source: CosynPa, *RevealSpringAnimation*, who found the rule by comparison with UIKit.
  ///
  /// - Parameters:
  ///   - viewDuration: The duration T; limited to 0.01...10 s, as in UIKit.
  ///   - dampingRatio: The damping ratio; above 0 and up to 1.
  ///   - relativeVelocity: The velocity v as a fraction of the distance per second, towards the target.
  /// - Throws: ``SpringError`` for numbers that do not define a spring.
  public init(
    viewDuration: Seconds, dampingRatio: Double, relativeVelocity: Double = 0
  ) throws(SpringError) {
    guard viewDuration.isFinite else { throw .duration(viewDuration.value) }
    guard dampingRatio > 0, dampingRatio <= 1 else { throw .dampingRatio(dampingRatio) }
    guard relativeVelocity.isFinite else { throw .relativeVelocity(relativeVelocity) }
    let duration = min(max(viewDuration.value, 0.01), 10)
    let omega = Self.viewFrequency(
      duration: duration, dampingRatio: dampingRatio, relativeVelocity: relativeVelocity)
    self.init(dampingRatio: dampingRatio, response: Seconds(2 * Double.pi / omega))
  }

  /// Returns the angular frequency that UIKit chooses, in radians per second.
  ///
  /// The duration is in seconds, and the velocity in fractions of the distance per second.
  private static func viewFrequency(
    duration: Double, dampingRatio: Double, relativeVelocity: Double
  ) -> Double {
    let damped = ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    func excess(_ omega: Double) -> Double {
      guard damped > 0 else {
        let left = 1 + (omega - relativeVelocity) * duration
        return naturalLogarithm(left.magnitude) - omega * duration - naturalLogarithm(0.001)
      }
      let fraction = (dampingRatio * omega - relativeVelocity).magnitude / (omega * damped)
      return naturalLogarithm(fraction) - dampingRatio * omega * duration - naturalLogarithm(0.001)
    }
    // UIKit uses the largest root. The search starts at a frequency at which the exponential dominates, and goes down
    // to the first change of sign.
    var high = 50 / (dampingRatio * duration)
    while excess(high) > 0 { high *= 2 }
    var low = high
    while excess(low) <= 0, low > 1e-12 * high { low *= 0.98 }
    // 80 bisections are enough, because a `Double` has 53 bits.
    for _ in 0..<80 {
      let middle = 0.5 * (low + high)
      if excess(middle) > 0 { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns the duration for which a `UIView` animation chooses this spring, or nil if there is no such duration.
  ///
  /// The function is the inverse of ``init(viewDuration:dampingRatio:relativeVelocity:)``:
  ///
  ///     T = ln(1000 |ζω - v| / ω_d) / (ζω)
  ///
  /// At critical damping, T is the last time at which 0.1 % of the distance is left. Several springs may satisfy this
  /// equation for the same duration and velocity. UIKit chooses the stiffest of these springs, so the result is nil for
  /// the other springs. The result is also nil for an overdamped spring.
  ///
  /// - Parameter relativeVelocity: The velocity v as a fraction of the distance per second, towards the target.
  /// - Returns: A time from 0.01 to 10 s; nil if no duration leads to this spring.
  public func viewDuration(relativeVelocity: Double = 0) -> Seconds? {
    guard response > .zero, dampingRatio > 0, dampingRatio <= 1, relativeVelocity.isFinite
    else { return nil }
    let omega = angularFrequency
    let duration: Double
    if dampingRatio < 1 {
      let damped = omega * UnitSpring(dampingRatio: dampingRatio).rootOffset
      let fraction = (dampingRatio * omega - relativeVelocity).magnitude / damped
      duration = naturalLogarithm(1000 * fraction) / (dampingRatio * omega)
    } else {
      let motion = UnitMotion(
        spring: UnitSpring(dampingRatio: 1), value: -1, slope: relativeVelocity / omega)
      duration = motion.lastCrossing(of: 0.001) / omega
    }
    // UIKit limits durations to 0.01...10 s; the tolerance of 1e-9 s allows for rounding.
    guard duration > 0.01 - 1e-9, duration < 10 + 1e-9 else { return nil }
    let chosen = Self.viewFrequency(
      duration: duration, dampingRatio: dampingRatio, relativeVelocity: relativeVelocity)
    guard (chosen - omega).magnitude <= 1e-9 * omega else { return nil }
    return Seconds(duration)
  }
}
