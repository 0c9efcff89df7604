extension Recording {
  /// Returns a recording of the frames whose `SYN_REPORT` is within `times`.
  ///
  /// Frames are kept whole, with corrected times. libinput's events are kept if they are within `times`. The state
  /// before the first kept frame becomes ``initial``, so the positions of fingers that were already down are known. The
  /// first kept event has the time 0.
  ///
  /// - Parameter times: The range, in microseconds of the corrected times; see ``clockCorrection``.
  /// - Returns: The recording; without events if no frame is within the range.
  /// - Complexity: O(n) in the events.
  public func trimmed(to times: ClosedRange<Int64>) -> Recording {
    guard !hasOnlyGestures else { return trimmedGestures(to: times) }
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
    return corrected.slice(kept ?? events.startIndex..<events.startIndex)
  }

  /// Returns a recording of a range of events, with the same changes as ``trimmed(to:)``.
  ///
  /// - Parameter range: The range in ``events``, which must contain whole frames.
  /// - Returns: The recording; without events if the range is empty.
  /// - Complexity: O(n) in the events.
  public func part(_ range: Range<Int>) -> Recording { clockCorrection.recording.slice(range) }

  /// The same as ``part(_:)``, for a recording whose times are corrected already.
  package func slice(_ range: Range<Int>) -> Recording {
    var trimmed = self
    if range.lowerBound > events.startIndex {
      var state = ReportedState(of: self)
      for event in events[..<range.lowerBound] { state.take(event) }
      trimmed.initial = state.initial
    }
    // An earlier gesture in the recording may have moved the surface away from the recorded start.
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
    trimmed.gestures = gestures(within: zero...max(zero, last), from: zero)
    if range.isEmpty { (trimmed.gaps, trimmed.gestures) = ([], []) }
    return trimmed
  }

  private func trimmedGestures(to times: ClosedRange<Int64>) -> Recording {
    let zero = gestures.first { times.contains($0.microseconds) }?.microseconds ?? 0
    var trimmed = self
    trimmed.gestures = gestures(within: times, from: zero)
    // An earlier gesture in the recording may have moved the surface away from the recorded start.
    if let first = gestures.first, zero > first.microseconds { trimmed.start = nil }
    return trimmed
  }

  /// The events of libinput within `times`, with times that count from `zero`.
  private func gestures(within times: ClosedRange<Int64>, from zero: Int64) -> [LibinputEvent] {
    var kept = gestures.filter { times.contains($0.microseconds) }
    for index in kept.indices {
      kept[index].microseconds = kept[index].microseconds.subtractingWithSaturation(zero)
    }
    return kept
  }
}

extension Recording {
  /// Whether a finger lifts before the event at `index`.
  fileprivate func hasLift(before index: Int) -> Bool {
    var reader = ContactReader(of: self)
    return events[..<index].contains { event in
      reader.receive(event)?.contacts.contains { !$0.isDown } ?? false
    }
  }
}

extension Int64 {
  /// The difference, clamped to the range of `Int64`.
  fileprivate func subtractingWithSaturation(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    guard overflows else { return difference }
    return self < other ? .min : .max
  }
}

/// The state that a device has reported so far, which the kernel does not send again.
private struct ReportedState {
  private var currentSlot: Int32
  private var slots: [Int32: (trackingID: Int32, values: [UInt16: Int32])] = [:]
  private var values: [UInt16: Int32] = [:]
  private var heldButtons: Set<UInt16>
  private var isDiscarding = false
  private let listsAllContacts: Bool

  init(of recording: Recording) {
    // A device of type A lists all contacts in every frame, so their state need not be kept.
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
    // Events between SYN_DROPPED and the next SYN_REPORT are unreliable.
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
