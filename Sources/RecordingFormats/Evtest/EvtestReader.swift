import TouchInput

/// A reader of the output of `evtest`, which is a description of the device and then one line for each event.
///
///     Event: time 1434546433.912471, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 13
///     Event: time 1434546433.912471, -------------- SYN_REPORT ------------
///
/// Values are decimal, except that the values of `MSC_SCAN` and `MSC_RAW` are hexadecimal. `EV_SYN` events have no
/// value in the text, so their value is read as 0. If a mail program broke a line in two, both parts are joined.
/// Unrelated lines are skipped. The format of `python -m evdev.evtest`, whose lines start with `time`, can also be
/// read.
struct EvtestReader {
  let file: String
  private var device = EvtestDevice()
  private var events: [RawEvent] = []
  private var result = RecordingFile(format: .evtest, recordings: [])
  /// The incomplete event of the previous line, which this line may complete.
  private var torn: IncompleteEvent?

  /// A line that begins like an event but is incomplete.
  private struct IncompleteEvent {
    var line: Int
    var isTerminated: Bool
    /// The text after `Event: time`; nil if the text is too long for a part of an event.
    var content: [UInt8]?
    /// The line as errors show it.
    var shown: String
  }

  private init(file: String) { self.file = file }

  /// Reads a file piece by piece; `description` is used if the text does not describe the device.
  static func file(
    in windows: inout TextWindows, named file: String, description: [UInt8]?
  ) throws(RecordingError) -> RecordingFile {
    var reader = EvtestReader(file: file)
    try reader.read(&windows, description: description)
    return reader.result
  }

  private mutating func read(
    _ windows: inout TextWindows, description: [UInt8]?
  ) throws(RecordingError) {
    let last = try windows.eachLine { line, bytes throws(RecordingError) in
      try take(line, of: bytes)
    }
    if let torn {
      guard !torn.isTerminated else { throw malformed(torn) }
      warnOfCut(torn.line)
    }
    try finish(line: last, description: description)
    guard result.recordings.contains(where: { !$0.events.isEmpty }) else {
      throw .cutShort(file: file, line: last, missing: "the first event")
    }
  }

  private mutating func take(_ line: TextLine, of bytes: Span<UInt8>) throws(RecordingError) {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    if let torn {
      self.torn = nil
      return try take(torn, continuedAt: first, of: line, in: bytes)
    }
    if bytes.has("Event: time", at: first, before: line.end) {
      takeEvent(line, from: first + 11, of: bytes)
    } else if let start = bytes.skipping("time ", at: first, to: line.end),
      start < line.end, bytes[start] &- ASCII.zero <= 9
    {
      takeEvent(line, from: start, of: bytes)
    } else {
      if bytes.has("Input driver version is", at: first, before: line.end), !events.isEmpty {
        try finish(line: line.number - 1, description: nil)
      }
      try device.take(line, from: first, of: bytes, file: file)
    }
  }

  private mutating func finish(line: Int, description: [UInt8]?) throws(RecordingError) {
    let (described, listed) = device.finished()
    if let last = events.last, !last.isReport, !result.isCut {
      result.warnings.append(RecordingWarning(line: line, kind: .cut))
      result.isCut = true
    }
    var recording = Recording(device: described, events: events)
    var state: ListedState? = listed
    if described.codes.isEmpty, let description {
      state = try descriptions(in: description, beside: file).describe(&recording)
    }
    recording.describeByEvents()
    if let state { recording.takeInitialState(state) }
    result.recordings.append(recording)
    device = EvtestDevice()
    events = []
  }

  private mutating func takeEvent(_ line: TextLine, from start: Int, of bytes: Span<UInt8>) {
    if let event = event(start..<line.end, of: bytes) {
      events.append(event)
      return
    }
    torn = IncompleteEvent(
      line: line.number, isTerminated: line.isTerminated,
      content: line.end - start < Self.longestEventPart ? bytes.bytes(start..<line.end) : nil,
      shown: bytes.printable(line))
  }

