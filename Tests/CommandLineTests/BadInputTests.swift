import Foundation
import Testing

@Suite("Bad input")
struct BadInputTests {
  let flickbook: Flickbook
  /// A valid recording, which the tests damage.
  let good: String

  init() throws {
    flickbook = try Flickbook()
    good = try flickbook("synth", "flick").output
  }

  /// Replays a recording, and expects that the command leaves no new files.
  private func replayed(_ name: String, _ options: String...) throws -> Flickbook.Result {
    let before = try flickbook.names()
    let output = options.contains("-o") ? [] : ["-o", "run"]
    let result = try flickbook(
      ["replay", name, "--scenario", "sheet", "--no-picture"] + options + output)
    if result.status != 0 { #expect(try flickbook.names() == before) }
    return result
  }

  @Test("a missing file is reported as bad input")
  func missing() throws {
    for command in ["inspect", "replay"] {
      let result = try flickbook.shell("flickbook \(command) nowhere/flick.yml --scenario sheet")
      if command == "replay" { expectRefusal(result, 66, "nowhere/flick.yml") }
    }
    expectRefusal(try flickbook("inspect", "nowhere.yml"), 66, "nowhere.yml")
    expectRefusal(try flickbook("test", "nowhere"), 66, "nowhere")
    expectRefusal(try flickbook("diff", "nowhere", "elsewhere"), 66, "nowhere")
    expectRefusal(try flickbook("plot", "nowhere", "-o", "x.svg"), 66, "nowhere")
    expectRefusal(try flickbook("convert", "nowhere.yml", "x.csv"), 66, "nowhere.yml")
    expectRefusal(try flickbook("replay", "", "--scenario", "sheet"), 64, "found ''")
  }

  @Test("a folder is refused as a recording, and a file as a folder of cases")
  func wrongKind() throws {
    expectRefusal(try replayed("."), 66, "neither a run nor a case")
    try flickbook.write(good, to: "flick.yml")
    expectRefusal(try flickbook("test", "flick.yml"), 65, "a file where a folder")
    expectRefusal(try flickbook("diff", "flick.yml", "flick.yml"), 65, "a run directory")
    expectRefusal(try flickbook("diff", ".", "."), 65, "run.json")
    expectRefusal(try flickbook("replay", "flick.yml/x", "--scenario", "sheet"), 66, "no such file")
  }

  @Test("a file name that is not UTF-8 works, and messages quote it for a shell")
  func foreignNames() throws {
    try flickbook.write(good, to: "flick.yml")
    let made = try flickbook.shell(
      #"mkdir -p $'Recordings/sheet/a\xff\'b' && cd $'Recordings/sheet/a\xff\'b' && "#
        + "mv ../../../flick.yml recording.yml && echo 'scenario: sheet' > case.yml")
    #expect(made.status == 0, "\(made)")
    let read = try flickbook.shell(#"flickbook inspect $'Recordings/sheet/a\xff\'b/recording.yml'"#)
    #expect(read.status == 0 && read.output.contains(#"a\xff"#), "\(read)")
    // The command that the message proposes must work.
    let hint = try flickbook("test").output.split(separator: "\n")
      .first { $0.contains("accept it:") }?.split(separator: "it:").last
    let accepted = try flickbook.shell(String(hint ?? "false"))
    #expect(accepted.status == 0, "\(accepted)")
    #expect(try flickbook("test").status == 0)
  }

  @Test("a name with line breaks is shown on one line")
  func namesWithLineEnds() throws {
    let name = "no\nsuch.yml"
    for arguments in [["inspect", name], ["test", name], ["view", name, "-o", "x.html"]] {
      let result = try flickbook(arguments)
      #expect(result.status == 66)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    }
    try flickbook.write("nothing", to: name)
    let result = try flickbook("inspect", name)
    #expect(result.status == 65 && result.errors.split(separator: "\n").count == 1, "\(result)")
  }

  @Test("a long value is quoted shortened, on one line")
  func longValues() throws {
    try flickbook.write(good, to: "flick.yml")
    let long = String(repeating: "x", count: 30_000)
    let wild = long + "\n" + long
    for set in ["scenario=\(wild)", "detents=\(wild)", "start=\(wild)", "\(wild)=1"] {
      let result = try flickbook("replay", "flick.yml", "--scenario", "sheet", "--set", set)
      #expect(result.status == 64)
      #expect(result.errors.utf8.count < 2_000, "\(result.errors.prefix(200))")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors.prefix(200))")
    }
    let result = try flickbook("replay", "flick.yml", "--scenario", "sheet", "--estimator", wild)
    #expect(result.errors.utf8.count < 2_000)
  }

  @Test(
    "an unreadable file is named",
    .enabled(if: Flickbook.ordinaryUserReachesCommand, "needs a build that nobody can read"))
  func unreadable() throws {
    try flickbook.write(good, to: "secret.yml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o000], ofItemAtPath: flickbook.folder.appending(path: "secret.yml").path)
    let drop = Flickbook.asOrdinaryUser
    let result = try flickbook.shell("\(drop)flickbook replay secret.yml --scenario sheet")
    expectRefusal(result, 77, "secret.yml", "permissions")
  }

  /// A damaged recording.
  struct Spoiled: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: @Sendable (String) -> Data
    var answer: String

    init(_ what: String, answer: String = "", _ bytes: @escaping @Sendable (String) -> Data) {
      testDescription = what
      self.answer = answer
      self.bytes = bytes
    }

    init(_ what: String, answer: String = "", _ old: String, becomes new: String) {
      self.init(what, answer: answer) { Data($0.replacing(old, with: new).utf8) }
    }
  }

  @Test(
    "an unusable recording is bad input, and the message names the defect",
    arguments: [
      Spoiled("empty", answer: "empty") { _ in Data() },
      Spoiled("blank", answer: "empty") { _ in Data("\n \n\n".utf8) },
      Spoiled("binary") { _ in Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 197) }) },
      Spoiled("JSON") { _ in Data("{\"a\": 1}\n".utf8) },
      Spoiled("prose", answer: "'Dear diary,'") { _ in Data("Dear diary,\ntoday I flicked.\n".utf8)
      },
      Spoiled("gzip") { _ in Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]) },
      Spoiled("UTF-16", answer: "UTF-16") {
        Data([0xff, 0xfe]) + ($0.data(using: .utf16LittleEndian) ?? Data())
      },
      Spoiled("cut in the header") { Data($0.utf8.prefix(300)) },
      Spoiled("only the first line") { Data($0.utf8.prefix(19)) },
      Spoiled("no axes") { Data($0.replacing(/\n    absinfo:\n(      .*\n)*/, with: "\n").utf8) },
      Spoiled("axes without a range", "[0, 4095, 0, 0, 0]", becomes: "[0, 0, 0, 0, 0]"),
      Spoiled("no touches", answer: "the recording has no touches") {
        Data($0.replacing(/(?s)  events:\n.*/, with: "  events:\n").utf8)
      },
      Spoiled("not a number", answer: ":", "2050", becomes: "nan"),
      Spoiled("a number too large for its type", "2050", becomes: "99999999999999999999"),
      Spoiled(
        "a future version", answer: "version", "version: 1\n", becomes: "version: 2\n"),
      Spoiled("an anchor", "id: [6, 0, 1, 1]", becomes: "id: &a [6, 0, 1, 1]"),
      Spoiled(
        "nested too deep", "id: [6, 0, 1, 1]",
        becomes: "id: " + String(repeating: "[", count: 9_999)),
    ])
  func refused(spoiled: Spoiled) throws {
    try flickbook.write(spoiled.bytes(good), to: "bad.yml")
    expectRefusal(try replayed("bad.yml"), 65, "bad.yml", spoiled.answer)
  }

  @Test(
    "a strange but usable recording is replayed, with finite numbers in every frame",
    arguments: [
      Spoiled("cut in the middle of the events") { Data($0.utf8.dropLast(2_000)) },
      Spoiled("a slot out of range", "3,  57,       1]", becomes: "3,  47, 2000000000]"),
      Spoiled(
        "a coordinate at the end of its type", "3,  54,    3152]", becomes: "3,  54, 2147483647]"),
      Spoiled("a coordinate at the other end", "3,  54,    3152]", becomes: "3,  54, -2147483648]"),
      Spoiled("time that goes backwards", "[  0,  21566,", becomes: "[  0,   1566,"),
      Spoiled("all at one time") {
        Data($0.replacing(/\[  0, +[0-9]+,/, with: "[  0,   4795,").utf8)
      },
      Spoiled("10⁹ events a second") { text in
        let frame =
          "    - [  0, 254954,   3,  54,       7]\n    - [  0, 254954,   0,   0,       0]\n"
        return Data((text + String(repeating: frame, count: 50_000)).utf8)
      },
      Spoiled("times near the end of their type") {
        Data($0.replacing("- [  0,", with: "- [9223372036853,").utf8)
      },
      Spoiled("Windows line ends", "\n", becomes: "\r\n"),
      Spoiled("a byte order mark") { Data([0xef, 0xbb, 0xbf]) + Data($0.utf8) },
    ])
  func odd(spoiled: Spoiled) throws {
    try flickbook.write(spoiled.bytes(good), to: "odd.yml")
    let result = try replayed("odd.yml")
    guard result.status == 0 else {
      #expect(result.status == 65, "\(result.errors)")
      return
    }
    let frames = try flickbook.json("run/frames.jsonl")
    #expect(!frames.isEmpty)
    for frame in frames {
      for key in ["time", "x", "y", "vx", "vy", "targetX", "targetY", "progress"] {
        #expect(frame[key] is NSNumber, "\(key) of frame \(frame["frame"] ?? "?")")
      }
    }
    #expect(try flickbook("inspect", "odd.yml").status == 0)
  }

  @Test("a one-finger touchpad recording pans with one finger by default, and the run reports it")
  func tooFewFingers() throws {
    let touchpad = good.replacing("properties: [1]", with: "properties: [0]")
    try flickbook.write(touchpad, to: "one.yml")
    let result = try replayed("one.yml")
    #expect(result.status == 0)
    #expect(result.output.contains("pans by 1 finger (the recording never has more at once)"))
    #expect(
      try replayed("one.yml", "-o", "own").status == 0
        && replayed("one.yml", "--touchpad-fingers", "1", "-o", "asked").status == 0)
    #expect(try flickbook.text("own/frames.jsonl") == flickbook.text("asked/frames.jsonl"))
    let header = try flickbook.text("own/run.json")
    #expect(header.contains(#""touchpadFingers": 1"#))
    #expect(header.contains(#""touchpadFingers": "recording""#))
    expectRefusal(
      try replayed("one.yml", "--touchpad-fingers", "2"), 65, "at most 1 of 2 fingers",
      "--touchpad-fingers 1")
  }

  @Test("every command reads a touchpad recording with the same number of fingers as replay")
  func sameFingers() throws {
    let touchpad = good.replacing("properties: [1]", with: "properties: [0]")
    try flickbook.write(touchpad, to: "one.yml")
    let pans = try flickbook("velocity", "one.yml")
    #expect(pans.status == 0 && pans.output.contains("pan 1: "), "\(pans)")
    #expect(try flickbook("velocity", "one.yml", "--touchpad-fingers", "1").output == pans.output)
    #expect(try flickbook("inspect", "one.yml").output.contains("\n  pan  "))
    // An explicit number of two fingers is used, as in a replay.
    expectRefusal(
      try flickbook("velocity", "one.yml", "--touchpad-fingers", "2"), 65, "at most 1 of 2 fingers")
    let two = try flickbook("inspect", "one.yml", "--touchpad-fingers", "2").output
    #expect(two.contains("no pans") && two.contains("at most 1 of 2 fingers"), "\(two)")
    for command in ["replay", "inspect", "velocity"] {
      let help = try flickbook(command, "--help-hidden").output
        .split(whereSeparator: \.isWhitespace)
      #expect(
        help.joined(separator: " ").contains("by default 1 if a recording never has two fingers")
      )
    }
  }

  @Test("times count from the beginning of the recording, whatever its clock counts from")
  func clock() throws {
    try flickbook.write(good, to: "flick.yml")
    #expect(try flickbook("convert", "flick.yml", "flick.evemu").status == 0)
    let lines = try flickbook.text("flick.evemu").split(separator: "\n")
    // The same recording without the lift, then with a clock that counts from 1970.
    let cut = lines.dropLast(3).joined(separator: "\n") + "\n"
    try flickbook.write(cut, to: "early.evemu")
    try flickbook.write(cut.replacing("E: ", with: "E: 170000000"), to: "late.evemu")
    let early = try flickbook("inspect", "early.evemu").output
    #expect(early.contains("contact 1 at 0.242 s: the contact is still down"), "\(early)")
    let late = try flickbook("inspect", "late.evemu").output
    #expect(late.contains("contact 1 at 0.242 s: the contact is still down"), "\(late)")
    let note = "seconds since 1970"
    #expect(!early.contains(note) && late.split(separator: note).count == 2, "\(late)")
    #expect(
      try flickbook("inspect", "late.evemu", "--json").output.contains(#""isSince1970":true"#))
  }

  @Test("names in a recording cannot send control sequences to the terminal")
  func escapes() throws {
    let hostile = good.replacing("\"Synthetic touchscreen\"", with: #""a\e[2Jb\x9b31m""#)
    try flickbook.write(hostile, to: "hostile.yml")
    for result in [try flickbook("inspect", "hostile.yml"), try replayed("hostile.yml")] {
      #expect(!result.output.contains("\u{1b}"))
      #expect(!result.output.contains("\u{9b}"))
      #expect(!result.errors.contains("\u{1b}"))
    }
  }

  @Test(
    "a gigabyte that is not a recording is refused immediately, with little memory",
    arguments: ["/dev/zero", "/dev/urandom"])
  func gigabyte(source: String) throws {
    let make =
      source == "/dev/zero"
      ? "truncate -s 1G big" : "head -c 8M \(source) > big; truncate -s 1G big"
    let result = try flickbook.shell(
      "\(make); ulimit -v 600000; flickbook replay big --scenario sheet -o run")
    expectRefusal(result, 65, "big")
    #expect(try flickbook.names() == ["big"])
  }
}
