package import TouchInput

/// A reader of the output of Android's `getevent -lt` and `getevent -t`, which the output of `-p` or `-lp` may precede.
///
///     [   34490.122344] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001ad
///     [   34490.122344] 0003 0035 000001ad
///
/// The lines contain no path if `getevent` was started with the path of one device. A value is a hexadecimal number of
/// 32 bits, or `DOWN`, `UP`, `REPEAT` or `MT_TOOL_*`. Only devices that sent events become recordings.
///
/// A device without properties is read as a touchscreen. `getevent` output comes from phones, which have no touchpads.
/// Many phone screens send `BTN_TOOL_FINGER`, which on other systems is a sign of an old touchpad.
struct GeteventReader {
  let file: String
  private var devices: [GeteventDevice] = []
  private var recordings: [(path: String, events: [RawEvent])] = []
  private var result = RecordingFile(format: .getevent, recordings: [])
  private var lastIndex: Int?
  private var leftOutKeys: (line: Int, count: Int)?
  private var leftOutOthers: (line: Int, count: Int, found: String)?

  init(file: String) { self.file = file }

  /// Reads a file; `description` is used for devices that the text does not describe.
  static func file(
    in windows: inout TextWindows, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var reader = GeteventReader(file: file)
    try reader.read(&windows, description: description)
    return reader.result
  }

  private mutating func read(
    _ windows: inout TextWindows, description: [UInt8]?
  ) throws(RecordingError) {
    let last = try windows.eachLine { line, bytes throws(RecordingError) in
      try take(line, of: bytes)
    }
    guard !recordings.isEmpty else {
      throw .cutShort(
        file: file, line: last, missing: "the first event with a time (use 'getevent -lt')")
    }
    try finish(line: last, description: description)
    warnOfLeftOut()
  }

  /// Reads a line, which is an event, a line of a device description, or unrelated text.
  mutating func take(_ line: TextLine, of bytes: Span<UInt8>) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    if isEvent(first..<line.end, of: bytes) {
      try takeEvent(line, from: first, of: bytes)
    } else if let path = GeteventDevice.path(inHead: first..<line.end, of: bytes) {
      devices.append(GeteventDevice(path: path))
    } else if !devices.isEmpty {
      devices[devices.count - 1].take(first..<line.end, of: bytes)
    }
  }

  /// Whether a line starts like `[ 12.`; logs may also contain other lines that start with a bracket.
  private func isEvent(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard var index = bytes.skipping("[", at: range.lowerBound, to: range.upperBound) else {
      return false
    }
    // The last line may be incomplete.
    guard index < range.upperBound else { return true }
    return bytes.decimal(at: &index, before: range.upperBound) != nil
      && (index == range.upperBound || bytes[index] == ASCII.point)
  }

  /// Returns the events of all devices that were read since the last call, and removes them from the reader.
  mutating func takenEvents() -> [RawEvent] {
    defer { for index in recordings.indices { recordings[index].events.removeAll() } }
    return recordings.flatMap(\.events)
  }

  private mutating func finish(line: Int, description: [UInt8]?) throws(RecordingError) {
    var others: DescribedDevices?
    if let description { others = try descriptions(in: description, beside: file) }
    for index in recordings.indices {
      let path = recordings[index].path
      var recording = Recording(device: DeviceDescription(node: path))
      swap(&recording.events, &recordings[index].events)
      let listed = described(path)
      var state = listed?.state
      if let listed { recording.device = listed.description }
      if let others, listed?.hasCodes != true { state = try others.describe(&recording) ?? state }
      recording.describeByEvents()
      if let state { recording.takeInitialState(state) }
      if recording.device.isKindAssumed, listed?.hasEmptyProperties != true {
        recording.device.declare(.touchscreen)
        let kind = RecordingWarning.Kind.assumedTouchscreen
        if !result.warnings.contains(where: { $0.kind == kind }) {
          result.warnings.append(RecordingWarning(line: 1, kind: kind))
        }
      }
      if let last = recording.events.last, !last.isReport, !result.isCut {
        result.warnings.append(RecordingWarning(line: line, kind: .cut))
        result.isCut = true
      }
      result.recordings.append(recording)
    }
  }

  /// The description of the device at `path`; for an empty path, the description of the only device with touch axes.
  private func described(_ path: String) -> GeteventDevice? {
    if let device = devices.last(where: { $0.path == path }) { return device }
    let touch = devices.filter { $0.hasTouchAxes }
    return path.isEmpty && touch.count == 1 ? touch[0] : nil
  }
}

// MARK: Events

extension GeteventReader {
  private mutating func takeEvent(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    var index = bytes.skippingBlanks(from: start + 1, to: line.end)
    guard let time = bytes.dottedTime(at: &index, before: line.end),
      let afterTime = bytes.skipping("]", at: index, to: line.end)
    else { return try refuse(line, of: bytes) }
    var first = afterTime
    var path = 0..<0
    if bytes.has("/dev/", at: first, before: line.end) {
      guard let colon = bytes.index(of: ": ", in: first..<line.end) else {
        return try refuse(line, of: bytes)
      }
      path = first..<colon
      first = bytes.skippingBlanks(from: colon + 1, to: line.end)
    }
    let words = self.words(first..<line.end, of: bytes)
    guard words.count >= 3, let type = type(words[0], of: bytes) else {
      return try refuse(line, of: bytes)
    }
    guard let code = code(words[1], type: type, of: bytes) else {
      // The unknown name belongs to a keyboard or comes from a newer kernel. Touches do not depend on such events.
      leaveOut(line, type: type, of: bytes)
      return
    }
    guard let value = value(words[2], of: bytes) else { return try refuse(line, of: bytes) }
    let recording = recordingIndex(path, of: bytes)
    recordings[recording].events.append(
      RawEvent(microseconds: time, type: type, code: code, value: value))
  }

