import CaseFolders
import FrameLogs
import InteractionScenarios
import Quantities
import Subjects
import Testing
import TouchInput

@Suite("Request file")
struct RequestFileTests {
  private func request(_ text: String) throws -> (request: ReplayRequest, file: RequestFile) {
    let file = try requestFile(in: text, path: "feel.yml")
    var request = ReplayRequest(scenario: "")
    file.apply(&request)
    return (request, file)
  }

  @Test("the lines of a program are read back as the same program, with every key")
  func program() throws {
    var program = SubjectProgram(command: "python3 \"s.py\"", folder: "/absent/prog")
    program.environment = ["MODE": "test: #1", "no": "3"]
    program.timeLimit = Seconds(3.5)
    program.files = ["s.py", "- x"]
    let text = program.settingsText(in: "/absent/Recordings/subject/new")
    let file = try requestFile(
      in: text, path: "/absent/Recordings/subject/new/case.yml")
    let read = try #require(file.subject)
    #expect(read.command == program.command)
    #expect(read.folder.hasSuffix("../../../prog"))
    #expect(read.environment == program.environment)
    #expect(read.timeLimit == program.timeLimit)
    #expect(read.files == program.files)
  }

  static let page = """
    subject:
      page: "a sheet.html"
      observe: "sheet.y"
      axis: xy
      targets: {half: 422, corner: [16, 60]}
      settings: {flick: {default: 300, unit: pt/s, max: 2000, set: "sheet.flick = value"}, way: {default: "7", set: b}}
      server: npm run dev
      ready: "!!document.querySelector('.sheet')"
      open: "-1"
      viewport: 320x568
      allow: [http://a.example, localhost:8080]

    """

