/// A text of lines, each a word with what is said about it, as a page and its engine exchange them.
///
/// A line is `word text`; in the text `\n` stands for a line's end and `\\` for a backslash.
struct PageLines {
  /// One line.
  struct Line {
    /// Its first word.
    var word: String
    /// What follows the word.
    var text: String
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The bytes of the next line that is not empty, without its end; nil after the last.
  mutating func nextBytes() -> ArraySlice<UInt8>? {
    while position < bytes.endIndex {
      let start = position
      while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      let line = bytes[start..<position]
      position += 1
      if !line.isEmpty { return line }
    }
    return nil
  }

  /// The next line that is not empty; nil after the last.
  mutating func next() -> Line? { nextBytes().map { Self.line(of: $0) } }

  /// The word and the text of a line.
  static func line(of bytes: ArraySlice<UInt8>) -> Line {
    let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
    let rest = end < bytes.endIndex ? bytes[(end + 1)...] : []
    return Line(
      word: String(decoding: bytes[..<end], as: UTF8.self), text: Self.unescaped(rest))
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        plain.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The line of `word` and `text`, with its end.
  static func line(_ word: String, _ text: String) -> [UInt8] {
    var line = Array(word.utf8)
    line.append(UInt8(ascii: " "))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The whole numbers of a line, with blanks between them; nil when it has anything else.
  static func numbers(_ text: ArraySlice<UInt8>) -> [Int64]? {
    var numbers: [Int64] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: " ") {
        index += 1
        continue
      }
      let isNegative = text[index] == UInt8(ascii: "-")
      if isNegative { index += 1 }
      var number: Int64 = 0
      let start = index
      while index < text.endIndex, text[index] != UInt8(ascii: " ") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else { return nil }
        let digit = Int64(text[index] - UInt8(ascii: "0"))
        let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, more) =
          isNegative
          ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
        guard !overflow, !more else { return nil }
        number = sum
        index += 1
      }
      guard index > start else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
