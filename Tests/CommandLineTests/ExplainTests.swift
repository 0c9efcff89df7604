import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import Subjects
import Testing
import TouchInput
import Tuning
import VelocityEstimation

@Suite("Explaining words")
struct ExplainTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  @Test("explain knows every reason, phase and event of a run, and every field and setting")
  func everyWordOfARun() throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
    let known = Set(try flickbook("explain", "--json").json().compactMap { $0["word"] as? String })
    var said: Set<String> = []
    for line in try flickbook.text("run/events.jsonl").split(separator: "\n") {
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      said.formUnion(event.keys)
      for key in ["event", "reason", "velocityReason"] {
        if let word = event[key] as? String { said.insert(word) }
      }
    }
    for line in try flickbook.text("run/frames.jsonl").split(separator: "\n") {
      let frame = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      said.formUnion(frame.keys)
      if let word = frame["phase"] as? String { said.insert(word) }
    }
    #expect(said.count > 8 && said.isSuperset(of: ["vx", "velocityErrorX"]))
    #expect(said.subtracting(known).isEmpty)
    #expect(known.isSuperset(of: ["overscroll", "release.projection", "pip", "wave", "bayes"]))
  }

  private func known() throws -> Set<String> {
    Set(try flickbook("explain", "--json").json().compactMap { $0["word"] as? String })
  }

  @Test("explain knows every word that describes a run, a rule, a recording or a corpus")
  func everyWord() throws {
    var words: [String] = []
    words += RequestOption.all.map(\.key)
    words += Decision.Reason.allCases.map(\.rawValue)
    words += VelocityEstimate.Reason.allCases.map(\.rawValue)
    words += Run.Ending.allCases.map(\.rawValue)
    words += [Contact.Phase.ended, .cancelled].map(\.rawValue)
    words += RunDifference.Stage.allCases.map(\.rawValue)
    words += RuleLint.Check.allCases.map(\.rawValue)
    words += Finding.Name.allCases.map(\.rawValue) + Finding.Severity.allCases.map(\.rawValue)
    words += CorpusFinding.Kind.allCases.map(\.rawValue)
    words += SubjectFinding.Check.allCases.map(\.rawValue)
    words += Measure.allCases.map(\.rawValue) + LibinputGesture.Kind.allCases.map(\.rawValue)
    for scenario in allScenarios {
      words += scenario.machine.phases.map(\.rawValue) + scenario.events.map(\.kind.rawValue)
      words += try ReplayRequest(scenario: scenario.name).targets()
    }
    let unknown = Set(words).subtracting(try known())
    #expect(unknown.isEmpty, "\(unknown.sorted())")
    #expect(words.contains("stashed") && words.contains("confirmed"))
  }

  /// A page of the documentation with a table of words.
  struct Page: CustomTestStringConvertible, Sendable {
    var name: String
    /// The first cell of the heading of the table or tables.
    var heading: String
    /// The kind of the words in the output of the command.
    var kind: String
    /// The column of the meanings, from 0.
    var column = 1
    var testDescription: String { name }
  }

  @Test(
    "the documentation has every term, measure, result of a case and common phase in the words of explain",
    arguments: [
      Page(name: "glossary.md", heading: "word", kind: "a term"),
      Page(name: "tuning.md", heading: "measure", kind: "a measure of a study", column: 2),
      Page(name: "review.md", heading: "class", kind: "a result of a case"),
      Page(name: "run-format.md", heading: "phase", kind: "a phase"),
    ])
  func sameWords(page: Page) throws {
    let known = try flickbook("explain", "--json").json().filter {
      // 'failed' stands for the outcome 'error' in the report; phases of some scenarios are on no page.
      $0["kind"] as? String == page.kind && ($0["in"] as? [String])?.isEmpty == true
        && $0["word"] as? String != "error"
    }
    let explained = try known.map {
      [try #require($0["word"] as? String), try #require($0["meaning"] as? String)]
    }
    #expect(try Set(rows(of: page)) == Set(explained))
    #expect(explained.count > 4)
  }

  /// The words of the tables of a page, each with its meaning as a sentence.
  private func rows(of page: Page) throws -> [[String]] {
    let text = try String(
      contentsOf: SourceTree.package.appending(path: "docs/\(page.name)"), encoding: .utf8)
    var rows: [[String]] = []
    var isTable = false
    for line in text.replacing(/\ \(\[[^\]]*\]\([^)]*\)\)|`/, with: "").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      isTable =
        line.hasPrefix("| ") && (isTable || cells[0] == page.heading)
        || line.hasPrefix("|---") && isTable
      guard isTable, line.hasPrefix("| "), cells[0] != page.heading else { continue }
      let meaning = cells[page.column].replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
      let end = meaning.hasSuffix(".") ? "" : "."
      let passes = cells.last == "yes" ? " The case passes." : ""
      rows.append([cells[0], meaning.prefix(1).uppercased() + meaning.dropFirst() + end + passes])
    }
    return rows
  }

  @Test("explain knows every column of the linter, with the same text as its help")
  func columns() throws {
    let table = try flickbook("rule", "lint", "flickbook").output
    let heading = try #require(table.split(separator: "\n").first { $0.contains("singular") })
    let columns = heading.split(separator: " ").map(String.init).filter { $0 != "%" }
    #expect(columns.count == 10)
    #expect(Set(columns).subtracting(try known()).isEmpty)
    let help = try flickbook("rule", "lint", "--help").output
    for column in columns { #expect(help.contains("\n\(column) "), "\(column)") }
  }

  @Test(
    "the help of commands that print such words refers to `explain`",
    arguments: [
      ["replay"], ["why"], ["test"], ["rule", "lint"], ["inspect"], ["corpus", "check"],
    ])
  func pointed(command: [String]) throws {
    #expect(try flickbook(command + ["--help"]).output.contains("'flickbook explain"))
  }

  @Test("explain knows the units of positions and velocities")
  func units() throws {
    for unit in ["pt", "pt/s"] { #expect(try flickbook("explain", unit).status == 0, "\(unit)") }
  }

  @Test("explain prints the kind and scope of a word, and suggests the nearest for an unknown word")
  func words() throws {
    let reason = try flickbook("explain", "hookRejected")
    #expect(reason.status == 0)
    #expect(reason.output.hasPrefix("hookRejected, a reason of a velocity\n"))
    let field = try flickbook("explain", "contentOffset").output
    #expect(field.contains("a field of a frame of ") && field.contains("sheet"))
    let wrong = try flickbook("explain", "hookRejcted")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'hookRejected'?"))
  }

  @Test("no word has two explanations in one kind and scenario")
  func once() throws {
    let lines = try flickbook("explain", "--json").json()
    var seen: Set<String> = []
    for line in lines {
      let scenarios = line["in"] as? [String] ?? []
      for scenario in scenarios.isEmpty ? [""] : scenarios {
        let key = "\(line["kind"] ?? "") \(line["word"] ?? "") \(line["meaning"] ?? "") \(scenario)"
        #expect(seen.insert(key).inserted, "\(key)")
      }
    }
  }
}
