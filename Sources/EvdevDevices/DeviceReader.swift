#if Evdev
  import CLibevdev
  import Glibc
  import Quantities
  import TouchInput

  /// Reads an open device until something ends it.
  ///
  /// Events are taken from the kernel as they are, so that none is filtered or corrected on the
  /// way; libevdev follows along, and after a drop works out what leads to the present state.
  struct DeviceReader: ~Copyable {
    private let device: InputDevice
    private let stop: StopSwitch
    private let quietMicroseconds: Int64?
    private let deadline: Int64?
    private var assembly = FrameAssembly()
    private var buffer = EventBuffer()

    init(device: consuming InputDevice, stop: StopSwitch, limits: ReadingLimits) {
      self.device = device
      self.stop = stop
      quietMicroseconds = limits.quietInterval.map { max(1000, microseconds(of: $0)) }
      deadline = limits.duration.map { monotonicMicroseconds() + microseconds(of: $0) }
    }

    /// Reads to the end and hands every signal to `deliver`, the end last.
    mutating func read(deliver: (DeviceSignal) -> Void) {
      while true {
        switch wait() {
        case .readable:
          if let end = fetch(deliver, untilEmpty: false) { return finish(end, deliver) }
        case .quiet:
          deliver(.quiet)
        case .ending(let end):
          // What is queued already happened before the end.
          return finish(fetch(deliver, untilEmpty: true) ?? end, deliver)
        }
      }
    }

    private enum Wakeup {
      case readable
      case quiet
      case ending(DeviceEnd)
    }

    /// Waits for the next thing to happen.
    private func wait() -> Wakeup {
      var descriptors = [
        pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let left = deadline.map { max(0, $0 - monotonicMicroseconds()) }
      let patience = [left, quietMicroseconds].compactMap { $0 }.min()
      let milliseconds = patience.map { Int32(clamping: ($0 + 999) / 1000) } ?? -1
      let ready = poll(&descriptors, 2, milliseconds)
      if ready < 0 {
        let code = errno
        guard code != EINTR else { return .readable }
        return .ending(.failed(failure("poll", code)))
      }
      if descriptors[1].revents != 0 { return .ending(.stopped) }
      if let deadline, monotonicMicroseconds() >= deadline { return .ending(.elapsed) }
      let seen = Int32(descriptors[0].revents)
      if seen & (POLLHUP | POLLERR | POLLNVAL) != 0 { return .ending(.unplugged) }
      return ready == 0 ? .quiet : .readable
    }

    /// Delivers what the kernel has queued; returns why there will be no more, or nil.
    ///
    /// A read that does not fill the buffer has emptied the queue, as a rule; `untilEmpty` makes
    /// sure.
    private mutating func fetch(
      _ deliver: (DeviceSignal) -> Void, untilEmpty: Bool
    ) -> DeviceEnd? {
      // A device that floods us is left for a moment now and then, to look at the stop switch.
      for _ in 0..<64 {
        switch buffer.fill(from: device.descriptor) {
        case .some(0): return .unplugged
        case .some: break
        case .none: return readingEnd(errno)
        }
        let isFull = buffer.isFull
        while let event = buffer.next() { take(event, deliver) }
        guard isFull || untilEmpty else { break }
      }
      return nil
    }

    /// What it means that a read failed; nil when it is only that there is nothing to read.
    private func readingEnd(_ code: Int32) -> DeviceEnd? {
      switch code {
      case EAGAIN, EINTR: nil
      case ENODEV, EIO: .unplugged
      default: .failed(failure("read", code))
      }
    }

    private mutating func take(_ event: RawEvent, _ deliver: (DeviceSignal) -> Void) {
      if isAlreadyInState(event) { return }
      switch assembly.receive(event) {
      case .frame(let events):
        follow(events)
        deliver(.frame(events))
      case .dropped(let notice, let unfinished):
        deliver(.gap(resynchronized(after: notice, unfinished: unfinished)))
      case nil: break
      }
    }

    private mutating func finish(_ end: DeviceEnd, _ deliver: (DeviceSignal) -> Void) {
      let unfinished = assembly.finish()
      if !unfinished.isEmpty { deliver(.frame(unfinished)) }
      deliver(.ended(end))
    }

    private func isAlreadyInState(_ event: RawEvent) -> Bool {
      device.stateMicroseconds.map { event.microseconds < $0 && !event.isDropped } ?? false
    }

    private func failure(_ action: String, _ code: Int32) -> DeviceError {
      .system(node: device.path, action: action, message: lastSystemMessage(code))
    }

    /// Tells libevdev what happened.
    private func follow(_ events: [RawEvent]) {
      let trackingID = UInt32(AbsoluteAxis.trackingID)
      for event in events {
        // A contact may follow another in its slot without a word; libevdev wants to see it lifted.
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

    /// Throws away what is queued, because the state that can be asked for is newer, and asks.
    private mutating func resynchronized(after notice: RawEvent, unfinished: Int) -> DroppedEvents {
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
