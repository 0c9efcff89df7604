import Foundation
import Testing

@testable import CaseFolders

@Suite("Replacement")
struct ReplacementTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("if several files are written, none appears before all of them are complete")
  func allBeforeAny() throws {
    let one = NewFile(path: "one.yml", bytes: Array("x".utf8))
    // The file system refuses a name of more than 255 bytes; by then, the first file has been
    // created.
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

  @Test("a folder is replaced as a whole, and remains if the new folder cannot be written")
  func whole() throws {
    try folder.write("old", to: "run/run.json")
    try folder.write("mine", to: "run/notes/mine.txt")
    let place = "\(folder.path)/run"
    let failure = FileError.missing(path: "elsewhere")
    let error = #expect(throws: FileError.self) {
      try replace(place, named: "run", replacing: true) { new throws(FileError) in
        try makeFolder(at: new, like: place)
        throw failure
      }
    }
    #expect(error == .missing(path: "run"))
    #expect(try folder.text("run/run.json") == "old")
    try replace(place, named: "run", replacing: true) { new throws(FileError) in
      try makeFolder(at: new, like: place)
      try writeNew(Array("new".utf8), at: "\(new)/run.json")
      try copyMissingFiles(from: place, to: new)
    }
    #expect(try folder.text("run/run.json") == "new")
    #expect(try folder.text("run/notes/mine.txt") == "mine")
    #expect(try namesInFolder(at: folder.path, hidden: true) == ["run"])
  }
}
