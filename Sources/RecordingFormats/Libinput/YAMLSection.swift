import Quantities
import YAMLNodes

/// A parsed part of a YAML file, with its text and position for error messages.
struct YAMLSection {
  /// The largest section that is read, in bytes.
  ///
  /// The limit is our choice. The largest `evdev:` section that a device can have takes about 8 KiB. There is a limit
  /// because the nodes of a section take about 300 times as much memory as its text.
  static let largest = 65_536
  /// The largest `flickbook:` section that is read, in bytes; this limit is higher because of the list of gaps.
  ///
  /// Every gap takes about 60 bytes.
  static let largestOfFlickbook = 1_048_576

  let file: String
  /// The number of the file's line at which the text starts.
  let firstLine: Int
  /// The lines of the section, each of which ends in LF.
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

  /// The line of the file in which a node begins.
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
  /// Creates the error for a line that is not valid YAML, or that uses YAML features which Flickbook does not read.
  init(_ error: YAMLError, file: String, found: @autoclosure () -> String) {
    let line = error.mark.line
    let expected: String
    switch error {
    case .refused(let what, _):
      self = .refusedYAML(file: file, line: line, found: what)
      return
    case .malformed(let problem, _): expected = "YAML (libyaml: \(problem))"
    case .repeatedKey(let key, _):
      expected = "a mapping with only one key '\(excerpt(of: key))'"
    case .secondDocument:
      expected = "the end of the file (a file holds one recording)"
    }
    self = .malformed(file: file, line: line, found: found(), expected: expected)
  }
}
