/// The index at which the text of a file starts, which is after a UTF-8 byte order mark if there is one.
func contentStart(of bytes: Span<UInt8>) -> Int {
  bytes.has("\u{feff}", at: 0, before: bytes.count) ? 3 : 0
}

extension Wrapping {
  /// Finds the recording in a file and its format.
  ///
  /// The first line that identifies a format determines the format. Comments, and lines that could belong to any
  /// format, are skipped.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the file.
  ///   - start: The index at which the text starts, after a byte order mark.
  ///   - file: The name to put in errors.
  /// - Returns: The wrapping: the text around the recording, and the format of the recording.
  /// - Throws: ``RecordingError`` if the file is empty, binary, or holds no recording.
  static func found(
    in bytes: Span<UInt8>, from start: Int, file: String
  ) throws(RecordingError) -> Wrapping {
    let content = try firstCharacter(of: bytes, from: start, file: file)
    if let offset = binaryOffset(bytes) {
      guard RawEventLayout.of(bytes) != nil else { throw .binary(file: file, offset: offset) }
      return Wrapping(format: .raw)
    }

    var line = bytes.line(at: start, number: 1)
    var weak: Wrapping?
    var kind: ForeignFormat?
    var hasKeysOfLog: Bool?
    while line.start < bytes.count, line.number <= longestPreamble {
      let first = bytes.skippingMarkup(from: line.start, to: line.end)
      if let found = anchor(in: line, markedUpTo: first, of: bytes) {
        // People paste the output of libinput debug-events before a recording of the same gesture.
        guard found.format != .debugEvents else {
          weak = weak ?? found
          line = bytes.line(after: line)
          continue
        }
        return found.startingEarlier(before: line, from: start, of: bytes)
      }
      if let brace = bytes.index(of: "{", in: first..<line.end),
        brace == first || bytes[brace - 1] <= ASCII.space
      {
        // The search for the keys may go through the whole file, so it runs only once.
        let isLog = hasKeysOfLog ?? isActivityLog(brace..<bytes.count, bytes)
        hasKeysOfLog = isLog
        let prefix = LinePrefix(line.start..<brace, of: bytes)
        if isLog, prefix.isMarkup || prefix.isRepeated(behind: line, in: bytes) {
          return Wrapping(format: .chromeOS, prefix: prefix, firstLine: line.number)
        }
      }
      // This comment identifies the format only if no other line identifies a format.
      if weak == nil, bytes.has("# libinput record", at: first, before: line.end) {
        weak = Wrapping(
          format: .libinput, prefix: LinePrefix(line.start..<first, of: bytes),
          firstLine: line.number)
      }
      if kind == nil { kind = foreignFormat(ofLine: first..<line.end, from: line.start, in: bytes) }
      // Text in the other foreign formats may precede a recording, for example the output of an earlier attempt.
      if let kind, kind.isCertain { throw .foreign(file: file, kind: kind) }
      line = bytes.line(after: line)
    }
    if let weak { return weak }
    if let kind { throw .foreign(file: file, kind: kind) }
    throw .unrecognized(file: file, found: bytes.printable(bytes.line(at: content, number: 1)))
  }

  /// Returns the index of the first character that is not white space.
  ///
  /// - Throws: ``RecordingError`` if the file is empty or is an archive.
  private static func firstCharacter(
    of bytes: Span<UInt8>, from start: Int, file: String
  ) throws(RecordingError) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= ASCII.space, bytes[index] != 0 { index += 1 }
    guard index < bytes.count else { throw .empty(file: file) }
    if let kind = archive(bytes) { throw .foreign(file: file, kind: kind) }
    return index
  }

  /// Returns the wrapping if the line can belong to only one format of recordings; nil otherwise.
  private static func anchor(
    in line: TextLine, markedUpTo first: Int, of bytes: Span<UInt8>
  ) -> Wrapping? {
    if let format = recordingFormat(ofLine: first..<line.end, of: line, in: bytes) {
      let prefix = LinePrefix(line.start..<first, of: bytes)
      return Wrapping(format: format, prefix: prefix, firstLine: line.number)
    }
    // A line of a log begins with a time and the name of a program, so the recording may start at any later word.
    for index in line.start..<min(line.end, line.start + longestPrefix)
    where index > first && bytes[index - 1] <= ASCII.space && bytes[index] > ASCII.space {
      let content = index..<line.end
      guard let format = recordingFormat(ofLine: content, of: line, in: bytes) else { continue }
      let prefix = LinePrefix(line.start..<index, of: bytes)
      if prefix.isRepeated(behind: line, in: bytes) {
        return Wrapping(format: format, prefix: prefix, firstLine: line.number)
      }
    }
    return nil
  }

  /// The maximum length of the prefix of a log line, in bytes.
  ///
  /// The limit is our choice. The prefixes of systemd and of CI services have up to 80 bytes.
  private static let longestPrefix = 160

  /// Returns the wrapping, extended to the lines before `anchor` that also belong to the recording.
  ///
  /// Such lines (comments, `system:`, `libinput:`) do not identify a format by themselves.
  private func startingEarlier(
    before anchor: TextLine, from start: Int, of bytes: Span<UInt8>
  ) -> Wrapping {
    var begin: Int?
    var line = bytes.line(at: start, number: 1)
    while line.number < anchor.number {
      if let content = prefix.contentStart(of: line, in: bytes) {
        let end = line.end
        let mayStart =
          format == .libinput
          ? bytes.has("system:", at: content, before: end)
            || bytes.has("libinput:", at: content, before: end)
          : bytes.has("#", at: content, before: end)
        let mayFollow =
          content == end || bytes[content] <= ASCII.space || bytes[content] == ASCII.numberSign
        if mayStart { begin = begin ?? line.number } else if !mayFollow { begin = nil }
      } else {
        begin = nil
      }
      line = bytes.line(after: line)
    }
    return Wrapping(format: format, prefix: prefix, firstLine: begin ?? firstLine)
  }
}

