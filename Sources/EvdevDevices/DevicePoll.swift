import Glibc

/// Waits for several devices, the stop switch and a timeout, all on the calling thread.
///
/// A separate reading thread would add a thread switch to every report of a device. Because there is no such thread,
/// the receiver of the signals must not wait for a disk. While the receiver works, the kernel queues a limited number
/// of events, and reports if it had to drop any.
struct DevicePoll {
  private let devices: [DeviceReader]
  private let stop: StopSwitch
  private let quietMicroseconds: Int64?
  private let deadline: Int64?
  private var isOpen: [Bool]
  private var descriptors: [pollfd]

  init(_ devices: [DeviceReader], stop: StopSwitch, limits: ReadingLimits) {
    self.devices = devices
    self.stop = stop
    quietMicroseconds = limits.quietInterval.map { max(1000, microseconds(of: $0)) }
    deadline = limits.duration.map { monotonicMicroseconds() + microseconds(of: $0) }
    isOpen = devices.map { _ in true }
    descriptors = (devices.map(\.descriptor) + [stop.descriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Reads until all devices have ended or `deliver` returns false.
  ///
  /// `deliver` receives every signal with the index of the device. The last signal of each device is
  /// ``DeviceSignal/ended(_:)``.
  mutating func read<Failure: Error>(
    deliver: (Int, DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) {
    while isOpen.contains(true) {
      switch wait() {
      case .readable:
        for index in devices.indices where descriptors[index].revents != 0 {
          guard try fetch(index, deliver) else { return }
        }
      case .quiet:
        for index in devices.indices where isOpen[index] {
          guard try deliver(index, .quiet) else { return }
        }
      case .ending(let end):
        for index in devices.indices where isOpen[index] {
          guard try finish(index, end, deliver) else { return }
        }
        return
      }
    }
  }

  private enum Wakeup {
    case readable
    case quiet
    case ending(DeviceEnd)
  }

  /// Waits until a device can be read, nothing has happened for the quiet interval, or reading must end.
  private mutating func wait() -> Wakeup {
    let left = deadline.map { max(0, $0 - monotonicMicroseconds()) }
    let patience = [left, quietMicroseconds].compactMap { $0 }.min()
    // Rounded up, so that the wait does not end just before the deadline; -1 waits without a limit.
    let milliseconds = patience.map { Int32(clamping: ($0 + 999) / 1000) } ?? -1
    let ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    if ready < 0 {
      let code = errno
      for index in descriptors.indices { descriptors[index].revents = 0 }
      guard code != EINTR else { return .readable }
      return .ending(
        .failed(
          .system(
            node: devices.first?.path ?? "flickbook", action: "poll",
            message: lastSystemMessage(code))))
    }
    if descriptors[devices.count].revents != 0 { return .ending(.stopped) }
    if let deadline, monotonicMicroseconds() >= deadline { return .ending(.elapsed) }
    return ready == 0 ? .quiet : .readable
  }

  /// Delivers the queued events of a device and, if the device went away, its end.
  ///
  /// Returns false if `deliver` returned false.
  private mutating func fetch<Failure: Error>(
    _ index: Int, _ deliver: (Int, DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let seen = Int32(descriptors[index].revents)
    if seen & (POLLHUP | POLLERR | POLLNVAL) != 0 {
      return try finish(index, .unplugged, deliver)
    }
    let result = try devices[index].fetch(untilEmpty: false) { signal throws(Failure) in
      try deliver(index, signal)
    }
    switch result {
    case .empty: return true
    case .enough: return false
    case .ended(let end):
      close(index)
      return try devices[index].finish(end) { signal throws(Failure) in
        try deliver(index, signal)
      }
    }
  }

  /// Delivers the queued events of a device, which happened before the end, and then the end.
  ///
  /// Returns false if `deliver` returned false.
  private mutating func finish<Failure: Error>(
    _ index: Int, _ end: DeviceEnd, _ deliver: (Int, DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    close(index)
    let hand = { (signal: DeviceSignal) throws(Failure) in try deliver(index, signal) }
    switch try devices[index].fetch(untilEmpty: true, deliver: hand) {
    case .enough: return false
    case .empty: return try devices[index].finish(end, deliver: hand)
    case .ended(let earlier): return try devices[index].finish(earlier, deliver: hand)
    }
  }

  /// Stops reading a device; `poll` ignores negative descriptors.
  private mutating func close(_ index: Int) {
    isOpen[index] = false
    descriptors[index].fd = -1
  }
}
