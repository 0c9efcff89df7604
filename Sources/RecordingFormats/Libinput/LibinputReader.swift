import TouchInput
import YAMLNodes

/// A reader of the YAML of `libinput record`, which reads event by event so that long recordings need little memory.
///
///     version: 1
///     ndevices: 1
///     devices:
///     - node: /dev/input/event3
///       evdev:                      # the description of the device
///         name: "Panel"
///       udev:                       # kept verbatim, like every unknown key
///       events:
///       - evdev:                    # usually one report
///         - [0, 12, 3, 57, 1]       # seconds, microseconds, type, code, value
///
/// If a file ends in the middle of a line, the recording counts as cut, and the lines before this line are used.
struct LibinputReader {
  /// The pause between two events of a report, in µs, above which the rest of the report counts as lost.
  ///
  /// The limit is our choice. In the recordings of `Tests/FieldData`, the events of one report are at most 188 µs
  /// apart, and no device sends reports less than 1000 µs apart.
  private static let longestPauseInFrame: Int64 = 1_000
  /// The largest accepted number of devices, of top-level keys, and of keys of one device.
  ///
  /// The limit is our choice. `libinput record` writes up to 6 keys, and no computer has 256 devices.
  private static let mostEntries = 256

  /// The reason why reading stops.
  private enum Stop: Error {
    case refused(RecordingError)
    /// The line that cannot be read is the incomplete last line of the file.
    case cut
  }

  /// A key and its position.
  private struct Key {
    var name: String
    var line: Int
    var column: Int
  }

  /// The part of a device that has been read so far.
  private struct Device {
    /// The line of the device's last key.
    var lastLine: Int
    var recording = Recording(device: DeviceDescription())
    var preserved: [RecordingFile.Preserved.Section] = []
    var keys: Set<String> = []
    /// The last line of the device's events; nil if no events have been read.
    var lastEventLine: Int?
    /// Whether the events end in an end mark, as in a complete file that was written while recording.
    var hasEnd = false
    /// The line of the last item if its report has no SYN_REPORT yet.
    var openFrameLine: Int?
    /// Whether the file ends in the middle of this device.
    var isCut = false

    var endsWithReport: Bool { recording.events.last?.isReport ?? true }
  }

  private let file: String
  private let lines: LibinputLines
  private let yaml: YAMLEvents
  private var result = RecordingFile(format: .libinput, recordings: [])
  private var devices: [Device] = []
  private var flickbook: FlickbookSection?
  private var announced: (count: Int, line: Int)?
  /// The section whose lines are kept; the section ends at the next key.
  private var open: (key: Key, isOfDevice: Bool)?

  /// Reads a file piece by piece.
  static func file(
    in windows: consuming TextWindows, named file: String
  ) throws(RecordingError) -> RecordingFile {
    var reader = LibinputReader(LibinputLines(windows, file: file), file: file)
    do throws(Stop) {
      try reader.readDocument()
    } catch {
      switch error {
      case .refused(let error): throw error
      case .cut: reader.noteCut()
      }
    }
    return try reader.finished()
  }

  private init(_ lines: LibinputLines, file: String) {
    self.file = file
    self.lines = lines
    yaml = YAMLEvents { lines.next(into: &$0) }
  }
}

// MARK: The file

extension LibinputReader {
  private mutating func readDocument() throws(Stop) {
    // The first YAML event starts the stream. The second starts a document, or ends the stream if it is empty.
    try advance()
    try advance()
    guard yaml.kind != .streamEnd else { return }
    try advance()
    guard yaml.kind == .mappingStart, !yaml.isInBrackets else {
      throw malformed("a key of libinput record, such as 'devices:'")
    }
    var count = 0
    var hasDevices = false
    while let key = try nextKey("a key of libinput record, such as 'devices:'") {
      count += 1
      guard count <= Self.mostEntries else { throw tooMany("top-level keys") }
      switch key.name {
      case "devices":
        guard !hasDevices else { throw malformed("only one 'devices:'") }
        hasDevices = true
        try readList("'devices:' with a list on the lines below") { reader throws(Stop) in
          try reader.readDevice()
        }
      case "version":
        let found = try section(of: key).root?.string ?? ""
        guard found == "1" else {
          throw .refused(
            .unsupportedVersion(
              file: file, line: key.line, found: String(found.prefix(20)), expected: "version 1"))
        }
      case "ndevices":
        announced = (try section(of: key).root?.string).flatMap { Int($0) }.map { ($0, key.line) }
      case "flickbook":
        let section = try section(of: key, limit: YAMLSection.largestOfFlickbook)
        flickbook = try Self.orStop { () throws(RecordingError) in try FlickbookSection(section) }
      default: try keep(key, isOfDevice: false)
      }
    }
    try advance()
    try advance()
    guard yaml.kind == .streamEnd else {
      throw malformed("the end of the file (a file holds one recording)")
    }
  }

