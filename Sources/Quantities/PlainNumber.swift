/// Returns a number without a trailing `.0`.
package func plain(_ number: some LosslessStringConvertible & Numeric) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Returns a number as text with at most nine significant digits; from 1e-9 to 1e15, the text has no exponent.
///
/// Rounding errors in the last digits are hidden. Do not use the text in files, which need the exact number.
package func readable(_ number: Double) -> String {
  let size = number.magnitude
  guard size >= 1e-9, size < 1e15 else { return size == 0 ? "0" : plain(number) }
  // Find the number of decimals for nine digits in total; 0 if nine or more digits are before the point.
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

/// Returns `number` with `digits` decimals, rounded half away from zero, independent of the locale.
///
/// Traps unless `digits` is 0 to 6. If the number is too large for fixed decimals, the result is Swift's description of
/// the number. If the number is not finite, the result is a dash.
package func decimals(_ number: Double, _ digits: Int) -> String {
  precondition((0...6).contains(digits), "\(digits) decimal places are outside 0...6")
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let scaled = (number.magnitude * Double(scale)).rounded()
  guard scaled < 1e15 else { return number.isFinite ? "\(number)" : "–" }
  let whole = Int(scaled)
  let sign = number < 0 && whole > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(whole)" }
  let fraction = "\(whole % scale)"
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(sign)\(whole / scale).\(zeros)\(fraction)"
}

/// Returns the value of a setting as text for a report; numbers are rounded as in ``readable(_:)``.
///
/// The smallest `Double` above a short number, such as 500, becomes `above 500`, a form that ``NumberForm`` can read. A
/// value that is not a number does not change.
package func readable(value text: String) -> String {
  guard let number = Double(text), number.isFinite else { return text }
  let short = readable(number)
  guard Double(short) != number else { return short }
  let below = readable(number.nextDown)
  return Double(below) == number.nextDown ? "above \(below)" : short
}

/// Returns `number` rounded to a number of significant decimal digits.
package func rounded(_ number: Double, toSignificantDigits digits: Int) -> Double {
  guard number.isFinite, number != 0 else { return number }
  // Powers of ten up to 10²² are exact, so a single division or multiplication rounds only once.
  var limit = 1.0
  for _ in 0..<digits { limit *= 10 }
  var (scale, scaled) = (1.0, number.magnitude)
  while scaled * 10 < limit, scale < 1e22 {
    scale *= 10
    scaled = number.magnitude * scale
  }
  guard scaled < limit else { return number.rounded() }
  return scaled.rounded() / scale * (number < 0 ? -1 : 1)
}
