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

@Suite("What is kept with an expected run")
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
    case .crept: "crept"
    case .new: "new"
    case .damaged: "damaged"
    case .failed(let message): message
    }
  }

  /// Writes lines of margins as a program of before would have.
  private func writeMargins(_ lines: String) throws {
    let seal =
      ##"{"marginsSHA256":"\##(SHA256.hexadecimal(of: Array(lines.utf8)))","firstSHA256":null}"##
    try folder.write(lines + seal + "\n", to: "sheet/one/expected/margins.jsonl")
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(path)")
  }

  @Test("of another run than the one that was looked at nothing is accepted")
  func seen() throws {
    let known = try makeCase("flick")
    let seen = try known.run().motionDigest
    let settings = "scenario: sheet\nset: {spring.response: 0.9}\n"
    try Data(settings.utf8).write(to: URL(fileURLWithPath: known.settingsPath))
    let error = #expect(throws: CaseError.self) { try known.accept(because: "new", seen: seen) }
    #expect(error?.description.contains("another run than the one that was looked at") == true)
    #expect(!exists("sheet/one/expected"))
    try known.accept(because: "new", seen: try known.run().motionDigest)
    #expect(exists("sheet/one/expected/run.json"))
  }

  // MARK: Margins

  @Test("the margins that are kept are those of the run, and nothing is nearer than they were")
  func unchanged() throws {
    let known = try makeCase("flick-again")
    try known.accept(because: "new")
    let lines = try folder.text("sheet/one/expected/margins.jsonl").split(separator: "\n")
      .dropLast()
    let tested = known.tested()
    let margins = try tested.margins()
    #expect(lines.count == margins.count && margins.count == 2)
    for (line, margin) in zip(lines, margins) {
      var text = JSONText()
      text.appendLine(margin.logFields)
      #expect(line + "\n" == String(decoding: text.bytes, as: UTF8.self))
    }
    #expect(try tested.narrowedMargins().isEmpty)
  }

  // What stands in the file stands for a program of before, whose decisions were farther from others.
  @Test(
    "a margin that has fallen by half is told although all frames are the same, and by less is not",
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
      text.appendLine(before.logFields)
      try writeMargins(String(decoding: text.bytes, as: UTF8.self))
      let found = try tested.narrowedMargins()
      #expect(found.count == (isTold ? 1 : 0), "\(times) of \(isPosition ? "place" : "velocity")")
      guard let first = found.first else { continue }
      #expect(first.before == before && first.now == margin && first.differences.isEmpty)
    }
  }

  @Test("a margin where there was none is told")
  func appeared() throws {
    let known = try makeCase("slow-drag-and-hold")
    try known.accept(because: "new")
    try writeMargins(#"{"decision":0,"target":"half","position":null,"velocity":null}"# + "\n")
    let tested = known.tested()
    let margin = try #require(try tested.margins().first)
    try #require(margin.target == "half")
    #expect(try tested.narrowedMargins().count == 1)
  }

  @Test("margins that nobody kept are written by repair, and others are left alone")
  func repaired() throws {
    let known = try makeCase("flick")
    try known.accept(because: "new")
    let kept = try folder.text("sheet/one/expected/margins.jsonl")
    #expect(try known.repair() == .whole)
    try FileManager.default.removeItem(atPath: "\(folder.path)/sheet/one/expected/margins.jsonl")
    #expect(try known.tested().narrowedMargins().isEmpty && known.findings().isEmpty)
    #expect(try known.repair() == .mended(["margins.jsonl"]))
    #expect(try folder.text("sheet/one/expected/margins.jsonl") == kept)
    let summary = try folder.text("sheet/one/expected/summary.json")
    try FileManager.default.removeItem(atPath: "\(folder.path)/sheet/one/expected/summary.json")
    #expect(try known.repair() == .mended(["summary.json"]))
    #expect(try folder.text("sheet/one/expected/summary.json") == summary)
    #expect(try folder.text("sheet/one/expected/margins.jsonl") == kept)
  }

  @Test(
    "margins that are not as they were written are told, and mended by repair",
    arguments: [
      "", "{}\n", "garbage\n", #"{"decision":0,"target":"half"}"# + "\n", "\u{0}", "null\n",
      #"{"marginsSHA256":"","firstSHA256":null}"# + "\n",
    ])
  func altered(text: String) throws {
    let known = try makeCase("flick")
    try known.accept(because: "new")
    let path = "sheet/one/expected/margins.jsonl"
    let kept = try folder.text(path)
    try folder.write(text, to: path)
    #expect(
      kind(known.outcome()) == "damaged"
        && known.findings().map(\.path) == ["\(folder.path)/\(path)"])
    #expect(try known.tested().narrowedMargins().isEmpty)
    #expect(try known.repair() == .mended(["margins.jsonl"]))
    #expect(try folder.text(path) == kept)
    #expect(kind(known.outcome()) == "identical" && known.findings().isEmpty)
  }

  @Test(
    "what is sealed and is no margin is told",
    arguments: [
      "{}", #"{"decision":-1,"target":"half"}"#, #"{"decision":0.5,"target":"half"}"#,
      #"{"decision":0,"target":"half","position":3}"#,
      #"{"decision":0,"target":"half","velocity":{"change":1,"axis":"z","target":""}}"#,
    ])
  func malformed(line: String) throws {
    let known = try makeCase("flick")
    try known.accept(because: "new")
    try writeMargins(line + "\n")
    #expect(kind(known.outcome()) == "damaged")
    #expect(try known.repair() == .mended(["margins.jsonl"]))
  }

  // MARK: Steps within the tolerance

  /// The settings with which each step is within the tolerance of the one before it.
  private func settings(step: Int) -> String {
    "scenario: sheet\ntolerance: 10\nset:\n  spring.response: \(0.4 + 0.0004 * Double(step))\n"
  }

  @Test("steps within the tolerance may be accepted until they add up to more than it")
  func creeps() throws {
    let known = try makeCase("flick", settings: settings(step: 0))
    try known.accept(because: "new")
    let first = try folder.text("sheet/one/expected/frames.jsonl")
    var steps = 0
    while steps < 20 {
      steps += 1
      try folder.write(settings(step: steps), to: "sheet/one/case.yml")
      let outcome = known.outcome()
      if case .crept = outcome { break }
      #expect(kind(outcome) == "within tolerance", "step \(steps)")
      try known.accept(because: "step \(steps)")
      #expect(kind(known.outcome()) == "identical")
      #expect(try folder.text("sheet/one/expected/first.jsonl") == first)
    }
    #expect((2..<20).contains(steps), "\(steps)")
    // Accepted all the same, it is the first.
    try known.accept(because: "so be it")
    #expect(kind(known.outcome()) == "identical")
    #expect(!exists("sheet/one/expected/first.jsonl"))
  }

  @Test(
    "frames of the first run that are gone or not as written are told; accepting the case begins anew",
    arguments: [nil, "", "garbage\n", "{}\n"])
  func firstLost(text: String?) throws {
    let known = try makeCase("flick", settings: settings(step: 0))
    try known.accept(because: "new")
    try folder.write(settings(step: 1), to: "sheet/one/case.yml")
    try known.accept(because: "a step")
    let path = "sheet/one/expected/first.jsonl"
    let kept = try folder.text(path)
    if let text {
      try folder.write(text, to: path)
    } else {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(path)")
    }
    #expect(
      kind(known.outcome()) == "damaged"
        && known.findings().map(\.path) == ["\(folder.path)/\(path)"])
    guard case .hopeless(let words) = try known.repair() else {
      Issue.record("repaired")
      return
    }
    #expect(words.contains("first.jsonl: it is not ") && words.contains("'flickbook accept "))
    try folder.write(kept, to: path)
    #expect(kind(known.outcome()) == "identical")
    try folder.write(text ?? "x", to: path)
    try known.accept(because: "begun anew")
    #expect(kind(known.outcome()) == "identical" && !exists(path) && known.findings().isEmpty)
  }

  @Test("what is accepted although it differs by more than the tolerance is the first again")
  func begunAnew() throws {
    let known = try makeCase("flick", settings: settings(step: 0))
    try known.accept(because: "new")
    try folder.write(settings(step: 1), to: "sheet/one/case.yml")
    try known.accept(because: "a step")
    #expect(exists("sheet/one/expected/first.jsonl"))
    try folder.write(settings(step: 400), to: "sheet/one/case.yml")
    #expect(kind(known.outcome()) == "drift")
    try known.accept(because: "a jump")
    #expect(!exists("sheet/one/expected/first.jsonl"))
    #expect(kind(known.outcome()) == "identical")
  }

  // MARK: Tolerances

  @Test("the tolerance is that of the settings to try, else the case's, else the nearest folder's")
  func tolerances() throws {
    let known = try makeCase("flick")
    func tolerance() throws -> Double { try known.request().tolerance.absolute }
    #expect(try tolerance() == 0.001)
    try folder.write("tolerance: 3\n", to: "cases.yml")
    #expect(try tolerance() == 3)
    try folder.write("tolerance: 2\n", to: "sheet/cases.yml")
    #expect(try tolerance() == 2)
    try folder.write("# says nothing\n", to: "sheet/cases.yml")
    #expect(try tolerance() == 0.001, "the nearest file decides")
    try folder.write("scenario: sheet\ntolerance: 0.25\n", to: "sheet/one/case.yml")
    #expect(try tolerance() == 0.25)

    try known.accept(because: "new")
    try folder.write(
      "scenario: sheet\ntolerance: 0\nset:\n  spring.response: 0.4001\n", to: "sheet/one/case.yml")
    #expect(kind(known.outcome()) == "drift")
    let tried = try requestFile(in: "tolerance: 5\n", path: "feel.yml", origin: .file("feel.yml"))
    #expect(kind(known.outcome(trying: tried)) == "within tolerance")
    let silent = try requestFile(in: "hz: 60\n", path: "feel.yml", origin: .file("feel.yml"))
    #expect(kind(known.outcome(trying: silent)) == "drift")
  }

  @Test(
    "a cases.yml that is none fails its cases, with its line",
    arguments: ["tolerance: -1\n", "tolerance: much\n", "set: {}\n", "- 1\n", "tolerance: 1e9\n"])
  func wrongFile(text: String) throws {
    let known = try makeCase("flick")
    try folder.write(text, to: "sheet/cases.yml")
    #expect(kind(known.outcome()).contains("sheet/cases.yml:1: "), "\(kind(known.outcome()))")
  }
}
