import Foundation
import Testing

@Suite("Bad output")
struct BadOutputTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
  }

  private func replay(to output: String) throws -> Flickbook.Result {
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "--no-picture", "-o", output)
  }

  @Test("a file at the output path of a run is not changed")
  func fileInTheWay() throws {
    let before = try flickbook.bytes("flick.yml")
    expectRefusal(try replay(to: "flick.yml"), 74, "flick.yml", "in the way")
    expectRefusal(try replay(to: "flick.yml/run"), 74, "flick.yml", "in the way")
    expectRefusal(try replay(to: "/dev/null"), 74, "/dev/null")
    #expect(try flickbook.bytes("flick.yml") == before)
    #expect(try flickbook.names() == ["flick.yml"])
  }

  @Test("a folder that is not a run is not changed", arguments: ["notes.txt", ".hidden"])
  func folderInTheWay(name: String) throws {
    try flickbook.write("mine", to: "folder/\(name)")
    expectRefusal(try replay(to: "folder"), 74, "folder", "not a run")
    expectRefusal(try flickbook("synth", "flick", "-o", "folder"), 74, "folder")
    #expect(try flickbook.names(in: "folder") == [name])
    #expect(try flickbook.names() == ["flick.yml", "folder"])
  }

  @Test("a run is written into an empty folder, and a missing folder is created")
  func emptyFolder() throws {
    try FileManager.default.createDirectory(
      at: flickbook.folder.appending(path: "empty"), withIntermediateDirectories: true)
    #expect(try replay(to: "empty").status == 0)
    #expect(try replay(to: "a/b/c/").status == 0)
    #expect(try flickbook.names(in: "empty") == flickbook.names(in: "a/b/c"))
    #expect(try flickbook.names() == ["a", "empty", "flick.yml"])
  }

  @Test("a run replaces an older run completely and keeps files that are not part of it")
  func replaced() throws {
    #expect(try replay(to: "run").status == 0)
    let first = try flickbook.bytes("run/frames.jsonl")
    try flickbook.write("mine", to: "run/notes.txt")
    try flickbook.write("torn", to: "run/frames.jsonl")
    #expect(try replay(to: "run").status == 0)
    #expect(try flickbook.bytes("run/frames.jsonl") == first)
    #expect(try flickbook.text("run/notes.txt") == "mine")
    #expect(try flickbook.names() == ["flick.yml", "run"])
  }

  @Test("a link to a run still points to the run after the run was replaced")
  func linked() throws {
    #expect(try replay(to: "run-1").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: flickbook.folder.appending(path: "latest").path, withDestinationPath: "run-1")
    #expect(try replay(to: "latest").status == 0)
    let link = flickbook.folder.appending(path: "latest").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "run-1")
  }

  @Test("a full disk is reported, and no partial output is left")
  func fullDisk() throws {
    expectRefusal(try flickbook("synth", "flick", "-o", "/dev/full"), 74, "/dev/full", "No space")
    let result = try flickbook.shell("flickbook synth flick > /dev/full")
    #expect(result.status == 74)
    #expect(result.errors.hasPrefix("standard output: "))
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
    let limited = try flickbook.shell(
      "trap '' XFSZ; ulimit -f 8; flickbook replay flick.yml --scenario sheet -o run")
    expectRefusal(limited, 74, "run: ")
    #expect(try flickbook.names() == ["flick.yml"])
  }

  @Test("a failed write leaves the old run unchanged")
  func oldRunStays() throws {
    #expect(try replay(to: "run").status == 0)
    let before = try flickbook.bytes("run/frames.jsonl")
    let limited = try flickbook.shell(
      "trap '' XFSZ; ulimit -f 8; flickbook replay flick.yml --scenario sheet --hz 60 -o run")
    #expect(limited.status == 74)
    #expect(try flickbook.bytes("run/frames.jsonl") == before)
    #expect(try flickbook.names() == ["flick.yml", "run"])
  }

  @Test("a failed write leaves the old file unchanged")
  func oldFileStays() throws {
    let before = try flickbook.bytes("flick.yml")
    let limited = try flickbook.shell(
      "trap '' XFSZ; ulimit -f 1; flickbook synth slow-drag-and-hold -o flick.yml")
    expectRefusal(limited, 74, "flick.yml: ")
    #expect(try flickbook.bytes("flick.yml") == before)
    #expect(try flickbook.names() == ["flick.yml"])
  }

  @Test(
    "an output path without write permission is named",
    .enabled(if: Flickbook.ordinaryUserReachesCommand, "needs a build that nobody can read"))
  func readOnly() throws {
    try FileManager.default.createDirectory(
      at: flickbook.folder.appending(path: "locked"), withIntermediateDirectories: true)
    let drop = Flickbook.asOrdinaryUser
    let place = flickbook.folder.appending(path: "locked").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place)
    for command in ["replay flick.yml --scenario sheet", "synth flick"] {
      let result = try flickbook.shell("\(drop)flickbook \(command) -o locked/out")
      expectRefusal(result, 77, "locked/out", "no permission to write")
    }
    #expect(try flickbook.names(in: "locked").isEmpty)
  }

  @Test("the message names the missing folder of an output file")
  func missingFolder() throws {
    expectRefusal(try flickbook("synth", "flick", "-o", "no/where.yml"), 74, "no/where.yml", "'no'")
    expectRefusal(try flickbook("synth", "flick", "-o", ""), 64, "found ''")
    expectRefusal(try replay(to: ""), 64, "-o")
    #expect(try flickbook.names() == ["flick.yml"])
  }

  @Test("a reader that closes the pipe early does not cause an error")
  func head() throws {
    for ignore in ["", "trap '' PIPE; "] {
      let result = try flickbook.shell("\(ignore)flickbook synth slow-drag-and-hold | head -1")
      #expect(result.output == "# libinput record\n")
      #expect(result.errors.isEmpty)
    }
  }
}
