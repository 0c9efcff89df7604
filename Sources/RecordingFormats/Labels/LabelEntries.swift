/// An editor of the `key: value` lines of one YAML mapping, which changes only the values of a label.
struct LabelEntries {
  private let text: [UInt8]
  /// The range of the mapping's lines in `text`.
  private let range: Range<Int>
  /// The indentation of the keys.
  private let indentation: [UInt8]

  /// Finds the entries of a mapping.
  ///
  /// `range` contains the lines of the mapping, without the line of the mapping's own key if the mapping has a key.
  init(_ text: [UInt8], in range: Range<Int>) {
    self.text = text
    self.range = range
    var first: [UInt8]?
    for line in Self.lines(of: text, in: range) {
      let content = text[line].drop { $0 == ASCII.space }
      guard first == nil, !Self.isIdle(content) else { continue }
      first = [UInt8](repeating: ASCII.space, count: content.startIndex - line.lowerBound)
    }
    indentation = first ?? [ASCII.space, ASCII.space]
  }

  /// Returns two texts with the new label; the caller uses the first text that reads back correctly.
  ///
  /// The first text assumes that every value is on the line of its key. In the second text, the lines that continue a
  /// value are also replaced. Such lines are indented further than the key.
  func attempts(_ label: RecordingLabel) -> [[UInt8]] {
    [false, true].map { goesOn in
      var lines = Self.lines(of: text, in: range).map { Array(text[$0]) }
      for (key, value) in label.entries { set(key, to: value, in: &lines, goesOn: goesOn) }
      return Array(text[..<range.lowerBound]) + lines.joined() + Array(text[range.upperBound...])
    }
  }

  private func set(_ key: String, to value: String?, in lines: inout [[UInt8]], goesOn: Bool) {
    let head = indentation + Array("\(key):".utf8)
    guard let index = lines.firstIndex(where: { Self.has(head, $0) }) else {
      if let value { insert(key, value, into: &lines) }
      return
    }
    var next = index + 1
    while goesOn, next < lines.count, isFurther(lines[next]) { next += 1 }
    guard let value else {
      lines.removeSubrange(index..<next)
      return
    }
    lines.replaceSubrange(
      index..<next, with: [Self.line(lines[index], after: head.count, saying: value)])
  }

  /// Inserts an entry after the entries that precede it in the order in which labels are stored.
  private func insert(_ key: String, _ value: String, into lines: inout [[UInt8]]) {
    let earlier = ["schema", "intent", "person", "session", "start"].prefix { $0 != key }
    let heads = earlier.map { indentation + Array("\($0):".utf8) }
    var index = (lines.lastIndex { line in heads.contains { Self.has($0, line) } } ?? -1) + 1
    while index > 0, index < lines.count, isFurther(lines[index]) { index += 1 }
    if index > 0, !Self.isEnded(lines[index - 1]) { lines[index - 1] += lineEnd }
    var line = indentation + Array("\(key): ".utf8)
    line.append(quotedYAML: value)
    lines.insert(line + lineEnd, at: index)
  }

  /// Whether a line continues the value of the key before it.
  private func isFurther(_ line: [UInt8]) -> Bool {
    let content = line.drop { $0 == ASCII.space }
    return !Self.isIdle(content) && content.startIndex > indentation.count
  }

  /// Returns the line with a new value; text after the value, such as a comment, is kept.
  private static func line(_ line: [UInt8], after head: Int, saying value: String) -> [UInt8] {
    var start = head
    while start < line.count, line[start] == ASCII.space { start += 1 }
    var new = Array(line[..<start])
    if start == head { new.append(ASCII.space) }
    new.append(quotedYAML: value)
    return new + line[end(ofValueAt: start, in: line)...]
  }

