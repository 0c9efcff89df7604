import CLibyaml

/// The events of libyaml's parser, one at a time, for a text that is read line by line.
///
/// Anchors, aliases, tags and deep nesting cause an error as soon as they occur, because they can make a small text
/// ambiguous or expensive to read.
package final class YAMLEvents {
  package enum Kind {
    case scalar
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    case documentStart
    case documentEnd
    case streamStart
    case streamEnd
  }

  /// The deepest nesting of lists and mappings that is allowed.
  ///
  /// Each level uses some of the stack. We chose 32 because the files of Flickbook have fewer than ten levels.
  private static let deepest = 32

  package private(set) var kind = Kind.streamEnd

  // The parser keeps the addresses of these two structures and of this object.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
  private var depth = 0

  /// The line that the parser is reading.
  private var line: [UInt8] = []
  /// The number of the line, counted from 1; 0 before the first line.
  private var number = 0
  /// The number of bytes of the line that the parser has read.
  private var taken = 0
  private let nextLine: (inout [UInt8]) -> Void

  /// Creates the events of a text in UTF-8.
  ///
  /// - Parameter nextLine: Appends the next line with its line end, or nothing at the end of the text. It is called
  ///   only when the parser needs the first byte of that line, so the parser reads little beyond the last reported
  ///   event.
  package init(nextLine: @escaping (inout [UInt8]) -> Void) {
    self.nextLine = nextLine
    event.initialize(to: yaml_event_t())
    // Initialization fails only if no memory is available.
    precondition(yaml_parser_initialize(parser) == 1, "there is no memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input(
      parser,
      { object, buffer, size, count in
        guard let object, let buffer, let count else { return 0 }
        let events = Unmanaged<YAMLEvents>.fromOpaque(object).takeUnretainedValue()
        count.pointee = events.read(UnsafeMutableBufferPointer(start: buffer, count: size))
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    yaml_event_delete(event)
    event.deallocate()
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  private func read(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    if taken == line.count {
      line.removeAll(keepingCapacity: true)
      taken = 0
      nextLine(&line)
      number += 1
    }
    let count = min(buffer.count, line.count - taken)
    _ = buffer.update(from: line[taken..<taken + count])
    taken += count
    return count
  }
}

extension YAMLEvents {
  package func advance() throws(YAMLError) {
    yaml_event_delete(event)
    guard yaml_parser_parse(parser, event) == 1 else {
      throw .malformed(problem: problem, at: place)
    }
    var (anchor, tag): (UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?)
    switch event.pointee.type {
    case YAML_SCALAR_EVENT:
      kind = .scalar
      (anchor, tag) = (event.pointee.data.scalar.anchor, event.pointee.data.scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      depth += 1
      let start = event.pointee.data.sequence_start
      (anchor, tag) = (start.anchor, start.tag)
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      depth += 1
      let start = event.pointee.data.mapping_start
      (anchor, tag) = (start.anchor, start.tag)
    case YAML_SEQUENCE_END_EVENT:
      kind = .sequenceEnd
      depth -= 1
    case YAML_MAPPING_END_EVENT:
      kind = .mappingEnd
      depth -= 1
    case YAML_ALIAS_EVENT: throw .refused("a YAML alias", at: mark)
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_STREAM_START_EVENT: kind = .streamStart
    default: kind = .streamEnd
    }
    if anchor != nil { throw .refused("a YAML anchor", at: mark) }
    if tag != nil { throw .refused("a YAML tag", at: mark) }
    if depth > Self.deepest {
      throw .refused("nesting deeper than \(Self.deepest) levels", at: mark)
    }
  }

  /// The position at which the event begins.
  package var mark: Node.Mark { Node.Mark(event.pointee.start_mark) }

  /// Whether the list or mapping that begins with this event is written in brackets.
  package var isInBrackets: Bool {
    switch kind {
    case .sequenceStart:
      event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case .mappingStart: event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }

  /// The text of the event if it is a scalar without quotes; empty for any other event.
  ///
  /// The text may contain line breaks.
  package var plainText: UnsafeBufferPointer<UInt8> {
    guard kind == .scalar, event.pointee.data.scalar.style == YAML_PLAIN_SCALAR_STYLE else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
  }

  /// The scalar of the event; nil if the event is not a scalar.
  package var scalar: Node.Scalar? {
    guard kind == .scalar else { return nil }
    let scalar = event.pointee.data.scalar
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    return Node.Scalar(
      String(decoding: text, as: UTF8.self), Node.Scalar.Style(scalar.style), mark: mark)
  }

  /// Reads to the end of the node that begins with this event, and returns the node; nil if no node begins here.
  package func node() throws(YAMLError) -> Node? {
    let mark = mark
    switch kind {
    case .scalar: return scalar.map { .scalar($0) }
    case .sequenceStart:
      var nodes: [Node] = []
      while let node = try nextNode() { nodes.append(node) }
      return .sequence(Node.Sequence(nodes, mark: mark))
    case .mappingStart:
      var pairs: [(key: Node, value: Node)] = []
      var names: Set<String> = []
      while let key = try nextNode(), let value = try nextNode() {
        if let name = key.string, !names.insert(name).inserted {
          throw .repeatedKey(name, at: mark)
        }
        pairs.append((key, value))
      }
      return .mapping(Node.Mapping(pairs, mark: mark))
    default: return nil
    }
  }

  private func nextNode() throws(YAMLError) -> Node? {
    try advance()
    return try node()
  }

  /// Reads to the end of the node that begins with this event, without creating it.
  package func skipNode() throws(YAMLError) {
    let outside = depth - (kind == .sequenceStart || kind == .mappingStart ? 1 : 0)
    while depth > outside { try advance() }
  }

  /// The error message of libyaml, with the line on which the list, mapping or scalar with the error begins.
  private var problem: String {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
    guard let context = parser.pointee.context else { return problem }
    let line = Node.Mark(parser.pointee.context_mark).line
    return "\(problem) \(String(cString: context)) from line \(line) on"
  }

  /// The position of the error.
  ///
  /// The parser reports no position for invalid UTF-8, so the result is then the beginning of the line.
  private var place: Node.Mark {
    parser.pointee.error == YAML_READER_ERROR
      ? Node.Mark(line: number, column: 1) : Node.Mark(parser.pointee.problem_mark)
  }
}

extension Node.Mark {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

extension Node.Scalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    self =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
  }
}

/// Reads YAML text.
///
/// - Parameter text: The text of one document.
/// - Returns: The root node; nil if the text is empty.
/// - Throws: ``YAMLError`` if the text is not valid YAML or uses a refused feature.
package func compose(yaml text: String) throws(YAMLError) -> Node? {
  var rest = Array(text.utf8)[...]
  let events = YAMLEvents { line in
    let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
    line += rest[..<end]
    rest = rest[end...]
  }
  // The first event begins the stream. The second event begins a document, or ends the stream if the text is empty.
  try events.advance()
  try events.advance()
  guard events.kind != .streamEnd else { return nil }
  try events.advance()
  let node = try events.node()
  // After the node, the document ends, and then the stream, unless a second document follows.
  try events.advance()
  try events.advance()
  guard events.kind == .streamEnd else { throw .secondDocument(at: events.mark) }
  return node
}

/// The reason why a text cannot be read as YAML.
package enum YAMLError: Error, Equatable, Sendable {
  /// The text is not valid YAML; has libyaml's error message and the position of the error.
  case malformed(problem: String, at: Node.Mark)
  /// A key occurs twice in a mapping.
  case repeatedKey(String, at: Node.Mark)
  /// The text continues after the end of its first document.
  case secondDocument(at: Node.Mark)
  /// The text uses a refused feature: an anchor, an alias, a tag, or deep nesting.
  case refused(String, at: Node.Mark)

  /// The position of the error.
  package var mark: Node.Mark {
    switch self {
    case .malformed(_, let mark), .repeatedKey(_, let mark), .secondDocument(let mark),
      .refused(_, let mark):
      mark
    }
  }
}
