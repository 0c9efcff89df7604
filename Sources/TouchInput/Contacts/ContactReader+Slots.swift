extension ContactReader {
  /// The bit for a `BTN_TOOL_*` in the set of held buttons; nil for other buttons.
  ///
  /// Bit n stands for n + 1 fingers.
  static func fingerButton(_ code: UInt16) -> UInt8? {
    switch code {
    case TouchButton.toolFinger: 1 << 0
    case TouchButton.toolDoubleTap: 1 << 1
    case TouchButton.toolTripleTap: 1 << 2
    case TouchButton.toolQuadrupleTap: 1 << 3
    case TouchButton.toolQuintupleTap: 1 << 4
    default: nil
    }
  }

  /// Whether fingers touch the device; some devices also track fingers while they hover.
  var allowsTouch: Bool {
    switch layout {
    case .single: isTouched == true
    case .slots, .reports: isTouched != false
    }
  }

  /// The number of fingers that the held `BTN_TOOL_*` buttons report.
  var buttonFingerCount: Int {
    // The highest bit that is set stands for the largest number of fingers.
    8 - fingerButtons.leadingZeroBitCount
  }

  /// Changes the state of a slot, or adds an anomaly to the frame if the slot does not exist.
  mutating func withSlot(_ number: Int32, _ change: (inout ContactSlot) -> Void) {
    guard let index = slotIndex(number) else { return }
    change(&slots[index])
  }

  /// Assigns the tracking id `value` to a slot, or frees the slot if `value` is below zero.
  mutating func takeTrackingID(_ value: Int32, slot number: Int32) {
    guard let index = slotIndex(number) else { return }
    let value = max(value, -1)
    let previous = slots[index].trackingID
    slots[index].needsEvent = false
    guard value != previous else { return }
    if let contact = closeContact(in: index, as: .ended) {
      frame.left.append(contact)
      if value >= 0 {
        note(.trackingIDReplaced(slot: number, from: previous, to: value))
      }
    }
    slots[index].trackingID = value
    slots[index].isIgnoredPalm = false
  }

  /// Removes the contact from a slot and returns it, without changing the slot's values.
  mutating func closeContact(in index: Int, as phase: Contact.Phase) -> Contact? {
    guard let contact = slots[index].contact else { return nil }
    slots[index].contact = nil
    return contact.closed(phase)
  }

  /// Adds an anomaly to the frame, unless the frame already has ``mostAnomalies``.
  mutating func note(_ anomaly: ContactReport.Anomaly) {
    guard frame.anomalies.count < Self.mostAnomalies else { return }
    frame.anomalies.append(anomaly)
  }

  /// Returns the index of a slot in the table; adds an anomaly and returns nil if the slot does not exist.
  private mutating func slotIndex(_ number: Int32) -> Int? {
    guard number >= 0, Int(number) < slotLimit else {
      note(.slotOutOfRange(number))
      return nil
    }
    while slots.count <= Int(number) { slots.append(ContactSlot()) }
    return Int(number)
  }
}
