/// A text that is read in windows of complete lines, without the text that surrounds the recording.
struct TextWindows {
  /// The text of the current window.
  private(set) var bytes: [UInt8] = []
  private var raw: [UInt8]
  private var start: Int
  private var end: Int
  private var isAtEnd: Bool
  private let more: () -> [UInt8]
  private let file: String
  private var wrapping: Wrapping?

  /// The longest line that is accepted, in bytes.
  ///
  /// The limit is our choice. The longest line that a recorder writes has fewer than a thousand bytes.
  private static let longestLine = 1 << 24

  /// Creates the windows of a text whose beginning is in memory.
  ///
  /// - Parameters:
  ///   - beginning: The first part of the text; the whole text if `more` is nil.
  ///   - start: The index at which the text starts in `beginning`, after a byte order mark.
  ///   - file: The name to put in errors.
  ///   - wrapping: The text around the recording, which is removed; if nil, nothing is removed.
  ///   - more: Returns the next part, or an empty array at the end.
  init(
    _ beginning: [UInt8], from start: Int, named file: String, wrapping: Wrapping? = nil,
    more: (() -> [UInt8])? = nil
  ) {
    raw = beginning
    self.wrapping = wrapping
    self.start = start
    self.file = file
    end = start
    isAtEnd = more == nil
    self.more = more ?? { [] }
  }

  /// Reads the next window and returns its range in ``bytes``; returns nil at the end of the text.
  ///
  /// `number` is the number of the first line of the window. All lines of a window are complete, except possibly the
  /// last line of the text. The lines of the previous window are dropped, unless the whole text was in memory from the
  /// beginning.
  mutating func next(fromLine number: Int) throws(RecordingError) -> Range<Int>? {
    start = end
    // `bytes` may share its memory with `raw`, and changing `raw` would then copy it.
    bytes = []
    if !isAtEnd {
      raw.removeFirst(start)
      (start, end) = (0, 0)
      while !isAtEnd && end == 0 {
        guard raw.count < Self.longestLine else {
          throw .tooMuch(
            file: file, line: number, what: "bytes in a line", limit: Self.longestLine)
        }
        readNextPart()
      }
    }
    if isAtEnd { end = raw.count }
    guard start < end else { return nil }
    if let clean = try unwrapped(fromLine: number) {
      bytes = clean
      return 0..<clean.count
    }
    bytes = raw
    return start..<end
  }

  /// Reads all lines, and returns the number of the last one; 1 for an empty text.
  mutating func eachLine(
    _ take: (TextLine, Span<UInt8>) throws(RecordingError) -> Void
  ) throws(RecordingError) -> Int {
    var number = 1
    while let window = try next(fromLine: number) {
      let bytes = bytes.span.extracting(0..<window.upperBound)
      var line = bytes.line(at: window.lowerBound, number: number)
      while line.start < bytes.count {
        try take(line, bytes)
        line = bytes.line(after: line)
      }
      number = line.number
    }
    return max(1, number - 1)
  }

  /// Returns the lines of the window without the surrounding text; nil if there is no text to remove.
  private mutating func unwrapped(fromLine number: Int) throws(RecordingError) -> [UInt8]? {
    guard var wrapping else { return nil }
    defer { self.wrapping = wrapping }
    var result: [UInt8]?
    let span = raw.span.extracting(0..<end)
    var line = span.line(at: start, number: number)
    while line.start < span.count {
      let content = try wrapping.contentStart(of: line, in: span, file: file) ?? line.end
      if result == nil,
        !span.isBlank(line.start..<content) || wrapping.isIndented(to: content, line)
      {
        var copy: [UInt8] = []
        copy.reserveCapacity(end - start)
        for index in start..<line.start { copy.append(span[index]) }
        result = copy
      }
      if result != nil {
        for index in content..<line.next { result?.append(span[index]) }
      }
      line = span.line(after: line)
    }
    return result
  }

  /// Reads the next part and moves `end` past its last line end.
  private mutating func readNextPart() {
    let part = more()
    isAtEnd = part.isEmpty
    // The search includes the last byte of the previous part, because a CR there may be the first half of a CR LF.
    let first = max(raw.count - 1, 0)
    raw += part
    var index = raw.count
    while index > first, end == 0 {
      let byte = raw[index - 1]
      if byte == ASCII.lineFeed || (byte == ASCII.carriageReturn && index < raw.count) {
        end = index
      }
      index -= 1
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether a range contains only blanks.
  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    skippingBlanks(from: range.lowerBound, to: range.upperBound) == range.upperBound
  }
}
