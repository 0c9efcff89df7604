/// Where the parts of a libinput recording are, found in one pass that reads the events on its way.
///
/// The pass knows lines and indentation only; what the interpreted sections say is left to libyaml.
struct LibinputLayout {
  /// One entry of a mapping: its lines, from the key to the line before the next entry.
  struct Section {
    var key: String
    /// The bytes from the key on, in ``LibinputLayout/text``.
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
  /// The lines of the file without those of event lists.
  private(set) var text: [UInt8] = []
  var top: [Section] = []
  var devices: [Device] = []
  var warnings: [RecordingWarning] = []

  /// How deep the dashes of `devices:` are, once inside it.
  private var dashes: Int?
  /// How deep the keys of a device are, once there is one.
  private var keys: Int?
  private var isInDevices = false
  /// Whether the lines below belong to a section of a device, rather than to its event list.
  private var isInSection = false
  /// How far behind its place in the piece that is being read a line is in ``text``.
  private var shift = 0
  /// The event list that is being read.
  private var openEvents: LibinputEvents?

  init(file: String) { self.file = file }

  /// Finds all parts of a file, and keeps of each piece of it what is not events.
  static func found(
    in windows: inout TextWindows, file: String
  ) throws(RecordingError) -> LibinputLayout {
    var layout = LibinputLayout(file: file)
    var number = 1
    while let window = try windows.next(fromLine: number) {
      let bytes = windows.bytes.span.extracting(0..<window.upperBound)
      var index = window.lowerBound
      while index < bytes.count {
        if layout.openEvents != nil {
          (index, number) = try layout.readEvents(bytes, from: index, number: number)
        } else {
          let line = bytes.line(at: index, number: number)
          layout.keep(line, of: bytes)
          try layout.take(line, of: bytes)
          (index, number) = (line.next, number + 1)
        }
      }
    }
    layout.finishEvents(before: number)
    return layout
  }

  /// Appends a line to what is kept.
  private mutating func keep(_ line: TextLine, of bytes: Span<UInt8>) {
    shift = text.count - line.start
    for index in line.start..<line.next { text.append(bytes[index]) }
  }

  /// Takes one line that is not in an event list.
  private mutating func take(_ line: TextLine, of bytes: Span<UInt8>) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let indentation = first - line.start
    if first == line.end || bytes[first] == ASCII.numberSign {
      extendSection(to: line.next)
    } else if indentation == 0, bytes.has("---", at: first, before: line.end) {
      guard top.isEmpty, dashes == nil else {
        throw malformed(
          line, of: bytes, expected: "the end of the file (every recording has a file of its own)")
      }
    } else if isInDevices, bytes[first] == ASCII.minus, isDash(at: indentation) {
      try startDevice(line, at: first, of: bytes)
    } else if indentation == 0, !isItem(at: first, to: line.end, in: bytes) {
      try takeTopKey(line, of: bytes)
    } else if isInDevices, !devices.isEmpty, isKey(at: indentation), bytes[first] != ASCII.minus {
      try takeDeviceKey(line, at: first, of: bytes)
    } else {
      guard hasOpenSection else {
        throw malformed(
          line, of: bytes, expected: "a key of libinput record, or an item of the list above it,")
      }
      extendSection(to: line.next)
    }
  }

  /// Reads on in the open event list; returns where the text goes on and the number of that line.
  private mutating func readEvents(
    _ bytes: Span<UInt8>, from start: Int, number: Int
  ) throws(RecordingError) -> (Int, Int) {
    guard var events = openEvents else { return (start, number) }
    // Two references to the events would mean copying them.
    openEvents = nil
    let line = try events.read(bytes, from: start, number: number)
    openEvents = events
    guard line.start < bytes.count else { return (line.start, line.number) }
    let joined = events.joinedDevice
    finishEvents(before: line.number)
    guard let joined else { return (line.start, line.number) }
    warnings.append(RecordingWarning(line: line.number, kind: .joinedDevices))
    // The line as it would be with the line end before it.
    var device = line
    device.start = max(line.start, joined - (dashes ?? 0))
    keep(device, of: bytes)
    try startDevice(device, at: joined, of: bytes)
    return (line.next, line.number + 1)
  }

  private mutating func finishEvents(before number: Int) {
    guard var events = openEvents else { return }
    openEvents = nil
    events.finish(before: number)
    devices[devices.count - 1].events = events
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
  ) throws(RecordingError) {
    guard let colon = keyEnd(from: line.start, to: line.end, in: bytes) else {
      if cutLine(line) { return }
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
        Section(
          key: key, range: line.start + shift..<line.next + shift, line: line.number,
          indentation: 0))
    }
  }

  /// Takes the dash that starts a device, and the key behind it.
  private mutating func startDevice(
    _ line: TextLine, at dash: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    dashes = dash - line.start
    keys = nil
    guard devices.count < Self.mostEntries else { throw tooMany("devices", line) }
    devices.append(Device(line: line.number))
    isInSection = false
    let first = bytes.skippingBlanks(from: dash + 1, to: line.end)
    guard first < line.end, bytes[first] != ASCII.numberSign else { return }
    guard first > dash + 1 else {
      throw malformed(line, of: bytes, expected: "'- node:' and the like")
    }
    try takeDeviceKey(line, at: first, of: bytes)
  }

  /// Takes an entry of a device, or opens its event list.
  private mutating func takeDeviceKey(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    keys = first - line.start
    guard let colon = keyEnd(from: first, to: line.end, in: bytes) else {
      if cutLine(line) { return }
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
          key: key, range: first + shift..<line.next + shift, line: line.number,
          indentation: first - line.start))
      isInSection = true
      return
    }
    isInSection = false
    let value = bytes.skippingBlanks(from: colon + 1, to: line.end)
    let events = LibinputEvents(file: file, keys: first - line.start)
    if isEmptyList(from: value, to: line.end, in: bytes) {
      devices[devices.count - 1].events = events
      return
    }
    guard isBlank(after: value, to: line.end, in: bytes) else {
      throw malformed(line, of: bytes, expected: "'events:' with a list on the lines below")
    }
    openEvents = events
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
    isInDevices ? isInSection : !top.isEmpty
  }

  private mutating func extendSection(to next: Int) {
    guard hasOpenSection else { return }
    let end = next + shift
    if isInDevices {
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

  /// Whether `line` is the last of the text and lacks its end; a killed recorder leaves such.
  private mutating func cutLine(_ line: TextLine) -> Bool {
    guard !line.isTerminated else { return false }
    warnings.append(RecordingWarning(line: line.number, kind: .cut))
    return true
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
