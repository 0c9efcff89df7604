import YAMLNodes

/// The settings of a case with `reason` as the last item of the list `accepted`.
///
/// All other bytes stay as they are where the text can be edited in place: a line is added to the list,
/// or the list to the end, in whichever form the text is written. Each attempt is read again and taken
/// only when it says what was said before, and the reason. Where none does, the YAML library writes the
/// whole text anew, which says the same and has no comments.
///
/// - Throws: ``FileError`` when `text` cannot be read, or would be too large to be read again.
package func addingReason(
  _ reason: String, to text: [UInt8], path: String
) throws(FileError) -> [UInt8] {
  let before =
    try requestMapping(in: String(decoding: text, as: UTF8.self), path: path) ?? Node.Mapping()
  let edit = SettingsEdit(text: text, mapping: before, reason: reason)
  for attempt in edit.attempts() where edit.saysTheSame(attempt) {
    guard attempt.count <= largestRequest else {
      throw .malformed(
        path: path, line: nil, found: "\(attempt.count) bytes with the reason",
        expected: "at most \(largestRequest), so a shorter reason or fewer of those before it")
    }
    return attempt
  }
  throw .malformed(
    path: path, line: nil, found: "settings that no reason can be added to",
    expected: "plain lines of key: value")
}

/// Settings that say what `text` says but for the reasons why a run is right.
///
/// - Throws: ``FileError`` when `text` cannot be read.
package func withoutReasons(_ text: [UInt8], path: String) throws(FileError) -> [UInt8] {
  let mapping =
    try requestMapping(in: String(decoding: text, as: UTF8.self), path: path) ?? Node.Mapping()
  guard mapping["accepted"] != nil else { return text }
  let rest = Node.Mapping(mapping.pairs.filter { $0.key.string != "accepted" })
  return serialize(.mapping(rest), allowsUnicode: true).map { Array($0.utf8) } ?? text
}

/// The ways of adding a reason to the text of settings.
private struct SettingsEdit {
  let text: [UInt8]
  let mapping: Node.Mapping
  let quoted: [UInt8]
  let lines: [ArraySlice<UInt8>]
  /// The place of the key `accepted` among the keys; nil when there is none.
  let index: Int?
  /// What the settings shall say.
  let wanted: Node.Mapping

  init(text: [UInt8], mapping: Node.Mapping, reason: String) {
    self.text = text
    self.mapping = mapping
    quoted = Array(quotedYAML(reason).utf8)
    lines = yamlLines(of: text)
    index = mapping.keys.firstIndex { $0.string == "accepted" }
    var items: [Node] = []
    switch index.map({ mapping.values[$0] }) {
    case .sequence(let sequence)?: items = Array(sequence)
    case .scalar(let scalar)? where scalar.saysNothing || scalar.string.isEmpty: break
    case let node?: items = [node]
    case nil: break
    }
    items.append(.scalar(Node.Scalar(reason, .doubleQuoted)))
    let list = Node.sequence(Node.Sequence(items))
    var pairs = mapping.map { ($0.key, $0.value) }
    if let index { pairs[index].1 = list } else { pairs.append((Node("accepted"), list)) }
    wanted = Node.Mapping(pairs)
  }

  /// The texts to try, those that change least first.
  func attempts() -> [[UInt8]] {
    let inPlace = begins(with: "{", at: mapping.mark) ? flowAttempts() : blockAttempts()
    return inPlace + rewritten()
  }

  /// Whether a text says what the settings shall say.
  func saysTheSame(_ attempt: [UInt8]) -> Bool {
    do throws(FileError) {
      let text = String(decoding: attempt, as: UTF8.self)
      return try requestMapping(in: text, path: "case.yml") == wanted
    } catch { return false }
  }

  // MARK: Lines of key: value

