import TouchInput

/// Combines events into frames and removes events that must not be recorded.
///
/// Only events with ``RecordedCodes`` leave this type.
struct FrameAssembly {
  /// The result of an event.
  enum Completed: Hashable {
    /// A frame, including the report that ends it.
    case frame([RawEvent])
    /// A drop; the `unfinished` events of the interrupted frame are lost too.
    case dropped(notice: RawEvent, unfinished: Int)
  }

  /// The most events in a frame; events of a device that never sends a report are passed on in such pieces.
  ///
  /// Source: our choice: 32 slots with all 13 axes are 448 events.
  private static let longestFrame = 4096

  private var pending: [RawEvent] = []
  private var hasLeftOut = false

  /// Takes the next event and returns the frame or drop that it completes, if any.
  mutating func receive(_ event: RawEvent) -> Completed? {
    if event.isDropped {
      let unfinished = pending.count
      discard()
      return .dropped(notice: event, unfinished: unfinished)
    }
    guard RecordedCodes.contains(type: event.type, code: event.code) else {
      hasLeftOut = true
      return nil
    }
    if event.isReport, pending.isEmpty, hasLeftOut {
      hasLeftOut = false
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
    hasLeftOut = false
  }
}