  private mutating func noteCut() {
    closeSection(before: lines.last + 1)
    if !devices.isEmpty {
      devices[devices.count - 1].isCut = true
    }
    warn(lines.last, .cut)
  }

  /// Returns the file, after all lines have been read.
  private consuming func finished() throws(RecordingError) -> RecordingFile {
    if let failure = lines.failure { throw failure }
    guard !devices.isEmpty else {
      guard announced == nil else {
        throw .cutShort(file: file, line: max(lines.last, 1), missing: "the first device")
      }
      throw .noDevices(file: file)
    }
    for index in devices.indices { try finish(index) }
    if let announced, announced.count != devices.count {
      warn(announced.line, .deviceCount(announced: announced.count, found: devices.count))
      // Fewer devices than announced mean that the end of the file is missing.
      result.isCut = result.isCut || announced.count > devices.count
    }
    try flickbook?.apply(to: &result)
    result.warnings.sort { $0.line < $1.line }
    result.isCut = result.isCut || result.warnings.contains { $0.kind == .cut }
    return result
  }

  private mutating func finish(_ index: Int) throws(RecordingError) {
    let device = devices[index]
    guard device.keys.contains("evdev") else {
      throw .cutShort(
        file: file, line: device.lastLine, missing: "the device is described under 'evdev:'")
    }
    if !device.isCut {
      // A file that was written while recording must have an end mark, because its last report may be complete by
      // chance.
      let isWhole = device.endsWithReport && (device.hasEnd || flickbook?.isStreamed != true)
      if let line = device.lastEventLine {
        if !isWhole { warn(line, .cut) }
      } else if let key = device.keys.subtracting(Self.deviceKeys).min() {
        warn(device.lastLine, .noEvents(key: key))
      } else {
        warn(device.lastLine, .cut)
      }
    }
    var recording = device.recording
    recording.device.takeFuzz(fromProperties: udevProperties(in: device.preserved))
    if recording.device.kind == .touchscreen, let matrix = calibrationMatrix(in: device.preserved) {
      let numbers = matrix.split(separator: " ").map { Double($0) ?? .nan }
      if let orientation = PanelOrientation(calibration: numbers) {
        recording.device.orientation = orientation
      } else {
        warn(device.lastLine, .calibrationIgnored(matrix))
      }
    }
    result.recordings.append(recording)
    result.preserved.devices.append(device.preserved)
  }

  private mutating func warn(_ line: Int, _ kind: RecordingWarning.Kind) {
    result.warnings.append(RecordingWarning(line: line, kind: kind))
  }
}

// MARK: Devices

extension LibinputReader {
  private mutating func readDevice() throws(Stop) {
    lines.dashes = max(yaml.mark.column - 3, 0)
    try startDevice()
    guard !isNothing else { return }
    guard yaml.kind == .mappingStart, !yaml.isInBrackets else {
      throw malformed("'- node:' and other keys of a device")
    }
    while let key = try nextKey("a key of a device, such as 'evdev:'") {
      if devices[devices.count - 1].keys.contains(key.name) {
        // `libinput record --autorestart` writes no line end before the next device. The first line of the next device
        // is then part of a comment, so its other keys appear to repeat the keys of the device before.
        guard devices[devices.count - 1].lastEventLine != nil,
          key.name == "evdev" || key.name == "node"
        else { throw malformed("a key that the device does not have yet") }
        warn(key.line, .joinedDevices)
        try startDevice()
      }
      devices[devices.count - 1].keys.insert(key.name)
      devices[devices.count - 1].lastLine = key.line
      guard devices[devices.count - 1].keys.count <= Self.mostEntries else {
        throw tooMany("keys of a device")
      }
      switch key.name {
      case "node":
        let node = try section(of: key).root
        devices[devices.count - 1].recording.device.node = node?.string ?? ""
      case "evdev":
        let section = try section(of: key)
        try Self.orStop { () throws(RecordingError) in
          try LibinputDescription(section).apply(to: &devices[devices.count - 1].recording.device)
        }
      case "events": try readEvents()
      default: try keep(key, isOfDevice: true)
      }
    }
  }

  /// The keys that `libinput record` writes for a device.
  private static let deviceKeys: Set = ["node", "evdev", "hid", "udev", "quirks", "events"]

  private mutating func startDevice() throws(Stop) {
    guard devices.count < Self.mostEntries else { throw tooMany("devices") }
    devices.append(Device(lastLine: yaml.mark.line))
    if lines.joined == yaml.mark.line { warn(yaml.mark.line, .joinedDevices) }
  }

