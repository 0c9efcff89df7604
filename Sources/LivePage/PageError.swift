import FrameLogs

/// Why a request of a page cannot be answered: where, what was found, and what to do next.
public struct PageError: Error, Hashable, Sendable {
  /// Where it is, such as the word of a line.
  public var location: String
  /// What was found there.
  public var found: String
  /// What to do next.
  public var remedy: String

  /// Creates an error.
  public init(_ location: String, _ found: String, _ remedy: String) {
    self.location = location
    self.found = found
    self.remedy = remedy
  }

  /// The error that `sentence` tells, of the form *where: what was found; what to do next*.
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

  /// The error as a page reads it.
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
