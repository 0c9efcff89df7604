import Foundation
import Testing

@Suite("Replay command")
struct ReplayCommandTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook("synth", "catch-in-flight", "-o", "catch.yml")
  }

  static let runFiles = ["events.jsonl", "frames.jsonl", "run.json"]

  @Test("a replay prints the decision and the rest position")
  func summary() throws {
    let result = try flickbook("replay", "flick.yml", "--scenario", "sheet")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix("flick.yml\n  1 pan, "))
    #expect(result.output.contains("tip → half"))
    #expect(result.output.contains("settled at half"))
    #expect(try flickbook.names() == ["catch.yml", "flick.yml"])
  }

  @Test("two replays give the same bytes", arguments: ["sheet", "pip"])
  func deterministic(scenario: String) throws {
    for name in ["one", "two"] {
      #expect(try flickbook("replay", "catch.yml", "--scenario", scenario, "-o", name).status == 0)
    }
    #expect(try flickbook.names(in: "one") == Self.runFiles)
    for file in Self.runFiles {
      #expect(try flickbook.bytes("one/\(file)") == flickbook.bytes("two/\(file)"))
    }
  }

  @Test("a run is byte-identical in every language and on every terminal")
  func localeIndependent() throws {
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "one")
    try flickbook.shell(
      "LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo COLUMNS=40 flickbook replay flick.yml --scenario sheet -o two"
    )
    for file in Self.runFiles {
      #expect(try flickbook.bytes("one/\(file)") == flickbook.bytes("two/\(file)"))
    }
  }

  @Test("a recording can be read from standard input")
  func standardInput() throws {
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "one")
    let result = try flickbook.shell("flickbook replay - --scenario sheet -o two < flick.yml")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("standard input\n"))
    #expect(try flickbook.bytes("one/frames.jsonl") == flickbook.bytes("two/frames.jsonl"))
    expectRefusal(
      try flickbook("replay", "-", "--scenario", "sheet"), 65, "standard input", "empty")
  }

  @Test("several recordings give one run each in one folder")
  func several() throws {
    let result = try flickbook(
      "replay", "flick.yml", "catch.yml", "--scenario", "pip", "-o", "runs")
    #expect(result.status == 0)
    #expect(try flickbook.names(in: "runs") == ["catch", "flick"])
    #expect(try flickbook.names(in: "runs/catch") == Self.runFiles)
  }

  @Test(
    "runs of recordings with the same name also have the folder's name; a repeated file is refused")
  func sameNames() throws {
    for name in ["a", "b"] {
      try flickbook.write(try flickbook.bytes("flick.yml"), to: "\(name)/r.yml")
    }
    let result = try flickbook(
      "replay", "a/r.yml", "b/r.yml", "--scenario", "sheet", "-o", "runs")
    #expect(result.status == 0)
    #expect(try flickbook.names(in: "runs") == ["a-r", "b-r"])
    expectRefusal(
      try flickbook("replay", "flick.yml", "flick.yml", "--scenario", "sheet", "-o", "x"), 64)
  }

  @Test("--pan replays a single pan, from the touch-down of its finger")
  func onlyPan() throws {
    let all = try flickbook("replay", "catch.yml", "--scenario", "sheet", "--json").json()
    let second = try flickbook(
      "replay", "catch.yml", "--scenario", "sheet", "--json", "--pan", "2", "-o", "run"
    ).json()
    #expect(all.first?["pans"] as? Int == 2)
    #expect(second.first?["pans"] as? Int == 1)
    #expect(second.first?["catches"] as? Int == 0)
    #expect(try flickbook.json("run/events.jsonl").first?["time"] as? Double == 0)
    expectRefusal(
      try flickbook("replay", "catch.yml", "--scenario", "sheet", "--pan", "3"), 64, "2 pans")
  }

  @Test("a folder of recordings without cases is replayed, as 'tune' takes it")
  func folder() throws {
    for name in ["flick.yml", "catch.yml"] {
      try flickbook.write(try flickbook.bytes(name), to: "people/a/\(name)")
    }
    let result = try flickbook("replay", "people", "--scenario", "sheet", "--json", "--no-picture")
    #expect(result.status == 0, "\(result)")
    #expect(try result.json().map { $0["finalTarget"] as? String } == ["half", "half"])
    try flickbook.write("no recording\n", to: "empty/readme.md")
    expectRefusal(
      try flickbook("replay", "empty", "--scenario", "sheet"), 66, "empty", "a recording")
  }

  @Test("--json prints one object for each recording and nothing else")
  func json() throws {
    let result = try flickbook("replay", "flick.yml", "catch.yml", "--scenario", "sheet", "--json")
    let lines = try result.json()
    #expect(lines.map { $0["recording"] as? String } == ["flick.yml", "catch.yml"])
    #expect(lines.allSatisfy { $0["finalTarget"] as? String == "half" })
    #expect(result.errors.isEmpty)
  }

  @Test("timed commands, on the command line or in a file, take effect")
  func commands() throws {
    try flickbook.write(
      """
      scenario: sheet
      at:
        - {time: 0.9, settle: full}
        - {time: 0.05, spring.response: 0.3}
      """, to: "meanwhile.yml")
    let result = try flickbook(
      "replay", "flick.yml", "--config", "meanwhile.yml", "--at", "0.5:screen=390x700", "-o", "run")
    #expect(result.status == 0, "\(result.errors)")
    let events = try flickbook.json("run/events.jsonl")
    let changes = events.filter { $0["event"] as? String == "changed" }
    #expect(changes.map { $0["key"] as? String } == ["spring.response", "screen"])
    #expect(changes.map { $0["time"] as? Double } == [0.05, 0.5])
    let last = try #require(events.last)
    #expect(last["event"] as? String == "settled")
    #expect(last["target"] as? String == "full")
    // At that time, the screen is 700 pt high, and the full detent is 92 % of the screen.
    let top = try #require(last["y"] as? Double)
    #expect(abs(top - 56) < 1e-9)
  }

  @Test("run.json records where every value comes from")
  func sources() throws {
    try flickbook.write("scenario: sheet\nhz: 60\nscreen: 400x800\n", to: "feel.yml")
    let result = try flickbook(
      "replay", "flick.yml", "--config", "feel.yml", "--estimator", "android.lsq2", "-o", "run")
    #expect(result.status == 0, "\(result.errors)")
    let header = try JSONSerialization.jsonObject(with: flickbook.bytes("run/run.json"))
    let from = try #require((header as? [String: Any])?["from"] as? [String: String])
    #expect(from["framesPerSecond"] == "config feel.yml")
    #expect(from["screen"] == "config feel.yml")
    #expect(from["estimator"] == "set")
    #expect(from["slop"] == "default")
  }

  @Test("settings on the command line override the file, and the file overrides the preset")
  func precedence() throws {
    try flickbook.write(
      "scenario: sheet\npreset: wave\nset:\n  spring.response: 0.6\n  engine: exact\n",
      to: "feel.yml")
    let result = try flickbook(
      "replay", "flick.yml", "--config", "feel.yml", "--set", "engine=wave", "-o", "run")
    #expect(result.status == 0, "\(result.errors)")
    let header = try JSONSerialization.jsonObject(with: flickbook.bytes("run/run.json"))
    let settings = try #require((header as? [String: Any])?["settings"] as? [String: [String: Any]])
    #expect(settings["spring.response"]?["value"] as? Double == 0.6)
    #expect(settings["spring.response"]?["from"] as? String == "config feel.yml")
    #expect(settings["engine"]?["from"] as? String == "set")
    #expect(settings["spring.dampingRatio"]?["from"] as? String == "preset wave")
  }

  @Test("without a terminal the output has no colours, with or without NO_COLOR")
  func noColor() throws {
    for environment in [[:], ["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let result = try flickbook(
        "replay", "flick.yml", "--scenario", "sheet", environment: environment)
      #expect(!result.output.contains("\u{1b}"))
    }
  }

  @Test("the picture is ASCII if the terminal supports only ASCII")
  func ascii() throws {
    let result = try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", environment: ["LANG": "C"])
    let picture = result.output.split(separator: "\n").dropFirst(4)
    #expect(!picture.isEmpty)
    #expect(picture.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test("a picture is never wider than the terminal", arguments: [40, 60, 80])
  func width(columns: Int) throws {
    let result = try flickbook(
      "replay", "flick.yml", "--scenario", "sheet", environment: ["COLUMNS": "\(columns)"])
    let picture = result.output.split(separator: "\n").dropFirst(4)
    #expect(picture.allSatisfy { $0.count <= columns })
  }

  @Test("a case is replayed with its settings, which options override")
  func cases() throws {
    try flickbook("synth", "flick", "--case", "sheet/flick", "--set", "spring.response=0.6")
    let folder = "Recordings/sheet/flick"
    func digest(_ arguments: String...) throws -> String {
      let result = try flickbook(["replay", "--json"] + arguments)
      #expect(result.status == 0, "\(result)")
      return try #require(try result.json().first?["framesSHA256"] as? String)
    }
    let own = try digest("\(folder)/recording.yml", "--config", "\(folder)/case.yml")
    #expect(try digest(folder) == own)
    #expect(try digest("\(folder)/") == own)
    let other = try digest(
      "\(folder)/recording.yml", "--config", "\(folder)/case.yml", "--set", "spring.response=0.3")
    #expect(other != own)
    #expect(try digest(folder, "--set", "spring.response=0.3") == other)
    #expect(try digest(folder, "--scenario", "modal") != own)
  }

  @Test("if a recording has no axis ranges, options must give each range exactly once")
  func axes() throws {
    // The text is an upward drag on a screen of 1080 by 1920 units, as `getevent -lt` prints it.
    var lines: [String] = []
    func say(_ time: Double, _ type: String, _ code: String, _ value: Int) {
      let hexadecimal = String(UInt32(bitPattern: Int32(value)), radix: 16)
      lines.append(
        "[ \(String(format: "%12.6f", time))] \(type) \(code) "
          + String(repeating: "0", count: 8 - hexadecimal.count) + hexadecimal)
    }
    for step in 0..<30 {
      let time = 10 + Double(step) * 0.008
      if step == 0 { say(time, "EV_ABS", "ABS_MT_TRACKING_ID", 1) }
      say(time, "EV_ABS", "ABS_MT_POSITION_X", 540)
      say(time, "EV_ABS", "ABS_MT_POSITION_Y", 1_700 - 25 * step)
      say(time, "EV_SYN", "SYN_REPORT", 0)
    }
    say(10.24, "EV_ABS", "ABS_MT_TRACKING_ID", -1)
    say(10.24, "EV_SYN", "SYN_REPORT", 0)
    try flickbook.write(lines.joined(separator: "\n") + "\n", to: "drag.txt")
    let ranges = ["--axis", "x=0:1079", "--axis", "y=0:1919"]
    let plain = try flickbook("replay", "drag.txt", "--scenario", "sheet")
    #expect(plain.status == 65 && plain.errors.contains("--axis x=0:1079"), "\(plain)")
    let replay = try flickbook(["replay", "drag.txt", "--scenario", "sheet", "--json"] + ranges)
    #expect(replay.status == 0, "\(replay)")
    #expect(try replay.json().first?["pans"] as? Int == 1, "\(replay.output)")
    // A recording that was converted with the ranges no longer needs the options.
    #expect(try flickbook(["convert", "drag.txt", "drag.yml"] + ranges).status == 0)
    let again = try flickbook("replay", "drag.yml", "--scenario", "sheet", "--json")
    #expect(
      try again.json().first?["framesSHA256"] as? String
        == replay.json().first?["framesSHA256"] as? String)
    #expect(
      try flickbook(["inspect", "drag.txt"] + ranges).output.hasSuffix("verdict: good\n"))
    // Every command that reads the recording accepts the device options.
    let pad = ranges + ["--device-kind", "touchpad"]
    for arguments in [
      ["inspect", "drag.txt"], ["velocity", "drag.txt"],
      ["replay", "drag.txt", "--scenario", "sheet"],
      ["convert", "drag.txt", "pad.yml"], ["trim", "drag.txt", "pad-1.yml", "--from", "0"],
      ["split", "drag.txt", "-o", "pads"],
    ] {
      let screen = try flickbook(arguments + ranges)
      #expect((screen.output + screen.errors).contains("--device-kind touchpad"), "\(screen)")
      let told = try flickbook(
        arguments + pad + (["convert", "trim", "split"].contains(arguments[0]) ? ["--force"] : []))
      #expect(told.status == 0 && !told.errors.contains("--device-kind"), "\(told)")
    }
    for file in ["pad.yml", "pad-1.yml", "pads/drag-1.yml"] {
      #expect(try flickbook("inspect", file).output.contains("  touchpad "), "\(file)")
    }
    let mouse = try flickbook(["inspect", "drag.txt", "--device-kind", "mouse"])
    #expect(mouse.status == 64 && mouse.errors.contains("one of touchscreen, touchpad"))
    try flickbook.write((lines.prefix(4) + lines.suffix(2)).joined(separator: "\n"), to: "tap.txt")
    #expect(
      try flickbook(["inspect", "tap.txt"] + ranges).output.contains(
        "verdict: good, but no touch becomes a pan"))
    for (arguments, answer) in [
      (["drag.yml"] + ranges, "leave the option out"),
      (["drag.txt", "--axis", "z=0:1"], "found 'z=0:1'"),
      (["drag.txt", "--axis", "x=5:5"], "found 'x=5:5'"),
    ] {
      let refused = try flickbook(["replay", "--scenario", "sheet"] + arguments)
      #expect(refused.status == 64 && refused.errors.contains(answer), "\(refused)")
    }
  }
}
