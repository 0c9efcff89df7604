import Testing

/// Rules for the Swift code that the compiler, SwiftPM's import check and `swift format` do not enforce.
@Suite("Sources")
struct SourceTests {
  @Test(
    "the page on the architecture names every target that a user builds",
    arguments: SourceTree.folders(in: "Sources"))
  func named(target: String) throws {
    #expect(
      try ArchitecturePage().text.contains(target), "\(ArchitecturePage.path) has no \(target)")
  }

  @Test(
    "a target imports only targets listed below it on the page; a pure target imports nothing else")
  func imports() throws {
    let page = try ArchitecturePage()
    try #require(page.targets.count > 20 && page.pureTargets.count > 10)
    for (index, target) in page.targets.enumerated() {
      for line in try SourceTree.linesOfCode(in: "Sources/\(target)") {
        let words = line.text.split(separator: " ")
        guard let keyword = words.firstIndex(of: "import"), keyword < 3,
          let module = words.last?.prefix(while: { $0 != "." }).description
        else { continue }
        // Foundation adds a megabyte and locale data. FoundationEssentials has everything that is
        // used.
        #expect(module != "Foundation", "\(line): import FoundationEssentials instead")
        if let other = page.targets.firstIndex(of: module) {
          #expect(other > index, "\(line): \(target) is below \(module)")
        } else if page.pureTargets.contains(target) {
          #expect(module == "Synchronization", "\(line): \(target) is pure")
        }
      }
    }
  }

  @Test("a pure target has no fused multiply-add, no clock and no randomness")
  func deterministic() throws {
    let calls = [
      ".addingProduct(", ".addProduct(", ".random(", "SystemRandomNumberGenerator", ".shuffled()",
      ".randomElement()", ".hashValue", "ContinuousClock", "SuspendingClock",
    ]
    for target in try ArchitecturePage().pureTargets {
      for line in try SourceTree.linesOfCode(in: "Sources/\(target)") {
        for call in calls { #expect(!line.text.contains(call), "\(line): \(call)") }
      }
    }
  }

  @Test("no code in Sources traps on user input or evades the compiler's checks")
  func noTraps() throws {
    for line in try SourceTree.linesOfCode(in: "Sources") {
      for word in ["fatalError(", "@unchecked", "unsafeBitCast"] {
        #expect(!line.text.contains(word), "\(line): \(word)")
      }
    }
  }

  @Test("a file has at most 1,000 lines, and a function in Sources at most 50")
  func lengths() throws {
    for file in SourceTree.swiftFiles {
      let lines = try SourceTree.lines(of: file)
      #expect(lines.count <= 1_001, "\(file) has \(lines.count) lines; split it by idea")
      guard file.hasPrefix("Sources/") else { continue }
      for function in functions(in: lines) where function.count > 50 {
        Issue.record("\(file):\(function.lowerBound + 1): \(function.count) lines; name its steps")
      }
    }
  }

  /// The line range of each function with a body, which ends at the first brace with the same indentation.
  private func functions(in lines: [Substring]) -> [ClosedRange<Int>] {
    lines.indices.compactMap { start in
      // The line is searched for words first, because a regular expression for each line takes half
      // a minute.
      guard ["func ", "init", "subscript"].contains(where: { lines[start].contains($0) }),
        lines[start].contains(/^ *([a-z@][^\/"]* )?(func |init[?(<]|subscript[(<])/)
      else { return nil }
      let indent = lines[start].prefix { $0 == " " }
      let isHead = { (line: Substring) in
        line.hasPrefix(indent + "  ") || line.hasPrefix(indent + ")")
          || line.hasPrefix(indent + "where")
      }
      var last = start
      while !lines[last].hasSuffix("{") {
        last += 1
        guard last < lines.count, isHead(lines[last]) else { return nil }
      }
      return lines[last...].firstIndex(of: indent + "}").map { start...$0 }
    }
  }

  @Test("a file with the name `Type+Concern.swift` is about that type")
  func fileNames() throws {
    for file in SourceTree.swiftFiles {
      let name = file.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      #expect(name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "+" }, "\(file)")
      guard let plus = name.firstIndex(of: "+") else { continue }
      let type = name[..<plus]
      let text = try SourceTree.text(of: file)
      let isAbout = ["extension \(type)", ".\(type)", "struct \(type)"].contains {
        text.contains($0)
      }
      #expect(isAbout, "\(file) neither extends nor declares \(type)")
    }
  }

  @Test("no comment marks unfinished work")
  func nothingLeftToDo() throws {
    // The words are concatenated so that this file does not contain them.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    for file in SourceTree.swiftFiles {
      let text = try SourceTree.text(of: file)
      for word in words { #expect(!text.contains("// \(word)"), "\(file): \(word)") }
    }
  }
}

/// The targets in `docs/architecture.md`, the highest first: kind, name and description.
struct ArchitecturePage {
  static let path = "docs/architecture.md"

  let text: String
  let targets: [String]
  let pureTargets: [String]

  init() throws {
    text = try SourceTree.text(of: Self.path)
    let lines = text.matches(of: /\n(edge|text|pure)  ([A-Za-z]+)/).map(\.output)
    targets = lines.map { String($0.2) }
    pureTargets = lines.filter { $0.1 == "pure" }.map { String($0.2) }
  }
}
