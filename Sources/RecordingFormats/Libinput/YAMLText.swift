import YAMLNodes

/// A small block of YAML cut out of a file, with what is needed to name its lines in errors.
struct YAMLText {
  /// The largest block that is handed to the YAML parser, which needs about 300 times the memory.
  ///
  /// Source: ours; the largest `evdev:` section that a device can have is about 8 KiB.
  static let largestSection = 65_536
  /// The same for `flickbook:`, where every gap takes about 60 bytes.
  static let largestFlickbookSection = 1_048_576

  let file: String
  /// The line of the file that the text starts at.
  let firstLine: Int
  private(set) var text: [UInt8] = []

  /// Takes the lines of a section without its indentation, comments left empty.
  ///
  /// Device names are put right on the way: libinput writes them between quotes without escaping
  /// the quotes inside.
  init(
    _ section: LibinputLayout.Section, of bytes: Span<UInt8>, file: String, limit: Int
  ) throws(RecordingError) {
    self.init(
      bytes, section.range, line: section.line, indentation: section.indentation, file: file)
    guard text.count <= limit else {
      throw .tooMuch(
        file: file, line: section.line, what: "bytes in '\(section.key):'", limit: limit)
    }
  }

  /// Takes the lines of a range; all but the first have `indentation` to remove.
  init(
    _ bytes: Span<UInt8>, _ range: Range<Int>, line: Int, indentation: Int, file: String
  ) {
    self.file = file
    self.firstLine = line
    var line = bytes.line(at: range.lowerBound, number: line)
    while line.start < range.upperBound {
      let isFirst = line.start == range.lowerBound
      let blanks = bytes.skippingBlanks(from: line.start, to: line.end) - line.start
      let start = isFirst ? line.start : line.start + min(blanks, indentation)
      let first = bytes.skippingBlanks(from: start, to: line.end)
      if first < line.end, bytes[first] != ASCII.numberSign {
        append(bytes, start..<line.end)
      }
      text.append(ASCII.lineFeed)
      line = bytes.line(after: line)
    }
  }

  /// Takes a text that is none of libinput's, as a YAML parser sees its lines; nothing is put right.
  init(plain bytes: [UInt8], file: String) {
    self.file = file
    self.firstLine = 1
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...].prefix(3)
      let length =
        rest.starts(with: "\u{85}".utf8)
        ? 2
        : rest.starts(with: "\u{2028}".utf8) || rest.starts(with: "\u{2029}".utf8) ? 3 : 0
      text.append(length > 0 ? ASCII.lineFeed : bytes[index])
      index += max(length, 1)
    }
  }

  /// Reads the text as a mapping.
  func mapping() throws(RecordingError) -> Node.Mapping {
    try refuseHostileYAML()
    do throws(YAMLError) {
      guard let node = try compose(yaml: String(decoding: text, as: UTF8.self)) else {
        return Node.Mapping()
      }
      if let mapping = node.mapping { return mapping }
    } catch {
      throw malformed(at: firstLine + error.mark.line - 1, expected: "YAML")
    }
    throw malformed(at: firstLine, expected: "a mapping")
  }

  /// An error about the line at `line` of the file.
  func malformed(at line: Int, expected: String) -> RecordingError {
    let span = text.span
    var current = span.line(at: 0, number: firstLine)
    while current.number < line, current.start < span.count { current = span.line(after: current) }
    return .malformed(
      file: file, line: current.number, found: span.printable(current), expected: expected)
  }
}

// MARK: Quotes

extension YAMLText {
  /// Appends a line, with the quotes and backslashes of a raw name escaped.
  private mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    let end = bytes.trimmingBlanks(from: range.lowerBound, to: range.upperBound)
    let start = text.count
    defer { blankForeignLineEnds(from: start) }
    guard let quote = rawQuote(in: bytes, range.lowerBound..<end) else {
      for index in range { text.append(bytes[index]) }
      return
    }
    for index in range.lowerBound...quote { text.append(bytes[index]) }
    for index in quote + 1..<end - 1 {
      let byte = bytes[index]
      if byte == ASCII.quote || byte == ASCII.backslash { text.append(ASCII.backslash) }
      text.append(byte)
    }
    text.append(ASCII.quote)
  }

  /// Replaces what only some YAML parsers take for line ends (U+0085, U+2028, U+2029) by blanks, so
  /// that the check for hostile text and the parser see the same lines.
  private mutating func blankForeignLineEnds(from start: Int) {
    var index = start
    while index + 1 < text.count {
      let isNextLine = text[index] == 0xc2 && text[index + 1] == 0x85
      let isSeparator =
        text[index] == 0xe2 && text[index + 1] == 0x80 && index + 2 < text.count
        && (text[index + 2] == 0xa8 || text[index + 2] == 0xa9)
      let length = isNextLine ? 2 : isSeparator ? 3 : 0
      for offset in 0..<length { text[index + offset] = ASCII.space }
      index += max(length, 1)
    }
  }

  /// The index of the opening quote of `key: "text"` whose text is not YAML, or nil.
  private func rawQuote(in bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
    guard line.count > 2, bytes[line.upperBound - 1] == ASCII.quote else { return nil }
    var index = bytes.skippingBlanks(from: line.lowerBound, to: line.upperBound)
    while index < line.upperBound, bytes[index] > ASCII.space, bytes[index] != ASCII.colon {
      index += 1
    }
    guard index < line.upperBound, bytes[index] == ASCII.colon else { return nil }
    let quote = bytes.skippingBlanks(from: index + 1, to: line.upperBound)
    guard quote > index + 1, quote < line.upperBound - 1, bytes[quote] == ASCII.quote else {
      return nil
    }
    return isEscaped(bytes, quote + 1..<line.upperBound - 1) ? nil : quote
  }

  /// Whether the text between two quotes holds only valid escapes and no bare quote.
  private func isEscaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == ASCII.quote { return false }
      if bytes[index] == ASCII.backslash {
        index += 1
        guard index < range.upperBound, Self.escapes.contains(bytes[index]) else { return false }
      }
      index += 1
    }
    return true
  }

  /// The characters that may follow a backslash between double quotes.
  ///
  /// Source: YAML 1.2.2, section 5.7.
  private static let escapes = Set("0abtnvfre \"/\\N_LPxuU".utf8)
}
