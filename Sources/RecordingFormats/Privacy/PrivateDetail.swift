import FoundationEssentials
import TouchInput

/// A part of a recording's file that reveals information about its owner.
public struct PrivateDetail: Hashable, Sendable {
  /// The kind of the revealed information.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The name, numbers or node of the device, which identify the computer.
    case device
    /// Codes and axes of keys, switches and sensors that are unrelated to touch.
    case abilities
    /// The recorder's information about the computer: its model, kernel and distribution.
    case system
    /// Information from udev, HID and libinput about the device: serials, ports, firmware.
    case hardware
    /// The time of the recording, as a date or as the time since the computer was started.
    case time
    /// The number of touches before the recording, which tracking ids reveal.
    case touchCount
    /// Keys, switches or wheels that were used during the recording.
    case keys
    /// Words that a person wrote, such as a note.
    case words
    /// A comment or a line that no reader interprets.
    case text
    /// The movement of the finger, and the size of the surface.
    case hand
  }

  /// The kind of the revealed information.
  public var kind: Kind
  /// The line of the file with the detail, counted from 1; nil if the detail is not in one line.
  public var line: Int?
  /// The text of the detail, shortened to about 60 characters.
  public var found: String
  /// Whether ``RecordingFile/anonymized`` removes the detail.
  public var isDropped: Bool

  /// Creates a detail.
  public init(_ kind: Kind, line: Int? = nil, _ found: String, isDropped: Bool = true) {
    self.kind = kind
    self.line = line
    self.found = found
    self.isDropped = isDropped
  }
}

/// Finds the details in a recording that reveal information about its owner.
///
/// The time grows linearly with the size of the file.
///
/// - Parameters:
///   - file: The recording.
///   - bytes: The bytes of the file, which are searched for text that no reader interprets.
/// - Returns: First the details of the devices, of the file and of its lines, then the details that
///   ``RecordingFile/anonymized`` keeps.
package func privateDetails(of file: RecordingFile, in bytes: [UInt8]) -> [PrivateDetail] {
  var details: [PrivateDetail] = []
  for recording in file.recordings { details += privateDetails(of: recording) }
  for section in file.preserved.top + file.preserved.flickbook {
    let kind: PrivateDetail.Kind = section.key == "system" ? .system : .text
    details += privateLines(of: section, kind)
  }
  for section in file.preserved.devices.joined() { details += privateLines(of: section, .hardware) }
  if file.format != .raw {
    let plainNames = file.recordings.map { "\"\($0.anonymized.device.name)\"" }
    details += privateLines(of: bytes.span).filter { detail in
      !plainNames.contains { detail.found.hasSuffix($0) }
    }
  }
  for intent in file.recordings.lazy.compactMap(\.intent).prefix(1) {
    details.append(PrivateDetail(.words, "intent: \(short(intent))", isDropped: false))
  }
  let touches = file.recordings.contains { $0.firstMicroseconds != nil }
  if touches {
    details.append(
      PrivateDetail(
        .hand, "the movement of the finger, and the size of the surface", isDropped: false))
  }
  return details
}

// MARK: Recordings

private func privateDetails(of recording: Recording) -> [PrivateDetail] {
  let plain = recording.anonymized
  let device = recording.device
  var details: [PrivateDetail] = []
  if device.name != plain.device.name, !device.name.isEmpty {
    details.append(PrivateDetail(.device, "name: \(short(device.name))"))
  }
  if device.identity != plain.device.identity {
    let identity = device.identity
    let numbers = [identity.vendor, identity.product, identity.version].map(hexadecimal)
    details.append(PrivateDetail(.device, "vendor, product, version: \(joined(numbers))"))
  }
  if device.node != plain.device.node, !device.node.isEmpty {
    details.append(PrivateDetail(.device, "node: \(short(device.node))"))
  }
  if plain.device.codes != device.codes || plain.device.axes != device.axes
    || plain.device.properties != device.properties
  {
    details.append(PrivateDetail(.abilities, abilities(of: device)))
  }
  if let time = startTime(of: recording) { details.append(PrivateDetail(.time, time)) }
  if let highest = highestTrackingID(recording), highest != highestTrackingID(plain) {
    details.append(PrivateDetail(.touchCount, "tracking ids up to \(highest)"))
  }
  details += keyDetails(of: recording)
  if let person = recording.person {
    details.append(PrivateDetail(.words, "person: \(short(person))"))
  }
  if let session = recording.session {
    details.append(PrivateDetail(.words, "session: \(short(session))"))
  }
  if let note = recording.note { details.append(PrivateDetail(.words, "note: \(short(note))")) }
  if let source = recording.source, source != plain.source {
    details.append(PrivateDetail(.words, "source: \(short(source))"))
  }
  return details
}

private func abilities(of device: DeviceDescription) -> String {
  let others = device.codes.flatMap { list in
    list.codes.filter { !RecordedCodes.contains(type: list.type, code: $0) }
      .map { eventName(type: list.type, code: $0) }
  }
  return "may also send \(joined(others))"
}

