/// The lines of a libinput recording on their way to the YAML parser.
///
/// The parser gets them one at a time. Here they are kept as they stand in the file, until they are let
/// go of, for errors and for sections that are written back verbatim.
///
/// `libinput record` writes two things that are no YAML, and the parser gets them put right: device names
/// between quotes with bare quotes inside, and, with `--autorestart`, the next device in a comment.
final class LibinputLines {
  /// The number of the last line that the parser has got, counted from 1.
  private(set) var last = 0
  /// Whether that line has a line end.
  private(set) var isTerminated = true
  /// Why there are no more lines, when that is not because the file ends.
  private(set) var failure: RecordingError?
  /// Where two devices that run into each other were taken apart: the line of the second.
  private(set) var joined: Int?
  /// How far the dashes of `devices:` are indented.
  var dashes = 0
  /// The section that is being read and may not be large, and how many bytes of it are left.
  private var budget: (section: String, line: Int, limit: Int, left: Int)?

  private let file: String
  private var windows: TextWindows
  /// The lines of the window that the parser has not got.
  private var rest = 0..<0

  /// Lines that the parser has got, from number `firstKept` on, with the place where each begins.
  private var kept: [UInt8] = []
  private var starts: [Int] = []
  private var firstKept = 1
  /// The first of them that may be asked for.
  private var firstNeeded = 1

  init(_ windows: consuming TextWindows, file: String) {
    self.windows = windows
    self.file = file
  }

  /// Appends the next line; nothing at the end.
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

  /// Lets no more than `limit` bytes follow before the budget is set anew.
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

// MARK: What is kept

extension LibinputLines {
  private func keep(_ line: TextLine) {
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

  /// Lets go of the lines before `number`.
  func forget(before number: Int) { firstNeeded = max(firstNeeded, number) }

  /// A line as it stands in the file, without its line end; nothing where it is none that is kept.
  func line(_ number: Int) -> ArraySlice<UInt8> {
    let index = number - firstKept
    guard starts.indices.contains(index) else { return [] }
    return kept[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : kept.count)]
  }

  /// The lines of a section that begins at `mark` and ends before the line `end`, without its
  /// indentation; each ends in LF.
  func section(from mark: (line: Int, column: Int), to end: Int) -> [UInt8] {
    var text: [UInt8] = []
    for number in mark.line..<max(end, mark.line + 1) {
      let line = line(number)
      let blanks = line.prefix { $0 == ASCII.space || $0 == ASCII.tab }.count
      // What stands before the key in its line is the dash of the device.
      text += line.dropFirst(number == mark.line ? mark.column - 1 : min(blanks, mark.column - 1))
      text.append(ASCII.lineFeed)
    }
    return text
  }
}

// MARK: What the parser gets

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
    if piece[start...].contains(where: { $0 >= 0x80 }) { mendText(of: &piece, from: start) }
    piece.append(ASCII.lineFeed)
  }

  /// Replaces bytes that are no UTF-8 by replacement characters, and what only YAML takes for line ends
  /// (U+0085, U+2028, U+2029) by blanks, so that lines have the numbers that an editor shows.
  private func mendText(of piece: inout [UInt8], from start: Int) {
    let text = String(decoding: piece[start...], as: UTF8.self)
    piece.removeSubrange(start...)
    for scalar in text.unicodeScalars {
      let isLineEnd = ["\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
      piece += String(isLineEnd ? " " : scalar).utf8
    }
  }

  /// Where `- node:` stands in a comment, or nil.
  private func device(inCommentAt start: Int, to end: Int, in bytes: Span<UInt8>) -> Int? {
    guard bytes.has("# Closing after", at: start, before: end) else { return nil }
    return bytes.index(of: "- node: ", in: start..<end)
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
