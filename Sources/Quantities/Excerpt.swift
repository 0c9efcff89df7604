/// Text from a file or a command line as a message may show it: short, on one line, and without what
/// would steer a terminal.
///
/// Characters are shown as ``printable(_:keepingLines:)`` shows them, tabs as a blank. Time is
/// proportional to `length` and not to the text.
///
/// - Parameters:
///   - text: The text.
///   - length: The most characters that are shown; more end in `…`.
/// - Returns: The text, or its beginning.
package func excerpt(of text: some StringProtocol, atMost length: Int = 60) -> String {
  var result = ""
  for (index, scalar) in text.unicodeScalars.prefix(length + 1).enumerated() {
    guard index < length else { return result + "…" }
    append(scalar == "\t" ? " " : scalar, to: &result)
  }
  return result
}

/// A whole message on one line; see ``printable(_:keepingLines:)``.
package func singleLine(_ text: String) -> String { printable(text, keepingLines: false) }

/// Text from a file, or with text from files in it, as it may be printed anywhere.
///
/// Characters that could end a line, steer a terminal or change the order of others (control, format,
/// separator, private and unassigned characters) are shown as `\\u{N}`, and bytes of a file name that are
/// not text as `\\xN`. Showing text that is printable already changes nothing.
///
/// - Parameters:
///   - text: The text.
///   - keepingLines: Whether line ends and tabs stay, as in a report whose parts are printable already.
/// - Returns: The text.
package func printable(_ text: String, keepingLines: Bool) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (0x20..<0x7f).contains(byte) || keepingLines && (byte == 0x0a || byte == 0x09)
  }
  guard !isPlain else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if keepingLines, scalar == "\n" || scalar == "\t" {
      result.unicodeScalars.append(scalar)
    } else {
      append(scalar, to: &result)
    }
  }
  return result
}

private func append(_ scalar: Unicode.Scalar, to result: inout String) {
  switch scalar.properties.generalCategory {
  // A byte of a file name that is not text; the last of these scalars is no private one.
  case _ where scalar.value >= 0x10_ff80:
    result += "\\x" + String(scalar.value - 0x10_ff00, radix: 16)
  case .surrogate, .privateUse, .unassigned:
    result += "\\u{" + String(scalar.value, radix: 16) + "}"
  case _ where scalar.isControl: result += "\\u{" + String(scalar.value, radix: 16) + "}"
  default: result.unicodeScalars.append(scalar)
  }
}

extension Unicode.Scalar {
  /// Whether the character is not seen itself but changes how others are shown, or ends a line.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
