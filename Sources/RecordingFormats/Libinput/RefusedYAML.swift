extension YAMLText {
  /// How deep the nesting may be; `libinput record` and Flickbook stay below 8.
  private static let deepestNesting = 32
  /// How far a line may be indented; a bound on the nesting of blocks.
  private static let widestIndentation = 128

  /// Refuses what makes YAML expensive or ambiguous: anchors, aliases, tags, and deep nesting.
  ///
  /// The check knows quotes, comments and block scalars. Where it cannot be sure it refuses.
  func refuseHostileYAML() throws(RecordingError) {
    let span = text.span
    var guardian = YAMLGuard()
    var line = span.line(at: 0, number: firstLine)
    while line.start < span.count {
      if let found = guardian.hostility(
        in: span, line, deepest: Self.deepestNesting, widest: Self.widestIndentation)
      {
        throw .refusedYAML(file: file, line: line.number, found: found)
      }
      line = span.line(after: line)
    }
  }
}

/// The state of the check from line to line.
private struct YAMLGuard {
  private var quote: UInt8?
  private var flowDepth = 0
  /// The column that the text of a block scalar exceeds.
  private var blockScalar: Int?

  /// What is refused in a line, or nil.
  mutating func hostility(
    in bytes: Span<UInt8>, _ line: TextLine, deepest: Int, widest: Int
  ) -> String? {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let indentation = first - line.start
    guard first < line.end else { return nil }
    if let block = blockScalar {
      if indentation > block { return nil }
      blockScalar = nil
    }
    if quote == nil, indentation > widest { return "an indentation of \(indentation) columns" }
    var column = indentation
    var dashes = 0
    var mayStart = quote == nil
    var index = first
    while index < line.end {
      let byte = bytes[index]
      let next = index + 1 < line.end ? bytes[index + 1] : ASCII.space
      let isBeforeBlank = next == ASCII.space || next == ASCII.tab
      if let open = quote {
        if open == ASCII.quote, byte == ASCII.backslash { index += 1 }
        if byte == open { quote = nil }
      } else {
        switch byte {
        case ASCII.space, ASCII.tab: break
        case ASCII.numberSign:
          if index == first || bytes[index - 1] <= ASCII.space { return nil }
        case ASCII.quote, ASCII.apostrophe:
          if mayStart { quote = byte }
          mayStart = false
        case ASCII.openBracket, ASCII.openBrace:
          if mayStart || flowDepth > 0 { flowDepth += 1 }
          if flowDepth > deepest { return "nesting deeper than \(deepest) levels" }
          mayStart = true
        case ASCII.closeBracket, ASCII.closeBrace: flowDepth = max(0, flowDepth - 1)
        case ASCII.comma: mayStart = mayStart || flowDepth > 0
        case ASCII.minus, ASCII.questionMark:
          guard mayStart, isBeforeBlank else {
            mayStart = false
            break
          }
          dashes += 1
          column = index - line.start + 2
          if dashes > deepest { return "nesting deeper than \(deepest) levels" }
        case ASCII.colon: mayStart = mayStart || isBeforeBlank || flowDepth > 0
        case ASCII.ampersand, ASCII.asterisk, ASCII.exclamationMark:
          if mayStart, !isBeforeBlank { return Self.name(of: byte) }
        case ASCII.bar, ASCII.greater:
          if mayStart, flowDepth == 0 {
            blockScalar = column
            return nil
          }
        default: mayStart = false
        }
      }
      index += 1
    }
    return nil
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case ASCII.ampersand: "a YAML anchor"
    case ASCII.asterisk: "a YAML alias"
    default: "a YAML tag"
    }
  }
}
