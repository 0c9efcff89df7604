import Foundation
import Testing

@Suite("Refused outputs")
struct RefusedOutputTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
  }

  /// Spellings of the current folder `above/here` and of folders above it.
  static let places = [
    ".", "./", "../here", "../link", "\"$PWD\"", "..", "../", "../../above",
    "\"$(dirname \"$PWD\")\"", "/",
  ]

  /// The commands that replace a folder by a new one, each without the folder at its end.
  static let replacing = [
    "flickbook replay ../../flick.yml --scenario sheet -o",
    "flickbook replay ../../flick.yml --scenario sheet --force -o",
    "flickbook corpus synth 3 -o",
  ]

  /// Runs `line` in the folder `above/here`, and expects that this folder is not replaced.
  private func inFolder(_ line: String) throws -> Flickbook.Result {
    let result = try flickbook.shell(
      """
      mkdir -p above/here && ln -sfn here above/link && cd above/here && before=$(stat -c %i . ..)
      \(line)
      status=$?
      test "$(stat -c %i "$PWD" "$PWD/..")" = "$before" || echo 'the current folder was replaced'
      exit $status
      """)
    #expect(!result.output.contains("was replaced"), "\(line): \(result)")
    return result
  }

  @Test("no command replaces the current folder or one above it", arguments: replacing)
  func current(_ command: String) throws {
    for place in Self.places {
      // A corpus is never written through a link.
      let isLink = command.contains("synth") && place == "../link"
      expectRefusal(
        try inFolder("\(command) \(place)"), isLink ? 74 : 65,
        isLink ? "a link is in the way" : "which would be replaced")
    }
    #expect(try flickbook.names(in: "above/here").isEmpty)
    #expect(try inFolder("\(command) out").status == 0)
  }

  @Test("split writes into the current folder and does not replace it")
  func split() throws {
    #expect(try inFolder("flickbook split ../../flick.yml -o .").status == 0)
    #expect(try flickbook.names(in: "above/here") == ["flick-1.yml"])
  }

  @Test("a case that is the current folder is accepted; not if its expected run is this folder")
  func currentCase() throws {
    try flickbook("case", "new", "flick.yml", "--scenario", "sheet", "--root", "above")
    try flickbook.shell("mv above/sheet/flick above/here")
    for place in [".", "../here", "../link", "\"$PWD\""] {
      let result = try inFolder("flickbook accept \(place) --because designed")
      #expect(result.status == 0, "\(place): \(result)")
    }
    #expect(try flickbook.names(in: "above/here") == ["case.yml", "expected", "recording.yml"])
    expectRefusal(
      try flickbook.shell(
        """
        echo 'hz: 60' >> above/here/case.yml && cd above/here/expected && flickbook accept .. --because x
        """),
      65, "which would be replaced")
  }

  @Test("a folder that is replaced keeps its mode", arguments: ["700", "750", "755"])
  func mode(_ mode: String) throws {
    for command in ["replay flick.yml --scenario sheet", "corpus synth 3"] {
      let result = try flickbook.shell(
        """
        rm -rf out && mkdir out && chmod \(mode) out && chmod 600 flick.yml \
          && flickbook \(command) -o out > said && stat -c %a out
        """)
      #expect(result.status == 0 && result.output == "\(mode)\n", "\(command): \(result)")
    }
  }

  @Test("case new accepts a case without expected run, and only with the same content")
  func again() throws {
    let new = ["case", "new", "flick.yml", "--scenario", "sheet"]
    try flickbook(new)
    expectRefusal(try flickbook(new), 74, "without an accepted run;", "flickbook accept")
    let reason = ["--because", "designed"]
    expectRefusal(
      try flickbook(new + reason + ["--hz", "60"]), 74, "other settings", "flickbook accept")
    #expect(!flickbook.exists("Recordings/sheet/flick/expected"))
    let accepted = try flickbook(new + reason)
    #expect(accepted.output == "Recordings/sheet/flick: accepted\n", "\(accepted)")
    #expect(try flickbook("test").output == "1 case: 1 identical\n")
    expectRefusal(try flickbook(new + reason), 74, "exists already; give another --name")
  }

  @Test(
    "a program that fails at its start leaves no case and no folder",
    .enabled(if: PseudoTerminal.hasPython, "needs python3"))
  func failingStart() throws {
    let docs = SourceTree.package.appending(path: "docs").path
    // The program fails at the start whose number the file `failing` holds.
    try flickbook.write(
      """
      echo >> starts
      test "$(wc -l < starts)" != "$(cat failing)" && exec python3 examples/sheet/sheet.py

      """, to: "start.sh")
    let made = try flickbook.shell(
      """
      mkdir -p adapters examples/sheet mine && cp '\(docs)'/adapters/*.py adapters/ \
        && cp '\(docs)/examples/bottom-sheet-python/sheet.py' examples/sheet/
      """)
    try #require(made.status == 0, "\(made)")
    func new(failingAt start: Int, root: String) throws -> Flickbook.Result {
      try flickbook.shell(
        """
        rm -f starts; echo \(start) > failing
        flickbook case new flick.yml --subject 'sh start.sh' --root \(root) --because designed
        """)
    }
    for root in ["mine", "other/deep"] {
      expectRefusal(try new(failingAt: 1, root: root), 65, "sh start.sh: it ended")
      #expect(try flickbook.names(in: "mine").isEmpty && !flickbook.exists("other"))
    }
    // One process serves the description and the run.
    #expect(try new(failingAt: 2, root: "mine").output.contains("made and accepted"))
  }

  @Test("view refuses a page that would be too large before it writes it")
  func largePage() throws {
    // 12,000 reports with pauses of 100 ms are 1,200 s: 288,000 frames at 240 Hz, and three events for each report.
    let result = try flickbook.shell(
      """
      awk 'BEGIN {
        print "# flickbook touches\\n# name: t\\n# properties: 1\\n# x: 0 389 0\\n# y: 0 843 0"
        print "microseconds,contact,phase,x,y,pressure\\n0,1,began,195,700,"
        for (i = 1; i < 12000; i++) print i "00000,1,moved," 100 + i % 200 "," 300 + i * 7 % 400 ","
        print "1200000000,1,ended,195,500,"
      }' > long.csv
      flickbook view long.csv --scenario sheet --hz 240 -o page.html
      """)
    expectRefusal(result, 64, "long.csv", "a page holds at most 300000")
    #expect(!flickbook.exists("page.html"))
  }
}