/// The number of lines at the beginning of a file that are searched for a line that identifies the format.
///
/// The limit is our choice. The device list before the output of `getevent` has a few hundred lines.
private let longestPreamble = 2_000

/// Returns the format of a line that can belong to only one format; nil for other lines.
private func recordingFormat(
  ofLine range: Range<Int>, of line: TextLine, in bytes: Span<UInt8>
) -> RecordingFormat? {
  let first = range.lowerBound
  let end = range.upperBound
  guard first < end else { return nil }
  if isKeyOfLibinput(range, of: line, in: bytes) { return .libinput }
  if DebugEventHead(range, of: bytes) != nil { return .debugEvents }
  for (text, format): (StaticString, RecordingFormat) in [
    ("# EVEMU", .evemu), ("N: ", .evemu), ("N:\t", .evemu),
    ("Input driver version is", .evtest), ("Event: time ", .evtest),
    ("add device ", .getevent), ("could not get driver version", .getevent),
    ("# flickbook touches", .csv), ("microseconds", .csv),
  ] where bytes.has(text, at: first, before: end) {
    return format
  }
  if let start = bytes.skipping("E:", at: first, to: end) {
    // An evemu event looks like `E: 0.000001 0003 0039 0`. An event of hid-recorder also starts with `E:`, but has a
    // length and bytes.
    var index = start
    guard bytes.decimal(at: &index, before: end) != nil else { return nil }
    index = bytes.skippingDecimal(from: index, to: end)
    let code = bytes.skippingBlanks(from: index, to: end)
    index = code
    guard bytes.hexadecimal(at: &index, before: end) != nil, index - code == 4 else { return nil }
    return .evemu
  }
  if let start = bytes.skipping("time ", at: first, to: end) {
    // python-evdev prints an event as `time 1522193888.012784 type 3 (EV_ABS)`.
    var index = start
    guard bytes.dottedTime(at: &index, before: end) != nil else { return nil }
    let word = bytes.skippingBlanks(from: index, to: end)
    let isEvent =
      bytes.has("type ", at: word, before: end) || bytes.has("--", at: word, before: end)
    return isEvent ? .evtest : nil
  }
  if bytes[first] == ASCII.openBracket {
    // `getevent` prints an event as `[ 2311.461360] EV_ABS`, or as
    // `[ 2311.461360] /dev/input/event2: 0003 0035 00000258`.
    var index = bytes.skippingBlanks(from: first + 1, to: end)
    guard bytes.dottedTime(at: &index, before: end) != nil,
      let event = bytes.skipping("]", at: index, to: end),
      bytes.isGeteventEvent(bytes.skippingDevicePath(event..<end)..<end)
    else { return nil }
    return .getevent
  }
  return nil
}

/// Whether a line is one of the keys that a libinput recording begins with.
///
/// The keys are ordinary words, so the text after the key is also checked.
private func isKeyOfLibinput(
  _ range: Range<Int>, of line: TextLine, in bytes: Span<UInt8>
) -> Bool {
  let end = bytes.trimmingBlanks(from: range.lowerBound, to: range.upperBound)
  for key: StaticString in ["version:", "ndevices:"] {
    guard var index = bytes.skipping(key, at: range.lowerBound, to: end) else { continue }
    guard bytes.decimal(at: &index, before: end) != nil else { return index == line.end }
    index = bytes.skippingBlanks(from: index, to: end)
    return index == end || bytes[index] == ASCII.numberSign
  }
  if bytes.skipping("flickbook:", at: range.lowerBound, to: end) == end { return true }
  guard let value = bytes.skipping("devices:", at: range.lowerBound, to: end),
    value == end || bytes[value] == ASCII.numberSign
  else { return false }
  var next = bytes.line(after: line)
  while next.start < bytes.count {
    var first = bytes.skippingMarkup(from: next.start, to: next.end)
    if first < next.end, bytes[first] != ASCII.numberSign {
      // `skippingMarkup` treats the dash of a list item as a bullet and skips it.
      let dashes = next.start..<first
      first = dashes.first { bytes[$0] == ASCII.minus } ?? first
      return bytes[first] == ASCII.minus || bytes.index(of: "- ", in: first..<next.end) != nil
    }
    next = bytes.line(after: next)
  }
  return true
}

