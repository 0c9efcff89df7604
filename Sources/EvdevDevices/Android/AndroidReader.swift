import Quantities
import RecordingFormats
import TouchInput

/// Reads the events of a phone's touchscreen until something ends it.
///
/// What the kernel dropped stays in the events as it was said; the phone cannot be asked for the state
/// after it.
struct AndroidReader: ~Copyable {
  private let device: AndroidDevice
  private let stop: StopSwitch
  private let quietMicroseconds: Int64?
  private let deadline: Int64?
  private var stream: GeteventStream
  private var frame: [RawEvent] = []
  private var hasLeftOut = false

  /// A device that never sends a report has its events handed on in pieces of this size.
  ///
  /// Source: ours; 32 slots with all 13 axes are 448 events.
  private static let longestFrame = 4_096

  init(_ device: AndroidDevice, stop: StopSwitch, limits: ReadingLimits) {
    self.device = device
    self.stop = stop
    quietMicroseconds = limits.quietInterval.map { max(1_000, microseconds(of: $0)) }
    deadline = limits.duration.map { monotonicMicroseconds() + microseconds(of: $0) }
    stream = GeteventStream(named: "adb -s \(device.serial) shell getevent -lt \(device.path)")
  }

  /// Reads to the end and hands every signal to `deliver`, the end last, unless `deliver` says that it
  /// has enough.
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

  /// Takes a piece of what `adb` prints; false when that was enough, or cannot be read.
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

  /// Takes an event and hands on the frame that it ends; false when that was enough.
  private mutating func take<Failure: Error>(
    _ event: RawEvent, _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    guard RecordedCodes.contains(type: event.type, code: event.code) else {
      hasLeftOut = true
      return true
    }
    if event.isReport, frame.isEmpty, hasLeftOut {
      hasLeftOut = false
      return true
    }
    frame.append(event)
    guard event.isReport || frame.count >= Self.longestFrame else { return true }
    defer { frame.removeAll(keepingCapacity: true) }
    hasLeftOut = false
    return try deliver(.frame(frame))
  }

  /// Ends by choice: what `adb` has printed already happened before the end.
  private mutating func finish<Failure: Error>(
    _ adb: borrowing AdbProcess, _ end: DeviceEnd,
    _ deliver: (DeviceSignal) throws(Failure) -> Bool
  ) throws(Failure) {
    // A phone that is touched on and on does not keep the recording from ending.
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
