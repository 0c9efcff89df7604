import Flickbook
import FramePictures

/// A result of a command, as text, as a page or as JSON; the parts have the same order in all of them.
struct Report: ExpressibleByArrayLiteral {
  /// A part of a report: a field of the JSON, and what the text and the page show for it; either can be missing.
  struct Part {
    fileprivate var field: LogField?
    fileprivate var shown: Shown?
  }

  fileprivate enum Shown {
    case heading(String)
    case note(String)
    case cell(title: String, text: String)
    case table(heads: [String], rows: [[String]])
  }

  private var parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  init(arrayLiteral parts: Part...) { self.parts = parts }

  /// Creates a report from the fields of a JSON object; its text is empty.
  init(_ fields: [LogField]) { parts = fields.map { Part(field: $0) } }

  static func + (one: Report, other: Report) -> Report { Report(one.parts + other.parts) }

  static func += (report: inout Report, other: Report) { report.parts += other.parts }

  /// The fields of the JSON object.
  var fields: [LogField] { parts.compactMap(\.field) }

  /// The text for a terminal, without a newline at the end.
  var text: String {
    var blocks: [String] = []
    for part in parts {
      switch part.shown {
      case .heading(let text)?: blocks.append((blocks.isEmpty ? "" : "\n") + "\(text):")
      case .note(let text)?: blocks.append(text)
      case .cell(let title, let text)?: blocks.append("  \(title) \(text)")
      case .table(let heads, let rows)?: blocks.append(tableText(rows, heads: heads))
      case nil: break
      }
    }
    return blocks.joined(separator: "\n")
  }

  /// Adds the parts of the text to a page.
  func add(to page: inout ReportPage) {
    for part in parts {
      switch part.shown {
      case .heading(let text)?: page.add(.heading(text))
      case .note(let text)?: page.add(.text(text))
      case .cell(let title, let text)?: page.add(.text("\(title) \(text)"))
      case .table(let heads, let rows)?: page.add(.table(heads: heads, rows: rows))
      case nil: break
      }
    }
  }

  /// The texts of the values, as the row of a table.
  var row: [String] { cells.map(\.text) }

  /// The titles of the values, and their texts.
  fileprivate var cells: [(title: String, text: String)] {
    parts.compactMap {
      if case .cell(let title, let text)? = $0.shown { (title, text) } else { nil }
    }
  }
}

extension Report.Part {
  /// Returns a value that only the JSON has.
  static func data(_ key: String, _ value: some Reported) -> Self {
    Self(field: LogField(key, value.logValue))
  }

  /// Returns a value that only the JSON has; the JSON has no field for nil and for an empty list.
  static func known(_ key: String, _ value: some Reported) -> Self {
    switch value.logValue {
    case .none, .list([]): Self()
    case let value: data(key, value)
    }
  }

  /// Returns a line that only the text has.
  static func note(_ text: String) -> Self { Self(shown: .note(text)) }

  /// Returns the title of the parts that follow.
  static func heading(_ text: String) -> Self { Self(shown: .heading(text)) }

  /// Returns a value that only the text has.
  static func shown(_ title: String, _ text: String) -> Self {
    Self(shown: .cell(title: title, text: text))
  }

  /// Returns a value for the JSON and the text.
  ///
  /// The text has the title, the value with `digits` decimals, and the unit. Without a title, the title is `key`.
  static func value(
    _ key: String, title: String? = nil, _ value: some Reported, _ unit: String = "",
    digits: Int = 0
  ) -> Self {
    let value = value.logValue
    let text = value.text(digits: digits)
    return Self(
      field: LogField(key, value),
      shown: .cell(
        title: title ?? key, text: unit.isEmpty || value == .none ? text : "\(text) \(unit)"))
  }

  /// Returns a table with a row for each of `rows`, which have the same parts; the text has at most `most` rows.
  static func table(_ key: String, _ rows: [Report], most: Int = .max) -> Self {
    let field = LogField(key, rows.logValue)
    guard let first = rows.first else { return Self(field: field) }
    return Self(
      field: field,
      shown: .table(
        heads: first.cells.map(\.title), rows: rows.prefix(most).map(\.row)))
  }

  /// Returns a table that only the text has.
  static func table(heads: [String], rows: [[String]]) -> Self {
    Self(shown: .table(heads: heads, rows: rows))
  }
}

/// A value of a report.
protocol Reported {
  /// The value in JSON.
  var logValue: LogValue { get }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LogValue: Reported {
  var logValue: LogValue { self }

  /// Returns the value as text; a number has this number of decimals.
  fileprivate func text(digits: Int) -> String {
    switch self {
    case .number(let number): decimals(number, digits)
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    case .none: Terminal.dash
    case .list(let values): values.map { $0.text(digits: digits) }.joined(separator: ", ")
    case .fields(let fields):
      fields.map { "\($0.key) \($0.value.text(digits: digits))" }.joined(separator: ", ")
    }
  }
}

extension Report: Reported { var logValue: LogValue { .fields(fields) } }
extension String: Reported { var logValue: LogValue { .text(self) } }
extension Int: Reported { var logValue: LogValue { .integer(self) } }
extension Double: Reported { var logValue: LogValue { .number(self) } }
extension Bool: Reported { var logValue: LogValue { .flag(self) } }
extension Optional: Reported where Wrapped: Reported {
  var logValue: LogValue { self?.logValue ?? .none }
}
extension Array: Reported where Element: Reported {
  var logValue: LogValue { .list(map(\.logValue)) }
}
extension ClosedRange: Reported where Bound == Double {
  var logValue: LogValue { [lowerBound, upperBound].logValue }
}
extension Reported where Self: Quantity { var logValue: LogValue { .number(value) } }
extension Seconds: Reported {}
extension Points: Reported {}
extension PointsPerSecond: Reported {}

/// Prints a report as a line of JSON or as text.
func show(_ report: Report, json: Bool) {
  if json { printJSON(report.fields) } else { say(report.text) }
}

/// Returns an indented table whose columns of numbers are aligned to the right, and all other columns to the left.
func tableText(_ rows: [[String]], heads: [String] = []) -> String {
  func isNumbers(_ column: Int) -> Bool {
    let cells = rows.compactMap { column < $0.count ? $0[column] : nil }
      .filter { !$0.isEmpty && $0 != Terminal.dash }
    // A column counts as numeric if half of its cells are numbers, because the first rows can be headings.
    return 2 * cells.count(where: isNumeric) >= cells.count
  }
  // An empty first column indents the table.
  return alignedTable(
    ((heads.isEmpty ? [] : [heads]) + rows).map { [""] + $0 },
    rightAligned: { $0 > 0 && isNumbers($0 - 1) })
}

/// Whether a cell is a number, with or without a unit.
private func isNumeric(_ cell: String) -> Bool {
  guard let first = cell.first(where: { !"+-±<".contains($0) }) else { return true }
  return first.isNumber
}