  /// The index at which the value that begins at `start` ends on its line.
  private static func end(ofValueAt start: Int, in line: [UInt8]) -> Int {
    let quote = start < line.count ? line[start] : ASCII.lineFeed
    var index = start
    if quote == ASCII.quote || quote == ASCII.apostrophe {
      index += 1
      while index < line.count {
        // Within single quotes, two single quotes stand for one.
        let isTwice = quote != ASCII.quote && index + 1 < line.count && line[index + 1] == quote
        if line[index] == quote, !isTwice { return index + 1 }
        let isEscaped = line[index] == (quote == ASCII.quote ? ASCII.backslash : quote)
        index += isEscaped ? 2 : 1
      }
    }
    index = start
    while index < line.count, !isLineEnd(line[index]) {
      let isComment =
        line[index] == ASCII.numberSign && (index == start || line[index - 1] == ASCII.space)
      if isComment { break }
      index += 1
    }
    while index > start, line[index - 1] == ASCII.space { index -= 1 }
    return index
  }

  /// The line end that the text uses.
  private var lineEnd: [UInt8] {
    let span = text.span
    let end = span.lineEnd(from: 0)
    let next = span.lineStart(after: end)
    return next > end ? Array(text[end..<next]) : [ASCII.lineFeed]
  }

  private static func has(_ head: [UInt8], _ line: [UInt8]) -> Bool {
    guard line.starts(with: head) else { return false }
    return line.count == head.count || line[head.count] <= ASCII.space
  }

  private static func isEnded(_ line: [UInt8]) -> Bool { line.last.map(isLineEnd) ?? false }

  private static func isLineEnd(_ byte: UInt8) -> Bool {
    byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }

  /// Whether the rest of a line is empty, a comment, or a document marker.
  private static func isIdle(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first else { return true }
    return isLineEnd(first) || first == ASCII.numberSign || content.starts(with: "---".utf8)
  }

  /// The ranges of the lines in a part of a text, each including its line end.
  private static func lines(of text: [UInt8], in range: Range<Int>) -> [Range<Int>] {
    let span = text.span
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let next = span.lineStart(after: span.lineEnd(from: start))
      lines.append(start..<min(next, range.upperBound))
      start = next
    }
    return lines
  }
}

/// The position of the section `flickbook:` in the text of a native recording, or the position to insert it.
struct FlickbookLines {
  private let text: [UInt8]
  /// The range of the lines below the key; nil if there is no such key.
  private let range: Range<Int>?
  /// The index at which `devices:` begins.
  private let devices: Int
  /// The line number of the key; 1 if there is no such key.
  let line: Int

  init(of text: [UInt8]) {
    self.text = text
    let span = text.span
    var current = span.line(at: contentStart(of: span), number: 1)
    var devices: Int?
    var start: (line: Int, next: Int)?
    var end: Int?
    while current.start < span.count, end == nil {
      let isTop =
        current.end > current.start && span[current.start] > ASCII.space
        && span[current.start] != ASCII.numberSign && span[current.start] != ASCII.minus
      if isTop {
        if start != nil { end = current.start }
        if start == nil, span.has("flickbook:", at: current.start, before: current.end) {
          start = (current.number, current.next)
        }
        if devices == nil, span.has("devices:", at: current.start, before: current.end) {
          devices = current.start
        }
      }
      current = span.line(after: current)
    }
    range = start.map { $0.next..<(end ?? text.count) }
    self.devices = devices ?? text.count
    line = start?.line ?? 1
  }

  /// Returns texts with the new label; the caller uses the first text that reads back correctly.
  func attempts(_ label: RecordingLabel) -> [[UInt8]] {
    if let range { return LabelEntries(text, in: range).attempts(label) }
    let span = text.span
    let end = span.lineEnd(from: 0)
    let lineEnd = String(decoding: text[end..<span.lineStart(after: end)], as: UTF8.self)
    let empty = "flickbook:\(lineEnd)  schema: \(FlickbookSection.schema)\(lineEnd)"
    let section = Array(empty.utf8)
    let new = Array(text[..<devices]) + section + Array(text[devices...])
    let key = devices + Array("flickbook:\(lineEnd)".utf8).count
    return LabelEntries(new, in: key..<(devices + section.count)).attempts(label)
  }
}
