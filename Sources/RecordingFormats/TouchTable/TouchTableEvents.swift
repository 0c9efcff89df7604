import TouchInput

/// A converter from the rows of a touch table to the events of a device with slots.
struct TouchTableEvents {
  struct Row {
    var microseconds: Int64
    var contact: Int64
    var phase: Contact.Phase
    /// The horizontal position, in device units; nil if the device has not reported the coordinate yet.
    var x: Int32?
    /// The vertical position, in device units; nil if the device has not reported the coordinate yet.
    var y: Int32?
    var pressure: Int32?
  }

  /// The maximum number of simultaneous contacts; no device has more.
  static let mostContacts = 64

  /// The tool type `MT_TOOL_PALM`, which cancels a contact.
  private static let palm: Int32 = 2

  /// The contact in a slot, and whether each of its coordinates has been sent.
  private struct Slot {
    var contact: Int64?
    var hasX = false
    var hasY = false
  }

  private var events: [RawEvent] = []
  private var slots: [Slot] = []
  private var currentSlot: Int32 = 0
  private var frame: Int64?
  /// The slots of cancelled contacts; a cancelled contact becomes a palm in one report and is lifted in the next
  /// report.
  private var palms: [Int] = []
  private var wasTouched = false
  private var lastTrackingID: Int32 = -1

  /// Adds a row; returns false if the contact cannot have this phase now.
  mutating func take(_ row: Row) -> Bool {
    if let frame, frame != row.microseconds { finishFrame() }
    if frame == nil { liftPalms(at: row.microseconds) }
    frame = row.microseconds
    let known = slots.firstIndex { $0.contact == row.contact }
    if row.phase == .began {
      guard known == nil, let slot = freeSlot(for: row) else { return false }
      slots[slot].contact = row.contact
      select(slot, at: row.microseconds)
      // The kernel's tracking ids have 16 bits, so 0 follows 65,535.
      lastTrackingID = lastTrackingID == 65_535 ? 0 : lastTrackingID + 1
      append(row.microseconds, EventType.absolute, AbsoluteAxis.trackingID, lastTrackingID)
      append(row.microseconds, EventType.absolute, AbsoluteAxis.toolType, 0)
      appendPosition(row, in: slot)
      return true
    }
    guard let slot = known, !palms.contains(slot) else { return false }
    select(slot, at: row.microseconds)
    switch row.phase {
    case .began, .moved, .stationary: appendPosition(row, in: slot)
    case .cancelled:
      append(row.microseconds, EventType.absolute, AbsoluteAxis.toolType, Self.palm)
      palms.append(slot)
    case .ended:
      append(row.microseconds, EventType.absolute, AbsoluteAxis.trackingID, -1)
      slots[slot].contact = nil
    }
    return true
  }

  /// Ends the report of the last row, if it is open.
  mutating func finishFrame() {
    guard let time = frame else { return }
    let isTouched = slots.contains { $0.contact != nil }
    if isTouched != wasTouched {
      append(time, EventType.key, TouchButton.touch, isTouched ? 1 : 0)
      wasTouched = isTouched
    }
    append(time, EventType.synchronization, Synchronization.report, 0)
    frame = nil
  }

  /// Ends the last report, and lifts the contacts that were cancelled in it.
  mutating func finish() {
    finishFrame()
    guard let last = events.last, !palms.isEmpty else { return }
    liftPalms(at: last.microseconds)
    frame = last.microseconds
    finishFrame()
  }

  private mutating func liftPalms(at microseconds: Int64) {
    for slot in palms {
      select(slot, at: microseconds)
      append(microseconds, EventType.absolute, AbsoluteAxis.trackingID, -1)
      slots[slot].contact = nil
    }
    palms = []
  }

  /// Returns the recording, for a device whose name, ranges and properties are known.
  func recording(of device: DeviceDescription) -> Recording {
    var recording = Recording(device: device, events: events)
    recording.describeByEvents()
    return recording
  }

  /// Returns a free slot for the contact of a row; nil if all slots are in use.
  ///
  /// If the row lacks a coordinate, only a slot for which this coordinate was never sent can be used. In any other
  /// slot, the device would report the slot's old coordinate.
  private mutating func freeSlot(for row: Row) -> Int? {
    let free = slots.firstIndex { slot in
      slot.contact == nil && (row.x != nil || !slot.hasX) && (row.y != nil || !slot.hasY)
    }
    if let free { return free }
    // If all slots exist, reuse any free slot, even if the device then reports an old coordinate.
    guard slots.count < Self.mostContacts else {
      return slots.firstIndex { $0.contact == nil }
    }
    slots.append(Slot())
    return slots.count - 1
  }

  private mutating func appendPosition(_ row: Row, in slot: Int) {
    if let x = row.x {
      append(row.microseconds, EventType.absolute, AbsoluteAxis.positionX, x)
      slots[slot].hasX = true
    }
    if let y = row.y {
      append(row.microseconds, EventType.absolute, AbsoluteAxis.positionY, y)
      slots[slot].hasY = true
    }
    if let pressure = row.pressure {
      append(row.microseconds, EventType.absolute, AbsoluteAxis.contactPressure, pressure)
    }
  }

  private mutating func select(_ slot: Int, at microseconds: Int64) {
    // The kernel reports `ABS_MT_SLOT` only when the slot changes.
    guard Int32(slot) != currentSlot else { return }
    currentSlot = Int32(slot)
    append(microseconds, EventType.absolute, AbsoluteAxis.slot, currentSlot)
  }

  private mutating func append(
    _ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32
  ) {
    events.append(RawEvent(microseconds: microseconds, type: type, code: code, value: value))
  }
}