  private mutating func readEvents() throws(Stop) {
    devices[devices.count - 1].lastEventLine = yaml.mark.line
    try readList("'events:' with a list on the lines below") { reader throws(Stop) in
      try reader.readItem()
    }
    guard yaml.kind == .sequenceEnd else { return }
    devices[devices.count - 1].lastEventLine = max(yaml.mark.line - 1, 1)
  }

  /// Reads one item of the list of events.
  ///
  /// The item has a list under `evdev:`, the events that libinput derived from them under `libinput:`, and a mark under
  /// `flickbook:`; each of them may be missing. Other keys are skipped.
  private mutating func readItem() throws(Stop) {
    let line = yaml.mark.line
    // Errors quote no lines of earlier items, so these lines need not be kept.
    lines.forget(before: line)
    guard !isNothing else { return }
    let expected = "'- evdev:' with its events on the lines below"
    guard yaml.kind == .mappingStart else { throw malformed(expected) }
    var isOpen = false
    while let key = try nextKey(expected) {
      switch key.name {
      case "evdev":
        let count = devices[devices.count - 1].recording.events.count
        let isInBrackets = try readList("'evdev:' with one event on each line below") {
          reader throws(Stop) in
          try reader.readEvent()
        }
        let isEmpty = devices[devices.count - 1].recording.events.count == count
        isOpen = !isInBrackets && (isEmpty || !devices[devices.count - 1].endsWithReport)
      case "libinput":
        try readList("'libinput:' with one event on each line below") { reader throws(Stop) in
          try reader.readLibinputEvent()
        }
      case "flickbook":
        try takeMark(try section(of: key))
      default:
        try advance()
        try skipNode()
      }
    }
    if isOpen { devices[devices.count - 1].openFrameLine = line }
  }

  /// Reads a mark between the events, which was written while recording; unknown marks are ignored.
  ///
  /// `{gap: [2, 151234], resynchronized: 7}` marks a place at which events were dropped; the events of the same item
  /// restore the state. `{end: true}` marks the end of a complete recording.
  private mutating func takeMark(_ section: YAMLSection) throws(Stop) {
    guard let mark = section.root?.mapping else { return }
    if mark["end"]?.string == "true" { devices[devices.count - 1].hasEnd = true }
    guard mark["gap"] != nil, let root = section.root else { return }
    let gap = try Self.orStop { () throws(RecordingError) in
      try FlickbookValues(text: section).gap(root, timeKey: "gap")
    }
    devices[devices.count - 1].recording.gaps.append(gap)
  }

  private mutating func readEvent() throws(Stop) {
    let line = yaml.mark.line
    lines.forget(before: line)
    guard yaml.kind == .sequenceStart else { throw malformedEvent(line) }
    guard let seconds = try nextNumber(), let fraction = try nextNumber(),
      let type = try nextNumber(),
      let code = try nextNumber(), let value = try nextSignedNumber(),
      let time = microseconds(seconds: seconds, microseconds: fraction), fraction < 1_000_000,
      let type = UInt16(exactly: type), let code = UInt16(exactly: code),
      let value = Int32(exactly: value)
    else { throw malformedEvent(line) }
    try advance()
    guard yaml.kind == .sequenceEnd else { throw malformedEvent(line) }
    let event = RawEvent(microseconds: time, type: type, code: code, value: value)
    let index = devices.count - 1
    if devices[index].openFrameLine != nil { checkOpenFrame(before: event) }
    devices[index].recording.events.append(event)
  }

  private mutating func readLibinputEvent() throws(Stop) {
    let line = yaml.mark.line
    lines.forget(before: line)
    let node: Node?
    do throws(YAMLError) { node = try yaml.node() } catch { throw stop(error) }
    switch node.flatMap({ RecordedLibinputEvent($0) })?.content {
    case .event(let event): devices[devices.count - 1].recording.gestures.append(event)
    case .other: break
    case .invalid, nil:
      throw malformed(line, "'- {time: …, type: …}' with the finite values of a libinput event")
    }
  }

  private func nextNumber() throws(Stop) -> UInt64? {
    try advance()
    let text = yaml.plainText.span
    var index = 0
    guard let number = text.decimal(at: &index, before: text.count), index == text.count else {
      return nil
    }
    return number
  }

  private func nextSignedNumber() throws(Stop) -> Int64? {
    try advance()
    let text = yaml.plainText.span
    var index = 0
    guard let number = text.signedDecimal(at: &index, before: text.count), index == text.count
    else {
      return nil
    }
    return number
  }

  /// Warns about the last report if it has no SYN_REPORT and the next event is too late to be part of that report.
  private mutating func checkOpenFrame(before event: RawEvent) {
    let device = devices[devices.count - 1]
    guard let line = device.openFrameLine else { return }
    devices[devices.count - 1].openFrameLine = nil
    if let last = device.recording.events.last, !last.isReport {
      let (pause, overflow) = event.microseconds.subtractingReportingOverflow(last.microseconds)
      guard overflow || pause > Self.longestPauseInFrame else { return }
    }
    warn(line, .suspectedDrop)
  }
}

