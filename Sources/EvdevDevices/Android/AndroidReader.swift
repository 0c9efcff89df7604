import Quantities
import RecordingFormats
import TouchInput

/// Reads the events of a phone's touchscreen until a limit, the stop switch or the phone ends the reading.
///
/// If the kernel drops events, the reader delivers its `SYN_DROPPED` event in a frame and not as a gap, because it
/// cannot read the state after the drop from the phone.
struct AndroidReader: ~Copyable {
  private let device: AndroidDevice
  private let stop: StopSwitch
  private let quietMicroseconds: Int64?
  private let deadline: Int64?
  private var stream: GeteventStream
  private var frame: [RawEvent] = []
  private var hasRemovedEvents = false

  /// The maximum number of events in a frame; a longer frame is split.
  ///
  /// A device may never send a `SYN_REPORT`, so the number must be limited.
  ///
  /// The limit is our choice. A frame of 32 slots with all 13 axes has only 448 events.
  private static let longestFrame = 4_096

  init(_ device: AndroidDevice, stop: StopSwitch, limits: ReadingLimits) {
    self.device = device
    self.stop = stop
    quietMicroseconds = limits.quietInterval.map { max(1_000, microseconds(of: $0)) }
    deadline = limits.duration.map { monotonicMicroseconds() + microseconds(of: $0) }
    stream = GeteventStream(named: "adb -s \(device.serial) shell getevent -lt \(device.path)")
  }

  /// Reads until the end or until `deliver` returns false; the last signal that `deliver` receives is the end.
  mutating func read<Failure: Error>(
    deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) {
    let adb: AdbProcess
    do throws(AdbError) {
      adb = try AdbProcess(["-s", device.serial, "shell", "getevent", "-lt", device.path])
    } catch {
      return try finish(.failed(.adb(error)), deliver)
    }
    while true {
      let left = deadline.map { max(0, $0 - monotonicMicroseconds()) }
      let patience = [left, quietMicroseconds].compactMap { $0 }.min()
      let milliseconds = patience.map { Int32(clamping: ($0 + 999) / 1_000) } ?? -1
      let wakeup = adb.wait(stop: stop, milliseconds: milliseconds)
      if case .stopped = wakeup { return try finish(adb, .stopped, deliver) }
      if let deadline, monotonicMicroseconds() >= deadline {
        return try finish(adb, .elapsed, deliver)
      }
      guard case .readable = wakeup else {
        guard try deliver(.quiet) else { return }
        continue
      }
      guard let piece = adb.read() else {
        return try finish(.failed(.adb(.ended(path: device.path, said: adb.said))), deliver)
      }
      guard try take(piece, deliver) else { return }
    }
  }

  /// Receives a piece of the output of `adb`; returns false if the piece is malformed or `deliver` returned
  /// false.
  private mutating func take<Failure: Error>(
    _ piece: ArraySlice<UInt8>, _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var events: [RawEvent] = []
    var failure: RecordingError?
    do throws(RecordingError) { try stream.receive(piece, into: &events) } catch {
      failure = error
    }
    for event in events {
      guard try take(event, deliver) else { return false }
    }
    guard let failure else { return true }
    try finish(.failed(.adb(.unreadable(message: failure.description))), deliver)
    return false
  }

  /// Receives an event, and delivers the frame that it completes; returns false if `deliver` returned false.
  private mutating func take<Failure: Error>(
    _ event: RawEvent, _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard RecordedCodes.contains(type: event.type, code: event.code) else {
      hasRemovedEvents = true
      return true
    }
    // If all events of a frame were removed, its SYN_REPORT is removed, too.
    if event.isReport, frame.isEmpty, hasRemovedEvents {
      hasRemovedEvents = false
      return true
    }
    frame.append(event)
    guard event.isReport || frame.count >= Self.longestFrame else { return true }
    defer { frame.removeAll(keepingCapacity: true) }
    hasRemovedEvents = false
    return try deliver(.frame(frame))
  }

  /// Delivers the output that `adb` has already printed, and then ends the reading.
  private mutating func finish<Failure: Error>(
    _ adb: borrowing AdbProcess, _ end: DeviceEnd,
    _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) {
    // The number of pieces is limited, so that reading ends even if the user keeps touching the screen.
    for _ in 0..<64 {
      guard adb.hasOutput, let piece = adb.read() else { break }
      guard try take(piece, deliver) else { return }
    }
    try finish(end, deliver)
  }

  private mutating func finish<Failure: Error>(
    _ end: DeviceEnd, _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) {
    if !frame.isEmpty { guard try deliver(.frame(frame)) else { return } }
    _ = try deliver(.ended(end))
  }
}
