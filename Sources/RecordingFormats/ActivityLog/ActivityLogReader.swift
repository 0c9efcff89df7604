import FoundationEssentials
import TouchInput

/// A reader of ChromeOS activity logs, which converts the hardware states in the log back to events.
///
/// The log has no slots, so each finger gets the lowest free slot. Events can store only whole numbers. If any position
/// is not a whole number, all positions and axis ranges are multiplied by 1,000.
struct ActivityLogReader {
  let file: String
  private let log: ActivityLog
  private let scale: Double
  private var events: [RawEvent] = []
  private var slots: [Slot?] = []
  private var currentSlot: Int32 = 0
  private var heldButtons = 0
  private var heldTool: UInt16?

  /// The values that the latest events of a slot have set.
  private struct Slot {
    var trackingID: Int32
    var x: Int32?
    var y: Int32?
    var pressure: Int32?
  }

  /// The largest accepted number of fingers in one state; ChromeOS logs at most 30.
  private static let mostFingers = 64

  /// The size of the largest log that is read, in bytes; the limit exists because parsing takes several times as much
  /// memory.
  ///
  /// Source: Chromium OS, gestures, activity_log.h, which keeps 16,384 entries. An entry has at most ten fingers and
  /// takes about 350 bytes for each finger, so a log has at most about 57 MB.
  private static let largestLog = 1 << 26

  /// Reads a file; the whole file is read into memory first.
  static func file(
    in windows: inout TextWindows, named file: String
  ) throws(RecordingError) -> RecordingFile {
    var whole = Data()
    while let window = try windows.next(fromLine: 1) {
      whole += windows.bytes[window]
      guard whole.count <= largestLog else {
        throw .tooMuch(
          file: file, line: 1, what: "bytes in an activity log", limit: largestLog)
      }
    }
    whole = whole[..<endOfObject(in: whole)]
    var reader = try ActivityLogReader(whole, file: file)
    for (index, entry) in reader.log.entries.enumerated() where entry.type == "hardwareState" {
      try reader.take(entry, at: index)
    }
    var recording = Recording(device: reader.device(), events: reader.events)
    let version = reader.log.gesturesVersion.map { " of \($0)" } ?? ""
    recording.source = "ChromeOS activity log" + version
    recording.describeByEvents()
    return RecordingFile(format: .chromeOS, recordings: [recording])
  }

  /// The index after the brace that closes the first object, or the end of the text if the object is not closed.
  private static func endOfObject(in bytes: Data) -> Int {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in zip(bytes.indices, bytes) {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = byte == ASCII.backslash
        isQuoted = byte != ASCII.quote
      } else if byte == ASCII.quote {
        isQuoted = true
      } else if byte == ASCII.openBrace {
        depth += 1
      } else if byte == ASCII.closeBrace {
        depth -= 1
        if depth <= 0 { return index + 1 }
      }
    }
    return bytes.endIndex
  }

  private init(_ bytes: Data, file: String) throws(RecordingError) {
    self.file = file
    do {
      log = try JSONDecoder().decode(ActivityLog.self, from: bytes)
    } catch {
      throw .malformed(
        file: file, line: 1, found: Self.location(of: error),
        expected: "a ChromeOS activity log with 'hardwareProperties' and 'entries'")
    }
    let positions = log.entries.lazy.flatMap { $0.fingers ?? [] }
    let areWhole = positions.allSatisfy {
      $0.positionX == $0.positionX.rounded() && $0.positionY == $0.positionY.rounded()
    }
    scale = areWhole ? 1 : 1_000
  }

  /// The position in the JSON text at which decoding failed, and the reason.
  private static func location(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "broken JSON" }
    switch error {
    case .keyNotFound(let key, let context): return path(context) + "no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return path(context) + "a value of another type"
    case .dataCorrupted(let context): return path(context) + "broken JSON"
    @unknown default: return "broken JSON"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    let keys = context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
    return keys.isEmpty ? "" : "at \(keys.joined().prefix(60)): "
  }
}

// MARK: States

extension ActivityLogReader {
  private mutating func take(_ entry: ActivityLog.Entry, at index: Int) throws(RecordingError) {
    let fingers = entry.fingers ?? []
    // A limit of 2⁶² µs (146,000 years) keeps all later time arithmetic far from overflow.
    guard let time = entry.timestamp, abs(time) < 4.6e12, fingers.count <= Self.mostFingers else {
      throw .malformed(
        file: file, line: 1, found: "entry \(index)",
        expected: "a time in seconds and at most \(Self.mostFingers) fingers")
    }
    let microseconds = Int64((time * 1_000_000).rounded())
    var isDown = Set<Int32>()
    for finger in fingers { isDown.insert(finger.trackingId) }
    for slot in slots.indices {
      guard let contact = slots[slot], !isDown.contains(contact.trackingID) else { continue }
      select(slot, at: microseconds)
      append(microseconds, EventType.absolute, AbsoluteAxis.trackingID, -1)
      slots[slot] = nil
    }
    for finger in fingers { try take(finger, at: microseconds, entry: index) }
    takeButtons(entry, count: max(fingers.count, entry.touchCount ?? 0), at: microseconds)
    append(microseconds, EventType.synchronization, Synchronization.report, 0)
  }

