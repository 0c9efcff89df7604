import TouchInput

/// Writes the contacts of a recording as comma-separated values; see ``TouchTableReader``.
///
/// Buttons, other axes and the exact events are lost. A contact that is still down at the end of the recording has no
/// end in the table. A coordinate that the device had not reported yet is replaced by the next reported value, and
/// marked in the column `guessed`. Tables without such coordinates do not have this column.
func touchTableText(of recording: Recording) -> [UInt8] {
  var frames: [ContactReport] = []
  var reader = ContactReader(of: recording)
  for event in recording.clockCorrection.recording.events {
    if let frame = reader.receive(event) { frames.append(frame) }
  }
  let hasGuesses = frames.contains { $0.contacts.contains { $0.isPositionGuessed } }
  var text: [UInt8] = []
  text.appendHead(of: recording.device)
  text.append("microseconds,contact,phase,x,y,pressure")
  text.append(hasGuesses ? ",guessed\n" : "\n")
  var last: Int64?
  for frame in frames where !frame.contacts.isEmpty {
    // Lines with the same time form one report, so an empty line separates two reports with the same time.
    if frame.microseconds == last { text.append(ASCII.lineFeed) }
    last = frame.microseconds
    for contact in frame.contacts {
      text.appendRow(contact, at: frame.microseconds, hasGuesses: hasGuesses)
    }
  }
  return text
}

extension [UInt8] {
  fileprivate mutating func appendHead(of device: DeviceDescription) {
    append("# flickbook touches\n# name: \(device.name.onOneLine)\n# properties:")
    // A table does not store codes. If the device's kind follows from its codes, the table needs a property for the
    // kind.
    let isTold = DeviceDescription(properties: device.properties).kind == device.kind
    let properties = isTold ? device.properties : [DeviceProperty.pointer] + device.properties
    for property in properties { append(" \(property)") }
    append(ASCII.lineFeed)
    appendRange("x", of: device, AbsoluteAxis.positionX, or: AbsoluteAxis.x)
    appendRange("y", of: device, AbsoluteAxis.positionY, or: AbsoluteAxis.y)
  }

  /// Appends the range of the axis that determines positions: the first axis with a range.
  private mutating func appendRange(
    _ name: StaticString, of device: DeviceDescription, _ code: UInt16, or other: UInt16
  ) {
    let axes = [device.axis(code), device.axis(other)].compactMap { $0 }
    guard let axis = axes.first(where: { $0.maximum > $0.minimum }) ?? axes.first else { return }
    append("# ")
    append(name)
    append(": \(axis.minimum) \(axis.maximum) \(axis.resolution)\n")
  }

  fileprivate mutating func appendRow(
    _ contact: Contact, at microseconds: Int64, hasGuesses: Bool
  ) {
    append(decimal: microseconds)
    append(",\(contact.id),\(contact.phase.rawValue),")
    append(decimal: Int32(exactly: contact.x.rounded()) ?? 0)
    append(",")
    append(decimal: Int32(exactly: contact.y.rounded()) ?? 0)
    append(",")
    if let pressure = contact.pressure { append(decimal: pressure) }
    if hasGuesses {
      append(",")
      if contact.isGuessedX { append("x") }
      if contact.isGuessedY { append("y") }
    }
    append(ASCII.lineFeed)
  }
}
