import TouchInput

/// Writes recordings like the output of `getevent -lp` followed by the output of `getevent -lt`.
///
/// The format cannot store gaps, slots at the start, intent, note, source and clock. Line ends in names become spaces.
/// A star marks a key that was pressed at the start. A device without a path gets the path `/dev/input/eventN`, where N
/// is the index of its recording.
func geteventText(of recordings: [Recording]) -> [UInt8] {
  var text: [UInt8] = []
  let paths = recordings.enumerated().map { index, recording in
    recording.device.node.hasPrefix("/dev/")
      ? recording.device.node.onOneLine : "/dev/input/event\(index)"
  }
  for (index, recording) in recordings.enumerated() {
    text.append("add device \(index + 1): \(paths[index])\n")
    text.appendGetevent(recording)
  }
  var digits: [UInt8] = []
  for (index, recording) in recordings.enumerated() {
    for event in recording.events {
      // The time is formatted in a separate array, because formatting it within `text` would copy the whole text.
      digits.removeAll(keepingCapacity: true)
      digits.appendDottedTime(event.microseconds)
      text.append("[")
      for _ in 0..<max(0, 15 - digits.count) { text.append(ASCII.space) }
      text += digits
      text.append("] \(paths[index]): ")
      text.appendGetevent(event)
    }
  }
  return text
}

extension [UInt8] {
  fileprivate mutating func appendGetevent(_ recording: Recording) {
    let device = recording.device
    for (word, number): (StaticString, UInt16) in [
      ("bus:     ", device.identity.bus), ("vendor   ", device.identity.vendor),
      ("product  ", device.identity.product), ("version  ", device.identity.version),
    ] {
      append("  ")
      append(word)
      append(hexadecimal: number, width: 4)
      append(ASCII.lineFeed)
    }
    append("  name:     \"\(device.name.onOneLine)\"\n  events:\n")
    for codes in device.codesWithAxes where codes.type != EventType.synchronization {
      append("    ")
      let name = EventNames.name(ofType: codes.type)?.description.dropFirst(3)
      append(String(name ?? "???"))
      append(" (")
      append(hexadecimal: codes.type, width: 4)
      append("):")
      for code in codes.codes {
        append(codes.type == EventType.absolute ? "\n      " : " ")
        appendCode(code, type: codes.type)
        if codes.type == EventType.absolute { appendAxis(code, of: recording) }
        let isHeld = recording.initial?.heldButtons.contains(code) ?? false
        if codes.type == EventType.key, isHeld { append(ASCII.asterisk) }
      }
      append(ASCII.lineFeed)
    }
    append("  input props:\n")
    for property in device.properties {
      append("    ")
      append(EventNames.name(ofProperty: property)?.description ?? "<unknown>")
      append(ASCII.lineFeed)
    }
  }

  private mutating func appendAxis(_ code: UInt16, of recording: Recording) {
    let axis = recording.device.axis(code) ?? .unknown(code)
    append(" : ")
    // An unknown value is omitted, because 0 would read as a known value.
    if let value = recording.initial?.value(ofAxis: code) { append("value \(value), ") }
    append("min \(axis.minimum), max \(axis.maximum), fuzz \(axis.fuzz), flat \(axis.flat)")
    append(", resolution \(axis.resolution)")
  }

  private mutating func appendCode(_ code: UInt16, type: UInt16) {
    if let name = EventNames.name(of: code, type: type) {
      append(name)
    } else {
      append(hexadecimal: code, width: 4)
    }
  }

  fileprivate mutating func appendGetevent(_ event: RawEvent) {
    var start = count
    if let name = EventNames.name(ofType: event.type) {
      append(name)
    } else {
      append(hexadecimal: event.type, width: 4)
    }
    pad(from: start, to: 12)
    append(ASCII.space)
    start = count
    appendCode(event.code, type: event.type)
    pad(from: start, to: 20)
    append(ASCII.space)
    append(hexadecimal: UInt32(bitPattern: event.value), width: 8)
    append(ASCII.lineFeed)
  }
}
