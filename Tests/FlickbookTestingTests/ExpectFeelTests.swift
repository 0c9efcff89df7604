import FlickbookTesting
import FrameLogs
import Foundation
import Synchronization
import Testing

@Suite("expectFeel")
struct ExpectFeelTests {
  /// A copy of a bundled case.
  private final class Copy {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feel-\(UUID().uuidString)")
    var path: String { folder.path }

    init() throws {
      let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      try FileManager.default.copyItem(
        at: package.appending(path: "Recordings/sheet/flick-up-from-tip"), to: folder)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func append(_ text: String, to name: String) throws {
      let file = folder.appending(path: name)
      try (String(contentsOf: file, encoding: .utf8) + text)
        .write(to: file, atomically: true, encoding: .utf8)
    }

    /// The contents of all files of the case, by name.
    func files() throws -> [String: Data] {
      var files: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        files[name] = try? Data(contentsOf: folder.appending(path: name))
      }
      return files
    }
  }

  /// Returns the issues that `body` records; expects at least one.
  private func issues(_ body: () -> Void) -> [String] {
    let told = Mutex<[String]>([])
    withKnownIssue {
      body()
    } matching: { issue in
      told.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
      return true
    }
    return told.withLock { $0 }
  }

  @Test("an unchanged case reports no issue, and its path is relative to the package")
  func same() { expectFeel(of: "Recordings/sheet/flick-up-from-tip") }

  @Test("a case without an expected run is an issue, which explains how to accept a run")
  func new() throws {
    let copy = try Copy()
    try FileManager.default.removeItem(at: copy.folder.appending(path: "expected"))
    let before = try copy.files()
    let told = issues { expectFeel(of: copy.path) }
    #expect(told.count == 1)
    #expect(told[0].contains("the case has no expected run yet"))
    #expect(
      told[0].contains("FLICKBOOK_ACCEPT=\"why its frames are right\" swift test --filter new"))
    #expect(told[0].contains("flickbook accept \(copy.path) --because"))
    #expect(try copy.files() == before)
  }

  @Test("a changed setting is reported as the cause, with its effect, the stage and the frames")
  func changed() throws {
    let copy = try Copy()
    try copy.append("set:\n  spring.response: 1\n", to: "case.yml")
    let before = try copy.files()
    let told = issues { expectFeel(of: copy.path) }
    #expect(told.count == 1)
    let lines = told[0].split(separator: "\n")
    #expect(lines[0].contains(": settles ") && lines[0].contains(" s later; overshoots by "))
    #expect(lines[1].hasPrefix("why: spring.response 0.4 → 1 s"))
    #expect(lines[1].hasSuffix("alone does this"))
    #expect(lines[2] == "drift in spring" || lines[2] == "behaviour change in spring")
    #expect(lines[3].hasPrefix("differs: frame "))
    #expect(lines.filter { $0.contains(">") }.count == 1)
    #expect(told[0].contains(".html, attached"))
    #expect(try copy.files() == before)
  }

  #if compiler(>=6.3)
    @Test("a passing case whose margin has shrunk is a warning")
    func narrowed() throws {
      let copy = try Copy()
      // The margins are wider than now, as if an earlier version of the program had written them.
      let path = copy.folder.appending(path: "expected/run.json")
      let header = try String(contentsOf: path, encoding: .utf8)
      let farther = header.replacing(/"change":(-?)([0-9])/) { "\"change\":\($0.1)9\($0.2)" }
      try farther.write(to: path, atomically: true, encoding: .utf8)
      let told = issues { expectFeel(of: copy.path) }
      #expect(told.count == 1)
      #expect(told[0].contains("passes, but is nearer to another target: "))
      #expect(
        told[0].contains("the settings are the same, so a change of the program is the reason"))
    }
  #endif

  @Test("an expected run that was edited is an issue, and is not compared with the new run")
  func damaged() throws {
    let copy = try Copy()
    try copy.append(" ", to: "expected/events.jsonl")
    let told = issues { expectFeel(of: copy.path) }
    #expect(told.count == 1)
    #expect(told[0].contains("the expected run is tampered"))
    #expect(told[0].contains("git restore \(copy.path)"))
  }

  @Test(
    "a folder without a case is an issue that explains how to create one",
    arguments: ["Recordings/nowhere", "Sources/Review"])
  func noCase(folder: String) {
    let told = issues { expectFeel(of: folder) }
    #expect(told.count == 1)
    #expect(told[0].hasPrefix("\(folder): there is no case in it; create one"))
  }

  @Test(
    "a gesture is compared with a run directory, and a different setting is the reported reason")
  func gesture() throws {
    let copy = try Copy()
    let file = "\(copy.path)/recording.yml"
    let recording = try Recording(contentsOf: file)
    let expected = "\(copy.path)/expected"
    expectFeel(of: file, through: SheetScenario.self, matches: expected)
    var request = ReplayRequest(scenario: "anything")
    request.assignments = [Assignment(key: "spring.response", value: "1")]
    let told = issues {
      expectFeel(of: recording, through: SheetScenario.self, asking: request, matches: expected)
    }
    #expect(told.count == 1)
    #expect(told[0].contains("why: spring.response 0.4 → 1 s"))
    let missing = issues {
      expectFeel(of: file, through: SheetScenario.self, matches: "\(copy.path)/elsewhere")
    }
    #expect(missing.count == 1)
    #expect(missing[0].contains("the case has no expected run yet"))
    #expect(!FileManager.default.fileExists(atPath: "\(copy.path)/elsewhere"))
  }
}