  private func blockAttempts() -> [[UInt8]] {
    guard let index else { return appended() }
    let keys = mapping.keys
    guard let first = keys[index].mark.map({ $0.line - 1 }), lines.indices.contains(first) else {
      return []
    }
    let next = keys.indices.contains(index + 1) ? keys[index + 1].mark.map { $0.line - 1 } : nil
    let end = min(max(next ?? lines.count, first + 1), lines.count)
    var last = end
    while last > first + 1, isBlankOrComment(lines[last - 1]) { last -= 1 }
    guard let list = mapping["accepted"]?.sequence, !list.isEmpty,
      !begins(with: "[", at: list.mark)
    else {
      let beside = bracketed(from: first, to: end)
      let below = replaced(first..<last, indentation: indentation(ofKey: keys[index]))
      let hasComment = lines[first..<last].joined().contains(UInt8(ascii: "#"))
      return hasComment ? beside + below : below + beside
    }
    let item =
      blanks((list.mark?.column ?? 1) - 1) + [UInt8(ascii: "-"), UInt8(ascii: " ")] + quoted
    return [last, end].map { inserted(item, at: $0) }
  }

  /// The list at the end, or before what ends the document.
  private func appended() -> [[UInt8]] {
    let indentation = mapping.keys.first.map { self.indentation(ofKey: $0) } ?? []
    let list =
      indentation + Array("accepted:".utf8) + lineEnd + indentation + Array("  - ".utf8) + quoted
    var indices = [lines.count]
    if let end = lines.lastIndex(where: { $0.starts(with: "...".utf8) }) { indices.append(end) }
    return indices.map { inserted(list, at: $0) }
  }

  /// The text with a line more before line `index`.
  private func inserted(_ line: [UInt8], at index: Int) -> [UInt8] {
    let before = Array(lines[..<index].joined())
    let isOpen = index > 0 && !endsLine(lines[index - 1])
    return before + (isOpen ? lineEnd : []) + line + lineEnd + Array(lines[index...].joined())
  }

  /// The text with the whole list written anew, one reason on each line.
  private func replaced(_ region: Range<Int>, indentation: [UInt8]) -> [[UInt8]] {
    guard case .sequence(let list)? = wanted["accepted"] else { return [] }
    var new = indentation + Array("accepted:".utf8) + lineEnd
    for item in list {
      guard let item = item.string else { return [] }
      new += indentation + Array("  - \(quotedYAML(item))".utf8) + lineEnd
    }
    return [
      Array(lines[..<region.lowerBound].joined()) + new
        + Array(lines[region.upperBound...].joined())
    ]
  }

  // MARK: Brackets and braces

  private func flowAttempts() -> [[UInt8]] {
    let keys = mapping.keys
    guard let index else {
      let list = Array("\"accepted\": [".utf8) + quoted + [UInt8(ascii: "]")]
      return insertedBefore(UInt8(ascii: "}"), list, isFirst: false, in: text.indices)
    }
    guard let first = keys[index].mark.map({ $0.line - 1 }), lines.indices.contains(first) else {
      return []
    }
    let next = keys.indices.contains(index + 1) ? keys[index + 1].mark.map { $0.line } : nil
    return bracketed(from: first, to: min(next ?? lines.count, lines.count))
  }

  /// The reason within the brackets of a list that is somewhere in these lines.
  private func bracketed(from first: Int, to end: Int) -> [[UInt8]] {
    guard let list = mapping["accepted"]?.sequence, first < end else { return [] }
    let range = lines[first].startIndex..<lines[end - 1].endIndex
    return insertedBefore(UInt8(ascii: "]"), quoted, isFirst: list.isEmpty, in: range)
  }

  /// `item` before each of the last few closing signs in a part of the text, of which one is right.
  private func insertedBefore(
    _ closing: UInt8, _ item: [UInt8], isFirst: Bool, in range: Range<Int>
  ) -> [[UInt8]] {
    var attempts: [[UInt8]] = []
    let comma = isFirst ? [] : Array(",".utf8)
    for index in range.filter({ text[$0] == closing }).reversed().prefix(16) {
      var content = index
      while content > range.lowerBound, isBlank(text[content - 1]) { content -= 1 }
      let between = Array(text[content..<index])
      let rest = Array(text[index...])
      // A list over several lines gets a line more, with the indentation of its last.
      if between.contains(where: isLineEnd) {
        let start = lines.last { $0.startIndex < content }?.prefix { $0 == UInt8(ascii: " ") } ?? []
        attempts.append(
          Array(text[..<content]) + comma + lineEnd + Array(start) + item + between + rest)
      }
      let space = isFirst ? [] : Array(" ".utf8)
      attempts.append(Array(text[..<content]) + comma + space + item + between + rest)
      attempts.append(Array(text[..<index]) + comma + space + item + rest)
      attempts.append(Array(text[..<index]) + space + item + rest)
    }
    return attempts
  }

