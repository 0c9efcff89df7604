import TouchInput

/// Combines events into frames, which end with a `SYN_REPORT`, and removes events that must not be recorded.
///
/// The frames contain only events with ``RecordedCodes``.
struct ReportAssembly {
  /// The result of an event.
  enum Completed: Hashable {
    /// A frame, including the report that ends it.
    case frame([RawEvent])
    /// The kernel dropped events; the `unfinished` events of the interrupted frame are discarded, too.
    case dropped(notice: RawEvent, unfinished: Int)
  }

  /// The maximum number of events in a frame; a longer frame is split.
  ///
  /// A device may never send a `SYN_REPORT`, so the number must be limited.
  ///
  /// The limit is our choice. A frame of 32 slots with all 13 axes has only 448 events.
  private static let longestFrame = 4096

  private var pending: [RawEvent] = []
  private var hasRemovedEvents = false

  /// Receives the next event and returns the frame or drop that the event completes, if any.
  mutating func receive(_ event: RawEvent) -> Completed? {
    if event.isDropped {
      let unfinished = pending.count
      discard()
      return .dropped(notice: event, unfinished: unfinished)
    }
    guard RecordedCodes.contains(type: event.type, code: event.code) else {
      hasRemovedEvents = true
      return nil
    }
    // If all events of a frame were removed, its SYN_REPORT is removed, too.
    if event.isReport, pending.isEmpty, hasRemovedEvents {
      hasRemovedEvents = false
      return nil
    }
    pending.append(event)
    guard event.isReport || pending.count >= Self.longestFrame else { return nil }
    return .frame(finish())
  }

  /// Returns and removes the events of an incomplete frame.
  mutating func finish() -> [RawEvent] {
    defer { discard() }
    return pending
  }

  private mutating func discard() {
    pending.removeAll(keepingCapacity: true)
    hasRemovedEvents = false
  }
}
