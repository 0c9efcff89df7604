import YAMLNodes

/// The number of reasons that `case.yml` keeps; older reasons are in its git history.
private let keptReasons = 3

/// Returns the text of a `case.yml` with `reason` appended to the list `accepted`.
///
/// The list keeps the last three reasons.
///
/// Several edits are tried, the smallest first. If the text has one key per line, the edit replaces the existing list
/// or appends a new one at the end, and all other bytes stay the same. The result of each edit is parsed and used only
/// if it has the same settings and the new reason. If no such edit succeeds, for example because the text uses braces,
/// the YAML library rewrites the whole text without its comments.
///
/// - Throws: ``FileError`` if `text` cannot be parsed, or if the result would be too large to be read again.
package func addingReason(
  _ reason: String, to text: [UInt8], path: String
) throws(FileError) -> [UInt8] {
  let before =
    try requestMapping(in: String(decoding: text, as: UTF8.self), path: path) ?? Node.Mapping()
  let edit = SettingsEdit(text: text, mapping: before, reason: reason)
  for attempt in edit.attempts() where edit.hasWantedSettings(attempt) {
    guard attempt.count <= largestRequest else {
      throw .malformed(
        path: path, line: nil, found: "\(attempt.count) bytes with the reason",
        expected: "at most \(largestRequest); shorten this reason or remove earlier ones")
    }
    return attempt
  }
  throw .malformed(
    path: path, line: nil, found: "settings to which no reason can be added",
    expected: "plain lines of key: value")
}

/// Returns the text of a `case.yml` without the reasons of accepted runs.
///
/// - Throws: ``FileError`` if `text` cannot be parsed.
package func withoutReasons(_ text: [UInt8], path: String) throws(FileError) -> [UInt8] {
  let mapping =
    try requestMapping(in: String(decoding: text, as: UTF8.self), path: path) ?? Node.Mapping()
  guard mapping["accepted"] != nil else { return text }
  let rest = Node.Mapping(mapping.pairs.filter { $0.key.string != "accepted" })
  return serialize(.mapping(rest), allowsUnicode: true).map { Array($0.utf8) } ?? text
}

/// The possible edits that add a reason to the text of a `case.yml`.
private struct SettingsEdit {
  let text: [UInt8]
  let mapping: Node.Mapping
  let lines: [ArraySlice<UInt8>]
  /// The index of the key `accepted` among the keys; nil if there is none.
  let index: Int?
  /// The keys and values that the edited text must have.
  let wanted: Node.Mapping

  init(text: [UInt8], mapping: Node.Mapping, reason: String) {
    self.text = text
    self.mapping = mapping
    lines = yamlLines(of: text)
    index = mapping.keys.firstIndex { $0.string == "accepted" }
    var items: [Node] = []
    switch index.map({ mapping.values[$0] }) {
    case .sequence(let sequence)?: items = Array(sequence)
    case .scalar(let scalar)? where scalar.isNullOrEmpty || scalar.string.isEmpty: break
    case let node?: items = [node]
    case nil: break
    }
    items.append(.scalar(Node.Scalar(reason, .doubleQuoted)))
    let list = Node.sequence(Node.Sequence(Array(items.suffix(keptReasons))))
    var pairs = mapping.map { ($0.key, $0.value) }
    if let index { pairs[index].1 = list } else { pairs.append((Node("accepted"), list)) }
    wanted = Node.Mapping(pairs)
  }

  /// Returns the texts to try, the smallest change first.
  func attempts() -> [[UInt8]] {
    blockAttempts() + rewritten()
  }

  /// Whether the text of an attempt parses to `wanted`.
  func hasWantedSettings(_ attempt: [UInt8]) -> Bool {
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
    return [replaced(first..<last, indentation: indentation(ofKey: keys[index]))]
  }

  /// Returns the texts to try if there is no list yet.
  ///
  /// The first text has the list at the end. If a line begins with `...`, which ends a YAML document, another text has
  /// the list before the last such line.
  private func appended() -> [[UInt8]] {
    let indentation = mapping.keys.first.map { self.indentation(ofKey: $0) } ?? []
    let list = acceptedReasons(indentation)
    var indices = [lines.count]
    if let end = lines.lastIndex(where: { $0.starts(with: "...".utf8) }) { indices.append(end) }
    return indices.map { inserted(list, at: $0) }
  }

  /// Returns the text with `lines` inserted before the line at `index`.
  private func inserted(_ lines: [UInt8], at index: Int) -> [UInt8] {
    let before = Array(self.lines[..<index].joined())
    let isOpen = index > 0 && !endsLine(self.lines[index - 1])
    return before + (isOpen ? lineEnd : []) + lines + Array(self.lines[index...].joined())
  }

  /// Returns the text with the list in place of the lines in `region`.
  private func replaced(_ region: Range<Int>, indentation: [UInt8]) -> [UInt8] {
    Array(lines[..<region.lowerBound].joined()) + acceptedReasons(indentation)
      + Array(lines[region.upperBound...].joined())
  }

  /// Returns the YAML text of the list, with one reason per line.
  private func acceptedReasons(_ indentation: [UInt8]) -> [UInt8] {
    let reasons = wanted["accepted"]?.sequence?.compactMap(\.string) ?? []
    return reasons.reduce(indentation + Array("accepted:".utf8) + lineEnd) { text, reason in
      text + indentation + Array("  - \(quotedYAML(reason))".utf8) + lineEnd
    }
  }

  // MARK: The whole text

  private func rewritten() -> [[UInt8]] {
    [true, false].compactMap { allowsUnicode in
      serialize(restyled(.mapping(wanted)), allowsUnicode: allowsUnicode).map { Array($0.utf8) }
    }
  }

  /// Returns the same node with all texts in quotes, so that no text is parsed as a number or a Boolean.
  private func restyled(_ node: Node) -> Node {
    switch node {
    // An empty key without quotes is null and must be written as `~`.
    case .scalar(let scalar) where scalar.isNullOrEmpty: Node("~")
    case .scalar(let scalar):
      .scalar(Node.Scalar(scalar.string, scalar.isText ? .doubleQuoted : .plain))
    case .sequence(let sequence): .sequence(Node.Sequence(sequence.map(restyled)))
    case .mapping(let mapping):
      .mapping(
        Node.Mapping(
          mapping.map { ($0.key.mapping == nil ? key($0.key) : $0.key, restyled($0.value)) }))
    }
  }

  /// Returns a key without quotes if it has only lowercase letters; otherwise in quotes.
  private func key(_ node: Node) -> Node {
    guard let word = node.string, !word.isEmpty, word.utf8.allSatisfy({ $0 > 0x60 && $0 < 0x7b })
    else {
      return restyled(node)
    }
    return Node(word)
  }

  // MARK: Pieces

  /// The first line end of the text that is valid in every YAML version; a line feed if there is none.
  private var lineEnd: [UInt8] {
    for line in lines {
      if line.hasSuffix("\r\n") { return Array("\r\n".utf8) }
      if line.hasSuffix("\n") { return Array("\n".utf8) }
      if line.hasSuffix("\r") { return Array("\r".utf8) }
    }
    return Array("\n".utf8)
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

/// Returns the lines of a YAML text, including their line ends.
///
/// Source: YAML 1.1, section 4.1.4. A line ends with a line feed, a carriage return, both, U+0085, U+2028 or U+2029.
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

/// Returns `text` in double quotes, with an escape for each character that YAML does not allow in quotes.
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
