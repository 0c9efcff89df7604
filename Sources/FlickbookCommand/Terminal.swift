import Glibc

/// What the terminal, or whatever stands in its place, can show.
struct Terminal {
  /// Whether results go to a terminal.
  static var isOutput: Bool { isatty(1) == 1 }

  /// Whether somebody at a terminal can be asked.
  static var isInput: Bool { isatty(0) == 1 }

  /// Whether progress goes to a terminal.
  static var isError: Bool { isatty(2) == 1 }

  /// Whether colours may be used for results.
  static var hasColor: Bool {
    isOutput && environment("NO_COLOR")?.isEmpty != false && !isDumb
  }

  /// Whether more than ASCII may be printed.
  static var hasUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment(name), !value.isEmpty else { continue }
      let lower = value.lowercased()
      return lower.contains("utf-8") || lower.contains("utf8")
    }
    return true
  }

  /// The number of columns, 80 where nobody says.
  static var columns: Int {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let told = environment("COLUMNS").flatMap { Int($0) } ?? 80
    return (20...1_000).contains(told) ? told : 80
  }

  /// The number of rows, 24 where nobody says; at least 12.
  static var rows: Int {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_row > 0 ? max(Int(size.ws_row), 12) : 24
  }

  /// Whether the terminal can do nothing but print.
  static var isDumb: Bool { environment("TERM") == "dumb" }

  /// The mark of what failed.
  static var cross: String { hasUnicode ? "✘" : "x" }

  /// The mark of what there is none of.
  static var dash: String { hasUnicode ? "–" : "-" }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// Replaces the progress line on standard error by `text`.
func printProgress(_ text: String) {
  let line = Array("\r\u{1b}[K\(text)".utf8)
  line.withUnsafeBytes { buffer in
    _ = write(2, buffer.baseAddress, buffer.count)
  }
}
