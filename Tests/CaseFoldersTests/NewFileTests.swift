import Foundation
import Testing

@testable import CaseFolders

@Suite("New files")
struct NewFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("if there is a link at the path, neither the link nor its target is written")
  func plantedLink() throws {
    let other = try folder.write("theirs", to: "other")
    let links = ["\(folder.path)/full", "\(folder.path)/dangling"]
    for (link, target) in zip(links, [other, "\(folder.path)/nothing"]) {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      #expect(throws: FileError.self) { try writeNew([1, 2, 3], at: link) }
      #expect(linkKind(at: link) == .link)
    }
    #expect(try folder.text("other") == "theirs")
    #expect(linkKind(at: "\(folder.path)/nothing") == .nothing)
  }

  @Test("if there is a file at the path, the file does not change")
  func plantedFile() throws {
    let path = try folder.write("theirs", to: "staging")
    #expect(throws: FileError.self) { try writeNew(Array("ours".utf8), at: path) }
    #expect(try folder.text("staging") == "theirs")
  }
}
