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

  /// Damage to the expected run of a case.
  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var file: String
    /// The new content of the file; nil removes the file.
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

  static let damages = ["run.json", "frames.jsonl", "events.jsonl"].flatMap { file in
    [
      Damage(file, "is gone", "incomplete") { _ in nil },
      Damage(file, "is garbage", file.hasSuffix("l") ? "tampered" : "incomplete") { _ in
        "garbage\u{0}"
      },
      Damage(file, "is empty", file.hasSuffix("l") ? "tampered" : "incomplete") { _ in "" },
      Damage(file, "is cut", file.hasSuffix("l") ? "tampered" : "incomplete") {
        String($0.dropLast($0.count / 3))
      },
      Damage(file, "has another digest or number", "tampered") {
        $0.replacing(
          file.hasSuffix("l") ? "3" : "framesSHA256\": \"",
          with: file.hasSuffix("l") ? "4" : "framesSHA256\": \"4", maxReplacements: 1)
      },
    ]
  }

  @Test(
    "damage to any file of an expected run is reported with the file, and accept restores it",
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
    let told = try flickbook("test").output
    // The changed digest in run.json has the same effect as tampered frames.
    let isOfFrames = damage.outcome == "tampered" && damage.file == "run.json"
    #expect(told.contains("\(folder)/expected"), "\(told)")
    #expect(told.contains(isOfFrames ? "frames.jsonl" : damage.file), "\(told)")
    #expect(told.contains("restore it: git restore \(folder)\n"))
    let expected = "\(folder)/expected"
    for command in [["plot", expected, "-o", "x.svg"], ["view", expected, "-o", "x.html"]] {
      let status = try flickbook(command).status
      #expect(status == 65 || status == 66, "\(command)")
    }
    #expect(!flickbook.exists("x.svg") && !flickbook.exists("x.html"))
    let accepted = try flickbook("accept", folder, "--because", "it was damaged")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("damaged"))
    // The reasons in a header that cannot be read are lost; they are in the version control.
    let isLost = damage.outcome == "incomplete" && damage.file == "run.json"
    let reasons = isLost ? #"["it was damaged"]"# : #"["new","it was damaged"]"#
    let header = try flickbook.text("\(folder)/expected/run.json")
    #expect(header.contains("\"accepted\": \(reasons)\n"))
    #expect(try flickbook.text(path) == whole.replacing(#"["new"]"#, with: reasons))
  }

  @Test(
    "changed line breaks are told apart from other changes, with the line that Git needs",
    arguments: ["frames.jsonl", "events.jsonl"])
  func lineBreaks(file: String) throws {
    let path = "\(folder)/expected/\(file)"
    let whole = try flickbook.text(path)
    try flickbook.write(whole.replacing("\n", with: "\r\n"), to: path)
    let told = try flickbook("test")
    #expect(told.status == 1 && told.output.contains(path), "\(told)")
    #expect(told.output.contains("'*.jsonl -text' to .gitattributes"), "\(told)")
    try flickbook.write(whole.replacing("3", with: "4").replacing("\n", with: "\r\n"), to: path)
    #expect(try !flickbook("test").output.contains(".gitattributes"))
  }

  @Test("a replaced recording can be accepted even if it gives the same frames")
  func otherRecording() throws {
    let recording = "\(folder)/recording.yml"
    try flickbook.write(try flickbook.text(recording) + "# edited\n", to: recording)
    // The frames are the same, so only run.json changes.
    #expect(try flickbook("test").status == 0)
    let accepted = try flickbook("accept", folder, "--because", "only a comment")
    #expect(accepted.output.contains("accepted; the recording was replaced"))
    let again = try flickbook("accept", folder, "--because", "nothing")
    #expect(again.output.contains("identical, not changed"))
  }

  @Test("foreign files are overwritten only with --force, which replaces a link but not its target")
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
    for run in ["foreign", "out/folder"] {
      #expect(try flickbook("diff", "run", run).status == 0)
    }
  }

  @Test(
    "accepting changes nothing if the folder of the case belongs to another user",
    .enabled(if: SourceTree.isRoot, "needs root"),
    .enabled(
      if: Flickbook.ordinaryUserReachesCommand, "needs a build that nobody can read"))
  func anothersFolder() throws {
    let settings = "\(folder)/case.yml"
    try flickbook.write(try flickbook.text(settings) + "hz: 60\n", to: settings)
    let frames = try flickbook.bytes("\(folder)/expected/frames.jsonl")
    try flickbook.shell("chmod 755 . Recordings Recordings/sheet \(folder)")
    let result = try flickbook.shell(
      "\(Flickbook.asOrdinaryUser)flickbook accept \(folder) --because x")
    expectRefusal(result, 77, folder, "no permission to write")
    #expect(try flickbook.bytes("\(folder)/expected/frames.jsonl") == frames)
    #expect(try flickbook.names(in: folder) == ["case.yml", "expected", "recording.yml"])
  }

  @Test("no reason is lost when several processes accept the same case at once")
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
      let header = try flickbook.text("\(folder)/expected/run.json")
      let kept = header.components(separatedBy: "round \(round) of").count - 1
      #expect(count >= 1)
      #expect(kept == min(count, 3), "\(result)")
      #expect(try flickbook("test").status == 0)
    }
  }

  @Test("a command that is killed while it writes leaves either the old or the new expected run")
  func killed() throws {
    let settings = "\(folder)/case.yml"
    var rates = (old: 120, new: 60)
    for round in 0..<12 {
      try flickbook.write(
        try flickbook.text(settings).replacing(/hz: .*\n/, with: "") + "hz: \(rates.new)\n",
        to: settings)
      try flickbook.shell(
        "timeout -s KILL 0.\(10 + 4 * round) flickbook accept \(folder) --because 'round \(round) of all'"
      )
      let run = try flickbook.text("\(folder)/expected/run.json")
      let isAccepted = run.contains("round \(round) of all")
      #expect(run.contains("\"framesPerSecond\": \(isAccepted ? rates.new : rates.old),"))
      #expect(try flickbook("plot", "\(folder)/expected", "-o", "x.svg", "--force").status == 0)
      if isAccepted { rates = (rates.new, rates.old) }
    }
    try flickbook("accept", folder, "--because", "the last")
    #expect(try flickbook("test").status == 0)
    #expect(try flickbook.shell("ls -A Recordings/sheet").output == "flick-up\n")
    #expect(try flickbook.names(in: folder) == ["case.yml", "expected", "recording.yml"])
  }

  @Test("the next command removes the files of a killed command, but not those of a running one")
  func leftovers() throws {
    for command in [
      ["corpus", "synth", "2", "-o", "people"], ["synth", "flick", "-o", "flick.yml"],
    ] {
      let left = ".flickbook-new-aBc123"
      try flickbook.write("half", to: "\(left)/p1/1/1.yml")
      // The writing command holds the lock of the folder until it ends.
      let busy = try flickbook.shell("flock \(left) flickbook synth flick -o other.yml --force")
      #expect(busy.status == 0 && flickbook.exists(left), "\(busy)")
      #expect(try flickbook(command).status == 0)
      #expect(!flickbook.exists(left))
    }
    // Files with a similar name belong to the user.
    try flickbook.write("mine", to: ".flickbook-new-mine/notes.txt")
    #expect(try flickbook("synth", "flick", "-o", "third.yml").status == 0)
    #expect(try flickbook.text(".flickbook-new-mine/notes.txt") == "mine")
  }

  @Test("accepting keeps other files beside the expected run and in it")
  func carriedOver() throws {
    try flickbook.shell(
      """
      cd \(folder); echo mine > expected/mine; mkdir -p notes/deep; echo more > notes/deep/a.txt
      ln -s a.txt notes/deep/link; chmod 700 notes; echo 'hz: 60' >> case.yml
      """)
    #expect(try flickbook("accept", folder, "--because", "60 Hz").output.contains("accepted"))
    #expect(try flickbook.text("\(folder)/expected/mine") == "mine\n")
    #expect(try flickbook.text("\(folder)/notes/deep/link") == "more\n")
    let modes = try flickbook.shell(
      "stat -c %a \(folder)/notes; readlink \(folder)/notes/deep/link")
    #expect(modes.output == "700\na.txt\n")
    #expect(try flickbook("test").status == 0)
  }
}
