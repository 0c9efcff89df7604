import TouchInput

/// Reads the text of `evemu-record`, versions 1.0 to 1.3.
///
///     # EVEMU 1.3
///     N: name, everything to the end of the line
///     I: bus vendor product version          4 hexadecimal numbers
///     P: 8 hexadecimal bytes of properties, repeated
///     B: type 8 hexadecimal bytes of codes, repeated
///     A: axis min max fuzz flat [resolution] the axis hexadecimal, the rest decimal
///     L: index state
///     S: index state
///     E: sec.usec type code value            two decimal, two hexadecimal, one decimal number
///
/// Lines come in this order. `sec.usec` are two whole numbers and no decimal fraction.
struct EvemuReader {
  let file: String
  private var device = DeviceDescription()
  private var hasName = false
  private var events: [RawEvent] = []
  private var warnings: [RecordingWarning] = []
  private var stage = Stage.start
  private var propertyBytes: [UInt8] = []
  private var codeBytes: [(type: UInt16, bits: [UInt8])] = []

  /// The kinds of lines in the order in which they must come.
  private enum Stage: Int {
    case start, name, identity, properties, codes, axes, leds, switches, events
  }

  init(file: String) { self.file = file }

  /// Reads a file, and the description beside it when it has events only.
  static func file(
    in bytes: Span<UInt8>, from start: Int, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var reader = EvemuReader(file: file)
    try reader.read(bytes, from: start)
    if !reader.hasName {
      guard let description else { throw .needsDescription(file: file) }
      var describing = EvemuReader(file: file + " (its description)")
      try describing.read(description.span, from: contentStart(of: description.span))
      guard describing.hasName else {
        throw .malformed(
          file: describing.file, line: 1, found: "no line 'N: NAME'",
          expected: "the description of a device")
      }
      reader.device = describing.device
    }
    return RecordingFile(
      format: .evemu, recordings: [Recording(device: reader.device, events: reader.events)],
      warnings: reader.warnings, isCut: !reader.warnings.isEmpty)
  }

  private mutating func read(_ bytes: Span<UInt8>, from start: Int) throws(RecordingError) {
    var line = bytes.line(at: start, number: 1)
    var last = line.number
    while line.start < bytes.count {
      let first = bytes.skippingBlanks(from: line.start, to: line.end)
      if first < line.end {
        if bytes[first] == ASCII.numberSign {
          try checkVersion(line, at: first, of: bytes)
        } else {
          try take(line, at: first, of: bytes)
        }
      }
      last = line.number
      line = bytes.line(after: line)
    }
    finishDevice()
    if warnings.isEmpty, events.last?.isReport == false {
      warnings.append(RecordingWarning(line: last, kind: .cut))
    }
  }

  private mutating func take(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    do throws(RecordingError) {
      if bytes.has("E:", at: first, before: line.end) {
        stage = .events
        try takeEvent(line, from: first + 2, of: bytes)
      } else {
        try takeDescription(line, at: first, of: bytes)
      }
    } catch {
      // A recorder that was killed leaves part of a line.
      guard !line.isTerminated, stage == .events else { throw error }
      warnings.append(RecordingWarning(line: line.number, kind: .cut))
    }
  }

  /// Only the first line names the version; without it, it is 1.0.
  private func checkVersion(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    guard line.number == 1, bytes.has("# EVEMU ", at: first, before: line.end) else { return }
    var index = bytes.skippingBlanks(from: first + 8, to: line.end)
    let version = index
    let major = bytes.decimal(at: &index, before: line.end)
    if index < line.end, bytes[index] == ASCII.point { index += 1 }
    let minor = bytes.decimal(at: &index, before: line.end)
    guard major == 1, let minor, minor <= 3 else {
      throw .unsupportedVersion(
        file: file, line: 1, found: printable(bytes, version..<line.end),
        expected: "versions 1.0 to 1.3")
    }
  }

  private func malformed(
    _ line: TextLine, of bytes: Span<UInt8>, _ expected: String
  ) -> RecordingError {
    .malformed(file: file, line: line.number, found: bytes.printable(line), expected: expected)
  }
}

// MARK: Events

extension EvemuReader {
  private mutating func takeEvent(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    var index = bytes.skippingBlanks(from: start, to: line.end)
    let time = bytes.dottedTime(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let type = bytes.hexadecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let code = bytes.hexadecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    let value = bytes.signedDecimal(at: &index, before: line.end)
    index = bytes.skippingBlanks(from: index, to: line.end)
    guard let time, let type, let code, let value,
      index == line.end || bytes[index] == ASCII.numberSign
    else {
      throw malformed(line, of: bytes, "'E: sec.usec TYPE CODE VALUE' (TYPE and CODE hexadecimal)")
    }
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code),
      let value = Int32(exactly: value)
    else {
      throw .outOfRange(
        file: file, line: line.number, found: bytes.printable(line),
        expected: "16 bits for type and code and 32 bits for the value")
    }
    events.append(RawEvent(microseconds: time, type: type, code: code, value: value))
  }
}

extension Span where Element == UInt8 {
  /// Reads `sec.usec`, two whole numbers, as microseconds, and moves `index` behind it.
  ///
  /// Returns nil when there is anything else, a million microseconds or more, or an overflow.
  @inline(__always)
  func dottedTime(at index: inout Int, before end: Int) -> Int64? {
    var position = index
    guard let seconds = decimal(at: &position, before: end), position < end,
      self[position] == ASCII.point
    else { return nil }
    position += 1
    guard let fraction = decimal(at: &position, before: end), fraction < 1_000_000,
      let time = microseconds(seconds: seconds, microseconds: fraction)
    else { return nil }
    index = position
    return time
  }
}

