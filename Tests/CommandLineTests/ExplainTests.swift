import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
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
    var words: [String] = ["lifted"]
    words += Decision.Reason.allCases.map(\.rawValue)
    words += VelocityEstimate.Reason.allCases.map(\.rawValue)
    words += Run.Ending.allCases.map(\.rawValue)
    words += [Contact.Phase.ended, .cancelled].map(\.rawValue)
    words += RunDifference.Stage.allCases.map(\.rawValue)
    words += PolicyLint.Check.allCases.map(\.rawValue)
    words += Finding.Name.allCases.map(\.rawValue) + Finding.Severity.allCases.map(\.rawValue)
    words += CorpusFinding.Kind.allCases.map(\.rawValue)
    words += Measure.allCases.map(\.rawValue)
    for scenario in allScenarios {
      words += scenario.machine.phases.map(\.rawValue) + scenario.events.map(\.kind.rawValue)
      words += try ReplayRequest(scenario: scenario.name).targets()
    }
    let unknown = Set(words).subtracting(try known())
    #expect(unknown.isEmpty, "\(unknown.sorted())")
    #expect(words.contains("stashed") && words.contains("confirmed"))
  }

  @Test("explain knows every term of the glossary, in the same words")
  func glossary() throws {
    let page = try String(
      contentsOf: SourceTree.package.appending(path: "docs/glossary.md"), encoding: .utf8)
    var terms: [[String]] = []
    for line in page.replacing(/\ \(\[[^\]]*\]\([^)]*\)\)|`/, with: "").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), cells.first != "word" else { continue }
      let meaning = cells[1].replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
      let end = meaning.hasSuffix(".") ? "" : "."
      terms.append([cells[0], meaning.prefix(1).uppercased() + meaning.dropFirst() + end])
    }
    let known = try flickbook("explain", "--json").json()
      .filter { $0["kind"] as? String == "a term" }
      .map { [$0["word"] as? String, $0["meaning"] as? String].compactMap { $0 } }
    #expect(known == terms)
    #expect(try flickbook("explain", "damping", "ratio").output.contains("critical damping"))
  }

  @Test("explain knows every class of change on the page about reviews")
  func classes() throws {
    let page = try String(
      contentsOf: SourceTree.package.appending(path: "docs/review.md"), encoding: .utf8)
    let table = try #require(page.firstRange(of: "| class | meaning | passes |"))
    let rows = page[table.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("|") }
    let classes = rows.dropFirst().flatMap { row in
      row.split(separator: "|")[0].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(classes.count > 10)
    let unknown = Set(classes).subtracting(try known())
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }

  @Test("explain knows every column of the linter, with the same text as its help")
  func columns() throws {
    let table = try flickbook("rule", "lint", "flickbook").output
    let heading = try #require(table.split(separator: "\n").first { $0.contains("singular") })
    let columns = heading.split(separator: " ").map(String.init).filter { $0 != "%" }
    #expect(columns.count == 9)
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
