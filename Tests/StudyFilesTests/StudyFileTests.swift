import CaseFolders
import InteractionScenarios
import Quantities
import StudyFiles
import Testing
import Tuning

@Suite("Study file")
struct StudyFileTests {
  private static let lines = [
    "flickbook: study/1", "corpus: traces", "scenario: sheet",
    "split: {by: person, heldOut: 0.3, seed: 7}", "space:",
    "  spring.response: {from: 0.2, to: 0.8}",
    "  release.projection: {from: 0.1, to: 1, log: true}",
    "  spring.dampingRatio: {from: 0.5, to: 1, step: 0.1}", "  estimator: [bayes, flutter]",
    "objectives: [wrongTargets, {settleTime: 2, overshoot: 0.1}]", "constraints: {overshoot: 5}",
    "search: {method: random, budget: 64, seed: 9}",
  ]

  /// The text of the study with `changed` lines.
  ///
  /// A line replaces the line with the same key, or is appended.
  private func text(_ changed: String...) -> String {
    var lines = Self.lines
    for line in changed {
      let key = line.prefix { $0 != ":" }
      if let index = lines.firstIndex(where: { $0.hasPrefix(key + ":") }) {
        lines[index] = line
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("every key of a study file is read")
  func whole() throws {
    let file = try studyFile(in: text(), path: "a/study.yml")
    #expect(file.corpus == ["a/traces"])
    #expect(file.split == CorpusSplit(by: .person, heldOut: 0.3, seed: 7))
    #expect(
      file.study.space.dimensions == [
        SearchDimension("spring.response", .range(0.2...0.8, isLogarithmic: false)),
        SearchDimension("release.projection", .range(0.1...1, isLogarithmic: true)),
        SearchDimension("spring.dampingRatio", .steps(0.5...1, step: 0.1)),
        SearchDimension("estimator", .choice(["bayes", "flutter"])),
      ])
    #expect(file.study.goal.objectives.count == 2)
    #expect(file.study.goal.objectives[1].terms.map(\.weight) == [2, 0.1])
    #expect(file.study.goal.constraints == [Constraint(.overshoot, atMost: 5)])
    #expect(file.study.plan == SearchPlan(.random, budget: 64, seed: 9))
    #expect(file.request.scenario == "sheet")
    #expect(file.lines["spring.response"] == 6)
  }

  @Test("relative paths are resolved against the file's folder, and absolute paths are unchanged")
  func paths() throws {
    let file = try studyFile(in: text("corpus: [one, /two, .]"), path: "x/y/study.yml")
    #expect(file.corpus == ["x/y/one", "/two", "x/y"])
    #expect(try studyFile(in: text(), path: "study.yml").corpus == ["traces"])
  }

  @Test("the repetitions and the reference settings of a study are read")
  func more() throws {
    let file = try studyFile(
      in: text(
        "repetitions: {noise: 0.5, times: 2, seed: 4, hz: [60, 90]}",
        "resemble: {preset: wave, set: {spring.response: 0.3}}",
        "objectives: [flips, otherTargets]"), path: "s.yml")
    #expect(file.study.repetitions.count == 4)
    #expect(file.study.reference?.map(\.key) == ["preset", "spring.response"])
  }

  @Test("a margin is read, and has a default if it is missing")
  func margin() throws {
    let lines = ["objectives: [wrongTargets, marginShortfall]"]
    #expect(try studyFile(in: text(lines[0]), path: "s.yml").study.margin == Study.standardMargin)
    let file = try studyFile(in: text(lines[0], "margin: 7.5"), path: "s.yml")
    #expect(file.study.margin == Points(7.5))
    #expect(file.study.goal.measures == [.wrongTargets, .marginShortfall, .overshoot])
  }

  @Test(
    "an error contains the line, what was found, and what is expected",
    arguments: [
      ("corpse: here", 13, "corpse", "corpus"),
      ("objectives: [wrongTarget]", 10, "wrongTarget", "wrongTargets"),
      ("objectives: {settleTime: -1}", 10, "-1", "above 0"),
      ("constraints: {overshoot: lots}", 11, "lots", "number"),
      ("search: {method: sobel}", 12, "sobel", "sobol"),
      ("search: {method: grid, budget: 9}", 6, "spring.response", "step"),
      ("search: {budget: 0}", 12, "0", "1"),
      ("split: {by: dog}", 4, "dog", "person"), ("split: {heldOut: 1}", 4, "1", "0.999"),
      ("flickbook: study/2", 1, "study/2", "study/1"),
      ("scenario: shet", 3, "shet", "sheet"),
      ("objectives: [flips]", 0, "flips", "repetitions"),
      ("objectives: [otherTargets]", 0, "otherTargets", "resemble"),
      ("repetitions: {times: 3}", 13, "3", "noise"),
      ("margin: 5", 13, "margin", "marginShortfall"), ("margin: -1", 13, "-1", "points"),
    ])
  func wrong(line: String, number: Int, found: String, expected: String) throws {
    let error = #expect(throws: FileError.self) { try studyFile(in: text(line), path: "s.yml") }
    let message = try #require(error).description
    #expect(message.hasPrefix(number == 0 ? "s.yml: " : "s.yml:\(number): "), "\(message)")
    let halves = message.split(separator: "; expected", maxSplits: 1)
    #expect(halves[0].contains(found), "\(message)")
    #expect(halves.last?.contains(expected) == true, "\(message)")
  }

  @Test(
    "a dimension with an invalid range is refused",
    arguments: [
      "{from: 1, to: 1}", "{from: 0, to: 1, log: true}", "{from: 0, to: 1, step: 0}",
      "{from: 0, to: 1, step: 1e-9}", "{from: 0}", "1:0:1", "[]", "{from: 0, to: .inf}",
      "{from: 1, to: 9, step: 1, log: true}",
    ])
  func range(values: String) {
    #expect(throws: FileError.self) {
      try studyFile(in: text("  spring.response: \(values)"), path: "s.yml")
    }
  }

  @Test(
    "a study without a required key is refused, and the error names the key",
    arguments: ["corpus", "objectives", "flickbook"])
  func missing(key: String) {
    let left = Self.lines.filter { !$0.hasPrefix(key) }.joined(separator: "\n")
    let error = #expect(throws: FileError.self) { try studyFile(in: left, path: "s.yml") }
    #expect(error?.description.contains("without \(key)") == true)
  }

  @Test("a study that is truncated at any byte is either read or refused")
  func truncatedStudy() {
    let whole = text("resemble: {preset: wave}", "repetitions: {noise: 1}")
    for length in 0..<whole.count {
      do { _ = try studyFile(in: String(whole.prefix(length)), path: "s.yml") } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
