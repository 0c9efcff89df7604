import TouchInput

/// The event list of one device, read line by line without a string for any of them.
///
/// An event is `- [sec, usec, type, code, value] # comment` below an `evdev:` key. Frames end at
/// SYN_REPORT and may be spread over several list items, so that the items are not kept.
struct LibinputEvents {
  /// The pause between events of one frame above which the rest of the frame is taken for lost.
  ///
  /// Source: ours; the events of one frame are at most 188 µs apart in the field data, and no
  /// device reports more often than every 1000 µs.
  static let longestPauseInFrame: Int64 = 1_000

  /// What the lines below the current key are.
  private enum Item {
    case none
    case evdev
    case other
  }

  let file: String
  /// How deep the keys of the device are; the list ends at the next of them.
  let keys: Int
  var events: [RawEvent] = []
  var warnings: [RecordingWarning] = []
  /// What the `flickbook:` items mark: gaps and the end.
  var marks: [StreamMark] = []
  /// The last line of the list.
  var lastLine = 0
  /// Where the next device starts within a comment, when the line end before it is missing.
  var joinedDevice: Int?

  private var item = Item.none
  private var dashes: Int?
  private var itemLine = 0
  private var eventsBeforeItem = 0
  private var openFrameLine: Int?

  init(file: String, keys: Int) {
    self.file = file
    self.keys = keys
  }

  /// Whether the last event ends a frame; true when there are no events.
  var endsWithReport: Bool { events.last?.isReport ?? true }

  /// Gives away the events without copying them.
  mutating func takeEvents() -> [RawEvent] {
    defer { events = [] }
    return events
  }

  /// Reads on at `start` and returns the first line that is not part of the list; at the end of
  /// `bytes` when there is none.
  mutating func read(
    _ bytes: Span<UInt8>, from start: Int, number: Int
  ) throws(RecordingError) -> TextLine {
    var start = start
    var number = number
    while start < bytes.count {
      // Events are nearly all of a file, and are told from the rest without looking for line ends.
      var index = start
      while index < bytes.count, bytes[index] == ASCII.space { index += 1 }
      if item == .evdev, index - start > dashes ?? 0, readEvent(bytes, at: &index, line: number) {
        start = bytes.lineStart(after: index)
        number += 1
        continue
      }
      let line = bytes.line(at: start, number: number)
      guard try take(line, of: bytes) else { return line }
      start = line.next
      number += 1
    }
    return TextLine(start: start, end: start, next: start, number: number)
  }

  /// Ends the list before the line `number`.
  mutating func finish(before number: Int) {
    finishItem()
    lastLine = number - 1
  }

  /// Takes a line that is no event and returns whether it is part of the list.
  private mutating func take(
    _ line: TextLine, of bytes: Span<UInt8>
  ) throws(RecordingError) -> Bool {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let indentation = first - line.start
    guard first < line.end else { return true }
    if bytes[first] == ASCII.numberSign {
      joinedDevice = device(inCommentAt: first, to: line.end, in: bytes)
      return joinedDevice == nil
    }
    let isDash = bytes[first] == ASCII.minus
    if item != .other, bytes.index(of: "\t", in: line.start..<first) != nil {
      try refuse(
        line, of: bytes, expected: "an indentation of spaces, because YAML has no tabs there,")
      return true
    }
    guard indentation > keys || (indentation == keys && isDash) else { return false }
    if isDash, indentation == dashes ?? indentation {
      dashes = indentation
      finishItem()
      startItem(line)
      let key = bytes.skippingBlanks(from: first + 1, to: line.end)
      try takeKey(line, at: key, of: bytes)
    } else if let dashes, indentation == dashes + 2, !isDash {
      try takeKey(line, at: first, of: bytes)
    } else if item == .evdev {
      try refuse(
        line, of: bytes,
        expected: "'- [seconds, microseconds, type, code, value]' in 64, 20, 16, 16 and 32 bits")
    } else if item == .none || bytes.isLibinputEvent(first..<line.end) {
      try refuse(line, of: bytes, expected: "'- evdev:', and events only below it,")
    }
    return true
  }

  private mutating func takeKey(
    _ line: TextLine, at first: Int, of bytes: Span<UInt8>
  ) throws(RecordingError) {
    if bytes.has("evdev:", at: first, before: line.end) {
      let value = bytes.skippingBlanks(from: first + 6, to: line.end)
      let isEmpty = bytes.has("[]", at: value, before: line.end) && value + 2 == line.end
      guard value == line.end || bytes[value] == ASCII.numberSign || isEmpty else {
        try refuse(line, of: bytes, expected: "'evdev:' with one event on each line below")
        return
      }
      item = isEmpty ? .other : .evdev
      return
    }
    // A dash alone; the key is on the next line.
    guard first < line.end, bytes[first] != ASCII.numberSign else { return }
    // Events are not read in another spelling, such as {evdev: […]} or "evdev":, so none may be lost in
    // it; what later versions of libinput record has a plain key.
    guard bytes.isPlainKey(first..<line.end) else {
      try refuse(line, of: bytes, expected: "'- evdev:' with one event on each line below")
      return
    }
    item = .other
    if bytes.has("flickbook:", at: first, before: line.end) {
      if let mark = StreamMark(first..<line.end, of: bytes) { marks.append(mark) }
    }
  }
}

