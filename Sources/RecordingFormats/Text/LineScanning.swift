import Quantities

/// One line of a text, without its line end.
struct TextLine {
  /// The index of the first byte.
  var start: Int
  /// The index after the last byte, which is the index of the line end or the end of the text.
  var end: Int
  /// The index at which the next line starts.
  var next: Int
  /// The line number, counted from 1.
  var number: Int

  /// Whether the line has a line end; only the last line of a text may have none.
  var isTerminated: Bool { next > end }
}

extension Span where Element == UInt8 {
  /// The line that starts at `start`; LF, CR LF and CR end a line.
  func line(at start: Int, number: Int) -> TextLine {
    let end = lineEnd(from: start)
    return TextLine(start: start, end: end, next: lineStart(after: end), number: number)
  }

  /// The line after `line`; at the end of the text, an empty line without a line end.
  func line(after line: TextLine) -> TextLine {
    self.line(at: line.next, number: line.number + 1)
  }

  /// The index of the line end that follows `index`, or of the end of the text.
  @inline(__always)
  func lineEnd(from index: Int) -> Int {
    var end = index
    while end < count, self[end] != ASCII.lineFeed, self[end] != ASCII.carriageReturn { end += 1 }
    return end
  }

  /// The index after the line end at `end`.
  @inline(__always)
  func lineStart(after end: Int) -> Int {
    guard end < count else { return end }
    let isPair =
      self[end] == ASCII.carriageReturn && end + 1 < count && self[end + 1] == ASCII.lineFeed
    return isPair ? end + 2 : end + 1
  }

  /// The index of the first byte from `index` on that is neither a space nor a tab.
  @inline(__always)
  func skippingBlanks(from index: Int, to end: Int) -> Int {
    var index = index
    while index < end, self[index] == ASCII.space || self[index] == ASCII.tab { index += 1 }
    return index
  }

  /// The index after the last byte before `end` that is neither a space nor a tab.
  func trimmingBlanks(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, self[end - 1] == ASCII.space || self[end - 1] == ASCII.tab { end -= 1 }
    return end
  }

  /// Whether `text` occurs at `index` and ends before `end`.
  func has(_ text: StaticString, at index: Int, before end: Int) -> Bool {
    guard end - index >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      for offset in 0..<expected.count where self[index + offset] != expected[offset] {
        return false
      }
      return true
    }
  }

  /// The index of the first occurrence of `text` in a range; nil if there is none.
  func index(of text: StaticString, in range: Range<Int>) -> Int? {
    for index in range where has(text, at: index, before: range.upperBound) { return index }
    return nil
  }

  /// The index after `text` and the blanks that follow it if `text` occurs at `index`; otherwise nil.
  func skipping(_ text: StaticString, at index: Int, to end: Int) -> Int? {
    guard has(text, at: index, before: end) else { return nil }
    return skippingBlanks(from: index + text.utf8CodeUnitCount, to: end)
  }

  func bytes(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    for index in range { result.append(self[index]) }
    return result
  }

  /// The text of a range; bytes that are not UTF-8 become replacement characters.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }
}

/// The ASCII characters that occur in recordings.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let numberSign: UInt8 = 0x23
  static let apostrophe: UInt8 = 0x27
  static let asterisk: UInt8 = 0x2a
  static let plus: UInt8 = 0x2b
  static let comma: UInt8 = 0x2c
  static let minus: UInt8 = 0x2d
  static let point: UInt8 = 0x2e
  static let zero: UInt8 = 0x30
  static let colon: UInt8 = 0x3a
  static let greater: UInt8 = 0x3e
  static let openBracket: UInt8 = 0x5b
  static let backslash: UInt8 = 0x5c
  static let closeBracket: UInt8 = 0x5d
  static let openBrace: UInt8 = 0x7b
  static let bar: UInt8 = 0x7c
  static let closeBrace: UInt8 = 0x7d
}

/// Text from a file, shortened for a message; see ``excerpt(of:atMost:)``.
///
/// Bytes that are not UTF-8 become `�`.
func printable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  // An excerpt has at most 60 characters of up to four bytes. Decoding only these bytes saves time for a long line.
  let shown = range.prefix(4 * 61)
  return excerpt(of: bytes.text(shown.lowerBound..<shown.upperBound))
}

extension Span where Element == UInt8 {
  /// The text of a line for error messages, without leading and trailing blanks.
  func printable(_ line: TextLine) -> String {
    let start = skippingBlanks(from: line.start, to: line.end)
    return RecordingFormats.printable(self, start..<trimmingBlanks(from: start, to: line.end))
  }
}