  /// Counts an event that is ignored, for one warning about all keys and one warning about all other events.
  private mutating func leaveOut(_ line: TextLine, type: UInt16, of bytes: Span<UInt8>) {
    if type == EventType.key {
      leftOutKeys = (leftOutKeys?.line ?? line.number, (leftOutKeys?.count ?? 0) + 1)
    } else {
      let first = leftOutOthers ?? (line.number, 0, bytes.printable(line))
      leftOutOthers = (first.line, first.count + 1, first.found)
    }
  }

  private mutating func warnOfLeftOut() {
    if let (line, count) = leftOutKeys {
      result.warnings.append(RecordingWarning(line: line, kind: .keysLeftOut(count: count)))
    }
    if let (line, count, found) = leftOutOthers {
      result.warnings.append(
        RecordingWarning(line: line, kind: .unknownName(found, count: count)))
    }
    result.warnings.sort { $0.line < $1.line }
  }

  /// Throws an error for a malformed line; if the line is the incomplete last line, only adds a warning.
  private mutating func refuse(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    guard line.isTerminated else {
      result.warnings.append(RecordingWarning(line: line.number, kind: .cut))
      result.isCut = true
      return
    }
    throw .malformed(
      file: file, line: line.number, found: bytes.printable(line),
      expected: "'[SEC.USEC] DEVICE: TYPE CODE VALUE' of 'getevent -lt'")
  }

  /// The index of the recording of the device at `path`; a new recording is added if necessary.
  private mutating func recordingIndex(_ path: Range<Int>, of bytes: Span<UInt8>) -> Int {
    // Most lines belong to the same device as the line before.
    if let lastIndex, isEqual(recordings[lastIndex].path, path, of: bytes) { return lastIndex }
    let name = bytes.text(path)
    let index = recordings.firstIndex { $0.path == name } ?? recordings.count
    if index == recordings.count { recordings.append((name, [])) }
    lastIndex = index
    return index
  }

  private func isEqual(_ text: String, _ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard text.utf8.count == range.count else { return false }
    var index = range.lowerBound
    for byte in text.utf8 {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// The first three words of a range.
  private func words(_ range: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound, result.count < 3 {
      let start = index
      while index < range.upperBound, bytes[index] > ASCII.space { index += 1 }
      guard index > start else { break }
      result.append(start..<index)
      index = bytes.skippingBlanks(from: index, to: range.upperBound)
    }
    return result
  }

  private func type(_ word: Range<Int>, of bytes: Span<UInt8>) -> UInt16? {
    fourDigits(word, of: bytes) ?? EventNames.type(named: bytes.text(word))
  }

  private func code(_ word: Range<Int>, type: UInt16, of bytes: Span<UInt8>) -> UInt16? {
    fourDigits(word, of: bytes) ?? EventNames.code(named: bytes.text(word), type: type)
  }

  private func fourDigits(_ word: Range<Int>, of bytes: Span<UInt8>) -> UInt16? {
    var index = word.lowerBound
    guard word.count == 4, let number = bytes.hexadecimal(at: &index, before: word.upperBound),
      index == word.upperBound
    else { return nil }
    return UInt16(exactly: number)
  }

  private func value(_ word: Range<Int>, of bytes: Span<UInt8>) -> Int32? {
    var index = word.lowerBound
    if word.count == 8, let number = bytes.hexadecimal(at: &index, before: word.upperBound),
      index == word.upperBound, let number = UInt32(exactly: number)
    {
      return Int32(bitPattern: number)
    }
    switch bytes.text(word) {
    case "UP", "MT_TOOL_FINGER": return 0
    case "DOWN", "MT_TOOL_PEN": return 1
    case "REPEAT", "MT_TOOL_PALM": return 2
    default: return nil
    }
  }
}

/// A reader of the output of `getevent -lt` that reads the output while `getevent` is running.
///
/// Between two pieces, the reader keeps only an incomplete line.
package struct GeteventStream {
  /// The longest line that is accepted, in bytes.
  ///
  /// The limit is our choice. The line of an event has about a hundred bytes.
  private static let longestLine = 4_096

  private var reader: GeteventReader
  private var rest: [UInt8] = []
  private var number = 1

  /// Creates a reader; `name` is the name of the stream in errors.
  package init(named name: String) { reader = GeteventReader(file: name) }

  /// Reads the next piece and appends the events of all lines that are now complete to `events`.
  ///
  /// Lines that are not events are skipped.
  ///
  /// - Throws: ``RecordingError`` if a line begins like an event but is malformed, or if a line is too long. The events
  ///   before this line are still appended to `events`.
  package mutating func receive(
    _ piece: some Sequence<UInt8>, into events: inout [RawEvent]
  ) throws(RecordingError) {
    defer { events += reader.takenEvents() }
    let all = rest + piece
    let bytes = all.span
    var line = bytes.line(at: 0, number: number)
    while line.isTerminated {
      try reader.take(line, of: bytes)
      line = bytes.line(after: line)
    }
    guard line.end - line.start <= Self.longestLine else {
      throw .tooMuch(
        file: reader.file, line: line.number, what: "bytes in a line", limit: Self.longestLine)
    }
    number = line.number
    rest = Array(all[line.start...])
  }
}
