import Quantities
import TouchInput

/// A reader of the output of `libinput debug-events`, from libinput 1.2 to 1.31.
///
///     -event4   DEVICE_ADDED                SynPS/2 Synaptics TouchPad        seat0 default group5  cap:pg  size 97x53mm …
///      event4   GESTURE_SWIPE_BEGIN         +1.234s	3
///      event4   GESTURE_SWIPE_UPDATE        +1.242s	3 -9.20/ 0.00 (-10.52/ 0.00 unaccelerated)
///      event4   GESTURE_SWIPE_UPDATE      2 +1.250s	3 -9.61/ 0.10 (-10.98/ 0.11 unaccelerated)
///      event4   GESTURE_SWIPE_END           +1.301s	3 cancelled
///      event4   GESTURE_PINCH_UPDATE        +2.105s	2  0.40/ 0.10 ( 0.50/ 0.12 unaccelerated)  1.05 @  0.30
///      event4   POINTER_MOTION              +3.001s	  3.00/  1.00 ( +2.50/ +1.20)
///      event4   POINTER_SCROLL_FINGER       +4.001s	vert 12.34/0.0* horiz 0.00/0.0 (finger)
///
/// Before 1.19, a scroll is `POINTER_AXIS`, and before 1.12, a pointer motion has no parentheses and times have two
/// decimals. Every touchpad of the text becomes a recording that has only gestures. Other devices, events of other types
/// and unrelated lines are skipped. If a mail program broke a line, the parts are joined.
///
/// Source: `tools/libinput-debug-events.c` in libinput 1.2 to 1.26, and `src/util-libinput.c` in 1.31, which write the
/// text.
struct DebugEventsReader {
  /// The largest accepted number of devices.
  ///
  /// The limit is our choice. No computer has 256 devices.
  private static let mostDevices = 256

  private struct Device {
    var node: String
    var name = ""
    /// Whether the text describes a touchpad; nil if it does not describe the device.
    var isTouchpad: Bool?
    var gestures: [LibinputEvent] = []

    /// Whether the device made a gesture or a scroll, which only touchpads do.
    var isGesturing: Bool { gestures.contains { $0.kind != .pointerMotion } }
  }

  /// A line that may continue in the next line.
  private struct PendingLine {
    var number: Int
    var text: [UInt8]
    var head: DebugEventHead
    var isTerminated: Bool
    /// The line as errors show it.
    var shown: String
  }

  private let file: String
  private var result = RecordingFile(format: .debugEvents, recordings: [])
  private var devices: [Device] = []
  /// The index in `devices` of the device that was last added for each node.
  private var indices: [String: Int] = [:]
  private var pending: PendingLine?
  /// The node and the type of the last event, and the number of events in a row that have both.
  private var row: (node: String, type: String, count: Int) = ("", "", 0)
  /// The number of events that the text counts but does not show, and the first line after such events.
  private var hidden: (count: Int, line: Int)?
  private var isCoarse = false
  private var hasUnaccelerated = true

  /// Reads a file piece by piece.
  static func file(
    in windows: inout TextWindows, named file: String
  ) throws(RecordingError) -> RecordingFile {
    var reader = DebugEventsReader(file: file)
    _ = try windows.eachLine { line, bytes throws(RecordingError) in
      try reader.take(line, of: bytes)
    }
    try reader.finish()
    return reader.result
  }

  private init(file: String) { self.file = file }

  private mutating func take(_ line: TextLine, of bytes: Span<UInt8>) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let text = bytes.bytes(first..<line.end)
    if let head = DebugEventHead(0..<text.count, of: text.span) {
      try finishPending()
      pending = PendingLine(
        number: line.number, text: text, head: head, isTerminated: line.isTerminated,
        shown: bytes.printable(line))
    } else if let whole = pending, !text.isEmpty, text.count < Self.longestPart {
      let joined = whole.text + [ASCII.space] + text
      var values = DebugEventValues(from: whole.head.rest, of: joined)
      guard case .event = event(of: eventType(of: whole), &values) else { return }
      pending?.text = joined
    }
  }

  /// The length, in bytes, from which on a line cannot be a part of an event.
  ///
  /// A complete event has about a hundred bytes.
  private static let longestPart = 200

  private mutating func finish() throws(RecordingError) {
    try finishPending()
    var touchpads = devices.filter {
      $0.isTouchpad != false && !$0.gestures.isEmpty || $0.isGesturing
    }
    if touchpads.contains(where: \.isGesturing) { touchpads.removeAll { !$0.isGesturing } }
    guard !touchpads.isEmpty else { throw .noGestures(file: file) }
    result.recordings = touchpads.map { device in
      var recording = Recording(
        device: DeviceDescription(
          name: device.name, node: "/dev/input/\(device.node)",
          properties: [DeviceProperty.pointer]),
        source: "libinput debug-events")
      recording.gestures = device.gestures
      return recording
    }
    if let hidden { warn(hidden.line, .hiddenEvents(count: hidden.count)) }
    result.warnings.sort { $0.line < $1.line }
  }

  private mutating func warn(_ line: Int, _ kind: RecordingWarning.Kind) {
    result.warnings.append(RecordingWarning(line: line, kind: kind))
  }

  private func eventType(of line: PendingLine) -> String { line.text.span.text(line.head.type) }
}

