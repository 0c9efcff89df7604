import Foundation
import Quantities
import ReleaseRules
import Testing
import VelocityEstimation

@Suite("Usage")
struct UsageTests {
  let flickbook: Flickbook

  init() throws { flickbook = try Flickbook() }

  static let commands = [
    "devices", "record", "play", "inspect", "replay", "test", "accept", "diff", "plot", "view",
    "subject",
    "convert", "trim", "split", "corpus", "tune", "why", "export",
    "synth", "scenario", "velocity", "motion",
  ]

  @Test("the help lists every command except worker, in groups with everyday commands first")
  func help() throws {
    let result = try flickbook("--help")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    for command in Self.commands { #expect(result.output.contains("\n  \(command) ")) }
    #expect(!result.output.contains("\n  worker "))
    let groups = result.output.components(separatedBy: " SUBCOMMANDS:\n  ")
    #expect(
      groups.dropFirst().map { $0.prefix { $0 != " " } }
        == ["record", "replay", "tune", "observe", "explain"])
    #expect(result.output.matches(of: /\n  [a-z]+  +[A-Z]/).count <= 31)
  }

  @Test(
    "for a command that moved into another one, the message suggests the new command",
    arguments: [("label", "corpus label"), ("coverage", "case coverage")])
  func movedCommand(typed: String, meant: String) throws {
    expectRefusal(try flickbook(typed, "--json"), 64, "'flickbook \(meant)'")
  }

