import Quantities

/// Makes touches and pans from the gestures of libinput.
///
/// A scroll or a swipe with the required number of fingers is a pan, and one unit of libinput is one point. Resting fingers,
/// which libinput reports as a hold, are a touch. A pinch is neither.
///
/// If only one finger is required, a touch lasts from the first touch-down to the last lift, and the motion of the
/// pointer is its pan.
struct LibinputTouches: Sendable {
  private let options: PanOptions
  private var touchpad: LibinputTouchpad
  /// Whether the resolution of the device is unknown, because the recording has only gestures.
  private let hasOnlyGestures: Bool
  /// The displacement of the fingers since the touch-down.
  private var moved = Planar<Points>.zero
  /// Whether fingers scroll or swipe.
  private var isActive = false
  /// The time of the beginning of a gesture whose first movement has not arrived yet.
  private var beganMicroseconds: Int64?
  /// The time of libinput's last event, and the times of the device's last two reports.
  private var lastMicroseconds: Int64 = 0
  private var reports: (last: Int64?, previous: Int64?)

  /// Creates a reader for the gestures on `device`, in the state before the first event.
  init(device: DeviceDescription, initial: Recording.InitialState?, options: PanOptions) {
    self.options = options
    hasOnlyGestures = device.across == nil
    touchpad = LibinputTouchpad(
      device: device, initial: initial, version: options.libinputVersion)
  }

  /// The time of the last event of the device; nil before the first event.
  var time: Int64? { touchpad.lastMicroseconds }

  /// Whether one finger pans, so that the motion of the pointer is a pan.
  private var followsPointer: Bool { options.touchpadFingers <= 1 }

  /// Receives the next event of the device.
  mutating func receive(
    _ event: RawEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    let gestures = touchpad.receive(event)
    let time = time ?? event.microseconds
    if event.isReport { reports = (time, reports.last) }
    if followsPointer, touchpad.fingers > 0, tracker.isUp {
      touchDown(time, fingers: touchpad.fingers, &tracker, &events)
    }
    for gesture in gestures { receive(gesture, &tracker, &events) }
    if followsPointer, touchpad.fingers == 0 {
      tracker.close(atMicroseconds: time, isCancelled: false, &events)
    }
  }

  /// Receives the next event of libinput.
  mutating func receive(
    _ event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    lastMicroseconds = event.microseconds
    guard !followsPointer else { return follow(pointer: event, &tracker, &events) }
    guard options.pans(with: event.fingers, on: .touchpad) else {
      // If resting fingers begin another gesture, their touch is cancelled.
      if event.kind != .holdEnd { cancelHold(event, &tracker, &events) }
      return
    }
    switch event.kind {
    case .holdBegin:
      cancelHold(event, &tracker, &events)
      touchDown(event.microseconds, fingers: event.fingers, &tracker, &events)
    case .holdEnd:
      // A hold is cancelled when the fingers begin to move; the touch then continues.
      if !event.isCancelled { close(event, &tracker, &events) }
    case .swipeBegin:
      begin(event, &tracker, &events)
      if options.recognizer == .libinput {
        tracker.begin(sample(event), countingFrom: .zero, &events)
      }
    case .scroll, .swipeUpdate:
      if !isActive { begin(event, &tracker, &events) }
      moved =
        moved + (options.recognizer.usesAcceleration ? event.accelerated : event.unaccelerated)
      follow(event, &tracker, &events)
    case .scrollEnd, .swipeEnd: close(event, &tracker, &events)
    case .pointerMotion, .pinchBegin, .pinchUpdate, .pinchEnd: cancelHold(event, &tracker, &events)
    }
  }

  /// Cancels a touch that is still down, at the end of a recording of gestures.
  mutating func finish(_ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]) {
    tracker.close(
      atMicroseconds: time ?? lastMicroseconds, isCancelled: !followsPointer, &events)
  }

  /// Begins the movement of a touch, whose fingers may have rested before.
  private mutating func begin(
    _ event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    if tracker.isPressed {
      tracker.restart(atMicroseconds: event.microseconds)
    } else {
      touchDown(event.microseconds, fingers: event.fingers, &tracker, &events)
    }
    isActive = true
    beganMicroseconds = event.microseconds
  }

  /// Passes the next movement of the fingers to the tracker.
  private mutating func follow(
    _ event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    if let began = beganMicroseconds {
      // The first movement lasted from the begin of the gesture; if both have the same time, from the previous report.
      let start = began < event.microseconds ? began : reports.previous
      if let start, start < event.microseconds {
        tracker.observe(
          TouchTracker.Sample(microseconds: start, moved: .zero, fingers: event.fingers))
      }
      beganMicroseconds = nil
    }
    tracker.follow(sample(event), &events)
  }

  /// Moves the touch with the pointer, or with another movement of its fingers.
  private mutating func follow(
    pointer event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    guard options.pans(with: event.fingers, on: .touchpad), event.movesSurface else { return }
    if tracker.isUp { touchDown(event.microseconds, fingers: event.fingers, &tracker, &events) }
    if event.kind == .pointerMotion, hasOnlyGestures {
      // The unit of the unaccelerated motion is unknown.
      moved = moved + event.accelerated
    } else {
      let scale = event.kind == .pointerMotion ? touchpad.pointsPerPointerUnit : 1
      moved = moved + event.unaccelerated * scale
    }
    follow(event, &tracker, &events)
  }

  private mutating func touchDown(
    _ microseconds: Int64, fingers: Int, _ tracker: inout TouchTracker,
    _ events: inout [TimedHandEvent]
  ) {
    moved = .zero
    beganMicroseconds = microseconds
    tracker.touchDown(
      TouchTracker.Sample(microseconds: microseconds, moved: .zero, fingers: fingers), &events)
    // libinput does not report the force of fingers.
    if options.reportsForce { events.append(at: microseconds, .force(nil)) }
  }

  private mutating func close(
    _ event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    let isCancelled = event.isCancelled && options.fingerChange != .end
    tracker.close(atMicroseconds: event.microseconds, isCancelled: isCancelled, &events)
    isActive = false
  }

  /// Cancels a touch of resting fingers.
  private func cancelHold(
    _ event: LibinputEvent, _ tracker: inout TouchTracker, _ events: inout [TimedHandEvent]
  ) {
    guard tracker.isPressed, !isActive else { return }
    tracker.close(atMicroseconds: event.microseconds, isCancelled: true, &events)
  }

  private func sample(_ event: LibinputEvent) -> TouchTracker.Sample {
    TouchTracker.Sample(
      microseconds: event.microseconds, moved: moved, fingers: event.fingers)
  }
}

extension LibinputTouchpad {
  /// The number of points per unit of the unaccelerated motion of the pointer.
  ///
  /// The unit is a unit of the device's horizontal axis, whose length differs from device to device. With this factor,
  /// a movement of a millimetre has the same length in points on all devices.
  fileprivate var pointsPerPointerUnit: Double {
    LibinputEvent.pointsPerMillimeter(fingers: 1) / Double(surface.horizontal.resolution)
  }
}

extension LibinputEvent {
  /// Whether the event moves the pointer or a surface.
  fileprivate var movesSurface: Bool {
    switch kind {
    case .pointerMotion, .scroll, .swipeUpdate: true
    case .scrollEnd, .swipeBegin, .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin,
      .holdEnd:
      false
    }
  }
}
