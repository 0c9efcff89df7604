/// Why a text is no YAML that can be read.
package enum YAMLError: Error, Equatable, Sendable {
  /// What libyaml says of the text, and the place of which it says it.
  case malformed(problem: String, at: Node.Mark)
  /// A key stands twice in a mapping.
  case repeatedKey(String, at: Node.Mark)
  /// The text goes on behind the end of its first document.
  case secondDocument(at: Node.Mark)
  /// What is small and costs much, or means more than it says: an anchor, an alias, a tag, deep nesting.
  case refused(String, at: Node.Mark)

  /// The place that is meant.
  package var mark: Node.Mark {
    switch self {
    case .malformed(_, let mark), .repeatedKey(_, let mark), .secondDocument(let mark),
      .refused(_, let mark):
      mark
    }
  }
}
