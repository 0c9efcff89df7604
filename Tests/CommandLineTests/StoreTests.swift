import Foundation
import Testing

@Suite("Store")
struct StoreTests {
  let flickbook: Flickbook
  private let folder = "Recordings/sheet/flick-up"

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--case", "sheet/flick-up", "--intent", "half")
    try flickbook("accept", folder, "--because", "new")
  }

  /// A damage to the expected run of a case.
  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var file: String
    /// What the file becomes; nil removes it.
    var change: @Sendable (String) -> String?
    var outcome: String

    init(
      _ file: String, _ why: String, _ outcome: String,
      _ change: @escaping @Sendable (String) -> String?
    ) {
      testDescription = "\(file) \(why)"
      self.file = file
      self.change = change
      self.outcome = outcome
    }
  }

  static let damages = ["run.json", "frames.jsonl", "events.jsonl", "summary.json"].flatMap {
    file in
    [
      Damage(file, "is gone", "incomplete") { _ in nil },
      Damage(file, "is garbage", "incomplete") { _ in "garbage\u{0}" },
      Damage(file, "is empty", file.hasSuffix("l") ? "tampered" : "incomplete") { _ in "" },
      Damage(file, "says another number", "tampered") {
        $0.replacing("3", with: "4", maxReplacements: 1)
      },
      Damage(file, "ends in another way", "tampered") { $0 + "\n" },
    ]
  }

  @Test(
    "damage to any file of an expected run is told, mended by repair, and by accept",
    arguments: damages)
  func damaged(damage: Damage) throws {
    let path = "\(folder)/expected/\(damage.file)"
    let whole = try flickbook.text(path)
    func spoil() throws {
      if let text = damage.change(whole) {
        try flickbook.write(text, to: path)
      } else {
        try FileManager.default.removeItem(at: flickbook.folder.appending(path: path))
      }
    }
    try spoil()
    let test = try flickbook("test", "--json")
    #expect(test.status == 1)
    #expect(try test.json().first?["outcome"] as? String == damage.outcome)
    let verify = try flickbook("verify")
    #expect(verify.status == 1)
    #expect(verify.output.contains(damage.file))
    let expected = "\(folder)/expected"
    for command in [["plot", expected, "-o", "x.svg"], ["view", expected, "-o", "x.html"]] {
      let status = try flickbook(command).status
      #expect(status == 65 || status == 66, "\(command)")
    }
    #expect(!flickbook.exists("x.svg") && !flickbook.exists("x.html"))
    let repair = try flickbook("repair")
    #expect(repair.status == 0, "\(repair)")
    #expect(try flickbook.text(path) == whole)
    #expect(try flickbook("verify").output == "1 case: whole\n")
    try spoil()
    let accepted = try flickbook("accept", folder, "--because", "it was damaged")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("damaged"))
    #expect(try flickbook.text(path) == whole)
    #expect(try flickbook.text("\(folder)/case.yml").contains("it was damaged"))
  }

  @Test("frames that cannot be told any more are not made up")
  func hopeless() throws {
    let settings = "\(folder)/case.yml"
    try flickbook.write(try flickbook.text(settings) + "hz: 60\n", to: settings)
    try flickbook.write("", to: "\(folder)/expected/frames.jsonl")
    let repair = try flickbook("repair")
    #expect(repair.status == 1)
    #expect(repair.errors.contains("flickbook accept \(folder)"))
    #expect(try flickbook.text("\(folder)/expected/frames.jsonl").isEmpty)
  }

  @Test("a recording that is not the accepted one is told")
  func otherRecording() throws {
    let recording = "\(folder)/recording.yml"
    try flickbook.write(try flickbook.text(recording) + "# edited\n", to: recording)
    let verify = try flickbook("verify")
    #expect(verify.status == 1)
    #expect(verify.output.contains("is not the recording that was accepted"))
    // It says to accept the case anew, so that does something, even though its frames are the same.
    let accepted = try flickbook("accept", folder, "--because", "only a comment")
    #expect(accepted.output.contains("accepted; its recording is another one"))
    #expect(try flickbook("verify").output == "1 case: whole\n")
  }

  @Test("a summary that is gone is written again from whole frames and events")
  func summary() throws {
    let recording = "\(folder)/recording.yml"
    try flickbook("replay", recording, "--scenario", "sheet", "-o", "run")
    let whole = try flickbook.text("run/summary.json")
    try flickbook.write("{}", to: "run/summary.json")
    #expect(try flickbook("verify", "run").status == 1)
    #expect(try flickbook("repair", "run").status == 0)
    #expect(try flickbook.text("run/summary.json") == whole)
    try flickbook.write("{}", to: "run/events.jsonl")
    #expect(try flickbook("repair", "run").status == 1)
  }

  @Test("nothing that is not ours is written over, except by force, and no link is followed out")
  func overwriting() throws {
    let replay = "replay \(folder)/recording.yml --scenario sheet --no-picture"
    try flickbook.shell(
      """
      mkdir foreign out; echo '{}' > foreign/run.json; echo mine > foreign/mine; echo mine > mine.yml
      cp mine.yml mine.svg
      : > empty.yml; ln -s nowhere dangling; ln -s nowhere dangling.html
      ln -s ../\(flickbook.folder.lastPathComponent)/mine.yml out/link
      ln -s ../foreign out/folder; flickbook \(replay) -o run
      ln -s run near
      """)
    let before = try flickbook.text("mine.yml")
    for (line, status) in [
      ("\(replay) -o foreign", 74), ("\(replay) -o dangling", 74), ("\(replay) -o out/folder", 74),
      ("synth flick -o dangling", 74), ("synth flick -o out/link", 74),
      ("synth flick -o mine.yml", 74), ("plot run -o mine.svg", 74),
      ("view run -o dangling.html", 74),
      ("convert \(folder)/recording.yml out/link --to csv", 74),
      ("synth flick -o empty.yml", 0), ("\(replay) -o run", 0), ("\(replay) -o near", 0),
      ("synth flick -o out/link --force", 0), ("synth flick -o dangling --force", 0),
      ("\(replay) -o out/folder --force", 0), ("\(replay) -o foreign --force", 0),
    ] {
      let result = try flickbook.shell("flickbook \(line)")
      #expect(result.status == Int32(status), "\(line)\n\(result.errors)")
      if status == 74 { #expect(result.errors.contains("--force"), "\(line)\n\(result.errors)") }
    }
    #expect(try flickbook.text("mine.yml") == before)
    #expect(try flickbook.text("foreign/mine") == "mine\n")
    #expect(!flickbook.exists("nowhere"))
    #expect(try flickbook("verify", "foreign", "run", "out").output == "3 runs: whole\n")
  }

  @Test("accepting leaves everything as it was where expected/ belongs to another user")
  func anothersFolder() throws {
    guard SourceTree.isRoot else {
      return print("skipped: only root can give a folder to another user")
    }
    let settings = "\(folder)/case.yml"
    try flickbook.write(try flickbook.text(settings) + "hz: 60\n", to: settings)
    let before = try flickbook.text(settings)
    let frames = try flickbook.bytes("\(folder)/expected/frames.jsonl")
    let drop = "setpriv --reuid 65534 --regid 65534 --clear-groups "
    guard try flickbook.shell("\(drop)test -x \"$(command -v flickbook)\"").status == 0 else {
      return print("skipped: nobody may not reach the command, so a refusal cannot be seen")
    }
    try flickbook.shell(
      "chmod 755 . Recordings Recordings/sheet; chown 65534 \(folder) \(settings)")
    let result = try flickbook.shell("\(drop)flickbook accept \(folder) --because x")
    expectRefusal(result, 74, "expected", "another user", "choose another place, then try again")
    #expect(try flickbook.text(settings) == before)
    #expect(try flickbook.bytes("\(folder)/expected/frames.jsonl") == frames)
    #expect(try flickbook.names(in: folder) == ["case.yml", "expected", "recording.yml"])
  }

  @Test("several who accept one case at once lose no reason")
  func race() throws {
    let settings = "\(folder)/case.yml"
    for round in 0..<5 {
      try flickbook.write(
        try flickbook.text(settings).replacing(/hz: .*\n/, with: "") + "hz: \(60 + round)\n",
        to: settings)
      let result = try flickbook.shell(
        """
        for index in 1 2 3 4; do
          flickbook accept \(folder) --because "round \(round) of $index" > said-$index &
        done
        wait; cat said-*
        """)
      let count = result.output.components(separatedBy: ": accepted").count - 1
      let kept = try flickbook.text(settings).components(separatedBy: "round \(round) of").count - 1
      #expect(count >= 1)
      #expect(kept == count, "\(result)")
      #expect(try flickbook("test").status == 0)
    }
  }

  @Test("what an interrupted command left is told and mended by the next")
  func leftovers() throws {
    let staging = "\(folder)/.flickbook-staging-abcdef"
    try flickbook.write("half", to: "\(staging)/new/expected/frames.jsonl")
    #expect(try flickbook("verify").output.contains("an interrupted command left this"))
    let test = try flickbook("test")
    #expect(test.status == 0)
    #expect(test.errors.contains("\(staging): an interrupted command left this"))
    #expect(!flickbook.exists(staging))
    // What only looks like it is somebody's own.
    try flickbook.write("mine", to: "\(staging)/notes.txt")
    #expect(try flickbook("repair").errors.isEmpty)
    #expect(try flickbook.text("\(staging)/notes.txt") == "mine")
  }

  @Test(
    "a new folder that was never finished is told and removed, unless somebody is at work on it")
  func unfinishedFolder() throws {
    for command in [
      ["repair", "."], ["synth", "--corpus", "2", "-o", "people"],
      ["synth", "flick", "-o", "flick.yml"],
    ] {
      let left = ".flickbook-new-aBc123"
      try flickbook.write("half", to: "\(left)/p1/1/1.yml")
      let verify = try flickbook("verify", ".")
      #expect(verify.status == 1 && verify.output.contains("\(left): an interrupted command left"))
      // The lock of the folder is that of who writes it, and ends with it.
      let busy = try flickbook.shell("flock \(left) flickbook repair .")
      #expect(busy.status == 0 && busy.errors.isEmpty && flickbook.exists(left), "\(busy)")
      let result = try flickbook(command)
      #expect(result.status == 0, "\(result)")
      #expect(result.errors == "./\(left): an interrupted command left this; it was taken back.\n")
      #expect(!flickbook.exists(left))
    }
    // What only looks like it is somebody's own.
    try flickbook.write("mine", to: ".flickbook-new-mine/notes.txt")
    #expect(try flickbook("repair", ".").errors.isEmpty)
    #expect(try flickbook.text(".flickbook-new-mine/notes.txt") == "mine")
  }

  @Test("an acceptance that was decided is finished by the next command")
  func decided() throws {
    let decided = "\(folder)/.flickbook-staging-accepted/new"
    let (settings, expected) = (try flickbook.text("\(folder)/case.yml"), "\(folder)/expected")
    try flickbook.shell(
      """
      sed -i 's/^accepted:/hz: 60\\naccepted:/' \(folder)/case.yml
      mkdir -p \(decided)
      flickbook replay \(folder)/recording.yml --config \(folder)/case.yml -o \(decided)/expected
      : > \(decided)/expected/.flickbook-new
      cp \(folder)/case.yml \(decided)/case.yml; echo '  - "decided"' >> \(decided)/case.yml
      echo mine > \(expected)/mine
      """)
    let result = try flickbook("test")
    #expect(result.errors == "\(folder): an interrupted accept was finished.\n")
    #expect(try flickbook.text("\(folder)/case.yml").hasSuffix("  - \"decided\"\n"))
    #expect(try flickbook.text("\(folder)/case.yml") != settings)
    #expect(try flickbook.text("\(expected)/mine") == "mine\n")
    #expect(
      try flickbook.text("\(expected)/run.json").contains(#""framesPerSecond": 60,"#))
    #expect(try flickbook.names(in: folder) == ["case.yml", "expected", "recording.yml"])
  }
}
