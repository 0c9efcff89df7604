import Quantities
import YAMLNodes

/// What a part of a file says, with what is needed to name its lines in errors.
struct YAMLSection {
  /// The largest section that is read; its nodes take about 300 times the memory.
  ///
  /// Source: ours; the largest `evdev:` section that a device can have is about 8 KiB.
  static let largest = 65_536
  /// The same for `flickbook:`, where every gap takes about 60 bytes.
  static let largestOfFlickbook = 1_048_576

  let file: String
  /// The line of the file that the text starts at.
  let firstLine: Int
  /// The lines, each with a line feed.
  let text: [UInt8]
  let root: Node?

  init(_ root: Node?, file: String, firstLine: Int, text: [UInt8]) {
    self.file = file
    self.firstLine = firstLine
    self.text = text
    self.root = root
  }

  /// Reads a whole file.
  init(_ text: [UInt8], file: String) throws(RecordingError) {
    guard text.count <= Self.largest else {
      throw .tooMuch(file: file, line: 1, what: "bytes of a label", limit: Self.largest)
    }
    do throws(YAMLError) {
      let root = try compose(yaml: String(decoding: text, as: UTF8.self))
      self.init(root, file: file, firstLine: 1, text: text)
    } catch {
      let section = Self(nil, file: file, firstLine: 1, text: text)
      throw .init(error, file: file, found: section.printable(error.mark.line))
    }
  }

  /// The line of the file that a node begins in.
  func line(of node: Node) -> Int { node.mark?.line ?? firstLine }

  /// An error about a line of the file.
  func malformed(at line: Int, expected: String) -> RecordingError {
    .malformed(file: file, line: line, found: printable(line), expected: expected)
  }

  private func printable(_ line: Int) -> String {
    let span = text.span
    var current = span.line(at: 0, number: firstLine)
    while current.number < line, current.start < span.count { current = span.line(after: current) }
    return span.printable(current)
  }
}

extension RecordingError {
  /// An error about a line that is no YAML, or none that is read.
  init(_ error: YAMLError, file: String, found: @autoclosure () -> String) {
    let line = error.mark.line
    let expected: String
    switch error {
    case .refused(let what, _):
      self = .refusedYAML(file: file, line: line, found: what)
      return
    case .malformed(let problem, _): expected = "YAML (libyaml: \(problem))"
    case .repeatedKey(let key, _):
      expected = "each key once, and not '\(excerpt(of: key))' twice,"
    case .secondDocument:
      expected = "the end of the file (every recording has a file of its own)"
    }
    self = .malformed(file: file, line: line, found: found(), expected: expected)
  }
}
