import TouchInput

/// Makes the events of a device with slots out of the rows of a touch table.
struct TouchTableEvents {
  /// One row.
  struct Row {
    var microseconds: Int64
    var contact: Int64
    var phase: Contact.Phase
    var x: Int32
    var y: Int32
    var pressure: Int32?
  }

  /// The most contacts at a time; no device has more.
  static let mostContacts = 64

  /// `MT_TOOL_PALM`, which makes a contact one that does not count.
  private static let palm: Int32 = 2

  private var events: [RawEvent] = []
  private var slots: [Int64?] = []
  private var currentSlot: Int32 = 0
  private var frame: Int64?
  /// The slots of cancelled contacts: palms in one frame, and lifted in the next.
  private var palms: [Int] = []
  private var wasTouched = false
  private var lastTrackingID: Int32 = -1

  /// Takes a row; returns false when its contact cannot be in this phase.
  mutating func take(_ row: Row) -> Bool {
    if let frame, frame != row.microseconds { finishFrame() }
    if frame == nil { liftPalms(at: row.microseconds) }
    frame = row.microseconds
    let known = slots.firstIndex { $0 == row.contact }
    if row.phase == .began {
      guard known == nil, let slot = freeSlot() else { return false }
      slots[slot] = row.contact
      select(slot, at: row.microseconds)
      lastTrackingID = lastTrackingID == 65_535 ? 0 : lastTrackingID + 1
      append(row.microseconds, EventType.absolute, AbsoluteAxis.trackingID, lastTrackingID)
      append(row.microseconds, EventType.absolute, AbsoluteAxis.toolType, 0)
      appendPlace(row)
      return true
    }
    guard let slot = known, !palms.contains(slot) else { return false }
    select(slot, at: row.microseconds)
    switch row.phase {
    case .began, .moved, .stationary: appendPlace(row)
    case .cancelled:
      append(row.microseconds, EventType.absolute, AbsoluteAxis.toolType, Self.palm)
      palms.append(slot)
    case .ended:
      append(row.microseconds, EventType.absolute, AbsoluteAxis.trackingID, -1)
      slots[slot] = nil
    }
    return true
  }

  private mutating func finishFrame() {
    guard let time = frame else { return }
    let isTouched = slots.contains { $0 != nil }
    if isTouched != wasTouched {
      append(time, EventType.key, TouchButton.touch, isTouched ? 1 : 0)
      wasTouched = isTouched
    }
    append(time, EventType.synchronization, Synchronization.report, 0)
    frame = nil
  }

  /// Ends the last frame, and the contacts that were cancelled in it.
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
      slots[slot] = nil
    }
    palms = []
  }

  /// The recording of a device of which the name, the ranges and the properties are known.
  func recording(of device: DeviceDescription) -> Recording {
    var recording = Recording(device: device, events: events)
    recording.describeByEvents()
    return recording
  }

  private mutating func freeSlot() -> Int? {
    if let slot = slots.firstIndex(where: { $0 == nil }) { return slot }
    guard slots.count < Self.mostContacts else { return nil }
    slots.append(nil)
    return slots.count - 1
  }

  private mutating func appendPlace(_ row: Row) {
    append(row.microseconds, EventType.absolute, AbsoluteAxis.positionX, row.x)
    append(row.microseconds, EventType.absolute, AbsoluteAxis.positionY, row.y)
    if let pressure = row.pressure {
      append(row.microseconds, EventType.absolute, AbsoluteAxis.contactPressure, pressure)
    }
  }

  private mutating func select(_ slot: Int, at microseconds: Int64) {
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
