import Foundation
import Testing

@Suite("Pages under test", .enabled(if: PseudoTerminal.hasPython, "needs python3"))
struct PageCommandTests {
  let flickbook: Flickbook

  /// A stand-in for the driver: a sheet whose numbers are in the file of the page.
  static let driver = #"""
    #!/usr/bin/env python3
    import json, math, sys
    words = sys.argv[1:]
    assert words[:2] == ["subject", "chromium"], words
    page = {"noise": 0, "threshold": 1, "window": 100000, "lag": 0, "detent": 0, "rate": 15, "sticks": 0}
    page |= {words[0]: float(words[1]) for words in map(str.split, open(words[2])) if words and words[0] != "broken"}
    options = dict(word[2:].split("=", 1) for word in words[3:]) if len(words) > 3 else {}
    targets, settings = json.loads(options["targets"]), json.loads(options["settings"])
    count = 0
    open("starts.txt", "a").write("start\n")
    def say(**line): print(json.dumps(line), flush=True)
    for text in sys.stdin:
        line = json.loads(text); kind = line["type"]
        if kind == "hello":
            say(type="hello", protocol="flickbook-subject/1", name="page", version="1", axes=["y"], clock="driven",
                targets=list(targets), settings=[{"key": key, **each} for key, each in settings.items()])
        elif kind == "reset":
            if "broken" in open(words[2]).read():
                say(type="error", message="sheet.html: it threw an error; correct it"); continue
            y, down, points, since, phase = targets["half"], None, [], None, "rest"
            count, flick = count + 1, line["settings"]["flick"]
            open("runs.txt", "a").write("run\n")
            shift, vy, target = page["noise"] * (count * 0.618 % 1), 0, None
        elif kind == "touch" and line["phase"] == "began": down, phase = y - line["y"], "drag"
        elif kind == "touch" and line["phase"] == "moved":
            points.append((line["time"], line["y"]))
            if not page["sticks"] or len(points) < page["sticks"]: y = line["y"] + down + page["lag"]
        elif kind == "touch":
            recent = [point for point in points if point[0] > line["time"] - page["window"]]
            vy = (recent[-1][1] - recent[0][1]) / (recent[-1][0] - recent[0][0]) * 1e6
            target = "full" if vy < -flick * page["threshold"] else "half"
            since, base, phase = line["time"], y, "spring"
        elif kind == "frames":
            for now in line["times"]:
                if since is not None:
                    rest = targets[target] + page["detent"]
                    left = (base - rest) * math.exp(-(now - since) / 1e6 * page["rate"])
                    y, phase = (rest + left, "spring") if abs(left) > 0.5 else (rest, "resting")
                known = {"target": target} if target and not page["detent"] else {}
                say(type="frame", time=now, y=y + (shift if phase == "spring" else 0), vy=vy, phase=phase, **known)
                vy = 0
        elif kind == "end": say(type="end")
    """#

  static let file = """
    subject:
      page: sheet.html
      observe: sheet.y
      targets: {half: 422, full: 68}
      settings: {flick: {default: 300, unit: pt/s, min: 0, max: 2000, set: "sheet.flick = value"}}
    hz: 60

