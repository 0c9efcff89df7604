import Foundation
import Testing

@Suite("The command preset")
struct PresetCommandTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(try Self.example(), to: "feel.yml")
  }

  /// The preset file from the documentation.
  static func example() throws -> String {
    let page = try String(
      contentsOf: SourceTree.package.appending(path: "docs/rules.md"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```yaml\n(name: feel[^`]*)```/))
    return String(block.output.1)
  }

  @Test("the list has every preset of every scenario, with its source")
  func list() throws {
    let presets = try flickbook("preset", "list", "--json").json()
    for scenario in try flickbook("scenario", "list", "--json").json() {
      let name = try #require(scenario["scenario"] as? String)
      let own = try #require(scenario["presets"] as? [[String: Any]])
        .compactMap { $0["preset"] as? String }
      let listed = presets.filter { $0["scenario"] as? String == name }
      #expect(listed.compactMap { $0["preset"] as? String } == own)
      #expect(own.first == "flickbook")
      #expect(listed.allSatisfy { ($0["source"] as? String)?.isEmpty == false }, "\(name)")
    }
    let sheet = try flickbook("preset", "list", "--scenario", "sheet").output
    #expect(sheet.hasPrefix("sheet\n  flickbook  The default"))
  }

  @Test("a preset is shown with its source, base and values, and inherited values are marked")
  func show() throws {
    let shown = try flickbook("preset", "show", "vaul.sequential").output
    #expect(shown.contains("  Source: vaul at 3e97aac"))
    #expect(shown.contains("  Extends vaul.\n"))
    #expect(shown.contains("release.flick     = above 400 pt/s  (from vaul)\n"))
    #expect(shown.contains("release.skip      = 0 pt/s\n"))
    let unknown = try flickbook("preset", "show", "vual")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("did you mean 'vaul'?"))
  }

  @Test("a scenario before the preset, or alone for a list, does the same as --scenario")
  func scenarioFirst() throws {
    for (short, long) in [
      (["list", "sheet"], ["list", "--scenario", "sheet"]),
      (["show", "pip", "wave"], ["show", "wave", "--scenario", "pip"]),
      (["show", "sheet", "feel.yml"], ["show", "feel.yml", "--scenario", "sheet"]),
    ] {
      let shown = try flickbook(["preset"] + short)
      #expect(try shown.status == 0 && shown.output == flickbook(["preset"] + long).output)
    }
    #expect(try flickbook("preset", "show", "wave").output.contains("of the scenario sheet"))
    expectRefusal(
      try flickbook("preset", "show", "sheet"), 64, "'flickbook preset list sheet' lists")
    expectRefusal(
      try flickbook("preset", "list", "sheet", "--scenario", "pip"), 64, "name one scenario")
    expectRefusal(try flickbook("preset", "show", "a", "b", "c"), 64, "found 3 names")
  }

  @Test(
    "a preset sets its estimator; an explicit estimator overrides it, an unknown one is reported")
  func estimator() throws {
    let shown = try flickbook("preset", "show", "niri", "--scenario", "swipe").output
    #expect(shown.contains("  estimator            = niri.swipe\n"))
    #expect(
      try flickbook("preset", "show", "ionic").output.contains(
        "The estimator of this system is not known"))
    try flickbook("synth", "flick", "-o", "flick.yml")
    func header(_ options: String...) throws -> [String: Any] {
      let replay = try flickbook(
        ["replay", "flick.yml", "--scenario", "swipe", "--preset", "niri", "-o", "run", "--force"]
          + options)
      #expect(replay.status == 0, "\(replay)")
      return try #require(
        JSONSerialization.jsonObject(with: flickbook.bytes("run/run.json")) as? [String: Any])
    }
    let implicit = try header()
    #expect(implicit["estimator"] as? String == "niri.swipe")
    #expect((implicit["from"] as? [String: String])?["estimator"] == "preset niri")
    let explicit = try header("--estimator", "bayes")
    #expect(explicit["estimator"] as? String == "bayes")
    #expect((explicit["from"] as? [String: String])?["estimator"] == "set")
  }

  @Test(
    "the preset file in the documentation passes its checks and can be shown, replayed and linted")
  func ownFile() throws {
    let check = try flickbook("preset", "check", "feel.yml")
    #expect(check.status == 0, "\(check)")
    #expect(check.output.hasPrefix("sheet feel: 15 settings, 2 releases tested\n"))
    // Both releases go to the same target with any similar numbers, but a flick of 400 pt/s is one.
    #expect(check.output.contains("\n  not noticed at ± 5 %: "))
    #expect(check.output.contains("release.flick above 250 pt/s"))
    #expect(try flickbook("preset", "show", "feel.yml").output.contains("  Extends vaul.\n"))
    try flickbook("synth", "flick", "-o", "flick.yml")
    let replay = try flickbook("replay", "flick.yml", "--preset", "feel.yml", "-o", "run")
    #expect(replay.status == 0, "\(replay)")
    let header = try #require(
      try JSONSerialization.jsonObject(with: flickbook.bytes("run/run.json")) as? [String: Any])
    #expect(header["preset"] as? String == "feel")
    let settings = try #require(header["settings"] as? [String: [String: Any]])
    let text = try String(decoding: flickbook.bytes("run/run.json"), as: UTF8.self)
    #expect(text.contains("\"release.flick\": {\"value\":\(250.0.nextUp),"))
    #expect(settings["release.flick"]?["from"] as? String == "preset feel")
    #expect(settings["release.choice"]?["value"] as? String == "vaul")
    #expect(try flickbook("rule", "lint", "feel.yml").output.contains("vaul + feel.yml"))
    let other = try flickbook(
      "replay", "flick.yml", "--preset", "feel.yml", "--scenario", "pip")
    #expect(other.status == 65)
    #expect(other.errors.contains("feel of sheet"))
  }

  @Test(
    "a wrong row of a preset file gives exit status 1, and a wrong key is reported with its line")
  func wrong() throws {
    try flickbook.write(
      try Self.example().replacing("velocity: 400, to: half", with: "velocity: 400, to: full"),
      to: "wrong.yml")
    let check = try flickbook("preset", "check", "wrong.yml")
    #expect(check.status == 1)
    #expect(check.output.contains("from full at 60 pt, 400 pt/s: half instead of full\n"))
    try flickbook.write("scenario: sheet\nset:\n  release.flik: 3\n", to: "wrong.yml")
    let refused = try flickbook("preset", "check", "wrong.yml")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("wrong.yml:3: "))
    #expect(refused.errors.contains("'release.flick'"))
  }

  @Test("an observed proof is replayed, and a difference gives exit status 1")
  func observed() throws {
    let folder = "Sources/Scenarios/Presets/Systems"
    let text = try String(
      contentsOf: SourceTree.package.appending(path: "\(folder)/libadwaita.yml"), encoding: .utf8)
    // A preset file may only name tables and recordings of its own folder.
    let package = SourceTree.package.path
    try flickbook.shell(
      "mkdir Tests; cp -r '\(package)/Tests/Observed' Tests; cp -r '\(package)/Recordings' .")
    let own = text.replacing("../../../..", with: ".")
    try flickbook.write(own, to: "own.yml")
    let check = try flickbook("preset", "check", "own.yml")
    #expect(check.status == 0, "\(check)")
    #expect(check.output.contains("\n  observed GTK 4.8.3, libadwaita 1.2.2: "))
    let exact = own.replacing(/worst: {.*}/, with: "worst: {path: 0}")
    try flickbook.write(exact, to: "exact.yml")
    let different = try flickbook("preset", "check", "exact.yml")
    #expect(different.status == 1)
    #expect(different.output.contains("\n    paging/drag-left: path at 0.68 s, "), "\(different)")
    #expect(different.output.contains(" pt apart, more than 0 pt\n"))
    let json = try flickbook("preset", "check", "exact.yml", "--json")
    #expect(json.status == 1)
    let entry = try #require(
      try json.json().first {
        $0["preset"] as? String == "adwaita" && $0["scenario"] as? String == "paging"
      })
    let proof = try #require((entry["observed"] as? [[String: Any]])?.first)
    #expect(entry["holds"] as? Bool == false && proof["holds"] as? Bool == false)
    #expect(
      (proof["disagreements"] as? [[String: Any]])?.contains { $0["stage"] as? String == "path" }
        == true)
  }

  @Test("missing tables or recordings of a proof give exit status 66")
  func missing() throws {
    for key in ["tables", "recordings"] {
      var paths = ["tables": ".", "recordings": "."]
      paths[key] = "absent"
      try flickbook.write(
        """
        scenario: scroll
        set: {limits: stop}
        proof:
          - observed: Example 2.1
            date: 2026-11-20
            runs: 1
            tables: \(paths["tables"] ?? "")
            recordings: \(paths["recordings"] ?? "")
        """, to: "seen.yml")
      let check = try flickbook("preset", "check", "seen.yml")
      #expect(check.status == 66 && check.errors.contains("absent: there is no"), "\(check)")
    }
    try flickbook.write(
      flickbook.text("seen.yml").replacing("absent", with: "."), to: "seen.yml")
    let empty = try flickbook("preset", "check", "seen.yml")
    #expect(empty.status == 66 && empty.errors.contains("*.csv: there is no"), "\(empty)")
  }

  @Test("the list and the description of a preset state how the preset is known")
  func evidence() throws {
    let list = try flickbook("preset", "list", "--scenario", "paging").output
    #expect(list.contains("  adwaita  [observed 8 of 10, rest 0 pt, path 1.9 pt] [observed 1 of"))
    #expect(
      list.contains(
        "\n    Observed: GTK 4.8.3, libadwaita 1.2.2, 2026-11-30, driven clock, "))
    #expect(list.contains("  flutter  [source] Flutter") && list.contains("  long  A touch moves"))
    let shown = try flickbook("preset", "show", "adwaita", "--scenario", "paging").output
    #expect(
      shown.contains("  Known from: the source code")
        && shown.contains("  Observed: GTK 4.8.3, libadwaita"))
    let all = try flickbook("preset", "list", "--json").json()
    let words = Set(all.map { $0["known"] as? String ?? "null" })
    #expect(words == ["observed", "source", "documented", "null"])
  }
}