// MARK: Lines

extension DebugEventsReader {
  /// The meaning of the values of a line.
  private enum Meaning {
    /// An event of a gesture, with the number of decimals of its time.
    case event(LibinputEvent, decimals: Int)
    /// An event that is no gesture.
    case other
    case malformed
  }

  private mutating func finishPending() throws(RecordingError) {
    guard let line = pending else { return }
    pending = nil
    let node = line.text.span.text(line.head.node)
    let type = eventType(of: line)
    if type == "DEVICE_ADDED" { return try addDevice(node, describedBy: line) }
    var values = DebugEventValues(from: line.head.rest, of: line.text)
    var repetitions = values
    count(type, of: node, repetitions.repetition(), line.number)
    switch event(of: type, &values) {
    case .other: return
    case .malformed:
      guard line.isTerminated else {
        warn(line.number, .cut)
        result.isCut = true
        return
      }
      throw malformed(line, "a line of libinput debug-events, such as '\(Self.example)'")
    case .event(let event, let decimals):
      if indices[node] == nil { try add(Device(node: node), line.number) }
      guard let index = indices[node] else { return }
      guard event.microseconds >= devices[index].gestures.last?.microseconds ?? .min else {
        throw malformed(
          line, "a time not before that of the previous line (a file holds one recording)")
      }
      devices[index].gestures.append(event)
      noteQuality(of: event, decimals: decimals, line)
    }
  }

  private static let example =
    " event4  GESTURE_SWIPE_UPDATE  +1.242s  3 -9.20/ 0.00 (-10.52/ 0.00 unaccelerated)"

  private func malformed(_ line: PendingLine, _ expected: String) -> RecordingError {
    .malformed(file: file, line: line.number, found: line.shown, expected: expected)
  }

  /// Warns, once each, about times with few decimals and about pointer motions without unaccelerated values.
  private mutating func noteQuality(
    of event: LibinputEvent, decimals: Int, _ line: PendingLine
  ) {
    if decimals < 3, !isCoarse {
      isCoarse = true
      warn(line.number, .coarseTimes)
    }
    if event.kind == .pointerMotion, !line.text.contains(UInt8(ascii: "(")), hasUnaccelerated {
      hasUnaccelerated = false
      warn(line.number, .onlyAccelerated)
    }
  }

  /// Counts the events in a row with the same node and type, and the events that the text counts but does not show.
  private mutating func count(
    _ type: String, of node: String, _ repetition: Int?, _ line: Int
  ) {
    if (row.node, row.type) != (node, type) { row = (node, type, 0) }
    let expected = row.count + 1
    row.count = repetition ?? expected
    if let repetition, repetition > expected {
      let (sum, overflow) = (hidden?.count ?? 0).addingReportingOverflow(repetition - expected)
      hidden = (overflow ? .max : sum, hidden?.line ?? line)
    }
  }

  private mutating func add(_ device: Device, _ line: Int) throws(RecordingError) {
    guard devices.count < Self.mostDevices else {
      throw .tooMuch(file: file, line: line, what: "devices", limit: Self.mostDevices)
    }
    indices[device.node] = devices.count
    devices.append(device)
  }

  /// Adds the device of a line such as `… SynPS/2 Synaptics TouchPad   seat0 default group5  cap:pg  size 97x53mm tap`.
  ///
  /// A touchpad has gestures or tapping; touchpads that follow one finger have no gestures.
  private mutating func addDevice(
    _ node: String, describedBy line: PendingLine
  ) throws(RecordingError) {
    var device = Device(node: node)
    let rest = line.text.span.text(line.head.rest..<line.text.count)
    if let start = rest.firstRange(of: "cap:") {
      let capabilities = rest[start.upperBound...].prefix { !$0.isWhitespace }
      device.isTouchpad = capabilities.contains("g") || rest[start.upperBound...].contains(" tap")
      // The seat, its logical name and the group are before the capabilities.
      var name = rest[..<start.lowerBound]
      for _ in 0..<3 {
        while name.last?.isWhitespace == true { name.removeLast() }
        while name.last?.isWhitespace == false { name.removeLast() }
      }
      device.name = name.trimmingBlanks
    }
    // If libinput debug-events was started again, the same node is added again, and the times begin at zero again.
    guard let known = indices[node], devices[known].gestures.isEmpty else {
      return try add(device, line.number)
    }
    devices[known] = device
  }
}

