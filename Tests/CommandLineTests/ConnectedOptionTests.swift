import Foundation
import Testing

@Suite("Options that change the output")
struct ConnectedOptionTests {
  /// A command line without an option, and the option that changes what it prints or writes.
  struct Change: CustomTestStringConvertible, Sendable {
    var line: String
    var option: String
    var testDescription: String { "\(line) \(option)" }

    /// The option's name, without its dashes.
    var name: String { String(option.dropFirst(2).prefix { $0 != " " && $0 != "=" }) }
    /// The command, which is the first word.
    var command: String { String(line.prefix { $0 != " " }) }

    init(_ line: String, _ option: String) {
      self.line = line
      self.option = option
    }
  }

  static let springs = [
    Change("spring --response 0.3", "--damping-ratio 0.5"), Change("spring", "--response 0.3"),
    Change("spring --damping-ratio 0.8", "--settling-duration 1"),
    Change("spring --damping-ratio 0.8", "--view-duration 1"),
    Change("spring --damping-ratio 0.8 --view-duration 0.5", "--relative-velocity 10"),
    Change("spring --stiffness 100 --damping 10", "--mass 2"),
    Change("spring --damping 10", "--stiffness 200"),
    Change("spring --stiffness 100", "--damping 30"), Change("spring", "--duration 0.7"),
    Change("spring --duration 0.7", "--bounce 0.3"), Change("spring", "--swiftui bouncy"),
    Change("spring --swiftui bouncy", "--extra-bounce 0.1"), Change("spring", "--tension 100"),
    Change("spring --tension 100", "--friction 5"), Change("spring", "--origami-tension 40"),
    Change("spring --origami-tension 40", "--origami-friction 5"),
    Change("spring", "--bounciness 10"), Change("spring --bounciness 10", "--speed 20"),
    Change("spring", "--visual-duration 0.4"), Change("spring --response 0.3", "--from 10"),
    Change("spring --response 0.3", "--to 300"), Change("spring --response 0.3", "--velocity 300"),
    Change("spring --scenario sheet", "--spring tracking"),
    Change("spring --spring spring", "--scenario sheet"),
    Change("spring --spring spring --scenario sheet", "--preset wave"),
    Change("spring --spring spring --scenario sheet", "--set spring.response=1"),
    Change("spring --spring spring --scenario sheet", "--config none.yml"),
    Change("spring --response 0.3 --keyframes", "--hz 30"),
    Change("spring --response 0.3", "--json"), Change("spring --response 0.3", "--csv"),
    Change("spring --response 0.3", "--svg"), Change("spring --response 0.3", "--css"),
    Change("spring --response 0.3", "--keyframes"),
  ]

  static let decays = [
    Change("decay", "--rate fast"), Change("decay", "--compose-friction 2"),
    Change("decay", "--flutter-drag 0.2"), Change("decay", "--time-constant 0.2"),
    Change("decay --time-constant 0.2", "--power 1"), Change("decay", "--from 10"),
    Change("decay", "--to 300"), Change("decay", "--velocity 300"),
    Change("decay --keyframes", "--hz 30"), Change("decay", "--json"), Change("decay", "--csv"),
    Change("decay", "--law android"), Change("decay --law constant", "--deceleration 900"),
    Change("decay --law flutter", "--coefficient 0.02"),
    Change("decay", "--svg"), Change("decay", "--css"), Change("decay", "--keyframes"),
  ]

  static let easings = [
    Change("easing ease-in", "--duration 1"), Change("easing ease-in", "--from 10"),
    Change("easing ease-in", "--to 300"), Change("easing ease-in --keyframes", "--hz 30"),
    Change("easing ease-in", "--json"), Change("easing ease-in", "--csv"),
    Change("easing ease-in", "--svg"), Change("easing ease-in", "--css"),
    Change("easing ease-in", "--keyframes"),
  ]

