/// Text from a file or a command line as a message may show it: short, on one line, and without what
/// would steer a terminal.
///
/// Control, format and separator characters are shown as `\\u{N}`, tabs as a blank. Time is
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
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      result += scalar == "\t" ? " " : "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A whole message on one line: control characters in names that it quotes are shown as `\\u{N}`.
package func singleLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.value < 0x20 {
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
