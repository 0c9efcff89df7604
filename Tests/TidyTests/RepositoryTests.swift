import Foundation
import Testing

@Suite("Repository")
struct RepositoryTests {
  @Test(
    "a case has its recording, its settings and its run",
    arguments: SourceTree.files(in: "Recordings", endings: ["/case.yml", "/recording.yml"]))
  func wholeCase(file: String) {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let needed = ["recording.yml", "case.yml"]
    let run = ["run.json", "frames.jsonl", "events.jsonl"].map { "expected/\($0)" }
    for name in needed + run {
      #expect(SourceTree.exists("\(folder)/\(name)"), "\(folder)/\(name)")
    }
  }

  @Test(
    "a recording has a source and an intent",
    arguments: SourceTree.files(in: "Recordings", endings: ["/recording.yml"]))
  func source(file: String) throws {
    let text = try SourceTree.text(of: file)
    let published = /\n  source: "device: .+; (.+), .+\..+ \((.+), see (.+)\)"\n/
    if let device = text.firstMatch(of: published) {
      // A real user's intent is unknown, so a recording needs one only if the trace shows the
      // intent.
      let notice = try SourceTree.text(of: String(device.output.3))
      #expect(notice.contains(device.output.1), "\(file): its project is not in the notice")
      #expect(notice.contains(device.output.2), "\(file): its licence is not in the notice")
      #expect(text.contains("\n  note: \""), "\(file): the gesture is not described")
    } else {
      #expect(
        text.contains(/\n  source: "(.*synthetic: .+, seed [0-9]+|written by hand)/),
        "\(file): no source")
      // With the rule of another system, a gesture may not reach its intent. A gesture that was
      // generated to cover settings has no intent.
      let settings = try SourceTree.text(of: file.replacing("recording.yml", with: "case.yml"))
      let run = try SourceTree.text(
        of: file.replacing("recording.yml", with: "expected/run.json"))
      #expect(
        text.contains("\n  intent: \"") || settings.contains("\npreset: ")
          || settings.contains("  release.")
          || (settings + run).contains(", which no other case does"),
        "\(file): no intent")
    }
  }

  @Test("a case has a reason why its frames were accepted")
  func accepted() throws {
    for file in SourceTree.files(in: "Recordings", endings: ["/expected/run.json"]) {
      #expect(try SourceTree.text(of: file).contains(/\n  "accepted": \["\S/), "\(file)")
    }
  }

  @Test("every path in README exists")
  func paths() throws {
    let text = try SourceTree.text(of: "README.md")
    let links = text.matches(of: /\]\(([^)#: ]+)\)/).map { String($0.output.1) }
    let words = text.matches(
      of: /[`\s(]((?:Sources|Tests|Benchmarks|docs|Recordings|scripts|\.ci)\/[A-Za-z0-9_.+\-\/]*)/
    ).map { String($0.output.1) }
    for path in Set(links + words) where !path.contains("/my-") {
      #expect(SourceTree.exists(path), "README.md: \(path) is not there")
    }
  }

  @Test("every named script exists, and no file names a path on a machine")
  func namedPaths() throws {
    // The paths are concatenated so that this file does not contain them.
    let places = ["/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/", "/wo" + "rk/", "/op" + "t/swift"]
    let endings = [".swift", ".md", ".yml", ".json", ".py", ".h", ".c", ".sh"]
    let folders = ["Sources", "Tests", "Benchmarks", "Recordings", "docs", ".github"]
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Package.swift"]
    let files = folders.flatMap { SourceTree.files(in: $0, endings: endings) } + top
    for file in files + SourceTree.files(in: "scripts", endings: [""]) {
      guard let text = try? SourceTree.text(of: file) else { continue }
      for place in places {
        #expect(
          text.ranges(of: place).allSatisfy { isPartOfPath(text, before: $0) },
          "\(file) names \(place)")
      }
      for range in text.ranges(of: "scripts/") where !isPartOfPath(text, before: range) {
        let rest = text[range.upperBound...].prefix {
          $0.isLetter || $0.isNumber || "/_-.".contains($0)
        }
        let path = "scripts/\(rest.hasSuffix(".") ? rest.dropLast() : rest)"
        #expect(SourceTree.exists(path), "\(file): \(path) is not there")
      }
    }
  }

  /// Whether a path is the end of a longer path, judged by the character before it.
  private func isPartOfPath(_ text: String, before range: Range<String.Index>) -> Bool {
    text[..<range.lowerBound].last.map { $0.isLetter || $0.isNumber || "_./}-*".contains($0) }
      ?? false
  }

  @Test(
    "every page of docs is listed in the reference",
    arguments: SourceTree.files(in: "docs", endings: [".md"]))
  func listed(page: String) throws {
    let list = try SourceTree.text(of: "Sources/Flickbook/Flickbook.docc/Flickbook.md")
    let name = page.dropFirst("docs/".count).dropLast(".md".count)
    #expect(list.contains("- <doc:\(name)>"), "list \(page) under its topic")
  }

  @Test("every library has a documentation catalogue with topics")
  func catalogues() throws {
    let text = try SourceTree.text(of: "Package.swift")
    let libraries = text.matches(of: /\.library\(name: "([A-Za-z]+)"/).map { String($0.output.1) }
    #expect(libraries.count > 10)
    for library in libraries {
      let page = "Sources/\(library)/\(library).docc/\(library).md"
      #expect(SourceTree.exists(page), "\(page) is not there")
    }
  }

  @Test("the Swift code on the page about surfaces is part of a test")
  func surfaces() throws {
    let page = try SourceTree.text(of: "docs/surfaces.md")
    let test = try SourceTree.text(
      of: "Tests/InteractionScenariosTests/Motion/TransitionComplaintTests.swift")
    let blocks = page.matches(of: /```swift\n((?:.|\n)*?)```/).map { String($0.output.1) }
    try #require(!blocks.isEmpty)
    for block in blocks { #expect(test.contains(block), "\(block)") }
  }
}

@Suite("Sample package")
struct SamplePackageTests {
  @Test("the Swift code in the article is part of the sample package")
  func article() throws {
    let article = try SourceTree.text(
      of: "Sources/FlickbookTesting/FlickbookTesting.docc/TestingASurface.md")
    let files = try SourceTree.files(in: "Tests/SamplePackage").map { try SourceTree.text(of: $0) }
    let blocks = article.matches(of: /```swift\n((?:.|\n)*?)```/).map { String($0.output.1) }
    try #require(blocks.count > 4)
    for block in blocks {
      // The article may show only the first test of a suite, so that the closing brace comes early.
      let code = block.hasSuffix("  }\n}\n") ? String(block.dropLast(2)) : block
      #expect(files.contains { $0.contains(code) }, "\(code)")
    }
  }
}
