#if Evdev
  import CLibevdev
  import Glibc
  import TouchInput

  /// Reads events from an open device.
  ///
  /// The reader takes events from the kernel directly, so that libevdev neither filters nor corrects them. It passes
  /// copies of the events to libevdev. If the kernel has dropped events, libevdev can therefore compute the events that
  /// lead to the current state of the device.
  package final class DeviceReader {
    /// The device; it is closed when the reader is released.
    package let device: InputDevice
    private var assembly = ReportAssembly()
    private var buffer = EventBuffer()

    /// Creates a reader of an open device.
    package init(_ device: consuming InputDevice) { self.device = device }

    /// The path that was opened.
    package var path: String { device.path }

    var descriptor: Int32 { device.descriptor }

    /// The result of fetching the queued events.
    enum Fetched {
      /// The queue is empty for now.
      case empty
      /// The receiver of the signals has requested that reading ends.
      case enough
      /// No more events will arrive.
      case ended(DeviceEnd)
    }

    /// Delivers the events that the kernel has queued.
    ///
    /// A read that does not fill the buffer usually leaves the queue empty, so reading ends after it. If `untilEmpty`
    /// is true, reading continues until a read finds no events.
    func fetch<Failure: Error>(
      untilEmpty: Bool, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Fetched {
      // The number of reads is limited, so that the caller can check the stop switch even if events arrive
      // continuously.
      for _ in 0..<64 {
        switch buffer.fill(from: device.descriptor) {
        case .some(0): return .ended(.unplugged)
        case .some: break
        case .none: return readingEnd(errno).map { .ended($0) } ?? .empty
        }
        let isFull = buffer.isFull
        while let event = buffer.next() {
          guard try take(event, deliver) else { return .enough }
        }
        guard isFull || untilEmpty else { break }
      }
      return .empty
    }

    /// Returns the reason for the end after a failed read; nil if reading failed because nothing was queued.
    private func readingEnd(_ code: Int32) -> DeviceEnd? {
      switch code {
      case EAGAIN, EINTR: nil
      case ENODEV, EIO: .unplugged
      default: .failed(failure("read", code))
      }
    }

    private func take<Failure: Error>(
      _ event: RawEvent, _ deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      if isAlreadyInState(event) { return true }
      switch assembly.receive(event) {
      case .frame(let events):
        follow(events)
        return try deliver(.frame(events))
      case .dropped(let notice, let unfinished):
        return try deliver(.gap(resynchronized(after: notice, unfinished: unfinished)))
      case nil: return true
      }
    }

    /// Delivers the incomplete last frame and the signal of the end.
    ///
    /// Returns false if the receiver has requested the end before.
    func finish<Failure: Error>(
      _ end: DeviceEnd, deliver: (DeviceSignal) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
      let unfinished = assembly.finish()
      if !unfinished.isEmpty { guard try deliver(.frame(unfinished)) else { return false } }
      return try deliver(.ended(end))
    }

    /// Whether the event happened before the state of the device was read, so that the state includes it.
    private func isAlreadyInState(_ event: RawEvent) -> Bool {
      device.stateMicroseconds.map { event.microseconds < $0 && !event.isDropped } ?? false
    }

    private func failure(_ action: String, _ code: Int32) -> DeviceError {
      .system(node: device.path, action: action, message: lastSystemMessage(code))
    }

    /// Updates libevdev with the events of a frame.
    private func follow(_ events: [RawEvent]) {
      let trackingID = UInt32(AbsoluteAxis.trackingID)
      for event in events {
        // A new contact may replace another in its slot without a lift in between, but libevdev expects the lift.
        if event.type == EventType.absolute, event.code == AbsoluteAxis.trackingID,
          event.value >= 0,
          libevdev_get_event_value(device.handle, UInt32(event.type), trackingID) >= 0
        {
          libevdev_set_event_value(device.handle, UInt32(event.type), trackingID, -1)
        }
        libevdev_set_event_value(
          device.handle, UInt32(event.type), UInt32(event.code), event.value)
      }
    }

    /// Discards the queued events, and reads the current state of the device, which already includes these events.
    private func resynchronized(after notice: RawEvent, unfinished: Int) -> DroppedEvents {
      var latest = notice.microseconds
      var discarded = unfinished
      func discard(_ event: RawEvent) {
        latest = max(latest, event.microseconds)
        discarded += 1
      }
      while let event = buffer.next() { discard(event) }
      for _ in 0..<64 {
        guard let count = buffer.fill(from: device.descriptor), count > 0 else { break }
        while let event = buffer.next() { discard(event) }
      }
      var event = input_event()
      var events: [RawEvent] = []
      _ = libevdev_next_event(
        device.handle, UInt32(LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue), &event)
      while libevdev_next_event(device.handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
        == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
      {
        guard RecordedCodes.contains(type: event.type, code: event.code) else { continue }
        events.append(
          RawEvent(microseconds: latest, type: event.type, code: event.code, value: event.value))
      }
      return DroppedEvents(notice: notice, resynchronized: events, discarded: discarded)
    }
  }
#endif
