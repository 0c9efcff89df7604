import Quantities

/// Returns the text with control characters replaced by visible ones, so that it cannot control the terminal.
///
/// Line ends and tabs are kept. Call `singleLine` first for each text that comes from a file, so that line ends in the
/// file cannot add lines to a report.
package func withoutControls(_ text: String) -> String { printable(text, keepingLines: true) }

/// Returns the name of the input at `path` for messages: the path, or `standard input` for `-`.
package func inputName(_ path: String) -> String { path == "-" ? "standard input" : path }

/// Quotes `word` so that a shell reads it as one word.
///
/// Words with control characters or with bytes that are not UTF-8 are written as `$'\\xff'`, which bash and zsh
/// understand.
package func shellQuoted(_ word: String) -> String {
  if word.unicodeScalars.contains(where: { $0.isControl || $0.value >= 0x10_ff80 }) {
    return "$'" + word.unicodeScalars.map(spelled).joined() + "'"
  }
  let plain = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "="), 0x80...:
      true
    default: false
    }
  }
  guard !plain || word.isEmpty else { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'\(parts.joined(separator: #"'\''"#))'"
}

private func spelled(_ scalar: Unicode.Scalar) -> String {
  switch scalar.value {
  case 0x27, 0x5c: "\\" + String(scalar)
  case 0x10_ff80...:
    "\\x" + String(scalar.value - 0x10_ff00, radix: 16)
  case 0..<0x20, 0x7f:
    "\\" + String(scalar.value + 0o1000, radix: 8).dropFirst()
  case _ where scalar.isControl:
    "\\U" + String(UInt64(scalar.value) + 0x1_0000_0000, radix: 16).dropFirst()
  default: String(scalar)
  }
}

/// Returns rows of text as a table with aligned columns; `isRightAligned` gets the index of a column.
///
/// Each cell is converted to one line. Rows may have different numbers of cells.
package func alignedTable(
  _ rows: [[String]], rightAligned isRightAligned: (Int) -> Bool = { _ in false }
) -> String {
  let rows = rows.map { $0.map(singleLine) }
  let columns = (0..<(rows.map(\.count).max() ?? 0)).map { column in
    let width = rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    return (width: width, isRightAligned: isRightAligned(column))
  }
  return rows.map { row in
    let cells = zip(row, columns).map { text, column in
      column.isRightAligned
        ? padded(text, column.width)
        : text + String(repeating: " ", count: column.width - text.count)
    }
    let line = cells.joined(separator: "  ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }.joined(separator: "\n")
}

/// Returns `text` with leading spaces added up to `width` characters.
package func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Whether `text` is empty or has only white space.
package func isBlank(_ text: some StringProtocol) -> Bool { text.allSatisfy(\.isWhitespace) }

/// Returns `text` without leading and trailing whitespace.
package func trimmed(_ text: some StringProtocol) -> String {
  String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
}
