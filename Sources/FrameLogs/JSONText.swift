import Quantities

/// A writer of JSON text in UTF-8, which keeps the order of keys and adds no white space.
///
/// Equal values always give equal bytes. A number is written as the shortest decimal that is read as the same number,
/// without a trailing `.0`. Minus zero is written as 0, and a number that is not finite is written as null.
public struct JSONText: Sendable {
  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty text.
  public init() {}

  /// Appends `fields` as one object and a line feed.
  public mutating func appendLine(_ fields: [LogField]) {
    append(fields)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends `fields` as an object with one field per line, for files that people read.
  ///
  /// If the value of a field is an object, this object also has one field per line. Deeper values are on one line.
  public mutating func appendDocument(_ fields: [LogField]) {
    appendDocument(fields, depth: 1)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a text unchanged and without quotes, such as `true` or a separator.
  public mutating func append(raw text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes unchanged; they must be valid JSON in UTF-8.
  public mutating func append(raw text: [UInt8]) { bytes.append(contentsOf: text) }

  /// Appends `text` in quotes.
  ///
  /// Characters are escaped if JSON forbids them, if they control a terminal, or if they change the direction of text.
  public mutating func append(quoted text: String) {
    var text = text
    text.withUTF8 { characters in
      bytes.append(UInt8(ascii: "\""))
      if characters.contains(where: Self.needsEscape) {
        for scalar in String(decoding: characters, as: UTF8.self).unicodeScalars {
          append(escaped: scalar)
        }
      } else {
        bytes.append(contentsOf: characters)
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      append(raw: "\\")
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": append(raw: "\\n")
    case "\t": append(raw: "\\t")
    case "\r": append(raw: "\\r")
    // Characters above U+FFFF, which would need two escapes, are written as they are: none of them controls a terminal.
    case _ where scalar.value < 0x1_0000 && scalar.isControl:
      append(raw: "\\u")
      bytes.append(contentsOf: String(scalar.value + 0x1_0000, radix: 16).utf8.dropFirst())
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }

  /// Appends a number as the shortest decimal that is read as the same number.
  public mutating func append(_ number: Double) {
    guard number.isFinite else { return append(raw: "null") }
    if number.magnitude <= 0x1p53, let whole = Int64(exactly: number) {
      return append(whole)
    }
    // Different decimals of at most 15 digits are different `Double`s. A decimal with four places that is read as the
    // number is therefore the shortest form of the number, apart from trailing zeros.
    let tenThousandths = (number.magnitude * 10_000).rounded()
    if tenThousandths < 1e13, tenThousandths / 10_000 == number.magnitude {
      return append(tenThousandths: UInt64(tenThousandths), isNegative: number < 0)
    }
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Appends a number that is not whole and has at most four decimal places.
  private mutating func append(tenThousandths: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    append(tenThousandths / 10_000)
    bytes.append(UInt8(ascii: "."))
    var rest = tenThousandths % 10_000
    var unit: UInt64 = 1_000
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
      (rest, unit) = (rest % unit, unit / 10)
    }
  }

  /// Appends a whole number with all its digits, even if a `Double` cannot represent it.
  public mutating func append(_ integer: some BinaryInteger) {
    if (0..<10).contains(integer) {
      bytes.append(UInt8(ascii: "0") + UInt8(integer))
    } else {
      bytes.append(contentsOf: integer.description.utf8)
    }
  }

  /// Appends any value, on one line; an object keeps the order of its fields.
  public mutating func append(_ value: LogValue) {
    switch value {
    case .number(let number): append(number)
    case .integer(let integer): append(integer)
    case .text(let text): append(quoted: text)
    case .flag(let flag): append(raw: flag ? "true" : "false")
    case .none: append(raw: "null")
    case .fields(let fields): append(fields)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private mutating func append(_ fields: [LogField]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(quoted: field.key)
      bytes.append(UInt8(ascii: ":"))
      append(field.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func appendDocument(_ fields: [LogField], depth: Int) {
    bytes.append(UInt8(ascii: "{"))
    for (index, field) in fields.enumerated() {
      append(raw: index > 0 ? ",\n" : "\n")
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
      append(quoted: field.key)
      append(raw: ": ")
      if case .fields(let inner) = field.value, !inner.isEmpty, depth < 2 {
        appendDocument(inner, depth: depth + 1)
      } else {
        append(field.value)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (depth - 1)))
    bytes.append(UInt8(ascii: "}"))
  }
}
