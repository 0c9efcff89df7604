import TouchInput

/// The memory layout of `struct input_event`.
enum RawEventLayout: CaseIterable {
  /// The layout of 64-bit systems, with 8 bytes each for the seconds and the microseconds, and 24 bytes in all.
  case wide
  /// The layout of 32-bit systems, with 4 bytes each for the seconds and the microseconds, and 16 bytes in all.
  case narrow

  /// The size of an event in bytes.
  var size: Int {
    switch self {
    case .wide: 24
    case .narrow: 16
    }
  }

  /// The layout of a file that consists only of events; nil for any other file.
  ///
  /// The first events must have types, codes and microseconds that the kernel uses, and the type of at least one event
  /// must not be `EV_SYN`. The last event of a file may be incomplete.
  static func of(_ bytes: Span<UInt8>) -> RawEventLayout? {
    // The layout whose event size divides the size of the file is more likely, so it is tried first.
    let whole = allCases.filter { bytes.count % $0.size == 0 }
    let cut = allCases.filter { bytes.count % $0.size != 0 }
    return (whole + cut).first { $0.fits(bytes) }
  }

  func fits(_ bytes: Span<UInt8>) -> Bool {
    let events = min(bytes.count / size, 64)
    var hasValues = false
    for index in 0..<events {
      // The highest event type is EV_MAX, 0x1f. The highest code of any type is KEY_MAX, 0x2ff.
      guard let event = event(at: index * size, of: bytes), event.type <= 0x1f, event.code <= 0x2ff
      else { return false }
      hasValues = hasValues || event.type != EventType.synchronization
    }
    return hasValues
  }

  /// The event at `offset`; nil if its time is impossible.
  func event(at offset: Int, of bytes: Span<UInt8>) -> RawEvent? {
    let half = size == 24 ? 8 : 4
    let seconds = bytes.littleEndian(at: offset, bytes: half)
    let fraction = bytes.littleEndian(at: offset + half, bytes: half)
    guard fraction < 1_000_000 else { return nil }
    // Seconds are signed, and microseconds are added to them. A time of −0.25 s is stored as −1 s and 750,000 µs.
    let signed = size == 24 ? Int64(bitPattern: seconds) : Int64(seconds)
    let time = signed &* 1_000_000 &+ Int64(fraction)
    // Splitting the sum again yields different numbers only if the sum has overflowed 64 bits.
    guard time.secondsAndMicroseconds == (signed, Int64(fraction)) else { return nil }
    let rest = offset + 2 * half
    return RawEvent(
      microseconds: time, type: UInt16(bytes.littleEndian(at: rest, bytes: 2)),
      code: UInt16(bytes.littleEndian(at: rest + 2, bytes: 2)),
      value: Int32(bitPattern: UInt32(bytes.littleEndian(at: rest + 4, bytes: 4))))
  }
}

/// A reader of files of little-endian `struct input_event`, such as `cat /dev/input/event0` writes.
enum RawEventReader {
  /// Reads a file piece by piece; `description` is the text of a device description.
  ///
  /// The beginning determines the layout. If the beginning fits both layouts, which happens with no real recording, the
  /// whole file is read into memory, and the size of the file determines the layout.
  static func file(
    beginning: [UInt8], more: (() -> [UInt8])?, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var bytes = beginning
    var more = more
    if RawEventLayout.allCases.filter({ $0.fits(bytes.span) }).count > 1 {
      while let part = more?(), !part.isEmpty { bytes += part }
      more = nil
    }
    guard let layout = RawEventLayout.of(bytes.span) else { throw .binary(file: file, offset: 0) }
    var recording = Recording(device: DeviceDescription())
    if more == nil { recording.events.reserveCapacity(bytes.count / layout.size) }
    var passed = 0
    while true {
      let taken = try take(bytes.span, layout, into: &recording.events, behind: passed, file: file)
      passed += taken
      bytes.removeFirst(taken)
      guard let part = more?(), !part.isEmpty else { break }
      bytes += part
    }
    var state: ListedState?
    if let description {
      state = try descriptions(in: description, beside: file).describe(&recording)
    }
    recording.describeByEvents()
    if let state { recording.takeInitialState(state) }
    let isCut = !bytes.isEmpty || recording.events.last?.isReport == false
    return RecordingFile(
      format: .raw, recordings: [recording],
      warnings: isCut ? [RecordingWarning(line: 1, kind: .cut)] : [], isCut: isCut)
  }

  /// Reads the complete events of a piece, and returns their size in bytes.
  private static func take(
    _ bytes: Span<UInt8>, _ layout: RawEventLayout, into events: inout [RawEvent],
    behind passed: Int, file: String
  ) throws(RecordingError) -> Int {
    var offset = 0
    while offset + layout.size <= bytes.count {
      guard let event = layout.event(at: offset, of: bytes) else {
        throw .binary(file: file, offset: passed + offset)
      }
      events.append(event)
      offset += layout.size
    }
    return offset
  }
}

extension Span where Element == UInt8 {
  /// The unsigned number in `bytes` bytes at `offset`, least significant byte first.
  fileprivate func littleEndian(at offset: Int, bytes: Int) -> UInt64 {
    var result: UInt64 = 0
    for index in 0..<bytes { result |= UInt64(self[offset + index]) << UInt64(index * 8) }
    return result
  }
}

extension Int64 {
  /// A time in microseconds, split into whole seconds, rounded down, and the remaining microseconds.
  fileprivate var secondsAndMicroseconds: (Int64, Int64) {
    let (seconds, fraction) = quotientAndRemainder(dividingBy: 1_000_000)
    return fraction < 0 ? (seconds - 1, fraction + 1_000_000) : (seconds, fraction)
  }
}
