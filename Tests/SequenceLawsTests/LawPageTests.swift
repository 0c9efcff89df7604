import Foundation
import SequenceLaws
import Testing

/// Checks that `docs/laws.md` matches the laws.
@Suite("Page on laws")
struct LawPageTests {
  /// A row of the table of laws, the second table on the page.
  private struct Row: Hashable {
    var name: String
    var invariants: [String]
    var scenarios: [String]
    var meaning: String
    var file: String
  }

  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func rows() throws -> [Row] {
    let page = try String(contentsOf: package.appending(path: "docs/laws.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[0].hasPrefix("`") else { return nil }
      return Row(
        name: cells[0].trimmingCharacters(in: ["`"]),
        invariants: cells[1].split(separator: ", ").map(String.init).filter { $0.hasPrefix("I") },
        scenarios: cells[1].split(separator: ", ").map(String.init).filter { !$0.hasPrefix("I") },
        meaning: cells[2],
        file: cells[3].trimmingCharacters(in: ["`"]))
    }
  }

  @Test("the page lists each law once, with its invariants, scenarios and meaning")
  func laws() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.name) == allLaws.map(\.name.rawValue))
    for (row, law) in zip(rows, allLaws) {
      #expect(row.invariants == law.invariants, "\(row.name)")
      #expect(row.scenarios == law.scenarios, "\(row.name)")
      #expect(row.meaning == law.meaning, "\(row.name)")
    }
  }

  @Test("each law is defined in the file that the page names")
  func files() throws {
    for row in try Self.rows() {
      let file = Self.package.appending(path: "Tests/SequenceLaws/Laws/\(row.file)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("name: .\(row.name),"), "\(row.file) has no \(row.name)")
    }
  }
}
