import Foundation
import Testing

@Suite("Splitting")
struct SplitTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(PhoneTexts.devices + PhoneTexts.drags(3), to: "long.txt")
  }

  private func digest(_ recording: String) throws -> String {
    let result = try flickbook("replay", recording, "--scenario", "sheet", "--json")
    #expect(result.status == 0, "\(result)")
    return try #require(try result.json().first?["framesSHA256"] as? String)
  }

  @Test("the file of each gesture equals the output of trim with the reported times")
  func parts() throws {
    let result = try flickbook("split", "long.txt", "-o", "gestures", "--json")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    let told = try result.json()
    #expect(told.map { $0["contacts"] as? [Int] } == [[1], [2], [3]])
    // There is one drag per second, 0.24 s long, with no events in between.
    #expect(told.map { $0["touchFrom"] as? Double } == [0, 1, 2])
    #expect(told.map { $0["touchTo"] as? Double } == [0.24, 1.24, 2.24])
    #expect(try flickbook.names(in: "gestures") == ["long-1.yml", "long-2.yml", "long-3.yml"])
    for (index, part) in told.enumerated() {
      let file = try #require(part["file"] as? String)
      #expect(file == "gestures/long-\(index + 1).yml")
      let (from, to) = (try #require(part["from"] as? Double), try #require(part["to"] as? Double))
      let name = "part-\(index).yml"
      #expect(
        try flickbook("trim", "long.txt", name, "--from", "\(from)", "--to", "\(to)").status == 0)
      #expect(try flickbook.bytes(name) == flickbook.bytes(file))
      #expect(try digest(name) == digest(file))
    }
    // Each drag begins with the same finger at the same position, except for one unit of its first
    // coordinate.
    let events = told.compactMap { $0["events"] as? Int }
    let whole = try flickbook("inspect", "long.txt", "--json").json().first?["events"] as? Int
    #expect(events.reduce(0, +) == whole)
  }

  @Test("if an output exists, nothing is written unless --force is given")
  func overwriting() throws {
    try flickbook.write("my notes", to: "gestures/long-3.yml")
    expectRefusal(try flickbook("split", "long.txt", "-o", "gestures"), 74, "long-3.yml", "--force")
    #expect(try flickbook.names(in: "gestures") == ["long-3.yml"])
    let forced = try flickbook("split", "long.txt", "-o", "gestures", "--force")
    #expect(forced.output == (1...3).map { "gestures/long-\($0).yml\n" }.joined(), "\(forced)")
    #expect(try flickbook.text("gestures/long-3.yml") != "my notes")
    // Running the command again gives the same bytes, and needs no --force to replace its own
    // output.
    let before = try flickbook.bytes("gestures/long-1.yml")
    #expect(try flickbook("split", "long.txt", "-o", "gestures", "--force").status == 0)
    #expect(try flickbook.bytes("gestures/long-1.yml") == before)
  }

  @Test(
    "the numbers in file names have a fixed width, so that the names sort in order of the gestures")
  func width() throws {
    try flickbook.write(PhoneTexts.devices + PhoneTexts.drags(10), to: "many.txt")
    #expect(try flickbook.shell("flickbook split - -o gestures < many.txt").status == 0)
    #expect(
      try flickbook.names(in: "gestures")
        == (1...9).map { "gesture-0\($0).yml" } + ["gesture-10.yml"])
  }

  @Test("a recording that cannot be split is refused, and no folder is created")
  func refused() throws {
    try flickbook.write("a file", to: "file")
    #expect(try flickbook("synth", "flick", "-o", "flick.yml").status == 0)
    #expect(try flickbook("trim", "flick.yml", "none.yml", "--from", "0", "--to", "0").status == 0)
    // Without its contacts, the recording has one frame that contains no finger.
    let lines = PhoneTexts.drags().split(separator: "\n").filter {
      $0.contains("SYN_REPORT")
    }
    try flickbook.write(PhoneTexts.devices + lines.joined(separator: "\n") + "\n", to: "still.txt")
    expectRefusal(try flickbook("split", "still.txt", "-o", "x"), 65, "has no touches")
    expectRefusal(try flickbook("split", "nowhere.yml", "-o", "x"), 66, "nowhere.yml")
    expectRefusal(try flickbook("split", "flick.yml", "-o", "file"), 64, "file", "folder")
    for quiet in ["-1", "nan", "61"] {
      expectRefusal(
        try flickbook("split", "flick.yml", "-o", "x", "--quiet", quiet), 64, "--quiet", "0 to 60")
    }
    #expect(!flickbook.exists("x"))
  }
}
