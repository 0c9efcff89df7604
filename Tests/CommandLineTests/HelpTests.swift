import Foundation
import Testing

@Suite("Help in two steps")
struct HelpTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test("--help lists at most 12 options of a command, and --help-hidden lists all")
  func steps() throws {
    let commands = try CommandTree.options(of: CommandTree.root(), after: [])
    #expect(commands.count > 45)
    for (command, options) in commands {
      let brief = try help(command, "--help")
      let full = try help(command, "--help-hidden")
      let shown = listed(in: brief)
      #expect(shown.count <= 12, "\(command): \(shown.sorted())")
      #expect(shown.isSubset(of: options) && listed(in: full) == options, "\(command)")
      // What is left out is mentioned, and only then.
      let left = lines(of: full).subtracting(lines(of: brief))
      #expect(brief.contains("--help-hidden") == !left.isEmpty, "\(command): \(left)")
    }
  }

  @Test("the help of every command has an example and a page of the docs that exists")
  func readOn() throws {
    for (command, _) in try CommandTree.options(of: CommandTree.root(), after: [])
    where command != "preset table" {
      let text = try help(command, "--help")
      #expect(text.contains(#/\nExample: (sudo )?flickbook /#), "\(command)")
      let page = try #require(
        text.firstMatch(of: /\nRead on: ([a-z\/-]+\.md)/)?.output.1, "\(command)")
      #expect(try !SourceTree.text(of: String(page)).isEmpty, "\(command): \(page)")
    }
  }

  @Test("no example breaks in the middle of a command on a screen of 80 columns")
  func examples() throws {
    var waiting = [try CommandTree.root()]
    while let command = waiting.popLast() {
      waiting += command["subcommands"] as? [[String: Any]] ?? []
      let lines = (command["discussion"] as? String ?? "").split(separator: "\n")
      for line in lines where line.contains(#/^(Example: | +)(sudo )?flickbook /#) {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test("the first steps end in a test of the user's own code, and its page shows these commands")
  func firstSteps() throws {
    let text = try flickbook("--help").output
    let steps = text.split(separator: "\n").filter { $0.hasPrefix("  flickbook ") }
    #expect(steps.last == "  flickbook test --allow-subjects")
    let page = try SourceTree.text(of: "docs/first-app.md")
    for step in steps.dropFirst(2) {
      let words = step.dropFirst(2).prefix { $0 != "\"" }
      #expect(page.contains("\n\(words)"), "\(step)")
    }
  }

  private func help(_ command: String, _ option: String) throws -> String {
    try flickbook(command.split(separator: " ").map(String.init) + [option]).output
  }

  private func lines(of text: String) -> Set<Substring> {
    Set(
      text.split(separator: "\n").filter { !$0.hasPrefix("Read on: ") && !$0.hasPrefix("USAGE: ") })
  }

  /// The long names in a list of options, without those that every command has.
  private func listed(in text: String) -> Set<String> {
    let names = text.matches(of: /\n  (?:-[a-zA-Z]( <[^>]*>)?, )?--([a-z-]+)/)
      .map { String($0.output.2) }
    return Set(names).subtracting(["help", "version"])
  }
}
