/// A text that is read piece by piece, each piece of whole lines.
struct TextWindows {
  /// The text that is in memory; only the current window of it counts.
  private(set) var bytes: [UInt8]
  private var start: Int
  private var end: Int
  private var isAtEnd: Bool
  private let more: () -> [UInt8]
  private let file: String

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
  ///   - more: Gives the next part; nothing at the end.
  init(
    _ beginning: [UInt8], from start: Int, named file: String, more: (() -> [UInt8])? = nil
  ) {
    bytes = beginning
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
    if !isAtEnd {
      bytes.removeFirst(start)
      (start, end) = (0, 0)
      while !isAtEnd && end == 0 {
        guard bytes.count < Self.longestLine else {
          throw .tooMuch(
            file: file, line: number, what: "bytes in a line", limit: Self.longestLine)
        }
        readOn()
      }
    }
    if isAtEnd { end = bytes.count }
    return start < end ? start..<end : nil
  }

  /// Reads the next part, and moves the end behind its last line end.
  private mutating func readOn() {
    let part = more()
    isAtEnd = part.isEmpty
    // A CR that came last may have been half of a line end.
    let first = max(bytes.count - 1, 0)
    bytes += part
    var index = bytes.count
    while index > first, end == 0 {
      let byte = bytes[index - 1]
      if byte == ASCII.lineFeed || (byte == ASCII.carriageReturn && index < bytes.count) {
        end = index
      }
      index -= 1
    }
  }
}
