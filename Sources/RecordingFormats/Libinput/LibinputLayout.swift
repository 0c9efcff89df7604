/// Where the parts of a libinput recording are, found in one pass that reads the events on its way.
///
/// The pass knows lines and indentation only; what the interpreted sections say is left to Yams.
struct LibinputLayout {
  /// One entry of a mapping: its lines, from the key to the line before the next entry.
  struct Section {
    var key: String
    /// The bytes from the key on.
    var range: Range<Int>
    /// The line of the key.
    var line: Int
    /// How far the key is indented.
    var indentation: Int
  }

  /// One entry of `devices:`.
  struct Device {
    var line: Int
    var sections: [Section] = []
    var events: LibinputEvents?
  }

  /// The most devices, top-level keys and keys of a device that are read.
  ///
  /// Source: ours; `libinput record` writes up to 6 keys, and no computer has as many devices.
  private static let mostEntries = 256

  let file: String
  var top: [Section] = []
  var devices: [Device] = []
  var warnings: [RecordingWarning] = []

  /// How deep the dashes of `devices:` are, once inside it.
  private var dashes: Int?
  /// How deep the keys of a device are, once there is one.
  private var keys: Int?
  private var isInDevices = false

  init(file: String) { self.file = file }

  /// Finds all parts of a file.
  static func found(
    in bytes: Span<UInt8>, from start: Int, file: String
  ) throws(RecordingError) -> LibinputLayout {
    var layout = LibinputLayout(file: file)
    var line = bytes.line(at: start, number: 1)
    while line.start < bytes.count {
      line = try layout.take(line, of: bytes)
    }
    return layout
  }

  /// Takes one line, or all lines of an event list, and returns the line after.
  private mutating func take(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let indentation = first - line.start
    if first == line.end || bytes[first] == ASCII.numberSign {
      extendSection(to: line.next)
    } else if isInDevices, bytes[first] == ASCII.minus, isDash(at: indentation) {
      return try startDevice(line, at: first, of: bytes)
    } else if indentation == 0, !isItem(at: first, to: line.end, in: bytes) {
      return try takeTopKey(line, of: bytes)
    } else if isInDevices, !devices.isEmpty, isKey(at: indentation), bytes[first] != ASCII.minus {
      return try takeDeviceKey(line, at: first, of: bytes)
    } else {
      guard hasOpenSection else {
        throw malformed(line, of: bytes, expected: "a key of libinput record")
      }
      extendSection(to: line.next)
    }
    return bytes.line(after: line)
  }

  /// Whether an entry of a list starts here, which belongs to the key above.
  private func isItem(at first: Int, to end: Int, in bytes: Span<UInt8>) -> Bool {
    bytes[first] == ASCII.minus && (first + 1 == end || bytes[first + 1] == ASCII.space)
  }

  private func isDash(at indentation: Int) -> Bool {
    guard let dashes else { return true }
    return indentation == dashes
  }

  private func isKey(at indentation: Int) -> Bool {
    guard let keys else { return true }
    return indentation == keys
  }
}

// MARK: Entries

