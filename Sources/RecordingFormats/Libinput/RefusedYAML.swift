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
    var guardian = YAMLGuard(deepest: Self.deepestNesting, widest: Self.widestIndentation)
    var line = span.line(at: 0, number: firstLine)
    while line.start < span.count {
      if let found = guardian.hostility(in: span, line) {
        throw .refusedYAML(file: file, line: line.number, found: found)
      }
      line = span.line(after: line)
    }
  }
}

/// The state of the check from line to line.
private struct YAMLGuard {
  private let deepest: Int
  private let widest: Int
  private var quote: UInt8?
  private var flowDepth = 0
  /// The column that the text of a block scalar exceeds.
  private var blockScalar: Int?
  /// Whether a token may start at the next byte.
  private var mayStart = true
  /// The column of the innermost `- ` of the line, or its indentation.
  private var column = 0
  private var dashes = 0

  init(deepest: Int, widest: Int) {
    self.deepest = deepest
    self.widest = widest
  }

  /// What is refused in a line, or nil.
  mutating func hostility(in bytes: Span<UInt8>, _ line: TextLine) -> String? {
    let first = bytes.skippingBlanks(from: line.start, to: line.end)
    let indentation = first - line.start
    guard first < line.end else { return nil }
    if let block = blockScalar {
      if indentation > block { return nil }
      blockScalar = nil
    }
    if quote == nil, indentation > widest { return "an indentation of \(indentation) columns" }
    column = indentation
    dashes = 0
    mayStart = quote == nil
    var index = first
    while index < line.end, blockScalar == nil {
      let byte = bytes[index]
      if let open = quote {
        if open == ASCII.quote, byte == ASCII.backslash { index += 1 }
        if byte == open { quote = nil }
      } else if byte == ASCII.numberSign, index == first || bytes[index - 1] <= ASCII.space {
        return nil
      } else {
        let isBeforeBlank = index + 1 == line.end || bytes[index + 1] <= ASCII.space
        if let found = hostility(of: byte, at: index - line.start, isBeforeBlank) { return found }
      }
      index += 1
    }
    return nil
  }

  /// What is refused in a byte outside quotes and comments, or nil.
  private mutating func hostility(
    of byte: UInt8, at position: Int, _ isBeforeBlank: Bool
  ) -> String? {
    let didStart = mayStart
    switch byte {
    case ASCII.space, ASCII.tab: return nil
    case ASCII.comma: mayStart = didStart || flowDepth > 0
    case ASCII.colon: mayStart = didStart || isBeforeBlank || flowDepth > 0
    case ASCII.openBracket, ASCII.openBrace:
      if didStart || flowDepth > 0 { flowDepth += 1 }
      mayStart = true
    case ASCII.closeBracket, ASCII.closeBrace: flowDepth = max(0, flowDepth - 1)
    case ASCII.minus, ASCII.questionMark:
      mayStart = didStart && isBeforeBlank
      if mayStart {
        dashes += 1
        column = position + 2
      }
    default:
      mayStart = false
      guard didStart else { return nil }
      return hostility(ofToken: byte, isBeforeBlank)
    }
    return max(flowDepth, dashes) > deepest ? "nesting deeper than \(deepest) levels" : nil
  }

  /// What is refused in the first byte of a token, or nil.
  private mutating func hostility(ofToken byte: UInt8, _ isBeforeBlank: Bool) -> String? {
    switch byte {
    case ASCII.quote, ASCII.apostrophe: quote = byte
    case ASCII.bar, ASCII.greater: if flowDepth == 0 { blockScalar = column }
    case ASCII.ampersand: return isBeforeBlank ? nil : "a YAML anchor"
    case ASCII.asterisk: return isBeforeBlank ? nil : "a YAML alias"
    case ASCII.exclamationMark: return isBeforeBlank ? nil : "a YAML tag"
    default: break
    }
    return nil
  }
}
