/// The text around a recording in a file: the lines before and after it, and the prefix of every line.
///
/// People paste recordings together with shell prompts, into quoted mails, into Markdown lists and fences, and from
/// logs. The surrounding text is removed before the reader of the format receives the text, so all formats are read
/// with the same tolerance. Lines that do not belong to the recording become empty lines, so that errors report the
/// right line number.
struct Wrapping {
  let format: RecordingFormat
  /// The prefix of each line of the recording.
  let prefix: LinePrefix
  /// The number of the first line of the recording, counted from 1.
  let firstLine: Int

  /// The first line after the start of the recording that does not belong to the recording; nil until one is found.
  private var foreign: (line: Int, shown: String)?

  init(format: RecordingFormat, prefix: LinePrefix = LinePrefix(), firstLine: Int = 1) {
    self.format = format
    self.prefix = prefix
    self.firstLine = firstLine
  }

  /// Returns the index at which the content of a line starts; nil if the line does not belong to the recording.
  ///
  /// - Throws: ``RecordingError/malformed(file:line:found:expected:)`` if the recording continues after
  ///   a line that does not belong to it.
  mutating func contentStart(
    of line: TextLine, in bytes: Span<UInt8>, file: String
  ) throws(RecordingError) -> Int? {
    let own = prefix.contentStart(of: line, in: bytes, isIndented: format == .libinput)
    switch format {
    case .evtest, .getevent, .debugEvents:
      // The readers of these formats skip unknown lines, such as prompts, so no line has to be removed.
      return bytes.skippingMarkup(from: own ?? line.start, to: line.end)
    case .raw: return line.start
    case .libinput, .evemu, .csv, .chromeOS: break
    }
    guard line.number >= firstLine else { return nil }
    var start = own
    if format != .libinput, own != nil || prefix.isMarkup && prefix.isList {
      start = bytes.skippingMarkup(from: own ?? line.start, to: line.end)
    }
    if let start {
      if foreign == nil, isContent(start..<line.end, of: line, in: bytes) { return start }
      if start == line.end { return start }
    }
    let content = start ?? line.start
    if goesOn(content..<line.end, in: bytes) {
      throw .malformed(
        file: file, line: foreign?.line ?? line.number,
        found: foreign?.shown ?? bytes.printable(line),
        expected: "a line of the \(format.title) (a file holds one recording)")
    }
    // Comments between the quoted lines of a mail do not end the recording.
    if foreign == nil, start != nil || prefix.isIndentation {
      foreign = (line.number, bytes.printable(line))
    }
    return nil
  }

  /// Whether the prefix of a line must be removed even if it has only blanks, because indentation has a meaning.
  func isIndented(to content: Int, _ line: TextLine) -> Bool {
    format == .libinput && content > line.start && content < line.end
  }

  /// Whether a line may belong to the recording.
  private func isContent(_ range: Range<Int>, of line: TextLine, in bytes: Span<UInt8>) -> Bool {
    guard let byte = range.first.map({ bytes[$0] }) else { return true }
    let end = range.upperBound
    switch format {
    case .libinput: return bytes.isYAML(range, isTerminated: line.isTerminated)
    case .evemu:
      if byte == ASCII.numberSign { return true }
      // A recorder that was killed may have written only the first letter of the line.
      guard range.count > 1 else { return !line.isTerminated }
      return byte &- 0x41 < 26 && bytes[range.lowerBound + 1] == ASCII.colon
    case .csv:
      return byte == ASCII.numberSign || byte == ASCII.minus || byte &- ASCII.zero <= 9
        || line.number == firstLine || bytes.has("microseconds", at: range.lowerBound, before: end)
    case .evtest, .getevent, .debugEvents, .raw, .chromeOS: return true
    }
  }

  /// Whether a line can belong only to a recording; such a line after foreign lines shows that the recording continues.
  private func goesOn(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let first = bytes.skippingBlanks(from: range.lowerBound, to: range.upperBound)
    let end = range.upperBound
    switch format {
    case .libinput:
      return bytes.isLibinputEvent(first..<end)
        || bytes.has("# libinput record", at: first, before: end)
        || bytes.has("- node: /dev/", at: first, before: end)
    case .evemu:
      guard let number = bytes.skipping("E:", at: first, to: end), number < end else {
        return false
      }
      return bytes[number] &- ASCII.zero <= 9
    case .csv:
      // Prose has fewer than four separators in a line.
      var separators = 0
      for index in first..<end
      where [ASCII.comma, ASCII.tab, UInt8(ascii: ";")].contains(bytes[index]) {
        separators += 1
      }
      return separators >= 4
    case .evtest, .getevent, .debugEvents, .raw, .chromeOS: return false
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether a line, without its prefix, can belong to the YAML of `libinput record`.
  ///
  /// Such a line is indented, a comment, a list item, or starts with a key in lowercase letters.
  fileprivate func isYAML(_ range: Range<Int>, isTerminated: Bool) -> Bool {
    let end = range.upperBound
    var index = skippingBlanks(from: range.lowerBound, to: end)
    guard index < end else { return true }
    for fence: StaticString in ["```", "~~~", "^C"] where has(fence, at: index, before: end) {
      return false
    }
    if index > range.lowerBound || self[index] == ASCII.numberSign { return true }
    if self[index] == ASCII.minus {
      return index + 1 == end || self[index + 1] == ASCII.space || self[index + 1] == ASCII.tab
    }
    while index < end,
      self[index] &- 0x61 < 26 || self[index] &- ASCII.zero <= 9 || self[index] == ASCII.minus
        || self[index] == 0x5f
    {
      index += 1
    }
    // The last line may end within its key, because the recorder was killed.
    guard index < end else { return !isTerminated }
    guard index > range.lowerBound, self[index] == ASCII.colon else { return false }
    return index + 1 == end || self[index + 1] == ASCII.space || self[index + 1] == ASCII.tab
  }

  /// Whether a line is an event of a libinput recording, or the start of a list of events.
  func isLibinputEvent(_ range: Range<Int>) -> Bool {
    let end = range.upperBound
    guard let item = skipping("- ", at: range.lowerBound, to: end) else { return false }
    if has("evdev:", at: item, before: end) || has("libinput:", at: item, before: end)
      || has("{time:", at: item, before: end)
    {
      return true
    }
    guard var index = skipping("[", at: item, to: end), decimal(at: &index, before: end) != nil,
      let second = skipping(",", at: skippingBlanks(from: index, to: end), to: end)
    else { return false }
    index = second
    return decimal(at: &index, before: end) != nil
  }
}
