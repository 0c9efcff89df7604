public import Quantities

/// Friction that removes the same fraction of the velocity in each millisecond, as in a scroll view.
///
///     v(t) = v₀ d^(1000 t),  x(t) = x₀ + v₀ (d^(1000 t) - 1) / (1000 ln d)
///
/// In all formulas, d is ``rate``, x₀ is the start position, v₀ is the start velocity, and t is the time in seconds.
///
/// Source: UIScrollView's `decelerationRate`. The integral is from I. Lobanov, *Scrolling mechanics of
/// UIScrollView* (2019).
public struct Decay: Hashable, Sendable {
  /// The fraction d of the velocity that is left after a millisecond; unitless, above 0 and below 1.
  public var rate: Double {
    didSet {
      Self.check(rate)
      logarithmicRate = Self.logarithm(of: rate)
    }
  }

  /// The natural logarithm of the fraction of velocity that is left after a second; below zero, in 1/s.
  ///
  /// This logarithm is stored, because every motion needs it.
  private(set) var logarithmicRate: Double

  /// Creates a decay; traps unless `rate` is above 0 and below 1.
  public init(rate: Double) {
    Self.check(rate)
    self.rate = rate
    logarithmicRate = Self.logarithm(of: rate)
  }

  /// The friction of an ordinary scroll view: 0.998 per millisecond.
  ///
  /// Source: `UIScrollView.DecelerationRate.normal`.
  public static let normal = Decay(rate: 0.998)

  /// The friction of a paging scroll view: 0.99 per millisecond.
  ///
  /// Source: `UIScrollView.DecelerationRate.fast`.
  public static let fast = Decay(rate: 0.99)

  private static func check(_ rate: Double) {
    precondition(rate > 0 && rate < 1, "decay rate \(rate) is not between 0 and 1")
  }

  private static func logarithm(of rate: Double) -> Double { 1000 * naturalLogarithm(rate) }

  /// A position and a velocity along one axis.
  public struct Motion: Hashable, Sendable {
    /// The position; positive is right or down.
    public var position: Points
    /// The velocity; positive is right or down.
    public var velocity: PointsPerSecond

    /// Creates a motion at `position` with `velocity`.
    public init(position: Points, velocity: PointsPerSecond) {
      self.position = position
      self.velocity = velocity
    }
  }
}

extension Decay {
  /// Returns the motion `time` after the motion `start`.
  ///
  /// Traps for a time below zero or NaN. Positions beyond the range of a `Double` are limited to this range.
  public func motion(after time: Seconds, from start: Motion) -> Motion {
    step(of: time).applied(to: start)
  }

  /// The change of any motion by friction in a given time.
  struct Step {
    /// The distance moved per unit of velocity at the start, in seconds.
    var positionFromVelocity: Double
    /// The fraction of the velocity that remains; unitless.
    var velocityFromVelocity: Double

    /// Returns the motion one step after `motion`.
    func applied(to motion: Motion) -> Motion {
      Motion(
        position: Points(
          saturatedSum(motion.position.value, motion.velocity.value * positionFromVelocity)),
        velocity: motion.velocity * velocityFromVelocity)
    }
  }

  /// Returns the step that advances any motion by `time`; traps for a time below zero or NaN.
  func step(of time: Seconds) -> Step {
    precondition(time >= .zero, "a decay cannot advance by \(time.value) s")
    let exponent = max(logarithmicRate * time.value, -.greatestFiniteMagnitude)
    let left = exponentialAndMinusOne(exponent)
    return Step(
      positionFromVelocity: left.minusOne / logarithmicRate,
      velocityFromVelocity: left.exponential)
  }

  /// Returns the distance that a value with `velocity` moves until it comes to rest: `-v / (1000 ln d)`.
  public func projectedDistance(_ velocity: PointsPerSecond) -> Points {
    Points(saturated(velocity.value / -logarithmicRate))
  }

  /// Returns the distance that a value moves until it comes to rest, if it moves in steps of 1 ms.
  ///
  ///     v / 1000 · d / (1 - d)
  ///
  /// This distance is shorter than ``projectedDistance(_:)`` by about the distance that `velocity` covers in 0.5 ms.
  ///
  /// Source: Apple, *Designing Fluid Interfaces*, WWDC 2018, session 803.
  public func projectedDistanceByMilliseconds(_ velocity: PointsPerSecond) -> Points {
    Points(saturated(velocity.value / 1000 * (rate / (1 - rate))))
  }

  /// Returns the time until the speed has fallen to `speed`; nil if `speed` is zero and the value moves.
  ///
  /// The time is zero if the speed is already at or below `speed`. The speed of a moving value never falls to zero.
  public func time(
    untilSpeed speed: PointsPerSecond, from velocity: PointsPerSecond
  ) -> Seconds? {
    guard velocity.magnitude > speed else { return .zero }
    guard speed > .zero else { return nil }
    // The ratio may underflow. The difference of the logarithms cannot underflow, but loses digits if the speeds are
    // close to each other.
    let logarithm = naturalLogarithm(speed.value) - naturalLogarithm(velocity.magnitude.value)
    let ratio = speed / velocity.magnitude
    let exact = ratio > 0x1p-1000 ? naturalLogarithm(ratio) : logarithm
    return Seconds(exact / logarithmicRate)
  }

  /// Returns the time until a value with `velocity` has moved by `distance`; nil if the value never moves so far.
  ///
  ///     t = ln(1 + 1000 ln d · distance / v) / (1000 ln d)
  public func time(toDistance distance: Points, from velocity: PointsPerSecond) -> Seconds? {
    guard distance != .zero else { return .zero }
    let fraction = logarithmicRate * (distance.value / velocity.value)
    guard fraction < 0 || (fraction == 0 && distance.value.sign == velocity.value.sign),
      fraction > -1
    else { return nil }
    return Seconds(naturalLogarithmOnePlus(fraction) / logarithmicRate)
  }
}
