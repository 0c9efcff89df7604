import CaseFolders
import Foundation
import FrameLogs
import Quantities
import Testing

@Suite("Run directory")
struct RunDirectoryTests {
  let folder: TemporaryFolder
  let run: Run

  init() throws {
    folder = try TemporaryFolder()
    run = try flickRun()
  }

  @Test("a folder that exists keeps its mode", arguments: [0o755, 0o750, 0o700])
  func mode(_ mode: Int) throws {
    let path = "\(folder.path)/run"
    try makeFolder(at: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    for _ in 1...2 {
      try writeRun(run, at: path, readers: .owner)
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(found == mode)
    }
  }

  @Test("rows are read back bit-identically")
  func rows() throws {
    let path = "\(folder.path)/run"
    try writeRun(run, at: path)
    let rows = try loadedRun(at: path).rows
    let written = RunRows(run)
    #expect(rows.frames.count == written.frames.count)
    #expect(rows.events.count == written.events.count)
    for (row, expected) in zip(rows.frames + rows.events, written.frames + written.events) {
      let values = LogValue.fields(row)
      #expect(Set(row.map(\.key)) == Set(expected.map(\.key)))
      for field in expected {
        let value = try #require(values[field.key])
        // A whole number is written without a decimal point, so it is read back as an equal
        // integer.
        if let number = field.value.asNumber {
          #expect(value.asNumber?.bitPattern == (number + 0).bitPattern, "\(field.key)")
        } else if field.key != "candidates" {
          #expect(value == field.value, "\(field.key)")
        }
      }
    }
    #expect(
      RunComparison(expected: rows, actual: written).difference?.kind ?? .withinTolerance
        == .withinTolerance)
  }

  @Test("a run that is read and written again has the same frames")
  func storedAgain() throws {
    let path = "\(folder.path)/run"
    try writeRun(run, at: path)
    let stored = try Run(contentsOf: path)
    #expect(stored.frameText() == run.frameText())
    #expect(stored.rate == run.rate)
    #expect(stored.ending == run.ending)
    #expect(stored.events.map(\.kind) == run.events.map(\.kind))
    #expect(stored.events.map(\.time) == run.events.map(\.time))
    #expect(stored.ownFields == run.ownFields)
    #expect(stored.summary() == run.summary())
  }

  @Test("the fields of a scenario that is not registered are kept")
  func unknownScenario() throws {
    let path = "\(folder.path)/run"
    try writeRun(run, at: path)
    let header = try folder.text("run/run.json")
    try folder.write(header.replacing("\"sheet\"", with: "\"shelf\""), to: "run/run.json")
    let stored = try Run(contentsOf: path)
    #expect(Set(stored.ownFields.map(\.key)) == Set(run.ownFields.map(\.key)))
  }

  /// Damage to one file of a run.
  struct Damage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var file: String
    var old: String
    var new: String
    var line: Int?

    init(_ why: String, _ file: String, _ old: String, _ new: String, line: Int? = nil) {
      testDescription = why
      self.file = file
      self.old = old
      self.new = new
      self.line = line
    }
  }

  @Test(
    "a damaged run is refused, with the name of the file and, if possible, the line",
    arguments: [
      Damage("frames of another run", "frames.jsonl", "\"frame\":2,", "\"frame\":3,"),
      Damage("another schema", "run.json", "flickbook.run/1", "flickbook.run/2"),
      Damage("no JSON at all", "run.json", "{", "["),
      Damage(
        "a frame rate of zero", "run.json", "\"framesPerSecond\": 120", "\"framesPerSecond\": 0"),
      Damage("a frame rate that is a word", "run.json", ": 120,", ": \"fast\","),
      Damage("a line that is a list", "frames.jsonl", "{\"frame\":2,", "[2,", line: 3),
      Damage(
        "a frame without a phase", "frames.jsonl", "\"frame\":2,", "\"frme\":2,\"phase\":3,",
        line: 3),
      Damage(
        "a position that is a word", "frames.jsonl", "\"frame\":0,\"time\":0,", "\"time\":\"0\",",
        line: 1),
      Damage(
        "an event without a name", "events.jsonl", "\"event\":\"panBegan\"", "\"what\":1", line: 2),
      Damage("an unknown ending", "run.json", "rested", "bored"),
    ])
  func damaged(damage: Damage) throws {
    let path = "\(folder.path)/run"
    try writeRun(run, at: path)
    let text = try folder.text("run/\(damage.file)")
    try #require(text.contains(damage.old))
    try folder.write(text.replacing(damage.old, with: damage.new), to: "run/\(damage.file)")
    let error = #expect(throws: FileError.self) { _ = try Run(contentsOf: path) }
    let message = try #require(error).description
    #expect(message.contains("/\(damage.file)"), "\(message)")
    if let line = damage.line { #expect(message.contains(".jsonl:\(line): "), "\(message)") }
  }

  @Test("deeply nested lists are refused without exhausting the stack")
  func deepJSON() throws {
    try writeRun(run, at: "\(folder.path)/run")
    for text in [
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    ] {
      try folder.write(text, to: "run/frames.jsonl")
      #expect(throws: FileError.self) { _ = try Run(contentsOf: "\(folder.path)/run") }
    }
  }

  @Test("line numbers in errors count blank lines")
  func blankLines() throws {
    try writeRun(run, at: "\(folder.path)/run")
    let lines = try folder.text("run/frames.jsonl").split(separator: "\n").prefix(2)
    try folder.write("\n\(lines.joined(separator: "\n\n"))\nbroken\n", to: "run/frames.jsonl")
    let error = #expect(throws: FileError.self) { _ = try loadedRun(at: "\(folder.path)/run") }
    #expect(error?.description.contains("frames.jsonl:5: ") == true)
  }

  @Test("the old run remains if the new run cannot be written")
  func oldRunStays() throws {
    let path = "\(folder.path)/run"
    try writeRun(run, at: path)
    let before = try folder.text("run/frames.jsonl")
    // Flickbook does not overwrite a run whose header has a foreign schema.
    let header = try folder.text("run/run.json")
    try folder.write(header.replacing("flickbook.run/1", with: "mine"), to: "run/run.json")
    #expect(throws: FileError.self) { try writeRun(try flickRun(seed: 2), at: path) }
    #expect(try folder.text("run/frames.jsonl") == before)
    #expect(try namesInFolder(at: path).count == 3)
    try writeRun(try flickRun(seed: 2), at: path, over: .anything)
    #expect(try folder.text("run/frames.jsonl") != before)
    #expect(try namesInFolder(at: folder.path, hidden: true) == ["run"])
  }
}
