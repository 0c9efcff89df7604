import Testing

/// The order in which a folder stands below another, as `docs/architecture.md` has it and as the
/// sources keep it.
@Suite("Arrows")
struct ArrowTests {
  @Test("the page names every target of the package that a user's build has, and no other")
  func targets() throws {
    let named = try ArchitecturePage.targets
    let declared = try PackageManifest.dependencies
    for target in named {
      #expect(declared[target] != nil, "\(ArchitecturePage.path): Package.swift has no \(target)")
    }
    for target in declared.keys.sorted() where SourceTree.isFolder("Sources/\(target)") {
      #expect(named.contains(target), "\(ArchitecturePage.path): \(target) is not named")
    }
  }

  @Test("a target depends only on those that the page has below it")
  func dependencies() throws {
    let order = try ArchitecturePage.targets
    for (target, dependencies) in try PackageManifest.dependencies {
      guard let index = order.firstIndex(of: target) else { continue }
      for dependency in dependencies {
        guard let other = order.firstIndex(of: dependency) else { continue }
        #expect(
          other > index, "Package.swift: \(target) depends on \(dependency), which is above it")
      }
    }
  }

  @Test("a target imports only those that Package.swift says it depends on")
  func declaredImports() throws {
    let declared = try PackageManifest.dependencies
    for (target, dependencies) in declared {
      for file in SourceTree.files(in: SourceTree.folder(of: target)) {
        for (number, module) in try imports(of: file) where declared[module] != nil {
          #expect(
            dependencies.contains(module),
            "\(file):\(number): Package.swift has no dependency of \(target) on \(module)")
        }
      }
    }
  }

  @Test("a folder uses only what is declared in it or in folders that the page has below it")
  func pageOrder() throws {
    let orders = try ArchitecturePage.folders
    try #require(!orders.isEmpty, "\(ArchitecturePage.path) has the folders of no target")
    for (target, order) in orders {
      let arrows = try FolderArrows(target: target)
      #expect(Set(order) == arrows.folders, "\(ArchitecturePage.path): the folders of \(target)")
      for arrow in arrows.arrows {
        guard let from = order.firstIndex(of: arrow.from), let to = order.firstIndex(of: arrow.to)
        else { continue }
        #expect(to > from, "\(arrow), which is above it; move one of the two")
      }
    }
  }

  @Test(
    "no two folders of a target use each other, not through others either",
    arguments: FolderArrows.targets)
  func noCircle(target: String) throws {
    let arrows = try FolderArrows(target: target)
    for arrow in arrows.circular {
      Issue.record("\(arrow), and is used by it; move one of the two")
    }
  }
}

/// What `docs/architecture.md` says of targets and folders: blocks of lines, the highest first.
enum ArchitecturePage {
  static let path = "docs/architecture.md"

  /// The targets, those above the others first.
  static var targets: [String] {
    get throws {
      let text = try SourceTree.text(of: path)
      let block = try #require(text.firstMatch(of: /```\n((?:edge|text|pure)  (?:.|\n)*?)```/))
      return block.output.1.split(separator: "\n").flatMap { line in
        // A line has a kind, a target and what it is, where `->` leads to what only it needs.
        let name = line.split(separator: " ").dropFirst().prefix(1).map { String($0) }
        return name + line.matches(of: /; -> ([A-Za-z]+)/).map { String($0.output.1) }
      }
    }
  }

  /// The folders of those targets that have a chapter "Inside …".
  static var folders: [(target: String, order: [String])] {
    get throws {
      let text = try SourceTree.text(of: path)
      return text.matches(of: /\n## Inside ([A-Za-z]+)\n[^`]*?```\n([^`]+)```/).map { match in
        let lines = match.output.2.split(separator: "\n")
        return (
          String(match.output.1),
          lines.compactMap { $0.split(separator: " ").first.map { String($0) } }
        )
      }
    }
  }
}

/// What `Package.swift` says of targets.
enum PackageManifest {
  /// The dependencies of every target that is no test on other targets of the package.
  static var dependencies: [String: [String]] {
    get throws {
      let manifest = try SourceTree.text(of: "Package.swift")
      let starts = manifest.matches(
        of: /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([A-Za-z]+)"/)
      var all: [String: [String]] = [:]
      for match in starts {
        let rest = manifest[match.range.upperBound...]
        // A condition names its target with the same words, and has no end of a target's own.
        let end =
          rest.firstMatch(of: /\n    (?:\.|\/\/)|\n\n|\n  \]/)?.range.lowerBound ?? rest.endIndex
        let names = rest[..<end].matches(of: /"([A-Za-z]+)"/).map { String($0.output.1) }
        all[String(match.output.1), default: []] += names
      }
      return all
    }
  }
}

