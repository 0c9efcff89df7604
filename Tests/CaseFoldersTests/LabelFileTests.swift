import CaseFolders
import Foundation
import InteractionScenarios
import RecordingFormats
import SyntheticHands
import Testing
import TouchInput

@Suite("Labels on disk")
struct LabelFileTests {
  private let folder: TemporaryFolder
  private let recording: Recording

  init() throws {
    folder = try TemporaryFolder()
    recording = try requiredGesture("flick").recording(SyntheticGesture.Options())
  }

  private func write(_ format: RecordingFormat, to name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try makeFolder(at: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    try writeFile(
      RecordingFile(format: .libinput, recordings: [recording]).text(as: format), at: path)
    return path
  }

  private static let label = RecordingLabel(intent: "half", person: "anna", session: "2")

  @Test(
    "a label is read back in every format, and the gesture does not change",
    arguments: [RecordingFormat.libinput, .evemu, .csv])
  func readBack(format: RecordingFormat) throws {
    let path = try write(format, to: "a.trace")
    let before = try fileBytes(at: path)
    let old = try loadedRecording(at: path).recording
    let change = try relabel(path) { $0 = Self.label }
    #expect(change.before == RecordingLabel() && change.after == Self.label)
    let new = try loadedRecording(at: path).recording
    #expect(RecordingLabel(of: new) == Self.label)
    #expect(new.events == old.events && new.device == old.device && new.initial == old.initial)
    let isNative = format == .libinput
    #expect(change.location == (isNative ? path : "\(path).label.yml"))
    #expect(try (fileBytes(at: path) == before) == !isNative)
    // When the label is removed, a native recording has its old bytes again, and no other files
    // remain.
    let taken = try relabel(path) { $0 = RecordingLabel() }
    #expect(taken.before == Self.label)
    #expect(try fileBytes(at: path) == before)
    let names = try namesInFolder(at: folder.path, hidden: true)
    #expect(names == (isNative ? ["a.trace"] : ["a.trace", "a.trace.label.yml"]))
  }

  @Test("writing an unchanged label changes no file")
  func unchanged() throws {
    let path = try write(.evemu, to: "a.events")
    _ = try relabel(path) { _ in }
    #expect(try namesInFolder(at: folder.path, hidden: true) == ["a.events"])
  }

  @Test("a recording and its label file keep their permissions")
  func permissions() throws {
    for (format, place) in [(RecordingFormat.libinput, "a"), (.csv, "b.label.yml")] {
      let path = try write(format, to: place.hasPrefix("a") ? "a" : "b")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      _ = try relabel(path) { $0.intent = "half" }
      let attributes = try FileManager.default.attributesOfItem(
        atPath: "\(folder.path)/\(place)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("an unreadable label file beside a recording is reported with its path")
  func malformedBeside() throws {
    let path = try write(.evemu, to: "a.events")
    try folder.write("schema: 1\nintent: [x]\n", to: "a.events.label.yml")
    let error = #expect(throws: LoadError.self) { try loadedRecording(at: path) }
    #expect(error?.description.contains("a.events.label.yml:2: ") == true)
    #expect(throws: LoadError.self) { try relabel(path) { $0.intent = "half" } }
    #expect(try folder.text("a.events.label.yml") == "schema: 1\nintent: [x]\n")
  }

  @Test(
    "a link to a recording in the same folder is labelled, and a link out of the folder is refused")
  func links() throws {
    let path = try write(.libinput, to: "real/a.yml")
    let link = "\(folder.path)/real/b.yml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.yml")
    _ = try relabel(link) { $0.intent = "half" }
    #expect(try loadedRecording(at: path).recording.intent == "half")
    #expect(
      try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
        == .typeSymbolicLink)
    try makeFolder(at: "\(folder.path)/other")
    let far = "\(folder.path)/other/c.yml"
    try FileManager.default.createSymbolicLink(atPath: far, withDestinationPath: path)
    let error = #expect(throws: LoadError.self) { try relabel(far) { $0.intent = "tip" } }
    #expect(error?.description.contains("label that") == true)
    #expect(try loadedRecording(at: path).recording.intent == "half")
  }

  @Test("recordings are recognized by content, single or in cases, and listed in a fixed order")
  func corpusFolder() throws {
    for (format, name) in [
      (RecordingFormat.libinput, "b/2.yml"), (.evemu, "a.events"), (.csv, "b/1.csv"),
    ] {
      _ = try write(format, to: name)
    }
    _ = try relabel("\(folder.path)/a.events") { $0.intent = "half" }
    try folder.write("recording,intent\n", to: "labels.csv")
    try folder.write("N: x\n", to: "b/x.desc")
    try folder.write("hello\n", to: "b/README.md")
    _ = try write(.libinput, to: "cases/sheet/flick/recording.yml")
    try folder.write("scenario: sheet\n", to: "cases/sheet/flick/case.yml")
    _ = try write(.libinput, to: "run/run.json")
    let found = try CaseFolders.corpusFolder(at: folder.path + "/")
    let inFolder = { (path: String) in String(path.dropFirst(folder.path.count + 1)) }
    #expect(
      found.recordings.map { inFolder($0.path) } == [
        "a.events", "b/1.csv", "b/2.yml", "cases/sheet/flick/recording.yml",
      ])
    #expect(found.recordings.map { $0.ofCase?.name } == [nil, nil, nil, "cases/sheet/flick"])
    #expect(found.passedOver.map(inFolder) == ["b/README.md", "labels.csv"])
  }

  @Test("a new folder is written atomically and never replaces an existing folder")
  func newFolder() throws {
    let place = "\(folder.path)/deep/corpus"
    struct Full: Error {}
    #expect(throws: Full.self) {
      try writeNewFolder(at: place, count: 5) { index in
        guard index < 3 else { throw Full() }
        return NewFile(path: "p\(index)/a.yml", bytes: [65])
      }
    }
    #expect(try namesInFolder(at: folder.path, hidden: true) == [])
    var told: [Int] = []
    try writeNewFolder(at: place, count: 5, progress: { told.append($0) }) { index in
      NewFile(path: "p\(index % 2)/\(index).yml", bytes: [65])
    }
    #expect(told == [1, 2, 3, 4, 5])
    #expect(try namesInFolder(at: place, hidden: true) == ["p0", "p1"])
    #expect(try namesInFolder(at: "\(place)/p0", hidden: true) == ["0.yml", "2.yml", "4.yml"])
    #expect(try namesInFolder(at: "\(folder.path)/deep", hidden: true) == ["corpus"])
    let error = #expect(throws: FileError.self) {
      try writeNewFolder(at: place, count: 1) { _ in NewFile(path: "x", bytes: []) }
    }
    #expect(error?.description.contains("not empty") == true)
    #expect(try namesInFolder(at: "\(place)/p1") == ["1.yml", "3.yml"])
    try makeFolder(at: "\(folder.path)/empty")
    try writeNewFolder(at: "\(folder.path)/empty", count: 1) { _ in NewFile(path: "x", bytes: []) }
    #expect(try namesInFolder(at: "\(folder.path)/empty") == ["x"])
  }
}
