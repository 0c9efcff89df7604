import FrameLogs

/// A reader of the lines that a page sends to the engine.
///
/// A line consists of a word, a space and a text. In the text, `\n` stands for a line break and `\\` for a backslash.
struct PageLines {
  struct Line {
    /// The first word of the line.
    var word: String
    /// The text after the word, with its escape sequences replaced.
    var text: String
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Returns the bytes of the next non-empty line, without its line break; nil after the last line.
  mutating func nextBytes() -> ArraySlice<UInt8>? {
    while position < bytes.endIndex {
      let start = position
      while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      let line = bytes[start..<position]
      position += 1
      if !line.isEmpty { return line }
    }
    return nil
  }

  /// The bytes after the lines that were returned.
  var rest: ArraySlice<UInt8> { bytes[min(position, bytes.endIndex)...] }

  /// Returns the next non-empty line; nil after the last line.
  mutating func next() -> Line? { nextBytes().map { Self.line(of: $0) } }

  /// Splits a line into its word and its text.
  static func line(of bytes: ArraySlice<UInt8>) -> Line {
    let end = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.endIndex
    let rest = end < bytes.endIndex ? bytes[(end + 1)...] : []
    return Line(
      word: String(decoding: bytes[..<end], as: UTF8.self), text: Self.unescaped(rest))
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        plain.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Returns a line that consists of `word` and the escaped `text`, with a line break at the end.
  static func line(_ word: String, _ text: String) -> [UInt8] {
    var line = Array(word.utf8)
    line.append(UInt8(ascii: " "))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

/// Returns the name that pages and pictures show for the file or folder at `path`.
///
/// For a relative path, the name is the path itself. For an absolute path, the name is only the last part of the path,
/// because the folders of an absolute path can identify a person.
package func shownName(of path: String) -> String {
  guard path.hasPrefix("/") else { return path }
  return path.split(separator: "/").last.map(String.init) ?? path
}

/// Returns `names` with a number after each name that occurs again, such as `flick.yml (2)`, so that all names differ.
///
/// A page finds its recordings by their names. Two recordings can have the same name, because the names of absolute
/// paths have no folders, and because two folders can contain cases of the same name. The number depends only on the
/// names and their order.
package func numberedNames(_ names: [String]) -> [String] {
  var taken = Set(names)
  var seen: Set<String> = []
  return names.map { name in
    guard !seen.insert(name).inserted else { return name }
    var number = 2
    while !taken.insert("\(name) (\(number))").inserted { number += 1 }
    return "\(name) (\(number))"
  }
}

/// The reason why a request of a page failed.
public struct PageError: Error, Hashable, Sendable {
  /// The location of the problem, such as the word of the line that is wrong.
  public var location: String
  /// The problem that was found.
  public var found: String
  /// The change that solves the problem.
  public var remedy: String

  /// Creates an error.
  public init(_ location: String, _ found: String, _ remedy: String) {
    self.location = location
    self.found = found
    self.remedy = remedy
  }

  /// Creates an error from a message of the form *where: what was found; what to do next*.
  init(sentence: String) {
    let text = Array(sentence.utf8)
    func first(_ mark: StaticString, from start: Int) -> Int? {
      let (first, second) = (mark.utf8Start[0], mark.utf8Start[1])
      var index = start
      while index + 1 < text.count {
        if text[index] == first, text[index + 1] == second { return index }
        index += 1
      }
      return nil
    }
    func words(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    let colon = first(": ", from: 0)
    let start = colon.map { $0 + 2 } ?? 0
    let semicolon = first("; ", from: start)
    location = colon.map { words(0..<$0) } ?? ""
    found = words(start..<(semicolon ?? text.count))
    remedy = semicolon.map { words(($0 + 2)..<text.count) } ?? ""
  }

  /// The fields of the answer that reports this error.
  var fields: [LogField] {
    [
      LogField(
        "error",
        .fields([
          LogField("where", .text(location)), LogField("found", .text(found)),
          LogField("next", .text(remedy)),
        ]))
    ]
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PageError: CustomStringConvertible {
  public var description: String {
    "\(location): \(found)\(remedy.isEmpty ? "" : "; ")\(remedy)"
  }
}
