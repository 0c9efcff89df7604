/// A text that is read piece by piece, each piece of whole lines, without what surrounds the recording
/// in it.
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

  /// The longest line that is looked for; what is longer is no line of any format.
  ///
  /// Source: ours; the longest line that a recorder writes has less than a thousand bytes.
  private static let longestLine = 1 << 24

  /// Creates the windows of a text of which `beginning` is in memory.
  ///
  /// - Parameters:
  ///   - beginning: The first part; all of it when `more` gives nothing.
  ///   - start: Where the text starts in it, behind a byte order mark.
  ///   - file: The name to put in errors.
  ///   - wrapping: What surrounds the recording; nil leaves the text as it is.
  ///   - more: Gives the next part; nothing at the end.
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

  /// The range of the next lines in ``bytes``, of which `number` is the first; nil at the end.
  ///
  /// Every line in it is whole, but for the last of the text. The lines of the window before are
  /// forgotten, unless there is only one window.
  mutating func next(fromLine number: Int) throws(RecordingError) -> Range<Int>? {
    start = end
    // Two references to the bytes would mean copying them.
    bytes = []
    if !isAtEnd {
      raw.removeFirst(start)
      (start, end) = (0, 0)
      while !isAtEnd && end == 0 {
        guard raw.count < Self.longestLine else {
          throw .tooMuch(
            file: file, line: number, what: "bytes in a line", limit: Self.longestLine)
        }
        readOn()
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

  /// The lines of the window without what surrounds the recording; nil if nothing has to be removed.
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

  /// Reads the next part, and moves the end behind its last line end.
  private mutating func readOn() {
    let part = more()
    isAtEnd = part.isEmpty
    // A CR that came last may have been half of a line end.
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
  /// Whether a range holds nothing but blanks.
  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    skippingBlanks(from: range.lowerBound, to: range.upperBound) == range.upperBound
  }
}
