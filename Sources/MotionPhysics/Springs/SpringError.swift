public import Quantities

/// An error in the numbers that should define a spring.
///
/// Every message contains the name of the number, its value, and what to do.
public enum SpringError: Error, Hashable, Sendable {
  /// The damping ratio is negative, infinite or NaN.
  case dampingRatio(Double)
  /// The response is negative, infinite or NaN.
  case response(Double)
  /// The mass is zero, negative, infinite or NaN.
  case mass(Double)
  /// The stiffness is zero, negative, infinite or NaN.
  case stiffness(Double)
  /// The damping coefficient is negative, infinite or NaN.
  case damping(Double)
  /// The duration is negative, infinite or NaN.
  case duration(Double)
  /// The bounce is not in the range above -1 up to 1.
  case bounce(Double)
  /// The fraction of the distance that may be left is not between 0 and 1.
  case remaining(Double)
  /// The relative velocity is infinite or NaN.
  case relativeVelocity(Double)
  /// Each number is valid, but the result is outside the range of a `Double`.
  case outOfRange(mass: Double, stiffness: Double, damping: Double)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SpringError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .dampingRatio(let found):
      "spring damping ratio: found \(plain(found)); give a number of 0 (oscillates without end) or more; 1 is critical."
    case .response(let found):
      "spring response: found \(plain(found)) s; give a time of 0 (no animation) or more."
    case .mass(let found):
      "spring mass: found \(plain(found)); give a number above 0."
    case .stiffness(let found):
      """
      spring stiffness: found \(plain(found)); give a number above 0, or use a decay: without stiffness \
      nothing pulls the value back.
      """
    case .damping(let found):
      "spring damping: found \(plain(found)); give a number of 0 or more."
    case .duration(let found):
      "spring duration: found \(plain(found)) s; give a time of 0 (no animation) or more."
    case .bounce(let found):
      "spring bounce: found \(plain(found)); give a number above -1 and up to 1; 0 is critical."
    case .remaining(let found):
      "spring remaining fraction: found \(plain(found)); give a number between 0 and 1, such as 0.001."
    case .relativeVelocity(let found):
      "spring relative velocity: found \(plain(found)); give a number; 0 is a start from rest."
    case .outOfRange(let mass, let stiffness, let damping):
      """
      spring: mass \(mass), stiffness \(stiffness) and damping \(damping) together exceed the range \
      of numbers; give numbers closer to 1.
      """
    }
  }
}

/// The largest distance and speed at which a value counts as settled.
public struct SettleTolerance: Hashable, Sendable {
  /// The largest distance from the target; zero or more.
  public var distance: Points
  /// The largest speed, zero or more; if it is infinite, only the distance counts.
  public var speed: PointsPerSecond

  /// Creates a tolerance; traps unless both are zero or more.
  public init(distance: Points, speed: PointsPerSecond) {
    precondition(distance >= .zero, "settle distance \(distance.value) pt is not 0 or more")
    precondition(speed >= .zero, "settle speed \(speed.value) pt/s is not 0 or more")
    self.distance = distance
    self.speed = speed
  }

  /// The standard tolerance: 0.1 pt and 5 pt/s.
  ///
  /// This tolerance is our choice. With this tolerance, the last step to the target is invisible: on a display with a
  /// scale of 3, 0.1 pt is less than a third of a pixel, and a value at 5 pt/s moves by only 0.04 pt in a frame at
  /// 120 Hz.
  public static let standard = SettleTolerance(distance: Points(0.1), speed: PointsPerSecond(5))
}
