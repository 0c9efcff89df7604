import TouchInput

/// Writes a recording like the output of `evtest` 1.35.
///
/// `evtest` does not print the value of `EV_SYN` events, so `EV_SYN` events with a value other than 0 are written like
/// events of other types. The format cannot store gaps, slots at the start, intent, note, source and clock. Line ends
/// in the name become spaces.
func evtestText(of recording: Recording) -> [UInt8] {
  var text: [UInt8] = []
  text.append("Input driver version is 1.0.1\nInput device ID:")
  let identity = recording.device.identity
  for (word, number): (StaticString, UInt16) in [
    (" bus 0x", identity.bus), (" vendor 0x", identity.vendor), (" product 0x", identity.product),
    (" version 0x", identity.version),
  ] {
    text.append(word)
    text.append(hexadecimal: number, width: 1)
  }
  text.append("\nInput device name: \"")
  text.append(recording.device.name.onOneLine)
  text.append("\"\nSupported events:\n")
  for codes in recording.device.codesWithAxes {
    text.append("  Event type \(codes.type) ")
    text.appendName(EventNames.name(ofType: codes.type))
    guard codes.type != EventType.synchronization else { continue }
    for code in codes.codes {
      text.append("    Event code \(code) (")
      text.append(EventNames.name(of: code, type: codes.type) ?? "?")
      text.append(")")
      if codes.type == EventType.key, let initial = recording.initial {
        text.append(initial.heldButtons.contains(code) ? " state 1" : " state 0")
      }
      text.append(ASCII.lineFeed)
      if codes.type == EventType.absolute { text.appendAxis(code, of: recording) }
    }
  }
  text.append("Properties:\n")
  for property in recording.device.properties {
    text.append("  Property type \(property) ")
    text.appendName(EventNames.name(ofProperty: property))
  }
  text.append("Testing ... (interrupt to exit)\n")
  for event in recording.events { text.appendEvtest(event) }
  return text
}

extension [UInt8] {
  fileprivate mutating func appendName(_ name: StaticString?) {
    append("(")
    append(name ?? "?")
    append(")\n")
  }

  fileprivate mutating func appendAxis(_ code: UInt16, of recording: Recording) {
    let axis = recording.device.axis(code) ?? .unknown(code)
    if let value = recording.initial?.value(ofAxis: code) { append("      Value \(value)\n") }
    append("      Min   \(axis.minimum)\n      Max   \(axis.maximum)\n")
    if axis.fuzz != 0 { append("      Fuzz  \(axis.fuzz)\n") }
    if axis.flat != 0 { append("      Flat  \(axis.flat)\n") }
    if axis.resolution != 0 { append("      Resolution \(axis.resolution)\n") }
  }

  fileprivate mutating func appendEvtest(_ event: RawEvent) {
    append("Event: time ")
    appendDottedTime(event.microseconds)
    append(", ")
    let isSeparator = event.type == EventType.synchronization && event.value == 0
    if isSeparator, event.code <= Synchronization.dropped {
      switch event.code {
      case Synchronization.contactReport: append("++++++++++++++ SYN_MT_REPORT ++++++++++++\n")
      case Synchronization.dropped: append(">>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n")
      case Synchronization.configuration: append("-------------- SYN_CONFIG ------------\n")
      default: append("-------------- SYN_REPORT ------------\n")
      }
      return
    }
    append("type \(event.type) (")
    append(EventNames.name(ofType: event.type) ?? "?")
    append("), code \(event.code) (")
    append(EventNames.name(of: event.code, type: event.type) ?? "?")
    append("), value ")
    if EvtestValues.areHexadecimal(type: event.type, code: event.code) {
      append(hexadecimal: UInt32(bitPattern: event.value), width: 2)
    } else {
      append(decimal: event.value)
    }
    append(ASCII.lineFeed)
  }

  /// Appends `sec.usec` with six digits after the point.
  mutating func appendDottedTime(_ microseconds: Int64) {
    let time = wrappedTime(microseconds)
    append(decimal: time.seconds)
    append(ASCII.point)
    append(decimal: time.microseconds, width: 6, padding: ASCII.zero)
  }
}

extension Recording.InitialState {
  /// The value of an axis that does not belong to a slot, or the current slot for `ABS_MT_SLOT`; nil if unknown.
  func value(ofAxis code: UInt16) -> Int32? {
    code == AbsoluteAxis.slot ? currentSlot : values.first { $0.code == code }?.value
  }
}

extension String {
  /// The text with a space in place of every control character, for formats that have no escapes.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
