import TouchInput

/// Puts single events together to frames and leaves out what is none of our business.
///
/// Keys of keyboards, scan codes, lights and switches never leave this type.
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
    guard Self.records(type: event.type, code: event.code) else {
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

  /// Whether events with this code are recorded: touch axes, buttons that are on no keyboard, the
  /// device's own clock, and what delimits frames.
  ///
  /// Source: Linux UAPI, input-event-codes.h. The axes from `ABS_PRESSURE` on, up to but without
  /// `ABS_VOLUME`, are those of one touch; those from `ABS_MT_SLOT` on are those of many.
  static func records(type: UInt16, code: UInt16) -> Bool {
    switch type {
    case EventType.synchronization: true
    case EventType.key: code >= TouchButton.firstButton
    case EventType.absolute:
      code <= AbsoluteAxis.y || (AbsoluteAxis.pressure...0x1f).contains(code)
        || (AbsoluteAxis.slot...0x3f).contains(code)
    case EventType.miscellaneous: code == 0x05
    default: false
    }
  }
}