/// Which folder of a target uses what is declared in which other.
struct FolderArrows {
  /// A use of a name.
  struct Arrow: CustomStringConvertible {
    var file: String
    var from: String
    var to: String
    var name: String

    var description: String { "\(file): \(from) uses \(name) of \(to)" }
  }

  /// The targets that have folders.
  static let targets = Set(
    (SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests/SequenceLaws")).compactMap {
      file in
      let parts = file.split(separator: "/")
      return parts.count > 3 ? String(parts[1]) : nil
    }
  ).sorted()

  /// The folders directly in the target.
  let folders: Set<String>
  /// Every name of another folder that a file uses, once for each file.
  let arrows: [Arrow]

  init(target: String) throws {
    let files = try SourceTree.files(in: SourceTree.folder(of: target)).map { try NamesOfFile($0) }
    folders = Set(files.compactMap { $0.folder })
    var places: [Substring: [NamesOfFile]] = [:]
    for file in files {
      for name in file.declared { places[name, default: []].append(file) }
    }
    var arrows: [Arrow] = []
    for file in files {
      guard let folder = file.folder else { continue }
      for name in file.used.sorted() {
        let homes = (places[name] ?? []).map { $0.folder }
        guard let home = homes.first, !homes.contains(folder), let to = home else { continue }
        arrows.append(Arrow(file: file.path, from: folder, to: to, name: String(name)))
      }
    }
    self.arrows = arrows
  }

  /// The arrows that are left when folders that use none, or that none uses, are taken away one by
  /// one.
  var circular: [Arrow] {
    var left = folders
    func isLeft(_ arrow: Arrow) -> Bool { left.contains(arrow.from) && left.contains(arrow.to) }
    while let end = left.first(where: { folder in
      let uses = arrows.filter(isLeft)
      return !uses.contains { $0.from == folder } || !uses.contains { $0.to == folder }
    }) {
      left.remove(end)
    }
    return arrows.filter(isLeft)
  }
}

/// The names in a file: those that it declares for others, and those that it uses.
///
/// Names are read without their types, so that a file which has a name of its own, such as a parameter
/// or a type in a type, is not taken to use another's.
struct NamesOfFile {
  let path: String
  /// The folder directly in the target that it is in; nil for a file that is in none.
  let folder: String?
  /// What it declares outside of types, where other files see it.
  let declared: Set<Substring>
  let used: Set<Substring>

  private static let declaring: Set<Substring> = [
    "struct", "enum", "class", "protocol", "actor", "typealias", "func", "let", "var",
  ]
  private static let naming: Set<Substring> = declaring.union(["case", "for", "inout"])

  init(_ path: String) throws {
    self.path = path
    let parts = path.split(separator: "/")
    folder = parts.count > 3 ? String(parts[2]) : nil
    var (declared, own, used): (Set<Substring>, Set<Substring>, Set<Substring>) = ([], [], [])
    for (_, code) in try codeLines(of: path) {
      let words = Self.words(of: code)
      var isNaming = false
      for (index, word) in words.enumerated() {
        let before = index > 0 ? words[index - 1].text : ""
        let isBeforeIn = word.next == nil && words.dropFirst(index + 1).first?.text == "in"
        if Self.naming.contains(word.text) || word.previous == "{" { isNaming = true }
        if Self.declaring.contains(before), !code.hasPrefix(" "), !code.hasPrefix("}"),
          !words[..<index].contains(where: { $0.text.hasSuffix("private") })
        {
          declared.insert(word.text)
        } else if Self.naming.contains(before) || isBeforeIn || word.isLowercase && word.next == ":"
          || isNaming && word.isLowercase && (word.next == "," || word.next == ")")
        {
          own.insert(word.text)
        } else if word.previous != "." {
          used.insert(word.text)
        }
      }
    }
    self.declared = declared
    self.used = used.subtracting(own).subtracting(declared)
  }

  /// A word of code with the signs around it, spaces left out.
  private struct Word {
    var text: Substring
    var previous: Character?
    var next: Character?

    var isLowercase: Bool { text.first?.isLowercase ?? false }
  }

  private static func words(of code: String) -> [Word] {
    var words: [Word] = []
    var previous: Character?
    var rest = code[...]
    while let character = rest.first {
      guard character.isLetter || character == "_" else {
        if character != " " {
          if previous == nil, !words.isEmpty { words[words.count - 1].next = character }
          previous = character
        }
        rest.removeFirst()
        continue
      }
      let text = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest = rest[text.endIndex...]
      words.append(Word(text: text, previous: previous))
      previous = nil
    }
    return words
  }
}
