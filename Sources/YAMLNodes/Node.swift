/// A node of a YAML text: a scalar, a list or a mapping, with the position at which it begins.
package enum Node: Sendable {
  case scalar(Scalar)
  case sequence(Sequence)
  case mapping(Mapping)

  /// A scalar: plain or quoted text, or a block of lines.
  package struct Scalar: Sendable {
    /// The way in which a scalar is written.
    package enum Style: Equatable, Sendable {
      case plain
      case singleQuoted
      case doubleQuoted
      /// Lines after `|`, whose line breaks are kept.
      case literal
      /// Lines after `>`, which are joined to paragraphs.
      case folded
    }

    /// The text without quotes and escapes.
    package var string: String
    package var style: Style
    package var mark: Mark?

    package init(_ string: String, _ style: Style = .plain, mark: Mark? = nil) {
      self.string = string
      self.style = style
      self.mark = mark
    }

    package var isNullOrEmpty: Bool {
      style == .plain && ["", "~", "null"].contains(string.lowercased())
    }
  }

  /// A list of nodes.
  package struct Sequence: Sendable {
    package var nodes: [Node]
    package var mark: Mark?

    package init(_ nodes: [Node] = [], mark: Mark? = nil) {
      self.nodes = nodes
      self.mark = mark
    }
  }

  /// Key-value pairs in the order in which they are written; no key occurs twice.
  package struct Mapping: Sendable {
    package var pairs: [(key: Node, value: Node)]
    package var mark: Mark?

    package init(_ pairs: [(key: Node, value: Node)] = [], mark: Mark? = nil) {
      self.pairs = pairs
      self.mark = mark
    }
  }

  /// A position in a text; line and column are counted from 1.
  package struct Mark: Equatable, Sendable {
    package var line: Int
    /// The column, in characters rather than bytes.
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}

extension Node {
  package var scalar: Scalar? {
    guard case .scalar(let scalar) = self else { return nil }
    return scalar
  }

  package var sequence: Sequence? {
    guard case .sequence(let sequence) = self else { return nil }
    return sequence
  }

  package var mapping: Mapping? {
    guard case .mapping(let mapping) = self else { return nil }
    return mapping
  }

  /// The text of a scalar; nil for lists and mappings.
  package var string: String? { scalar?.string }

  /// The position at which the node begins; nil if the node was not read from a text.
  package var mark: Mark? {
    switch self {
    case .scalar(let scalar): scalar.mark
    case .sequence(let sequence): sequence.mark
    case .mapping(let mapping): mapping.mark
    }
  }
}

extension Node.Sequence: RandomAccessCollection {
  package var startIndex: Int { nodes.startIndex }
  package var endIndex: Int { nodes.endIndex }
  package subscript(index: Int) -> Node { nodes[index] }
}

extension Node.Mapping: RandomAccessCollection {
  package var startIndex: Int { pairs.startIndex }
  package var endIndex: Int { pairs.endIndex }
  package subscript(index: Int) -> (key: Node, value: Node) { pairs[index] }

  package var keys: [Node] { pairs.map { $0.key } }

  /// The value of the key with this text, whether or not the key is quoted.
  package subscript(key: String) -> Node? { pairs.first { $0.key.string == key }?.value }
}
