public import TouchInput

/// What a device that is being read has to say.
public enum DeviceSignal: Hashable, Sendable {
  /// Events that belong together, as the kernel delivered them, `SYN_REPORT` last.
  ///
  /// Only the very last frame of a device that went away in the middle of it lacks the report.
  case frame([RawEvent])

  /// The kernel dropped events, and the state was taken over anew.
  case gap(DroppedEvents)

  /// Nothing has happened for a while.
  case quiet

  /// Nothing more will come.
  case ended(DeviceEnd)
}

/// A drop, and what brings a reader of the events up to date again.
public struct DroppedEvents: Hashable, Sendable {
  /// The `SYN_DROPPED` of the kernel.
  public var notice: RawEvent
  /// Made-up events that lead from the state before the drop to the state after it: whole frames,
  /// stamped with the time of the latest event that was thrown away.
  public var resynchronized: [RawEvent]
  /// How many events were delivered but thrown away, because the state that was read is newer; how
  /// many the kernel dropped it does not say.
  public var discarded: Int

  /// Creates a drop.
  public init(notice: RawEvent, resynchronized: [RawEvent], discarded: Int) {
    self.notice = notice
    self.resynchronized = resynchronized
    self.discarded = discarded
  }

  /// All that is to be recorded: the notice, the report that ends the frame it interrupted, and
  /// what leads to the present state.
  public var events: [RawEvent] {
    let report = RawEvent(
      microseconds: notice.microseconds, type: EventType.synchronization,
      code: Synchronization.report, value: 0)
    return [notice, report] + resynchronized
  }

  /// How many values were taken over anew; reports do not count.
  public var resynchronizedCount: Int {
    resynchronized.reduce(0) { $0 + ($1.isReport ? 0 : 1) }
  }
}

/// Why a device is no longer read.
public enum DeviceEnd: Hashable, Sendable {
  /// The ``StopSwitch`` was pressed.
  case stopped
  /// The time that was asked for is over.
  case elapsed
  /// The device went away.
  case unplugged
  /// The system refused to go on.
  case failed(DeviceError)
}
