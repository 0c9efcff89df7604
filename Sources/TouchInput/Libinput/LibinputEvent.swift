public import Quantities

/// One event that libinput sends to a compositor for a touchpad.
///
/// A unit of libinput counts as one point. In unaccelerated scrolls and swipes, 10.5 units are one millimetre (1/1000
/// inch, multiplied by libinput's slowdown for touchpads). Only the unaccelerated movement of the pointer is in units
/// of the device's horizontal axis.
public struct LibinputEvent: Hashable, Sendable {
  /// The kinds of events, named after the event types in `libinput debug-events`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The pointer moved.
    case pointerMotion
    /// Two fingers scrolled.
    case scroll
    /// The fingers that scrolled have lifted; `LIBINPUT_EVENT_POINTER_SCROLL_FINGER` with the value 0.
    case scrollEnd
    /// Three or more fingers begin to move in one direction.
    case swipeBegin
    /// The fingers of a swipe moved.
    case swipeUpdate
    /// A swipe ended or was cancelled.
    case swipeEnd
    /// Two or more fingers begin to move towards or away from each other, or around each other.
    case pinchBegin
    /// The fingers of a pinch moved.
    case pinchUpdate
    /// A pinch ended or was cancelled.
    case pinchEnd
    /// One or more fingers begin to rest.
    case holdBegin
    /// Resting fingers lifted, or began another gesture, which cancels the hold.
    case holdEnd
  }

  /// The number of points by which a scroll or swipe moves, without acceleration, for each millimetre that the fingers
  /// move.
  ///
  /// Source: libinput, `evdev-mt-touchpad.c` and `filter-touchpad.c`: 1/1000 inch, `TP_MAGIC_SLOWDOWN`, 0.2968, and the factor
  /// 0.9 of scrolls and gestures.
  public static let pointsPerMillimeter = 1000 / 25.4 * 0.2968 * 0.9

  /// Returns the number of points by which a gesture of `fingers` fingers moves, without acceleration, for each
  /// millimetre.
  ///
  /// The motion of the pointer, a gesture with one finger, lacks the factor 0.9.
  package static func pointsPerMillimeter(fingers: Int) -> Double {
    fingers > 1 ? pointsPerMillimeter : pointsPerMillimeter / 0.9
  }

  /// The time of the event, in microseconds of the recording's clock.
  public var microseconds: Int64
  /// The kind of the event.
  public var kind: Kind
  /// The number of fingers of the gesture, from 1 to 5.
  public var fingers: Int
  /// The movement since the previous event, accelerated by libinput's profile for touchpads.
  public var accelerated: Planar<Points>
  /// The movement since the previous event, without acceleration; positive to the right and down.
  public var unaccelerated: Planar<Points>
  /// The distance between the fingers of a pinch, divided by their distance at its beginning; 1 for other gestures.
  public var scale: Double
  /// The angle by which the fingers of a pinch turned since the previous event, in degrees clockwise.
  public var degrees: Double
  /// Whether the gesture was cancelled; false for events that do not end a gesture.
  public var isCancelled: Bool

  /// Creates an event, by default without movement.
  public init(
    microseconds: Int64, kind: Kind, fingers: Int,
    accelerated: Planar<Points> = .zero,
    unaccelerated: Planar<Points> = .zero, scale: Double = 1, degrees: Double = 0,
    isCancelled: Bool = false
  ) {
    self.microseconds = microseconds
    self.kind = kind
    self.fingers = fingers
    self.accelerated = accelerated
    self.unaccelerated = unaccelerated
    self.scale = scale
    self.degrees = degrees
    self.isCancelled = isCancelled
  }
}