  // MARK: The whole anew

  private func rewritten() -> [[UInt8]] {
    [true, false].compactMap { allowsUnicode in
      serialize(restyled(.mapping(wanted)), allowsUnicode: allowsUnicode).map { Array($0.utf8) }
    }
  }

  /// The same node with texts between quotes, so that nobody takes them for anything else.
  private func restyled(_ node: Node) -> Node {
    switch node {
    // A key that is empty without quotes has to be written in a word.
    case .scalar(let scalar) where scalar.saysNothing: Node("~")
    case .scalar(let scalar):
      .scalar(Node.Scalar(scalar.string, scalar.isText ? .doubleQuoted : .plain))
    case .sequence(let sequence): .sequence(Node.Sequence(sequence.map(restyled)))
    case .mapping(let mapping):
      .mapping(
        Node.Mapping(
          mapping.map { ($0.key.mapping == nil ? key($0.key) : $0.key, restyled($0.value)) }))
    }
  }

  /// A key, plain where it is a word.
  private func key(_ node: Node) -> Node {
    guard let word = node.string, !word.isEmpty, word.utf8.allSatisfy({ $0 > 0x60 && $0 < 0x7b })
    else {
      return restyled(node)
    }
    return Node(word)
  }

  // MARK: Pieces

  /// The sign that ends the lines of the text: that of the first which is one that everybody knows.
  private var lineEnd: [UInt8] {
    for line in lines {
      if line.hasSuffix("\r\n") { return Array("\r\n".utf8) }
      if line.hasSuffix("\n") { return Array("\n".utf8) }
      if line.hasSuffix("\r") { return Array("\r".utf8) }
    }
    return Array("\n".utf8)
  }

  /// Whether this sign is at a place of the text, which the parser counts in characters from 1.
  private func begins(with sign: Unicode.Scalar, at mark: Node.Mark?) -> Bool {
    guard let mark, lines.indices.contains(mark.line - 1), mark.column > 0 else { return false }
    var line = String(decoding: lines[mark.line - 1], as: UTF8.self).unicodeScalars[...]
    if mark.line == 1, line.first == "\u{feff}" { line = line.dropFirst() }
    return line.dropFirst(mark.column - 1).first == sign
  }

  private func indentation(ofKey key: Node) -> [UInt8] { blanks((key.mark?.column ?? 1) - 1) }

  private func blanks(_ count: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: " "), count: max(count, 0))
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineEnd(byte)
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private func endsLine(_ line: ArraySlice<UInt8>) -> Bool {
    ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains { line.hasSuffix($0) }
  }

  private func isBlankOrComment(_ line: ArraySlice<UInt8>) -> Bool {
    let content = line.drop { isBlank($0) }
    return content.isEmpty || content.first == UInt8(ascii: "#") || content.starts(with: "...".utf8)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

/// The lines of a YAML text, each with the sign that ends it.
///
/// Source: YAML 1.1, section 4.1.4: line feed, carriage return, both, and U+0085, U+2028 and U+2029.
func yamlLines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  var index = 0
  while index < text.count {
    let rest = text[index...].prefix(3)
    let length =
      rest.starts(with: "\r\n".utf8)
      ? 2
      : rest.starts(with: "\n".utf8) || rest.starts(with: "\r".utf8)
        ? 1
        : rest.starts(with: "\u{85}".utf8)
          ? 2 : rest.starts(with: "\u{2028}".utf8) || rest.starts(with: "\u{2029}".utf8) ? 3 : 0
    index += max(length, 1)
    if length > 0 {
      lines.append(text[start..<index])
      start = index
    }
  }
  if start < text.count { lines.append(text[start...]) }
  return lines
}

/// `text` between double quotes, with what YAML does not allow there escaped.
package func quotedYAML(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\" + String(scalar)
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}"..."\u{2029}", "\u{feff}",
      "\u{fffe}"..."\u{ffff}":
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
