import Foundation
import Testing

@Suite("Report of changed cases")
struct CaseReportTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--case", "sheet/flick-up", "--intent", "half")
    try flickbook("synth", "flick", "--case", "sheet/other", "--seed", "5", "--intent", "half")
    try flickbook("synth", "catch-in-flight", "--case", "pip/catch")
    try flickbook("accept", "Recordings", "--all", "--because", "new")
  }

  private func change(_ name: String, _ lines: String) throws {
    let settings = "Recordings/\(name)/case.yml"
    try flickbook.write(try flickbook.text(settings) + lines, to: settings)
  }

  private func text(_ id: String, in page: String) throws -> Substring {
    let start = try #require(page.range(of: "id=\"\(id)\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script>"))
    return page[start.upperBound..<end.lowerBound]
  }

  @Test("if nothing changed, the page states it, and the test passes")
  func nothing() throws {
    let result = try flickbook("test", "--report", "changes.html")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == "3 cases: 3 identical\n")
    let page = try flickbook.text("changes.html")
    #expect(page.contains("3 cases: nothing changed"))
    #expect(!page.contains("<article"))
    #expect(page.utf8.count < 20_000)
  }

  @Test("the page has only the changed cases, with both runs; changes with a cause come first")
  func changes() throws {
    try change("sheet/flick-up", "set:\n  start: full\n")
    try change("pip/catch", "set:\n  spring.response: 0.401\n")
    try flickbook("synth", "flick", "--case", "sheet/new")
    try flickbook("synth", "flick", "--case", "sheet/broken")
    try change("sheet/broken", "set:\n  no.such: 1 # <b>\n")
    let result = try flickbook("test", "--report", "changes.html", "--json")
    #expect(result.status == 1)
    #expect(try result.json().count == 5)
    let page = try flickbook.text("changes.html")
    #expect(page.contains("4 of 5 cases changed"))
    for word in [
      "Behaves differently", "No expected run yet", "Cannot be replayed",
      "id=\"case:sheet/flick-up\" data-runs=\"", "behaviour change in", "start: full", "no.such",
      "flickbook accept Recordings/sheet/flick-up --because",
    ] {
      #expect(page.contains(word), "\(word)")
    }
    #expect(!page.contains("case:sheet/other"))
    #expect(!page.contains("# <b>"), "text from a file is escaped")
    // The groups of changes are those of 'flickbook accept', in the order in which it lists them.
    let refusal = try flickbook("accept", "--group", "ffffff", "--because", "x").errors
    let known = refusal.matches(of: /[0-9a-f]{6}(?=[,.])/).map(\.output).filter { $0 != "ffffff" }
    try #require(known.count == 2)
    #expect(
      page.matches(of: /<section class="group" id="[^"]*"(?: data-option="([^"]*)")?>/).map(\.1)
        == known.map { "--group \($0)" } + ["--class new", nil])
    #expect(page.contains("Cause: start "))
    // The page has the actual and the expected run of two cases, and the only run of the new case.
    let runs = try JSONSerialization.jsonObject(with: Data(try text("runs", in: page).utf8))
    let names = try #require(runs as? [[String: Any]]).map { $0["name"] as? String }
    #expect(names == ["today", "expected", "today", "expected", "today"])
    #expect(!page.contains("src=\"http") && !page.contains("href=\"http"))
  }

  @Test(
    "the recordings in the page replay to the displayed frames, with the settings that were tried")
  func replays() throws {
    try flickbook.write("set:\n  spring.response: 0.7\n", to: "try.yml")
    #expect(try flickbook("test", "--config", "try.yml", "--report", "changes.html").status == 1)
    #expect(try flickbook.text("changes.html").contains("try.yml"))
    let result = try flickbook("replay", "changes.html", "--no-picture", "-o", "runs")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "the frames differ from the page: \(result.errors)")
    #expect(try flickbook.names(in: "runs") == ["pip-catch", "sheet-flick-up", "sheet-other"])
    let header = try flickbook.text("runs/sheet-other/run.json")
    #expect(header.contains("\"spring.response\": {\"value\":0.7"))
  }

  @Test("with many changes, the page has a picture of each, and plays only some of each group")
  func many() throws {
    for index in 0..<52 {
      try flickbook.shell("cp -r Recordings/sheet/other Recordings/sheet/copy-\(index)")
    }
    try flickbook.write("set:\n  spring.response: 0.7\n", to: "try.yml")
    try flickbook("test", "--config", "try.yml", "--report", "changes.html")
    let page = try flickbook.text("changes.html")
    #expect(page.contains("55 of 55 cases changed"))
    let articles = page.matches(of: /<article id="case:([^"]*)" data-runs="([^"]*)"/)
    let played = articles.filter { !$0.2.isEmpty }
    #expect(articles.count == 55 && played.count > 5 && played.count < 55)
    #expect(page.contains("This page has the players of \(played.count) cases"))
    #expect(page.contains("one of the other \(55 - played.count)"))
    for index in 0..<52 { #expect(page.contains("case:sheet/copy-\(index)\"")) }
    #expect(page.matches(of: /<img loading="lazy" alt="[^"]+" src="data:image/).count == 55)
    // The worst case of each group is played first.
    for section in page.split(separator: "<section class=\"group\"").dropFirst() {
      let first = try #require(section.firstMatch(of: /data-runs="([^"]*)"/))
      #expect(!first.1.isEmpty)
    }
    // Runs with the settings of --config cannot be accepted.
    #expect(!page.contains("type=\"checkbox\"") && page.contains("put the settings into the cases"))
    #expect(page.utf8.count < 5_000_000)
  }

  @Test("a wrong extension or a foreign file is refused before any case is replayed")
  func refusals() throws {
    try flickbook.write("mine", to: "mine.html")
    for (path, status) in [("x.txt", 64), ("-", 64), ("mine.html", 74)] {
      expectRefusal(
        try flickbook("test", "--report", path), Int32(status), status == 64 ? "--report" : path)
    }
    #expect(try flickbook.text("mine.html") == "mine")
    #expect(try flickbook("test", "--report", "mine.html", "--force").status == 0)
  }

  @Test("cases with the same name in two folders are distinguished")
  func sameNames() throws {
    try flickbook.shell("cp -r Recordings/sheet more")
    try flickbook.write("set:\n  spring.response: 0.7\n", to: "try.yml")
    try flickbook(
      "test", "Recordings/sheet", "more", "--config", "try.yml", "--report", "changes.html")
    let page = try flickbook.text("changes.html")
    for name in ["Recordings/sheet/other", "more/other", "more/flick-up"] {
      #expect(page.split(separator: "id=\"case:\(name)\"").count == 2, "\(name)")
    }
    let result = try flickbook("replay", "changes.html", "--no-picture", "-o", "runs")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try flickbook.names(in: "runs").count == 4)
  }

  @Test("a page shows no folder of an absolute path, and all names of cases are different")
  func absolutePaths() throws {
    try flickbook.shell(
      "mkdir -p ada-l/one ada-l/two; cp -r Recordings/pip ada-l/one; cp -r ada-l/one/pip ada-l/two")
    try flickbook.write("hz: 48\n", to: "ada-l/slow.yml")
    let result = try flickbook.shell(
      "flickbook test \"$PWD/ada-l/one\" \"$PWD/ada-l/two\" --config \"$PWD/ada-l/slow.yml\" --report page.html"
    )
    #expect(result.status == 1, "\(result)")
    let page = try flickbook.text("page.html")
    #expect(!page.contains("ada-l/") && !page.contains(flickbook.folder.path))
    #expect(page.contains("flickbook test pip/catch"))
    #expect(page.contains("id=\"case:pip/catch\"") && page.contains("id=\"case:pip/catch (2)\""))
    #expect(page.contains("\"recording pip/catch (2)\\n"))
  }
}
