import Foundation
import Testing

@Suite("Preset files that other files name")
struct PresetFilePathTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    // A file may name files of its repository.
    try flickbook.shell("mkdir .git")
    try write(response: 0.3)
    try flickbook("synth", "flick", "--intent", "half", "-o", "flick.yml")
  }

  private func write(response: Double) throws {
    try flickbook.write(
      "scenario: sheet\nset:\n  spring.response: \(response)\n", to: "mine/feel.yml")
  }

  /// The spring's response in `run.json`.
  private func response(_ run: String) throws -> Double? {
    let header = try #require(
      JSONSerialization.jsonObject(with: flickbook.bytes("\(run)/run.json")) as? [String: Any])
    let settings = try #require(header["settings"] as? [String: [String: Any]])
    return settings["spring.response"]?["value"] as? Double
  }

  /// Accepts all cases, edits the preset, and expects that exactly the cases `names` change.
  private func expectChanges(_ names: [String], of count: Int) throws {
    try flickbook("accept", "Recordings", "--all", "--because", "it is as it should be")
    #expect(try flickbook("test").status == 0)
    try write(response: 0.6)
    let changed = try flickbook("test", "--json").json().filter {
      $0["outcome"] as? String != "identical"
    }
    #expect(changed.compactMap { $0["case"] as? String }.sorted() == names)
  }

  @Test(
    "a case stores the path of the preset file, so that an edit affects all cases")
  func cases() throws {
    for (name, options) in [("one", ["--preset", "mine/feel.yml"]), ("none", [])] {
      let made = try flickbook(
        ["case", "new", "flick.yml", "--scenario", "sheet", "--name", name] + options)
      #expect(made.status == 0, "\(made)")
    }
    try flickbook("synth", "flick", "--case", "sheet/two", "--preset", "mine/feel.yml")
    for name in ["one", "two"] {
      let text = try flickbook.text("Recordings/sheet/\(name)/case.yml")
      #expect(text.contains("preset: \"../../../mine/feel.yml\"\n"), "\(text)")
    }
    try expectChanges(["sheet/one", "sheet/two"], of: 3)
  }

  @Test("cases.yml sets the preset of the cases below it that do not name a preset")
  func folder() throws {
    try flickbook("case", "new", "flick.yml", "--scenario", "sheet", "--name", "below")
    try flickbook(
      "case", "new", "flick.yml", "--scenario", "sheet", "--preset", "wave", "--name", "own")
    try flickbook.write("preset: ../mine/feel.yml\n", to: "Recordings/cases.yml")
    try expectChanges(["sheet/below"], of: 2)
  }

  @Test("a --config file and a study name a preset file relative to their folders")
  func otherFiles() throws {
    try flickbook.write("preset: ../mine/feel.yml\n", to: "other/config.yml")
    try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", "--config", "other/config.yml", "-o", "run")
    #expect(try response("run") == 0.3)
    try flickbook.write(
      """
      flickbook: study/1
      corpus: ../flick.yml
      preset: ../mine/feel.yml
      space: {spring.dampingRatio: {from: 0.7, to: 1}}
      objectives: [settleTime]
      search: {method: random, budget: 3}

      """, to: "other/study.yml")
    let tuned = try flickbook("tune", "other/study.yml", "--json")
    #expect(tuned.status < 2, "\(tuned)")
    #expect(!tuned.errors.contains("feel.yml"), "\(tuned)")
  }

  @Test(
    "a missing file, an invalid file or an unknown preset is reported with its path",
    arguments: [
      ("../mine/fel.yml", "mine/fel.yml"), ("../mine/pip.yml", "mine/pip.yml"),
      ("../flick.yml", "flick.yml"), ("vual", "expected 'vaul' or another preset"),
    ])
  func wrong(preset: String, told: String) throws {
    try flickbook.write("scenario: pip\nset:\n  spring.response: 0.3\n", to: "mine/pip.yml")
    try flickbook.write("scenario: sheet\npreset: \(preset)\n", to: "other/config.yml")
    let result = try flickbook("replay", "flick.yml", "--config", "other/config.yml")
    #expect(result.status == 65 || result.status == 66, "\(result)")
    #expect(result.errors.contains(told), "\(result)")
  }
}
