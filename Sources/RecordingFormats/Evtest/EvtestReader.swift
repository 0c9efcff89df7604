import TouchInput

/// Reads the text of `evtest`: a description of the device, then one line for each event.
///
///     Event: time 1434546433.912471, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 13
///     Event: time 1434546433.912471, -------------- SYN_REPORT ------------
///
/// Values are decimal, but hexadecimal for `MSC_SCAN` and `MSC_RAW`. Those of `EV_SYN` are not
/// written and read as 0. Lines that a mail program broke in two are joined; `>` before a line and
/// text about the recording are passed over.
struct EvtestReader {
  let file: String
  private var device = EvtestDevice()
  private var events: [RawEvent] = []
  private var result = RecordingFile(format: .evtest, recordings: [])

  private init(file: String) { self.file = file }

  /// Reads a file; `description` stands in for a device that the text does not describe.
  static func file(
    in bytes: Span<UInt8>, from start: Int, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var reader = EvtestReader(file: file)
    try reader.read(bytes, from: start, description: description)
    return reader.result
  }

  private mutating func read(
    _ bytes: Span<UInt8>, from start: Int, description: [UInt8]?
  ) throws(RecordingError) {
    var line = bytes.line(at: start, number: 1)
    while line.start < bytes.count {
      let first = contentStart(of: line, in: bytes)
      if bytes.has("Event: time", at: first, before: line.end) {
        line = try takeEvent(line, from: first + 11, of: bytes)
      } else {
        if bytes.has("Input driver version is", at: first, before: line.end), !events.isEmpty {
          try finish(line: line.number - 1, description: nil)
        }
        try device.take(line, from: first, of: bytes, file: file)
      }
      line = bytes.line(after: line)
    }
    try finish(line: max(1, line.number - 1), description: description)
    guard result.recordings.contains(where: { !$0.events.isEmpty }) else {
      throw .cutShort(file: file, line: max(1, line.number - 1), missing: "the first event")
    }
  }

  /// The index of the first byte that is neither a blank nor a mail's quotation mark.
  private func contentStart(of line: TextLine, in bytes: Span<UInt8>) -> Int {
    var index = line.start
    while index < line.end, bytes[index] <= ASCII.space || bytes[index] == ASCII.greater {
      index += 1
    }
    return index
  }

  private mutating func finish(line: Int, description: [UInt8]?) throws(RecordingError) {
    var (described, listed) = device.finished()
    if described.codes.isEmpty, let description {
      described = try EvemuReader.device(describedIn: description, beside: file)
    }
    if let last = events.last, !last.isReport, !result.isCut {
      result.warnings.append(RecordingWarning(line: line, kind: .cut))
      result.isCut = true
    }
    var recording = Recording(device: described, events: events)
    recording.describeByEvents()
    recording.takeInitialState(listed)
    result.recordings.append(recording)
    device = EvtestDevice()
    events = []
  }

  /// Takes an event, with the line below when the event goes on there, and returns the last line.
  private mutating func takeEvent(
    _ line: TextLine, from start: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) -> TextLine {
    if let event = event(start..<line.end, of: bytes) {
      events.append(event)
      return line
    }
    let below = bytes.line(after: line)
    let continuation = contentStart(of: below, in: bytes)
    if line.isTerminated, !bytes.has("Event:", at: continuation, before: below.end),
      line.end - start < 200, below.end - continuation < 200
    {
      let joined =
        bytes.bytes(start..<line.end) + [ASCII.space]
        + bytes.bytes(continuation..<below.end)
      if let event = event(0..<joined.count, of: joined.span) {
        events.append(event)
        return below
      }
    }
    guard !line.isTerminated || (below.end > below.start && !below.isTerminated) else {
      throw .malformed(
        file: file, line: line.number, found: bytes.printable(line),
        expected: "'Event: time SEC.USEC, type T (…), code C (…), value V'")
    }
    result.warnings.append(RecordingWarning(line: line.number, kind: .cut))
    result.isCut = true
    return below
  }

  private func event(_ range: Range<Int>, of bytes: Span<UInt8>) -> RawEvent? {
    let end = range.upperBound
    var index = bytes.skippingBlanks(from: range.lowerBound, to: end)
    guard let time = bytes.dottedTime(at: &index, before: end) else { return nil }
    guard let comma = bytes.skipping(",", at: index, to: end) else { return nil }
    guard var type = bytes.skipping("type", at: comma, to: end) else {
      return synchronization(comma..<end, of: bytes).map {
        RawEvent(microseconds: time, type: EventType.synchronization, code: $0, value: 0)
      }
    }
    guard let typeNumber = bytes.decimal(at: &type, before: end),
      let codeWord = bytes.index(of: ", code", in: type..<end),
      var code = bytes.skipping(", code", at: codeWord, to: end),
      let codeNumber = bytes.decimal(at: &code, before: end),
      let valueWord = bytes.index(of: ", value", in: code..<end),
      var value = bytes.skipping(", value", at: valueWord, to: end),
      let type = UInt16(exactly: typeNumber), let code = UInt16(exactly: codeNumber),
      let number = number(at: &value, before: end, of: bytes, type: type, code: code),
      bytes.skippingBlanks(from: value, to: end) == end
    else { return nil }
    return RawEvent(microseconds: time, type: type, code: code, value: number)
  }

  private func number(
    at index: inout Int, before end: Int, of bytes: Span<UInt8>, type: UInt16, code: UInt16
  ) -> Int32? {
    guard EvtestValues.areHexadecimal(type: type, code: code) else {
      return bytes.signedDecimal(at: &index, before: end).flatMap { Int32(exactly: $0) }
    }
    return bytes.hexadecimal(at: &index, before: end).flatMap { UInt32(exactly: $0) }
      .map { Int32(bitPattern: $0) }
  }

  /// The code that a line between frames stands for; older versions of `evtest` have other names.
  private func synchronization(_ range: Range<Int>, of bytes: Span<UInt8>) -> UInt16? {
    for (text, code): (StaticString, UInt16) in [
      ("SYN_REPORT", Synchronization.report), ("SYN_MT_REPORT", Synchronization.contactReport),
      ("SYN_DROPPED", Synchronization.dropped), ("SYN_CONFIG", Synchronization.configuration),
      ("Report Sync", Synchronization.report), ("Config Sync", Synchronization.configuration),
      ("EV_SYN", Synchronization.report),
    ] where bytes.index(of: text, in: range) != nil {
      return code
    }
    return nil
  }
}

/// How `evtest` writes values.
enum EvtestValues {
  /// Whether the values of a code are written hexadecimally: `MSC_RAW` and `MSC_SCAN`.
  static func areHexadecimal(type: UInt16, code: UInt16) -> Bool {
    type == EventType.miscellaneous && (code == 3 || code == 4)
  }
}
