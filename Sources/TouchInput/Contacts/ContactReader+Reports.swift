/// Support for devices of type A.
///
/// A device of type A lists all contacts in every frame, and ends the values of each contact with
/// `SYN_MT_REPORT`. The device identifies contacts from frame to frame only if it sends tracking ids.
extension ContactReader {
  /// The upper limit for the distance that a finger moves between two frames, as a fraction of the axes' ranges.
  ///
  /// Without tracking ids, a position that is farther away is attributed to another finger.
  ///
  /// The value is our choice. A very hard flick of 10,000 pt/s covers only a fifth of an 844 pt screen in
  /// 16 ms.
  static let largestStepBetweenFrames = 0.25

  /// Handles `SYN_MT_REPORT`, the end of one contact's values.
  mutating func takeContactReport() {
    switch layout {
    case .reports: break
    case .slots where hasSlotAxis: return
    case .slots, .single: switchToTypeA()
    }
    storeReport()
  }

  /// Matches the listed contacts with the contacts that were down, and updates the slots.
  mutating func assignReportsToSlots() {
    // If values are left, the driver has omitted the SYN_MT_REPORT after the last contact.
    if hasReportValues { storeReport() }
    // A frame with only other events, such as a button, does not mean that all fingers have lifted.
    guard frame.isTouch || !frame.hasEvents else { return }
    var matchedSlots = [Int?](repeating: nil, count: reports.count)
    matchNamed(&matchedSlots)
    matchNearest(&matchedSlots)
    for index in slots.indices where !matchedSlots.contains(index) {
      takeTrackingID(-1, slot: Int32(index))
    }
    for (number, report) in reports.enumerated() {
      put(report, in: matchedSlots[number] ?? freeSlot(), isSame: matchedSlots[number] != nil)
    }
    reports.removeAll(keepingCapacity: true)
  }

  private mutating func storeReport() {
    defer {
      report = ContactSlot()
      hasReportValues = false
    }
    guard hasReportValues, report.x != nil || report.y != nil else { return }
    guard reports.count < slotLimit else { return note(.tooManyContacts(limit: slotLimit)) }
    reports.append(report)
  }

  /// Treats the device as type A from its first `SYN_MT_REPORT` on.
  private mutating func switchToTypeA() {
    // Until now, the values of this contact were stored in the first slot.
    if layout == .slots, let first = slots.first {
      report = first
      report.contact = nil
      hasReportValues = first.x != nil || first.y != nil
    }
    for index in slots.indices { takeTrackingID(-1, slot: Int32(index)) }
    slots.removeAll()
    layout = .reports
  }

  private func matchNamed(_ matchedSlots: inout [Int?]) {
    for (number, report) in reports.enumerated() where report.trackingID >= 0 {
      matchedSlots[number] = slots.indices.first {
        slots[$0].isNamed && slots[$0].trackingID == report.trackingID && !matchedSlots.contains($0)
      }
    }
  }

  /// Matches contacts without tracking ids to the nearest contacts of the previous frame, closest pairs first.
  private func matchNearest(_ matchedSlots: inout [Int?]) {
    var pairs: [(distance: Double, slot: Int, report: Int)] = []
    for (number, report) in reports.enumerated() where report.trackingID < 0 {
      for (index, slot) in slots.enumerated() where slot.trackingID >= 0 && !slot.isNamed {
        let distance = squaredDistance(from: slot, to: report)
        guard distance <= Self.largestStepBetweenFrames * Self.largestStepBetweenFrames else {
          continue
        }
        pairs.append((distance, index, number))
      }
    }
    pairs.sort { ($0.distance, $0.slot, $0.report) < ($1.distance, $1.slot, $1.report) }
    for pair in pairs where matchedSlots[pair.report] == nil && !matchedSlots.contains(pair.slot) {
      matchedSlots[pair.report] = pair.slot
    }
  }

  /// The squared distance between two positions, with each axis scaled to a range of 1.
  ///
  /// If the range of an axis is unknown, distances on this axis are scaled down to less than
  /// ``largestStepBetweenFrames``. The distances then never exclude a pair of contacts, but still order the pairs.
  private func squaredDistance(from slot: ContactSlot, to report: ContactSlot) -> Double {
    let x = fraction(slot.x, report.x, AbsoluteAxis.positionX)
    let y = fraction(slot.y, report.y, AbsoluteAxis.positionY)
    return x * x + y * y
  }

  private func fraction(_ from: Int32?, _ to: Int32?, _ code: UInt16) -> Double {
    guard let from, let to else { return 0 }
    let distance = Double(to) - Double(from)
    guard let axis = device.axis(code), axis.maximum > axis.minimum else {
      // The distance of two `Int32` is below 2³³, so the quotient is below 2⁻⁷.
      return distance / 0x1p40
    }
    return distance / (Double(axis.maximum) - Double(axis.minimum))
  }

  private mutating func freeSlot() -> Int {
    if let free = slots.firstIndex(where: { $0.trackingID < 0 }) { return free }
    slots.append(ContactSlot())
    return slots.count - 1
  }

  private mutating func put(_ report: ContactSlot, in index: Int, isSame: Bool) {
    let isNamed = report.trackingID >= 0
    takeTrackingID(isNamed ? report.trackingID : 0, slot: Int32(index))
    slots[index].isNamed = isNamed
    slots[index].x = report.x ?? (isSame ? slots[index].x : nil)
    slots[index].y = report.y ?? (isSame ? slots[index].y : nil)
    slots[index].pressure = report.pressure
    slots[index].distance = report.distance
    slots[index].isPalm = report.isPalm
  }
}
