import CaseFolders
import Foundation
import Testing

@Suite("Files")
struct FileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "a file of any size is read back as it was written",
    arguments: [0, 1, 4_095, 4_096, 262_144, 1_000_003])
  func roundTrip(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = "\(folder.path)/file"
    try writeFile(bytes, at: path)
    #expect(try fileBytes(at: path) == bytes)
    #expect(try fileBytes(at: path, atMost: size) == bytes)
    if size > 0 {
      #expect(throws: FileError.tooLarge(path: path, limit: size - 1)) {
        _ = try fileBytes(at: path, atMost: size - 1)
      }
    }
  }

  @Test("an endless file is read only up to the limit and then refused")
  func endless() {
    #expect(throws: FileError.tooLarge(path: "/dev/zero", limit: 1_000_000)) {
      _ = try fileBytes(at: "/dev/zero", atMost: 1_000_000)
    }
  }

  @Test("writing keeps the permissions of a file, and writes through a link to its target")
  func permissionsAndLinks() throws {
    let path = try folder.write("old", to: "file")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "file")
    try writeFile(Array("new".utf8), at: "\(folder.path)/link")
    #expect(try folder.text("file") == "new")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/link") == "file")
  }

  @Test("a device file is written to and is not replaced by a regular file")
  func devices() throws {
    try writeFile([1, 2, 3], at: "/dev/null")
    #expect(kindOfFile(at: "/dev/null") == .stream)
    #expect(throws: FileError.self) { try writeFile([1, 2, 3], at: "/dev/full") }
    #expect(kindOfFile(at: "/dev/full") == .stream)
  }

  @Test("a failed write leaves no temporary file")
  func nothingLeft() throws {
    try folder.write("mine", to: "taken/file")
    #expect(throws: FileError.self) { try writeFile([1], at: "\(folder.path)/taken") }
    #expect(throws: FileError.self) { try writeFile([1], at: "\(folder.path)/taken/file/x") }
    #expect(throws: FileError.self) { try writeFile([1], at: "\(folder.path)/no/file") }
    #expect(throws: FileError.self) { try writeFile([1], at: "") }
    #expect(try namesInFolder(at: folder.path, hidden: true) == ["taken"])
    #expect(try folder.text("taken/file") == "mine")
  }

  @Test("every error message has the location, what was found, and a remedy")
  func messages() {
    let errors: [FileError] = [
      .missing(path: "a"), .missingFolder(path: "a/b", folder: "a"),
      .forbidden(path: "a", toWrite: true), .forbidden(path: "a", toWrite: false),
      .wrongKind(path: "a", found: "a folder", expected: "a file"),
      .tooLarge(path: "a", limit: 5), .failed(path: "a", doing: "reading", reason: "it broke"),
      .failed(path: "a", doing: "writing", reason: "it is full"),
      .occupied(path: "a", found: "a folder"),
      .malformed(path: "a", line: 3, found: "x", expected: "y"),
    ]
    for error in errors {
      #expect(error.description.contains(/^a[^:]*(:3)?: .+; .+\.$/), "\(error.description)")
    }
  }
}
