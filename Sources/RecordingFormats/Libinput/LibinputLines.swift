/// A source that passes the lines of a libinput recording to the YAML parser, one at a time.
///
/// The original lines are kept until ``forget(before:)`` releases them, because errors quote lines, and because some
/// sections are kept verbatim.
///
/// `libinput record` writes two constructs that are not valid YAML, and the source corrects both for the parser. Quoted
/// device names may contain unescaped quotes. With `--autorestart`, the next device may begin inside a comment.
final class LibinputLines {
  /// The number of the last line that the parser has received, counted from 1.
  private(set) var last = 0
  /// Whether the last line that the parser has received ends in a line end.
  private(set) var isTerminated = true
  /// The error that stopped the reading of lines before the end of the file; nil if there was none.
  private(set) var failure: RecordingError?
  /// The line of the last device that began inside a comment; nil if there is none.
  private(set) var joined: Int?
  /// The indentation of the dashes under `devices:`.
  var dashes = 0
  /// The section whose size is limited, and the number of bytes that the section may still contain; nil without a
  /// limit.
  private var budget: (section: String, line: Int, limit: Int, left: Int)?

  private let file: String
  private var windows: TextWindows
  /// The part of the current window that the parser has not received yet.
  private var rest = 0..<0

  /// The text of the kept lines, from the line number `firstKept` on, and the index at which each line starts.
  private var kept: [UInt8] = []
  private var starts: [Int] = []
  private var firstKept = 1
  /// The number of the first kept line that may still be requested.
  private var firstNeeded = 1

  init(_ windows: consuming TextWindows, file: String) {
    self.windows = windows
    self.file = file
  }

  /// Appends the next line; appends nothing at the end.
  func next(into piece: inout [UInt8]) {
    guard failure == nil else { return }
    if rest.isEmpty {
      do throws(RecordingError) {
        guard let window = try windows.next(fromLine: last + 1) else { return }
        rest = window
      } catch {
        failure = error
        return
      }
    }
    let text = windows.bytes
    let line = text.span.extracting(0..<rest.upperBound)
      .line(at: rest.lowerBound, number: last + 1)
    rest = line.next..<rest.upperBound
    last = line.number
    isTerminated = line.isTerminated
    spend(line)
    keep(line)
    append(line, to: &piece)
  }

  /// Limits the following lines to `limit` bytes in total, until the limit is set again.
  func allow(_ limit: Int, in section: String, at line: Int) {
    budget = (section, line, limit, limit)
  }

  func allowAll() { budget = nil }

  private func spend(_ line: TextLine) {
    guard let budget else { return }
    self.budget?.left -= line.next - line.start
    if budget.left < line.next - line.start {
      failure = .tooMuch(
        file: file, line: budget.line, what: "bytes in '\(budget.section):'", limit: budget.limit)
    }
  }
}

// MARK: Kept lines

extension LibinputLines {
  private func keep(_ line: TextLine) {
    // Dropping lines moves all later lines in memory, so many lines are dropped at once.
    if firstNeeded - firstKept > 512 { drop() }
    starts.append(kept.count)
    kept += windows.bytes[line.start..<line.end]
  }

  private func drop() {
    let count = min(firstNeeded - firstKept, starts.count)
    let end = count < starts.count ? starts[count] : kept.count
    kept.removeFirst(end)
    starts = starts[count...].map { $0 - end }
    firstKept += count
  }

  /// Releases the lines before `number`, which may then be dropped.
  func forget(before number: Int) { firstNeeded = max(firstNeeded, number) }

  /// A line as it is in the file, without its line end; empty if the line is no longer kept.
  func line(_ number: Int) -> ArraySlice<UInt8> {
    let index = number - firstKept
    guard starts.indices.contains(index) else { return [] }
    return kept[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : kept.count)]
  }

  /// The lines of a section from `mark` up to, but not including, the line `end`.
  ///
  /// The indentation of the section is removed, and each line ends in LF.
  func section(from mark: (line: Int, column: Int), to end: Int) -> [UInt8] {
    var text: [UInt8] = []
    for number in mark.line..<max(end, mark.line + 1) {
      let line = line(number)
      let blanks = line.prefix { $0 == ASCII.space || $0 == ASCII.tab }.count
      // The first line of the section is cut at the key, because the text before the key is the dash of the device.
      text += line.dropFirst(number == mark.line ? mark.column - 1 : min(blanks, mark.column - 1))
      text.append(ASCII.lineFeed)
    }
    return text
  }
}

// MARK: Text for the parser

extension LibinputLines {
  private func append(_ line: TextLine, to piece: inout [UInt8]) {
    let text = windows.bytes
    let bytes = text.span
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    var range = line.start..<line.end
    if let device = device(inCommentAt: first, to: line.end, in: bytes) {
      joined = line.number
      for _ in 0..<dashes { piece.append(ASCII.space) }
      range = device..<line.end
    }
    let end = bytes.trimmingBlanks(from: range.lowerBound, to: range.upperBound)
    let quote = rawQuote(in: bytes, range.lowerBound..<end)
    let start = piece.count
    if let quote {
      for index in range.lowerBound...quote { piece.append(bytes[index]) }
      for index in quote + 1..<end - 1 {
        let byte = bytes[index]
        if byte == ASCII.quote || byte == ASCII.backslash { piece.append(ASCII.backslash) }
        piece.append(byte)
      }
      piece.append(ASCII.quote)
    } else {
      piece += text[range]
    }
    if piece[start...].contains(where: { $0 >= 0x80 }) { sanitizeText(of: &piece, from: start) }
    piece.append(ASCII.lineFeed)
  }

  /// Replaces bytes and characters so that the text is valid and has the line numbers that an editor shows.
  ///
  /// Bytes that are not UTF-8 become replacement characters. U+0085, U+2028 and U+2029 become blanks, because YAML
  /// counts them as line ends, but editors do not.
  private func sanitizeText(of piece: inout [UInt8], from start: Int) {
    let text = String(decoding: piece[start...], as: UTF8.self)
    piece.removeSubrange(start...)
    for scalar in text.unicodeScalars {
      let isLineEnd = ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      piece += String(isLineEnd ? " " : scalar).utf8
    }
  }

  /// The index of `- node:` in a comment of `--autorestart`; nil for other text.
  private func device(inCommentAt start: Int, to end: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.has("# Closing after", at: start, before: end) else { return nil }
    return bytes.index(of: "- node: ", in: start..<end)
  }

  /// The index of the opening quote in `key: "text"` if the quoted text is not valid YAML; nil otherwise.
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

  /// Whether the text between two quotes contains no unescaped quote and no invalid escape.
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

  /// The characters that may follow a backslash in double quotes.
  ///
  /// Source: YAML 1.2.2, section 5.7.
  private static let escapes = Set("0abtnvfre \"/\\N_LPxuU".utf8)
}
