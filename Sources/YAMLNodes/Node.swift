/// A node of a YAML text: a scalar, a list or a mapping, with the place where it begins.
///
/// Two nodes are equal when they say the same, wherever they stand.
package enum Node: Equatable, Sendable {
  case scalar(Scalar)
  case sequence(Sequence)
  case mapping(Mapping)

  /// A text, plain or between quotes.
  package struct Scalar: Sendable {
    /// How a scalar is written.
    package enum Style: Equatable, Sendable {
      case plain
      case singleQuoted
      case doubleQuoted
      /// Lines as they stand, after `|`.
      case literal
      /// Lines that are joined, after `>`.
      case folded
    }

    /// What it says, without quotes and escapes.
    package var string: String
    package var style: Style
    package var mark: Mark?

    package init(_ string: String, _ style: Style = .plain, mark: Mark? = nil) {
      self.string = string
      self.style = style
      self.mark = mark
    }

    /// Whether every reader takes it for a text, and none for a number, a date, a flag or nothing.
    package var isText: Bool {
      guard style == .plain else { return true }
      guard !string.isEmpty, !Self.words.contains(string.lowercased()) else { return false }
      // Numbers and dates begin with a digit, after a sign and a point at most, and are of ASCII alone.
      var digits = string.utf8[...]
      if let sign = digits.first, [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(sign) {
        digits = digits.dropFirst()
      }
      if digits.first == UInt8(ascii: ".") { digits = digits.dropFirst() }
      return digits.first.map { !(0x30...0x39).contains($0) } ?? true
        || digits.contains { !(0x20...0x7e).contains($0) }
    }

    /// Whether it stands for nothing: it is empty, or null.
    package var saysNothing: Bool {
      style == .plain && ["", "~", "null"].contains(string.lowercased())
    }

    /// Plain words that are flags, nothing, numbers without a digit, or signs of their own.
    ///
    /// Source: YAML 1.1, the types bool, null, float, merge and value.
    private static let words: Set = [
      "y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", ".inf", "+.inf", "-.inf",
      ".nan", "<<", "=",
    ]
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

  /// Keys with their values, in the order in which they are written; no key stands twice.
  package struct Mapping: Sendable {
    package var pairs: [(key: Node, value: Node)]
    package var mark: Mark?

    package init(_ pairs: [(key: Node, value: Node)] = [], mark: Mark? = nil) {
      self.pairs = pairs
      self.mark = mark
    }
  }

  /// The place of a sign in a text, both counted from 1.
  package struct Mark: Equatable, Sendable {
    package var line: Int
    /// In characters, not bytes.
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }
}

extension Node {
  /// A plain scalar.
  package init(_ string: String) { self = .scalar(Scalar(string)) }

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

  /// What a scalar says; nil for lists and mappings.
  package var string: String? { scalar?.string }

  /// Where the node begins; nil for one that was not read.
  package var mark: Mark? {
    switch self {
    case .scalar(let scalar): scalar.mark
    case .sequence(let sequence): sequence.mark
    case .mapping(let mapping): mapping.mark
    }
  }
}

extension Node.Scalar: Equatable {
  /// Scalars are equal when they say the same and are of one kind: `12` is none of `"12"`, and `~` is `null`.
  package static func == (one: Self, other: Self) -> Bool {
    one.saysNothing && other.saysNothing
      || one.string == other.string && one.isText == other.isText
  }
}

extension Node.Sequence: RandomAccessCollection, Equatable {
  package var startIndex: Int { nodes.startIndex }
  package var endIndex: Int { nodes.endIndex }
  package subscript(index: Int) -> Node { nodes[index] }

  package static func == (one: Self, other: Self) -> Bool { one.nodes == other.nodes }
}

extension Node.Mapping: RandomAccessCollection, Equatable {
  package var startIndex: Int { pairs.startIndex }
  package var endIndex: Int { pairs.endIndex }
  package subscript(index: Int) -> (key: Node, value: Node) { pairs[index] }

  package var keys: [Node] { pairs.map { $0.key } }
  package var values: [Node] { pairs.map { $0.value } }

  /// The value of the key that is this text, however it is written.
  package subscript(key: String) -> Node? { pairs.first { $0.key.string == key }?.value }

  /// Mappings are equal when they have equal pairs in the same order.
  package static func == (one: Self, other: Self) -> Bool {
    one.count == other.count
      && zip(one.pairs, other.pairs).allSatisfy { $0.key == $1.key && $0.value == $1.value }
  }
}