  /// The options of `replay`; every change that they make is visible in the frames.
  static let replays =
    [
      Change("flick.yml", "--preset vaul"), Change("flick.yml", "--config half.yml"),
      Change("flick.yml", "--set start=half"), Change("flick.yml", "--hz 60"),
      Change("flick.yml", "--engine wave"), Change("flick.yml", "--estimator android.lsq2"),
      Change("flick.yml", "--screen 300x500"), Change("flick.yml", "--recognizer slop"),
      Change("flick.yml --recognizer slop", "--slop 40"),
      Change("pad.yml", "--touchpad-fingers 3"), Change("pad.yml", "--points-per-mm 3"),
      Change("pad.yml --touchpad-fingers 1", "--finger-match exactly"),
      Change("joined.yml", "--finger-change cancel"), Change("flick.yml", "--rotate 90"),
      Change("flick.yml", "--flip y"),
      Change("flick.yml", "--device-kind touchpad"), Change("flick.yml", "--at 0.5:settle=full"),
      Change("again.yml", "--pan 2"), Change("bare.getevent", "--desc phone.events"),
      Change("bare.getevent", "--axis x=0:1000 --axis y=0:4095"),
      Change("flick.yml", "--scenario pip"), Change("flick.yml", "--hit-test"),
      Change("both.yml", "--device 2"), Change("flick.yml", "--subject false"),
    ].map { change in
      let scenario = change.name == "scenario" ? "" : change.name == "hit-test" ? "pip" : "sheet"
      let given = scenario.isEmpty ? "" : " --scenario \(scenario)"
      return Change("replay \(change.line)\(given) -o run", change.option)
    }

  @Test(
    "each option changes the printed or written output",
    arguments: springs + decays + easings + replays)
  func changes(change: Change) throws {
    #expect(try result(of: change.line) != result(of: "\(change.line) \(change.option)"))
  }

  @Test("this suite covers every option of the curve commands")
  func complete() throws {
    let help = try Flickbook()("--experimental-dump-help").output
    let tool = try #require(
      try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any])
    let root = try #require(tool["command"] as? [String: Any])
    let commands = try #require(root["subcommands"] as? [[String: Any]])
    let tried = Self.springs + Self.decays + Self.easings
    for command in commands {
      let name = try #require(command["commandName"] as? String)
      guard ["spring", "decay", "easing"].contains(name) else { continue }
      let arguments = try #require(command["arguments"] as? [[String: Any]])
      let options = arguments.filter { $0["kind"] as? String != "positional" }.flatMap {
        ($0["names"] as? [[String: String]] ?? []).filter { $0["kind"] == "long" }.compactMap {
          $0["name"]
        }
      }
      let expected = Set(options).subtracting(["help", "version"])
      #expect(Set(tried.filter { $0.command == name }.map(\.name)) == expected)
    }
  }

  /// The output of a command line and the files that it writes.
  private func result(of line: String) throws -> [String] {
    let flickbook = try Flickbook()
    if line.hasPrefix("replay") { try makeRecordings(for: flickbook) }
    let result = try flickbook.shell("flickbook \(line)")
    let written = try flickbook.shell("cat run/frames.jsonl 2> /dev/null")
    return ["\(result.status)", result.output, result.errors, written.output]
  }

  private func makeRecordings(for flickbook: Flickbook) throws {
    let made = try flickbook.shell(
      """
      flickbook synth flick -o flick.yml && flickbook synth flick --touchpad -o pad.yml \
        && flickbook synth second-finger --touchpad -o joined.yml \
        && flickbook synth flick-again -o again.yml \
        && flickbook convert flick.yml phone.events \
        && \(PhoneTexts.bareEvents) && echo 'set: {start: half}' > half.yml \
        && { sed 's/^ndevices: 1/ndevices: 2/' flick.yml && sed '1,/^devices:/d' pad.yml; } > both.yml
      """)
    #expect(made.status == 0, "\(made)")
  }
}
