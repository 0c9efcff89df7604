import Glibc

/// The capabilities of the terminal that standard input, output and error may be connected to.
struct Terminal {
  /// Whether standard output is a terminal.
  static var isOutput: Bool { isatty(1) == 1 }

  /// Whether standard input is a terminal, so that the command can ask the user.
  static var isInput: Bool { isatty(0) == 1 }

  /// Whether standard error is a terminal, so that progress may be drawn.
  static var isError: Bool { isatty(2) == 1 }

  /// Whether results may contain colours.
  static var hasColor: Bool {
    isOutput && environment("NO_COLOR")?.isEmpty != false && !isDumb
  }

  /// Whether output may contain characters other than ASCII.
  static var hasUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      let lower = value.lowercased()
      return lower.contains("utf-8") || lower.contains("utf8")
    }
    return true
  }

  /// The number of columns of the terminal, or the value of the variable `COLUMNS`; 80 if neither is known.
  static var columns: Int {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let told = environment("COLUMNS").flatMap { Int($0) } ?? 80
    return (20...1_000).contains(told) ? told : 80
  }

  /// The number of rows of the terminal, at least 12; 24 if the number is unknown.
  static var rows: Int {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_row > 0 ? max(Int(size.ws_row), 12) : 24
  }

  /// Whether the terminal can only print lines and cannot move its cursor.
  static var isDumb: Bool { environment("TERM") == "dumb" }

  /// The symbol in front of a failure.
  static var cross: String { hasUnicode ? "✘" : "x" }

  /// The symbol in place of a missing value.
  static var dash: String { hasUnicode ? "–" : "-" }
}

/// Returns the value of a variable of the environment; nil if it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Replaces the progress line on standard error by `text`; an empty text removes the line.
///
/// Does nothing if standard error is not a terminal.
func printProgress(_ text: String) {
  if Terminal.isError { writeError("\r\u{1b}[K\(text)") }
}

/// Writes text to standard error at once, without a buffer.
func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