  @Test("the keys of a page become one command, and are read back as the same page")
  func page() throws {
    let place = "/absent/Recordings/subject/new/case.yml"
    let read = try #require(
      requestFile(in: Self.page, path: place).subject)
    let words = [
      "flickbook-drive subject chromium", "'./a sheet.html'", "--observe=sheet.y", "--axis=xy",
      #"'--targets={"half":422,"corner":[16,60]}'"#,
      #"'--settings={"flick":{"default":300,"set":"sheet.flick = value","unit":"pt/s","max":2000},"#
        + #""way":{"default":"7","set":"b"}}'"#,
      "'--server=npm run dev'", #"'--ready=!!document.querySelector('\''.sheet'\'')'"#,
      "--open=-1", "--viewport=320x568", "'--allow=http://a.example'", "'--allow=localhost:8080'",
      "--root=",
    ]
    #expect(read.command.hasPrefix(words.joined(separator: " ")), "\(read.command)")
    #expect(read.timeLimit == Seconds(60))
    let text = read.settingsText(in: "/absent/Recordings/subject/new")
    let again = try requestFile(in: text, path: place).subject
    #expect(again?.command == read.command && again?.page == read.page, "\(text)")
    #expect(!text.contains("limit") && !text.contains("command"), "\(text)")
  }

  @Test(
    "a page that is not of the repository or of this machine, and keys that contradict each other, are refused",
    arguments: [
      ("page: a, observe: b, comand: c", "'command' or another key"),
      ("page: a, observe: b, targts: {c: 1}", "'targets' or another key"),
      ("page: a", "the keys 'page' and 'observe'"), ("observe: a", "the keys 'page' and 'observe'"),
      ("command: a, page: b, observe: c", "the keys 'command' and 'page'"),
      ("command: a, ready: b", "the keys 'command' and 'ready'"),
      ("page: /dev/null, observe: b", "a file inside of"),
      ("page: 'https://example.com/', observe: b", "an address on this machine"),
      ("page: 'http://127.0.0.1.example.com', observe: b", "an address on this machine"),
      ("page: 'http://localhost@example.com', observe: b", "an address on this machine"),
      ("page: 'file:///etc/passwd', observe: b", "an address on this machine"),
      ("page: a, observe: b, axis: z", "x, y or xy"),
      ("page: a, observe: b, viewport: 3", "390x844"),
      ("page: a, observe: b, targets: [c]", "positions"),
      ("page: a, observe: b, settings: {c: {default: 1}}", "'set'"),
    ])
  func wrongPage(keys: String, expected: String) throws {
    let error = try #require(throws: FileError.self) {
      try requestFile(in: "subject: {\(keys)}\n", path: "feel.yml")
    }
    #expect(error.description.hasPrefix("feel.yml:1: "), "\(error)")
    #expect(error.description.contains(expected), "\(error)")
  }

  @Test("every key of a file changes the request")
  func everyKey() throws {
    let (request, file) = try request(
      """
      scenario: pip
      preset: wave
      hz: 60
      estimator: android.lsq2:horizon=80
      screen: 320x568
      recognizer: slop
      slop: 4
      touchpad-fingers: 1
      points-per-mm: 5.5
      pan: 3
      tolerance: 0.5
      set:
        hitTest: true
      """)
    #expect(request.scenario == "pip")
    #expect(request.preset == "wave")
    #expect(request.rate.framesPerSecond == 60)
    #expect(request.estimator == "android.lsq2:horizon=80")
    #expect(request.screen.size.x.value == 320)
    #expect(request.pans.recognizer == .slop)
    #expect(request.pans.slop.value == 4)
    #expect(request.pans.touchpadFingers == 1)
    #expect(request.pointsPerMillimeter == 5.5)
    #expect(request.onlyPan == 3)
    #expect(file.tolerance?.absolute == 0.5)
    #expect(request.assignments.map(\.key) == ["hitTest"])
    #expect(request.assignments.map(\.location) == ["feel.yml:13"])
    #expect(file.scenario == "pip")
  }

  @Test(
    "a spring can be written as words of another system, or as a mapping of them",
    arguments: [
      "set: {spring: {duration: 500ms, bounce: 0.2}}\n",
      "set:\n  spring: duration:0.5,bounce:0.2\n",
      "set: {spring: \"bounce:0.2,duration:0.5 s\"}\n",
      "at: [{time: 0, spring: {duration: 0.5, bounce: 0.2}}]\n",
    ])
  func spring(yaml: String) throws {
    var request = try request("scenario: sheet\n" + yaml).request
    request.assignments += request.commands.compactMap { command in
      guard case .change(let assignment) = command.action else { return nil }
      return assignment
    }
    let settings = try request.tunableSettings()
    func value(_ key: String) -> TunableSetting.Value? { settings.first { $0.key == key }?.value }
    #expect(value("spring.response") == .number(0.5, in: 0...20))
    #expect(value("spring.dampingRatio") == .number(0.8, in: 0...20))
    let location = request.assignments[0].location
    #expect(location.hasPrefix("feel.yml:") && location != "feel.yml:0")
  }

  @Test("numbers of the settings and of the options can have units")
  func units() throws {
    let request = try request(
      "scenario: sheet\nslop: 12dp\nset: {release.flick: 0.4px/ms, limits.stiffness: 50%}\n"
    ).request
    #expect(request.pans.slop.value == 12)
    let settings = try request.tunableSettings()
    #expect(
      settings.first { $0.key == "release.flick" }?.value == .number(400, in: 0...100_000))
    #expect(settings.first { $0.key == "limits.stiffness" }?.value == .number(0.5, in: 0.001...1))
  }

  @Test("an estimator can be given by name or as a mapping of its parameters")
  func estimator() throws {
    func text(_ yaml: String) throws -> String { try request(yaml).request.estimator }
    #expect(try text("estimator: kalman:noise=2\n") == "kalman:noise=2")
    #expect(try text("estimator: {name: kalman}\n") == "kalman")
    #expect(
      try text("estimator: {name: kalman, noise: 2 pt, gap: 30 ms}\n")
        == "kalman:noise=2 pt,gap=30 ms")
    #expect(throws: FileError.self) { try request("estimator: {noise: 2}\n") }
    #expect(throws: FileError.self) { try request("estimator: {name: kalman, noise: 2 s}\n") }
  }

  @Test(
    "an empty value is refused, in any notation",
    arguments: [
      "scenario:", "preset:", "hz:", "screen:", "fails:", "estimator:", "set: {start: }",
      "set:\n  -start:", "at: [{time: 1, settle: }]", "estimator: {name: kalman, noise: }",
    ], ["", " ~", " null", " Null"])
  func nothing(text: String, written: String) {
    let yaml =
      text.hasSuffix("}") || text.hasSuffix("]")
      ? text.replacing(": }", with: ":\(written) }") : text + written
    let error = #expect(throws: FileError.self) { _ = try request(yaml + "\n") }
    #expect(error?.description.contains("found nothing") == true, "\(error?.description ?? "")")
  }

  @Test("a message shows only the beginning of a long key")
  func longKey() {
    let key = String(repeating: "start\n", count: 1_000)
    let error = #expect(throws: FileError.self) {
      _ = try request("set:\n  ? \"\(key)\"\n  : ~\n")
    }
    #expect(error.map { $0.description.utf8.count } ?? 0 < 200, "\(error?.description ?? "")")
  }

  @Test(
    "an empty file changes nothing", arguments: ["", "\n\n", "# only a comment\n", "---\n"])
  func empty(text: String) throws {
    let (request, file) = try request(text)
    #expect(file.scenario == nil)
    #expect(request.rate == ReplayRequest(scenario: "").rate)
  }

  /// An invalid text, with the parts that the message must contain.
  struct Mistake: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var answer: [String]

    init(_ why: String, _ text: String, _ answer: String...) {
      testDescription = why
      self.text = text
      self.answer = answer
    }
  }

  @Test(
    "a mistake is reported with its line and an expected value",
    arguments: [
      Mistake("a mistyped key", "scenario: sheet\n\npreste: wave\n", "feel.yml:3: ", "'preset'"),
      Mistake(
        "a key like no other", "colour: red\n", "feel.yml:1: ", "scenario, subject, preset, set"),
      Mistake("a mistyped scenario", "hz: 60\nscenario: shet\n", "feel.yml:2: ", "'sheet'"),
      Mistake(
        "a preset of another name", "scenario: sheet\npreset: wavee\n", "feel.yml:2: ", "'wave'"),
      Mistake("a preset before its scenario", "preset: wavee\nscenario: sheet\n", "feel.yml:1: "),
      Mistake("an unknown estimator", "estimator: android.lsq9\n", "feel.yml:1: ", "'android.lsq"),
      Mistake("an unknown parameter", "estimator: android.lsq2:horizn=8\n", "horizon=80"),
      Mistake(
        "a rate of nothing", "hz: 0\n", "feel.yml:1: found '0'", "1000",
        "a number from 1 to 1000"),
      Mistake("not a number", "hz: nan\n", "found 'nan'"),
      Mistake("a number without end", "slop: inf\n", "found 'inf'"),
      Mistake("a list for a number", "hz: [60]\n", "feel.yml:1: "),
      Mistake("half a pan", "pan: 1.5\n", "a whole number"),
      Mistake("a pan beyond counting", "pan: 99999999999999999999\n", "a whole number"),
      Mistake("a screen of one side", "screen: 390\n", "390x844"),
      Mistake("a word for a recognizer", "recognizer: tap\n", "one of libinput, immediate, slop"),
      Mistake("settings that are a list", "set: [a]\n", "key: value"),
      Mistake("a setting that is a list", "set:\n  start: [half]\n", "feel.yml:2: "),
      Mistake("words for no spring", "set:\n  detents: {full: 20}\n", "2: found a mapping"),
      Mistake("a list in a spring", "set:\n  spring: {stiffness: [1]}\n", "2: found a mapping"),
      Mistake(
        "words for an environment", "subject: {command: a, environment: {A: {mass: 1}}}\n",
        "found a mapping; expected a value of 'A'"),
      Mistake(
        "a spring twice", "set:\n  spring: {stiffness: 247, damping: 3}\n  spring.response: 1\n",
        "feel.yml:3: found 'spring' and 'spring.response'; expected one of them."),
      Mistake("a time for a length", "slop: 12ms\n", "feel.yml:1: found '12ms', a time", "12px"),
      Mistake("no keys", "- sheet\n", "feel.yml:1: ", "key: value"),
      Mistake("a key twice", "hz: 60\nhz: 120\n", "'hz' twice"),
      Mistake("a quote that never ends", "scenario: 'sheet\n", "feel.yml:"),
      Mistake("a tab for indentation", "set:\n\tstart: half\n", "feel.yml:2: "),
      Mistake("an anchor", "scenario: &a sheet\npreset: *a\n", "feel.yml:1: ", "anchor"),
      Mistake("a tag", "scenario: !!binary sheet\n", "feel.yml:1: ", "tag"),
      Mistake("nested too deep", "set: " + String(repeating: "[", count: 5_000), "nesting"),
      Mistake("control characters", "scenario: \u{1}\n", "feel.yml"),
    ])
  func mistakes(mistake: Mistake) throws {
    let error = #expect(throws: FileError.self) { _ = try request(mistake.text) }
    let message = try #require(error).description
    for part in mistake.answer { #expect(message.contains(part), "no '\(part)' in: \(message)") }
  }

  @Test(
    "a second document is refused with its line and a remedy",
    arguments: [
      ("scenario: sheet\n---\nscenario: pip\n", 2), ("--- {scenario: sheet}\n--- 5\n", 2),
      ("scenario: sheet\n...\nscenario: pip\n", 3), ("hz: 60\n...\n---\n", 3),
    ])
  func secondDocument(text: String, line: Int) {
    let expected = "one document; remove the rest, or move it to another file"
    #expect(
      throws: FileError.malformed(
        path: "feel.yml", line: line, found: "a second document", expected: expected)
    ) { _ = try request(text) }
  }

  @Test("aliases that would expand beyond memory are refused immediately")
  func aliasBomb() {
    let names = Array("abcdefghijklm")
    var text = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    for (name, before) in zip(names.dropFirst(), names) {
      let items = Array(repeating: "*\(before)", count: 9).joined(separator: ",")
      text += "\(name): &\(name) [\(items)]\n"
    }
    text += "? *m\n: 1\n"
    #expect(throws: FileError.self) { _ = try request(text) }
  }

  @Test("a file beyond the size limit is not parsed")
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "# \n", count: 50_000), to: "big.yml")
    #expect(throws: FileError.tooLarge(path: path, limit: 65_536)) {
      _ = try requestFile(at: path)
    }
  }
}
