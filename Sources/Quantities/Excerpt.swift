/// Returns a short, printable, single-line form of text from a file or a command line, for use in a message.
///
/// Characters are escaped as in ``printable(_:keepingLines:)``, and a tab becomes a space. The running time is
/// proportional to `length`, not to the length of the text.
///
/// - Parameters:
///   - text: The text.
///   - length: The largest number of characters; a longer text is cut and ends in `…`.
/// - Returns: The text, or its beginning.
package func excerpt(of text: some StringProtocol, atMost length: Int = 60) -> String {
  var result = ""
  for (index, scalar) in text.unicodeScalars.prefix(length + 1).enumerated() {
    guard index < length else { return result + "…" }
    append(scalar == "\t" ? " " : scalar, to: &result)
  }
  return result
}

/// Returns a whole message on one line; see ``printable(_:keepingLines:)``.
package func singleLine(_ text: String) -> String { printable(text, keepingLines: false) }

/// Returns text in a form that is safe to print, even if it contains text from files.
///
/// Control, format, separator, private and unassigned characters become `\\u{N}`, because they could end a line,
/// control a terminal or change the order of other characters. Bytes of a file name that are not valid text become
/// `\\xN`. Text that is already printable does not change.
///
/// - Parameters:
///   - text: The text.
///   - keepingLines: Whether line ends and tabs are not escaped, for example in a report of several lines.
/// - Returns: The printable text.
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
  // These scalars stand for the bytes of a file name that are not valid text. This case comes first, because the next
  // case would escape most of these scalars, which are private-use characters, as `\u{N}`.
  case _ where scalar.value >= 0x10_ff80:
    result += "\\x" + String(scalar.value - 0x10_ff00, radix: 16)
  case .surrogate, .privateUse, .unassigned:
    result += "\\u{" + String(scalar.value, radix: 16) + "}"
  case _ where scalar.isControl: result += "\\u{" + String(scalar.value, radix: 16) + "}"
  default: result.unicodeScalars.append(scalar)
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible but changes how other characters are shown, or ends a line.
  package var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// Returns the number and the noun, with a plural s unless the number is 1.
package func count(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
