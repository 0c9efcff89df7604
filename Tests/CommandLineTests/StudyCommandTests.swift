import Foundation
import Testing

@Suite("Studies")
struct StudyCommandTests {
  let flickbook: Flickbook

  private static let study = """
    flickbook: study/1
    corpus: corpus
    scenario: sheet
    split: {by: person, heldOut: 0.25, seed: 1}
    space:
      release.projection: {from: 0.1, to: 0.9}
      spring.response: {from: 0.2, to: 0.6, step: 0.1}
    objectives: [wrongTargets, settleTime]
    constraints: {overshoot: 50}
    search: {method: sobol, budget: 8, seed: 1}

    """

  init() throws {
    flickbook = try Flickbook()
    // A recommendation needs at least this number of people and gestures.
    try flickbook("corpus", "synth", "90", "--people", "6", "-o", "corpus")
    try flickbook.write(Self.study, to: "study.yml")
  }

  @Test("the printed example equals the study in the documentation and works without changes")
  func example() throws {
    let example = try flickbook("tune", "--example").output
    let page = try String(
      contentsOf: SourceTree.package.appending(path: "docs/tuning.md"), encoding: .utf8)
    #expect(page.contains("```yaml\n# study.yml\n\(example)```"))
    let missing = try flickbook("tune", "mine.yml")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("flickbook tune --example > mine.yml"))
    try flickbook.write(example, to: "example.yml")
    try flickbook(
      "corpus", "synth", "90", "--people", "6", "--set", "start=half", "-o", "people")
    let result = try flickbook("tune", "example.yml", "--trials", "3")
    #expect(result.status == 0, "\(result)")
  }

  @Test("a journal without trials is replaced, even if it belongs to another study")
  func emptyJournal() throws {
    let other = Self.study.replacing("seed: 1}\n", with: "seed: 2}\n")
    try flickbook.write(other, to: "other.yml")
    try flickbook("tune", "study.yml")
    let expected = try flickbook.bytes("study.journal.jsonl")
    try flickbook("tune", "other.yml", "--journal", "study.journal.jsonl")
    #expect(try flickbook.bytes("study.journal.jsonl") == expected)
    try flickbook.shell("head -n 1 study.journal.jsonl > header.jsonl")
    #expect(try flickbook("tune", "other.yml", "--journal", "header.jsonl").status == 0)
  }

  @Test(
    "a journal belongs to the settings of each case, also if two folders have a case of the same name"
  )
  func equalNames() throws {
    for folder in ["one", "two"] {
      try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
      try flickbook.shell("mv Recordings \(folder)")
    }
    try flickbook.write(
      """
      flickbook: study/1
      corpus: [one, two]
      space: {spring.response: [0.3, 0.4]}
      objectives: [settleTime]
      search: {method: grid, budget: 4}

      """, to: "equal.yml")
    #expect(try flickbook("tune", "equal.yml").errors.isEmpty)
    try flickbook.shell("echo 'set: {spring.dampingRatio: 0.5}' >> one/sheet/flick/case.yml")
    expectRefusal(try flickbook("tune", "equal.yml"), 65, "other gestures or labels")
  }

  @Test("an uninterrupted search, two threads, and a continued journal give the same bytes")
  func same() throws {
    #expect(try flickbook("tune", "study.yml", "--threads", "1").status == 0)
    let expected = try flickbook.bytes("study.journal.jsonl")
    try flickbook("tune", "study.yml", "--threads", "2", "--journal", "two.jsonl")
    #expect(try flickbook.bytes("two.jsonl") == expected)
    try flickbook.shell("head -c \(expected.count * 2 / 3) study.journal.jsonl > cut.jsonl")
    let result = try flickbook("tune", "study.yml", "--journal", "cut.jsonl")
    #expect(result.status == 0)
    #expect(try flickbook.bytes("cut.jsonl") == expected)
  }

  @Test("new objectives and bounds are evaluated from the journal, without new trials")
  func judgedAnew() throws {
    try flickbook("tune", "study.yml")
    let before = try flickbook.bytes("study.journal.jsonl")
    try flickbook.write(
      Self.study.replacing("[wrongTargets, settleTime]", with: "settleTime"), to: "study.yml")
    let result = try flickbook("tune", "study.yml")
    #expect(result.output.contains("8 of them from the journal"), "\(result)")
    #expect(try flickbook.bytes("study.journal.jsonl") == before)
    try flickbook.write(
      Self.study.replacing("overshoot: 50", with: "settleTime: 0"), to: "study.yml")
    let impossible = try flickbook("tune", "study.yml", "--write", "none.yml")
    #expect(impossible.status == 1)
    #expect(impossible.output.contains("No trial meets the constraints"))
    #expect(try !flickbook.names(in: ".").contains("none.yml"))
  }

  @Test("the results are written as a config file, a page, a table and JSON")
  func results() throws {
    try flickbook(
      "corpus", "synth", "200", "--people", "8", "--seed", "3", "--set", "start=half", "-o",
      "people")
    try flickbook.write("scenario: sheet\nset: {release.deadBand: 20}\n", to: "feel.yml")
    // The written file names the preset file, which is outside of its folder.
    try flickbook.write("", to: ".git/HEAD")
    try flickbook.write("", to: "settings/none")
    // With these settings nearly every release counts as a flick, so the search can find better
    // ones.
    try flickbook.write(
      Self.study.replacing("corpus: corpus", with: "corpus: people")
        .replacing(
          "space:\n", with: "preset: feel.yml\nset: {start: half, release.flick: 100}\nspace:\n"
        )
        .replacing(
          "release.projection: {from: 0.1, to: 0.9}\n  spring.response: {from: 0.2, to: 0.6, step: 0.1}",
          with: "release.flick: {from: 50, to: 1000}\n  release.projection: {from: 0.1, to: 1}"),
      to: "study.yml")
    let result = try flickbook(
      "tune", "\(flickbook.folder.path)/study.yml", "--write", "settings/best.yml", "--report",
      "page.html")
    #expect(result.status == 0, "\(result)")
    let best = try flickbook.text("settings/best.yml")
    let head =
      "scenario: sheet\npreset: \"../feel.yml\"\nset:\n  start: half\n  release.flick: "
    #expect(best.contains(head))
    let page = try flickbook.text("page.html")
    #expect(page.contains("<h2 id=\"part1\">Recommendation</h2>"))
    #expect(page.contains("<title>study.yml</title>") && !page.contains(flickbook.folder.path))
    try flickbook("synth", "flick", "-o", "flick.yml")
    // The config file can also be used as a preset.
    let replays = try ["--config", "--preset"].map { option in
      try flickbook("replay", "flick.yml", option, "settings/best.yml", "--json")
    }
    #expect(replays[0].status == 0, "\(replays[0])")
    #expect(replays[0].output == replays[1].output, "\(replays[1])")
    let lines = try flickbook("tune", "study.yml", "--json").json()
    #expect(lines.count == 9)
    #expect(lines[8]["best"] is Int)
    #expect(lines[8]["recommendation"] as? String == "take")
    // The page recommends the trial of the JSON, and shows the gestures that the JSON and the text count.
    let trial = try #require(lines[8]["best"] as? Int)
    #expect(page.contains("<p>Recommended: trial \(trial)</p>"))
    #expect(page.contains("trial \(trial), recommended") && !page.contains("not recommended"))
    let counts = try #require(lines[8]["gestures"] as? [String: Int])
    #expect(counts["all"] == 200 && counts["changed"] ?? 0 > 0)
    #expect(page.matches(of: /<img loading/).count == counts["played"])
    #expect(result.output.contains("a page that shows \(try #require(counts["played"])) gestures"))
    let table = try flickbook("tune", "study.yml", "--csv").output.split(separator: "\n")
    #expect(table.count == 9)
    #expect(table[0].hasPrefix("trial,release.flick,release.projection,wrongTargets,"))
    // A recommended trial and the word indistinguishable never stand together without the gestures that are meant.
    #expect(
      result.output.contains("Recommended: trial") && result.output.contains("indistinguishable"))
    for text in [result.output, page] {
      #expect(text.contains("On the gestures of the search, "), "\(text)")
      #expect(text.contains("the recommendation rests on all gestures together"), "\(text)")
    }
    // An existing file is not overwritten.
    #expect(try flickbook("tune", "study.yml", "--write", "settings/best.yml").status == 74)
    #expect(try flickbook.text("settings/best.yml") == best)
  }

  @Test("with too few people, nothing is recommended and no file is written")
  func tooFew() throws {
    try flickbook("corpus", "synth", "90", "--people", "4", "-o", "few")
    try flickbook.write(
      Self.study.replacing("corpus: corpus", with: "corpus: few"), to: "study.yml")
    let result = try flickbook("tune", "study.yml", "--write", "best.yml")
    #expect(result.status == 1, "\(result)")
    #expect(result.output.contains("Too few people to recommend settings: found 4, and at least 5"))
    #expect(result.errors.contains("best.yml: not written"))
    #expect(try !flickbook.names(in: ".").contains("best.yml"))
  }

  @Test("a worker answers each line, and continues after a malformed line")
  func worker() throws {
    try flickbook("tune", "study.yml")
    let journal = try flickbook.text("study.journal.jsonl").split(separator: "\n")
    try flickbook.write(
      """
      {"id":1,"points":[0,3]}
      nonsense
      {"id":2,"points":[0,99]}
      {"id":3,"points":[1,2],"gestures":[0,20]}
      {"id":4,"points":[1,2],"gestures":[20,60]}
      {"id":5,"evaluate":[{"release.projection":0.5}]}

      """, to: "lines")
    let result = try flickbook.shell("flickbook worker study.yml < lines")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 7, "\(result)")
    #expect(lines[0].hasPrefix(#"{"ready":true,"protocol":1,"#))
    for (number, line) in journal.dropFirst().prefix(3).enumerated() {
      // The line of a trial in the journal, without the number of the trial, equals the result of
      // the worker.
      #expect(lines[1].contains(line.replacing("{\"trial\":\(number),", with: "{")))
    }
    #expect(lines[2].contains(#""error""#) && lines[3].contains(#""error""#))
    #expect(lines[6].contains("no value of spring.response"))
    func card(_ line: Substring) throws -> Substring {
      let match = try #require(line.firstMatch(of: /"card":(\{.*\})\}\]\}$/))
      return match.1
    }
    try flickbook.write(
      "{\"id\":6,\"judge\":[[\(try card(lines[4])),\(try card(lines[5]))]]}\n", to: "judge")
    let judged = try flickbook.shell("flickbook worker study.yml < judge")
    let whole = try #require(journal[2].firstMatch(of: /"card":(\{.*\})\}$/)).1
    #expect(judged.output.contains(whole))
  }

  @Test(
    "a page recommends no trial that the terminal does not recommend, and shows the misread gestures"
  )
  func kept() throws {
    // The only value of the search is the current one, so that no trial can be better.
    try flickbook.write(
      Self.study.replacing(
        "  release.projection: {from: 0.1, to: 0.9}\n  spring.response: {from: 0.2, to: 0.6, step: 0.1}",
        with: "  release.flick: [100, 100.5]"
      ).replacing("space:", with: "set: {release.flick: 100}\nspace:"), to: "study.yml")
    let result = try flickbook("tune", "study.yml", "--report", "page.html")
    let advice = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("Keep the current settings: ") })
    let page = try flickbook.text("page.html")
    #expect(page.contains("<p>\(advice)</p>"))
    #expect(page.contains(", not recommended") && !page.contains(", recommended"))
    let wrong = try #require(result.output.firstMatch(of: /not intended: ([0-9]+)/))
    #expect(try #require(Int(wrong.1)) > 0)
    #expect(page.matches(of: /<h3>meant [a-z]+, went to [a-z]+<\/h3>/).count == Int(wrong.1))
    #expect(page.matches(of: /<img loading/).count == Int(wrong.1))
  }

  @Test(
    "mistakes in a study are reported before anything is written",
    arguments: [
      ("corpus: corpus", "corpus: nowhere", 66, "nowhere"),
      ("spring.response", "spring.respnse", 65, "spring.response"),
      ("from: 0.2", "from: -2", 65, "spring.response"),
      ("wrongTargets, ", "wrongTarget, ", 65, "wrongTargets"),
      ("overshoot: 50", "overshoot: .nan", 65, "number"),
      ("scenario: sheet\n", "", 65, "scenario: sheet"), ("by: person", "by: session", 0, ""),
    ])
  func wrong(old: String, new: String, status: Int32, said: String) throws {
    try flickbook.write(Self.study.replacing(old, with: new), to: "study.yml")
    let result = try flickbook("tune", "study.yml", "--trials", "1")
    #expect(result.status == status, "\(result)")
    guard status != 0 else { return }
    #expect(result.errors.contains(said))
    #expect(try flickbook.names(in: ".") == ["corpus", "study.yml"])
  }

  @Test(
    "rules with different settings can be searched together; impossible combinations are reported")
  func rules() throws {
    try flickbook.write(
      Self.study.replacing("space:\n", with: "space:\n  release.choice: [nearest, neighbour]\n")
        .replacing(
          "  release.projection:",
          with: "  release.hysteresis: {from: 0, to: 50}\n  release.projection:"),
      to: "study.yml")
    let result = try flickbook("tune", "study.yml")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("with impossible settings: "), "\(result)")
    let lines = try flickbook.text("study.journal.jsonl").split(separator: "\n")
    #expect(lines.contains { $0.contains("\"error\":") })
    #expect(lines.contains { $0.contains("\"card\":") })
  }

  @Test("a foreign journal, and a journal that is in use, are not changed")
  func foreign() throws {
    try flickbook("tune", "study.yml", "--trials", "2")
    let before = try flickbook.bytes("study.journal.jsonl")
    try flickbook.write(Self.study.replacing("to: 0.9", with: "to: 0.8"), to: "study.yml")
    let result = try flickbook("tune", "study.yml")
    #expect(result.status == 65)
    #expect(result.errors.contains("--journal"), "\(result)")
    #expect(try flickbook.bytes("study.journal.jsonl") == before)
    try flickbook.write(Self.study, to: "study.yml")
    let busy = try flickbook.shell(
      "flock study.journal.jsonl flickbook tune study.yml")
    #expect(busy.status == 74, "\(busy)")
    #expect(try flickbook.bytes("study.journal.jsonl") == before)
  }

  @Test("cases can be tested with the best settings, and their files do not change")
  func tried() throws {
    try flickbook("synth", "flick", "--case", "sheet/flick")
    try flickbook("accept", "--all", "--because", "new")
    try flickbook.write("scenario: sheet\nset: {spring.response: 0.9}\n", to: "slow.yml")
    try flickbook.write("scenario: sheet\nset: {spring.response: 0.4}\n", to: "same.yml")
    try flickbook.write("scenario: pip\n", to: "pip.yml")
    #expect(try flickbook("test", "--config", "same.yml").status == 0)
    #expect(try flickbook("test", "--config", "slow.yml").status == 1)
    #expect(try flickbook("test", "--config", "pip.yml").status == 66)
    #expect(try flickbook("test").status == 0)
  }
}
