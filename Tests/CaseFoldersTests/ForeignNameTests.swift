import CaseFolders
import Foundation
import Glibc
import Testing

@Suite("Names that are not UTF-8")
struct ForeignNameTests {
  @Test("a case in a folder whose name is not UTF-8 is found, and its files are read")
  func found() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    // The names are "café" in Latin-1, a truncated Chinese character, and a complete Chinese
    // character.
    let names: [[UInt8]] = [
      [0x63, 0x61, 0x66, 0xe9], [0x61, 0xe4, 0xb8], [0xe4, 0xb8, 0xad, 0xff], [0xe4, 0xb8, 0xad],
    ]
    for name in names {
      let folder = Array(root.path.utf8) + [0x2f] + name
      func path(_ file: String) -> [CChar] {
        (folder + Array(file.utf8) + [0]).map { CChar(bitPattern: $0) }
      }
      try #require(mkdir(path(""), 0o777) == 0)
      let file = try #require(fopen(path("/case.yml"), "w"))
      fputs("scenario: sheet\n", file)
      fclose(file)
    }
    let cases = try recordingCases(in: root.path)
    #expect(cases.count == names.count)
    #expect(Set(cases.map(\.name)).count == names.count)
    for found in cases {
      #expect(try fileBytes(at: found.settingsPath) == Array("scenario: sheet\n".utf8))
      #expect(kindOfFile(at: found.folder).isFolder)
    }
    for name in names {
      let path = Array(root.path.utf8) + [0x2f] + name
      for file in ["/case.yml", ""] {
        remove((path + Array(file.utf8) + [0]).map { CChar(bitPattern: $0) })
      }
    }
  }
}
