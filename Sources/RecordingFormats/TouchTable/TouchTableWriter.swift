import TouchInput

/// Writes the contacts of a recording as comma-separated values; see ``TouchTableReader``.
///
/// Buttons, other axes and the exact events are lost. A contact that is down at the end stays so.
func touchTableText(of recording: Recording) -> [UInt8] {
  var text: [UInt8] = []
  text.append("# flickbook touches\n# name: \(recording.device.name.onOneLine)\n# properties:")
  for property in recording.device.properties { text.append(" \(property)") }
  text.append(ASCII.lineFeed)
  text.appendRange("x", of: recording.device, AbsoluteAxis.positionX, or: AbsoluteAxis.x)
  text.appendRange("y", of: recording.device, AbsoluteAxis.positionY, or: AbsoluteAxis.y)
  text.append("microseconds,contact,phase,x,y,pressure\n")
  var reader = ContactReader(device: recording.device, initial: recording.initial)
  for event in recording.events {
    guard let frame = reader.receive(event) else { continue }
    for contact in frame.contacts { text.appendRow(contact, at: frame.microseconds) }
  }
  return text
}

extension [UInt8] {
  fileprivate mutating func appendRange(
    _ name: StaticString, of device: DeviceDescription, _ code: UInt16, or other: UInt16
  ) {
    guard let axis = device.axis(code) ?? device.axis(other) else { return }
    append("# ")
    append(name)
    append(": \(axis.minimum) \(axis.maximum) \(axis.resolution)\n")
  }

  fileprivate mutating func appendRow(_ contact: Contact, at microseconds: Int64) {
    append(decimal: microseconds)
    append(",\(contact.id),\(contact.phase.rawValue),")
    append(decimal: Int32(exactly: contact.x.rounded()) ?? 0)
    append(",")
    append(decimal: Int32(exactly: contact.y.rounded()) ?? 0)
    append(",")
    if let pressure = contact.pressure { append(decimal: pressure) }
    append(ASCII.lineFeed)
  }
}
