import Foundation
import Testing

/// Motion of other software: `flickbook observe`, and `flickbook diff` with a table.
@Suite("Observing other software")
struct ObserveTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml")
    try flickbook("replay", "flick.yml", "--scenario", "sheet", "-o", "run")
    var table = "ms,top\n"
    for line in try flickbook.text("run/frames.jsonl").split(separator: "\n") {
      let frame = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let (time, y) = (try #require(frame["time"] as? Double), try #require(frame["y"] as? Double))
      table += "\(time * 1000 + 4),\(844 - y)\n"
    }
    try flickbook.write(table, to: "app.csv")
  }

  private static let reading = [
    "--column", "time=ms", "--column", "y=top", "--time-unit", "ms", "--origin", "844", "--scale",
    "-1",
  ]

  private func observe(_ more: [String]) throws -> Flickbook.Result {
    try flickbook(
      ["observe", "app.csv", "--recording", "flick.yml", "--scenario", "sheet"] + Self.reading
        + more)
  }

  @Test("an observed table becomes a run that diff, plot and view read like any other run")
  func stored() throws {
    let result = try observe(["-o", "app", "--software", "Own 1", "--clock", "driven"])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasSuffix("the model agrees with the observed motion\n"))
    let header = try flickbook.text("app/run.json")
    #expect(header.contains("\"software\": \"Own 1\"") && header.contains("\"clock\": \"driven\""))
    #expect(try flickbook("diff", "run", "app").output == result.output)
    #expect(try flickbook("diff", "app", "run").output == result.output)
    #expect(try flickbook("plot", "app", "-o", "app.svg").status == 0)
    #expect(try flickbook("view", "run", "app", "-o", "app.html").status == 0)
    #expect(try flickbook(["diff", "run", "app.csv"] + Self.reading).output == result.output)
  }

  @Test("a model that differs ends with status 1 and names the first stage")
  func differing() throws {
    let other = try observe(["--set", "spring.response=0.8"])
    #expect(other.status == 1)
    #expect(other.output.contains("first difference: spring (path at"), "\(other)")
    let json = try observe(["--set", "spring.response=0.8", "--json"]).json().first
    #expect(json?["stage"] as? String == "spring" && json?["agrees"] as? Bool == false)
    let loose = ["--within", "path=500", "--within", "settleTime=5", "--within", "target=1"]
    #expect(try observe(["--set", "spring.response=0.8"] + loose).status == 0)
  }

  @Test("a broken table or option is refused, and no run is written")
  func refused() throws {
    try flickbook.write("ms,top\n0,1\n1,nan\n", to: "bad.csv")
    for (arguments, status, message) in [
      (["--within", "drag"], 64, "--within: found 'drag'"),
      (["--within", "speed=1"], 64, "one of the stages drag"),
      (["--column", "z=top"], 64, "--column: found 'z=top'"),
      (["--column", "y=other"], 64, "--column: found y twice"),
      (["--clock", "sun"], 64, "--clock: found 'sun'; use one of driven, wall."),
      (["--keep"], 64, "--keep: flick.yml is not a case"),
      (["--start-time", "99"], 65, "check --time-unit and --start-time"),
    ] {
      expectRefusal(try observe(arguments + ["-o", "app"]), Int32(status), message)
    }
    let bad =
      ["observe", "bad.csv", "--recording", "flick.yml", "--scenario", "sheet", "-o", "app"]
      + Self.reading
    expectRefusal(try flickbook(bad), 65, "bad.csv:3: found 'nan' in the column top")
    expectRefusal(
      try flickbook("diff", "run", "app.csv", "--tolerance", "1"), 65, "'time' is missing")
    expectRefusal(
      try flickbook("diff", "run", "run", "--origin", "3"), 64, "neither run is observed motion")
    expectRefusal(
      try flickbook("diff", "app.csv", "run"), 64, "app.csv: found a table; name the run first")
    expectRefusal(
      try flickbook(
        "observe", "app.csv", "--recording", "flick.yml", "--scenario", "paging", "--column",
        "time=ms", "--column", "y=top", "--time-unit", "ms"), 65, "the model moves along x")
    expectRefusal(
      try flickbook(["diff", "run", "app.csv"] + Self.reading + ["--scale", "1e300"]), 65,
      "check --scale and --origin")
    #expect(try flickbook.shell("ls -d app").status != 0)
    #expect(try observe(["-o", "app"]).status == 0)
    try flickbook("synth", "hard-flick", "-o", "other.yml")
    try flickbook("replay", "other.yml", "--scenario", "sheet", "-o", "other")
    expectRefusal(try flickbook("diff", "other", "app"), 65, "the runs have different recordings")
  }

  @Test(
    "a case is compared with the tables in its folder, and reports this apart from its expected run"
  )
  func kept() throws {
    try flickbook(
      "case", "new", "flick.yml", "--scenario", "sheet", "--intent", "full", "--because",
      "as designed")
    let folder = "Recordings/sheet/flick"
    let keep = ["observe", "app.csv", "--recording", folder, "--software", "Own 1", "--keep"]
    #expect(try flickbook(keep + Self.reading).status == 0)
    #expect(
      try flickbook.text("\(folder)/observed/app.csv").hasPrefix("# software: Own 1\ntime,y\n"))
    let passed = try flickbook("test")
    #expect(passed.status == 0)
    #expect(passed.output == "1 case: 1 identical; 1 of 1 observed motions agree\n")

    let other = "time,y\n0,748\n0.1,748\n4,748\n"
    try flickbook.write(other, to: "\(folder)/observed/app.run2.csv")
    #expect(try flickbook("test").status == 0, "one of several runs of the software is enough")
    try flickbook.write(other, to: "\(folder)/observed/other.csv")
    let failed = try flickbook("test")
    #expect(failed.status == 1)
    #expect(failed.output.contains("sheet/flick, observed/other: input: drag at"), "\(failed)")
    #expect(failed.output.contains("1 case: 1 identical; 1 of 2 observed motions agree"))
    #expect(try flickbook("test", "--tap").output.contains("not ok 1 - sheet/flick"))
    #expect(
      try flickbook("test", "--json").json().first?["outcome"] as? String == "other than observed")

    let settings = try flickbook.text("\(folder)/case.yml")
    let loose = "observed: {drag: 900, target: 900, path: 900, settleTime: 9}\n"
    try flickbook.write(settings + loose, to: "\(folder)/case.yml")
    #expect(try flickbook("test").status == 0)
    try flickbook.write(settings + "observed: {speed: 1}\n", to: "\(folder)/case.yml")
    expectRefusal(try flickbook("accept", folder, "--because", "x"), 65, "speed")
  }
}
