import Testing
import YAMLNodes

@Suite("YAML nodes")
struct YAMLNodesTests {
  // Source: the examples of YAML 1.2.2, chapters 2, 7 and 8, with the meaning stated there.
  @Test(
    "a scalar has the value that the specification defines",
    arguments: [
      ("plain", "plain", .plain), ("'it''s'", "it's", .singleQuoted),
      (#""a\tb\x41\u00e9""#, "a\tbA\u{e9}", .doubleQuoted), ("|\n  a\n  b\n", "a\nb\n", .literal),
      (">\n  a\n  b\n\n  c\n", "a b\nc\n", .folded), ("one\n  two", "one two", .plain),
      ("\"one\n  two\"", "one two", .doubleQuoted), ("a # no more", "a", .plain),
    ] as [(String, String, Node.Scalar.Style)])
  func scalars(text: String, said: String, style: Node.Scalar.Style) throws {
    let scalar = try #require(try compose(yaml: text)?.scalar)
    #expect(scalar.string == said)
    #expect(scalar.style == style)
  }

  @Test("a text without a document gives no node", arguments: ["", "\n\n", "# only a comment\n"])
  func nothing(text: String) throws {
    #expect(try compose(yaml: text) == nil)
  }

  @Test("lists and mappings are equal in block and in flow style")
  func collections() throws {
    let lines = try compose(yaml: "a: 1\nb:\n  - x\n  - {c: 'd'}\ne:\n")
    let brackets = try compose(yaml: "{a: 1, b: [x, {c: \"d\"}], e: }")
    #expect(lines.map(content(of:)) == brackets.map(content(of:)))
    let mapping = try #require(lines?.mapping)
    #expect(mapping.keys.map(\.string) == ["a", "b", "e"])
    #expect(mapping["b"]?.sequence?[1].mapping?["c"]?.string == "d")
    #expect(mapping["e"]?.string == "")
    #expect(mapping["c"] == nil)
  }

  @Test("a node has the line and the column of its first character")
  func marks() throws {
    let mapping = try #require(try compose(yaml: "# a\ngrüße: x\n\"ä\": [1,  zwei]\n")?.mapping)
    #expect(mapping.mark == Node.Mark(line: 2, column: 1))
    #expect(mapping["grüße"]?.mark == Node.Mark(line: 2, column: 8))
    #expect(mapping.keys[1].mark == Node.Mark(line: 3, column: 1))
    #expect(mapping["ä"]?.mark == Node.Mark(line: 3, column: 6))
    #expect(mapping["ä"]?.sequence?[1].mark == Node.Mark(line: 3, column: 11))
  }

  @Test(
    "a document beyond the supported subset is refused, with its position",
    arguments: [
      ("a: 1\n---\nb: 2\n", .secondDocument(at: Node.Mark(line: 2, column: 1))),
      ("a: 1\n'b': 2\nb: 3\n", .repeatedKey("b", at: Node.Mark(line: 1, column: 1))),
      ("a: 1\nb: *x\n", .refused("a YAML alias", at: Node.Mark(line: 2, column: 4))),
      ("a: &x 1\n", .refused("a YAML anchor", at: Node.Mark(line: 1, column: 4))),
      ("a: !x 1\n", .refused("a YAML tag", at: Node.Mark(line: 1, column: 4))),
    ] as [(String, YAMLError)])
  func refused(text: String, error: YAMLError) {
    #expect(throws: error) { try compose(yaml: text) }
  }

  @Test(
    "invalid YAML is refused with the line of the error",
    arguments: [
      ("a: b\n  c: d\n", 2), ("a: [1, 2\n", 2), ("a: 'b\n", 2), ("- a\nb: c\n", 2), ("a: @b\n", 1),
      ("a: b\nc: d\u{7}\n", 2), ("\u{1}", 1), ("a: \"\\q\"\n", 1), ("a:\n\tb: c\n", 2),
    ])
  func malformed(text: String, line: Int) {
    let error = #expect(throws: YAMLError.self) { try compose(yaml: text) }
    guard case .malformed(let problem, let mark) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!problem.isEmpty)
    #expect(mark.line == line, "\(problem) in column \(mark.column)")
  }

  @Test("unlimited nesting is refused")
  func nesting() {
    for depth in [33, 300, 100_000] {
      let text = String(repeating: "[", count: depth)
      let error = #expect(throws: YAMLError.self) { try compose(yaml: text) }
      guard case .refused(_, let mark) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(mark.line == 1)
    }
  }

  @Test("written nodes are read back as the same nodes", arguments: 0..<500 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var maker = NodeMaker(state: seed)
    let node = maker.node(depth: 0)
    let text = try #require(serialize(node))
    #expect(try compose(yaml: text).map(content(of:)) == content(of: node), "\(text)")
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(!text.contains(where: \.isNewline) || text.hasSuffix("\n"))
  }

  @Test("long texts stay on one line")
  func width() throws {
    let long = String(repeating: "word ", count: 100) + "end"
    let node = Node.mapping(Node.Mapping([(plain("a"), plain(long))]))
    #expect(serialize(node) == "a: \(long)\n")
  }
}

/// A scalar without quotes.
private func plain(_ text: String) -> Node { .scalar(Node.Scalar(text)) }

/// The texts of a node, and whether each is in quotes or a block; without positions.
private func content(of node: Node) -> String {
  switch node {
  case .scalar(let scalar):
    (scalar.style == .plain ? "plain " : "quoted ") + scalar.string.debugDescription
  case .sequence(let nodes): "list \(nodes.map(content(of:)))"
  case .mapping(let mapping):
    "mapping \(mapping.map { [content(of: $0.key), content(of: $0.value)] })"
  }
}

/// Generates nodes that can be written: quoted texts and plain words.
private struct NodeMaker {
  var state: UInt64

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  mutating func node(depth: Int) -> Node {
    switch below(depth < 4 ? 4 : 2) {
    case 0: return .scalar(Node.Scalar(text(), .doubleQuoted))
    case 1: return plain(["word", "1.5", "-3", "true", "a b"][below(5)])
    case 2: return .sequence(Node.Sequence((0..<below(4)).map { _ in node(depth: depth + 1) }))
    default:
      return .mapping(
        Node.Mapping(
          (0..<below(4)).map { (plain("key\($0)"), node(depth: depth + 1)) }))
    }
  }

  private mutating func text() -> String {
    let signs: [Character] = [
      "a", " ", "\n", "\t", "\"", "'", "\\", ":", "#", "-", "{", "]", ",", "&", "*", "!", "%", "@",
      "é", "\u{85}", "\u{2028}", "\u{feff}", "🖐", "0", "\r", "\u{1b}", "\u{0}",
    ]
    return String((0..<below(9)).map { _ in signs[below(signs.count)] })
  }
}
