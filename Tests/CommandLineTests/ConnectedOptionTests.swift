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

    init(_ line: String, _ option: String) {
      self.line = line
      self.option = option
    }
  }

  /// The options of `replay`; every change that they make is visible in the frames.
  static let replays =
    [
      Change("flick.yml", "--preset vaul"), Change("flick.yml", "--config half.yml"),
      Change("flick.yml", "--set start=half"), Change("flick.yml", "--hz 60"),
      Change("flick.yml", "--engine wave"), Change("flick.yml", "--estimator android.lsq2"),
      Change("flick.yml", "--screen 300x500"), Change("flick.yml", "--recognizer slop"),
      Change("flick.yml --recognizer slop", "--slop 40"),
      Change("pad.yml", "--libinput-version 1.22"), Change("pad.yml", "--touchpad-fingers 3"),
      Change("pad.yml --recognizer immediate", "--points-per-mm 3"),
      Change("pad.yml --touchpad-fingers 1", "--finger-match exactly"),
      Change("joined.yml --recognizer immediate", "--finger-change cancel"),
      Change("flick.yml", "--rotate 90"),
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

  @Test("each option changes the printed or written output", arguments: replays)
  func changes(change: Change) throws {
    #expect(try result(of: change.line) != result(of: "\(change.line) \(change.option)"))
  }

  /// The output of a command line and the files that it writes.
  private func result(of line: String) throws -> [String] {
    let flickbook = try Flickbook()
    try makeRecordings(for: flickbook)
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
