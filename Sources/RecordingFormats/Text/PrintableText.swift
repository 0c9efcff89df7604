import Quantities

/// Text from a file that may be shown in a message; see ``excerpt(of:atMost:)``.
///
/// Bytes that are no UTF-8 become `�`.
func printable(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
  // No character has more than four bytes, and what is behind the excerpt need not be decoded.
  let shown = range.prefix(4 * 61)
  return excerpt(of: bytes.text(shown.lowerBound..<shown.upperBound))
}

extension Span where Element == UInt8 {
  /// The text of a line as an error shows it, without the blanks about it.
  func printable(_ line: TextLine) -> String {
    let start = skippingBlanks(from: line.start, to: line.end)
    return RecordingFormats.printable(self, start..<trimmingBlanks(from: start, to: line.end))
  }
}
