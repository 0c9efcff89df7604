public import Quantities

/// A gesture that libinput recognized, as a sum of its events.
///
/// libinput has no event for the begin or the end of pointer motion. Consecutive motions therefore count as one
/// gesture, which lasts until all fingers lift or a gesture other than a hold begins.
public struct LibinputGesture: Hashable, Sendable {
  /// The kinds of gestures.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One finger, or a pressed clickpad, moved the pointer.
    case motion
    /// Two fingers scrolled, or one finger at an edge.
    case scroll
    /// Three or four fingers moved in one direction.
    case swipe
    /// Two or more fingers moved towards or away from each other, or around each other.
    case pinch
    /// Fingers rested.
    case hold
  }

  /// The kind of the gesture.
  public var kind: Kind
  /// The number of fingers, from 1 to 4.
  public var fingers: Int
  /// The time of the first event, in microseconds of the recording's clock.
  public var beganMicroseconds: Int64
  /// The time of the last event, in microseconds of the recording's clock.
  public var endedMicroseconds: Int64
  /// The number of events with a movement.
  public var updates = 0
  /// The sum of the accelerated movements; positive to the right and down.
  public var accelerated = Planar<Points>.zero
  /// The sum of the movements without acceleration; for pointer motion, in units of the device's horizontal axis.
  public var unaccelerated = Planar<Points>.zero
  /// The distance between the fingers of a pinch at its end, divided by their distance at its beginning; 1 for other
  /// gestures.
  public var scale = 1.0
  /// The angle by which the fingers of a pinch turned, in degrees clockwise.
  public var degrees = 0.0
  /// Whether the gesture was cancelled; false if the gesture was still in progress at the end of the recording.
  public var isCancelled = false

  /// The time from the first event to the last.
  public var duration: Seconds { .microseconds(endedMicroseconds - beganMicroseconds) }

  init(_ kind: Kind, _ event: LibinputEvent) {
    self.kind = kind
    fingers = event.fingers
    beganMicroseconds = event.microseconds
    endedMicroseconds = event.microseconds
  }
}

/// Collects libinput's events into gestures.
public struct LibinputGestures: Hashable, Sendable {
  /// The gestures so far, in the order in which they begin.
  public private(set) var gestures: [LibinputGesture] = []
  /// The indices of the gestures in progress.
  private var bounded: Int?
  private var hold: Int?
  private var motion: Int?
  private var scroll: Int?

  /// Creates an empty collection.
  public init() {}

  /// Adds the events of a report.
  ///
  /// - Parameters:
  ///   - events: The events, in order of time.
  ///   - isTouched: Whether a finger is still down after the events; see ``LibinputTouchpad/isTouched``.
  public mutating func take(_ events: [LibinputEvent], isTouched: Bool) {
    for event in events { take(event) }
    if !isTouched { motion = nil }
  }

  private mutating func take(_ event: LibinputEvent) {
    switch event.kind {
    case .pointerMotion:
      scroll = nil
      motion = index(motion, .motion, event)
      move(motion, event)
    case .scroll:
      motion = nil
      scroll = index(scroll, .scroll, event)
      move(scroll, event)
    case .scrollEnd:
      motion = nil
      end(index(scroll, .scroll, event), event)
      scroll = nil
    case .swipeBegin:
      (motion, scroll) = (nil, nil)
      bounded = index(nil, .swipe, event)
    case .pinchBegin:
      (motion, scroll) = (nil, nil)
      bounded = index(nil, .pinch, event)
    case .holdBegin: hold = index(nil, .hold, event)
    case .swipeUpdate, .pinchUpdate: move(bounded, event)
    case .swipeEnd, .pinchEnd: end(bounded, event)
    case .holdEnd: end(hold, event)
    }
  }

  /// Returns the index of the gesture in progress, `index`, or adds a gesture and returns its index.
  private mutating func index(
    _ index: Int?, _ kind: LibinputGesture.Kind, _ event: LibinputEvent
  ) -> Int {
    if let index { return index }
    gestures.append(LibinputGesture(kind, event))
    return gestures.count - 1
  }

  private mutating func move(_ index: Int?, _ event: LibinputEvent) {
    guard let index else { return }
    gestures[index].endedMicroseconds = event.microseconds
    gestures[index].updates += 1
    gestures[index].accelerated = gestures[index].accelerated + event.accelerated
    gestures[index].unaccelerated = gestures[index].unaccelerated + event.unaccelerated
    gestures[index].scale = event.scale
    gestures[index].degrees += event.degrees
  }

  private mutating func end(_ index: Int?, _ event: LibinputEvent) {
    guard let index else { return }
    gestures[index].endedMicroseconds = event.microseconds
    gestures[index].isCancelled = event.isCancelled
  }
}

extension Recording {
  /// Returns the gestures that libinput recognizes in the events of a touchpad; without such events, the recorded
  /// gestures.
  ///
  /// The times are the kernel's, as libinput received them, without ``clockCorrection``.
  ///
  /// - Parameter version: The version of libinput.
  /// - Returns: The gestures in the order in which they begin; empty for a touchscreen.
  /// - Complexity: O(n) in the events.
  public func libinputGestures(version: LibinputVersion = .current) -> [LibinputGesture] {
    guard device.kind == .touchpad else { return [] }
    var touchpad = LibinputTouchpad(device: device, initial: initial, version: version)
    var gestures = LibinputGestures()
    if hasOnlyGestures {
      gestures.take(self.gestures, isTouched: false)
      return gestures.gestures
    }
    for event in events { gestures.take(touchpad.receive(event), isTouched: touchpad.isTouched) }
    gestures.take(touchpad.finish(), isTouched: touchpad.isTouched)
    return gestures.gestures
  }
}
