import Foundation
import Testing

@testable import EvdevDevices

@Suite("Recording output")
struct RecordingOutputTests {
  /// The permissions of a recording that was written completely.
  private func permissions(isShared: Bool) throws -> Int {
    let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.yml").path
    var output = try RecordingOutput(creating: path, isShared: isShared)
    try output.write([1, 2, 3])
    let partial = try FileManager.default.attributesOfItem(atPath: path + ".partial")
    try output.finish()
    let whole = try FileManager.default.attributesOfItem(atPath: path)
    #expect(partial[.posixPermissions] as? Int == whole[.posixPermissions] as? Int)
    return try #require(whole[.posixPermissions] as? Int)
  }

  @Test("only the owner can read a recording, while it is written and afterwards")
  func isPrivate() throws {
    #expect(try permissions(isShared: false) & 0o077 == 0)
  }

  @Test("a shared recording has the permissions that the umask allows")
  func isShared() throws {
    let ordinary = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID())")
    #expect(FileManager.default.createFile(atPath: ordinary.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: ordinary) }
    let attributes = try FileManager.default.attributesOfItem(atPath: ordinary.path)
    #expect(try permissions(isShared: true) == attributes[.posixPermissions] as? Int)
  }

  @Test(
    "an existing link or file at the temporary path is an error, and a link's target is unchanged")
  func planted() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.yml").path
    let partial = RecordingOutput.partialPath(of: path)
    let elsewhere = folder.appending(path: "elsewhere").path
    try FileManager.default.createSymbolicLink(
      atPath: partial, withDestinationPath: elsewhere)
    #expect(throws: RecordingOutputError.leftOver(path: partial)) {
      let output = try RecordingOutput(creating: path, isShared: false)
      output.discard()
    }
    #expect(!FileManager.default.fileExists(atPath: elsewhere))
    try FileManager.default.removeItem(atPath: partial)
    #expect(FileManager.default.createFile(atPath: partial, contents: Data([7])))
    #expect(throws: RecordingOutputError.leftOver(path: partial)) {
      let output = try RecordingOutput(creating: path, isShared: false)
      output.discard()
    }
    #expect(FileManager.default.contents(atPath: partial) == Data([7]))
  }

  @Test(
    "files recorded with sudo belong to the caller, who is identified only by complete variables")
  func callerOfSudo() {
    let full = ["SUDO_UID": "1000", "SUDO_GID": "100"]
    let caller = CallerOfSudo(environment: { full[$0] })
    #expect(caller?.user == 1000 && caller?.group == 100)
    for broken in [[:], ["SUDO_UID": "1000"], ["SUDO_UID": "-1", "SUDO_GID": "0x"]] {
      #expect(CallerOfSudo(environment: { broken[$0] }) == nil)
    }
  }
}
