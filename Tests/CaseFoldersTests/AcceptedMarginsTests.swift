import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import Quantities
import RecordingFormats
import Review
import SyntheticHands
import Testing
import TouchInput

@Suite("Data stored with an expected run")
struct AcceptedMarginsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeCase(_ gesture: String, settings: String = "scenario: sheet\n") throws
    -> RecordingCase
  {
    let recording = try requiredGesture(gesture).recording(SyntheticGesture.Options())
    let bytes = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
    let path = "\(folder.path)/sheet/one"
    try writeCase(recording: bytes, settings: settings, at: path)
    return RecordingCase(folder: path, name: "sheet/one")
  }

  private func kind(_ outcome: CaseOutcome) -> String {
    switch outcome {
    case .identical: "identical"
    case .otherFields: "other fields"
    case .different(let difference, _): difference.kind.words
    case .new: "new"
    case .damaged: "damaged"
    case .failed(let message): message
    }
  }

  /// Stores a list of margins as an earlier version of the program would have stored it.
  private func writeMargins(_ list: String) throws {
    let path = "sheet/one/expected/run.json"
    let header = try folder.text(path)
    let changed = header.replacing(/"margins": .*/, with: "\"margins\": \(list),")
    #expect(header.contains("\"margins\": ["))
    try folder.write(changed, to: path)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(path)")
  }

  @Test("if a margin is below one standard error, its text states that the decision may vary")
  func standardErrors() {
    func text(_ error: Double?) -> String {
      DecisionMargin(
        number: 0, target: "half", position: nil,
        velocity: DecisionMargin.Flip(
          change: PointsPerSecond(-20), isAlongX: false, target: "full"),
        velocityError: error.map { PointsPerSecond($0) }
      ).text
    }
    #expect(text(nil) == "half, but full if released 20 pt/s faster upwards")
    #expect(
      text(50)
        == "half, but full if released 20 pt/s (0.4 standard errors) faster upwards: the same gesture may reach either target"
    )
    #expect(text(10) == "half, but full if released 20 pt/s (2 standard errors) faster upwards")
  }

  @Test("accept refuses to store a run that differs from the reviewed run")
  func seen() throws {
    let known = try makeCase("flick")
    let seen = try known.run().motionDigest
    let settings = "scenario: sheet\nset: {spring.response: 0.9}\n"
    try Data(settings.utf8).write(to: URL(fileURLWithPath: known.settingsPath))
    let error = #expect(throws: CaseError.self) { try known.accept(because: "new", seen: seen) }
    #expect(error?.description.contains("the run has changed since you looked at it") == true)
    #expect(!exists("sheet/one/expected"))
    try known.accept(because: "new", seen: try known.run().motionDigest)
    #expect(exists("sheet/one/expected/run.json"))
  }

  // MARK: Margins

  @Test("the stored margins equal those of the new run, so no margin has shrunk")
  func unchanged() throws {
    let known = try makeCase("flick-again")
    try known.accept(because: "new")
    let tested = known.tested()
    let margins = try tested.margins()
    #expect(margins.count == 2)
    var text = JSONText()
    text.append(.list(margins.map { .fields($0.logFields) }))
    let header = try folder.text("sheet/one/expected/run.json")
    let list = String(decoding: text.bytes, as: UTF8.self)
    #expect(header.hasSuffix("\"margins\": \(list),\n  \"accepted\": [\"new\"]\n}\n"))
    #expect(tested.narrowedMargins().isEmpty)
  }

  // The stored margins are scaled, as if an earlier version of the program had had wider margins.
  @Test(
    "a margin that fell to half or less is reported even if all frames are equal, others are not",
    arguments: [(2.1, true), (4, true), (100, true), (1.9, false), (1, false), (0.3, false)])
  func halved(times: Double, isTold: Bool) throws {
    let known = try makeCase("slow-drag-and-hold")
    try known.accept(because: "new")
    let tested = known.tested()
    let margin = try #require(try tested.margins().first)
    for isPosition in [true, false] {
      var before = margin
      if isPosition {
        before.position = margin.position.map {
          DecisionMargin.Flip(
            change: $0.change * times, isAlongX: $0.isAlongX, target: $0.target)
        }
      } else {
        before.velocity = margin.velocity.map {
          DecisionMargin.Flip(
            change: $0.change * times, isAlongX: $0.isAlongX, target: $0.target)
        }
      }
      #expect(before != margin || times == 1, "the gesture has both margins")
      var text = JSONText()
      text.append(.list([.fields(before.logFields)]))
      try writeMargins(String(decoding: text.bytes, as: UTF8.self))
      let found = known.tested().narrowedMargins()
      #expect(found.count == (isTold ? 1 : 0), "\(times) of \(isPosition ? "place" : "velocity")")
      guard let first = found.first else { continue }
      #expect(first.before == before && first.now == margin && first.differences.isEmpty)
    }
  }

  @Test("a new margin is reported")
  func appeared() throws {
    let known = try makeCase("slow-drag-and-hold")
    try known.accept(because: "new")
    try writeMargins(#"[{"decision":0,"target":"half","position":null,"velocity":null}]"#)
    let tested = known.tested()
    let margin = try #require(try tested.margins().first)
    try #require(margin.target == "half")
    #expect(tested.narrowedMargins().count == 1)
  }

  @Test(
    "unreadable margins cause no warning, and are replaced when the case is accepted",
    arguments: [
      "[{}]", "3", "null", #"[{"decision":-1,"target":"half"}]"#,
      #"[{"decision":0.5,"target":"half"}]"#,
      #"[{"decision":0,"target":"half","position":3}]"#,
      #"[{"decision":0,"target":"half","velocity":{"change":1,"axis":"z","target":""}}]"#,
    ])
  func malformed(list: String) throws {
    let known = try makeCase("flick")
    try known.accept(because: "new")
    let header = try folder.text("sheet/one/expected/run.json")
    try writeMargins(list)
    #expect(kind(known.outcome()) == "identical")
    #expect(known.tested().narrowedMargins().isEmpty)
    try known.accept(because: "again")
    #expect(
      try folder.text("sheet/one/expected/run.json")
        == header.replacing(#"["new"]"#, with: #"["new","again"]"#))
  }

  // MARK: Tolerances

  @Test(
    "the tolerance is that of the tried settings, or of the case, or of the nearest folder above")
  func tolerances() throws {
    let known = try makeCase("flick")
    func tolerance() throws -> Double { try known.request().tolerance.absolute }
    #expect(try tolerance() == 0.001)
    try folder.write("tolerance: 3\n", to: "cases.yml")
    #expect(try tolerance() == 3)
    try folder.write("tolerance: 2\n", to: "sheet/cases.yml")
    #expect(try tolerance() == 2)
    try folder.write("# no tolerance\n", to: "sheet/cases.yml")
    #expect(try tolerance() == 0.001, "the nearest file decides")
    try folder.write("scenario: sheet\ntolerance: 0.25\n", to: "sheet/one/case.yml")
    #expect(try tolerance() == 0.25)

    try known.accept(because: "new")
    try folder.write(
      "scenario: sheet\ntolerance: 0\nset:\n  spring.response: 0.4001\n", to: "sheet/one/case.yml")
    #expect(kind(known.outcome()) == "drift")
    let tried = try requestFile(in: "tolerance: 5\n", path: "feel.yml")
    #expect(kind(known.outcome(trying: tried)) == "within tolerance")
    let silent = try requestFile(in: "hz: 60\n", path: "feel.yml")
    #expect(kind(known.outcome(trying: silent)) == "drift")
  }

  @Test(
    "the error in an invalid cases.yml, with its line, makes all cases below it fail",
    arguments: ["tolerance: -1\n", "tolerance: much\n", "set: {}\n", "- 1\n", "tolerance: 1e9\n"])
  func wrongFile(text: String) throws {
    let known = try makeCase("flick")
    try folder.write(text, to: "sheet/cases.yml")
    #expect(kind(known.outcome()).contains("sheet/cases.yml:1: "), "\(kind(known.outcome()))")
  }
}
