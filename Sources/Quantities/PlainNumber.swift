/// A number as short as a person writes it: without a trailing `.0`.
package func plain(_ number: some LosslessStringConvertible & Numeric) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A number as a person reads it: at most nine significant digits, and no exponent from 1e-9 to 1e15.
///
/// What arithmetic leaves in the last places of a number is not there; a file needs the whole number.
package func readable(_ number: Double) -> String {
  let size = number.magnitude
  guard size >= 1e-9, size < 1e15 else { return size == 0 ? "0" : plain(number) }
  // As many decimals as make nine digits in all; none of a number that has them before the point.
  var (decimals, limit) = (8, 10.0)
  while decimals > 0, size >= limit { (decimals, limit) = (decimals - 1, limit * 10) }
  limit = 1
  while decimals < 17, size < limit { (decimals, limit) = (decimals + 1, limit / 10) }
  let scale = (0..<decimals).reduce(Int64(1)) { scale, _ in scale * 10 }
  let scaled = Int64((size * Double(scale)).rounded())
  let sign = number < 0 ? "-" : ""
  guard scaled % scale != 0 else { return "\(sign)\(scaled / scale)" }
  let fraction = String("\(scaled % scale + scale)".dropFirst())
  let zeros = fraction.reversed().prefix { $0 == "0" }.count
  return "\(sign)\(scaled / scale).\(fraction.dropLast(zeros))"
}

/// A value as a person reads it: a number without what arithmetic leaves in its last places, and the
/// least number above a short one as `above 500`, which is the form in which ``NumberForm`` takes it.
package func readable(value text: String) -> String {
  guard let number = Double(text) else { return text }
  let short = readable(number)
  guard Double(short) != number else { return short }
  let below = readable(number.nextDown)
  return Double(below) == number.nextDown ? "above \(below)" : short
}

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
