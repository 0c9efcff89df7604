import TouchInput

/// The device description that `evtest` prints before the events.
struct EvtestDevice {
  private var device = DeviceDescription()
  private var codes: [UInt16: Set<UInt16>] = [:]
  private var axes: [UInt16: DeviceDescription.Axis] = [:]
  private var values: [UInt16: Int32] = [:]
  private var held: Set<UInt16> = []
  private var released: Set<UInt16> = []
  private var type: UInt16?
  private var axis: UInt16?

  /// Reads a line of the description; any other line is skipped.
  mutating func take(
    _ line: TextLine, from first: Int, of bytes: Span<UInt8>, file: String
  ) throws(RecordingError) {
    let end = line.end
    if let start = bytes.skipping("Input device name:", at: first, to: end) {
      device.name = unquoted(start..<bytes.trimmingBlanks(from: start, to: end), of: bytes)
    } else if let start = bytes.skipping("Input device ID:", at: first, to: end) {
      device.identity = try identity(line, from: start, of: bytes, file: file)
    } else if let start = bytes.skipping("Event type", at: first, to: end) {
      let number = try number(line, from: start, of: bytes, file: file)
      type = number
      axis = nil
      codes[number, default: []] = []
    } else if let start = bytes.skipping("Event code", at: first, to: end), let type {
      let code = try number(line, from: start, of: bytes, file: file)
      codes[type, default: []].insert(code)
      if type == EventType.key { takeState(of: code, start..<end, of: bytes) }
      axis = type == EventType.absolute ? code : nil
      if let axis { axes[axis] = DeviceDescription.Axis.unknown(axis) }
    } else if let start = bytes.skipping("Property type", at: first, to: end) {
      let property = try number(line, from: start, of: bytes, file: file)
      if !device.properties.contains(property), device.properties.count < 64 {
        device.properties.append(property)
      }
    } else if bytes.has("Key repeat handling:", at: first, before: end) {
      // The values after this line describe key repetition and not an axis.
      (type, axis) = (nil, nil)
    } else if let axis {
      try takeRange(of: axis, line, from: first, of: bytes, file: file)
    }
  }

  /// The device, and its state at the start of the recording as the description lists it.
  mutating func finished() -> (DeviceDescription, ListedState) {
    if !codes.isEmpty { codes[EventType.synchronization] = Set(Synchronization.all) }
    device.codes = codes.keys.sorted().map { type in
      DeviceDescription.Codes(type: type, codes: (codes[type] ?? []).sorted())
    }
    device.axes = axes.values.filter { !$0.isUnknown }.sorted { $0.code < $1.code }
    device.properties.sort()
    return (device, ListedState(values: values, held: held, released: released))
  }

  /// Reads `state 1` after the name of a key; older versions of `evtest` do not print this state.
  private mutating func takeState(
    of code: UInt16, _ range: Range<Int>, of bytes: Span<UInt8>
  ) {
    guard let word = bytes.index(of: ") state ", in: range) else { return }
    var index = bytes.skippingBlanks(from: word + 8, to: range.upperBound)
    switch bytes.decimal(at: &index, before: range.upperBound) {
    case 0: released.insert(code)
    case 1: held.insert(code)
    default: break
    }
  }

  private mutating func takeRange(
    of axis: UInt16, _ line: TextLine, from first: Int, of bytes: Span<UInt8>, file: String
  ) throws(RecordingError) {
    for (word, field): (StaticString, WritableKeyPath<DeviceDescription.Axis, Int32>?) in [
      ("Min ", \.minimum), ("Max ", \.maximum), ("Fuzz ", \.fuzz), ("Flat ", \.flat),
      ("Resolution ", \.resolution), ("Value ", nil),
    ] {
      guard var start = bytes.skipping(word, at: first, to: line.end) else { continue }
      guard let number = bytes.signedDecimal(at: &start, before: line.end),
        let value = Int32(exactly: number)
      else {
        throw .malformed(
          file: file, line: line.number, found: bytes.printable(line),
          expected: "a number of 32 bits")
      }
      if let field { axes[axis]?[keyPath: field] = value } else { values[axis] = value }
      return
    }
  }

  private func unquoted(_ range: Range<Int>, of bytes: Span<UInt8>) -> String {
    guard range.count > 1, bytes[range.lowerBound] == ASCII.quote,
      bytes[range.upperBound - 1] == ASCII.quote
    else { return bytes.text(range) }
    return bytes.text(range.lowerBound + 1..<range.upperBound - 1)
  }

  private func identity(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>, file: String
  ) throws(RecordingError) -> DeviceDescription.Identity {
    var numbers: [UInt16] = []
    for word in ["bus 0x", "vendor 0x", "product 0x", "version 0x"] as [StaticString] {
      guard let found = bytes.index(of: word, in: start..<line.end) else { break }
      var index = found + word.utf8CodeUnitCount
      guard let number = bytes.hexadecimal(at: &index, before: line.end),
        let number = UInt16(exactly: number)
      else { break }
      numbers.append(number)
    }
    guard numbers.count == 4 else {
      throw .malformed(
        file: file, line: line.number, found: bytes.printable(line),
        expected: "'bus 0x… vendor 0x… product 0x… version 0x…' of 16 bits each")
    }
    return DeviceDescription.Identity(
      bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
  }

  private func number(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>, file: String
  ) throws(RecordingError) -> UInt16 {
    var index = start
    guard let number = bytes.decimal(at: &index, before: line.end),
      let number = UInt16(exactly: number)
    else {
      throw .malformed(
        file: file, line: line.number, found: bytes.printable(line),
        expected: "a number of 16 bits")
    }
    return number
  }
}
