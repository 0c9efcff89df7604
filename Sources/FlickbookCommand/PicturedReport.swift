import Flickbook
import FramePictures

/// Prints a report and a picture, so that a terminal shows the whole report at the end.
///
/// The picture is below the report. If the terminal has too few rows for both, the picture is above the report, because
/// a picture below it would scroll the report off the screen.
///
/// - Parameters:
///   - report: The lines of the report, without a newline at the end.
///   - picture: The picture, with a newline at the end of each row; empty for no picture.
///   - last: A line to print after the report and the picture; nil for none.
func say(_ report: String, drawn picture: String, last: String? = nil) {
  let isBelow = Terminal.hasRoom(for: [report, picture, last ?? ""])
  if isBelow { say(report) }
  if !picture.isEmpty { say(drawn: picture) }
  if !isBelow { say(report) }
  if let last { say(last) }
}

/// Returns a picture of the run, with the characters and colours that the terminal supports.
///
/// - Parameters:
///   - run: The run.
///   - report: Text that the terminal has to show together with the picture.
/// - Returns: The picture, which has fewer rows than usual if the terminal has few rows.
func picture(of run: Run, with report: String = "") -> String {
  var style = Terminal.style(width: 100)
  let picture = terminalPicture(of: run, scenery: run.scenery, style: style)
  let excess = Terminal.missingRows(for: [report, picture])
  guard excess > 0 else { return picture }
  style.height -= excess
  return terminalPicture(of: run, scenery: run.scenery, style: style)
}

extension Terminal {
  /// Returns the style of a picture with the characters and colours of the terminal, and at most `most` columns.
  static func style(width most: Int) -> TerminalStyle {
    TerminalStyle(
      width: min(max(columns, 40), most), usesUnicode: hasUnicode, usesColor: hasColor)
  }

  /// Returns whether the terminal can show all `parts` at once; true if standard output is not a terminal.
  static func hasRoom(for parts: [String]) -> Bool { missingRows(for: parts) <= 0 }

  /// Returns the number of rows that the terminal lacks to show all `parts` and a prompt; each part begins a new row.
  ///
  /// The number is 0 or less if the terminal has enough rows, and 0 if standard output is not a terminal.
  fileprivate static func missingRows(for parts: [String]) -> Int {
    guard isOutput else { return 0 }
    return parts.reduce(1) { $0 + rowCount(of: $1, columns: columns) } - rows
  }
}

/// Returns the number of rows that a terminal with this number of columns needs for `text`; ANSI sequences need none.
func rowCount(of text: String, columns: Int) -> Int {
  text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { rows, line in
    let width = line.replacing(/\u{1b}\[[0-9;]*m/, with: "").count
    return rows + max(1, (width + columns - 1) / columns)
  }
}