// MARK: YAML

extension LibinputReader {
  /// Runs `body`; if it throws an error, the reader stops with this error.
  private static func orStop<Result>(
    _ body: () throws(RecordingError) -> Result
  ) throws(Stop) -> Result {
    do { return try body() } catch { throw .refused(error) }
  }

  private func advance() throws(Stop) {
    do throws(YAMLError) { try yaml.advance() } catch { throw stop(error) }
  }

  private func skipNode() throws(Stop) {
    do throws(YAMLError) { try yaml.skipNode() } catch { throw stop(error) }
  }

  /// The next key of a mapping; nil at its end.
  private mutating func nextKey(_ expected: String) throws(Stop) -> Key? {
    try advance()
    closeSection(before: yaml.mark.line)
    lines.forget(before: yaml.mark.line)
    guard yaml.kind != .mappingEnd else { return nil }
    guard let name = yaml.scalar?.string, name.utf8.count <= 64 else { throw malformed(expected) }
    return Key(name: name, line: yaml.mark.line, column: yaml.mark.column)
  }

  /// Reads the value of a key, which may have up to `limit` bytes.
  private func section(
    of key: Key, limit: Int = YAMLSection.largest
  ) throws(Stop) -> YAMLSection {
    lines.allow(limit, in: key.name, at: key.line)
    try advance()
    let root: Node?
    do throws(YAMLError) { root = try yaml.node() } catch { throw stop(error) }
    lines.allowAll()
    return YAMLSection(
      root, file: file, firstLine: key.line,
      text: lines.section(from: (key.line, key.column), to: lines.last + 1))
  }

  /// Skips the value of a key, but keeps its lines as text.
  private mutating func keep(_ key: Key, isOfDevice: Bool) throws(Stop) {
    open = (key, isOfDevice)
    try advance()
    try skipNode()
  }

  /// Ends the section whose lines are kept, if there is one.
  private mutating func closeSection(before line: Int) {
    guard let (key, isOfDevice) = open else { return }
    open = nil
    let section = RecordingFile.Preserved.Section(
      key: key.name, text: lines.section(from: (key.line, key.column), to: line))
    if isOfDevice {
      devices[devices.count - 1].preserved.append(section)
    } else {
      result.preserved.top.append(section)
    }
  }

  /// Reads a list item by item, and returns whether the list is written in brackets; returns false if there is no list.
  @discardableResult
  private mutating func readList(
    _ expected: String, _ readItem: (inout Self) throws(Stop) -> Void
  ) throws(Stop) -> Bool {
    try advance()
    if isNothing { return false }
    guard yaml.kind == .sequenceStart else { throw malformed(expected) }
    let isInBrackets = yaml.isInBrackets
    try advance()
    while yaml.kind != .sequenceEnd {
      try readItem(&self)
      try advance()
    }
    return isInBrackets
  }

  /// Whether the value is empty or null.
  private var isNothing: Bool { yaml.scalar?.isNullOrEmpty ?? false }

  private func stop(_ error: YAMLError) -> Stop {
    if let failure = lines.failure { return .refused(failure) }
    let line = min(error.mark.line, lines.last)
    // An error in the incomplete last line is the result of the cut. Refused YAML features are an error in any line.
    if case .refused = error {} else if isCut(line) { return .cut }
    if lines.line(line).prefix(while: { $0 <= ASCII.space }).contains(ASCII.tab) {
      return malformed(line, "indentation with spaces (YAML does not allow tabs)")
    }
    return .refused(RecordingError(error, file: file, found: printable(line)))
  }

  private func malformed(_ expected: String) -> Stop { malformed(yaml.mark.line, expected) }

  private func malformedEvent(_ line: Int) -> Stop {
    malformed(
      line, "'- [seconds, microseconds, type, code, value]' in 64, 20, 16, 16 and 32 bits")
  }

  private func malformed(_ line: Int, _ expected: String) -> Stop {
    if isCut(line) { return .cut }
    return .refused(
      .malformed(file: file, line: line, found: printable(line), expected: expected))
  }

  private func tooMany(_ what: String) -> Stop {
    .refused(.tooMuch(file: file, line: yaml.mark.line, what: what, limit: Self.mostEntries))
  }

  /// Whether a line is the last line of the file and has no line end, because the recorder was killed.
  private func isCut(_ line: Int) -> Bool { line >= lines.last && !lines.isTerminated }

  private func printable(_ line: Int) -> String {
    let bytes = Array(lines.line(line))
    return bytes.span.printable(bytes.span.line(at: 0, number: line))
  }
}
