package import TouchInput

/// A signal from a device that is being read: events, a drop of events, silence, or the end.
package enum DeviceSignal: Hashable, Sendable {
  /// The events of one frame, as the kernel delivered them: all events up to and including a `SYN_REPORT`.
  ///
  /// The `SYN_REPORT` is missing if the frame was incomplete when reading ended. If a frame is too long and is
  /// therefore split, only its last part has the `SYN_REPORT`.
  case frame([RawEvent])

  /// The kernel dropped events, and the device's state was read again.
  case gap(DroppedEvents)

  /// No event arrived for the quiet interval.
  case quiet

  /// No more signals will follow.
  case ended(DeviceEnd)
}

/// A drop of events by the kernel, and the events that restore the state after it.
package struct DroppedEvents: Hashable, Sendable {
  /// The kernel's `SYN_DROPPED` event.
  package var notice: RawEvent
  /// Synthesized complete frames that change the state before the drop to the state after the drop.
  ///
  /// All their events have the time of the latest discarded event.
  package var resynchronized: [RawEvent]
  /// The number of delivered events that were discarded, because they are older than the restored state.
  ///
  /// The number of events that the kernel dropped is unknown.
  package var discarded: Int

  package init(notice: RawEvent, resynchronized: [RawEvent], discarded: Int) {
    self.notice = notice
    self.resynchronized = resynchronized
    self.discarded = discarded
  }

  /// The events to record: the notice, a `SYN_REPORT` that ends the interrupted frame, and the frames
  /// that restore the state.
  package var events: [RawEvent] {
    let report = RawEvent(
      microseconds: notice.microseconds, type: EventType.synchronization,
      code: Synchronization.report, value: 0)
    return [notice, report] + resynchronized
  }

  /// The number of restored values, which is the number of events that are not a `SYN_REPORT`.
  package var resynchronizedCount: Int {
    resynchronized.reduce(0) { $0 + ($1.isReport ? 0 : 1) }
  }
}

/// The reason why a device is no longer read.
package enum DeviceEnd: Hashable, Sendable {
  /// The ``StopSwitch`` was pressed.
  case stopped
  /// The requested time is over.
  case elapsed
  /// The device went away.
  case unplugged
  /// A system call failed.
  case failed(DeviceError)
}
