import Foundation
import Testing

@Suite("Paths that files name")
struct NamedPathTests {
  /// A key whose value is a path, in a file below the folder `work`, and a command that reads the file.
  ///
  /// Two keys of a program under test take paths and are not here, because a file with a program is only used with
  /// `--allow-subjects`: `folder`, in which its command runs and may do anything, and `files`, of which only digests
  /// are stored.
  struct Key: Sendable, CustomTestStringConvertible {
    var key: String
    var file: String
    var text: String
    var command: String

    var testDescription: String { "\(key) of \(file)" }
  }

  static let keys = [
    Key(
      key: "preset", file: "work/R/sheet/a/case.yml", text: "scenario: sheet\npreset: PATH\n",
      command: "test work/R"),
    Key(key: "preset", file: "work/R/cases.yml", text: "preset: PATH\n", command: "test work/R"),
    Key(
      key: "preset", file: "work/config.yml", text: "scenario: sheet\npreset: PATH\n",
      command: "replay flick.yml --config work/config.yml --no-picture"),
    Key(
      key: "extends", file: "work/config.yml", text: "scenario: sheet\nextends: PATH\n",
      command: "replay flick.yml --config work/config.yml --no-picture"),
    Key(
      key: "extends", file: "work/feel.yml", text: "scenario: sheet\nextends: PATH\n",
      command: "replay flick.yml --preset work/feel.yml --no-picture"),
    Key(
      key: "tables", file: "work/feel.yml", text: proof.replacing("TABLES", with: "PATH"),
      command: "preset check work/feel.yml"),
    Key(
      key: "recordings", file: "work/feel.yml", text: proof.replacing("RECORDINGS", with: "PATH"),
      command: "preset check work/feel.yml"),
    Key(
      key: "corpus", file: "work/study.yml", text: study + "corpus: PATH\n",
      command: "tune work/study.yml"),
    Key(
      key: "preset", file: "work/study.yml", text: study + "corpus: R\npreset: PATH\n",
      command: "tune work/study.yml"),
  ]

  static let proof = """
    scenario: sheet
    proof:
      - {observed: x 1, date: 2026-11-20, clock: driven, runs: 1, tables: TABLES, recordings: RECORDINGS}

    """

  static let study = """
    flickbook: study/1
    space: {spring.dampingRatio: {from: 0.7, to: 1}}
    objectives: [settleTime]
    search: {method: random, budget: 3}

    """

  static let secret = "zq-first-key-of-a-private-file"

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--intent", "half", "-o", "flick.yml")
    try flickbook.shell(
      "cd '\(flickbook.folder.path)'; mkdir work; cd work; flickbook synth flick --case sheet/a")
    try flickbook.shell("mv work/Recordings work/R; flickbook accept work/R --all --because new")
    try flickbook.write("\(Self.secret): value\n", to: "outside/secret.yml")
    try flickbook.write("\(Self.secret): value\n", to: "work/.git/secret.yml")
    try flickbook.shell("mkfifo outside/pipe; ln -s ../outside/secret.yml work/link.yml")
  }

  @Test(
    "no file makes a command read what is outside of its repository, a pipe or a file of git",
    arguments: keys)
  func guarded(key: Key) throws {
    let up = String(repeating: "../", count: key.file.split(separator: "/").count - 2)
    let folder = flickbook.folder.path
    let paths = [
      "../\(up)outside/secret.yml", "\(folder)/outside/secret.yml", "./\(up)link.yml",
      "../\(up)outside",
      "../\(up)outside/pipe", "./\(up).git/secret.yml",
    ]
    for path in paths {
      try flickbook.write(
        key.text.replacing("PATH", with: path).replacing("TABLES", with: ".")
          .replacing("RECORDINGS", with: "."), to: key.file)
      let result = try flickbook.shell("timeout 20 flickbook \(key.command) < /dev/null")
      let told = result.output + result.errors
      #expect(result.status != 0 && result.status < 124, "\(path)\n\(result)")
      #expect(!told.contains(Self.secret), "\(path)\n\(result)")
      #expect(
        told.contains("\(key.file):") && told.contains("expected a file inside of '"),
        "\(path)\n\(result)")
    }
  }

  @Test("a case, a study and a configuration may name a preset file of their repository")
  func inRepository() throws {
    try flickbook.shell("rm -r work/.git; mkdir .git")
    try flickbook.write("scenario: sheet\nset: {spring.response: 0.3}\n", to: "outside/feel.yml")
    for key in Self.keys where key.text.contains("PATH") && ["preset", "extends"].contains(key.key)
    {
      let up = String(repeating: "../", count: key.file.split(separator: "/").count - 1)
      try flickbook.write(
        key.text.replacing("PATH", with: "\(up)outside/feel.yml"), to: key.file)
      let result = try flickbook.shell("flickbook \(key.command)")
      #expect(!(result.output + result.errors).contains("feel.yml:"), "\(result)")
      #expect(!(result.output + result.errors).contains("expected a file inside"), "\(result)")
    }
  }

  @Test("what a file may not name, the command line may")
  func commandLine() throws {
    try flickbook.write("scenario: sheet\nset: {spring.response: 0.3}\n", to: "outside/feel.yml")
    let replayed = try flickbook(
      "replay", "flick.yml", "--preset", "outside/feel.yml", "--no-picture")
    #expect(replayed.status == 0, "\(replayed)")
    try flickbook.write(Self.study + "corpus: ../outside\nscenario: sheet\n", to: "work/study.yml")
    let tuned = try flickbook("tune", "work/study.yml", "--corpus", "flick.yml")
    #expect(!tuned.errors.contains("expected a file inside"), "\(tuned)")
    #expect(tuned.output.contains("1 gesture"), "\(tuned)")
    // A case stores the path of its preset file, so it must be able to name it.
    let made = try flickbook.shell(
      "cd work; flickbook case new ../flick.yml --scenario sheet --preset ../outside/feel.yml --root R --name b"
    )
    #expect(made.status != 0, "\(made)")
    #expect(made.errors.contains("run 'git init' in a folder that contains both"), "\(made)")
    #expect(!flickbook.exists("work/R/sheet/b"))
  }

  @Test("a link to a folder outside of a folder of recordings is not followed")
  func linkedFolder() throws {
    try flickbook.shell("ln -s ../../../outside work/R/sheet/more; ln -s . work/R/sheet/loop")
    for command in ["test work/R", "case list work/R", "corpus list work/R"] {
      let result = try flickbook.shell("timeout 20 flickbook \(command)")
      #expect(result.status != 0 && result.status < 124, "\(command)\n\(result)")
      #expect(result.errors.contains("work/R/sheet/more: found a link to"), "\(command)\n\(result)")
    }
    try flickbook.shell("rm work/R/sheet/more")
    #expect(try flickbook("test", "work/R").status == 0)
  }
}
