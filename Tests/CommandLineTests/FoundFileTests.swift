import Foundation
import Testing

@Suite("Files that commands find by themselves")
struct FoundFileTests {
  /// A kind of object that replaces a file.
  enum Intruder: String, CaseIterable {
    case pipe, folder, socket, device, linkOutside, linkToPipe
  }

  /// The files of a case, and the files beside a case that commands also read.
  static let files = [
    "a/recording.yml", "a/case.yml", "a/expected/run.json", "a/expected/frames.jsonl",
    "a/expected/events.jsonl", "a/expected", "a/pending", "cases.yml", "alone.evemu.label.yml",
    "alone.evemu",
  ]

  /// Returns the commands that read a file of a case or, with `isAlone`, of a folder of recordings.
  static func commands(isAlone: Bool) -> [String] {
    isAlone
      ? ["corpus label Recordings --intent full --scenario sheet", "corpus check Recordings"]
      : [
        "test Recordings", "case list Recordings", "replay Recordings/sheet/a",
        "accept Recordings --all --because new",
      ]
  }

  static let secret = "zq-first-line-of-a-private-file"

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--case", "sheet/a")
    try flickbook("synth", "flick", "--case", "sheet/b")
    try flickbook("accept", "Recordings", "--all", "--because", "new")
    let flick = "Recordings/sheet/a/recording.yml"
    try flickbook("convert", flick, "Recordings/sheet/alone.evemu")
    try flickbook.write(Self.secret + "\nmore\n", to: "secret")
    try flickbook.shell("mkfifo pipe")
  }

  /// Puts an `intruder` in the place of a file.
  private func place(_ intruder: Intruder, at path: String) throws {
    let command =
      switch intruder {
      case .pipe: "mkfifo \(path)"
      case .folder: "mkdir \(path)"
      case .socket:
        "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) && bind(S, sockaddr_un(\"\(path)\")) || die'"
      case .device: "ln -s /dev/zero \(path)"
      case .linkOutside: "ln -s \"$PWD/secret\" \(path)"
      case .linkToPipe: "ln -s \"$PWD/pipe\" \(path)"
      }
    let result = try flickbook.shell("rm -rf \(path); \(command)")
    #expect(result.status == 0, "\(result)")
  }

  /// Runs a command that must end by itself; the status is 124 if a timeout stopped the command.
  private func ended(_ command: String) throws -> Flickbook.Result {
    let result = try flickbook.shell("timeout 20 flickbook \(command) < /dev/null")
    #expect(result.status < 124, "\(command)\n\(result)")
    #expect(!(result.output + result.errors).contains(Self.secret), "\(command)\n\(result)")
    return result
  }

  @Test(
    "no command blocks on a replaced file or prints the target of a link",
    arguments: files)
  func matrix(file: String) throws {
    for intruder in Intruder.allCases {
      try flickbook.shell("cp -a Recordings kept")
      try place(intruder, at: "Recordings/sheet/\(file)")
      // All commands read files with the same code, so one command is enough for the rare kinds.
      let isCommon = [.pipe, .linkOutside].contains(intruder)
      let commands = Self.commands(isAlone: file.hasPrefix("alone"))
      for command in commands.prefix(isCommon ? commands.count : 1) {
        _ = try ended(command)
      }
      try flickbook.shell("rm -rf Recordings; mv kept Recordings")
    }
  }

  @Test(
    "a case with a replaced file fails; the message names the file, the finding and the remedy",
    arguments: [
      (Intruder.pipe, "a pipe"), (.folder, "a folder"), (.socket, "a socket"),
      (.linkOutside, "a link to '"), (.linkToPipe, "a link to '"),
      (.device, "a link to '/dev/zero'"),
    ])
  func message(intruder: Intruder, found: String) throws {
    for file in ["a/recording.yml", "a/case.yml", "cases.yml"] {
      try flickbook.shell("cp -a Recordings kept")
      try place(intruder, at: "Recordings/sheet/\(file)")
      let result = try ended("test Recordings")
      #expect(result.status == 1)
      #expect(result.output.contains("/sheet/\(file): found \(found)"), "\(result)")
      #expect(result.output.contains("put a copy of the right file there"), "\(result)")
      // The other case is still tested, unless both cases use the replaced file.
      #expect(result.output.contains("1 identical, 1 failed") == (file != "cases.yml"), "\(result)")
      try flickbook.shell("rm -rf Recordings; mv kept Recordings")
    }
  }

  @Test("a link to a file within the named folder is followed")
  func linkInside() throws {
    try flickbook.shell("ln -sf ../b/recording.yml Recordings/sheet/a/recording.yml")
    #expect(try ended("test Recordings").status == 0)
    #expect(try ended("test Recordings/sheet/a").status == 1)
    try flickbook.shell("mv Recordings/sheet elsewhere; ln -s ../elsewhere Recordings/sheet")
    let outside = try ended("test Recordings")
    #expect(outside.status != 0)
    #expect(outside.errors.contains("outside of 'Recordings'"), "\(outside)")
    #expect(try ended("test elsewhere").status == 0)
  }

  @Test("a file named on the command line may be a pipe or a link")
  func named() throws {
    try flickbook.shell("ln -s Recordings/sheet/a/recording.yml link.yml")
    for name in ["link.yml", "<(cat link.yml)"] {
      let result = try ended("replay \(name) --scenario sheet --no-picture")
      #expect(result.status == 0, "\(result)")
    }
  }
}