// MARK: Values

extension DebugEventsReader {
  private func event(of type: String, _ values: inout DebugEventValues) -> Meaning {
    guard let kind = LibinputEvent.Kind(eventType: type) else { return .other }
    _ = values.repetition()
    guard let (time, decimals) = values.time() else { return .malformed }
    var event = LibinputEvent(microseconds: Self.unwrapped(time), kind: kind, fingers: 1)
    let isComplete: Bool
    switch kind {
    case .pointerMotion: isComplete = readMotion(&event, &values)
    case .scroll, .scrollEnd:
      guard let isFinger = readScroll(&event, &values) else { return .malformed }
      guard isFinger else { return .other }
      isComplete = true
    case .swipeBegin, .swipeEnd, .pinchBegin, .pinchEnd, .holdBegin, .holdEnd:
      isComplete = readFingers(&event, &values)
      event.isCancelled = values.take("cancelled")
    case .swipeUpdate: isComplete = readUpdate(&event, &values)
    case .pinchUpdate: isComplete = readUpdate(&event, &values) && readPinch(&event, &values)
    }
    return isComplete && values.isAtEnd
      ? .event(event.endingScroll, decimals: decimals) : .malformed
  }

  /// Corrects a time that has wrapped, because libinput subtracts the start time of its tool as unsigned 32-bit
  /// milliseconds.
  private static func unwrapped(_ microseconds: Int64) -> Int64 {
    let wrap: Int64 = 4_294_967_296_000
    return microseconds < wrap && microseconds >= wrap / 2 ? microseconds - wrap : microseconds
  }

  private func readFingers(_ event: inout LibinputEvent, _ values: inout DebugEventValues) -> Bool {
    guard let fingers = values.fingers() else { return false }
    event.fingers = fingers
    return true
  }

  private func readMotion(_ event: inout LibinputEvent, _ values: inout DebugEventValues) -> Bool {
    guard let accelerated = values.movement() else { return false }
    (event.accelerated, event.unaccelerated) = (accelerated, accelerated)
    guard values.take("(") else { return true }
    guard let unaccelerated = values.movement(), values.take(")") else { return false }
    event.unaccelerated = unaccelerated
    return true
  }

  private func readUpdate(_ event: inout LibinputEvent, _ values: inout DebugEventValues) -> Bool {
    guard readFingers(&event, &values), let accelerated = values.movement(), values.take("("),
      let unaccelerated = values.movement(), values.take("unaccelerated"), values.take(")")
    else { return false }
    (event.accelerated, event.unaccelerated) = (accelerated, unaccelerated)
    return true
  }

  private func readPinch(_ event: inout LibinputEvent, _ values: inout DebugEventValues) -> Bool {
    guard let scale = values.decimal(), values.take("@"), let degrees = values.decimal() else {
      return false
    }
    (event.scale, event.degrees) = (scale, degrees)
    return true
  }

  /// Reads a scroll, and returns whether fingers made it; nil if the text is malformed.
  ///
  /// Before libinput 1.6, the text does not have the source of a scroll, so fingers are assumed.
  private func readScroll(_ event: inout LibinputEvent, _ values: inout DebugEventValues) -> Bool? {
    event.fingers = 2
    guard values.take("vert"), let y = readAxis(&values), values.take("horiz"),
      let x = readAxis(&values)
    else { return nil }
    event.accelerated = Planar(x: Points(x), y: Points(y))
    event.unaccelerated = event.accelerated
    guard values.take("(") else { return values.isAtEnd ? true : nil }
    for source: StaticString in ["finger", "wheel", "continuous", "tilt"] where values.take(source)
    {
      guard values.take(")"), values.isAtEnd else { return nil }
      return "\(source)" == "finger"
    }
    return nil
  }

  /// Reads the movement along an axis, such as `12.34/0.0*`; the number after the slash counts the clicks of a wheel.
  private func readAxis(_ values: inout DebugEventValues) -> Double? {
    guard let number = values.decimal() else { return nil }
    if values.take("/"), values.decimal() == nil { return nil }
    _ = values.take("*")
    return number
  }
}

extension Substring {
  /// The text without blanks at its beginning and end.
  fileprivate var trimmingBlanks: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
