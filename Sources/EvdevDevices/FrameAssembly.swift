import TouchInput

/// Puts single events together to frames and leaves out what is none of our business.
///
/// What is not among the ``RecordedCodes`` never leaves this type.
struct FrameAssembly {
  /// What an event has completed.
  enum Completed: Hashable {
    /// A frame, with the report that ends it.
    case frame([RawEvent])
    /// A drop; the events of the frame that it interrupts are lost with the others.
    case dropped(notice: RawEvent, unfinished: Int)
  }

  /// A device that never sends a report has its events handed on in pieces of this size.
  ///
  /// Source: ours; 32 slots with all 13 axes are 448 events.
  private static let longestFrame = 4096

  private var pending: [RawEvent] = []
  private var hasLeftOut = false

  /// Takes the next event and returns what it completes, if anything.
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

  /// Hands out the events of a frame that was never completed.
  mutating func finish() -> [RawEvent] {
    defer { discard() }
    return pending
  }

  private mutating func discard() {
    pending.removeAll(keepingCapacity: true)
    hasLeftOut = false
  }
}
