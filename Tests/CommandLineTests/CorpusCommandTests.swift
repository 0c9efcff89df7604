import Foundation
import Testing

@Suite("Corpora")
struct CorpusCommandTests {
  let flickbook: Flickbook

  /// Three synthetic recordings in three formats, generated once for all tests.
  private static let traces = Result {
    let flickbook = try Flickbook()
    for (index, gesture) in ["flick", "slow-drag-and-hold", "tiny-flick"].enumerated() {
      try flickbook("synth", gesture, "--seed", "\(index)", "-o", "raw-\(gesture).yml")
    }
    try flickbook("convert", "raw-slow-drag-and-hold.yml", "b.events")
    try flickbook("convert", "raw-tiny-flick.yml", "c.csv")
    return try ["a.yml": "raw-flick.yml", "b.events": "b.events", "c.csv": "c.csv"]
      .mapValues { try flickbook.bytes($0) }
  }

  init() throws {
    flickbook = try Flickbook()
    for (name, bytes) in try Self.traces.get() { try flickbook.write(bytes, to: "traces/\(name)") }
  }

  @Test(
    "labels can be written in any format and read by all commands; the rest of a file is unchanged")
  func label() throws {
    let before = try flickbook.bytes("traces/b.events")
    let native = try flickbook.text("traces/a.yml")
    let result = try flickbook(
      "corpus", "label", "traces", "--scenario", "sheet", "--intent", "half", "--person", "anna")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.output
        == ["a.yml", "b.events", "c.csv"].map {
          "traces/\($0): intent half, by anna\n"
        }.joined())
    #expect(try flickbook.bytes("traces/b.events") == before)
    #expect(
      try flickbook.text("traces/a.yml")
        == native.replacing(
          "  schema: 1\n", with: "  schema: 1\n  intent: \"half\"\n  person: \"anna\"\n"))
    #expect(
      try flickbook.names(in: "traces") == [
        "a.yml", "b.events", "b.events.label.yml", "c.csv", "c.csv.label.yml",
      ])
    let listed = try flickbook("corpus", "list", "traces", "--json").json()
    #expect(listed.map { $0["intent"] as? String } == ["half", "half", "half"])
    #expect(listed.map { $0["person"] as? String } == ["anna", "anna", "anna"])
    let tune = try flickbook(
      "tune", "traces", "--scenario", "sheet", "--vary", "spring.response=0.4", "--json")
    #expect(tune.status == 0 && tune.errors.isEmpty, "\(tune)")
    #expect(try flickbook("inspect", "traces/b.events").output.contains("intent: half"))
    let again = try flickbook(
      "corpus", "label", "traces/b.events", "--scenario", "sheet", "--intent", "half", "--json")
    #expect(try again.json().map { $0["changed"] as? Bool } == [false])
    let cleared = try flickbook("corpus", "label", "traces", "--clear")
    #expect(cleared.status == 0)
    #expect(try flickbook.text("traces/a.yml") == native)
  }

  @Test("an intent that the scenario does not have is refused before anything is written")
  func impossible() throws {
    let before = try flickbook.text("traces/a.yml")
    expectRefusal(
      try flickbook("corpus", "label", "traces", "--scenario", "sheet", "--intent", "hlaf"), 64,
      "did you mean 'half'?")
    expectRefusal(
      try flickbook("corpus", "label", "traces", "--scenario", "sheet", "--intent", "half|"), 64,
      "tip, half")
    expectRefusal(
      try flickbook(
        "corpus", "label", "traces", "--scenario", "sheet", "--set", "detents=low:100,high:200",
        "--intent",
        "half"), 64, "low, high")
    expectRefusal(try flickbook("corpus", "label", "traces", "--intent", "half"), 64, "--scenario")
    expectRefusal(try flickbook("corpus", "label", "traces"), 64, "--intent")
    expectRefusal(try flickbook("corpus", "label", "nowhere", "--person", "a"), 66, "nowhere")
    expectRefusal(try flickbook("corpus", "label", "-", "--person", "a"), 64)
    expectRefusal(
      try flickbook("corpus", "label", "traces", "--person", "a\u{1b}b"), 64, "--person")
    #expect(try flickbook.text("traces/a.yml") == before)
    #expect(try flickbook.names(in: "traces") == ["a.yml", "b.events", "c.csv"])
  }

  @Test("a case is labelled with the targets of its scenario")
  func caseLabel() throws {
    try flickbook("synth", "flick", "--case", "pip/throw")
    let path = "Recordings/pip/throw"
    expectRefusal(
      try flickbook("corpus", "label", path, "--intent", "half"), 64, "pip has no target 'half'")
    let result = try flickbook("corpus", "label", path, "--intent", "topLeft")
    #expect(result.output == "\(path)/recording.yml: intent topLeft\n", "\(result)")
    #expect(result.errors.isEmpty)
    #expect(try flickbook("accept", path, "--because", "first").status == 0)
    let again = try flickbook("corpus", "label", path, "--intent", "topRight")
    let hint = try #require(again.errors.firstMatch(of: /with: (flickbook accept .*)/))
    let accepted = try flickbook.shell(String(hint.output.1))
    #expect(accepted.output.contains("accepted; the recording was replaced"), "\(accepted)")
  }

  @Test(
    "a label table applies to all its recordings or to none, and corpus list prints such a table")
  func table() throws {
    let list = try flickbook("corpus", "list", "traces", "--csv")
    #expect(
      list.output == """
        recording,intent,person,session,start
        traces/a.yml,,,,
        traces/b.events,,,,
        traces/c.csv,,,,

        """)
    try flickbook.write(
      """
      person,recording,intent
      "Müller, Ärna",traces/a.yml,half
      ,b.events,"tip|half"

      bo,c.csv,
      """, to: "labels.csv")
    func label(_ table: String) throws -> Flickbook.Result {
      try flickbook("corpus", "label", "traces", "--scenario", "sheet", "--table", table)
    }
    let result = try label("labels.csv")
    #expect(
      result.output == """
        traces/a.yml: intent half, by Müller, Ärna
        traces/b.events: intent tip|half
        traces/c.csv: by bo

        """, "\(result)")
    let rows = try flickbook("corpus", "list", "traces", "--csv").output
    #expect(rows.contains("traces/a.yml,half,\"Müller, Ärna\",,\n"))
    for (rows, part) in [
      (
        "recording,intent\na.yml,full\nb.event,tip\n",
        "bad.csv:3: there is no recording 'b.event'; did"
      ),
      ("recording,intent\na.yml,full\nb.events,tpi\n", "bad.csv:3: sheet has no target 'tpi'; did"),
      ("recording,intnet\na.yml,full\n", "bad.csv:1: found 'intnet' where the column 'intent'"),
      (
        "recording,intent\na.yml,full\ntraces/a.yml,tip\n", "bad.csv:3: 'traces/a.yml' is in line 2"
      ),
      ("recording,intent\na.yml\n", "bad.csv:2: found 'a.yml'"),
      ("intent\nhalf\n", "'recording' once"),
      ("recording,intent\n\"a.yml,full\n", "bad.csv:2: "), ("", "bad.csv: the file is empty;"),
    ] {
      try flickbook.write(rows, to: "bad.csv")
      expectRefusal(try label("bad.csv"), 65, part)
    }
    #expect(
      try flickbook("corpus", "list", "traces", "--json").json().first?["intent"] as? String
        == "half")
  }

  /// Whether a program that runs a command in a terminal is installed.
  static let hasTerminal = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  @Test(
    "on a terminal, label shows each recording and asks for its intent",
    .enabled(if: hasTerminal, "needs script"))
  func oneByOne() throws {
    let answers = ["3x", "3", "", "b", "ti|ha", "q"].joined(separator: "\\n")
    let result = try flickbook.shell(
      "printf '\(answers)\\n' | script -qec 'flickbook corpus label traces --scenario sheet' /dev/null"
    )
    #expect(result.output.contains("traces/a.yml  (1 of 3)"), "\(result)")
    #expect(result.output.contains("Which target was intended? 1 tip, 2 half, 3 full; Enter skips"))
    #expect(result.output.contains("no target '3x'"))
    // The picture ends before the surface moves to a target, so that it does not suggest an answer.
    #expect(!result.output.contains("settl"))
    let intents = try flickbook("corpus", "list", "traces", "--json").json()
      .map { $0["intent"] as? String }
    #expect(intents == ["full", "tip|half", nil])
  }

  @Test("a check names every defect and exits with status 1")
  func check() throws {
    let unlabelled = try flickbook("corpus", "check", "traces", "--scenario", "sheet")
    #expect(unlabelled.status == 1)
    #expect(unlabelled.output.hasSuffix("3 recordings, 3 findings\n"), "\(unlabelled)")
    try flickbook(
      "corpus", "label", "traces", "--scenario", "sheet", "--intent", "half", "--person", "anna")
    #expect(try flickbook("corpus", "check", "traces", "--scenario", "sheet").status == 0)
    // One file is a copy in another format with another label, and one is unreadable.
    try flickbook("convert", "traces/a.yml", "traces/d.evemu")
    try flickbook(
      "corpus", "label", "traces/d.evemu", "--scenario", "sheet", "--intent", "tip", "--person",
      "bo")
    let head = try flickbook.text("traces/a.yml").prefix(300)
    try flickbook.write(String(head), to: "traces/e.yml")
    let found = try flickbook(
      "corpus", "check", "traces", "--scenario", "sheet", "--by", "person", "--json")
    #expect(found.status == 1)
    #expect(
      try found.json().map { $0["kind"] as? String } == [
        "unreadable", "contradiction", "duplicate", "leakage",
      ], "\(found)")
    let other = try flickbook("corpus", "check", "traces", "--scenario", "pip", "--json")
    #expect(try other.json().filter { $0["kind"] as? String == "impossibleIntent" }.count == 4)
    expectRefusal(try flickbook("corpus", "check", "traces", "--by", "persn"), 64, "'person'")
    expectRefusal(
      try flickbook("corpus", "check", "traces", "--by", "person", "--held-out", "1"), 64,
      "--held-out")
  }

  @Test("a synthetic corpus is reproducible, and is never written into a foreign folder")
  func synth() throws {
    func synth(_ folder: String, _ more: String...) throws -> Flickbook.Result {
      try flickbook(
        ["corpus", "synth", "60", "--people", "4", "--set", "start=half", "-o", folder] + more)
    }
    #expect(try synth("one").status == 0)
    #expect(try synth("two").status == 0)
    #expect(try flickbook.shell("diff -r one two").status == 0)
    #expect(try synth("three", "--seed", "2").status == 0)
    #expect(try flickbook.shell("diff -rq one three").status == 1)
    let listed = try flickbook("corpus", "list", "one", "--json").json()
    #expect(listed.count == 60)
    #expect(Set(listed.compactMap { $0["person"] as? String }) == ["p1", "p2", "p3", "p4"])
    let check = try flickbook("corpus", "check", "one", "--scenario", "sheet", "--by", "person")
    #expect(check.output == "60 recordings, 0 findings\n", "\(check)")
    expectRefusal(try synth("one"), 74, "not empty")
    expectRefusal(try synth("traces"), 74, "not empty")
    expectRefusal(try flickbook("corpus", "synth", "0", "-o", "x"), 64, "found 0; give a number")
    #expect(try flickbook("corpus", "synth", "5").status == 64)
    expectRefusal(try flickbook("corpus", "synth", "5", "-o", "-"), 64, "-o")
    #expect(try flickbook("corpus", "synth", "5", "--noise", "3", "-o", "x").status == 64)
    expectRefusal(
      try flickbook("corpus", "synth", "5", "--scenario", "button", "-o", "x"), 64, "modal")
    #expect(try !flickbook.names().contains { $0.hasPrefix(".") || $0 == "x" })
  }

  @Test(
    "synthetic people dismiss dismissible surfaces, in every scenario that they support",
    arguments: [
      ("sheet", "--set dismissible=true"), ("modal", ""), ("card", "--set dismissible=true"),
      ("pip", "--set dismiss=true"),
    ])
  func gone(scenario: String, options: String) throws {
    let made = try flickbook.shell(
      "flickbook corpus synth 40 --scenario \(scenario) \(options) -o people")
    #expect(made.status == 0 && made.output.contains("gone\n"), "\(made)")
    let check = try flickbook.shell(
      "flickbook corpus check people --scenario \(scenario) \(options)")
    #expect(check.output == "40 recordings, 0 findings\n", "\(check)")
    let intents = try flickbook("corpus", "list", "people", "--json").json()
      .compactMap { $0["intent"] as? String }
    #expect((1..<40).contains(intents.count { $0 == "gone" }))
  }

  @Test("a split holds out whole people, regardless of the order of the recordings")
  func split() throws {
    try flickbook("corpus", "synth", "40", "--people", "5", "--set", "start=half", "-o", "people")
    let all = try flickbook("corpus", "split", "people", "--json").json()
    let held = Set(
      all.filter { $0["part"] as? String == "held-out" }.compactMap { $0["person"] as? String })
    let training = Set(
      all.filter { $0["part"] as? String == "training" }.compactMap { $0["person"] as? String })
    #expect(held.count == 1 && training.count == 4 && held.isDisjoint(with: training))
    let backwards = try flickbook.shell(
      "flickbook corpus split $(ls -dr people/*) --part held-out | sort")
    let forwards = try flickbook.shell("flickbook corpus split people --part held-out | sort")
    #expect(backwards.output == forwards.output && !forwards.output.isEmpty)
    expectRefusal(try flickbook("corpus", "split", "traces"), 65, "flickbook corpus label")
    expectRefusal(try flickbook("corpus", "split", "people", "--part", "test"), 64, "--part")
  }

  @Test(
    "a search reads recordings, and cases with their settings, and reports the files that it skips"
  )
  func tune() throws {
    try flickbook("corpus", "label", "traces", "--scenario", "sheet", "--intent", "half")
    try flickbook("synth", "tap", "--case", "button/tap", "--intent", "tap")
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
    let result = try flickbook(
      "tune", "traces", "Recordings", "--vary", "spring.response=0.3,0.4", "--json")
    expectRefusal(result, 64, "--scenario")
    let cases = try flickbook("tune", "--vary", "spring.response=0.3,0.4", "--json")
    #expect(cases.status == 0)
    #expect(
      cases.errors.hasPrefix("button: 1 recording left out: setting 'spring.response'"), "\(cases)")
    #expect(try cases.json().count == 2)
    let many = try flickbook(
      "tune", "traces", "--scenario", "sheet", "--vary", "spring.response=0.2:0.5:0.01", "--json")
    #expect(try many.json().count == 31, "JSON has all rows unless --most limits them")
    #expect(try many.json().compactMap { $0["rank"] as? Int } == Array(1...31))
    let table = try flickbook(
      "tune", "traces", "--scenario", "sheet", "--vary", "preset=flickbook,floatingpanel",
      "--vary", "dismissible=true,false", "--vary", "engine=exact", "--wrong")
    #expect(table.status == 0, "\(table)")
    #expect(table.output.contains("equal"))
    #expect(table.output.contains("false,true") || table.output.contains("true,false"))
    let named = try flickbook(
      "tune", "traces", "--scenario", "sheet", "--vary", "release.projection=0.1", "--json",
      "--wrong")
    let row = try #require(named.json().first)
    let answers = try #require(row["answers"] as? [[String: Any]])
    #expect(answers.compactMap { $0["recording"] as? String } == row["wrong"] as? [String])
  }

  @Test("if intents are missing, the command in the first hint adds them")
  func hint() throws {
    let result = try flickbook(
      "tune", "traces/b.events", "--scenario", "sheet", "--vary", "spring.response=0.4")
    #expect(result.status == 65)
    let hint = try #require(
      result.errors.firstMatch(of: /'(flickbook corpus label .*) --intent TARGET'/))
    #expect(try flickbook.shell("\(hint.output.1) --intent half").status == 0)
    let again = try flickbook(
      "tune", "traces/b.events", "--scenario", "sheet", "--vary", "spring.response=0.4")
    #expect(again.status == 0)
  }

  /// Runs a command with a terminal as its standard error, and interrupts it once its progress is beyond 1,000.
  private static let interruption = """
    import os, pty, re, signal, subprocess, sys
    terminal, end = pty.openpty()
    search = subprocess.Popen(sys.argv[1:], stderr=end)
    os.close(end)
    \(PseudoTerminal.reader)
    while not re.search(rb"\\d{4,} of ", output):
        if not more():
            sys.exit("never came: " + repr(output))
    search.send_signal(signal.SIGINT)
    while more():
        pass
    sys.stderr.write(output.decode())
    sys.exit(search.wait())
    """

  @Test(
    "an interrupted search ranks the settings tried so far and exits with status 130",
    .enabled(if: PseudoTerminal.hasPython, "needs python3"))
  func interrupted() throws {
    try flickbook("corpus", "label", "traces", "--scenario", "sheet", "--intent", "half")
    try flickbook.write(Self.interruption, to: "interrupt.py")
    // The search has many small parts, so that only some of them are done when the signal arrives.
    let rates = (1...1_000).map { "\($0)" }.joined(separator: ",")
    let result = try flickbook.shell(
      """
      python3 interrupt.py flickbook tune traces --scenario sheet --vary hz=\(rates) \
      --vary spring.response=0.2:0.8:0.02 --json
      """)
    #expect(result.status == 130)
    #expect(result.errors.contains("interrupted after"), "\(result.errors)")
    #expect(result.errors.contains("of 31000 combinations"))
    let rows = try result.json()
    #expect(!rows.isEmpty && rows.count < 31_000)
    #expect(
      rows.compactMap { $0["rank"] as? Int } == (rows.compactMap { $0["rank"] as? Int }).sorted())
  }
}
