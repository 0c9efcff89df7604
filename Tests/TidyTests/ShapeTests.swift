import Testing

@Suite("Shape")
struct ShapeTests {
  @Test("a file has at most 1,000 lines", arguments: SourceTree.swiftFiles)
  func fileLength(file: String) throws {
    let lines = try SourceTree.text(of: file).split(
      separator: "\n", omittingEmptySubsequences: false)
    let count = lines.count - 1
    #expect(count <= 1_000, "\(file) has \(count) lines; take a thing out of it")
  }

  /// What only measures lists its motions one below the other, and is not in these folders.
  static let stepwise =
    SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests/SequenceLaws")

  @Test("a function has at most 50 lines", arguments: stepwise)
  func functionLength(file: String) throws {
    for function in try functions(in: file) {
      #expect(
        function.lines <= 50,
        "\(file):\(function.start): \(function.lines) lines; the steps in it want names")
    }
  }

  @Test(
    "what may crash on what a user brings is not written",
    arguments: stepwise)
  func noTraps(file: String) throws {
    for (number, code) in try codeLines(of: file) {
      for word in [
        "try!", "as!", "fatalError(", "@unchecked", "unsafeBitCast",
      ] {
        #expect(!code.contains(word), "\(file):\(number): \(word)")
      }
      guard code.contains("!") else { continue }
      let unwrapped = code.firstMatch(of: /[A-Za-z0-9_\)\]]!(?!=)/)
      #expect(unwrapped == nil, "\(file):\(number): a value is unwrapped by force")
    }
  }

  @Test("nothing is left to do in a comment", arguments: SourceTree.swiftFiles)
  func nothingLeftToDo(file: String) throws {
    // The words are put together here so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    let text = try SourceTree.text(of: file)
    guard words.contains(where: text.contains) else { return }
    for (index, line) in try SourceTree.lines(of: file).enumerated() {
      guard let start = line.firstRange(of: "//") else { continue }
      let comment = line[start.lowerBound...]
      for word in words {
        #expect(!comment.contains(word), "\(file):\(index + 1): \(word)")
      }
    }
  }

  @Test(
    "a pure target has no fused multiply-add, no libm, no clock and no randomness",
    arguments: SourceTree.pureTargets)
  func deterministic(target: String) throws {
    let calls = [
      ".addingProduct(", ".addProduct(", ".fma(", ".random(", "SystemRandomNumberGenerator",
      "ContinuousClock", "SuspendingClock", ".shuffled()", ".randomElement()", ".hashValue",
    ]
    let functions = /(^|[^A-Za-z0-9_.])(fma|pow|exp2?|log2?|log10|sin|cos|tan|atan2?|hypot|cbrt)\(/
    for file in SourceTree.files(in: SourceTree.folder(of: target)) {
      for (number, code) in try codeLines(of: file) {
        for call in calls { #expect(!code.contains(call), "\(file):\(number): \(call)") }
        guard code.contains("(") else { continue }
        #expect(code.firstMatch(of: functions) == nil, "\(file):\(number): a function of libm")
      }
    }
  }

  /// The functions, initialisers and computed properties of a file, by counting braces.
  private func functions(in file: String) throws -> [(start: Int, lines: Int)] {
    var open: [(start: Int, depth: Int)] = []
    var found: [(start: Int, lines: Int)] = []
    var depth = 0
    var pending: Int?
    for (number, code) in try codeLines(of: file) {
      if ["func ", "init", "subscript"].contains(where: code.contains),
        code.contains(/(^|\s)(func\s|init[?(<]|subscript[(<])/)
      {
        pending = number
      }
      for character in code {
        switch character {
        case "{":
          if let start = pending {
            open.append((start, depth))
            pending = nil
          }
          depth += 1
        case "}":
          depth -= 1
          if let last = open.last, last.depth == depth {
            found.append((last.start, number - last.start + 1))
            open.removeLast()
          }
        default: break
        }
      }
    }
    return found
  }
}
