public import Quantities

/// A finger of a hand: its position relative to the hand, and the times at which it touches down and lifts.
public struct SyntheticFinger: Hashable, Sendable {
  /// The finger's offset from the hand's position when the hand touches down.
  public var offset: Position
  /// The time at which the finger goes down, from the beginning of the touch.
  public var joins: Seconds
  /// The time at which the finger lifts, from the beginning of the touch; nil if it stays to the end.
  public var leaves: Seconds?
  /// The movement of the finger on a circle around the hand's position; nil if the finger keeps its offset.
  ///
  /// The x coordinate of the path is the clockwise arc length on the circle through `offset`; y is not used.
  public var arc: HandPath?

  /// Creates a finger; without arguments, the finger is at the hand's position for the whole touch.
  public init(
    offset: Position = .zero, joins: Seconds = .zero, leaves: Seconds? = nil, arc: HandPath? = nil
  ) {
    self.offset = offset
    self.joins = joins
    self.leaves = leaves
    self.arc = arc
  }

  /// Returns the finger's offset from the hand's position at `time` after the hand touched down.
  func offset(at time: Seconds) -> Position {
    guard let arc, offset.length > .zero else { return offset }
    let (sine, cosine) = sineAndCosine(arc.position(at: time).x / offset.length)
    return Position(
      x: offset.x * cosine - offset.y * sine, y: offset.x * sine + offset.y * cosine)
  }
}

/// One touch of a hand, from touch-down to lift.
public struct SyntheticTouch: Hashable, Sendable {
  /// How a touch ends.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The fingers lift.
    case lift
    /// The device reports the fingers as a palm, and then they lift.
    case palm
    /// The recording ends while the fingers are down.
    case none
  }

  /// The time between the end of the previous touch and this touch-down.
  public var pause: Seconds
  /// The path of the hand, which each of the ``fingers`` follows at its own offset.
  public var path: HandPath
  /// The fingers; on a touchpad, the first finger stands for all fingers that move together.
  public var fingers: [SyntheticFinger]
  /// How the touch ends.
  public var ending: Ending
  /// The force over time, 0 to 1, as the x coordinate of a path; nil if the device does not report force.
  public var force: HandPath?
  /// The velocity that the hand intended at the end; nil if the touch does not end with a lift.
  ///
  /// The intended velocity differs from the end velocity of the path if the path ends with an unintended movement at
  /// the lift.
  public var meantVelocity: Velocity?

  /// Creates a touch; without `meaning`, the intended velocity is the end velocity of the path.
  public init(
    after pause: Seconds = .zero, path: HandPath, fingers: [SyntheticFinger] = [SyntheticFinger()],
    ending: Ending = .lift, meaning velocity: Velocity? = nil, pressing force: HandPath? = nil
  ) {
    self.pause = pause
    self.path = path
    self.fingers = fingers
    self.ending = ending
    self.force = force
    meantVelocity = ending == .lift ? velocity ?? path.endVelocity : nil
  }
}

/// All touches of a hand in one recording.
public struct HandModel: Hashable, Sendable {
  /// The touches, in the order in which they happen.
  public var touches: [SyntheticTouch]
  /// The interval in which the kernel drops all events, as times after the first touch-down; nil for none.
  public var gap: ClosedRange<Seconds>?

  /// Whether the model needs a device that reports force.
  var reportsForce: Bool { touches.contains { $0.force != nil } }

  /// Creates a model.
  public init(touches: [SyntheticTouch], gap: ClosedRange<Seconds>? = nil) {
    self.touches = touches
    self.gap = gap
  }
}
