/// Reads YAML text.
///
/// - Parameter text: The text, of one document.
/// - Returns: The node that it is; nil when the text says nothing.
/// - Throws: ``YAMLError`` where it is none.
package func compose(yaml text: String) throws(YAMLError) -> Node? {
  var rest = Array(text.utf8)[...]
  let events = YAMLEvents { line in
    let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
    line += rest[..<end]
    rest = rest[end...]
  }
  try events.advance()
  try events.advance()
  guard events.kind != .streamEnd else { return nil }
  try events.advance()
  let node = try events.node()
  try events.advance()
  try events.advance()
  guard events.kind == .streamEnd else { throw .secondDocument(at: events.mark) }
  return node
}