    """

  init() throws {
    flickbook = try Flickbook()
    try flickbook.write(Self.driver, to: "bin/flickbook-drive")
    try flickbook.write(Self.file, to: "sheet.yml")
    try flickbook.write("", to: "sheet.html")
    let made = try run(
      """
      chmod +x bin/flickbook-drive; mkdir .git
      flickbook synth flick --from 195,500 --to 195,440 --speed 1000 --intent full -o flick.yml
      """)
    try #require(made.status == 0, "\(made)")
  }

  private func run(_ lines: String) throws -> Flickbook.Result {
    try flickbook.shell("PATH=$PWD/bin:$PATH\nset -e\n" + lines)
  }

  static let make =
    "flickbook case new flick.yml --config sheet.yml --because 'as designed' --allow-subjects\n"

  @Test("a case of a page keeps the keys of the page, and is tested only with permission")
  func caseOfPage() throws {
    let made = try run(Self.make + "flickbook test --allow-subjects")
    #expect(made.status == 0 && made.output.contains("1 case: 1 identical"), "\(made)")
    let settings = try flickbook.text("Recordings/subject/flick/case.yml")
    #expect(settings.contains("  page: \"sheet.html\"\n"), "\(settings)")
    #expect(settings.contains("folder: \"../../..\"") && settings.contains("hz: 60"), "\(settings)")
    let refused = try run("flickbook test")
    #expect(refused.status == 1 && refused.output.contains("--allow-subjects"), "\(refused)")
  }

  @Test(
    "each change of a page is found in its stage",
    arguments: [
      ("threshold 2", "decision", "the decision of the release", "rests at half instead of full"),
      ("window 40000", "velocity", "the estimate of the velocity", "differs in velocity"),
      ("lag 3", "drag", "the drag", "follows the finger differently"),
      ("sticks 4", "drag", "the drag", "follows the finger differently"),
      ("rate 13", "spring", "the motion", "later"),
      ("detent 20", "decision", "the decision of the release", "rests at 88 pt instead of full"),
    ])
  func stage(change: String, stage: String, why: String, headline: String) throws {
    let result = try run(
      Self.make + "echo '\(change)' > sheet.html\nflickbook test --allow-subjects")
    #expect(result.status == 1, "\(result)")
    #expect(result.output.contains(" in \(stage): "), "\(result)")
    #expect(result.output.contains("\(why) gives a different result"), "\(result)")
    #expect(result.output.contains(headline), "\(result)")
  }

  @Test("a run that differs as repeated runs differ passes, and a change beside it is still found")
  func spread() throws {
    let made = try run(
      "echo 'noise 0.5' > sheet.html\n" + Self.make
        + "flickbook test --allow-subjects\nflickbook test --allow-subjects --json")
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("1 within the spread of 5 runs"), "\(made)")
    #expect(made.output.contains(#""outcome":"within spread","runs":5,"#), "\(made)")
    let changed = try run(
      "printf 'noise 0.5\\nthreshold 2\\n' > sheet.html\nflickbook test --allow-subjects")
    #expect(changed.status == 1 && changed.output.contains(" in decision: "), "\(changed)")
    #expect(!changed.output.contains("the motion"), "\(changed)")
  }

  @Test("cases of one page share the processes, at most one for each core")
  func processes() throws {
    let result = try run(
      """
      mkdir -p Recordings/many
      for name in a b c d e f g h; do
        mkdir Recordings/many/$name
        cp flick.yml Recordings/many/$name/recording.yml
        sed 's|^hz|  folder: ../../..\\nhz|' sheet.yml > Recordings/many/$name/case.yml
      done
      flickbook accept Recordings --all --because new --allow-subjects
      rm starts.txt
      flickbook test --allow-subjects
      """)
    #expect(result.output.contains("8 cases: 8 identical"), "\(result)")
    let starts = try flickbook.text("starts.txt").split(separator: "\n").count
    #expect(starts <= ProcessInfo.processInfo.processorCount, "\(starts)")
  }

  @Test("the setting that sends a flick elsewhere is found with few replays")
  func why() throws {
    let result = try run(
      "flickbook why flick.yml --config sheet.yml --allow-subjects --intent half --json")
    // The speed of the flick at the release is 569 pt/s; the threshold is found to 0.4 % of the change.
    let new = try #require(result.output.firstMatch(of: /"new":"([0-9.]+)"/)?.output.1)
    let flick = try #require(Double(new))
    #expect((568...571).contains(flick), "\(result)")
    // 11 sizes down to 0, 11 up to 569, 6 halvings, the rounded value, the present settings twice; one more for a core.
    let cores = ProcessInfo.processInfo.processorCount
    let runs = try flickbook.text("runs.txt").split(separator: "\n").count
    #expect(runs <= 31 + cores, "\(runs)")
    let starts = try flickbook.text("starts.txt").split(separator: "\n").count
    #expect(starts <= cores, "\(starts)")
  }

  @Test("settings of a page are tuned, and the check names what it leaves out")
  func settings() throws {
    let result = try run(
      Self.make + """
        flickbook tune Recordings --config sheet.yml --allow-subjects --vary flick=100,2000
        flickbook subject check --config sheet.yml --allow-subjects
        """)
    #expect(result.output.contains(" 2000    1/1"), "\(result)")
    #expect(
      result.output.contains(
        "left out, because its clock is 'driven': split, random\nno fault found"), "\(result)")
  }

  @Test("a page that cannot be driven ends the command with the message of the driver")
  func broken() throws {
    let result = try run(
      """
      echo broken > sheet.html
      flickbook replay flick.yml --config sheet.yml --allow-subjects --no-picture
      """)
    #expect(result.status == 65, "\(result)")
    #expect(
      result.errors.contains("sheet.html: it threw an error; correct it\n")
        && !result.errors.contains("flickbook-drive"), "\(result)")
  }

  @Test("without the driver, the message says how to install it")
  func noDriver() throws {
    let result = try run(
      """
      rm bin/flickbook-drive
      flickbook replay flick.yml --config sheet.yml --allow-subjects --no-picture
      """)
    #expect(
      result.status == 65
        && result.errors.contains("sheet.html: the program flickbook-drive was not found"),
      "\(result)")
    #expect(result.errors.contains("docs/first-page.md"), "\(result)")
  }
}
