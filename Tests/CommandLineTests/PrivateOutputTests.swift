import Foundation
import Testing

@Suite("Private outputs")
struct PrivateOutputTests {
  let flickbook: Flickbook

  init() throws {
    flickbook = try Flickbook()
    try flickbook("synth", "flick", "-o", "flick.yml", "--intent", "half")
    try flickbook.shell("chmod 600 flick.yml")
  }

  /// Runs shell commands with umask 022 and returns the permissions of the created files.
  private func permissions(after lines: [String]) throws -> [String: String] {
    let made = try flickbook.shell((["umask 022"] + lines).joined(separator: " && "))
    #expect(made.status == 0, "\(made)")
    let list = try flickbook.shell("find . -type f -printf '%P\\t%m\\n'").output
    var found: [String: String] = [:]
    for line in list.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      found[parts[0]] = parts[1]
    }
    return found
  }

  /// Commands that write an output from a private file, some of them through another output.
  static let ways = [
    "flickbook convert flick.yml out.evemu",
    "flickbook convert - out.yml < flick.yml",
    "flickbook trim flick.yml out.yml --from 0",
    "flickbook split flick.yml -o parts",
    "flickbook replay flick.yml --scenario sheet -o run",
    "flickbook plot flick.yml --scenario sheet -o out.svg",
    "flickbook view flick.yml --scenario sheet --no-engine -o out.html",
    "echo old > out.html; flickbook view flick.yml --scenario sheet --no-engine -o out.html --force",
    "flickbook replay flick.yml --scenario sheet -o run && flickbook plot run -o out.svg",
    "flickbook view flick.yml --scenario sheet -o out.html && flickbook replay out.html -o run",
    "flickbook case new flick.yml --scenario sheet --because designed",
    "flickbook case new flick.yml --scenario sheet && flickbook case minimize Recordings/sheet/flick",
    "flickbook case new flick.yml --scenario sheet && flickbook accept --all --because designed",
    "flickbook case new flick.yml --scenario sheet && ! flickbook test --pending",
    "flickbook case new flick.yml --scenario sheet && ! flickbook test --junit out.xml",
    "flickbook case new flick.yml --scenario sheet && ! flickbook test --report out.html",
    "flickbook convert flick.yml out.evemu && flickbook corpus label out.evemu --scenario sheet --intent full",
  ]

  @Test("output made from a private recording is private", arguments: ways)
  func asPrivate(_ way: String) throws {
    let found = try permissions(after: [way])
    #expect(found.count > 1)
    #expect(found.allSatisfy { $0.value == "600" }, "\(found.filter { $0.value != "600" })")
  }

  @Test("one private recording among several makes the output private")
  func strictest() throws {
    let found = try permissions(after: [
      "cp flick.yml other.yml", "chmod 640 other.yml",
      "flickbook view other.yml --scenario sheet --no-engine -o group.html",
      "flickbook view other.yml flick.yml --scenario sheet --no-engine -o both.html",
    ])
    #expect(found["group.html"] == "640")
    #expect(found["both.html"] == "600")
  }

  @Test(
    "--share, an anonymous copy and a public recording give files that everyone may read",
    arguments: [
      "flickbook view flick.yml --scenario sheet --no-engine -o out.html --share",
      "flickbook convert --anonymous flick.yml out.yml",
      "flickbook case new flick.yml --scenario sheet --share",
      "chmod 644 flick.yml && flickbook replay flick.yml --scenario sheet -o run",
    ])
  func shared(_ way: String) throws {
    let found = try permissions(after: [way]).filter { $0.key != "flick.yml" }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.value == "644" }, "\(found)")
  }
}
