import Testing

@Suite("Imports")
struct ImportTests {
  @Test(
    "a target imports only what is above it in the flow of data",
    arguments: SourceTree.allowedImports.map { $0.key })
  func downwardOnly(target: String) throws {
    let allowed = try #require(SourceTree.allowedImports.first { $0.key == target }?.value)
    let folder = SourceTree.folder(of: target)
    let files = SourceTree.files(in: folder)
    try #require(!files.isEmpty, "no files in \(folder); was the target renamed?")
    for file in files {
      for (number, module) in try imports(of: file) {
        #expect(allowed.contains(module), "\(file):\(number): \(target) imports \(module)")
      }
    }
  }

  @Test("a pure target's list has only pure targets", arguments: SourceTree.pureTargets)
  func pureLists(target: String) throws {
    let allowed = try #require(SourceTree.allowedImports.first { $0.key == target }?.value)
    // Its locks are no clock, disk, device or randomness.
    #expect(allowed.subtracting(["Synchronization"]).isSubset(of: SourceTree.pureTargets))
  }

  @Test("the manifest gives no library target a dependency that the list does not have")
  func manifest() throws {
    let manifest = try SourceTree.text(of: "Package.swift")
    for (target, allowed) in SourceTree.allowedImports {
      let start = try #require(
        manifest.firstRange(of: ".target(name: \"\(target)\"")
          ?? manifest.firstRange(of: ".target(\n      name: \"\(target)\""))
      let rest = manifest[start.upperBound...]
      let end = rest.firstRange(of: "\n    .")?.lowerBound ?? rest.endIndex
      let names = rest[..<end].matches(of: /"([A-Za-z]+)"/).map { String($0.output.1) }
      for name in names where SourceTree.exists("Sources/\(name)") {
        #expect(allowed.contains(name), "Package.swift: \(target) depends on \(name)")
      }
    }
  }

  @Test(
    "nothing that a user runs has all of Foundation in it",
    arguments: SourceTree.allowedImports.map { $0.key } + [
      "Flickbook", "FlickbookCommand", "FlickbookTesting", "PageEngine",
    ])
  func foundation(target: String) throws {
    for file in SourceTree.files(in: SourceTree.folder(of: target)) {
      for (number, module) in try imports(of: file) {
        #expect(module != "Foundation", "\(file):\(number): import FoundationEssentials instead")
      }
    }
  }
}

/// The modules that a file imports, with the numbers of the lines.
func imports(of file: String) throws -> [(Int, String)] {
  try codeLines(of: file).compactMap { number, code in
    let words = code.split(separator: " ")
    guard let index = words.firstIndex(of: "import"), words.indices.contains(index + 1),
      words[..<index].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains(String($0)) })
    else { return nil }
    // `import struct Foundation.URL` names the module before the point.
    let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let isKind = kinds.contains(String(words[index + 1])) && words.indices.contains(index + 2)
    let module = words[isKind ? index + 2 : index + 1]
    return (number, String(module.prefix { $0 != "." }))
  }
}

private let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