  @Test("control characters in arguments are escaped, and a similar option is suggested")
  func escaped() throws {
    let escaped = try flickbook("replay", "--sce\u{1b}nario", "x")
    #expect(escaped.status == 64 && escaped.output.isEmpty)
    #expect(escaped.errors.contains("'--sce\\u{1b}nario'"))
    #expect(
      try flickbook("replay", "--scenaro", "x").errors.hasPrefix(
        "Error: Unknown option '--scenaro'. Did you mean '--scenario'? See 'flickbook replay --help'"
      ))
  }

  @Test(
    "an option that the parser rejects is suggested by its beginning, its subcommand or its setting",
    arguments: [
      ("replay --out run", "--output"), ("replay -scenario sheet", "--scenario"),
      ("replay --scen=sheet", "--scenario"), ("replay --estimater x", "--estimator"),
      ("replay --response 3", "--set spring.response=…"),
      ("--scenario sheet", "flickbook replay --scenario"),
      ("case --because x", "flickbook case new --because"),
    ])
  func rejectedOption(line: String, meant: String) throws {
    let result = try flickbook(line.split(separator: " ").map(String.init))
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains("Did you mean '\(meant)'? See 'flickbook"), "\(result.errors)")
  }

  @Test(
    "an intent that is near no target lists the targets",
    arguments: ["why", "case new", "corpus label"])
  func intent(command: String) throws {
    try flickbook("synth", "flick", "-o", "flick.yml")
    let words = command.split(separator: " ").map(String.init)
    let rest = ["flick.yml", "--scenario", "sheet", "--intent"]
    expectRefusal(try flickbook(words + rest + ["up"]), 64, "'up'", "one of tip, half, full")
    #expect(try !flickbook(words + rest + ["up"]).errors.contains("did you mean"))
    expectRefusal(try flickbook(words + rest + ["hlf"]), 64, "did you mean", "half")
  }

  @Test("a recorded mouse is called a mouse")
  func mouse() throws {
    let codes = ["00 07", "01", "01", "01", "01", "01 00 00 07", "02 03 01", "03"]
      .map { "B: \($0.prefix(2)) \($0.dropFirst(3).isEmpty ? "00" : String($0.dropFirst(3)))" }
    let events = [
      "E: 0.000001 0002 0000 0005", "E: 0.000001 0000 0000 0000", "E: 0.100001 0001 0110 0001",
      "E: 0.100001 0000 0000 0000",
    ]
    let head = ["# EVEMU 1.3", "N: USB Mouse", "I: 0003 046d c077 0111"]
    try flickbook.write(
      (head + codes + events).joined(separator: "\n") + "\n", to: "mouse.evemu")
    let shown = try flickbook("inspect", "mouse.evemu").output
    #expect(shown.contains("  mouse 'USB Mouse'") && !shown.contains("touchscreen '"), "\(shown)")
    #expect(shown.contains("the device is a mouse") && !shown.contains("record again"), "\(shown)")
    #expect(
      try flickbook("inspect", "mouse.evemu", "--json").json()[0]["kind"] as? String == "mouse")
    expectRefusal(
      try flickbook("replay", "mouse.evemu", "--scenario", "sheet"), 65, "is a mouse",
      "record a touchscreen or a touchpad")
  }

  @Test("command abstracts and the help of flags begin with an imperative verb")
  func imperativeAbstracts() throws {
    let told = try flickbook("--experimental-dump-help").output
    let tool = try #require(
      JSONSerialization.jsonObject(with: Data(told.utf8)) as? [String: Any])
    var waiting = [try #require(tool["command"] as? [String: Any])]
    var count = 0
    while let command = waiting.popLast() {
      let inner = command["subcommands"] as? [[String: Any]] ?? []
      waiting += inner
      guard let name = command["commandName"] as? String, name != "help" else { continue }
      let abstract = try #require(command["abstract"] as? String, "\(name)")
      let first = abstract.prefix { $0.isLetter }
      #expect(!first.hasSuffix("s") && abstract.hasSuffix("."), "\(name): \(abstract)")
      for argument in command["arguments"] as? [[String: Any]] ?? []
      where argument["kind"] as? String == "flag" {
        let told = argument["abstract"] as? String ?? ""
        let first = told.prefix { $0.isLetter }
        let isVerb = !first.hasSuffix("s") && !["A", "An", "The", "It", "Also"].contains(first)
        #expect(isVerb && told.contains("."), "\(name): \(argument["valueName"] ?? ""): \(told)")
      }
      count += 1
    }
    #expect(count > 40)
  }

  @Test("every command has help", arguments: commands)
  func commandHelp(command: String) throws {
    let result = try flickbook(command, "--help")
    #expect(result.status == 0)
    #expect(result.output.contains("OVERVIEW: "))
    #expect(result.output.contains("USAGE: flickbook \(command)"))
  }

  @Test("the version output has the version number, the commit and the schemas of written files")
  func version() throws {
    let result = try flickbook("--version")
    #expect(
      result.output.contains(
        /^[0-9]+\.[0-9]+\.[0-9]+( \(commit [0-9a-f]{12}\))?\nwrites flickbook/), "\(result)")
    let schemas = [
      "flickbook.run/1", "flickbook.page/2", "libinput record version 1", "flickbook schema 1",
      "study/1", "journal/1",
    ]
    for schema in schemas { #expect(result.output.contains(schema), "\(schema)") }
  }

  @Test(
    "the message for a mistyped command suggests the nearest command",
    arguments: [("repaly", "replay"), ("tset", "test"), ("inspct", "inspect"), ("sync", "synth")])
  func mistypedCommand(typed: String, meant: String) throws {
    expectRefusal(try flickbook(typed), 64, "'flickbook \(meant)'")
  }

  @Test("help for an unknown command is refused like the command itself")
  func unknownHelp() throws {
    expectRefusal(try flickbook("help", "repaly"), 64, "'flickbook replay'")
    #expect(try flickbook("help", "replay").status == 0)
    #expect(try flickbook("help").status == 0)
  }

  @Test("the message for a word unlike any command suggests the help")
  func unknownCommand() throws {
    expectRefusal(try flickbook("brew-coffee"), 64, "brew-coffee", "--help")
  }

  /// A synthetic recording, generated once for all mistakes.
  private static let flick = Result { try Flickbook()("synth", "flick").output }

  /// A mistake on the command line, with words that the message must contain.
  struct Mistake: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    var answer: [String]
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ line: String, _ answer: String...) {
      arguments = line.split(separator: " ").map(String.init)
      self.answer = answer
    }
  }

  @Test(
    "a mistake in an option is reported with a valid alternative",
    arguments: [
      Mistake("--scenario shet", "scenario 'shet'", "'sheet'"),
      Mistake("--scenario qqqqqqqq", "sheet, pip"),
      Mistake("--preset wave", "--scenario", "sheet, pip"),
      Mistake("--scenario sheet --preset wavee", "preset 'wavee'", "'wave'"),
      Mistake("--scenario sheet --set spring.reponse=1", "--set", "'spring.response'"),
      Mistake("--scenario sheet --set response=1", "--set", "response'"),
      Mistake("--scenario sheet --set spring.response", "--set", "key=value"),
      Mistake("--scenario sheet --set =1", "--set", "key=value"),
      Mistake("--scenario sheet --set spring.response=soft", "a number from"),
      Mistake("--scenario sheet --set spring.response=nan", "a number from"),
      Mistake("--scenario sheet --set spring.response=1e999", "a number from"),
      Mistake("--scenario sheet --set spring.response=-1", "a number from"),
      Mistake("--scenario sheet --set spring.response=ms", "a number from"),
      Mistake("--scenario sheet --set spring.response=0.3pt", "'0.3pt', a length; give a number"),
      Mistake("--scenario sheet --set spring.stiffness=247", "in spring=stiffness:247,damping:…"),
      Mistake("--scenario sheet --set spring=stiffness:247,bounce:1", "stiffness with damping, or"),
      Mistake(
        "--scenario sheet --set spring=stiffness:247,damping:3 --set spring.response=0.3",
        "--set spring.response=0.3: found with '--set spring=stiffness:247,damping:3'"),
      Mistake("--scenario sheet --at 0.1:spring=stiffness:247", "--at 0.1", "with damping"),
      Mistake("--scenario sheet --set dismissible=maybe", "true or false"),
      Mistake("--scenario sheet --set engine=wav", "exact, wave"),
      Mistake("--scenario sheet --engine euler", "--engine", "exact, wave"),
      Mistake("--scenario sheet --estimator android.lsq9", "'android.lsq"),
      Mistake("--scenario sheet --estimator android.lsq2:horizn=80", "'horizon'"),
      Mistake("--scenario sheet --estimator android.lsq2:horizon=inf", "horizon"),
      Mistake("--scenario sheet --hz 0", "--hz", "1 to 1000."),
      Mistake("--scenario sheet --hz nan", "--hz", "nan"),
      Mistake("--scenario sheet --hz 1e300", "--hz"),
      Mistake("--scenario sheet --screen 390", "--screen", "390x844"),
      Mistake("--scenario sheet --screen 0x0", "--screen"),
      Mistake("--scenario sheet --screen infxnan", "--screen"),
      Mistake("--scenario sheet --recognizer tap", "one of libinput, immediate, slop"),
      Mistake("--scenario sheet --slop 20", "--recognizer slop"),
      Mistake("--scenario sheet --set engine=wave --engine exact", "found with '--engine exact'"),
      Mistake(
        "--scenario sheet --set spring.response=0.3 --set spring.response=0.5",
        "found with '--set spring.response=0.3'"),
      Mistake("--scenario sheet --slop -4", "--slop"),
      Mistake("--scenario sheet --pan 0", "--pan", "1 to 1000000"),
      Mistake("--scenario sheet --pan 9223372036854775807", "--pan"),
      Mistake("--scenario sheet --touchpad-fingers 11", "--touchpad-fingers", "1 to 10"),
      Mistake("--scenario sheet --points-per-mm 0", "--points-per-mm"),
      Mistake("--scenario sheet --device-kind mouse", "one of touchscreen, touchpad"),
      Mistake("--scenario sheet --device 7", "--device"),
      Mistake("--scenario sheet --pan 7", "pan 7", "flickbook inspect"),
      Mistake("--scenario button --hit-test --engine wave", "--engine", "no setting 'engine'"),
      Mistake("--scenario sheet --at half", "--at", "seconds:key=value"),
      Mistake("--scenario sheet --at nan:settle=half", "--at", "seconds:key=value"),
      Mistake("--scenario sheet --at -1:settle=half", "--at", "seconds:key=value"),
      Mistake("--scenario sheet --at 0.1:settle=hlf", "'hlf'", "tip, half, full"),
      Mistake("--scenario sheet --at 0.1:screen=9", "--at", "844x390"),
      Mistake("--scenario sheet --at 0.1:spring.reponse=1", "--at 0.1", "'spring.response'"),
      Mistake("--scenario sheet --at 0.1:spring.response=soft", "--at 0.1", "a number from"),
      Mistake("--scenario sheet --at 0.1:detents=a:100 --at 0.2:settle=half", "'half'", "one of a"),
      Mistake("--scenario pip --at 0.1:screen=50x50", "does not fit"),
      Mistake("--scenario button --at 0.1:settle=on", "no destinations"),
    ])
  func mistakes(mistake: Mistake) throws {
    try flickbook.write(try Self.flick.get(), to: "flick.yml")
    let line = "flickbook replay flick.yml " + mistake.arguments.joined(separator: " ")
    let result = try flickbook.shell("\(line) -o run")
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.output.isEmpty)
    for part in mistake.answer {
      #expect(result.errors.contains(part), "no '\(part)' in: \(result.errors)")
    }
    #expect(try flickbook.names() == ["flick.yml"], "something was left behind")
  }

  @Test("commands list the fields of a frame, the estimators, the scenarios and the gestures")
  func lists() throws {
    let card = try flickbook("scenario", "show", "card").output
    #expect(card.contains("\n  targetX  The horizontal target of the motion. In pt.\n"))
    #expect(card.contains("\n  touchDown (fingerX, fingerY, hit)  A touch began.\n"))
    #expect(card.contains("\n  dismissed (target, x, y, direction)  The surface was dismissed.\n"))
    #expect(!card.contains("\n  bounced ("))
    #expect(try flickbook("scenario", "show", "scroll").output.contains("\n  bounced ("))
    #expect(try flickbook("explain").output.contains("android.lsq2"))
    #expect(try flickbook("synth", "--help").output.contains("\nflick: "))
    #expect(try flickbook("scenario").output.contains("sheet "))
    #expect(try flickbook("scenario", "list").output.contains("pip "))
    let shown = try flickbook("scenario", "show", "sheet")
    #expect(shown.output.contains("spring.response = 0.4 s"))
    #expect(shown.output.contains("wave  "))
    #expect(shown.output.contains("● resting"))
    let described = try flickbook("scenario", "show", "sheet", "--json").json()
    #expect(described.first?["scenario"] as? String == "sheet")
    #expect((described.first?["transitions"] as? [Any])?.isEmpty == false)
    expectRefusal(try flickbook("scenario", "show", "shet"), 64, "'sheet'")
  }

  @Test("the help names every JSON key of a scenario, and scenario list prints the same JSON")
  func scenarioJSON() throws {
    let help = try flickbook("scenario", "show", "--help-hidden").output
    let words = Set(help.split { !($0.isLetter || $0 == "-") }.map(String.init))
    let list = try flickbook("scenario", "list", "--json")
    for (scenario, line) in zip(try list.json(), list.output.split(separator: "\n")) {
      let name = try #require(scenario["scenario"] as? String)
      #expect(try flickbook("scenario", "show", name, "--json").output == line + "\n")
      var keys = Set(scenario.keys)
      for part in scenario.values {
        for item in part as? [[String: Any]] ?? [] { keys.formUnion(item.keys) }
      }
      #expect(keys.isSubset(of: words), "\(name): \(keys.subtracting(words))")
      let settings = try #require(scenario["settings"] as? [[String: Any]])
      let known = Set(settings.compactMap { $0["key"] as? String })
      for preset in try #require(scenario["presets"] as? [[String: Any]]) {
        let values = try #require(preset["values"] as? [String: String])
        #expect(Set(values.keys).isSubset(of: known), "\(name)")
        #expect(values.isEmpty == (preset["preset"] as? String == "flickbook"), "\(name)")
      }
      let ranges = settings.filter { $0["kind"] as? String == "number" }
      #expect(ranges.allSatisfy { ($0["values"] as? [Double])?.count == 2 }, "\(name)")
    }
  }

  @Test("a scenario lists each setting with unit, default, range and source, within 100 columns")
  func shownSettings() throws {
    let scenarios = try flickbook("scenario", "list", "--json").json()
    #expect(scenarios.count > 10)
    for scenario in scenarios {
      let name = try #require(scenario["scenario"] as? String)
      let shown = try flickbook("scenario", "show", name, "--all").output
      let tooLong = shown.split(separator: "\n").filter { $0.count > 100 }
      #expect(tooLong.isEmpty)
      let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for setting in try #require(scenario["settings"] as? [[String: Any]]) {
        func text(_ key: String) -> String { setting[key] as? String ?? "" }
        let standard = text("default").isEmpty ? "''" : readable(value: text("default"))
        #expect(!text("meaning").isEmpty && !text("source").isEmpty)
        let said = """
          \(text("key")) = \(standard) \(text("unit")) \(text("meaning")) Give \(text("allowed")). \
          Source: \(text("source")).
          """
        let isSaid = words.contains(said.split(separator: " ").joined(separator: " "))
        #expect(isSaid, "\(name) \(text("key"))")
      }
    }
  }

  @Test("an estimator lists its parameters and the source of each default")
  func estimatorParameters() throws {
    for estimator in allEstimators {
      let text = try flickbook("explain", estimator.name).output
      #expect("\n\(text)".contains("\n\(estimator.name), an estimator\n"))
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for setting in estimator.settings {
        #expect(
          text.contains("  \(setting.key) = ") && words.contains("Source: \(setting.source)."))
      }
    }
  }

  @Test(
    "the command fails if its help cannot be written",
    arguments: ["--help", "--version", "help replay", "test --help", "tune --help-hidden"])
  func helpToFullDisk(arguments: String) throws {
    let result = try flickbook.shell("flickbook \(arguments) > /dev/full")
    expectRefusal(result, 74, "standard output", "No space")
    #expect(try flickbook.shell("flickbook \(arguments) >&-").status == 74)
  }

  @Test(
    "a scenario lists its own settings before shared settings, and each setting once",
    arguments: [("modal", "top"), ("sheet", "detents"), ("pip", "stash"), ("paging", "pages")])
  func ownSettingsFirst(scenario: String, own: String) throws {
    let text = try flickbook("scenario", "show", scenario).output
    let parts = text.components(separatedBy: "\nSettings shared with many scenarios:\n")
    #expect(parts.count == 2)
    #expect(parts[0].contains("\nSettings of this scenario, for --set key=value:\n"))
    #expect(parts[0].contains("\n  \(own) = ") && !parts[1].contains("\n  \(own) = "))
    #expect(
      parts[1].contains("\n  spring.response = ") && !parts[0].contains("\n  spring.response = "))
  }
}