/// The time of the first event, in words; nil if the recording starts at zero.
private func startTime(of recording: Recording) -> String? {
  // A time after the year 2000 comes from a calendar clock, because no computer has been running for that long.
  let year2000: Int64 = 946_684_800
  guard let first = recording.firstMicroseconds, first != 0 else { return nil }
  let seconds = first / 1_000_000
  guard seconds >= year2000 else { return "starts at \(seconds) s of the recorder's clock" }
  // The limit is the last second of the year 9999, because the years of ISO 8601 have four digits.
  let date = Date(timeIntervalSince1970: TimeInterval(min(seconds, 253_402_300_799)))
  return "starts at \(date.ISO8601Format())"
}

private func highestTrackingID(_ recording: Recording) -> Int32? {
  let before = recording.initial?.slots.map(\.trackingID) ?? []
  let during = recording.events.lazy.filter {
    $0.type == EventType.absolute && $0.code == AbsoluteAxis.trackingID
  }.map(\.value)
  return (before + during).filter { $0 >= 0 }.max()
}

private func keyDetails(of recording: Recording) -> [PrivateDetail] {
  var counts: [UInt32: Int] = [:]
  for event in recording.events where !RecordedCodes.contains(type: event.type, code: event.code) {
    counts[UInt32(event.type) << 16 | UInt32(event.code), default: 0] += 1
  }
  for key in recording.initial?.heldButtons ?? []
  where !RecordedCodes.contains(type: EventType.key, code: key) {
    counts[UInt32(EventType.key) << 16 | UInt32(key), default: 0] += 1
  }
  guard !counts.isEmpty else { return [] }
  let names = counts.keys.sorted().map {
    eventName(type: UInt16(truncatingIfNeeded: $0 >> 16), code: UInt16(truncatingIfNeeded: $0))
  }
  let total = counts.values.reduce(0, +)
  return [PrivateDetail(.keys, "\(total) times \(joined(names))")]
}

private func eventName(type: UInt16, code: UInt16) -> String {
  if let name = EventNames.name(of: code, type: type) { return "\(name)" }
  let kind = EventNames.name(ofType: type).map { "\($0)" } ?? "type \(type)"
  return "\(kind) \(code)"
}

/// Joins the first five words, and adds the number of the remaining words.
private func joined(_ words: [String]) -> String {
  let few = 5
  let rest = words.count > few ? " and \(words.count - few) more" : ""
  return words.prefix(few).joined(separator: ", ") + rest
}

private func hexadecimal(_ number: UInt16) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 4 - digits.count) + digits
}

private func short(_ text: String) -> String {
  let bytes = Array(text.utf8)
  return printable(bytes.span, 0..<bytes.count)
}

// MARK: Lines

/// The details in the lines of a section that is kept verbatim.
private func privateLines(
  of section: RecordingFile.Preserved.Section, _ kind: PrivateDetail.Kind
) -> [PrivateDetail] {
  var details: [PrivateDetail] = []
  let bytes = section.text.span
  var line = bytes.line(at: 0, number: 1)
  while line.start < bytes.count {
    let text = bytes.printable(line)
    // A key without a value reveals nothing. Neither does the class that udev assigns to the device.
    let isKey = text.hasSuffix(":") && !text.contains(": ")
    if !text.isEmpty, !isKey, !text.hasPrefix("- ID_INPUT") {
      details.append(PrivateDetail(kind, text))
    }
    line = bytes.line(after: line)
  }
  return details
}

/// The details in lines that no reader interprets: comments, ports and serials.
private func privateLines(of bytes: Span<UInt8>) -> [PrivateDetail] {
  var details: [PrivateDetail] = []
  var line = bytes.line(at: 0, number: 1)
  while line.start < bytes.count {
    let start = bytes.skippingBlanks(from: line.start, to: line.end)
    details += privateEvent(line, from: bytes.skippingMarkup(from: start, to: line.end), in: bytes)
    let isComment = start < line.end && bytes[start] == ASCII.numberSign
    let words = isComment ? bytes.skippingBlanks(from: start + 1, to: line.end) : start
    for (beginning, kind) in isComment ? revealingComments : revealingLines
    where bytes.has(beginning, at: words, before: line.end) {
      details.append(PrivateDetail(kind, line: line.number, bytes.printable(line)))
    }
    line = bytes.line(after: line)
  }
  return details
}

/// The details in a line of `libinput debug-events`: the name of a device, or a key.
private func privateEvent(_ line: TextLine, from start: Int, in bytes: Span<UInt8>)
  -> [PrivateDetail]
{
  guard let head = DebugEventHead(start..<line.end, of: bytes) else { return [] }
  let kind: PrivateDetail.Kind
  switch bytes.text(head.type) {
  case "DEVICE_ADDED": kind = .device
  case "KEYBOARD_KEY": kind = .keys
  default: return []
  }
  return [PrivateDetail(kind, line: line.number, bytes.printable(line))]
}

/// The beginnings of comments that reveal information, in the files of evemu and `libinput record`.
private let revealingComments: [(StaticString, PrivateDetail.Kind)] = [
  ("DMI:", .system), ("Kernel:", .system), ("Input device name:", .device), ("Name:", .device),
  ("ID:", .device), ("Current time", .time), ("Run time:", .time),
]

/// The beginnings of `getevent -p` lines that identify the device or its location.
private let revealingLines: [(StaticString, PrivateDetail.Kind)] = [
  ("location:", .hardware), ("id:       ", .hardware),
]
