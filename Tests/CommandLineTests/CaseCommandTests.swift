import Foundation
import Testing

@Suite("Case commands")
struct CaseCommandTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "trace.yml")
  }

  @Test("a case is created from a recording with all options, accepted and listed, and passes")
  func new() throws {
    let made = try flickbook(
      "case", "new", "trace.yml", "--scenario", "sheet", "--intent", "half|full", "--preset",
      "floatingpanel",
      "--hz", "60", "--set", "spring.response=0.5", "--at", "0.5:settle=full", "--screen",
      "400x800",
      "--estimator", "android.lsq2:horizon=80", "--because", "as designed", "--root", "Gestures")
    #expect(made.status == 0, "\(made)")
    #expect(made.output == "Gestures/sheet/trace: made and accepted\n")
    #expect(try flickbook("test", "Gestures").output == "1 case: 1 identical\n")
    let listed = try flickbook("case", "list", "Gestures", "--json").json()
    #expect(listed.first?["scenario"] as? String == "sheet")
    #expect(listed.first?["preset"] as? String == "floatingpanel")
    #expect(listed.first?["intent"] as? String == "half|full")
    // The case must give the same run as the recording with the same options.
    try flickbook(
      "replay", "Gestures/sheet/trace/recording.yml", "--scenario", "sheet", "--preset",
      "floatingpanel",
      "--hz", "60", "--set", "spring.response=0.5", "--at", "0.5:settle=full", "--screen",
      "400x800",
      "--estimator", "android.lsq2:horizon=80", "-o", "run")
    #expect(
      try flickbook.bytes("run/frames.jsonl")
        == flickbook.bytes("Gestures/sheet/trace/expected/frames.jsonl"))
  }

  @Test("an intent that is no target of the surface is refused, or left out with --no-intent")
  func foreignIntent() throws {
    try flickbook("synth", "flick", "--intent", "elsewhere", "-o", "foreign.yml")
    expectRefusal(
      try flickbook("case", "new", "foreign.yml", "--scenario", "sheet"), 65, "'elsewhere'",
      "--intent", "--no-intent")
    let made = try flickbook("case", "new", "foreign.yml", "--scenario", "sheet", "--no-intent")
    #expect(made.status == 0, "\(made)")
    #expect(try !flickbook.text("Recordings/sheet/foreign/recording.yml").contains("elsewhere"))
    expectRefusal(
      try flickbook(
        "case", "new", "foreign.yml", "--scenario", "sheet", "--no-intent", "--intent", "half"),
      64, "--no-intent")
  }

  @Test("mistakes are reported before anything is written")
  func refusals() throws {
    expectRefusal(
      try flickbook("case", "new", "trace.yml", "--scenario", "sheet", "--intent", "hafl"), 64,
      "--intent", "'half'")
    expectRefusal(
      try flickbook("case", "new", "trace.yml", "--scenario", "sheet", "--name", "../x"), 64,
      "--name")
    expectRefusal(
      try flickbook("case", "new", "trace.yml", "--scenario", "sheet", "--because", " "), 64,
      "--because")
    expectRefusal(
      try flickbook("case", "new", "trace.yml", "--scenario", "sheet", "--from", "100"), 64,
      "--from")
    expectRefusal(try flickbook("case", "new", "gone.yml", "--scenario", "sheet"), 66, "gone.yml")
    #expect(!flickbook.exists("Recordings"))
    try flickbook("case", "new", "trace.yml", "--scenario", "sheet")
    expectRefusal(
      try flickbook("case", "new", "trace.yml", "--scenario", "sheet"), 74, "exists already")
  }

  @Test("a part of a recording can become a separate case")
  func part() throws {
    try flickbook("synth", "catch-in-flight", "-o", "long.yml")
    let made = try flickbook(
      "case", "new", "long.yml", "--scenario", "sheet", "--to", "0.3", "--name", "first",
      "--because", "new")
    #expect(made.status == 0, "\(made)")
    let events = try flickbook.text("Recordings/sheet/first/expected/events.jsonl")
    #expect(!events.contains("\"caught\""))
  }

  @Test("a reduced case has the same behaviour and is written beside the original")
  func minimize() throws {
    try flickbook("case", "new", "trace.yml", "--scenario", "sheet", "--because", "new")
    let made = try flickbook("case", "minimize", "Recordings/sheet/trace", "--keep", "target")
    #expect(made.status == 0, "\(made)")
    let sizes = try ["trace", "trace-minimal"].map {
      try flickbook.bytes("Recordings/sheet/\($0)/recording.yml").count
    }
    #expect(sizes[1] < sizes[0])
    try flickbook("accept", "Recordings/sheet/trace-minimal", "--because", "smaller")
    let ends = try flickbook("case", "list", "--json").json().map { $0["target"] as? String }
    #expect(ends.count == 2 && ends[0] == ends[1])
    expectRefusal(
      try flickbook("case", "minimize", "Recordings/sheet/trace", "--keep", "target"), 74,
      "exists already")
  }

  @Test("settings that no case covers are reported")
  func coverage() throws {
    try flickbook("synth", "tap", "-o", "tap.yml")
    try flickbook("case", "new", "tap.yml", "--scenario", "button", "--because", "new")
    let found = try flickbook("case", "coverage", "--json")
    #expect(found.status == 1)
    let lines = try found.json()
    let unseen = lines.filter { $0["seen"] as? Bool == false }.compactMap {
      $0["setting"] as? String
    }
    #expect(!unseen.isEmpty)
    #expect(lines.last?["unseenEvents"] is [String])
    expectRefusal(try flickbook("case", "coverage", "--scenario", "buton"), 64, "'button'")
  }

  @Test(
    "a passing case warns if its margin shrinks, but not if the margin is unchanged"
  )
  func margins() throws {
    try flickbook("synth", "slow-drag-and-hold", "-o", "drag.yml")
    try flickbook("case", "new", "drag.yml", "--scenario", "sheet", "--because", "new")
    let told = try flickbook("test", "--margins")
    #expect(told.status == 0 && told.output.contains("smallest margins of 1 decision:"))
    #expect(!told.output.contains("warning"))
    let margin = try #require(
      try flickbook("test", "--margins", "--json").json().first?["margins"] as? [[String: Any]])
    #expect(margin.count == 1)
    // With a longer projection, a lower velocity is enough for the target; a resting finger has no
    // velocity.
    let settings = "Recordings/sheet/drag/case.yml"
    try flickbook.write(
      try flickbook.text(settings) + "set:\n  release.projection: 2\n", to: settings)
    let warned = try flickbook("test")
    #expect(warned.status == 0, "\(warned)")
    #expect(
      warned.output.contains("sheet/drag passes, but is nearer to another target"), "\(warned)")
    #expect(
      warned.output.contains("changed: release.projection 0.499 → 2 s (config case.yml)"))
  }
}
