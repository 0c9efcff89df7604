import Foundation
import Testing

@Suite("Release rules and engines")
struct RuleCommandTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  /// Writes a preset of a short sheet, on which there are few releases to check.
  private func shortSheet(_ preset: String) throws -> String {
    try flickbook.write(
      "preset: \(preset)\nset:\n  detents: low:100,middle:140,high:200\n", to: "\(preset).yml")
    return "\(preset).yml"
  }

  private static let cases = SourceTree.package.appending(path: "Recordings/sheet").path
  private static let engines = [
    "exact", "wave", "motion", "advance", "floatingpanel", "implicit", "flutter", "compose",
    "android",
    "react-spring", "framer", "uikit",
  ]

  private func count(_ line: [String: Any], _ check: String) throws -> Int {
    let findings = try #require(line["findings"] as? [String: [String: Any]])
    return try #require(findings[check]?["count"] as? Int)
  }

  @Test("the default rule has no defect", arguments: [[], ["--dismissible"]])
  func cleanDefault(options: [String]) throws {
    let line = (["flickbook rule lint --preset flickbook --json"] + options)
      .joined(separator: " ")
    let result = try flickbook.shell(line)
    #expect(result.status == 0, "\(result)")
    let report = try #require(try result.json().first)
    for check in [
      "zeroSingularity", "noiseFlips", "againstFlick", "farAgainstFlick", "dismissedAgainstFlick",
      "nonMonotoneVelocity", "nonMonotonePosition", "heldFlick",
    ] {
      #expect(try count(report, check) == 0, "\(check)")
    }
    #expect(report["isOver"] as? Bool == false)
    let text = try flickbook("rule", "lint", "--preset", "flickbook")
    #expect(text.output.contains("no defect is over its limit"))
  }

  @Test("a defect is shown with releases that have different targets, and the exit status is 1")
  func defects() throws {
    let result = try flickbook("rule", "lint", "--preset", "compose.m3")
    #expect(result.status == 1)
    #expect(result.output.contains("over the limit: singular, noise"))
    #expect(result.output.contains(/-20 pt\/s → [a-z]+, 20 pt\/s → [a-z]+\n/))
    let report = try #require(
      try flickbook("rule", "lint", "--preset", "compose.m3", "--json").json().first)
    let findings = try #require(report["findings"] as? [String: [String: Any]])
    for check in ["zeroSingularity", "noiseFlips"] {
      let groups = try #require(findings[check]?["examples"] as? [[[String: Any]]])
      #expect(!groups.isEmpty)
      for group in groups {
        #expect(Set(group.compactMap { $0["target"] as? String }).count > 1, "\(group)")
        #expect(Set(group.compactMap { $0["y"] as? Double }).count == 1, "\(group)")
      }
    }
  }

  @Test("the limits decide which defects fail the lint")
  func limits() throws {
    func status(_ limits: String...) throws -> Int32 {
      let options = limits.map { "--limit \($0)" }.joined(separator: " ")
      return try flickbook.shell("flickbook rule lint --preset wwdc.998 \(options)").status
    }
    #expect(try status() == 1)
    #expect(try status("singular=1") == 1)
    #expect(try status("singular=1", "noise=10") == 0)
    // Because of its hysteresis, the target of the default rule depends on the start.
    let start = "flickbook rule lint flickbook --limit start="
    #expect(try flickbook.shell(start + "0").status == 1)
    #expect(try flickbook.shell(start + "5").status == 0)
  }

  @Test("without a rule every preset is linted")
  func allPresets() throws {
    let result = try flickbook("rule", "lint", "--json")
    #expect(result.status == 1)
    let rules = try result.json().compactMap { $0["rule"] as? String }
    #expect(rules.first == "flickbook")
    let shown = try flickbook("scenario", "show", "sheet").output
    for rule in rules { #expect(shown.contains("\n  \(rule)  ")) }
    #expect(rules.count > 20)
  }

  @Test("a user-defined rule is linted with the user's detents")
  func ownRule() throws {
    try flickbook.write(
      "set:\n  detents: low:100,high:500\n  release.deadBand: 0\nscreen: 390x800\n", to: "feel.yml")
    let result = try flickbook("rule", "lint", "--config", "feel.yml")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("high 300, low 700 on 390x800 pt\n"))
    let set = try flickbook(
      "rule", "lint", "--config", "feel.yml", "--set", "release.deadBand=30")
    #expect(set.status == 0, "\(set)")
  }

  @Test("a rule agrees with itself, and the difference of two rules is the same in either order")
  func compare() throws {
    let same = try flickbook("rule", "compare", "niri", try shortSheet("niri"), Self.cases)
    #expect(same.status == 0, "\(same)")
    #expect(same.output.contains("0.0 % of"))
    #expect(same.output.contains("\n0 of "))
    func share(_ first: String, _ second: String) throws -> Double {
      let result = try flickbook("rule", "compare", first, second, "--json")
      #expect(result.status == 1)
      return try #require(try result.json().first?["fraction"] as? Double)
    }
    let vaul = try shortSheet("vaul")
    let there = try share("flickbook", vaul)
    #expect(there > 0.1)
    #expect(try share(vaul, "flickbook") == there)
  }

  @Test("recordings for which two rules have different targets are listed with both targets")
  func compareRecordings() throws {
    let other = try shortSheet("wwdc.99")
    let result = try flickbook("rule", "compare", "flickbook", other, Self.cases, "--json")
    let recordings = try #require(
      try result.json().first?["recordings"] as? [[String: Any]])
    #expect(recordings.count > 10)
    let elsewhere = recordings.filter { $0["haveDifferentEndings"] as? Bool == true }
    #expect(!elsewhere.isEmpty)
    let text = try flickbook("rule", "compare", "flickbook", other, Self.cases)
    let summary = "\(elsewhere.count) of \(recordings.count) recordings have different targets"
    #expect(text.output.contains("\n\(summary)"))
    for recording in elsewhere {
      let name = try #require(recording["recording"] as? String)
      let targets = try #require(recording["targets"] as? [String])
      #expect(text.output.contains("\n  \(name) "))
      #expect(Set(targets).count == 2, "\(recording)")
    }
  }

  @Test("recordings of a folder that belong to no case are compared like recordings that are named")
  func compareFolder() throws {
    try flickbook.shell("mkdir folder")
    for seed in 1...3 {
      try flickbook("synth", "flick", "--seed", "\(seed)", "-o", "folder/\(seed).yml")
    }
    let other = try shortSheet("vaul")
    let named = try flickbook(
      "rule", "compare", "flickbook", other, "folder/1.yml", "folder/2.yml", "folder/3.yml",
      "--json")
    let folder = try flickbook("rule", "compare", "flickbook", other, "folder", "--json")
    #expect(named.output.contains("folder/3.yml"), "\(named)")
    #expect(folder.output == named.output, "\(folder)")
  }

  @Test("the map of two rules has capitals exactly where the rules differ")
  func terminalMap() throws {
    let output = try flickbook("rule", "compare", "flickbook", try shortSheet("flutter")).output
    let rows = output.matches(of: /\n +[0-9]+  ([A-Za-z]{33})   ([A-Za-z]{33})/)
    #expect(rows.count == 21)
    for row in rows {
      for (left, right) in zip(row.output.1, row.output.2) {
        let differ = left.lowercased() != right.lowercased()
        #expect(left.isUppercase == differ && right.isUppercase == differ, "\(row.output.0)")
      }
    }
  }

  @Test("a map has a panel for each set of starts with equal targets, and the targets of its JSON")
  func map() throws {
    let fastest = ["rule", "map", "--preset", "vaul", "--fastest", "1600"]
    let text = try flickbook(fastest).output
    let json = try #require(try flickbook(fastest + ["--json"]).json().first)
    let starts = try #require(json["starts"] as? [[String: Any]])
    let columns = try starts.map { start in
      // Every second column of the text, and every row, is also in the finer grid of the JSON.
      try #require(start["targets"] as? [[String]]).enumerated().filter { $0.offset % 11 == 0 }.map
      { row in
        String(stride(from: 0, through: 240, by: 15).map { row.element[$0].first ?? "?" })
      }
    }
    #expect(Set(columns.joined().joined()) == ["f", "h", "t", "g"])
    #expect(columns.count == 3 && Set(columns).count == 3)
    for (start, rows) in zip(["full", "half", "tip"], columns) {
      #expect(text.contains("from \(start)"))
      let isSecond = start == "half"
      let shown = text.matches(of: /\n +[0-9]+  ([a-z]{33})(?:   ([a-z]{33}))?/).map { match in
        let line = isSecond ? match.output.2 ?? "" : match.output.1
        return String(line.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
      }
      #expect(shown.count == 42)
      #expect(Array(start == "tip" ? shown.suffix(21) : shown.prefix(21)) == rows, "\(start)")
    }
    #expect(text.contains("\n        -1600           0           +1600   -1600"))
  }

  @Test("replay accepts every engine", arguments: engines)
  func replayEngine(engine: String) throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    let result = try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", "--engine", engine, "--json")
    #expect(result.status == 0, "\(result)")
    #expect(try result.json().first?["finalTarget"] as? String == "half")
  }

  @Test(
    "a mistake is reported with a valid alternative",
    arguments: [
      ("rule lint --preset wavee", 64, "'wave'"),
      ("rule lint --set release.flik=1", 64, "'release.flick'"),
      ("rule lint --set release.flick", 64, "key=value"),
      ("rule lint vaul --set release.hysteresis=900", 64, "release.flick, release.skip"),
      ("rule lint --limit noise", 64, "noise=2"),
      ("rule lint --limit noise=nan", 64, "0 to 100"),
      ("rule lint --limit noisy=1", 64, "'noise'"),
      ("rule lint --config none.yml", 66, "none.yml"),
      ("rule lint --config pip.yml", 65, "scenario"),
      ("rule lint --config bad.yml", 65, "bad.yml:2"),
      ("rule lint --set detents=low:0,high:100000", 64, "detents"),
      ("rule compare flickbook vual", 64, "'vaul'"),
      ("rule compare flickbook none.yml", 66, "none.yml"),
      ("rule compare flickbook wave --from attic", 64, "presented, collapsed"),
      ("rule compare flickbook vaul none", 66, "none"),
      ("rule compare flickbook vaul .", 66, "."),
      ("rule map --fastest nan", 64, "--fastest"),
    ])
  func mistakes(line: String, status: Int32, part: String) throws {
    try flickbook.write("scenario: pip\n", to: "pip.yml")
    try flickbook.write("set:\n  release.flik: 3\n", to: "bad.yml")
    expectRefusal(try flickbook.shell("flickbook \(line)"), status, part)
  }

  @Test("a sheet with more detents than can be searched is refused")
  func manyDetents() throws {
    let detents = (1...17).map { "d\($0):\($0 * 10)" }.joined(separator: ",")
    for command in ["lint", "map"] {
      let line = "flickbook rule \(command) --set detents=\(detents)"
      expectRefusal(try flickbook.shell(line), 64, "17 detents", "at most 16")
    }
  }

  @Test("the output for a terminal without Unicode is ASCII")
  func ascii() throws {
    let output = try flickbook.shell(
      "LC_ALL=C flickbook rule lint --preset flickbook; LC_ALL=C flickbook rule lint --preset astryx"
    ).output
    #expect(output.contains("half up"))
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    "the help of every rule command has an example",
    arguments: ["rule", "rule lint", "rule compare", "rule map", "replay"])
  func help(command: String) throws {
    let result = try flickbook.shell("flickbook \(command) --help")
    #expect(result.status == 0)
    #expect(result.output.contains("Example: flickbook \(command)"))
  }
}
