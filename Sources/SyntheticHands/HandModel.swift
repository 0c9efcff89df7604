public import Quantities

/// A finger of a hand: where it is in the hand, and when it touches.
public struct SyntheticFinger: Hashable, Sendable {
  /// Where it is, seen from the hand's position.
  public var offset: Position
  /// When it goes down, counted from the touch's beginning.
  public var joins: Seconds
  /// When it lifts, counted from the touch's beginning; nil when it stays to the end.
  public var leaves: Seconds?
  /// How far it goes about the hand's position, as the x of a path: clockwise along the circle that it
  /// begins on; nil when it keeps its bearing.
  public var arc: HandPath?

  /// Creates a finger; without arguments one at the hand's position, for the whole touch.
  public init(
    offset: Position = .zero, joins: Seconds = .zero, leaves: Seconds? = nil, arc: HandPath? = nil
  ) {
    self.offset = offset
    self.joins = joins
    self.leaves = leaves
    self.arc = arc
  }

  /// Where it is, seen from the hand's position, `time` after the hand went down.
  func offset(at time: Seconds) -> Position {
    guard let arc, offset.length > .zero else { return offset }
    let (sine, cosine) = sineAndCosine(arc.position(at: time).x / offset.length)
    return Position(
      x: offset.x * cosine - offset.y * sine, y: offset.x * sine + offset.y * cosine)
  }
}

/// One touch of a hand, from when it goes down to when it leaves.
public struct SyntheticTouch: Hashable, Sendable {
  /// How a touch ends.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The fingers lift.
    case lift
    /// The device declares the fingers a palm, and then they lift.
    case palm
    /// The recording ends first.
    case none
  }

  /// When the hand goes down, counted from the end of the touch before.
  public var pause: Seconds
  /// Where the hand goes.
  public var path: HandPath
  /// Its fingers, besides those that a touchpad needs anyway.
  public var fingers: [SyntheticFinger]
  /// How the touch ends.
  public var ending: Ending
  /// How hard it presses, as the x of a path, 0 to 1; nil where nobody asks.
  public var force: HandPath?
  /// The velocity that the hand meant at the end; nil when the touch is taken away.
  ///
  /// It is not that of the path where the path holds what a lifting finger does without meaning to.
  public var meantVelocity: Velocity?

  /// Creates a touch; the velocity that it means is that of the path's end unless it says another.
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

/// All that a hand does in one recording.
public struct HandModel: Hashable, Sendable {
  /// The touches, in the order of time.
  public var touches: [SyntheticTouch]
  /// The time in which the kernel drops all events, counted from the first touch; nil for none.
  public var gap: ClosedRange<Seconds>?

  /// Whether it needs a device that tells how hard it is pressed.
  var tellsForce: Bool { touches.contains { $0.force != nil } }

  /// Creates a model.
  public init(touches: [SyntheticTouch], gap: ClosedRange<Seconds>? = nil) {
    self.touches = touches
    self.gap = gap
  }
}
