public import Quantities

/// A finger of a hand: its offset from the hand's position, and when it touches.
public struct SyntheticFinger: Hashable, Sendable {
  /// The finger's offset from the hand's position when the hand touches down.
  public var offset: Position
  /// When the finger goes down, from the beginning of the touch.
  public var joins: Seconds
  /// When the finger lifts, from the beginning of the touch; nil if it stays to the end.
  public var leaves: Seconds?
  /// How far the finger circles around the hand's position; nil if the finger keeps its offset.
  ///
  /// The x of the path is the clockwise arc length on the circle through `offset`.
  public var arc: HandPath?

  /// Creates a finger; without arguments, at the hand's position for the whole touch.
  public init(
    offset: Position = .zero, joins: Seconds = .zero, leaves: Seconds? = nil, arc: HandPath? = nil
  ) {
    self.offset = offset
    self.joins = joins
    self.leaves = leaves
    self.arc = arc
  }

  /// The finger's offset from the hand's position, `time` after the hand touched down.
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
    /// The device declares the fingers a palm, and then they lift.
    case palm
    /// The recording ends while the fingers are down.
    case none
  }

  /// The time between the end of the touch before and this touch-down.
  public var pause: Seconds
  /// The path of the hand.
  public var path: HandPath
  /// The fingers, without the second finger that panning on a touchpad needs.
  public var fingers: [SyntheticFinger]
  /// How the touch ends.
  public var ending: Ending
  /// The force, as the x of a path, 0 to 1; nil if the force is not reported.
  public var force: HandPath?
  /// The velocity that the hand intended at the end; nil if the touch does not end with a lift.
  ///
  /// This differs from the path's end velocity if the path contains an unintended lift-off movement.
  public var meantVelocity: Velocity?

  /// Creates a touch; without `meaning`, the intended velocity is the path's end velocity.
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

/// Everything that a hand does in one recording.
public struct HandModel: Hashable, Sendable {
  /// The touches, in the order of time.
  public var touches: [SyntheticTouch]
  /// The time in which the kernel drops all events, from the first touch-down; nil for none.
  public var gap: ClosedRange<Seconds>?

  /// Whether the model needs a device that reports force.
  var reportsForce: Bool { touches.contains { $0.force != nil } }

  /// Creates a model.
  public init(touches: [SyntheticTouch], gap: ClosedRange<Seconds>? = nil) {
    self.touches = touches
    self.gap = gap
  }
}