/// Whether the JSON text has the keys of a ChromeOS activity log.
private func isActivityLog(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
  bytes.index(of: "\"hardwareProperties\"", in: range) != nil
    && bytes.index(of: "\"entries\"", in: range) != nil
}

private func foreignFormat(
  ofLine range: Range<Int>, from start: Int, in bytes: Span<UInt8>
) -> ForeignFormat? {
  let first = range.lowerBound
  let end = range.upperBound
  for (text, kind): (StaticString, ForeignFormat) in [
    ("R: ", .hidRecorder), ("D: 0", .hidRecorder), ("E: ", .hidRecorder), ("r ", .umockdevScript),
    ("d 0 /", .umockdevScript), ("P: /devices/", .umockdevDevice), ("{", .json), ("[{", .json),
    ("# input-events", .inputEvents),
  ] where bytes.has(text, at: first, before: end) {
    return kind
  }
  // `first` may be after the dash of a list item, because the dash was skipped as a bullet.
  for index in start..<max(start, first) where bytes.isLibinputEvent(index..<end) {
    return .libinputEvents
  }
  if let word = bytes.index(of: "Event. Dev: ", in: range),
    bytes.index(of: ", Type: ", in: word..<end) != nil
  {
    return .evbug
  }
  if let colon = bytes.index(of: ": EV_", in: range) {
    // `input-events` prints an event as `12:07:59.474693: EV_ABS ABS_Y 341`.
    if bytes.isTimeOfDay(first..<colon) { return .inputEvents }
  }
  return bytes.isGeteventEvent(bytes.skippingDevicePath(range)..<end) ? .geteventWithoutTimes : nil
}

private func archive(_ bytes: Span<UInt8>) -> ForeignFormat? {
  guard bytes.count >= 4 else { return nil }
  // The byte order marks of UTF-16, then the first bytes of gzip, zstd, zip, xz and bzip2 files.
  switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
  case (0xff, 0xfe, _, _), (0xfe, 0xff, _, _): return .utf16
  case (0x1f, 0x8b, _, _), (0x28, 0xb5, 0x2f, 0xfd), (0x50, 0x4b, 0x03, 0x04),
    (0xfd, 0x37, 0x7a, 0x58), (0x42, 0x5a, 0x68, 0x31...0x39):
    return .compressed
  default: return nil
  }
}

/// The index of the first byte below 0x09 in the first 4 KiB; nil if there is none, as in every text.
private func binaryOffset(_ bytes: Span<UInt8>) -> Int? {
  for index in 0..<min(bytes.count, 4_096) where bytes[index] < 0x09 { return index }
  return nil
}

extension Span where Element == UInt8 {
  /// The index after a prefix such as `/dev/input/event2: `; the start of the range if there is no prefix.
  fileprivate func skippingDevicePath(_ range: Range<Int>) -> Int {
    guard has("/dev/", at: range.lowerBound, before: range.upperBound),
      let colon = index(of: ": ", in: range)
    else { return range.lowerBound }
    return skippingBlanks(from: colon + 1, to: range.upperBound)
  }

  /// Whether a text starts like an event of `getevent`: `EV_ABS ABS_X` or `0003 0035 000001ad`.
  fileprivate func isGeteventEvent(_ range: Range<Int>) -> Bool {
    if has("EV_", at: range.lowerBound, before: range.upperBound) {
      var end = range.lowerBound
      while end < range.upperBound, self[end] > ASCII.space { end += 1 }
      return skippingBlanks(from: end, to: range.upperBound) > end
    }
    var index = range.lowerBound
    for _ in 0..<2 {
      let start = index
      guard hexadecimal(at: &index, before: range.upperBound) != nil, index - start == 4 else {
        return false
      }
      index = skippingBlanks(from: index, to: range.upperBound)
    }
    let value = index
    // The value may be missing, because a recorder that is killed leaves an incomplete line.
    return index == range.upperBound
      || hexadecimal(at: &index, before: range.upperBound) != nil && index - value <= 8
      || has("DOWN", at: value, before: range.upperBound)
      || has("UP", at: value, before: range.upperBound)
  }

  /// Whether a text is a time of day such as `12:07:59.474693`.
  fileprivate func isTimeOfDay(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    for _ in 0..<2 {
      guard decimal(at: &index, before: range.upperBound) != nil,
        has(":", at: index, before: range.upperBound)
      else { return false }
      index += 1
    }
    return dottedTime(at: &index, before: range.upperBound) != nil && index == range.upperBound
  }

  /// The index after a decimal point and the digits after it; `index` if there is no point.
  func skippingDecimal(from index: Int, to end: Int) -> Int {
    guard index < end, self[index] == ASCII.point else { return index }
    var index = index + 1
    while index < end, self[index] &- ASCII.zero <= 9 { index += 1 }
    return index
  }
}
