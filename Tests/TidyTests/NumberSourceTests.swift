import Testing

@Suite("Sources of numbers")
struct NumberSourceTests {
  @Test("what is a setting has its source in its table, and not once more where it is declared")
  func settings() throws {
    let settable = try settableProperties()
    #expect(settable.count > 50)
    for note in try sourceNotes() {
      let name = note.declaration.firstMatch(of: /\bvar ([A-Za-z]+)[^{]+$/)?.output.1
      guard let name, settable.contains(String(name)) else { continue }
      Issue.record("\(note.file):\(note.line): '\(name)' is a setting; its table tells the source")
    }
  }

  @Test("what a table or a preset tells of a source is told by no comment")
  func clauses() throws {
    var told: Set<String> = []
    for file in SourceTree.files(in: "Sources") {
      for (_, literal) in try SourceTree.text(of: file).matches(of: /"([^"\\\n]+)"/).map(\.output) {
        told.formUnion(clauses(of: String(literal)))
      }
    }
    for file in SourceTree.files(in: "Sources", endings: [".yml"]) {
      for (_, text) in try SourceTree.text(of: file).matches(of: /source: >-\n((?:\s{6,}.+\n)+)/)
        .map(\.output)
      {
        told.formUnion(clauses(of: String(text)))
      }
    }
    for note in try sourceNotes() {
      for clause in clauses(of: note.text) where told.contains(clause) {
        Issue.record("\(note.file):\(note.line): '\(clause)' is told to users already")
      }
    }
  }

  /// A comment that tells a source, and what it stands above.
  private struct SourceNote {
    var file: String
    var line: Int
    var text: String
    var declaration: String
  }

  private func sourceNotes() throws -> [SourceNote] {
    var notes: [SourceNote] = []
    for file in SourceTree.files(in: "Sources") {
      let lines = try SourceTree.lines(of: file).map { $0.drop { $0 == " " } }
      for (index, line) in lines.enumerated() {
        guard let start = line.prefixMatch(of: #////? Sources?\b[^:]*: /#) else { continue }
        let more = lines[(index + 1)...].prefix { $0.hasPrefix("//") && $0.count > 3 }
        let rest = lines[(index + 1)...].drop { $0.hasPrefix("//") || $0.hasPrefix("@") }
        let text = [line[start.range.upperBound...]] + more.map { $0.drop { $0 == "/" } }
        notes.append(
          SourceNote(
            file: file, line: index + 1, text: text.joined(), declaration: String(rest.first ?? ""))
        )
      }
    }
    return notes
  }

  /// The properties that settings read and write, by the closures with which they reach them.
  private func settableProperties() throws -> Set<String> {
    var names: Set<String> = []
    for file in SourceTree.files(in: "Sources") {
      let text = try SourceTree.text(of: file)
      let paths =
        text.matches(of: /\$1\(&\$0\.([A-Za-z.]+)\)/).map(\.output.1)
        + text.matches(of: /\bget: \{ \$0\.([A-Za-z.]+)/).map(\.output.1)
        + text.matches(of: /\btuning\.([A-Za-z]+) = values\b/).map(\.output.1)
      for path in paths {
        let parts = path.split(separator: ".").filter {
          !["x", "y", "value", "rawValue"].contains($0)
        }
        if let last = parts.last { names.insert(String(last)) }
      }
    }
    return names
  }

  /// What stands between full stops and semicolons, but for single words such as "ours".
  private func clauses(of text: String) -> [String] {
    let words = text.filter { $0 != "`" }.split { $0.isWhitespace }.joined(separator: " ")
    return words.split(separator: /[;.] |\.$/)
      .map { String($0) }.filter { $0.contains(" ") && $0.count > 12 }
  }
}
