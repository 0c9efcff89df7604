extension ContactReader {
  /// The upper limit for the magnitude of a timestamp, 2⁶¹ µs or 73,000 years; larger times are clamped.
  static let furthestMicroseconds: Int64 = 1 << 61

  /// Completes the frame at a `SYN_REPORT`; returns nil if the frame has no touch information.
  mutating func completedFrame(atMicroseconds microseconds: Int64) -> ContactReport? {
    // Some devices of type A send an empty frame when all fingers have lifted. Therefore an empty frame of
    // such a device is a lift, unless the kernel sent the frame to repeat a key.
    guard frame.hasEvents || (layout == .reports && !frame.isRepeat) else {
      frame = OpenReport()
      return nil
    }
    if layout == .reports { assignReportsToSlots() }
    let resynchronized = resynchronization()
    let time = monotone(microseconds)
    var contacts = frame.left
    // Most slots are empty.
    for index in slots.indices where slots[index].trackingID >= 0 || slots[index].contact != nil {
      if let contact = updatedContact(in: index) { contacts.append(contact) }
    }
    let fingerCount = fingerCount(of: contacts)
    defer {
      frame = OpenReport()
      lastFingerCount = fingerCount
    }
    let says =
      !contacts.isEmpty || fingerCount != lastFingerCount || resynchronized != nil
      || !frame.anomalies.isEmpty
    guard says else { return nil }
    return ContactReport(
      microseconds: time, contacts: contacts, fingerCount: fingerCount, pointer: pointer,
      gap: resynchronized, anomalies: frame.anomalies)
  }

  /// Cancels all contacts at a `SYN_DROPPED`.
  mutating func droppedFrame(atMicroseconds microseconds: Int64) -> ContactReport {
    let time = monotone(microseconds)
    var contacts = frame.left
    for index in slots.indices {
      slots[index].needsEvent = true
      if let contact = closeContact(in: index, as: .cancelled) { contacts.append(contact) }
    }
    let anomalies = frame.anomalies
    frame = OpenReport()
    gap = .discarding
    lastFingerCount = 0
    report = ContactSlot()
    hasReportValues = false
    reports.removeAll()
    return ContactReport(
      microseconds: time, contacts: contacts, fingerCount: 0, gap: .dropped, anomalies: anomalies)
  }

  /// Ends the gap if this frame completes the resynchronization.
  ///
  /// libevdev restores the state in one or two frames; if there are two, the first contains only lifts. The
  /// state of a slot without events in these frames is known only if the recording contains the complete
  /// initial state. Otherwise the slot is ignored until an event updates it. No contact begins before the gap
  /// ends.
  private mutating func resynchronization() -> ContactReport.Gap? {
    // After a frame with only lifts a second frame follows, unless no finger is left.
    guard case .resynchronizing(let events) = gap, frame.hasMoreThanLifts || !hasFingers else {
      return nil
    }
    gap = .closed
    if isStateKnown || layout != .slots {
      for index in slots.indices { slots[index].needsEvent = false }
    }
    return .resynchronized(events: events)
  }

  private var pointer: ContactReport.Pointer? {
    guard reportsPointer, let pointerX, let pointerY else { return nil }
    return ContactReport.Pointer(x: Double(pointerX), y: Double(pointerY))
  }

  private var hasFingers: Bool { slots.contains { $0.trackingID >= 0 } }

  /// Returns the time of a frame, which is never earlier than the previous frame.
  ///
  /// The time is also clamped, so that differences between times cannot overflow.
  private mutating func monotone(_ microseconds: Int64) -> Int64 {
    let limit = Self.furthestMicroseconds
    let bounded = min(max(microseconds, -limit), limit)
    let last = lastMicroseconds ?? bounded
    let time = max(bounded, last)
    lastMicroseconds = time
    return time
  }

  private func fingerCount(of contacts: [Contact]) -> Int {
    var down = 0
    for contact in contacts where contact.isDown { down += 1 }
    guard allowsTouch else { return down }
    // BTN_TOOL_* also counts fingers that are ignored as palms.
    var leftOut = 0
    for slot in slots where slot.isIgnoredPalm && slot.trackingID >= 0 { leftOut += 1 }
    return max(down, buttonFingerCount - leftOut)
  }

  /// Updates a slot, and returns its contact in this frame; nil if the slot neither has nor just lost a contact.
  private mutating func updatedContact(in index: Int) -> Contact? {
    if cancelsPalms, slots[index].isPalm, slots[index].trackingID >= 0 {
      slots[index].isIgnoredPalm = true
      return closeContact(in: index, as: .cancelled)
    }
    let slot = slots[index]
    guard slot.trackingID >= 0, slot.distance <= 0, allowsTouch, !slot.isIgnoredPalm else {
      return closeContact(in: index, as: .ended)
    }
    if let contact = slot.contact {
      slots[index].contact = moved(contact, to: slot)
    } else if !slot.needsEvent && gap == .closed {
      slots[index].contact = begunContact(in: index)
    }
    return slots[index].contact
  }

  private func moved(_ contact: Contact, to slot: ContactSlot) -> Contact {
    var next = contact
    if let x = slot.x {
      next.x = Double(x)
      next.isGuessedX = false
    }
    if let y = slot.y {
      next.y = Double(y)
      next.isGuessedY = false
    }
    next.pressure = slot.pressure
    next.phase = next.x == contact.x && next.y == contact.y ? .stationary : .moved
    return next
  }

  private mutating func begunContact(in index: Int) -> Contact {
    takeEmulatedPosition(index)
    let slot = slots[index]
    lastContactID += 1
    if slot.x == nil || slot.y == nil { note(.coordinateMissing(contact: lastContactID)) }
    return Contact(
      id: lastContactID, slot: Int32(index),
      trackingID: isTracked(slot) ? slot.trackingID : nil,
      x: (slot.x ?? slot.guessedX).map { Double($0) }
        ?? middle(AbsoluteAxis.positionX, or: AbsoluteAxis.x),
      y: (slot.y ?? slot.guessedY).map { Double($0) }
        ?? middle(AbsoluteAxis.positionY, or: AbsoluteAxis.y),
      pressure: slot.pressure, isGuessedX: slot.x == nil, isGuessedY: slot.y == nil,
      phase: .began)
  }

  /// Fills in a missing coordinate from `ABS_X` and `ABS_Y`, if only one finger is down.
  ///
  /// If only one finger is down, `ABS_X` and `ABS_Y` repeat its position.
  private mutating func takeEmulatedPosition(_ index: Int) {
    guard slots[index].x == nil || slots[index].y == nil else { return }
    var fingers = 0
    for slot in slots where slot.trackingID >= 0 { fingers += 1 }
    guard fingers == 1 else { return }
    slots[index].x = slots[index].x ?? frame.x
    slots[index].y = slots[index].y ?? frame.y
  }

  private func isTracked(_ slot: ContactSlot) -> Bool {
    switch layout {
    case .slots: true
    case .single: false
    case .reports: slot.isNamed
    }
  }

  private func middle(_ code: UInt16, or fallback: UInt16) -> Double {
    guard let axis = device.axis(code) ?? device.axis(fallback) else { return 0 }
    return (Double(axis.minimum) + Double(axis.maximum)) / 2
  }
}
