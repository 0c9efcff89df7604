/// `number` with `digits` decimals, rounded half away from zero, in no locale.
///
/// Traps unless `digits` is 0 to 6; a number too large for that is written in full.
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

/// `number` with at most `digits` decimals and no zeros at the end.
package func brief(_ number: Double, _ digits: Int) -> String {
  var text = decimals(number, digits)
  guard text.contains("."), !text.contains("e") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text == "-0" ? "0" : text
}
