import Foundation
import Testing

@Suite("Case workflow")
struct CaseWorkflowTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--case", "sheet/flick-up", "--intent", "half")
    try flickbook("synth", "catch-in-flight", "--case", "sheet/catch", "--intent", "half")
  }

  @Test("a new case fails with the command that accepts it; once accepted, it passes")
  func newCase() throws {
    let new = try flickbook("test")
    #expect(new.status == 1)
    #expect(new.output.contains("sheet/flick-up: the case has no expected run yet"))
    #expect(new.output.contains("flickbook accept Recordings/sheet/flick-up --because"))
    #expect(new.output.contains("2 cases: 0 identical, 2 new"))
    let accepted = try flickbook(
      "accept", "Recordings/sheet/flick-up", "--because", "it is \"new\"")
    #expect(accepted.status == 0)
    let after = try flickbook("test", "Recordings/sheet/flick-up")
    #expect(after.status == 0)
    #expect(after.output == "1 case: 1 identical\n")
    let run = "Recordings/sheet/flick-up/expected"
    #expect(try flickbook.text("\(run)/run.json").contains(#""accepted": ["it is \"new\""]"#))
    #expect(try flickbook.text("Recordings/sheet/flick-up/case.yml") == "scenario: sheet\n")
    // Only an expected run has reasons, and they are no difference.
    try flickbook("replay", "Recordings/sheet/flick-up", "-o", "again")
    #expect(!(try flickbook.text("again/run.json").contains("accepted")))
    let same = try flickbook("diff", run, "again")
    #expect(same.status == 0 && !same.output.contains("accepted"), "\(same)")
  }

  @Test("a changed case fails with the place of the change and the next command")
  func changed() throws {
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    let settings = "Recordings/sheet/flick-up/case.yml"
    try flickbook.write(
      try flickbook.text(settings) + "set:\n  start: full\n", to: settings)
    let before = try flickbook.bytes("Recordings/sheet/flick-up/expected/frames.jsonl")
    let result = try flickbook("test")
    #expect(result.status == 1)
    #expect(result.output.contains("sheet/flick-up: rests at "))
    #expect(
      result.output.contains("why:        start \"\" → full (config case.yml) alone does this"))
    #expect(result.output.contains("differs:    behaviour change in"))
    #expect(result.output.contains("flickbook replay Recordings/sheet/flick-up/recording.yml"))
    #expect(result.output.contains("2 cases: 1 identical, 1 changed behaviour"))
    #expect(try flickbook.bytes("Recordings/sheet/flick-up/expected/frames.jsonl") == before)
    let json = try flickbook("test", "--json").json()
    #expect(json.map { $0["outcome"] as? String } == ["identical", "behaviour change"])
    let accepted = try flickbook("accept", "Recordings", "--all", "--because", "starts high")
    #expect(accepted.output.contains("sheet/catch: identical, not changed"))
    #expect(accepted.output.contains("sheet/flick-up: accepted; behaviour change"))
    #expect(try flickbook("test").status == 0)
  }

  @Test("an accepted case has its current settings, even if its frames are equal to those before")
  func settings() throws {
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    let (path, run) = (
      "Recordings/sheet/flick-up/case.yml", "Recordings/sheet/flick-up/expected/run.json"
    )
    try flickbook.write(try flickbook.text(path) + "set:\n  pause.speed: 90\n", to: path)
    let before = try flickbook("test")
    #expect(before.status == 0 && before.output.contains("2 identical"), "\(before)")
    #expect(before.output.contains("sheet/flick-up: pause.speed "), "\(before)")
    #expect(before.output.contains("flickbook accept --class outdated --because"), "\(before)")
    let accepted = try flickbook("accept", "--class", "outdated", "--because", "as before")
    #expect(accepted.output.contains("sheet/flick-up: accepted"), "\(accepted)")
    #expect(!accepted.output.contains("sheet/catch"), "\(accepted)")
    #expect(try flickbook.text(run).contains(#""pause.speed": {"value":90"#))
    #expect(try flickbook("test").output == "2 cases: 2 identical\n")
    #expect(
      try flickbook("accept", "Recordings", "--all", "--because", "again").output
        .contains("sheet/flick-up: identical, not changed"))
  }

  @Test("several cases are accepted only on explicit request and with a reason")
  func bulk() throws {
    expectRefusal(try flickbook("accept", "Recordings", "--because", "new"), 64, "2 cases", "--all")
    expectRefusal(try flickbook("accept", "Recordings", "--all", "--because", " "), 64, "reason")
    #expect(try flickbook("accept", "Recordings", "--all").status == 64)
    #expect(!flickbook.exists("Recordings/sheet/catch/expected"))
  }

  @Test("a case that cannot be replayed fails with its name, and all other cases are still tested")
  func broken() throws {
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    try flickbook.write("scenario: sheet\npreste: wave\n", to: "Recordings/sheet/catch/case.yml")
    let result = try flickbook("test")
    #expect(result.status == 1)
    #expect(result.output.contains("sheet/catch: Recordings/sheet/catch/case.yml:2: found the key"))
    #expect(result.output.contains("2 cases: 1 identical, 1 failed"))
    let accepted = try flickbook("accept", "Recordings", "--all", "--because", "new")
    #expect(accepted.status == 65)
    #expect(accepted.errors.contains("'preset'"))
  }

  @Test("a filter that matches no case is an error")
  func filter() throws {
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    #expect(try flickbook("test", "--filter", "catch").output == "1 case: 1 identical\n")
    expectRefusal(try flickbook("test", "--filter", "cathc"), 66, "'cathc'")
    expectRefusal(try flickbook("test", "Recordings/pip"), 66)
  }

  @Test("comparing two runs reports the first difference")
  func diff() throws {
    let recording = "Recordings/sheet/flick-up/recording.yml"
    try flickbook("replay", recording, "--scenario", "sheet", "-o", "one")
    try flickbook("replay", recording, "--scenario", "sheet", "-o", "two")
    try flickbook(
      "replay", recording, "--scenario", "sheet", "--set", "spring.response=0.41", "-o", "three")
    let same = try flickbook("diff", "one", "two")
    #expect(same.status == 0)
    #expect(same.output == "the runs are identical\n")
    let other = try flickbook("diff", "one", "three")
    #expect(other.status == 1)
    #expect(other.errors.isEmpty)
    #expect(other.output.contains(" in spring: "))
    let json = try flickbook("diff", "one", "three", "--json")
    #expect(json.status == 1)
    #expect(try json.json().first?["stage"] as? String == "spring")
    expectRefusal(try flickbook("diff", "one", "three", "--tolerance", "nan"), 64, "--tolerance")
  }

  @Test("a damaged run is reported with its file")
  func damaged() throws {
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    let frames = "Recordings/sheet/catch/expected/frames.jsonl"
    let lines = try flickbook.text(frames).split(separator: "\n")
    try flickbook.write((lines.prefix(2) + ["{\"frame\":"]).joined(separator: "\n"), to: frames)
    let expected = "Recordings/sheet/catch/expected"
    expectRefusal(try flickbook("diff", expected, expected), 65, "frames.jsonl:3")
    #expect(
      try flickbook("test").output.contains(
        "expected/frames.jsonl: the file was changed after Flickbook wrote it"))
    try FileManager.default.removeItem(at: flickbook.folder.appending(path: frames))
    expectRefusal(try flickbook("diff", expected, expected), 66, "frames.jsonl")
  }

  @Test("a case is created completely, from valid settings, and never replaces another case")
  func making() throws {
    let again = try flickbook("synth", "flick", "--case", "sheet/flick-up")
    expectRefusal(again, 74, "Recordings/sheet/flick-up")
    expectRefusal(try flickbook("synth", "flick", "--case", "shet/x"), 64, "did you mean 'sheet'?")
    for name in ["sheet", "sheet/", "sheet/../../x", "sheet/..", "/sheet/x"] {
      expectRefusal(try flickbook("synth", "flick", "--case", name), 64, "--case")
    }
    expectRefusal(
      try flickbook("synth", "flick", "--case", "pip/x", "--set", "start=hlaf"), 64, "--set")
    expectRefusal(
      try flickbook("synth", "flick", "--case", "sheet/x", "--set", "strat=half"), 64, "'start'")
    #expect(try flickbook.names(in: "Recordings/sheet") == ["catch", "flick-up"])
    #expect(
      try flickbook("synth", "flick", "--case", "sheet/z", "--set", "detents=low:10%,high:90%")
        .status == 0)
    #expect(try flickbook("accept", "Recordings/sheet/z", "--because", "new").status == 0)
  }

  @Test(
    "a mistake in the settings is reported once, as a mistake in the settings",
    arguments: [
      "set: {start: nowhere}", "set: {nothing: 1}", "set: {spring.response: -1}", "pan: 9",
      "device-kind: touchpad\ntouchpad-fingers: 2", "estimator: none", "hz: 0",
    ])
  func blame(fault: String) throws {
    let path = "Recordings/sheet/flick-up"
    try flickbook.write("scenario: sheet\n\(fault)\n", to: "\(path)/case.yml")
    let result = try flickbook("test", path)
    #expect(result.status == 1)
    #expect(!result.output.contains("recording.yml"), "\(result.output)")
    #expect(result.output.ranges(of: "case.yml").count == 1, "\(result.output)")
  }
}
