import Flickbook

@preconcurrency import Glibc

/// The limit for the number of characters of an error message.
///
/// The limit is our choice. A message with a list of names has about 1,000 characters, and 4,000 fill forty lines.
private let longestError = 4_000

/// Prints an error message on one line of standard error.
///
/// Line breaks in quoted names are escaped. A message that quotes a very long text is shortened.
func printError(_ text: String) {
  let shown = text.unicodeScalars.prefix(longestError)
  let isCut = shown.endIndex < text.unicodeScalars.endIndex
  let whole = singleLine(String(shown)) + (isCut ? "…\n" : "\n")
  writeError(Terminal.hasUnicode ? whole : spelledInASCII(whole))
}

/// Flushes standard output, so that all results are written.
///
/// If the reader of a pipe has closed it, as `head` does, exits the process without a message, because this is not an
/// error.
///
/// - Throws: ``Failure`` if not all results could be written.
func finishResults() throws {
  errno = 0
  guard fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
  if errno == EPIPE { exit(Failure.Status.inputOutput.rawValue) }
  let reason = errno == 0 ? "not everything could be written" : String(cString: strerror(errno))
  throw Failure(
    .inputOutput, at: "standard output", "writing failed: \(reason)",
    "write the results to another place")
}

/// Returns `text` in lines of at most 100 columns, or of the columns of a narrower terminal.
///
/// The first line begins with `indent` spaces, and every further line with `indent` + `hanging` spaces.
func wrapped(_ text: String, indent: Int, hanging: Int = 0) -> String {
  let width = Terminal.isOutput ? min(Terminal.columns, 100) : 100
  var lines = [String(repeating: " ", count: indent)]
  for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
    let last = lines.count - 1
    if index == 0 {
      lines[last] += word
    } else if lines[last].count + 1 + word.count <= width {
      lines[last] += " \(word)"
    } else {
      lines.append(String(repeating: " ", count: indent + hanging) + word)
    }
  }
  return lines.joined(separator: "\n")
}

/// Prints `fields` as one line of JSON on standard output.
func printJSON(_ fields: [LogField]) { print(jsonText(.fields(fields))) }

/// Returns a value as one line of JSON, without a newline at the end.
func jsonText(_ value: LogValue) -> String {
  var text = JSONText()
  text.append(value)
  return String(decoding: text.bytes, as: UTF8.self)
}

/// Returns `fields` as a JSON object with a field in each line, and a newline at the end.
func jsonDocument(_ fields: [LogField]) -> String {
  var text = JSONText()
  text.appendDocument(fields)
  return String(decoding: text.bytes, as: UTF8.self)
}

/// Prints results for people; if the terminal supports only ASCII, symbols are spelled in ASCII.
///
/// Control characters are made visible. The caller must pass text from files through `singleLine` first. Output for
/// programs, such as JSON, does not use this function, because it must be the same on every terminal.
func say(_ text: String = "", terminator: String = "\n") {
  say(drawn: withoutControls(text), terminator: terminator)
}

/// Prints a result at once, because the command may go on for a long time or be interrupted after it.
func sayNow(_ text: String, terminator: String = "\n") {
  say(text, terminator: terminator)
  fflush(stdout)
}

/// Prints text with colour codes, from which the caller has already removed the control characters of files.
func say(drawn text: String, terminator: String = "\n") {
  print(Terminal.hasUnicode ? text : spelledInASCII(text), terminator: terminator)
}

/// Returns `text` with the symbols that Flickbook prints spelled in ASCII; all other letters are kept.
func spelledInASCII(_ text: String) -> String {
  guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
  var spelled = ""
  var isRaised = false
  for scalar in text.unicodeScalars {
    if let raised = raisedSigns[scalar] {
      if !isRaised { spelled += "^" }
      spelled += raised
      isRaised = true
      continue
    }
    isRaised = false
    if let word = spelledSigns[scalar] {
      spelled += word
    } else {
      spelled.unicodeScalars.append(scalar)
    }
  }
  return spelled
}

private let raisedSigns: [Unicode.Scalar: String] = [
  "⁻": "-", "⁰": "0", "¹": "1", "²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6", "⁷": "7",
  "⁸": "8", "⁹": "9", "ᵏ": "k", "ᵖ": "p",
]

private let spelledSigns: [Unicode.Scalar: String] = [
  "→": "->", "←": "left", "↑": "up", "↓": "down", "↖": "up left", "↗": "up right",
  "↘": "down right", "↙": "down left", "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+",
  "┘": "+", "┴": "+", "▶": ">", "▲": "^", "●": "*", "○": "o", "✘": "x", "…": "...", "–": "-",
  "−": "-", "×": "x", "·": ".", "°": " deg", "±": "+-", "≤": "<=", "≥": ">=", "½": "1/2",
  "µ": "u", "π": "pi", "ζ": "zeta", "ω": "omega", "σ": "sigma", "τ": "tau", "λ": "lambda",
  "α": "alpha", "δ": "delta", "θ": "theta", "Δ": "delta ", "Σ": "sum ", "√": "sqrt ", "′": "'",
  "″": "''", "‴": "'''", "“": "\"", "”": "\"", "’": "'", "₀": "0", "₁": "1", "₂": "2",
  "ₖ": "k", "ᵢ": "i", "₋": "-", "₊": "+", "⌊": "floor(", "⌋": ")", "█": "#",
]
