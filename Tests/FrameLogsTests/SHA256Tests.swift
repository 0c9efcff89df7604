import Foundation
import FrameLogs
import Quantities
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// A message, and its digest as published by NIST.
  struct Vector: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var message: [UInt8]
    var digest: String
  }

  /// Source: NIST, "Secure Hashing: example values and long messages" for FIPS 180-4.
  static let vectors = [
    Vector(
      testDescription: "abc", message: Array("abc".utf8),
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      testDescription: "nothing", message: [],
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      testDescription: "448 bits, which need a second block",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      testDescription: "a million times a", message: Array(repeating: 0x61, count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test("the published examples have the published digests", arguments: vectors)
  func published(vector: Vector) {
    #expect(SHA256.hexadecimal(of: vector.message) == vector.digest)
  }

  static let tool = ["/usr/bin/sha256sum", "/bin/sha256sum"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "messages of every length around the block size agree with sha256sum",
    .enabled(if: tool != nil, "needs sha256sum"))
  func agreesWithTool() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flickbook-digests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var numbers = SeededGenerator(seed: 6)
    var expected: [String] = []
    let lengths = Array(0...130) + [1_000, 4_096, 10_001]
    for length in lengths {
      let message = (0..<length).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      let name = "message\(length)"
      try Data(message).write(to: folder.appending(path: name))
      expected.append("\(SHA256.hexadecimal(of: message))  \(name)")
    }
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.tool))
    process.currentDirectoryURL = folder
    process.arguments = lengths.map { "message\($0)" }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: read, as: UTF8.self)
    process.waitUntilExit()
    #expect(text.split(separator: "\n").map(String.init) == expected)
  }

  @Test("a message that is passed in parts has the same digest as the whole message")
  func parts() {
    let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 63, 64, 65, 127, 128, 999] {
      var digest = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        digest.receive(Array(message[start..<min(start + size, message.count)]))
        digest.receive([])
      }
      #expect(digest.hexadecimal == SHA256.hexadecimal(of: message))
    }
  }
}
