public import Quantities

/// A damped spring that pulls a value to its target.
///
/// The motion follows `x″ + 2ζω x′ + ω² x = 0`, where `x` is the distance from the target, ζ is ``dampingRatio`` and
/// `ω = 2π / response`. All results come from the exact solution, so they do not depend on the frame rate.
///
/// Any damping ratio of zero or more is allowed. At 0, the value oscillates without end. Below 1, the value overshoots
/// its target. At 1, a value that starts from rest approaches its target as fast as possible without overshoot. Above
/// 1, the approach is slower. A ``response`` of zero is a spring without animation: at any time after the start, the
/// value rests at its target.
///
/// Source: any textbook on mechanics, such as Taylor, *Classical Mechanics*, sections 5.4 and 5.5.
public struct Spring: Hashable, Sendable {
  /// The damping relative to critical damping; unitless, finite, zero or more.
  public var dampingRatio: Double {
    didSet { Self.checkDampingRatio(dampingRatio) }
  }

  /// The period that the spring would have without damping; finite, zero or more.
  public var response: Seconds {
    didSet { Self.checkResponse(response) }
  }

  /// Creates a spring of mass 1 from the two numbers that determine its motion.
  ///
  /// Traps unless both are finite and zero or more. For numbers from users, call
  /// ``validated(dampingRatio:response:)``, which throws an error instead.
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

  /// The position and velocity of a value, relative to its target.
  public struct Motion: Hashable, Sendable {
    /// The value minus its target; zero at the target.
    public var offset: Points

    /// The velocity of the value; positive is right or down.
    public var velocity: PointsPerSecond

    /// Creates a motion at `offset` from the target with `velocity`.
    @inlinable
    public init(offset: Points, velocity: PointsPerSecond) {
      self.offset = offset
      self.velocity = velocity
    }

    /// A motion at rest at the target: offset and velocity are zero.
    public static let resting = Motion(offset: .zero, velocity: .zero)
  }
}

extension Spring {
  /// The angular frequency ω without damping, in radians per second.
  ///
  /// For a response of zero or nearly zero, the value is the largest finite number.
  public var angularFrequency: Double {
    min(2 * Double.pi / response.value, .greatestFiniteMagnitude)
  }

  /// Returns the motion `time` after the motion `start`.
  ///
  /// At time zero the result is exactly `start`. Traps for a time below zero.
  ///
  /// - Complexity: O(1); two exponentials at most, or one with a sine and a cosine.
  public func motion(after time: Seconds, from start: Motion) -> Motion {
    step(of: time).applied(to: start)
  }

  /// Returns the step that advances any motion of this spring by `interval`.
  ///
  /// Applying the step repeatedly gives the same motion as one long step, up to rounding. Traps for an interval below
  /// zero or NaN.
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
