import TouchInput

/// Writes a recording as evemu 1.3.
///
/// The format cannot store gaps, the state at the start, intent, note, source and clock. Line ends in the name become
/// spaces. A device without a name gets the name "unknown", because evemu requires a name. The bitmaps have a fixed
/// size, so they omit types above 0x1f and codes beyond the kernel's ranges. Events with these types and codes are
/// still written.
func evemuText(of recording: Recording) -> [UInt8] {
  let device = recording.device
  let name = device.name.isEmpty ? "unknown" : device.name.onOneLine
  var text: [UInt8] = []
  text.append("# EVEMU 1.3\n# Input device name: \"\(name)\"\nN: \(name)\nI:")
  let identity = device.identity
  for number in [identity.bus, identity.vendor, identity.product, identity.version] {
    text.append(ASCII.space)
    text.append(hexadecimal: number, width: 4)
  }
  text.append(ASCII.lineFeed)
  text.appendBitmap("P:", device.properties, count: 32)
  text.appendBitmap("B: 00", device.codes.map(\.type) + [EventType.synchronization], count: 64)
  for (type, count) in evemuCodeCounts {
    let codes = device.codes.first { $0.type == type }?.codes ?? []
    var prefix: [UInt8] = []
    prefix.append("B: ")
    prefix.append(hexadecimal: type, width: 2)
    text.appendBitmap(String(decoding: prefix, as: UTF8.self), codes, count: count)
  }
  for axis in device.describedAxes {
    text.append("A: ")
    text.append(hexadecimal: axis.code, width: 2)
    text.append(" \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) \(axis.resolution)\n")
  }
  text.append("################################\n#      Waiting for events      #\n")
  text.append("################################\n")
  for event in recording.events { text.appendEvemu(event) }
  return text
}

/// The event types in an evemu description after `EV_SYN`, and the sizes of their bitmaps in bits.
///
/// Source: the number of codes of each type in input-event-codes.h, rounded up to a multiple of 8 bytes as in evemu.
private let evemuCodeCounts: [(type: UInt16, count: Int)] = [
  (0x01, 768), (0x02, 64), (0x03, 64), (0x04, 64), (0x05, 64), (0x11, 64), (0x12, 64),
  (0x14, 64), (0x15, 128),
]

extension [UInt8] {
  /// Appends a bitmap of `count` bits, in lines of 8 bytes, in which the bits of `codes` are set.
  fileprivate mutating func appendBitmap(_ prefix: String, _ codes: [UInt16], count: Int) {
    var bitmap = [UInt8](repeating: 0, count: Swift.max(count / 8, 8))
    for code in codes where Int(code) < count { bitmap[Int(code) / 8] |= 1 << (code % 8) }
    for (index, byte) in bitmap.enumerated() {
      if index % 8 == 0 { append(prefix) }
      append(ASCII.space)
      append(hexadecimal: byte, width: 2)
      if index % 8 == 7 { append(ASCII.lineFeed) }
    }
  }

  fileprivate mutating func appendEvemu(_ event: RawEvent) {
    append("E: ")
    appendDottedTime(event.microseconds)
    append(ASCII.space)
    append(hexadecimal: event.type, width: 4)
    append(ASCII.space)
    append(hexadecimal: event.code, width: 4)
    append(ASCII.space)
    append(decimal: event.value, width: 4, padding: ASCII.zero)
    append("\t# ")
    appendNames(of: event)
    append(decimal: event.value)
    append(ASCII.lineFeed)
  }
}