// MARK: Items

extension LibinputEvents {
  private mutating func startItem(_ line: TextLine) {
    item = .none
    itemLine = line.number
    eventsBeforeItem = events.count
  }

  /// Remembers an item of events that does not end a frame.
  private mutating func finishItem() {
    guard item == .evdev, events.count == eventsBeforeItem || !endsWithReport else { return }
    openFrameLine = itemLine
  }

  /// Warns when a frame stays open and the next event is too late to be part of it.
  private mutating func checkOpenFrame(before event: RawEvent) {
    guard let line = openFrameLine else { return }
    openFrameLine = nil
    if let last = events.last, !last.isReport {
      let (pause, overflow) = event.microseconds.subtractingReportingOverflow(last.microseconds)
      guard overflow || pause > Self.longestPauseInFrame else { return }
    }
    warnings.append(RecordingWarning(line: line, kind: .suspectedDrop))
  }

  /// Where `- node:` stands in a comment, or nil.
  private func device(inCommentAt start: Int, to end: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.has("# Closing after", at: start, before: end) else { return nil }
    var index = start
    while index < end {
      if bytes.has("- node: ", at: index, before: end) { return index }
      index += 1
    }
    return nil
  }
}

// MARK: Events

extension LibinputEvents {
  /// Reads an event at `index` and moves to its line end; returns false, having read nothing, when
  /// there is anything else or anything wrong.
  @inline(__always)
  private mutating func readEvent(
    _ bytes: Span<UInt8>, at index: inout Int, line: Int
  ) -> Bool {
    let end = bytes.count
    guard bytes.has("- [", at: index, before: end) else { return false }
    var position = index + 3
    guard let seconds = number(bytes, &position, before: ASCII.comma),
      let fraction = number(bytes, &position, before: ASCII.comma), fraction < 1_000_000,
      let type = number(bytes, &position, before: ASCII.comma), type <= UInt16.max,
      let code = number(bytes, &position, before: ASCII.comma), code <= UInt16.max,
      let value = signedNumber(bytes, &position, before: ASCII.closeBracket),
      let time = RecordingFormats.microseconds(seconds: seconds, microseconds: fraction)
    else { return false }
    position = bytes.skippingBlanks(from: position, to: end)
    guard position == end || isCommentOrEnd(bytes[position]) else { return false }
    let event = RawEvent(
      microseconds: time, type: UInt16(truncatingIfNeeded: type),
      code: UInt16(truncatingIfNeeded: code), value: value)
    if openFrameLine != nil { checkOpenFrame(before: event) }
    events.append(event)
    index = bytes.lineEnd(from: position)
    return true
  }

  @inline(__always)
  private func isCommentOrEnd(_ byte: UInt8) -> Bool {
    byte == ASCII.numberSign || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }

  @inline(__always)
  private func number(_ bytes: Span<UInt8>, _ index: inout Int, before delimiter: UInt8) -> UInt64?
  {
    while index < bytes.count, bytes[index] == ASCII.space { index += 1 }
    let value = bytes.decimal(at: &index, before: bytes.count)
    return close(bytes, &index, with: delimiter) ? value : nil
  }

  @inline(__always)
  private func signedNumber(
    _ bytes: Span<UInt8>, _ index: inout Int, before delimiter: UInt8
  ) -> Int32? {
    while index < bytes.count, bytes[index] == ASCII.space { index += 1 }
    guard let value = bytes.signedDecimal(at: &index, before: bytes.count) else { return nil }
    return close(bytes, &index, with: delimiter) ? Int32(exactly: value) : nil
  }

  @inline(__always)
  private func close(_ bytes: Span<UInt8>, _ index: inout Int, with delimiter: UInt8) -> Bool {
    while index < bytes.count, bytes[index] == ASCII.space { index += 1 }
    guard index < bytes.count, bytes[index] == delimiter else { return false }
    index += 1
    return true
  }

  /// Throws what is wrong with a line, unless it is the last one and the file was cut there.
  private mutating func refuse(
    _ line: TextLine, of bytes: Span<UInt8>, expected: String
  ) throws(RecordingError) {
    guard line.isTerminated else {
      warnings.append(RecordingWarning(line: line.number, kind: .cut))
      return
    }
    throw .malformed(
      file: file, line: line.number, found: bytes.printable(line), expected: expected)
  }
}

extension Span where Element == UInt8 {
  /// Whether a range starts with a key of small letters, digits, `-` and `_`, and a colon.
  fileprivate func isPlainKey(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound,
      self[index] &- 0x61 < 26 || self[index] &- ASCII.zero <= 9 || self[index] == ASCII.minus
        || self[index] == 0x5f
    {
      index += 1
    }
    guard index > range.lowerBound, index < range.upperBound else { return false }
    return self[index] == ASCII.colon
  }
}
