import Foundation
import Testing

@testable import CaseFolders

@Suite("Writing that fails in between")
struct PartlyReplacedTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A case whose acceptance is decided and whose settings cannot be replaced, because a folder is in
  /// their place.
  private func decidedCase() throws {
    try folder.write("old run", to: "expected/run.json")
    try folder.write("in the way", to: "case.yml/file")
    try folder.write("new run", to: "\(decidedName)/new/expected/run.json")
    try folder.write("", to: "\(decidedName)/new/expected/\(newMark)")
    try folder.write("new settings", to: "\(decidedName)/new/case.yml")
  }

  @Test("if the settings cannot be replaced, the expected run is taken back")
  func takenBack() throws {
    try decidedCase()
    let error = #expect(throws: FileError.self) { try takePlaces(in: folder.path) }
    #expect(error == .occupied(path: "\(folder.path)/case.yml", found: "a folder"))
    #expect(try folder.text("expected/run.json") == "old run")
  }

  @Test(
    "if the run cannot be taken back either, the error names what was replaced and what was not")
  func partlyReplaced() throws {
    try decidedCase()
    let error = #expect(throws: FileError.self) {
      try takePlaces(in: folder.path) { path, _ throws(FileError) in
        throw .failed(path: path, doing: "writing", reason: "Input/output error")
      }
    }
    guard case .partlyReplaced(let path, ["expected"], ["case.yml"], _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == folder.path)
    let message = error?.description ?? ""
    for part in [
      "replaced expected, and not case.yml", "Input/output error", "git checkout -- \(path)",
    ] {
      #expect(message.contains(part), "\(message)")
    }
    #expect(try folder.text("expected/run.json") == "new run")
    #expect(try folder.text("\(decidedName)/new/expected/run.json") == "old run")
    // With the obstacle gone, the acceptance can be finished.
    try FileManager.default.removeItem(atPath: "\(folder.path)/case.yml")
    try folder.write("old settings", to: "case.yml")
    #expect(try mendedLeftovers(in: folder.path).count == 1)
    #expect(try folder.text("case.yml") == "new settings")
    #expect(try folder.text("expected/run.json") == "new run")
  }

  @Test("of several files none is there before all of them could be written")
  func allBeforeAny() throws {
    let one = NewFile(path: "one.yml", bytes: Array("x".utf8))
    // A name of more than 255 bytes is refused by the file system, after the first file was made.
    let unnamable = NewFile(path: String(repeating: "n", count: 300), bytes: [])
    let place = "\(folder.path)/parts"
    #expect(throws: FileError.self) {
      try writeFiles([one, unnamable], in: place, over: .ours)
    }
    #expect(kindOfFile(at: place) == .nothing)
    try folder.write("theirs", to: "parts/two.yml")
    let two = NewFile(path: "two.yml", bytes: Array("y".utf8))
    #expect(throws: FileError.self) { try writeFiles([one, two], in: place, over: .ours) }
    #expect(try namesInFolder(at: place, hidden: true) == ["two.yml"])
    #expect(try folder.text("parts/two.yml") == "theirs")
    try writeFiles([one, two], in: place, over: .anything)
    #expect(try namesInFolder(at: place, hidden: true) == ["one.yml", "two.yml"])
    #expect(try folder.text("parts/two.yml") == "y")
  }
}
