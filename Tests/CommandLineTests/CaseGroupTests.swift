import Foundation
import Testing

@Suite("Groups of changed cases")
struct CaseGroupTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    for (name, gesture) in [("a", "flick"), ("b", "hard-flick"), ("c", "catch-in-flight")] {
      try flickbook("synth", gesture, "--case", "sheet/\(name)")
    }
    try flickbook("accept", "Recordings", "--all", "--because", "new")
  }

  /// Makes all cases settle more slowly.
  private func slowDown() throws {
    for name in ["a", "b", "c"] {
      let settings = "Recordings/sheet/\(name)/case.yml"
      try flickbook.write(
        try flickbook.text(settings) + "set:\n  spring.response: 0.5\n", to: settings)
    }
  }

  /// Multiplies the accepted margins in the file at `path` by `times`.
  private func writeMargins(at path: String, times: Double) throws {
    let wider = try flickbook.text(path).replacing(/"change":(-?[0-9.]+)/) { match in
      "\"change\":\((Double(match.1) ?? 0) * times)"
    }
    try flickbook.write(wider, to: path)
  }

  /// The identifier of the only group of changes.
  private func group() throws -> String {
    let groups = Set(try flickbook("test", "--json").json().compactMap { $0["group"] as? String })
    #expect(groups.count == 1)
    return try #require(groups.first)
  }

  @Test("cases that changed for one cause are reported together, with the setting and its values")
  func oneCause() throws {
    try slowDown()
    let result = try flickbook("test")
    #expect(result.status == 1)
    #expect(result.output.contains("3 cases, drift, group "))
    #expect(
      result.output.contains(
        "why:        spring.response 0.4 → 0.5 s (config case.yml) alone does this"))
    #expect(result.output.contains("sheet/a: settles "))
    // One case of the group is shown, with three frames before and after the first difference.
    let frames = result.output.split(separator: "\n").filter {
      $0.wholeMatch(of: /[ >]+[0-9]+ +(dragging|settling|resting) .*/) != nil
    }
    #expect(frames.count == 7 && frames[3].contains(">"), "\(frames)")
    let lines = try flickbook("test", "--json").json()
    for line in lines {
      let cause = try #require(line["cause"] as? [String: Any])
      let settings = try #require(cause["settings"] as? [[String: Any]])
      #expect(settings.map { $0["key"] as? String } == ["spring.response"])
      #expect(cause["smallest"] as? Bool == true)
    }
  }

  @Test("a group is accepted by its name, which is the same in every run")
  func accept() throws {
    try slowDown()
    let id = try group()
    #expect(try group() == id)
    expectRefusal(try flickbook("accept", "--group", "zzzzzz", "--because", "x"), 66, id)
    let accepted = try flickbook("accept", "--group", id, "--because", "calmer")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("sheet/b: accepted; drift: settles "))
    #expect(try flickbook("test").output == "3 cases: 3 identical\n")
    let run = try flickbook.text("Recordings/sheet/c/expected/run.json")
    #expect(run.contains(#""accepted": ["new","calmer"]"#))
  }

  @Test("a class of changes and filters select the cases to accept")
  func classes() throws {
    try slowDown()
    expectRefusal(
      try flickbook("accept", "--class", "new", "--because", "x"), 66, "no case has the given")
    let some = try flickbook(
      "accept", "--class", "drift", "--filter", "sheet/a", "--filter", "sheet/b", "--because", "x")
    #expect(some.status == 0)
    #expect(try flickbook("test").output.hasSuffix("3 cases: 2 identical, 1 drifted\n"))
  }

  @Test("several filters combine, and a filter without a match is reported")
  func filters() throws {
    let two = try flickbook("test", "--filter", "sheet/a", "--filter", "sheet/c")
    #expect(two.output == "2 cases: 2 identical\n")
    expectRefusal(
      try flickbook("test", "--filter", "sheet/a", "--filter", "sheet/x"), 66, "sheet/x")
  }

  @Test("a folder with a recording but no case.yml is reported as an incomplete case")
  func likeACase() throws {
    let folder = flickbook.folder.appending(path: "Recordings/sheet")
    try FileManager.default.removeItem(at: folder.appending(path: "b/case.yml"))
    let result = try flickbook("test")
    #expect(result.output == "2 cases: 2 identical\n")
    #expect(result.errors.contains("Recordings/sheet/b: the folder looks like a case but has"))
  }

  @Test("a folder with a recording but no case.yml is also reported to build servers")
  func likeACaseInReports() throws {
    try FileManager.default.removeItem(
      atPath: flickbook.folder.appending(path: "Recordings/sheet/a/case.yml").path)
    let annotated = try flickbook("test", "--github").output
    #expect(
      annotated.contains("::warning file=Recordings/sheet/a,title=no case::the folder looks like"))
    #expect(try flickbook("test", "--tap").output.hasSuffix("or move the folder.\n"))
  }

  @Test("text, picture, annotation and summary of a group describe its worst change")
  func worstMember() throws {
    // The least severe change has the first name: another reason, then another release, then
    // another rest position.
    for (name, gesture) in [
      ("a", "corner-to-corner"), ("b", "flick-again"), ("c", "hard-flick"),
    ] {
      let settings = "Recordings/sheet/\(name)/case.yml"
      try flickbook.shell("rm -r Recordings/sheet/\(name)")
      try flickbook("synth", gesture, "--case", "sheet/\(name)")
      try flickbook("accept", "Recordings/sheet/\(name)", "--because", "new")
      try flickbook.write(
        try flickbook.text(settings) + "set:\n  release.adjacentOnly: false\n", to: settings)
    }
    let summary = flickbook.folder.appending(path: "summary.md").path
    let result = try flickbook.shell("GITHUB_STEP_SUMMARY='\(summary)' flickbook test --github")
    #expect(result.status == 1)
    let members = result.output.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^    sheet\/(.):/)?.1
    }
    #expect(members == ["c", "b", "a"], "\(result)")
    #expect(result.output.contains("look at one: flickbook replay Recordings/sheet/c/"))
    let annotation =
      "::error file=Recordings/sheet/c/case.yml,title=3 cases%2C such as sheet/c::rests at full"
    #expect(result.output.contains(annotation))
    #expect(
      try String(contentsOfFile: summary, encoding: .utf8).contains("| sheet/c: rests at full"))
    #expect(
      result.output.contains("3 cases: 0 identical, 1 with other reasons, 2 changed behaviour"))
    let outcomes = try flickbook("test", "--json").json().map { $0["outcome"] as? String }
    #expect(outcomes == ["other reason", "behaviour change", "behaviour change"])
    #expect(try flickbook("accept", "--class", "reason", "--because", "a better word").status == 0)
    #expect(try flickbook("test").output.contains("1 identical, 2 changed behaviour"))
  }

  @Test("JUnit, TAP and annotations report the same results for the same cases")
  func reports() throws {
    try slowDown()
    try flickbook("accept", "Recordings/sheet/a", "--because", "calmer")
    let result = try flickbook("test", "--tap", "--junit", "results.xml")
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines[0] == "TAP version 13" && lines[1] == "1..3")
    #expect(lines.filter { $0.hasPrefix("ok ") }.map { $0.dropFirst(3) } == ["1 - sheet/a"])
    #expect(lines.filter { $0.hasPrefix("not ok ") }.count == 2)
    let xml = try XMLLines(flickbook.text("results.xml"))
    #expect(xml.count("<testcase ") == 3)
    #expect(xml.count("<failure type=\"drift\" message=\"settles ") == 2)
    #expect(xml.contains("<testsuites name=\"flickbook\" tests=\"3\" failures=\"2\" errors=\"0\">"))
    let summary = flickbook.folder.appending(path: "summary.md").path
    let annotated = try flickbook.shell("GITHUB_STEP_SUMMARY='\(summary)' flickbook test --github")
    let errors = annotated.output.split(separator: "\n").filter { $0.hasPrefix("::error ") }
    #expect(errors.count == 1)
    #expect(
      errors[0].hasPrefix("::error file=Recordings/sheet/b/case.yml,title=2 cases%2C such as"))
    let page = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(page.contains("| 2 | drift | spring.response 0.4 → 0.5 s (config case.yml)"))
    expectRefusal(try flickbook("test", "--tap", "--json"), 64, "--tap")
  }

  @Test("an unreadable case does not end the list, which shows how often each case was accepted")
  func list() throws {
    try flickbook.write("scenario: [", to: "Recordings/sheet/b/case.yml")
    let result = try flickbook("case", "list", "--json")
    #expect(result.status == 65)
    let lines = try result.json()
    #expect(lines.map { $0["case"] as? String } == ["sheet/a", "sheet/c"])
    #expect(lines.map { $0["accepted"] as? Int } == [1, 1])
    let text = try flickbook("case", "list").output
    #expect(text.contains("\n  sheet/a  sheet") && text.hasSuffix("\n2 cases\n"), "\(text)")
  }

  @Test("a reduced case has the settings of the case, and is not accepted at first")
  func minimized() throws {
    try flickbook("case", "minimize", "Recordings/sheet/a")
    #expect(
      try flickbook.text("Recordings/sheet/a-minimal/case.yml")
        == flickbook.text("Recordings/sheet/a/case.yml"))
    #expect(
      try flickbook("test", "Recordings/sheet/a-minimal").output.contains("no expected run"))
  }

  @Test("results that are printed on standard output form one XML document")
  func standardOutput() throws {
    try slowDown()
    let result = try flickbook("test", "--junit", "-")
    #expect(result.output.hasPrefix("<?xml "))
    #expect(result.output.hasSuffix("</testsuites>\n"))
  }

  @Test("a case marked as a known failure passes while it fails, and fails once it passes")
  func knownFailure() throws {
    let settings = "Recordings/sheet/a/case.yml"
    let known = try flickbook.text(settings) + "fails: \"stops #1 too soon\"\n"
    try flickbook.write(known, to: settings)
    let unexpected = try flickbook("test")
    #expect(unexpected.status == 1 && unexpected.output.contains("remove 'fails:'"))
    #expect(unexpected.output.hasSuffix("3 cases: 2 identical, 1 unexpected pass\n"))
    let told = try flickbook("test", "--tap").output
    #expect(told.contains("not ok 1 - sheet/a\n# the run equals the expected run"))

    try flickbook.write(known + "set:\n  spring.response: 0.5\n", to: settings)
    let failing = try flickbook("test", "--junit", "results.xml")
    #expect(failing.status == 0)
    #expect(
      failing.output == """
          sheet/a: expected failure: stops #1 too soon
        3 cases: 2 identical, 1 expected failure

        """)
    let xml = try flickbook.text("results.xml")
    #expect(xml.contains(#"<skipped message="expected failure: stops #1 too soon"/>"#))
    #expect(xml.contains(#"failures="0" errors="0" skipped="1""#))
    #expect(
      try flickbook("test", "--tap").output.contains(
        "not ok 1 - sheet/a # TODO stops \\#1 too soon\n"))
    #expect(
      try flickbook("test", "--json").json().map { $0["outcome"] as? String }
        == ["expected failure", "identical", "identical"])
    let accepted = try flickbook("accept", "--all", "--because", "x")
    #expect(accepted.output.contains("sheet/a: not changed, because it is known to fail"))
    #expect(try flickbook("test").output == failing.output)
    // A replay that fails, or a missing expected run, does not count as the known failure.
    try flickbook.write("nonsense", to: "Recordings/sheet/a/recording.yml")
    #expect(try flickbook("test").output.hasSuffix("3 cases: 2 identical, 1 failed\n"))
    try flickbook.write("scenario: sheet\nfails: \n", to: settings)
    #expect(
      try flickbook("test").output.contains("\(settings):2: found nothing; expected the reason"))
  }

  @Test("a case whose recording was replaced is stale")
  func stale() throws {
    try flickbook(
      "synth", "slow-drag-and-hold", "-o", "Recordings/sheet/a/recording.yml", "--force")
    let result = try flickbook("test")
    #expect(
      result.status == 1 && result.output.contains("why:        the recording has changed"))
    #expect(result.output.hasSuffix("3 cases: 2 identical, 1 stale\n"))
    #expect(try flickbook("test", "--json").json().first?["outcome"] as? String == "stale")
    #expect(
      try flickbook("accept", "--class", "drift", "--class", "behaviour", "--because", "x").status
        == 66)
    #expect(try flickbook("accept", "--class", "stale", "--because", "taken anew").status == 0)
    #expect(try flickbook("test").output == "3 cases: 3 identical\n")
  }

  @Test(
    "a margin that fell below a limit is a warning, also in the reports for build servers",
    arguments: [
      ("case", true), ("folder", true), ("config", true), ("none", false), ("less", false),
    ])
  func leastMargin(place: String, isTold: Bool) throws {
    let margins = try #require(
      try flickbook("test", "Recordings/sheet/a", "--margins", "--json").json().first?["margins"]
        as? [[String: Any]])
    var nearest = Double.infinity
    for margin in margins {
      for (key, unit) in [("position", 1.0), ("velocity", 10.0)] {
        guard let flip = margin[key] as? [String: Any], let change = flip["change"] as? Double
        else { continue }
        nearest = min(nearest, abs(change) / unit)
      }
    }
    // The margin falls to nine tenths, which is above the limit of one half.
    let settings = "Recordings/sheet/a/case.yml"
    var text = try flickbook.text(settings)
    let limit = "margin: \(place == "less" ? nearest * 0.5 : nearest * 1.05)\n"
    var options: [String] = []
    switch place {
    case "case", "less": text += limit
    case "folder": try flickbook.write(limit, to: "Recordings/cases.yml")
    case "config":
      try flickbook.write(limit, to: "feel.yml")
      options = ["--config", "feel.yml"]
    default: break
    }
    try flickbook.write(text, to: settings)
    let unchanged = try flickbook(["test"] + options)
    #expect(unchanged.status == 0 && !unchanged.output.contains("warning"), "\(unchanged.output)")

    // An earlier version of the program would have stored a slightly larger margin.
    let path = "Recordings/sheet/a/expected/run.json"
    try writeMargins(at: path, times: 1.1)
    let result = try flickbook(["test"] + options)
    #expect(result.status == 0)
    #expect(
      result.output.contains("warning: sheet/a passes, but is nearer") == isTold, "\(result.output)"
    )
    let annotated = try flickbook(["test", "--github"] + options).output
    #expect(
      annotated.contains("::warning file=Recordings/sheet/a/case.yml,title=sheet/a is") == isTold)
    let xml = try flickbook(["test", "--junit", "-"] + options).output
    #expect(xml.contains("<system-out>sheet/a passes, but is nearer") == isTold)
    #expect(
      try flickbook(["test", "--tap"] + options).output.contains("# warning: sheet/a passes")
        == isTold)
  }

  @Test(
    "results of tried settings cannot be accepted; the printed command repeats folders and filters")
  func printedCommands() throws {
    try flickbook.write("set: {spring.response: 0.5}\n", to: "my feel.yml")
    let tried = try flickbook("test", "Recordings/sheet", "--config", "my feel.yml").output
    #expect(!tried.contains("flickbook accept --"))
    #expect(tried.contains("accept them: put the settings of 'my feel.yml' into their case.yml"))
    #expect(tried.contains("flickbook test Recordings/sheet/b --config 'my feel.yml' --report"))
    try slowDown()
    let result = try flickbook(
      "test", "Recordings/sheet", "--filter", "a", "--filter", "b", "--json")
    let id = try #require(try result.json().first?["group"] as? String)
    let words = try flickbook("test", "Recordings/sheet", "--filter", "a", "--filter", "b").output
    #expect(
      words.contains(
        "accept them: flickbook accept Recordings/sheet --filter a --filter b --group \(id) --because"
      ))
  }

  @Test("review asks about each of two cases with the same name and change in different folders")
  func sameNames() throws {
    try flickbook.shell("mkdir A B; cp -r Recordings/sheet A; cp -r Recordings/sheet B")
    try flickbook.shell("rm -r A/sheet/[bc] B/sheet/[bc]")
    for folder in ["A", "B"] {
      try flickbook.shell(
        "printf 'set:\\n  spring.response: 0.5\\n' >> \(folder)/sheet/a/case.yml")
    }
    let review = try flickbook.shell(
      "printf 'a\\nas designed\\n' | script -qec 'flickbook review A B' /dev/null")
    #expect(review.output.contains("2 cases accepted"), "\(review)")
    #expect(try flickbook("test", "A", "B").output == "2 cases: 2 identical\n")
  }

  @Test("special characters of XML, TAP and workflow commands in names are escaped")
  func hostileNames() throws {
    let folder = flickbook.folder.appending(path: "Recordings/sheet")
    try FileManager.default.moveItem(
      at: folder.appending(path: "a"), to: folder.appending(path: "a # \"<b>\" & ::error, %0A"))
    try slowDownOnly("a # \"<b>\" & ::error, %0A")
    let tap = try flickbook("test", "--tap", "--junit", "results.xml").output
    #expect(tap.contains("not ok 1 - sheet/a \\# \"<b>\" & ::error, %0A"))
    let xml = try flickbook.text("results.xml")
    #expect(xml.contains("name=\"a # &quot;&lt;b&gt;&quot; &amp; ::error, %0A\""))
    let annotated = try flickbook("test", "--github").output
    #expect(annotated.contains("%3A%3Aerror%2C %250A"))
  }

  private func slowDownOnly(_ name: String) throws {
    let settings = "Recordings/sheet/\(name)/case.yml"
    try flickbook.write(
      try flickbook.text(settings) + "set:\n  spring.response: 0.5\n", to: settings)
  }

  @Test("with --fail-fast, only the first failure is reported, and the remaining cases are counted")
  func failFast() throws {
    try slowDown()
    let result = try flickbook("test", "--fail-fast", "--jobs", "1")
    #expect(result.status == 1)
    #expect(
      result.output.hasSuffix(
        "1 case: 0 identical, 1 drifted\nstopped after the first failure; 2 cases not tested\n"))
    expectRefusal(try flickbook("test", "--jobs", "0"), 64, "--jobs")
  }

  @Test("other frame rates give the same decisions, and an invalid frame rate is reported")
  func rates() throws {
    #expect(try flickbook("test", "--hz", "60,90,120").output == "3 cases: 3 identical\n")
    expectRefusal(try flickbook("test", "--hz", "60,fast"), 64, "'fast'")
  }

  @Test("without a terminal, review asks no questions and prints the command to use instead")
  func reviewWithoutTerminal() throws {
    expectRefusal(
      try flickbook("review"), 64, "there is no terminal", "flickbook accept --group ID")
  }

  @Test(
    "a review accepts a group with one reason, and leaves skipped groups unchanged",
    .enabled(
      if: CorpusCommandTests.hasTerminal, "needs script of util-linux"))
  func review() throws {
    try slowDown()
    let skipped = try terminal("s\\n", "flickbook review")
    #expect(skipped.output.contains("1 of 1  3 cases, drift, group "))
    #expect(skipped.output.contains("3 cases not decided yet"))
    #expect(try flickbook("test").status == 1)
    let shown = try terminal("d\\nq\\n", "flickbook review")
    #expect(shown.output.contains("sheet/b, expected:") && shown.output.contains("frame  expected"))
    let single = try terminal("c\\na\\ncalmer\\ns\\ns\\n", "flickbook review")
    #expect(single.output.contains("2 cases not decided yet"))
    #expect(try flickbook("test").output.hasSuffix("3 cases: 1 identical, 2 drifted\n"))
    let rejected = try terminal("c\\nr\\ns\\n", "flickbook review")
    #expect(
      rejected.output.contains("1 case rejected")
        && rejected.output.contains("1 case not decided yet"))
    #expect(try flickbook("test").output.hasSuffix("3 cases: 1 identical, 2 drifted\n"))
    let rest = try terminal("A\\ncalmer, too\\n", "flickbook review")
    #expect(rest.output.contains("all decided; 2 cases accepted"))
    #expect(try flickbook("test").status == 0)
  }

  @Test(
    "the first groups are drawn with the actual run over the expected run, in ASCII if necessary")
  func overlay() throws {
    try slowDown()
    let text = try flickbook("test").output
    #expect(text.contains("now") && text.contains("· expected") && text.contains("⣀"))
    let plain = try flickbook.shell("LC_ALL=C flickbook test")
    #expect(plain.output.contains("* top edge, pt now") && plain.output.contains(". expected"))
    #expect(try flickbook("test", "--tap").output.contains("expected\n# ") == false)
  }

  @Test("the new run of a changed case is stored beside the expected run until it is accepted")
  func pending() throws {
    try slowDown()
    func waits(_ name: String) -> Bool {
      let path = flickbook.folder.appending(path: "Recordings/sheet/\(name)/pending/run.json")
      return FileManager.default.fileExists(atPath: path.path)
    }
    try flickbook("test")
    #expect(!waits("a"), "no pending run is written without a request")
    let kept = try flickbook("test", "--pending", "--filter", "sheet/a", "--filter", "sheet/b")
    #expect(kept.status == 1 && kept.errors.contains("2 runs kept in CASE/pending"))
    #expect(waits("a") && waits("b") && !waits("c"))
    try flickbook("replay", "Recordings/sheet/a", "-o", "now")
    for name in ["frames.jsonl", "events.jsonl"] {
      #expect(
        try flickbook.text("Recordings/sheet/a/pending/\(name)") == flickbook.text("now/\(name)"))
    }
    try flickbook("accept", "Recordings/sheet/a", "--because", "calmer")
    #expect(!waits("a") && waits("b"))
    // A passing case must leave no pending run.
    let settings = try flickbook.text("Recordings/sheet/b/case.yml")
    try flickbook.write(
      settings.replacing("set:\n  spring.response: 0.5\n", with: ""),
      to: "Recordings/sheet/b/case.yml")
    try flickbook.write("mine", to: "Recordings/sheet/b/pending/notes.txt")
    try flickbook("test", "--pending", "Recordings/sheet/b")
    #expect(!waits("b"))
    #expect(try flickbook.text("Recordings/sheet/b/pending/notes.txt") == "mine")
  }

  @Test(
    "the desktop opens the page of a group; a missing page is created first",
    .enabled(
      if: CorpusCommandTests.hasTerminal, "needs script of util-linux"))
  func page() throws {
    try slowDown()
    try flickbook.write("#!/bin/sh\ncp \"$1\" opened.html\n", to: "bin/xdg-open")
    let told = try flickbook.shell(
      """
      chmod +x bin/xdg-open; export TMPDIR=$PWD PATH=$PWD/bin:$PATH
      (ulimit -t 60; printf 'o\\n'; while [ ! -s opened.html ]; do :; done; printf 'q\\n') \
        | timeout 60 script -qec 'flickbook review' /dev/null
      """)
    #expect(told.output.contains("3 changed cases"), "\(told)")
    let page = try flickbook.text("opened.html")
    #expect(page.contains("sheet/a") && page.contains("sheet/c"))
  }

  /// Runs a command in a terminal and types `answers`.
  private func terminal(_ answers: String, _ command: String) throws -> Flickbook.Result {
    try flickbook.shell("printf '\(answers)' | script -qec '\(command)' /dev/null")
  }
}

/// A text whose XML elements are counted.
private struct XMLLines {
  private let text: String

  init(_ text: String) throws {
    self.text = text
    // The parser reports malformed XML.
    let parser = XMLParserProbe(text)
    try #require(parser.isWellFormed)
  }

  func count(_ piece: String) -> Int { text.components(separatedBy: piece).count - 1 }

  func contains(_ piece: String) -> Bool { text.contains(piece) }
}

/// Whether the elements of a text are correctly nested and closed.
private struct XMLParserProbe {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var isWell = true
    for piece in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      let tag = piece.prefix { $0 != ">" }
      if tag.hasPrefix("?") { continue }
      let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
      if tag.hasPrefix("/") {
        isWell = isWell && open.popLast() == tag.dropFirst().prefix { !$0.isWhitespace }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    isWellFormed = isWell && open.isEmpty
  }
}
