/// Where the text of a file starts: behind a UTF-8 byte order mark.
func contentStart(of bytes: Span<UInt8>) -> Int {
  bytes.has("\u{feff}", at: 0, before: bytes.count) ? 3 : 0
}

/// Tells the format of a file by its content.
///
/// The first line that decides wins; comments and lines that could be anything are passed over.
func detectedFormat(
  of bytes: Span<UInt8>, from start: Int, file: String
) throws(RecordingError) -> RecordingFormat {
  var content = start
  while content < bytes.count, bytes[content] <= ASCII.space, bytes[content] != 0 { content += 1 }
  guard content < bytes.count else { throw .empty(file: file) }
  if let kind = archive(bytes) { throw .foreign(file: file, kind: kind) }
  if let offset = binaryOffset(bytes) {
    guard RawEventLayout.of(bytes) != nil else { throw .binary(file: file, offset: offset) }
    return .raw
  }

  var line = bytes.line(at: start, number: 1)
  while line.start < bytes.count, line.number <= longestPreamble {
    var first = line.start
    // Mails put a mark before every line that they quote.
    while first < line.end, bytes[first] <= ASCII.space || bytes[first] == ASCII.greater {
      first += 1
    }
    if let format = format(ofLine: first..<line.end, in: bytes) { return format }
    if first == content, bytes[first] == ASCII.openBrace, isActivityLog(first..<bytes.count, bytes)
    {
      return .chromeOS
    }
    if let kind = foreignFormat(ofLine: first..<line.end, in: bytes) {
      throw .foreign(file: file, kind: kind)
    }
    line = bytes.line(after: line)
  }
  throw .unrecognized(file: file, found: bytes.printable(bytes.line(at: content, number: 1)))
}

/// How many lines may come before the one that tells the format.
///
/// Source: ours; the device list before the output of `getevent` has a few hundred.
private let longestPreamble = 2_000

/// The detection table: the format that a line can only belong to, or nil.
private func format(ofLine range: Range<Int>, in bytes: Span<UInt8>) -> RecordingFormat? {
  let first = range.lowerBound
  let end = range.upperBound
  for (text, format): (StaticString, RecordingFormat) in [
    ("# libinput record", .libinput), ("version:", .libinput), ("ndevices:", .libinput),
    ("devices:", .libinput), ("flickbook:", .libinput),
    ("# EVEMU", .evemu), ("N: ", .evemu), ("N:\t", .evemu),
    ("Input driver version is", .evtest), ("Event: time ", .evtest),
    ("add device ", .getevent), ("could not get driver version", .getevent),
    ("# flickbook touches", .csv), ("microseconds", .csv),
  ] where bytes.has(text, at: first, before: end) {
    return format
  }
  if let start = bytes.skipping("E:", at: first, to: end) {
    // E: 0.000001 0003 0039 0; the events of hid-recorder have a length and bytes instead.
    var index = start
    guard bytes.decimal(at: &index, before: end) != nil else { return nil }
    index = bytes.skippingDecimal(from: index, to: end)
    let code = bytes.skippingBlanks(from: index, to: end)
    index = code
    guard bytes.hexadecimal(at: &index, before: end) != nil, index - code == 4 else { return nil }
    return .evemu
  }
  if first < end, bytes[first] == ASCII.openBracket {
    // [ 2311.461360] EV_ABS or [ 2311.461360] /dev/input/event2: 0003 0035 00000258
    var index = bytes.skippingBlanks(from: first + 1, to: end)
    guard bytes.dottedTime(at: &index, before: end) != nil, index < end,
      bytes[index] == ASCII.closeBracket
    else { return nil }
    return .getevent
  }
  return nil
}

/// Whether JSON has the keys of a ChromeOS activity log.
private func isActivityLog(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
  bytes.index(of: "\"hardwareProperties\"", in: range) != nil
    && bytes.index(of: "\"entries\"", in: range) != nil
}

private func foreignFormat(ofLine range: Range<Int>, in bytes: Span<UInt8>) -> ForeignFormat? {
  let first = range.lowerBound
  let end = range.upperBound
  for (text, kind): (StaticString, ForeignFormat) in [
    ("R: ", .hidRecorder), ("D: 0", .hidRecorder), ("E: ", .hidRecorder), ("r ", .umockdevScript),
    ("d 0 /", .umockdevScript), ("P: /devices/", .umockdevDevice), ("{", .json), ("[{", .json),
  ] where bytes.has(text, at: first, before: end) {
    return kind
  }
  return nil
}

private func archive(_ bytes: Span<UInt8>) -> ForeignFormat? {
  guard bytes.count >= 4 else { return nil }
  switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
  case (0xff, 0xfe, _, _), (0xfe, 0xff, _, _): return .utf16
  case (0x1f, 0x8b, _, _), (0x28, 0xb5, 0x2f, 0xfd), (0x50, 0x4b, 0x03, 0x04),
    (0xfd, 0x37, 0x7a, 0x58), (0x42, 0x5a, 0x68, 0x31...0x39):
    return .compressed
  default: return nil
  }
}

/// The first byte that no text has, within the first 4 KiB; nil when there is none.
private func binaryOffset(_ bytes: Span<UInt8>) -> Int? {
  for index in 0..<min(bytes.count, 4_096) where bytes[index] < 0x09 { return index }
  return nil
}

extension Span where Element == UInt8 {
  /// The index after a point and the digits behind it; `index` itself when there is no point.
  func skippingDecimal(from index: Int, to end: Int) -> Int {
    guard index < end, self[index] == ASCII.point else { return index }
    var index = index + 1
    while index < end, self[index] &- ASCII.zero <= 9 { index += 1 }
    return index
  }
}
