import Flickbook

/// Prints results as the terminal can show them: our own signs are spelled where it has ASCII alone.
///
/// What would steer a terminal is made visible; text from files that is part of a line goes through
/// `singleLine` first. What a program reads, such as JSON, is the same everywhere, and so is printed as it
/// is.
func say(_ text: String = "", terminator: String = "\n") {
  say(drawn: withoutControls(text), terminator: terminator)
}

/// Prints text with colours in it, in which all text from files is printable already.
func say(drawn text: String, terminator: String = "\n") {
  print(Terminal.hasUnicode ? text : spelledInASCII(text), terminator: terminator)
}

/// `text` with the signs that we write spelled in ASCII; letters of names stay as they are.
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
