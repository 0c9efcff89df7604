extension ContactReader {
  /// The bit that stands for a `BTN_TOOL_*` in the set of those held; nil for other buttons.
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

  /// Whether the device lets fingers count as touching it; some track them while they hover.
  var allowsTouch: Bool {
    switch layout {
    case .single: isTouched == true
    case .slots, .reports: isTouched != false
    }
  }

  /// How many fingers the `BTN_TOOL_*` that are held stand for.
  var buttonFingerCount: Int {
    8 - fingerButtons.leadingZeroBitCount
  }

  /// Changes the state of a slot, or notes that there is no such slot.
  mutating func withSlot(_ number: Int32, _ change: (inout ContactSlot) -> Void) {
    guard let index = slotIndex(number) else { return }
    change(&slots[index])
  }

  /// Gives a slot to the finger `value`, or frees it when that is below zero.
  mutating func takeTrackingID(_ value: Int32, slot number: Int32) {
    guard let index = slotIndex(number) else { return }
    let value = max(value, -1)
    let previous = slots[index].trackingID
    slots[index].awaitsMention = false
    guard value != previous else { return }
    if let contact = closeContact(in: index, as: .ended) {
      frame.left.append(contact)
      if value >= 0 {
        note(.trackingIDReplaced(slot: number, from: previous, to: value))
      }
    }
    slots[index].trackingID = value
    slots[index].isLeftOut = false
  }

  /// Frees the contact of a slot, without changing what the slot knows.
  mutating func closeContact(in index: Int, as phase: Contact.Phase) -> Contact? {
    guard let contact = slots[index].contact else { return nil }
    slots[index].contact = nil
    return contact.closed(phase)
  }

  /// Keeps an anomaly for the frame, up to the number that a frame may hold.
  mutating func note(_ anomaly: ContactFrame.Anomaly) {
    guard frame.anomalies.count < Self.mostAnomalies else { return }
    frame.anomalies.append(anomaly)
  }

  /// The position of a slot in the table, which grows up to the device's number of slots.
  private mutating func slotIndex(_ number: Int32) -> Int? {
    guard number >= 0, Int(number) < slotLimit else {
      note(.slotOutOfRange(number))
      return nil
    }
    while slots.count <= Int(number) { slots.append(ContactSlot()) }
    return Int(number)
  }
}