  /// The length, in bytes, from which on an incomplete line cannot be a part of an event.
  ///
  /// A complete event has about a hundred bytes.
  private static let longestEventPart = 200

  /// Completes the incomplete event `torn` with the text of this line.
  private mutating func take(
    _ torn: IncompleteEvent, continuedAt first: Int, of line: TextLine, in bytes: Span<UInt8>
  ) throws(RecordingError) {
    if let content = torn.content, line.end - first < Self.longestEventPart,
      !bytes.has("Event:", at: first, before: line.end),
      !bytes.has("time ", at: first, before: line.end)
    {
      let joined = content + [ASCII.space] + bytes.bytes(first..<line.end)
      if let event = event(0..<joined.count, of: joined.span) {
        events.append(event)
        return
      }
    }
    // The last line of a file may be incomplete. Any other incomplete event is an error.
    guard line.end > line.start, !line.isTerminated else { throw malformed(torn) }
    warnOfCut(torn.line)
  }

  private mutating func warnOfCut(_ line: Int) {
    result.warnings.append(RecordingWarning(line: line, kind: .cut))
    result.isCut = true
  }

  private func malformed(_ torn: IncompleteEvent) -> RecordingError {
    .malformed(
      file: file, line: torn.line, found: torn.shown,
      expected: "'Event: time SEC.USEC, type T (…), code C (…), value V'")
  }

  private func event(_ range: Range<Int>, of bytes: Span<UInt8>) -> RawEvent? {
    let end = range.upperBound
    var index = bytes.skippingBlanks(from: range.lowerBound, to: end)
    guard let time = time(at: &index, before: end, of: bytes) else { return nil }
    let comma =
      bytes.skipping(",", at: index, to: end) ?? bytes.skippingBlanks(from: index, to: end)
    guard comma > index else { return nil }
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

  /// Reads the time of an event; some people shorten the time to the decimal point and the microseconds.
  private func time(at index: inout Int, before end: Int, of bytes: Span<UInt8>) -> Int64? {
    guard index < end, bytes[index] == ASCII.point else {
      return bytes.dottedTime(at: &index, before: end)
    }
    var position = index + 1
    guard let fraction = bytes.decimal(at: &position, before: end), position - index == 7 else {
      return nil
    }
    index = position
    return Int64(exactly: fraction)
  }

  private func number(
    at index: inout Int, before end: Int, of bytes: Span<UInt8>, type: UInt16, code: UInt16
  ) -> Int32? {
    // `evtest` prints the values of `MSC_RAW` and `MSC_SCAN` in hexadecimal.
    guard type == EventType.miscellaneous, code == 3 || code == 4 else {
      return bytes.signedDecimal(at: &index, before: end).flatMap { Int32(exactly: $0) }
    }
    return bytes.hexadecimal(at: &index, before: end).flatMap { UInt32(exactly: $0) }
      .map { Int32(bitPattern: $0) }
  }

  /// Returns the code of a `SYN_*` line.
  ///
  /// Older versions of `evtest` print the name of the event type whose number equals the code, such as `EV_KEY` for
  /// code 1. Any other text between plus signs stands for SYN_MT_REPORT.
  private func synchronization(_ range: Range<Int>, of bytes: Span<UInt8>) -> UInt16? {
    for (text, code): (StaticString, UInt16) in [
      ("SYN_REPORT", Synchronization.report), ("SYN_MT_REPORT", Synchronization.contactReport),
      ("SYN_DROPPED", Synchronization.dropped), ("SYN_CONFIG", Synchronization.configuration),
      ("Report Sync", Synchronization.report), ("Config Sync", Synchronization.configuration),
      ("EV_SYN", Synchronization.report), ("EV_KEY", Synchronization.configuration),
      ("EV_REL", Synchronization.contactReport), ("EV_ABS", Synchronization.dropped),
    ] where bytes.index(of: text, in: range) != nil {
      return code
    }
    return bytes.has("+", at: range.lowerBound, before: range.upperBound)
      ? Synchronization.contactReport : nil
  }
}
