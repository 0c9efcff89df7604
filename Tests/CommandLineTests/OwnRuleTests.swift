import Foundation
import Testing

/// Release rules in the user's files, and rules of surfaces other than sheets.
@Suite("User-defined rules")
struct OwnRuleTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  private static let docs = SourceTree.package.appending(path: "docs")

  @Test("the documentation lists the same keys as the command")
  func schema() throws {
    let result = try flickbook("rule", "schema")
    #expect(result.status == 0)
    let page = try String(
      contentsOf: Self.docs.appending(path: "rules.md"), encoding: .utf8)
    let isListed = page.hasSuffix("\n\n" + result.output)
    #expect(
      isListed, "docs/rules.md is stale; its end is what 'flickbook rule schema' prints")
    let keys = try flickbook("rule", "schema", "--json").json()
    #expect(keys.count > 20)
    for key in keys {
      let name = try #require(key["key"] as? String)
      #expect(page.contains("\n| `\(name)` | "))
      #expect((key["meaning"] as? String)?.hasSuffix(".") == true)
      let source = try #require(key["source"] as? String)
      #expect(!source.isEmpty && page.contains(" | \(source) |\n"))
    }
    #expect(keys.first { $0["key"] as? String == "release.flick" }?["default"] as? Int == 300)
  }

  @Test("every number of the schema is accepted at the ends of its range and refused beyond them")
  func ranges() throws {
    let schema = try flickbook("rule", "schema", "--json").json()
    let keys = schema.filter { $0["kind"] as? String == "number" }
    let choice = schema.first { $0["key"] as? String == "release.choice" }
    for rule in try #require(choice?["values"] as? [String]) {
      let all = try keys.filter { key in
        let only = (key["only"] as? [String: [String]])?["release.choice"]
        return only?.contains(rule) ?? true
      }.map { key in
        let name = try #require(key["key"] as? String)
        return "--set \(name)=\(try #require((key["values"] as? [Double])?.last))"
      }
      // A projection of ten seconds at any speed is a valid rule, although lint reports defects.
      let taken = try flickbook.shell(
        "flickbook rule lint --set release.choice=\(rule) \(all.joined(separator: " ")) "
          + "--set detents=low:100,middle:140,high:200 --json")
      #expect(taken.status < 2, "\(taken)")
    }
    for key in keys.prefix(3) {
      let name = try #require(key["key"] as? String)
      try flickbook.write("set:\n  \(name): -1\n", to: "below.yml")
      expectRefusal(
        try flickbook("rule", "lint", "below.yml"), 65, "below.yml:2: \(name) is '-1'")
    }
  }

  @Test(
    "a key of another rule is refused with its line; --all lists the keys of all rules")
  func ownKeys() throws {
    try flickbook.write(
      "preset: vaul\nset:\n  release.flick: 500\n  release.hysteresis: 4\n", to: "mine.yml")
    expectRefusal(
      try flickbook("rule", "lint", "mine.yml"), 65,
      "mine.yml:4: release.hysteresis has no effect if release.choice is 'vaul'")
    func lists(_ key: String, _ arguments: String...) throws -> Bool {
      let shown = try flickbook.shell(
        "flickbook scenario show sheet \(arguments.joined(separator: " "))")
      #expect(shown.status == 0, "\(shown)")
      return shown.output.contains("\n  \(key) = ")
    }
    #expect(try lists("release.hysteresis"))
    #expect(try !lists("release.fitsContents"))
    #expect(try lists("release.fitsContents", "--all"))
    #expect(try lists("release.fitsContents", "--preset material"))
    #expect(try !lists("release.hysteresis", "--preset material"))
  }

  @Test("the example in the documentation is a rule without defects and can be replayed")
  func example() throws {
    let rule = Self.docs.appending(path: "my-rule.yml").path
    let lint = try flickbook("rule", "lint", rule)
    #expect(lint.status == 0, "\(lint)")
    #expect(lint.output.hasPrefix("full 84, half 422, peek 724 on 390x844 pt\n"))
    try flickbook("synth", "flick", "-o", "flick.yml")
    let replay = try flickbook(
      "replay", "flick.yml", "--config", rule, "-o", "run", "--json")
    #expect(replay.status == 0, "\(replay)")
    let header = try #require(
      try JSONSerialization.jsonObject(with: flickbook.bytes("run/run.json")) as? [String: Any])
    let settings = try #require(header["settings"] as? [String: [String: Any]])
    #expect(settings["release.flick"]?["value"] as? Int == 250)
    #expect(settings["release.flick"]?["from"] as? String == "config my-rule.yml")
    #expect(settings["release.cap"]?["from"] as? String == "default")
  }

  @Test("every command accepts a preset or a file as a rule")
  func named() throws {
    try flickbook.write("preset: vaul\n", to: "mine.yml")
    let byName = try flickbook("rule", "lint", "vaul", "--json")
    let byFile = try flickbook("rule", "lint", "mine.yml", "--json")
    let byOption = try flickbook("rule", "lint", "--preset", "vaul", "--json")
    #expect(byName.output == byOption.output)
    let (one, other) = (try byName.json()[0], try byFile.json()[0])
    #expect(
      try JSONSerialization.data(withJSONObject: one["findings"] as Any, options: .sortedKeys)
        == JSONSerialization.data(withJSONObject: other["findings"] as Any, options: .sortedKeys))
    let maps = try ["mine.yml", "vaul"].map { rule in
      try flickbook("rule", "map", rule).output.split(separator: "\n").dropFirst()
    }
    #expect(maps[0] == maps[1] && maps[0].count > 20)
    // Presets also have short names.
    for (short, long) in [("adw", "libadwaita"), ("react-spring", "react-spring-bottom-sheet")] {
      func shown(_ name: String) throws -> String {
        let shown = try flickbook("scenario", "show", "sheet", "--preset", name)
        #expect(shown.status == 0)
        return shown.output.replacing("preset \(name)", with: "")
      }
      #expect(try shown(short) == shown(long) && shown(short) != shown("wave"))
    }
  }

  @Test("a JSON map has the target of every release")
  func mapJSON() throws {
    let map = try #require(
      try flickbook("rule", "map", "material.hideable", "--json").json().first)
    let rows = try #require(map["y"] as? [Double])
    let columns = try #require(map["velocity"] as? [Double])
    let starts = try #require(map["starts"] as? [[String: Any]])
    #expect(starts.compactMap { $0["start"] as? String } == ["full", "half", "tip"])
    for start in starts {
      let targets = try #require(start["targets"] as? [[String]])
      #expect(targets.count == rows.count && targets.allSatisfy { $0.count == columns.count })
      #expect(Set(targets.joined()).isSubset(of: ["full", "half", "tip", "gone"]))
    }
  }

  @Test("a sheet with one detent, or with two names for one detent, has no defects")
  func fewPlaces() throws {
    try flickbook.write("set:\n  detents: only:300\n", to: "one.yml")
    try flickbook.write("set:\n  detents: a:300,b:300,c:360\n", to: "twice.yml")
    for file in ["one.yml", "twice.yml"] {
      let lint = try flickbook("rule", "lint", file)
      #expect(lint.status == 0, "\(lint)")
      let map = try flickbook("rule", "map", file)
      #expect(map.status == 0 && map.output.contains(/\n +544  [abco]{33}/), "\(map)")
      #expect(try flickbook("rule", "compare", file, file).status == 0)
    }
    #expect(
      try flickbook("rule", "lint", "one.yml").output
        .contains("only one detent, the target of every release"))
  }

  @Test("the rule of a modal is linted in the direction of its dismissal")
  func modal() throws {
    let ours = try flickbook("rule", "lint", "flickbook", "--scenario", "modal")
    #expect(ours.status == 0, "\(ours)")
    #expect(ours.output.hasPrefix("presented 54 on 390x844 pt, dismissible\n"))
    let wave = try flickbook("rule", "lint", "wave", "--scenario", "modal")
    // An upward flick still dismisses if the modal was dragged down by 100 pt before.
    #expect(wave.status == 1 && wave.output.contains("over the limit: out\n"), "\(wave)")
    try flickbook.write("scenario: modal\nset:\n  release.flick: 400\n", to: "modal.yml")
    #expect(try flickbook("rule", "lint", "modal.yml").status == 0)
    let cases = SourceTree.package.appending(path: "Recordings/modal").path
    let compare = try flickbook(
      "rule", "compare", "flickbook", "wave", "--scenario", "modal", cases, "--json")
    let recordings = try #require(try compare.json().first?["recordings"] as? [[String: Any]])
    #expect(recordings.count > 2)
  }

  @Test("lint reports flicks that the estimator causes after the finger holds still")
  func held() throws {
    func held(_ options: String) throws -> (held: Int, stale: Int) {
      let line = try #require(
        try flickbook.shell("flickbook rule lint flickbook --json \(options)").json().first)
      let findings = try #require(line["findings"] as? [String: [String: Any]])
      return (
        try #require(findings["heldFlick"]?["count"] as? Int),
        try #require(findings["staleVelocity"]?["count"] as? Int)
      )
    }
    #expect(try held("") == (0, 16))
    // This estimator ignores the time since the last sample.
    #expect(try held("--estimator last-sample").held > 0)
  }

  @Test(
    "a mistake is reported with its line, or with the scenarios that can be linted",
    arguments: [
      ("rule lint --scenario pip", 64, "sheet or modal"),
      ("rule lint --scenario card", 64, "sheet or modal"),
      ("rule lint --scenario shet", 64, "'sheet'"),
      ("rule map pip.yml", 65, "sheet or modal"),
      ("rule lint modal.yml --scenario sheet", 65, "the scenario sheet"),
      ("rule compare modal.yml flickbook", 64, "--scenario"),
      ("rule lint preset.yml", 65, "preset.yml:1: found the preset 'vual'; expected 'vaul'"),
      ("rule lint word.yml", 65, "word.yml:3: release.choice is 'nearst'"),
      ("rule lint key.yml", 65, "key.yml:1: found the key 'sets'; expected 'set'"),
      ("rule lint syntax.yml", 65, "syntax.yml:"),
      ("rule lint vaul --preset wave", 64, "only one of them"),
      ("rule lint vual", 64, "'vaul'"),
      ("rule lint none.yml", 66, "none.yml"),
      ("rule lint --estimator hamer", 64, "'hammer'"),
      ("rule lint .", 64, "preset '.'"),
    ])
  func mistakes(line: String, status: Int32, part: String) throws {
    try flickbook.write("scenario: pip\n", to: "pip.yml")
    try flickbook.write("scenario: modal\n", to: "modal.yml")
    try flickbook.write("preset: vual\n", to: "preset.yml")
    try flickbook.write("scenario: sheet\nset:\n  release.choice: nearst\n", to: "word.yml")
    try flickbook.write("sets:\n  release.flick: 3\n", to: "key.yml")
    try flickbook.write("set: {\n", to: "syntax.yml")
    expectRefusal(try flickbook.shell("flickbook \(line)"), status, part)
  }
}
