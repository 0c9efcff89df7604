import Foundation
import Testing

@Suite("Adapters of programs under test")
struct SubjectAdapterTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test("the program writes every file of docs/adapters, byte for byte")
  func everyAdapter() throws {
    let rows = try flickbook("subject", "adapter").output.split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.package.appending(path: "docs/adapters").path)
    #expect(rows.map { $0[1] }.sorted() == files.filter { !$0.hasPrefix("_") }.sorted())
    for row in rows {
      let result = try flickbook("subject", "adapter", row[0], "-o", "made")
      #expect(result.status == 0 && result.output.contains(row[1]), "\(result)")
      let text = try SourceTree.text(of: "docs/adapters/\(row[1])")
      #expect(try flickbook.text("made/\(row[1])") == text)
      #expect(try flickbook("subject", "adapter", row[0]).output == text)
    }
  }

  @Test("an adapter replaces a changed file only with --force")
  func existing() throws {
    try flickbook.write("mine", to: "flickbook_subject.py")
    let again = ["subject", "adapter", "python", "-o", "."]
    expectRefusal(try flickbook(again), 74, "flickbook_subject.py", "--force")
    #expect(try flickbook.text("flickbook_subject.py") == "mine")
    #expect(try flickbook(again + ["--force"]).status == 0)
    #expect(try flickbook.text("flickbook_subject.py") != "mine")
  }

  @Test(
    "the message for an unknown language has the nearest language, or else all",
    arguments: [
      ("pyton", "did you mean 'python'?"), ("js", "use one of javascript, python, swift, c."),
      ("rust", "use one of javascript, python, swift, c."),
    ])
  func unknownLanguage(language: String, answer: String) throws {
    expectRefusal(
      try flickbook("subject", "adapter", language, "-o", "."), 64, "'\(language)'", answer)
  }
}
