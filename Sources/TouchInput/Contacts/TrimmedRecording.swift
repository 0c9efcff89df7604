extension Recording {
  /// The frames whose `SYN_REPORT` came within `times`, as a recording of their own.
  ///
  /// Frames are kept whole, and have the corrected times. What the device had said before becomes
  /// ``initial``, so that fingers which were already down, and coordinates that are not sent again, are
  /// where they were. The times count from the first event that is kept.
  ///
  /// - Parameter times: In microseconds of the corrected times; see ``clockCorrection``.
  /// - Returns: A recording that has no events when no frame qualifies.
  /// - Complexity: O(n) in the events.
  public func trimmed(to times: ClosedRange<Int64>) -> Recording {
    let corrected = clockCorrection.recording
    let events = corrected.events
    var kept: Range<Int>?
    var start = events.startIndex
    while start < events.endIndex {
      let report = events[start...].firstIndex { $0.isReport }
      let end = report.map { $0 + 1 } ?? events.endIndex
      if times.contains(events[end - 1].microseconds) {
        kept = (kept?.lowerBound ?? start)..<end
      }
      start = end
    }
    return corrected.cut(kept ?? events.startIndex..<events.startIndex)
  }

  /// Some of the events as a recording of their own, as ``trimmed(to:)`` makes it.
  ///
  /// - Parameter range: Where they are among ``events``: whole frames.
  /// - Returns: A recording that has no events when the range is empty.
  /// - Complexity: O(n) in the events.
  public func part(_ range: Range<Int>) -> Recording { clockCorrection.recording.cut(range) }

  /// As ``part(_:)``, of a recording whose times are corrected already.
  package func cut(_ range: Range<Int>) -> Recording {
    var trimmed = self
    if range.lowerBound > events.startIndex {
      var state = SaidState(of: self)
      for event in events[..<range.lowerBound] { state.take(event) }
      trimmed.initial = state.initial
    }
    // A gesture that comes later finds the surface where those before it left it.
    if trimmed.start != nil, hasLift(before: range.lowerBound) { trimmed.start = nil }
    trimmed.events = Array(events[range])
    let zero = trimmed.events.first?.microseconds ?? 0
    let last = trimmed.events.map { $0.microseconds }.max() ?? 0
    for index in trimmed.events.indices {
      let time = trimmed.events[index].microseconds
      trimmed.events[index].microseconds = time.subtractingWithSaturation(zero)
    }
    trimmed.gaps = gaps.filter { zero <= $0.microseconds && $0.microseconds <= last }
    for index in trimmed.gaps.indices {
      let time = trimmed.gaps[index].microseconds
      trimmed.gaps[index].microseconds = time.subtractingWithSaturation(zero)
    }
    if range.isEmpty { trimmed.gaps = [] }
    return trimmed
  }
}

extension Recording {
  /// Whether a finger leaves before the event at `index`.
  fileprivate func hasLift(before index: Int) -> Bool {
    var reader = ContactReader(of: self)
    return events[..<index].contains { event in
      reader.receive(event)?.contacts.contains { !$0.isDown } ?? false
    }
  }
}

extension Int64 {
  /// The difference, or the number nearest to it that there is.
  fileprivate func subtractingWithSaturation(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return self < other ? .min : .max
  }
}

/// What a device has said of itself so far: the values that the kernel holds and does not send again.
private struct SaidState {
  private var currentSlot: Int32
  private var slots: [Int32: (trackingID: Int32, values: [UInt16: Int32])] = [:]
  private var values: [UInt16: Int32] = [:]
  private var heldButtons: Set<UInt16>
  private var isDiscarding = false
  private let listsAllContacts: Bool

  init(of recording: Recording) {
    // A device of type A lists its contacts anew in every frame.
    listsAllContacts = recording.events.contains {
      $0.type == EventType.synchronization && $0.code == Synchronization.contactReport
    }
    let initial = recording.initial ?? Recording.InitialState()
    currentSlot = initial.currentSlot
    for slot in initial.slots {
      slots[slot.number] = (slot.trackingID, [:])
      for axis in slot.values { slots[slot.number]?.values[axis.code] = axis.value }
    }
    for axis in initial.values { values[axis.code] = axis.value }
    heldButtons = Set(initial.heldButtons)
  }

  mutating func take(_ event: RawEvent) {
    // Between SYN_DROPPED and the next SYN_REPORT nothing is to be trusted.
    if event.isDropped { isDiscarding = true }
    if isDiscarding {
      isDiscarding = !event.isReport
      return
    }
    switch (event.type, event.code) {
    case (EventType.absolute, AbsoluteAxis.slot): currentSlot = event.value
    case (EventType.absolute, AbsoluteAxis.perSlot) where listsAllContacts: break
    case (EventType.absolute, AbsoluteAxis.trackingID):
      slots[currentSlot, default: (-1, [:])].trackingID = max(event.value, -1)
    case (EventType.absolute, AbsoluteAxis.perSlot):
      slots[currentSlot, default: (-1, [:])].values[event.code] = event.value
    case (EventType.absolute, _): values[event.code] = event.value
    case (EventType.key, _) where event.value == 0: heldButtons.remove(event.code)
    case (EventType.key, _) where event.value == 1: heldButtons.insert(event.code)
    default: break
    }
  }

  var initial: Recording.InitialState {
    Recording.InitialState(
      currentSlot: currentSlot,
      slots: slots.sorted { $0.key < $1.key }.map { number, slot in
        Recording.Slot(
          number: number, trackingID: slot.trackingID, values: axisValues(slot.values))
      },
      values: axisValues(values), heldButtons: heldButtons.sorted())
  }

  private func axisValues(_ values: [UInt16: Int32]) -> [Recording.AxisValue] {
    values.sorted { $0.key < $1.key }.map { Recording.AxisValue(code: $0.key, value: $0.value) }
  }
}