extension LibinputLayout {
  /// Takes an entry at the left edge.
  private mutating func takeTopKey(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine {
    let isMarker = bytes.has("---", at: line.start, before: line.end)
    if isMarker, top.isEmpty { return bytes.line(after: line) }
    guard let colon = keyEnd(from: line.start, to: line.end, in: bytes) else {
      if let cut = try cutLine(line, of: bytes) { return cut }
      throw malformed(line, of: bytes, expected: "a key of libinput record, such as 'devices:'")
    }
    let key = bytes.text(line.start..<colon)
    isInDevices = key == "devices"
    if isInDevices {
      guard dashes == nil, devices.isEmpty else {
        throw malformed(line, of: bytes, expected: "only one 'devices:'")
      }
      guard isBlank(after: colon + 1, to: line.end, in: bytes) else {
        throw malformed(line, of: bytes, expected: "'devices:' with a list on the lines below")
      }
    } else {
      guard top.count < Self.mostEntries else { throw tooMany("top-level keys", line) }
      top.append(
        Section(key: key, range: line.start..<line.next, line: line.number, indentation: 0))
    }
    return bytes.line(after: line)
  }

  /// Takes the dash that starts a device, and the key behind it.
  private mutating func startDevice(
    _ line: TextLine, at dash: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine {
    dashes = dash - line.start
    keys = nil
    guard devices.count < Self.mostEntries else { throw tooMany("devices", line) }
    devices.append(Device(line: line.number))
    let first = bytes.skippingBlanks(from: dash + 1, to: line.end)
    guard first < line.end, bytes[first] != ASCII.numberSign else { return bytes.line(after: line) }
    guard first > dash + 1 else {
      throw malformed(line, of: bytes, expected: "'- node:' and the like")
    }
    return try takeDeviceKey(line, at: first, of: bytes)
  }

  /// Takes an entry of a device; the events are read at once.
  private mutating func takeDeviceKey(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine {
    keys = first - line.start
    guard let colon = keyEnd(from: first, to: line.end, in: bytes) else {
      if let cut = try cutLine(line, of: bytes) { return cut }
      throw malformed(line, of: bytes, expected: "a key of a device, such as 'evdev:'")
    }
    let key = bytes.text(first..<colon)
    try splitJoinedDevice(before: key, line: line)
    guard key == "events" else {
      guard devices[devices.count - 1].sections.count < Self.mostEntries else {
        throw tooMany("keys of a device", line)
      }
      devices[devices.count - 1].sections.append(
        Section(
          key: key, range: first..<line.next, line: line.number, indentation: first - line.start))
      return bytes.line(after: line)
    }
    let value = bytes.skippingBlanks(from: colon + 1, to: line.end)
    var events = LibinputEvents(file: file, keys: first - line.start)
    if isEmptyList(from: value, to: line.end, in: bytes) {
      devices[devices.count - 1].events = events
      return bytes.line(after: line)
    }
    guard isBlank(after: value, to: line.end, in: bytes) else {
      throw malformed(line, of: bytes, expected: "'events:' with a list on the lines below")
    }
    let next = try events.read(bytes, after: line)
    devices[devices.count - 1].events = events
    if let joined = events.joinedDevice {
      warnings.append(RecordingWarning(line: next.number, kind: .joinedDevices))
      // The line as it would be with the line end before it.
      var device = next
      device.start = joined - (dashes ?? 0)
      return try startDevice(device, at: joined, of: bytes)
    }
    return next
  }

  /// Starts another device where the entries of one begin anew.
  ///
  /// `libinput record --autorestart` leaves out the line end before the next device, whose first
  /// line then is part of a comment, and generic YAML readers lose the first device.
  private mutating func splitJoinedDevice(
    before key: String, line: TextLine
  ) throws(RecordingError) {
    let device = devices[devices.count - 1]
    let isRepeated =
      key == "events" ? device.events != nil : device.sections.contains { $0.key == key }
    guard isRepeated, device.events != nil, key == "evdev" || key == "node" else { return }
    guard devices.count < Self.mostEntries else { throw tooMany("devices", line) }
    warnings.append(RecordingWarning(line: line.number, kind: .joinedDevices))
    devices.append(Device(line: line.number))
  }
}

// MARK: Lines

extension LibinputLayout {
  private var hasOpenSection: Bool {
    isInDevices ? devices.last?.sections.isEmpty == false : !top.isEmpty
  }

  private mutating func extendSection(to end: Int) {
    guard hasOpenSection else { return }
    if isInDevices {
      guard devices[devices.count - 1].events == nil else { return }
      let last = devices[devices.count - 1].sections.count - 1
      let start = devices[devices.count - 1].sections[last].range.lowerBound
      devices[devices.count - 1].sections[last].range = start..<end
    } else {
      top[top.count - 1].range = top[top.count - 1].range.lowerBound..<end
    }
  }

  /// The colon that ends the key at `start`, or nil when there is no key.
  private func keyEnd(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int? {
    var index = start
    while index < end, bytes[index] != ASCII.colon {
      guard bytes[index] > ASCII.space, bytes[index] != ASCII.numberSign, index - start < 64 else {
        return nil
      }
      index += 1
    }
    guard index < end, index > start else { return nil }
    let isKey = index + 1 == end || bytes[index + 1] == ASCII.space || bytes[index + 1] == ASCII.tab
    return isKey ? index : nil
  }

  private func isBlank(after index: Int, to end: Int, in bytes: Span<UInt8>) -> Bool {
    let first = bytes.skippingBlanks(from: index, to: end)
    return first == end || bytes[first] == ASCII.numberSign
  }

  /// Whether the value of `events:` says on its own line that there are none.
  private func isEmptyList(from index: Int, to end: Int, in bytes: Span<UInt8>) -> Bool {
    for (word, length) in [("[]" as StaticString, 2), ("null", 4), ("~", 1)]
    where bytes.has(word, at: index, before: end) {
      return isBlank(after: index + length, to: end, in: bytes)
    }
    return false
  }

  /// The end of the text, when `line` is its last and lacks its end; a killed recorder leaves such.
  private mutating func cutLine(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine? {
    guard !line.isTerminated else { return nil }
    warnings.append(RecordingWarning(line: line.number, kind: .cut))
    return bytes.line(after: line)
  }

  private func tooMany(_ what: String, _ line: TextLine) -> RecordingError {
    .tooMuch(file: file, line: line.number, what: what, limit: Self.mostEntries)
  }

  private func malformed(
    _ line: TextLine, of bytes: Span<UInt8>, expected: String
  ) -> RecordingError {
    .malformed(file: file, line: line.number, found: bytes.printable(line), expected: expected)
  }
}
