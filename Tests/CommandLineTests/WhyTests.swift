import Foundation
import Testing

@Suite("flickbook why")
struct WhyTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
  }

  @Test("a replay with the first repair sends the gesture to the intended target")
  func mends() throws {
    let result = try flickbook(
      "why", "flick.yml", "--scenario", "sheet", "--intent", "full", "--only", "release", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try #require(try result.json().first)
    #expect(report["isRight"] as? Bool == false)
    let repairs = try #require(report["repairs"] as? [[String: Any]])
    let keys = repairs.flatMap { $0["changes"] as? [[String: Any]] ?? [] }
      .compactMap { $0["key"] as? String }
    #expect(!keys.isEmpty && keys.allSatisfy { $0.hasPrefix("release.") })
    let changes = try #require(repairs.first?["changes"] as? [[String: Any]])
    let sets = try changes.flatMap { change in
      let key = try #require(change["key"] as? String)
      return ["--set", "\(key)=\(try #require(change["new"] as? String))"]
    }
    let line = "flickbook replay flick.yml --scenario sheet --json " + sets.joined(separator: " ")
    let replayed = try flickbook.shell(line).json()
    #expect(replayed.first?["finalTarget"] as? String == "full")
  }

  @Test("a corpus shows the collateral of each repair; a case is replayed with its settings")
  func corpus() throws {
    let result = try flickbook.shell(
      """
      flickbook why Recordings/sheet/flick --intent full --corpus Recordings --most 2 \
      --only release.adjacentOnly release.skip release.choice
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("but full was intended"))
    #expect(result.output.contains("right → wrong 1: sheet/flick"))
    #expect(result.output.contains("--most 0 prints all"))
  }

  @Test("a gesture that reaches its intended target needs no repair")
  func right() throws {
    let result = try flickbook("why", "flick.yml", "--scenario", "sheet", "--intent", "half")
    #expect(result.status == 0)
    #expect(result.output.contains("goes to half, as intended"))
    #expect(!result.output.contains("--set"))
    let labelled = try flickbook("why", "flick.yml", "--scenario", "sheet")
    #expect(labelled.output == result.output, "the intent of the recording is what was meant")
    let ofCase = try flickbook("why", "Recordings/sheet/flick/recording.yml", "--intent", "half")
    #expect(ofCase.output.contains("recording.yml: goes to half, as intended"), "\(ofCase)")
  }

  @Test(
    "for a pan across the axis, replay and why name the axis, and why suggests only a turn of it",
    arguments: [
      ("swipe", "100,400", "vertical", "horizontal"),
      ("paging", "300,150", "horizontal", "vertical"),
    ])
  func acrossTheAxis(scenario: String, end: String, axis: String, other: String) throws {
    try flickbook(
      "synth", "flick", "--from", "300,400", "--to", end, "--speed", "1500", "-o", "across.yml")
    let named = "follows only \(axis) movement; to follow the other axis: --set axis=\(other)"
    let replayed = try flickbook("replay", "across.yml", "--scenario", scenario, "--no-picture")
    #expect(replayed.output.contains(named))
    let turned = try flickbook(
      "replay", "across.yml", "--scenario", scenario, "--no-picture", "--set", "axis=\(other)")
    #expect(turned.output.contains("→ 1"))
    #expect(!turned.output.contains("follows only"))
    let why = try flickbook("why", "across.yml", "--scenario", scenario, "--intent", "1")
    #expect(why.status == 0 && why.output.contains(named), "\(why)")
    let repairs = why.output.split(separator: "\n").filter { $0.hasPrefix("  --set ") }
    #expect(repairs == ["  --set axis=\(other)   (from \(axis); 100 %)"])
  }

  @Test("the command ends without a message if the reader of its output closes the pipe")
  func head() throws {
    let result = try flickbook.shell(
      "flickbook why flick.yml --scenario sheet --intent full --only release.skip --most 0 | head -n 1"
    )
    #expect(result.output == "flick.yml: goes to half, but full was intended\n")
    #expect(result.errors.isEmpty)
  }

  @Test(
    "an invalid question is refused with a valid alternative",
    arguments: [
      (["flick.yml", "--scenario", "sheet", "--intent", "ful"], 64, "did you mean full?"),
      (["nowhere.yml", "--scenario", "sheet", "--intent", "full"], 66, "nowhere.yml"),
      (["flick.yml", "--intent", "full"], 64, "use sheet, where 'full' is a target."),
      (["flick.yml", "--intent", "fulll"], 64, "use one of sheet, pip"),
      (["none.yml", "--scenario", "sheet"], 64, "none.yml has no intent"),
      (["flick.yml", "--scenario", "sheet", "--intent", "'|'"], 64, "of tip, half, full"),
      (["short.yml", "--scenario", "sheet", "--intent", "full"], 65, "short.yml:"),
      (["Recordings", "--intent", "full", "--scenario", "pip"], 64, "the case is of sheet"),
      (
        ["flick.yml", "--scenario", "sheet", "--intent", "full", "--only", "relese"], 64,
        "'release'"
      ),
      (
        ["flick.yml", "--scenario", "sheet", "--intent", "full", "--only", "maximumHeight"], 64,
        "describes the situation"
      ),
      (["Recordings/none", "--intent", "full"], 66, "Recordings/none"),
      (["flick.yml", "--scenario", "sheet", "--intent", "full", "--most", "-1"], 64, "--most"),
    ])
  func refused(arguments: [String], status: Int32, says: String) throws {
    try flickbook("synth", "flick", "-o", "none.yml")
    try flickbook.write(String(try flickbook.text("flick.yml").prefix(900)), to: "short.yml")
    let line = (["flickbook", "why"] + arguments).joined(separator: " ")
    expectRefusal(try flickbook.shell(line), status, says)
  }
}
