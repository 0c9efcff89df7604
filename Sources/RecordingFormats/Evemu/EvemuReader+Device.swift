import TouchInput

extension EvemuReader {
  /// Reads a line of the device description.
  mutating func takeDescription(
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
    // 8,192 bytes have a bit for each of the 65,536 codes of a type.
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
    let axis = DeviceDescription.Axis(
      code: code, minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
    if !axis.isUnknown { device.axes.append(axis) }
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

  /// Converts the bitmaps to lists of codes.
  mutating func finishDevice() {
    device.properties = codes(in: propertyBytes)
    for (type, bits) in codeBytes {
      // The bitmap of EV_SYN lists the event types instead of codes. The codes of EV_SYN are the same on every device.
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
