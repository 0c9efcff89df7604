import TouchInput

/// Writes the state of the fingers as events, in the way in which the kernel does.
///
/// Each finger has a slot, and only values that have changed are written. The position of the finger that has been down
/// for the longest time is also written to the single-touch axes.
struct EventWriter {
  /// The state of a finger on the device, in device units.
  struct Finger: Hashable {
    var trackingID: Int32
    var x: Int32
    var y: Int32
    var isPalm = false
    /// The pressure; nil for a device that does not report it.
    var pressure: Int32?
  }

  /// The state of the device according to the events written so far.
  private struct Sent {
    var slots = [Finger?](repeating: nil, count: EventWriter.slotCount)
    /// The values that a slot keeps after its finger has lifted; the kernel does not repeat them for the next finger.
    var left = [Finger](
      repeating: Finger(trackingID: -1, x: 0, y: 0), count: EventWriter.slotCount)
    var slot: Int32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var buttons: Set<UInt16> = []
  }

  /// The number of slots of the synthetic devices.
  static let slotCount = 5

  private(set) var events: [RawEvent] = []
  private(set) var gaps: [Recording.Gap] = []
  private let hasFingerButtons: Bool
  private var sent = Sent()
  private var time: Int64 = 0

  /// Returns the state of an untouched device, in which the writer begins.
  static func untouched(reportsForce: Bool) -> Recording.InitialState {
    let axes = [AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.toolType]
    let values = (axes + (reportsForce ? [AbsoluteAxis.contactPressure] : []))
      .map { Recording.AxisValue(code: $0, value: 0) }
    return Recording.InitialState(
      slots: (0..<slotCount).map {
        Recording.Slot(number: Int32($0), trackingID: -1, values: values)
      },
      values: [AbsoluteAxis.x, AbsoluteAxis.y].map { Recording.AxisValue(code: $0, value: 0) })
  }

  init(kind: DeviceKind) { hasFingerButtons = kind == .touchpad }

  /// Writes the values that differ from the last written state; writes nothing if no value differs.
  mutating func write(_ fingers: [Finger?], at microseconds: Int64) {
    time = microseconds
    let count = events.count
    for (slot, finger) in fingers.enumerated() { write(finger, slot: slot) }
    writeButtons(count: fingers.reduce(0) { $0 + ($1 == nil ? 0 : 1) })
    if let oldest = fingers.compactMap({ $0 }).min(by: { $0.trackingID < $1.trackingID }) {
      if Self.changes(&sent.x, to: oldest.x) { append(EventType.absolute, AbsoluteAxis.x, sent.x) }
      if Self.changes(&sent.y, to: oldest.y) { append(EventType.absolute, AbsoluteAxis.y, sent.y) }
    }
    if events.count > count { append(EventType.synchronization, Synchronization.report, 0) }
  }

  /// Writes that events were dropped, and then the current state of the fingers.
  ///
  /// Fingers that have lifted are written in a report of their own before all other fingers, as libevdev does.
  mutating func writeGap(_ fingers: [Finger?], at microseconds: Int64) {
    time = microseconds
    append(EventType.synchronization, Synchronization.dropped, 0)
    append(EventType.synchronization, Synchronization.report, 0)
    let count = events.count
    let stayed = zip(sent.slots, fingers).map { before, now in
      before?.trackingID == now?.trackingID ? before : nil
    }
    write(stayed, at: microseconds)
    write(fingers, at: microseconds)
    let reports = events[count...].reduce(0) { $0 + ($1.isReport ? 1 : 0) }
    gaps.append(
      Recording.Gap(
        microseconds: microseconds, resynchronizedEvents: events.count - count - reports))
  }

  private mutating func write(_ finger: Finger?, slot: Int) {
    guard finger != sent.slots[slot] else { return }
    if sent.slot != Int32(slot) {
      sent.slot = Int32(slot)
      append(EventType.absolute, AbsoluteAxis.slot, Int32(slot))
    }
    if finger?.trackingID != sent.slots[slot]?.trackingID {
      append(EventType.absolute, AbsoluteAxis.trackingID, finger?.trackingID ?? -1)
    }
    sent.slots[slot] = finger
    guard let finger else { return }
    if finger.isPalm != sent.left[slot].isPalm {
      append(EventType.absolute, AbsoluteAxis.toolType, finger.isPalm ? 2 : 0)
    }
    if Self.changes(&sent.left[slot].x, to: finger.x) {
      append(EventType.absolute, AbsoluteAxis.positionX, finger.x)
    }
    if Self.changes(&sent.left[slot].y, to: finger.y) {
      append(EventType.absolute, AbsoluteAxis.positionY, finger.y)
    }
    sent.left[slot].isPalm = finger.isPalm
    if let pressure = finger.pressure, pressure != sent.left[slot].pressure ?? 0 {
      append(EventType.absolute, AbsoluteAxis.contactPressure, pressure)
      sent.left[slot].pressure = pressure
    }
  }

  private mutating func writeButtons(count: Int) {
    var held: Set<UInt16> = count > 0 ? [TouchButton.touch] : []
    let counting = [
      TouchButton.toolFinger, TouchButton.toolDoubleTap, TouchButton.toolTripleTap,
      TouchButton.toolQuadrupleTap, TouchButton.toolQuintupleTap,
    ]
    if hasFingerButtons, (1...counting.count).contains(count) { held.insert(counting[count - 1]) }
    for button in [TouchButton.touch] + counting where held.contains(button) != isHeld(button) {
      append(EventType.key, button, held.contains(button) ? 1 : 0)
    }
    sent.buttons = held
  }

  private func isHeld(_ button: UInt16) -> Bool { sent.buttons.contains(button) }

  private static func changes(_ last: inout Int32, to value: Int32) -> Bool {
    guard value != last else { return false }
    last = value
    return true
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(RawEvent(microseconds: time, type: type, code: code, value: value))
  }
}
