/// Text from a file that may be shown in a message: short, and without control characters.
///
/// Control characters are shown as `\u{N}`, bytes that are no UTF-8 as `�`; more than 60 bytes end
/// in `…`.
func printable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  let limit = 60
  let shown = range.prefix(limit)
  var result = ""
  for scalar in bytes.text(shown.lowerBound..<shown.upperBound).unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      result += scalar == "\t" ? " " : "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return range.count > limit ? result + "…" : result
}

extension Span where Element == UInt8 {
  /// The text of a line as an error shows it, without the blanks about it.
  func printable(_ line: TextLine) -> String {
    let start = skippingBlanks(from: line.start, to: line.end)
    return RecordingFormats.printable(self, start..<trimmingBlanks(from: start, to: line.end))
  }
}
