import CLibyaml

/// Reads YAML text.
///
/// - Parameter text: The text, of one document.
/// - Returns: The node that it is; nil when the text says nothing.
/// - Throws: ``YAMLError`` where it is none.
package func compose(yaml text: String) throws(YAMLError) -> Node? {
  var composition = Composition(Array(text.utf8))
  defer { composition.end() }
  return try composition.document()
}

/// Goes through the events of libyaml's parser.
private struct Composition {
  /// How deep nodes may be nested; each level takes some of the stack.
  ///
  /// Source: ours; what is read here is nested less than ten levels deep.
  private static let deepest = 256

  // Both are referred to by the parser, and so stay where they are.
  private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: [UInt8]) {
    bytes = .allocate(capacity: max(text.count, 1))
    _ = bytes.initialize(from: text)
    // It fails only where there is no memory at all.
    precondition(yaml_parser_initialize(parser) == 1, "there is no memory")
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  func end() {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  mutating func document() throws(YAMLError) -> Node? {
    try next { _ throws(YAMLError) in }
    let isEmpty = try next { event throws(YAMLError) in event.type == YAML_STREAM_END_EVENT }
    guard !isEmpty else { return nil }
    let node = try self.node(depth: 0)
    try next { _ throws(YAMLError) in }
    try next { event throws(YAMLError) in
      guard event.type == YAML_STREAM_END_EVENT else {
        throw .secondDocument(at: Node.Mark(event.start_mark))
      }
    }
    return node
  }

  /// The next node, which has to be there.
  private mutating func node(depth: Int) throws(YAMLError) -> Node? {
    let mark: Node.Mark
    let isList: Bool
    switch try next(begin) {
    case .end: return nil
    case .scalar(let scalar): return .scalar(scalar)
    case .sequence(let start): (mark, isList) = (start, true)
    case .mapping(let start): (mark, isList) = (start, false)
    }
    guard depth < Self.deepest else { throw .tooDeep(at: mark) }
    if isList {
      var nodes: [Node] = []
      while let node = try node(depth: depth + 1) { nodes.append(node) }
      return .sequence(Node.Sequence(nodes, mark: mark))
    }
    var pairs: [(key: Node, value: Node)] = []
    var names: Set<String> = []
    while let key = try node(depth: depth + 1), let value = try node(depth: depth + 1) {
      if let name = key.string, !names.insert(name).inserted {
        throw .repeatedKey(name, at: mark)
      }
      pairs.append((key, value))
    }
    return .mapping(Node.Mapping(pairs, mark: mark))
  }

  /// What an event begins.
  private enum Beginning {
    case scalar(Node.Scalar)
    case sequence(Node.Mark)
    case mapping(Node.Mark)
    /// Nothing: it ends the list or the mapping that is open.
    case end
  }

  private func begin(_ event: yaml_event_t) throws(YAMLError) -> Beginning {
    let mark = Node.Mark(event.start_mark)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        Node.Scalar(
          String(decoding: text, as: UTF8.self), Node.Scalar.Style(scalar.style), mark: mark))
    case YAML_SEQUENCE_START_EVENT: return .sequence(mark)
    case YAML_MAPPING_START_EVENT: return .mapping(mark)
    case YAML_ALIAS_EVENT: throw .alias(at: mark)
    default: return .end
    }
  }

  /// Hands over the next event, which is gone afterwards.
  @discardableResult
  private func next<Result>(
    _ body: (yaml_event_t) throws(YAMLError) -> Result
  ) throws(YAMLError) -> Result {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      throw .malformed(problem: problem, at: place)
    }
    defer { yaml_event_delete(&event) }
    return try body(event)
  }

  private var problem: String {
    parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read"
  }

  /// Where the problem is; of bytes that are no text the parser tells only how many come before them.
  private var place: Node.Mark {
    guard parser.pointee.error == YAML_READER_ERROR else {
      return Node.Mark(parser.pointee.problem_mark)
    }
    let before = bytes.prefix(Int(parser.pointee.problem_offset))
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return Node.Mark(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: String(decoding: before[start...], as: UTF8.self).unicodeScalars.count + 1)
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