  private mutating func take(
    _ finger: ActivityLog.Finger, at microseconds: Int64, entry: Int
  ) throws(RecordingError) {
    guard let x = Int32(exactly: (finger.positionX * scale).rounded()),
      let y = Int32(exactly: (finger.positionY * scale).rounded()),
      let pressure = Int32(exactly: (finger.pressure ?? 0).rounded())
    else {
      throw .outOfRange(
        file: file, line: 1, found: "entry \(entry), finger \(finger.trackingId)",
        expected: "32 bits for position and pressure")
    }
    let known = slots.firstIndex { $0?.trackingID == finger.trackingId }
    let slot = known ?? slots.firstIndex { $0 == nil } ?? slots.count
    if slot == slots.count { slots.append(nil) }
    var state = slots[slot] ?? Slot(trackingID: finger.trackingId)
    let isChanged =
      known == nil || state.x != x || state.y != y
      || (finger.pressure != nil && state.pressure != pressure)
    guard isChanged else { return }
    select(slot, at: microseconds)
    if known == nil {
      append(microseconds, EventType.absolute, AbsoluteAxis.trackingID, finger.trackingId)
    }
    if state.x != x { append(microseconds, EventType.absolute, AbsoluteAxis.positionX, x) }
    if state.y != y { append(microseconds, EventType.absolute, AbsoluteAxis.positionY, y) }
    if finger.pressure != nil, state.pressure != pressure {
      append(microseconds, EventType.absolute, AbsoluteAxis.contactPressure, pressure)
      state.pressure = pressure
    }
    (state.x, state.y) = (x, y)
    slots[slot] = state
  }

  private mutating func takeButtons(
    _ entry: ActivityLog.Entry, count: Int, at microseconds: Int64
  ) {
    let buttons = entry.buttonsDown ?? 0
    // The codes are BTN_LEFT, BTN_MIDDLE and BTN_RIGHT.
    for (bit, code): (Int, UInt16) in [(1, 0x110), (2, 0x112), (4, 0x111)]
    where (buttons ^ heldButtons) & bit != 0 {
      append(microseconds, EventType.key, code, buttons & bit != 0 ? 1 : 0)
    }
    heldButtons = buttons
    let tool = Self.tool(forFingers: count)
    guard tool != heldTool else { return }
    if (tool == nil) != (heldTool == nil) {
      append(microseconds, EventType.key, TouchButton.touch, tool == nil ? 0 : 1)
    }
    if let heldTool { append(microseconds, EventType.key, heldTool, 0) }
    if let tool { append(microseconds, EventType.key, tool, 1) }
    heldTool = tool
  }

  private static func tool(forFingers count: Int) -> UInt16? {
    switch count {
    case ...0: nil
    case 1: TouchButton.toolFinger
    case 2: TouchButton.toolDoubleTap
    case 3: TouchButton.toolTripleTap
    case 4: TouchButton.toolQuadrupleTap
    default: TouchButton.toolQuintupleTap
    }
  }

  private mutating func select(_ slot: Int, at microseconds: Int64) {
    guard slot != currentSlot else { return }
    currentSlot = Int32(slot)
    append(microseconds, EventType.absolute, AbsoluteAxis.slot, currentSlot)
  }

  private mutating func append(
    _ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32
  ) {
    events.append(RawEvent(microseconds: microseconds, type: type, code: code, value: value))
  }
}

// MARK: Device

extension ActivityLogReader {
  private func device() -> DeviceDescription {
    let properties = log.hardwareProperties
    var device = DeviceDescription(name: "ChromeOS touchpad")
    device.properties = [DeviceProperty.pointer]
    if properties.isButtonPad == true { device.properties.append(DeviceProperty.buttonPad) }
    if properties.semiMt == true { device.properties.append(DeviceProperty.semiMultitouch) }
    let slotCount = max(min(properties.maxFingerCount ?? 1, Self.mostFingers), slots.count, 1)
    device.axes = [.init(code: AbsoluteAxis.slot, minimum: 0, maximum: Int32(slotCount - 1))]
    for (code, minimum, maximum, resolution) in [
      (AbsoluteAxis.positionX, properties.left, properties.right, properties.xResolution),
      (AbsoluteAxis.positionY, properties.top, properties.bottom, properties.yResolution),
    ] {
      guard let minimum = scaled(minimum), let maximum = scaled(maximum) else { continue }
      device.axes.append(
        .init(
          code: code, minimum: minimum, maximum: maximum, resolution: scaled(resolution) ?? 0))
    }
    device.axes.removeAll(where: \.isUnknown)
    return device
  }

  private func scaled(_ value: Double?) -> Int32? {
    value.flatMap { Int32(exactly: ($0 * scale).rounded()) }
  }
}

/// The parts of a ChromeOS touchpad activity log that describe the fingers.
///
/// Source: the keys that ActivityLog of ChromeOS's libgestures writes. The outermost log has the states as the hardware
/// reported them. The logs of the filters that follow are nested in `nextLayer`, which is ignored.
struct ActivityLog: Decodable {
  var hardwareProperties: HardwareProperties
  var gesturesVersion: String?
  var entries: [Entry]

  /// The ranges and the kind of the touchpad; resolutions are in units per mm.
  struct HardwareProperties: Decodable {
    var left: Double?
    var top: Double?
    var right: Double?
    var bottom: Double?
    var xResolution: Double?
    var yResolution: Double?
    var maxFingerCount: Int?
    var semiMt: Bool?
    var isButtonPad: Bool?
  }

  /// One entry; only entries of type `hardwareState` have the other keys.
  struct Entry: Decodable {
    var type: String
    /// The time of the state, in seconds.
    var timestamp: Double?
    /// The pressed buttons as a bit set: 1 is the left, 2 the middle and 4 the right button.
    var buttonsDown: Int?
    /// The number of touching fingers, which may exceed the number of tracked fingers.
    var touchCount: Int?
    var fingers: [Finger]?
  }

  struct Finger: Decodable {
    var trackingId: Int32
    var positionX: Double
    var positionY: Double
    var pressure: Double?
  }
}
