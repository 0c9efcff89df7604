import CaseFolders
import Foundation
import FrameLogs
import InteractionScenarios
import RecordingFormats
import Testing
import TouchInput
import SyntheticHands

@Suite("Recording case")
struct RecordingCaseTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeCase(_ name: String, settings: String = "scenario: sheet\n") throws
    -> RecordingCase
  {
    let recording = try requiredGesture("flick").recording(SyntheticGesture.Options(intent: "half"))
    let bytes = libinputText(of: RecordingFile(format: .libinput, recordings: [recording]))
    let path = "\(folder.path)/\(name)"
    try writeCase(recording: bytes, settings: settings, at: path)
    return RecordingCase(folder: path, name: name)
  }

  @Test("cases are found in the byte order of their paths below the given folder")
  func order() throws {
    for name in ["sheet/b", "sheet/B", "pip/a", "sheet/a-2", "sheet/a"] { _ = try makeCase(name) }
    try folder.write("no case", to: "notes/read.me")
    try folder.write("hidden", to: ".git/case.yml")
    let found = try recordingCases(in: "\(folder.path)/")
    #expect(found.map(\.name) == ["pip/a", "sheet/B", "sheet/a", "sheet/a-2", "sheet/b"])
    let one = try recordingCases(in: "\(folder.path)/sheet/a")
    #expect(one.map(\.name) == ["sheet/a"])
  }

  @Test("folders that contain links to themselves are searched once")
  func links() throws {
    _ = try makeCase("sheet/a")
    for name in ["one", "two", "three"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/sheet/\(name)", withDestinationPath: "..")
    }
    #expect(try recordingCases(in: folder.path).contains { $0.name == "sheet/a" })
    #expect(try recordingCases(in: folder.path).count < 10)
  }

  @Test(
    "a case is new until it is accepted, then identical, and different after its settings change")
  func lifeOfACase() throws {
    let flick = try makeCase("sheet/flick")
    guard case .new = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    try flick.accept(try flick.run(), because: "it is new")
    guard case .identical = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    let settings = try folder.text("sheet/flick/case.yml")
    try folder.write(settings + "set:\n  start: full\n", to: "sheet/flick/case.yml")
    guard case .different(let difference, _) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(difference.kind == .behaviourChange)
  }

  @Test("if a field was added since the run was accepted, it is named and the case still passes")
  func newField() throws {
    let flick = try makeCase("sheet/flick")
    try flick.accept(try flick.run(), because: "it is new")
    let rows = try folder.text("sheet/flick/expected/frames.jsonl").split(separator: "\n")
    let older = rows.map { row in
      String(row).replacing(/,"overscroll":[^,]*/, with: "").replacing("}", with: ",\"sheen\":1}")
    }
    try replaceFrames(of: "sheet/flick/expected", with: older.map { $0 + "\n" }.joined())
    guard case .otherFields(let change) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect((change.new, change.gone) == (["overscroll"], ["sheen"]))
    try replaceFrames(
      of: "sheet/flick/expected",
      with: older.map { $0.replacing("\"resting\"", with: "\"asleep\"") + "\n" }.joined())
    guard case .different(let difference, let other) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(difference.kind == .behaviourChange && difference.field == "phase")
    #expect(other == change)
  }

  /// Replaces the frames of a run.
  private func replaceFrames(of run: String, with frames: String) throws {
    try folder.write(frames, to: "\(run)/frames.jsonl")
    let digest = SHA256.hexadecimal(of: Array(frames.utf8))
    let header = try folder.text("\(run)/run.json").replacing(
      /"framesSHA256": "[0-9a-f]*"/, with: "\"framesSHA256\": \"\(digest)\"")
    try folder.write(header, to: "\(run)/run.json")
  }

  @Test("the tolerance in the settings of a case is used")
  func tolerance() throws {
    let flick = try makeCase("sheet/flick")
    try flick.accept(try flick.run(), because: "new")
    let settings = try folder.text("sheet/flick/case.yml")
    let changed = settings + "set:\n  spring.dampingRatio: 0.80001\n"
    try folder.write(changed, to: "sheet/flick/case.yml")
    guard case .different(let drift, _) = flick.outcome(), drift.kind == .drift else {
      Issue.record("\(flick.outcome())")
      return
    }
    try folder.write("tolerance: 1000\n" + changed, to: "sheet/flick/case.yml")
    guard case .different(let within, _) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(within.kind == .withinTolerance)
  }

  /// The reasons in the `run.json` of the case `sheet/flick`.
  private func storedReasons() throws -> [String]? {
    let header = try JSONSerialization.jsonObject(
      with: Data(try folder.text("sheet/flick/expected/run.json").utf8))
    return (header as? [String: Any])?["accepted"] as? [String]
  }

  @Test("run.json keeps the last three reasons, and case.yml does not change")
  func reasons() throws {
    let settings = "# why\nscenario: sheet"
    let flick = try makeCase("sheet/flick", settings: settings)
    let run = try flickRun()
    let reasons = ["first", "the \"new\" rule: it's\tbetter\n", "\u{7f}\u{85}\\ 🎉 #1 {", "last"]
    for (index, reason) in reasons.enumerated() {
      try flick.accept(run, because: reason)
      #expect(try storedReasons() == Array(reasons[...index].suffix(3)))
    }
    #expect(flick.reasons == reasons.suffix(3))
    #expect(
      try folder.text("sheet/flick/expected/run.json").contains(#""\u007f\u0085\\ 🎉 #1 {""#))
    #expect(try folder.text("sheet/flick/case.yml") == settings)
    // The reasons are no part of the request, so no replay of the run has them.
    #expect(try Run(contentsOf: flick.expectedPath).header.map(\.key) == run.header.map(\.key))
  }

  @Test(
    "reasons that cannot be read make no run differ, and are replaced when the case is accepted",
    arguments: ["3", "null", "{}", "[]", #"[1,{},["a"]]"#])
  func unreadableReasons(list: String) throws {
    let flick = try makeCase("sheet/flick")
    try flick.accept(try flick.run(), because: "new")
    let path = "sheet/flick/expected/run.json"
    let header = try folder.text(path)
    try folder.write(header.replacing(#"["new"]"#, with: list), to: path)
    #expect(try folder.text(path) != header)
    guard case .identical = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    try flick.accept(try flick.run(), because: "new")
    #expect(try folder.text(path) == header)
  }

  @Test("a folder of the user in the place of the expected run is not replaced")
  func atomicAcceptance() throws {
    let flick = try makeCase("sheet/flick")
    try folder.write("mine", to: "sheet/flick/expected/notes.txt")
    #expect(throws: FileError.self) { try flick.accept(try flickRun(), because: "new") }
    #expect(try namesInFolder(at: flick.expectedPath) == ["notes.txt"])
    #expect(try folder.text("sheet/flick/expected/notes.txt") == "mine")
  }

  @Test("different events are a difference, even if all frames are equal")
  func events() throws {
    let flick = try makeCase("sheet/flick")
    var run = try flick.run()
    let index = try #require(run.events.firstIndex { $0.kind == .decision })
    run.events[index].payload = run.events[index].payload.map {
      $0.key == "reason" ? LogField("reason", .text("nearest?")) : $0
    }
    try flick.accept(run, because: "its decision has another reason")
    guard case .different(let difference, _) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(difference.kind == .otherReason)
    #expect(difference.field == "reason")
  }

  @Test("a defect of a case is reported with the path of the defective file")
  func failures() throws {
    let flick = try makeCase("sheet/flick", settings: "hz: 60\n")
    guard case .failed(let noScenario) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(noScenario.contains("case.yml: there is no key 'scenario'"))
    try folder.write("scenario: sheet\npan: 9\n", to: "sheet/flick/case.yml")
    guard case .failed(let noPan) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(noPan.contains("sheet/flick/case.yml: "))
    try folder.write("", to: "sheet/flick/recording.yml")
    guard case .failed(let empty) = flick.outcome() else {
      Issue.record("\(flick.outcome())")
      return
    }
    #expect(empty.contains("sheet/flick/recording.yml: the file is empty"))
  }
}
