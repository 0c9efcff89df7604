import Quantities

/// A table of labels in comma-separated values, with a header line that names the columns.
///
///     recording,intent,person,session,start
///     a.yml,half,anna,1,tip
///     "b, c.events",tip|half,,,
///
/// Only the column `recording` is required. An empty cell leaves the value in the recording unchanged.
///
/// Source: RFC 4180, without line ends in values.
public struct LabelTable: Hashable, Sendable {
  /// A line of the table.
  public struct Row: Hashable, Sendable {
    /// The line number, counted from 1.
    public var line: Int
    /// The name of the recording.
    public var recording: String
    /// The new label; a value of nil leaves the value in the recording unchanged.
    public var label: RecordingLabel

    /// Creates a row.
    public init(line: Int, recording: String, label: RecordingLabel) {
      self.line = line
      self.recording = recording
      self.label = label
    }
  }

  /// The columns that a table may have.
  static let columns = ["recording", "intent", "person", "session", "start"]

  /// The rows, in their order.
  public var rows: [Row]

  /// Creates a table.
  public init(rows: [Row]) { self.rows = rows }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The name to put in errors.
  /// - Throws: ``RecordingError`` with the number of the line that cannot be read.
  public init(_ bytes: [UInt8], named file: String) throws(RecordingError) {
    let span = bytes.span
    var line = span.line(at: contentStart(of: span), number: 1)
    guard line.end > line.start else { throw .empty(file: file) }
    func malformed(_ found: String, _ expected: String) -> RecordingError {
      .malformed(file: file, line: line.number, found: excerpt(of: found), expected: expected)
    }
    let header = Self.cells(span.text(line.start..<line.end)) ?? []
    for name in header where !Self.columns.contains(name) {
      let near = nearestName(to: name, in: Self.columns)
      throw malformed(
        name, near.map { "the column '\($0)'" } ?? "one of the columns \(Self.listed)")
    }
    guard header.contains("recording"), Set(header).count == header.count else {
      throw malformed(header.joined(separator: ","), "'recording' once, others at most once")
    }
    rows = []
    line = span.line(after: line)
    while line.start < span.count {
      defer { line = span.line(after: line) }
      let text = span.text(line.start..<line.end)
      guard !text.isEmpty else { continue }
      guard let cells = Self.cells(text), cells.count == header.count else {
        throw malformed(text, "\(header.count) values separated by commas")
      }
      var row = Row(line: line.number, recording: "", label: RecordingLabel())
      for (name, cell) in zip(header, cells) {
        let value = cell.isEmpty ? nil : cell
        switch name {
        case "recording": row.recording = cell
        case "intent": row.label.intent = value
        case "person": row.label.person = value
        case "session": row.label.session = value
        default: row.label.start = value
        }
      }
      guard !row.recording.isEmpty else { throw malformed(text, "the name of a recording") }
      rows.append(row)
    }
  }

  private static var listed: String { columns.joined(separator: ", ") }

  /// The table as text.
  public var text: [UInt8] {
    var text = Self.columns.joined(separator: ",") + "\n"
    for row in rows {
      let label = row.label
      let cells =
        [row.recording] + [label.intent, label.person, label.session, label.start].map { $0 ?? "" }
      text += cells.map(csvCell).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }

  /// The values of a line; nil if a quote is not closed, or if text follows a closing quote.
  private static func cells(_ text: String) -> [String]? {
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var wasQuoted = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, isQuoted) {
      case ("\"", true) where rest.first == "\"":
        cell.append(scalar)
        rest.removeFirst()
      case ("\"", true): (isQuoted, wasQuoted) = (false, true)
      case ("\"", false) where cell.isEmpty && !wasQuoted: isQuoted = true
      case (",", false):
        cells.append(String(cell))
        (cell, wasQuoted) = (String.UnicodeScalarView(), false)
      case (_, false) where wasQuoted: return nil
      default: cell.append(scalar)
      }
    }
    return isQuoted ? nil : cells + [String(cell)]
  }
}

/// Returns `text` as a cell of comma-separated values: in quotes if it has a comma, a quote or a line break.
package func csvCell(_ text: String) -> String {
  guard text.utf8.contains(where: { [ASCII.comma, ASCII.quote, 0x0a, 0x0d].contains($0) }) else {
    return text
  }
  let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
  return "\"\(parts.joined(separator: "\"\""))\""
}
