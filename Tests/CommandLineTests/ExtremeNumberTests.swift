import Foundation
import Testing

@Suite("Extreme numbers in small inputs")
struct ExtremeNumberTests {
  /// Numbers at which a count of steps overflows, never ends, or takes all memory.
  static let numbers = [
    "0", "-1", "1e-320", "0.000000001", "1000", "1000000000", "2147483648", "9223372036854775807",
    "1e300", "-1e300", "nan", "inf",
  ]

  /// An input with the word NUMBER in the place of a number, and the command that reads it.
  struct Input: Sendable, CustomTestStringConvertible {
    /// The path of the file; empty if the number is an argument.
    var file = ""
    var text = ""
    var command: String

    var testDescription: String { file.isEmpty ? command : "\(text.suffix(60)) in \(file)" }
  }

  static let inputs =
    [
      // Motion that was observed.
      Input(
        file: "R/sheet/a/observed/x.csv", text: "time,y\n0,300\nNUMBER,-300\n", command: "test R"),
      Input(
        file: "R/sheet/a/observed/x.csv", text: "time,y\n0,300\n1,NUMBER\n", command: "test R"),
      Input(
        file: "x.csv", text: "time,y\n0,300\nNUMBER,-300\n2,0\n",
        command: "observe x.csv --recording flick.yml --scenario sheet"),
      // Recordings.
      Input(file: "x.evemu", text: evemu("0 NUMBER 0 0 0", "0.1"), command: "inspect x.evemu"),
      Input(
        file: "x.evemu", text: evemu("0 4095 0 0 NUMBER", "0.1"),
        command: "replay x.evemu --scenario sheet --no-picture"),
      Input(
        file: "x.evemu", text: evemu("0 4095 0 0 0", "NUMBER"),
        command: "replay x.evemu --scenario sheet --no-picture"),
      Input(
        file: "x.csv", text: "time,id,x,y\n0,1,5,5\nNUMBER,1,5,90\n1,1,5,200\n",
        command: "replay x.csv --scenario sheet --no-picture"),
      // Requests.
      Input(
        file: "c.yml", text: "hz: NUMBER\n", command: "replay flick.yml --config c.yml --no-picture"
      ),
      Input(
        file: "c.yml", text: "screen: NUMBERxNUMBER\n",
        command: "replay flick.yml --config c.yml --no-picture"),
      Input(
        file: "c.yml", text: "at: [{time: NUMBER, settle: half}]\n",
        command: "replay flick.yml --config c.yml --no-picture"),
      Input(file: "R/cases.yml", text: "tolerance: NUMBER\nmargin: 1\n", command: "test R"),
      // Presets, studies and labels.
      Input(
        file: "p.yml",
        text: "scenario: sheet\nproof:\n  - source: s\n    positions: {a: 0, b: NUMBER}\n    rows: "
          + "[{at: 1, velocity: 0, to: a}]\n", command: "preset check p.yml"),
      Input(
        file: "s.yml", text: study("from: 0, to: 1, step: NUMBER", budget: "4"),
        command: "tune s.yml"),
      Input(
        file: "s.yml", text: study("from: 0.1, to: NUMBER", budget: "4"), command: "tune s.yml"),
      Input(
        file: "s.yml",
        text: study("from: 0.1, to: 1", budget: "4") + "repetitions: {noise: 1, times: NUMBER}\n",
        command: "tune s.yml"),
      // Runs.
      Input(
        file: "run/frames.jsonl",
        text: "{\"frame\":0,\"time\":NUMBER,\"y\":1}\n{\"frame\":NUMBER,\"time\":1,\"y\":2}\n",
        command: "plot run -o x.svg"),
      Input(
        file: "run/run.json", text: "{\"format\":\"flickbook.run/1\",\"hz\":NUMBER}\n",
        command: "diff run run"),
    ]
    + [
      "synth flick --speed NUMBER -o x.yml", "synth flick --hz NUMBER -o x.yml",
      "motion spring response=NUMBER dampingRatio=0.5",
      "motion spring response=0.3 dampingRatio=NUMBER",
      "replay flick.yml --scenario sheet --hz NUMBER --no-picture",
      "replay flick.yml --scenario sheet --screen NUMBERxNUMBER --no-picture",
      "tune flick.yml --scenario sheet --vary spring.response=0.1:NUMBER:0.001",
      "tune flick.yml --scenario sheet --vary spring.response=0.1:1:NUMBER",
      "trim flick.yml x.yml --from 0 --to NUMBER", "velocity flick.yml --at NUMBER",
    ].map { Input(command: $0) }
    + [
      "spring.response", "spring.dampingRatio", "release.projection", "release.flick",
      "release.cap",
      "detents", "limits.coefficient", "tolerance",
    ].map { Input(command: "replay flick.yml --scenario sheet --set \($0)=NUMBER --no-picture") }

  private static func evemu(_ axis: String, _ time: String) -> String {
    """
    # EVEMU 1.3
    N: Screen
    I: 0003 0001 0001 0001
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 4 0 0 0
    A: 35 \(axis)
    A: 36 0 4095 0 0 0
    A: 39 0 65535 0 0 0
    E: 0.0 0003 0039 1
    E: 0.0 0003 0035 5
    E: 0.0 0003 0036 900
    E: 0.0 0000 0000 0
    E: \(time) 0003 0036 100
    E: \(time) 0000 0000 0
    E: \(time) 0003 0039 -1
    E: \(time) 0000 0000 0

    """
  }

  private static func study(_ range: String, budget: String) -> String {
    """
    flickbook: study/1
    corpus: flick.yml
    scenario: sheet
    space: {spring.response: {\(range)}}
    objectives: [settleTime]
    search: {method: random, budget: \(budget)}

    """
  }

  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "--intent", "half", "-o", "flick.yml")
    try flickbook("synth", "flick", "--case", "sheet/a")
    try flickbook.shell(
      "mv Recordings R; flickbook accept R --all --because new; flickbook replay flick.yml --scenario sheet -o run"
    )
  }

  @Test(
    "every command ends, without a crash and within its memory, whatever a number is",
    arguments: inputs)
  func ends(input: Input) throws {
    for number in Self.numbers {
      if !input.file.isEmpty {
        try flickbook.write(input.text.replacing("NUMBER", with: number), to: input.file)
      }
      let command = input.command.replacing("NUMBER", with: number)
      // The time is far above what any of these commands needs, and a command that counts up to such a number needs years.
      let result = try flickbook.shell(
        "ulimit -v 4000000; timeout 60 flickbook \(command) < /dev/null")
      #expect(result.status < 124, "\(input.file) \(number): \(command)\n\(result)")
      try flickbook.shell("rm -f x.yml x.svg s.journal.jsonl")
    }
  }
}
