/// How a number that a user may give is written: which numbers are taken, and in what unit.
///
/// A number may have its unit, as in `300 pt/s`, and may be told as the least one above another, as in
/// `above 300 pt/s`: where a system compares by more than, and we by at least.
package struct NumberForm: Hashable, Sendable {
  /// The numbers that are taken.
  package var range: ClosedRange<Double>
  /// The unit; empty for plain numbers.
  package var unit: String

  /// Creates a form.
  package init(_ range: ClosedRange<Double>, unit: String) {
    self.range = range
    self.unit = unit
  }

  /// The number that `text` spells; nil when it is none that is taken.
  package func number(from text: some StringProtocol) -> Double? {
    var digits = Substring(text)
    let isAbove = digits.hasPrefix("above ")
    if isAbove { digits = digits.dropFirst("above ".count) }
    if !unit.isEmpty, digits.hasSuffix(" \(unit)") { digits = digits.dropLast(unit.count + 1) }
    guard let read = Double(digits) else { return nil }
    let number = isAbove ? read.nextUp : read
    return range.contains(number) ? number : nil
  }

  /// What may be given, in words for an error or a help text.
  package var expectation: String {
    let bounds = "a number from \(readable(range.lowerBound)) to \(readable(range.upperBound))"
    return unit.isEmpty ? bounds : "\(bounds) \(unit)"
  }
}
