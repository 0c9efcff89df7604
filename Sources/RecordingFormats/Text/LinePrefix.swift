/// The text before the recording on every line of a file.
///
/// A prefix is indentation, the quotation marks of a mail, a list bullet, or the time and program name of a log. Words
/// and numbers may differ from line to line, as times do, but punctuation must be the same. The blanks after the last
/// token are counted, because indentation has a meaning in YAML.
struct LinePrefix {
  private enum Token: Equatable {
    case word
    case mark(UInt8)
  }

  private var tokens: [Token] = []
  /// The number of blanks after the last token.
  private var blanks = 0
  /// The text of the prefix in the line from which the prefix was created.
  private var text: [UInt8] = []
  /// Whether the prefix consists only of indentation, quotation marks and list bullets.
  private(set) var isMarkup = true
  /// Whether the prefix has a list bullet; the later lines of the item may have blanks instead of the bullet.
  private(set) var isList = false

  init() {}

  /// Creates the prefix from `range` of a line; the text in `range` must be markup or end in a blank.
  init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    let markup = bytes.skippingMarkup(from: range.lowerBound, to: range.upperBound)
    isMarkup = markup == range.upperBound
    // Quotation marks and bullets before a log prefix may differ from line to line.
    let first = isMarkup ? range.lowerBound : markup
    text = bytes.bytes(first..<range.upperBound)
    var index = first
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == ASCII.space || byte == ASCII.tab {
        blanks += 1
        continue
      }
      blanks = 0
      guard bytes.isWord(byte) else {
        tokens.append(.mark(byte))
        continue
      }
      if tokens.last != .word || index < first + 2 || !bytes.isWord(bytes[index - 2]) {
        tokens.append(.word)
      }
    }
    isList = isMarkup && tokens.contains { $0 != .mark(ASCII.greater) && $0 != .mark(ASCII.bar) }
  }

  /// Whether the prefix is empty or only indentation.
  var isIndentation: Bool { tokens.isEmpty }

  /// Whether the next line that is not empty also has the prefix; true if there is no such line.
  func isRepeated(behind line: TextLine, in bytes: Span<UInt8>) -> Bool {
    var next = bytes.line(after: line)
    while next.start < bytes.count, next.start == next.end { next = bytes.line(after: next) }
    return next.start >= bytes.count || contentStart(of: next, in: bytes, isIndented: false) != nil
  }

  /// Returns the index at which the content of a line starts; nil if the line lacks the prefix.
  ///
  /// Pass true as `isIndented` if indentation has a meaning; otherwise all blanks belong to the prefix. A blank line
  /// counts as having the prefix, because editors and mail programs remove blanks at the end of lines.
  func contentStart(
    of line: TextLine, in bytes: Span<UInt8>, isIndented: Bool = true
  ) -> Int? {
    if text.isEmpty { return line.start }
    // Blanks instead of bullets are tried first, because the first word of the content may look like a bullet.
    if isList, let start = startWithoutBullets(of: line, in: bytes) { return start }
    return start(of: line, in: bytes, isIndented)
  }

  private func start(of line: TextLine, in bytes: Span<UInt8>, _ isIndented: Bool) -> Int? {
    var index =
      isMarkup ? line.start : bytes.skippingMarkup(from: line.start, to: line.end)
    for token in tokens {
      index = bytes.skippingBlanks(from: index, to: line.end)
      guard index < line.end else { return nil }
      switch token {
      case .mark(let mark):
        guard bytes[index] == mark else { return nil }
        index += 1
      case .word:
        guard bytes.isWord(bytes[index]) else { return nil }
        while index < line.end, bytes.isWord(bytes[index]) { index += 1 }
      }
    }
    let rest = bytes.skippingBlanks(from: index, to: line.end)
    guard rest < line.end else { return line.end }
    guard isIndented else { return rest }
    return rest - index >= blanks ? index + blanks : nil
  }

  /// The start of the content if the line has blanks of the same width instead of bullets; nil otherwise.
  private func startWithoutBullets(of line: TextLine, in bytes: Span<UInt8>) -> Int? {
    var index = line.start
    for byte in text {
      guard index < line.end else { return line.end }
      let isQuote = byte == ASCII.greater || byte == ASCII.bar
      let isBlank = bytes[index] == ASCII.space || bytes[index] == ASCII.tab
      guard isQuote ? bytes[index] == byte : isBlank else { return nil }
      index += 1
    }
    return index
  }
}

extension Span where Element == UInt8 {
  /// Whether a byte belongs to a word or a number; all bytes of non-ASCII characters count as parts of words.
  fileprivate func isWord(_ byte: UInt8) -> Bool {
    byte &- 0x30 <= 9 || byte | 0x20 &- 0x61 < 26 || byte >= 0x80
  }

  /// The index of the first byte that is not a blank, a quotation mark of a mail, or a list bullet.
  ///
  /// Such characters can only belong to a recording in YAML; in other formats they are always markup.
  func skippingMarkup(from start: Int, to end: Int) -> Int {
    var index = start
    while true {
      index = skippingBlanks(from: index, to: end)
      guard index < end else { return index }
      let after: Int
      switch self[index] {
      case ASCII.greater, ASCII.bar:
        index += 1
        continue
      case ASCII.minus, ASCII.asterisk, ASCII.plus: after = index + 1
      case 0xe2 where has("\u{2022}", at: index, before: end): after = index + 3
      case 0x30...0x39:
        // An item number such as `1.` or `1)` is a bullet.
        var digits = index
        while digits < end, digits - index < 9, self[digits] &- ASCII.zero <= 9 { digits += 1 }
        guard digits < end, self[digits] == ASCII.point || self[digits] == 0x29 else {
          return index
        }
        after = digits + 1
      case 0x5e where has("^C", at: index, before: end):
        // Terminals print ^C when Ctrl-C is pressed to stop a recorder.
        index += 2
        continue
      default: return index
      }
      guard after < end, self[after] == ASCII.space || self[after] == ASCII.tab else {
        return index
      }
      index = after + 1
    }
  }
}
