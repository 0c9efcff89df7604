public import Quantities

/// A spring that pulls a value to its target and brakes on the way.
///
/// It moves by `x″ + 2ζω x′ + ω² x = 0`, where `x` is the distance from the target, ζ is
/// ``dampingRatio`` and `ω = 2π / response`. Everything is computed from the exact solution, so
/// nothing depends on how time is cut into frames.
///
/// Any damping ratio of zero or more is allowed: 0 swings for ever, below 1 overshoots, 1 is the
/// fastest without overshoot from rest, above 1 creeps. A ``response`` of zero is a spring without
/// animation: any time after the start, the value is at its target and at rest.
///
/// Source: any mechanics text; here Taylor, *Classical Mechanics*, sections 5.4 and 5.5.
public struct Spring: Hashable, Sendable {
  /// The damping relative to critical damping; unitless, finite, zero or more.
  public var dampingRatio: Double {
    didSet { Self.checkDampingRatio(dampingRatio) }
  }

  /// The period of the spring if it had no damping; finite, zero or more.
  public var response: Seconds {
    didSet { Self.checkResponse(response) }
  }

  /// Creates a spring of mass 1 from the two numbers that matter to its motion.
  ///
  /// Traps unless both are finite and zero or more; numbers from users go through
  /// ``validated(dampingRatio:response:)``.
  public init(dampingRatio: Double, response: Seconds) {
    Self.checkDampingRatio(dampingRatio)
    Self.checkResponse(response)
    self.dampingRatio = dampingRatio
    self.response = response
  }

  private static func checkDampingRatio(_ ratio: Double) {
    precondition(ratio >= 0 && ratio.isFinite, "damping ratio \(ratio) is not a number from 0 up")
  }

  private static func checkResponse(_ response: Seconds) {
    precondition(
      response >= .zero && response.isFinite, "response \(response.value) s is not a time from 0 up"
    )
  }

  /// Where a sprung value is and how it moves, seen from its target.
  public struct Motion: Hashable, Sendable {
    /// The value less its target, so that zero is arrival.
    public var offset: Points

    /// The velocity of the value; positive is right or down.
    public var velocity: PointsPerSecond

    /// Creates a motion at `offset` from the target with `velocity`.
    @inlinable
    public init(offset: Points, velocity: PointsPerSecond) {
      self.offset = offset
      self.velocity = velocity
    }

    /// At the target and at rest.
    public static let resting = Motion(offset: .zero, velocity: .zero)
  }
}

extension Spring {
  /// The angular frequency ω without damping, in radians per second; the largest number there is
  /// for a response of (nearly) zero.
  public var angularFrequency: Double {
    min(2 * Double.pi / response.value, .greatestFiniteMagnitude)
  }

  /// Returns where a value is `time` after it moved as `start` describes.
  ///
  /// At time zero this is `start` to the last bit. Times before zero are not defined and trap.
  ///
  /// - Complexity: O(1); two exponentials at most, or one with a sine and a cosine.
  public func motion(after time: Seconds, from start: Motion) -> Motion {
    step(of: time).applied(to: start)
  }

  /// Returns the step that takes any motion of this spring forward by `interval`.
  ///
  /// Applying it again and again gives the same motion as one long step, up to rounding. Traps for
  /// an interval below zero or NaN.
  ///
  /// - Complexity: O(1); two exponentials at most, or one with a sine and a cosine.
  public func step(of interval: Seconds) -> SpringStep {
    precondition(interval >= .zero, "a spring cannot step by \(interval.value) s")
    guard interval > .zero else { return .none }
    guard response > .zero else { return .arrival }
    let omega = angularFrequency
    let t = min(interval.value, .greatestFiniteMagnitude)
    let unit = UnitSpring(dampingRatio: dampingRatio).step(
      of: min(omega * t, .greatestFiniteMagnitude))
    return SpringStep(
      offsetFromOffset: unit.valueFromValue,
      offsetFromVelocity: t * unit.valueFromSlopePerTime,
      velocityFromOffset: -omega * unit.valueFromSlope,
      velocityFromVelocity: unit.slopeFromSlope)
  }
}
