import Quantities

extension LibinputEvent.Kind {
  /// The name of the event's type in libinput, without `LIBINPUT_EVENT_`.
  ///
  /// The end of a scroll has no type of its own; it is a scroll by 0.
  package var eventType: String {
    switch self {
    case .pointerMotion: "POINTER_MOTION"
    case .scroll, .scrollEnd: "POINTER_SCROLL_FINGER"
    case .swipeBegin: "GESTURE_SWIPE_BEGIN"
    case .swipeUpdate: "GESTURE_SWIPE_UPDATE"
    case .swipeEnd: "GESTURE_SWIPE_END"
    case .pinchBegin: "GESTURE_PINCH_BEGIN"
    case .pinchUpdate: "GESTURE_PINCH_UPDATE"
    case .pinchEnd: "GESTURE_PINCH_END"
    case .holdBegin: "GESTURE_HOLD_BEGIN"
    case .holdEnd: "GESTURE_HOLD_END"
    }
  }

  /// Creates the kind of an event type; nil if a touchpad's gestures have no such type.
  ///
  /// `POINTER_AXIS` is the scroll of libinput before 1.19. Both types give ``scroll``, even for the event that ends a
  /// scroll.
  package init?(eventType: String) {
    if eventType == "POINTER_AXIS" {
      self = .scroll
      return
    }
    guard let kind = Self.allCases.first(where: { $0.eventType == eventType }) else { return nil }
    self = kind
  }
}

/// An event as `libinput record --with-libinput` writes it: a mapping whose values are words, numbers or lists.
///
///     {time: 1.234567, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [ -9.20, 0.00], unaccel: [-10.52, 0.00]}
///     {time: 1.301000, type: POINTER_AXIS, axes: [0.00, 12.34], discrete: [0, 0], source: finger}
///
/// A pinch also has `angle_delta` and `scale`. Flickbook adds `cancelled: true`, the holds, and `POINTER_SCROLL_FINGER`
/// with `delta`, which `libinput record` does not write.
package struct RecordedLibinputEvent {
  /// The meaning of an event.
  package enum Content: Hashable {
    /// An event of a touchpad.
    case event(LibinputEvent)
    /// An event that belongs to no gesture, such as a button event.
    case other
    /// An event that lacks a value, or has an invalid value.
    case invalid
  }

  private var type = ""
  private var source = "finger"
  private var microseconds: Int64?
  private var fingers: Int?
  private var accelerated: Planar<Points>?
  private var unaccelerated: Planar<Points>?
  private var scale = 1.0
  private var degrees = 0.0
  private var isCancelled = false
  private var isInvalid = false

  /// Creates an event without any values.
  package init() {}

  /// Stores the value of a key, which is a list of elements, or one word or number.
  ///
  /// Unknown keys are ignored.
  package mutating func take(_ key: String, _ values: [String]) {
    let word = values.count == 1 ? values[0] : ""
    switch key {
    case "type": type = word
    case "source": source = word
    case "time": microseconds = valid(libinputMicroseconds(word[...]))
    case "nfingers": fingers = valid(libinputFingers(word[...]))
    case "delta": accelerated = valid(Self.movement(values))
    case "unaccel": unaccelerated = valid(Self.movement(values))
    case "axes":
      accelerated = valid(Self.movement(values))
      unaccelerated = accelerated
    case "scale": scale = valid(libinputNumber(word[...])) ?? 1
    case "angle_delta": degrees = valid(libinputNumber(word[...])) ?? 0
    case "cancelled": isCancelled = word == "true"
    default: break
    }
  }

  /// The meaning of the event; valid after all its keys were stored.
  package var content: Content {
    guard let kind = LibinputEvent.Kind(eventType: type), source == "finger" else { return .other }
    guard let microseconds, !isInvalid, let fingers = fingers ?? kind.usualFingers else {
      return .invalid
    }
    let movement = accelerated ?? .zero
    let event = LibinputEvent(
      microseconds: microseconds, kind: kind, fingers: fingers, accelerated: movement,
      unaccelerated: unaccelerated ?? movement, scale: scale, degrees: degrees,
      isCancelled: isCancelled)
    return .event(event.endingScroll)
  }

  /// Returns the value, and makes the event invalid if it is nil.
  private mutating func valid<Value>(_ value: Value?) -> Value? {
    if value == nil { isInvalid = true }
    return value
  }

  private static func movement(_ values: [String]) -> Planar<Points>? {
    guard values.count == 2, let x = libinputNumber(values[0][...]),
      let y = libinputNumber(values[1][...])
    else { return nil }
    return Planar(x: Points(x), y: Points(y))
  }
}

extension LibinputEvent.Kind {
  /// The number of fingers that is assumed if the text has none; nil if the text must contain it.
  package var usualFingers: Int? {
    switch self {
    case .pointerMotion: 1
    case .scroll, .scrollEnd: 2
    default: nil
    }
  }
}

extension LibinputEvent {
  /// The event; a scroll by 0 becomes the end of a scroll.
  package var endingScroll: LibinputEvent {
    guard kind == .scroll, accelerated == .zero, unaccelerated == .zero else { return self }
    var event = self
    event.kind = .scrollEnd
    return event
  }
}

/// Returns the number of fingers in a text; nil unless the text is a number from 1 to 5.
package func libinputFingers(_ text: Substring) -> Int? {
  guard let fingers = Int(text), (1...5).contains(fingers) else { return nil }
  return fingers
}

/// Returns the number in a text, in plain decimal or with an exponent; nil for other text, and for more than a million.
///
/// The limit is our choice. libinput's largest movements have a few thousand units.
package func libinputNumber(_ text: Substring) -> Double? {
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."),
      UInt8(ascii: "e"):
      continue
    default: return nil
    }
  }
  guard let number = Double(text), number.magnitude <= 1_000_000 else { return nil }
  return number
}

/// Returns the time in a text such as `1.234567`, in microseconds; nil for other text, and for more than 36,000 years.
///
/// A time before the start of the recorder is negative. libinput wraps such a time to unsigned 64 bits before dividing
/// it. The limit is 2⁶⁰ µs, so that differences of times never overflow.
package func libinputMicroseconds(_ text: Substring) -> Int64? {
  let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  guard parts.count == 2, (1...6).contains(parts[1].count), let seconds = wholeNumber(parts[0]),
    var fraction = wholeNumber(parts[1])
  else { return nil }
  for _ in parts[1].count..<6 { fraction *= 10 }
  let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
  let (sum, carry) = product.addingReportingOverflow(fraction)
  let time = Int64(bitPattern: sum)
  return overflow || carry || time.magnitude > 1 << 60 ? nil : time
}

private func wholeNumber(_ digits: Substring.UTF8View) -> UInt64? {
  guard !digits.isEmpty else { return nil }
  var number: UInt64 = 0
  for digit in digits {
    let value = digit &- UInt8(ascii: "0")
    let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tens.addingReportingOverflow(UInt64(value))
    guard value <= 9, !overflow, !carry else { return nil }
    number = sum
  }
  return number
}