// MARK: Device

extension EvemuReader {
  private mutating func takeDescription(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    guard first + 1 < line.end, bytes[first + 1] == ASCII.colon,
      let found = Self.stage(of: bytes[first])
    else {
      throw malformed(line, of: bytes, "one of 'N:', 'I:', 'P:', 'B:', 'A:', 'L:', 'S:', 'E:'")
    }
    guard found.rawValue >= stage.rawValue, found != .name || stage == .start else {
      throw malformed(
        line, of: bytes, "a line that may follow (the order is N, I, P, B, A, L, S, E)")
    }
    stage = found
    let start = bytes.skippingBlanks(from: first + 2, to: line.end)
    switch found {
    case .name:
      device.name = bytes.text(start..<bytes.trimmingBlanks(from: start, to: line.end))
      hasName = true
    case .identity: try takeIdentity(line, from: start, of: bytes)
    case .properties:
      propertyBytes += try hexadecimalBytes(line, from: start, of: bytes, "'P: 8 bytes'")
    case .codes: try takeCodes(line, from: start, of: bytes)
    case .axes: try takeAxis(line, from: start, of: bytes)
    case .start, .leds, .switches, .events: break
    }
  }

  private static func stage(of letter: UInt8) -> Stage? {
    switch letter {
    case UInt8(ascii: "N"): .name
    case UInt8(ascii: "I"): .identity
    case UInt8(ascii: "P"): .properties
    case UInt8(ascii: "B"): .codes
    case UInt8(ascii: "A"): .axes
    case UInt8(ascii: "L"): .leds
    case UInt8(ascii: "S"): .switches
    default: nil
    }
  }

  private mutating func takeIdentity(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let expected = "'I: BUS VENDOR PRODUCT VERSION', four hexadecimal numbers of 16 bits"
    var index = start
    var numbers: [UInt16] = []
    while index < line.end, bytes[index] != ASCII.numberSign {
      guard let number = bytes.hexadecimal(at: &index, before: line.end),
        let number = UInt16(exactly: number), numbers.count < 4
      else { throw malformed(line, of: bytes, expected) }
      numbers.append(number)
      index = bytes.skippingBlanks(from: index, to: line.end)
    }
    guard numbers.count == 4 else { throw malformed(line, of: bytes, expected) }
    device.identity = DeviceDescription.Identity(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }

  private mutating func takeCodes(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let expected = "'B: TYPE 8 bytes', hexadecimal"
    let numbers = try hexadecimalBytes(line, from: start, of: bytes, expected)
    guard let type = numbers.first else { throw malformed(line, of: bytes, expected) }
    if codeBytes.last?.type != UInt16(type) {
      guard codeBytes.last.map({ $0.type < UInt16(type) }) ?? true else {
        throw malformed(line, of: bytes, "types in ascending order")
      }
      codeBytes.append((UInt16(type), []))
    }
    codeBytes[codeBytes.count - 1].bits += numbers.dropFirst()
    guard codeBytes[codeBytes.count - 1].bits.count <= 8_192 else {
      throw malformed(line, of: bytes, "at most 65536 codes of a type")
    }
  }

  private mutating func takeAxis(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    let expected = "'A: AXIS MIN MAX FUZZ FLAT [RESOLUTION]' (AXIS hexadecimal, the rest 32 bits)"
    var index = start
    guard let code = bytes.hexadecimal(at: &index, before: line.end),
      let code = UInt16(exactly: code)
    else { throw malformed(line, of: bytes, expected) }
    index = bytes.skippingBlanks(from: index, to: line.end)
    var numbers: [Int32] = []
    while index < line.end, bytes[index] != ASCII.numberSign {
      guard let number = bytes.signedDecimal(at: &index, before: line.end),
        let number = Int32(exactly: number), numbers.count < 5
      else { throw malformed(line, of: bytes, expected) }
      numbers.append(number)
      index = bytes.skippingBlanks(from: index, to: line.end)
    }
    guard numbers.count >= 4, (device.axes.last?.code).map({ $0 < code }) ?? true else {
      throw malformed(line, of: bytes, expected + ", by ascending axis")
    }
    device.axes.append(
      DeviceDescription.Axis(
        code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers.count > 4 ? numbers[4] : 0))
  }

  private func hexadecimalBytes(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>, _ expected: String
  ) throws(RecordingError) -> [UInt8] {
    var index = start
    var result: [UInt8] = []
    while index < line.end, bytes[index] != ASCII.numberSign {
      guard let number = bytes.hexadecimal(at: &index, before: line.end),
        let byte = UInt8(exactly: number)
      else { throw malformed(line, of: bytes, expected) }
      result.append(byte)
      index = bytes.skippingBlanks(from: index, to: line.end)
    }
    guard result.count <= 65_536, propertyBytes.count <= 8_192 else {
      throw malformed(line, of: bytes, expected)
    }
    return result
  }

  /// Turns the bitmaps into lists of codes.
  private mutating func finishDevice() {
    device.properties = codes(in: propertyBytes)
    for (type, bits) in codeBytes {
      // The bitmap of EV_SYN holds the event types; the codes of EV_SYN are the same for all devices.
      let isTypes = type == EventType.synchronization
      let codes = isTypes ? Array(Synchronization.all) : codes(in: bits)
      if !codes.isEmpty { device.codes.append(DeviceDescription.Codes(type: type, codes: codes)) }
    }
  }

  private func codes(in bits: [UInt8]) -> [UInt16] {
    var result: [UInt16] = []
    for (index, byte) in bits.prefix(8_192).enumerated() {
      for bit in 0..<8 where byte & (1 << bit) != 0 { result.append(UInt16(index * 8 + bit)) }
    }
    return result
  }
}
