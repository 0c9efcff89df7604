public import Quantities

/// A movement of the whole hand over the device, at one moment.
public struct Pan: Hashable, Sendable {
  /// The number of the pan in the recording, counted from 1.
  public var number: Int
  /// Where the hand went down on the screen; nil on a touchpad, which has no position on the screen.
  public var origin: Position?
  /// The middle of the fingers that are down now; nil on a touchpad.
  ///
  /// It jumps when a finger joins or leaves; the translation does not.
  public var location: Position?
  /// How far the hand has moved since the pan began, in points, without jumps.
  public var translation: Planar<Points>
  /// How many fingers are down.
  public var fingers: Int
  /// The angle by which two fingers have turned about each other since the pan began, in radians,
  /// clockwise; a turn and more counts on, and one finger turns nothing.
  public var twist: Double
  /// How fast they turn, in radians per second, clockwise; zero with one finger.
  ///
  /// In ``HandEvent/panEnded(_:_:)`` it is that of the release, also when one of the two has lifted
  /// a moment before the other.
  public var twistRate: Double

  /// Creates a pan.
  public init(
    number: Int, origin: Position?, location: Position?, translation: Planar<Points>, fingers: Int,
    twist: Double = 0, twistRate: Double = 0
  ) {
    self.number = number
    self.origin = origin
    self.location = location
    self.translation = translation
    self.fingers = fingers
    self.twist = twist
    self.twistRate = twistRate
  }
}
