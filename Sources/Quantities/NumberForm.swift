/// The range and the unit of a number that a user can enter.
///
/// A number without a unit is in the unit of the form. A number may also be followed by a ``WrittenUnit`` of the same
/// dimension: with the unit pt/s, `400`, `400 pt/s`, `400dp/s` and `0.4px/ms` are the same number. A number without a
/// unit whose range ends at 1 or below is a fraction, and may be a percentage such as `50%`.
///
/// `above 300 pt/s` means the smallest `Double` above 300. Presets need this form for software that compares with "more
/// than", because Flickbook compares with "at least".
package struct NumberForm: Hashable, Sendable {
  /// The permitted numbers.
  package var range: ClosedRange<Double>
  /// The unit; empty for plain numbers.
  package var unit: String

  /// Creates a form.
  package init(_ range: ClosedRange<Double>, unit: String) {
    self.range = range
    self.unit = unit
  }

  /// Returns the number in `text`, in the unit of the form; nil if the text is not a number, has the unit of another
  /// dimension, or is outside the range.
  package func number(from text: some StringProtocol) -> Double? {
    parts(of: text).flatMap { isAbove, read in
      let number = isAbove ? read.nextUp : read
      return range.contains(number) ? number : nil
    }
  }

  /// Returns `text` with its number in the unit of the form, and without a unit; nil if the text is not a permitted
  /// number.
  ///
  /// A text that has no unit is returned as it is, so that a number keeps the digits that the user wrote.
  package func plainText(of text: String) -> String? {
    guard number(from: text) != nil, let (isAbove, read) = parts(of: text) else { return nil }
    let digits = isAbove ? text.dropFirst(Self.above.count) : text[...]
    guard Double(digits) == nil else { return text }
    return (isAbove ? Self.above : "") + plain(read)
  }

  private static let above = "above "

  /// Returns the number in `text`, and whether the text begins with `above`.
  private func parts(of text: some StringProtocol) -> (isAbove: Bool, number: Double)? {
    var digits = Substring(text)
    let isAbove = digits.hasPrefix(Self.above)
    if isAbove { digits = digits.dropFirst(Self.above.count) }
    if let bare = Double(digits) { return (isAbove, bare) }
    guard let written = WrittenNumber(digits), let power = powerOfTen(from: written.unit),
      let number = written.number(shiftedBy: power)
    else { return nil }
    return (isAbove, number)
  }

  /// Returns the exponent of the power of ten that converts a number in `other` to the unit of the form; nil if the
  /// dimensions differ.
  private func powerOfTen(from other: Substring) -> Int? {
    if unit.isEmpty { return other == "%" && range.upperBound <= 1 ? -2 : nil }
    let (from, to) = (WrittenUnit(other), WrittenUnit(unit[...]))
    return from.name == to.name ? from.places - to.places : nil
  }

  /// A description of the permitted numbers, for a message or a help text.
  package var expectation: String {
    let bounds = "a number from \(readable(range.lowerBound)) to \(readable(range.upperBound))"
    return unit.isEmpty ? bounds : "\(bounds) \(unit)"
  }

  /// Returns the ``expectation``, with an example if `text` is a number with a unit.
  package func expectation(insteadOf text: String) -> String {
    guard WrittenNumber(text[...]) != nil, let example else { return expectation }
    return "\(expectation), such as \(example)"
  }

  /// A number with a unit that the form permits; nil for a plain number that is not a fraction.
  private var example: String? {
    let usual = ["300ms", "12px", "0.4px/ms", "2000px/s²", "30deg", "50%", "5/s"]
    return usual.first { number(from: $0) != nil }
      ?? (unit.isEmpty ? nil : "\(readable(range.upperBound)) \(unit)")
  }
}

/// A decimal number that is followed by a unit, such as `0.4px/ms` or `300 ms`.
struct WrittenNumber {
  /// The number before its exponent, such as `0.4`.
  private let mantissa: Substring
  /// The exponent; 0 if none is written.
  private let exponent: Int
  /// The unit as it is written; not empty.
  let unit: Substring

  /// Reads `text`; nil if the text does not begin with a decimal number, or if nothing follows the number.
  init?(_ text: Substring) {
    let mantissa = text.utf8.prefix { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
    var rest = text.utf8[mantissa.endIndex...]
    var exponent = 0
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      let digits = rest.dropFirst().prefix(while: Self.isDigit)
      // An exponent of six characters is already beyond the range of a `Double`. With this limit, the sums below cannot
      // overflow.
      guard digits.count <= 6, let number = Int(Substring(digits)) else { return nil }
      exponent = number
      rest = rest[digits.endIndex...]
    }
    let unit = rest.drop { $0 == UInt8(ascii: " ") }
    guard Double(Substring(mantissa)) != nil, !unit.isEmpty else { return nil }
    (self.mantissa, self.exponent, self.unit) = (Substring(mantissa), exponent, Substring(unit))
  }

  /// Whether `byte` is a decimal digit or a sign.
  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Returns the number times ten to the power of `places`.
  ///
  /// The decimal exponent is shifted before the text becomes a `Double`, so the result is the `Double` that is nearest
  /// to the exact product: 0.1 ms is the same number as 0.0001 s. A division by 1000 would round twice.
  func number(shiftedBy places: Int) -> Double? { Double("\(mantissa)e\(exponent + places)") }
}

/// A unit in the spelling of any platform, and its relation to a unit of settings.
///
/// - Lengths are in `pt`. A `px` of CSS and a `dp` of Android are one point each.
/// - Times are in `s` or `ms`, also below a fraction line, as in `px/ms` or `px/s²`, which can be written as `px/s^2`.
/// - Angles are in `°` or `deg`.
/// - A rate such as `1/s` can be written without the number, as in `/s`.
///
/// All other units, such as `samples`, have only the spelling of the setting.
struct WrittenUnit {
  /// The unit of settings, such as `pt/s`, to which this unit is proportional.
  let name: String
  /// The exponent of the power of ten that converts a number in this unit to the unit ``name``.
  let places: Int

  init(_ text: Substring) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let (above, below) = (parts[0], parts.count > 1 ? parts[1] : nil)
    let (numerator, places): (String, Int) =
      switch above {
      case "pt", "px", "dp": ("pt", 0)
      case "s": ("s", 0)
      case "ms": ("s", -3)
      case "°", "deg": ("°", 0)
      case "": (below == nil ? "" : "1", 0)
      default: (String(above), 0)
      }
    guard let below else {
      (name, self.places) = (numerator, places)
      return
    }
    let (denominator, fewer): (String, Int) =
      switch below {
      case "ms": ("s", -3)
      case "s²", "s^2": ("s²", 0)
      case "ms²", "ms^2": ("s²", -6)
      default: (String(below), 0)
      }
    (name, self.places) = ("\(numerator)/\(denominator)", places - fewer)
  }
}

/// Returns the dimension of a number with a unit as a clause for a message, such as ", a time"; empty for other texts.
package func dimensionClause(of text: String) -> String {
  guard let unit = WrittenNumber(text[...])?.unit else { return "" }
  return switch WrittenUnit(unit).name {
  case "pt": ", a length"
  case "s": ", a time"
  case "pt/s": ", a speed"
  case "pt/s²": ", an acceleration"
  case "°": ", an angle"
  case "°/s": ", an angular speed"
  case "1/s": ", a rate"
  case "%": ", a percentage"
  default: ""
  }
}
