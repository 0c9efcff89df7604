import Foundation
import Testing

@Suite("Other commands")
struct ToolTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
  }

  @Test("the same seed gives the same recording, and another seed gives a different one")
  func seeds() throws {
    let first = try flickbook("synth", "flick", "--seed", "7")
    #expect(first.status == 0)
    #expect(try flickbook("synth", "flick", "--seed", "7").output == first.output)
    #expect(try flickbook("synth", "flick", "--seed", "8").output != first.output)
    #expect(first.output.contains("true release velocity"))
  }

  @Test(
    "impossible parameters of a gesture are refused",
    arguments: [
      ["flik"], [], ["flick", "--from", "1"], ["flick", "--from", "nan,1"],
      ["flick", "--speed", "inf"], ["flick", "--speed", "-1"], ["flick", "--rate", "0"],
      ["flick", "--rate", "1e9"], ["flick", "--noise", "nan"], ["flick", "--to", "1e300,1e300"],
    ])
  func badWish(arguments: [String]) throws {
    let line = (["flickbook", "synth"] + arguments).joined(separator: " ")
    let result = try flickbook.shell("\(line) -o x.yml")
    #expect(result.status == 64, "\(result.errors)")
    #expect(!flickbook.exists("x.yml"))
  }

  @Test("an implausible velocity is discarded in the table of estimators, as in a replay")
  func largestPlausibleSpeed() throws {
    try flickbook.shell(
      "flickbook synth flick --speed 45000 --from 195,840 --to 195,5 --rate 1000 -o far.yml")
    let rows = try flickbook("velocity", "far.yml", "--json").json()
    #expect(rows.count > 20)
    for row in rows {
      let speed = try #require(row["releaseY"] as? Double).magnitude
      #expect(speed <= 30_000, "\(row)")
    }
    #expect(rows.first?["reason"] as? String == "outlier")
  }

  @Test("a search ranks settings by wrong targets, and JSON has the same rows")
  func tune() throws {
    let arguments = ["--scenario", "sheet", "--vary", "spring.response=0.2:0.4:0.1"]
    let line = "flickbook tune flick.yml \(arguments.joined(separator: " "))"
    let result = try flickbook.shell(line)
    #expect(result.status == 0)
    let rows = result.output.split(separator: "\n")
    #expect(rows.count == 4)
    #expect(rows.first?.contains("spring.response  wrong  settle s") == true)
    #expect(rows.dropFirst().first?.contains("0.2    0/1") == true)
    let json = try flickbook.shell("\(line) --json --most 2").json()
    #expect(json.count == 2)
    #expect(json.allSatisfy { $0["wrongTargets"] as? Int == 0 })
    #expect(result.errors.isEmpty, "progress belongs on a terminal")
  }

  @Test("combinations that share a rank are listed in the order of the options")
  func tied() throws {
    let rows = try flickbook.shell(
      """
      flickbook tune flick.yml --scenario sheet --vary release.cap=8000,9000 --vary hz=120,120.0 --json
      """
    ).json()
    #expect(rows.map { $0["rank"] as? Int } == [1, 1, 1, 1])
    let values = rows.compactMap { $0["values"] as? [String: String] }
    #expect(values.map { $0["release.cap"] } == ["8000", "8000", "9000", "9000"])
    #expect(values.map { $0["hz"] } == ["120", "120.0", "120", "120.0"])
  }

  @Test("options of a search override the settings of cases")
  func tuneCases() throws {
    try flickbook("synth", "flick", "--case", "sheet/flick", "--intent", "half")
    let plain = try flickbook("tune", "--vary", "spring.dampingRatio=0.8")
    let slow = try flickbook(
      "tune", "--vary", "spring.dampingRatio=0.8", "--set", "spring.response=2")
    #expect(plain.status == 0)
    #expect(slow.status == 0)
    #expect(plain.output != slow.output)
  }

  @Test(
    "an invalid search is refused",
    arguments: [
      "--vary spring.respons=1,2", "--vary spring.response=5:1:1", "--vary spring.response=",
      "--vary spring.response=0:1:0", "--vary spring.response=0:999999:0.000001",
      "--vary a=1 --vary a=2", "--vary spring.response=1 --most=-1",
      "--vary spring.response=0:20:0.002 --vary spring.dampingRatio=0:20:0.002",
    ])
  func badSearch(arguments: String) throws {
    let result = try flickbook.shell("flickbook tune flick.yml --scenario sheet \(arguments)")
    expectRefusal(result, 64)
  }

  @Test("a search needs recordings with an intent")
  func unlabelled() throws {
    try flickbook("synth", "flick", "-o", "plain.yml")
    let result = try flickbook(
      "tune", "plain.yml", "--scenario", "sheet", "--vary", "spring.response=1")
    #expect(result.status == 65)
    #expect(result.errors.contains("--intent"))
  }

  @Test("an inspection ends with a verdict, which sets the exit status with --strict")
  func inspect() throws {
    let good = try flickbook("inspect", "flick.yml", "--strict")
    #expect(good.status == 0)
    #expect(good.output.hasSuffix("verdict: good\n"))
    #expect(good.output.contains(/released at +reason\n.* 1[0-9]+ .* pt\/s .* ok\n/))
    let cut = String(try flickbook.text("flick.yml").dropLast(1_000))
    try flickbook.write(cut, to: "cut.yml")
    #expect(try flickbook("inspect", "cut.yml").status == 0)
    #expect(try flickbook("inspect", "cut.yml", "--strict").status == 1)
    let json = try flickbook("inspect", "flick.yml", "cut.yml", "--json").json()
    #expect(json.map { $0["suspicious"] as? Bool } == [false, true])
    #expect((json[0]["pans"] as? [[String: Any]])?.count == 1)
    #expect((json[0]["contacts"] as? [[String: Any]])?.count == 1)
  }

  @Test(
    "the tables of an inspection show the values of its JSON, rounded",
    arguments: ["contact", "pan"])
  func inspectedTables(key: String) throws {
    let lines = try flickbook("inspect", "flick.yml").output.split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("  \(key)  ") })
    let titles = lines[head].split(separator: #/ {2,}/#)
    let cells = lines[head + 1].split(separator: #/ {2,}/#)
    let json = try #require(try flickbook("inspect", "flick.yml", "--json").json().first)
    let row = try #require((json["\(key)s"] as? [[String: Any]])?.first)
    #expect(titles.count == cells.count && titles.count >= 6)
    for (title, cell) in zip(titles, cells) {
      switch row[String(title)] {
      case let number as Double:
        let shown = try #require(cell.split(separator: " ").first.flatMap { Double($0) })
        #expect((shown - number).magnitude <= 0.5, "\(title): \(cell)")
      case let text as String: #expect(cell == text)
      default: break  // The titles of a few columns are not their keys.
      }
    }
  }

  @Test("an unreadable file does not prevent the inspection of other files")
  func inspectSeveral() throws {
    let result = try flickbook("inspect", "nowhere.yml", "flick.yml")
    #expect(result.status == 66)
    #expect(result.output.contains("verdict: good"))
  }

  @Test("a recording survives a round trip through evemu")
  func convert() throws {
    #expect(try flickbook("convert", "flick.yml", "x.events").status == 0)
    #expect(try flickbook("convert", "x.events", "back.yml").status == 0)
    let names = ["flick", "back"]
    for name in names {
      let result = try flickbook(
        "replay", "\(name).yml", "--scenario", "sheet", "--device-kind", "touchscreen", "-o", name)
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try flickbook.bytes("flick/frames.jsonl") == flickbook.bytes("back/frames.jsonl"))
  }

  @Test("convert can read standard input and write standard output")
  func convertStreams() throws {
    let result = try flickbook.shell("flickbook convert - - --to evemu < flick.yml")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("# EVEMU"))
    #expect(result.errors.contains("cannot hold"))
  }

  @Test("a recording cannot be converted onto itself or to an unknown format")
  func convertRefusals() throws {
    let before = try flickbook.bytes("flick.yml")
    try FileManager.default.createSymbolicLink(
      atPath: flickbook.folder.appending(path: "link.yml").path, withDestinationPath: "flick.yml")
    for output in ["flick.yml", "./flick.yml", "link.yml"] {
      expectRefusal(try flickbook("convert", "flick.yml", output), 64, "this is the input")
    }
    expectRefusal(try flickbook("convert", "flick.yml", "x.mov"), 64, "x.mov", "--to")
    expectRefusal(try flickbook("convert", "flick.yml", "x", "--to", "evemo"), 64, "'evemu'")
    expectRefusal(try flickbook("convert", "flick.yml", "x.csv", "--device", "3"), 64, "--device")
    #expect(try flickbook.bytes("flick.yml") == before)
    #expect(try flickbook.names() == ["flick.yml", "link.yml"])
  }

  @Test("trim cuts by contacts and by time, and the part can be replayed")
  func trim() throws {
    try flickbook("synth", "flick-again", "-o", "two.yml")
    let cut = try flickbook("trim", "two.yml", "second.yml", "--contacts", "2", "--intent", "full")
    #expect(cut.status == 0, "\(cut.errors)")
    let inspected = try flickbook("inspect", "second.yml", "--json").json()[0]
    #expect((inspected["contacts"] as? [Any])?.count == 1)
    #expect(inspected["intent"] as? String == "full")
    let replayed = try flickbook("replay", "second.yml", "--scenario", "sheet", "--json").json()[0]
    #expect(replayed["pans"] as? Int == 1)
    let timed = try flickbook("trim", "two.yml", "-", "--from", "0.1", "--to", "0.2")
    #expect(timed.output.hasPrefix("# libinput record"))
    let range = try flickbook("trim", "two.yml", "both.yml", "--contacts", "1-2", "--note", "both")
    #expect(range.status == 0)
    #expect(try flickbook.text("both.yml").contains("  note: \"both\"\n"))
  }

  @Test("trim refuses a part that does not exist, and an existing output")
  func trimRefusals() throws {
    let before = try flickbook.bytes("flick.yml")
    expectRefusal(try flickbook("trim", "flick.yml", "x.yml"), 64, "--contacts")
    for contacts in ["2", "0", "2-1", "1-2", "x", "1-2-3", "-1"] {
      expectRefusal(
        try flickbook("trim", "flick.yml", "x.yml", "--contacts=\(contacts)"), 64, "--contacts")
    }
    expectRefusal(try flickbook("trim", "flick.yml", "x.yml", "--from", "nan"), 64, "--from")
    expectRefusal(try flickbook("trim", "flick.yml", "x.yml", "--from", "5"), 64, "no event")
    expectRefusal(
      try flickbook("trim", "flick.yml", "x.yml", "--from", "2", "--to", "1"), 64, "swap")
    expectRefusal(try flickbook("trim", "flick.yml", "x.events", "--to", "1"), 64, ".yml")
    expectRefusal(
      try flickbook("trim", "flick.yml", "./flick.yml", "--to", "1"), 64, "this is the input")
    expectRefusal(try flickbook("trim", "nowhere.yml", "x.yml", "--to", "1"), 66, "nowhere.yml")
    try flickbook.write("mine", to: "taken.yml")
    expectRefusal(try flickbook("trim", "flick.yml", "taken.yml", "--to", "1"), 74, "--force")
    #expect(try flickbook.bytes("flick.yml") == before)
    #expect(try flickbook.names() == ["flick.yml", "taken.yml"])
  }

  @Test("a stored run is drawn")
  func plot() throws {
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "--hz", "60", "-o", "other")
    #expect(try flickbook("plot", "run", "-o", "run/picture.svg").status == 0)
    #expect(try flickbook.text("run/picture.svg").hasPrefix("<svg"))
    let compared = try flickbook("plot", "run", "--expected", "other", "-o", "-")
    #expect(compared.status == 0)
    #expect(compared.output.hasPrefix("<svg"))
    expectRefusal(
      try flickbook("plot", "run/frames.jsonl", "-o", "x.svg"), 65, "not a ChromeOS activity log")
    expectRefusal(try flickbook("plot", "flick.yml", "-o", "x.svg"), 64, "--scenario")
    #expect(!flickbook.exists("x.svg"))
  }

  @Test("stored runs are shown on one self-contained page")
  func view() throws {
    for rate in ["60", "120"] {
      try flickbook("replay", "flick.yml", "--scenario", "sheet", "--hz", rate, "-o", "run-\(rate)")
    }
    let result = try flickbook("view", "run-60", "run-120", "-o", "runs.html")
    #expect(result.status == 0)
    let page = try flickbook.text("runs.html")
    #expect(page.lowercased().hasPrefix("<!doctype html>"))
    #expect(page.contains("run-60") && page.contains("run-120"))
    #expect(!page.contains("src=\"http") && !page.contains("href=\"http"))
    expectRefusal(try flickbook("view", "run-60", "nowhere", "-o", "x.html"), 66, "nowhere")
    expectRefusal(try flickbook("view", "-o", "x.html"), 64, "run")
    #expect(!flickbook.exists("x.html"))
  }

  @Test("recordings with the same file name are all on the page, under different names")
  func namesInPages() throws {
    try flickbook.shell("mkdir one two; cp flick.yml one; cp flick.yml two")
    try flickbook.shell(
      "flickbook view \"$PWD/one/flick.yml\" \"$PWD/two/flick.yml\" --scenario sheet -o page.html")
    let page = try flickbook.text("page.html")
    #expect(page.contains("\"recording flick.yml\\n"))
    #expect(page.contains("\"recording flick.yml (2)\\n"))
    #expect(!page.contains(flickbook.folder.path))
  }
}
