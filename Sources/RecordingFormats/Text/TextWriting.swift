extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends a decimal number, with `padding` before it if it is shorter than `width`.
  mutating func append(
    decimal number: some FixedWidthInteger, width: Int = 0, padding: UInt8 = ASCII.space
  ) {
    appendDigits(
      UInt64(number.magnitude), radix: 10, isNegative: number < 0, width: width, padding: padding)
  }

  /// Appends a hexadecimal number without prefix, with at least `width` digits.
  mutating func append(hexadecimal number: some UnsignedInteger & FixedWidthInteger, width: Int) {
    appendDigits(
      UInt64(number), radix: 16, isNegative: false, width: width, padding: ASCII.zero)
  }

  private mutating func appendDigits(
    _ number: UInt64, radix: UInt64, isNegative: Bool, width: Int, padding: UInt8
  ) {
    // The digits are appended in reverse order, with the last digit first, and reversed at the end.
    let start = count
    var rest = number
    repeat {
      let digit = UInt8(truncatingIfNeeded: rest % radix)
      append(digit < 10 ? ASCII.zero + digit : UInt8(ascii: "a") + digit - 10)
      rest /= radix
    } while rest > 0
    if isNegative, padding != ASCII.zero { append(ASCII.minus) }
    let sign = isNegative && padding == ASCII.zero ? 1 : 0
    while count - start + sign < width { append(padding) }
    if sign == 1 { append(ASCII.minus) }
    self[start...].reverse()
  }

  /// Appends `sec.usec` with six digits after the point.
  mutating func appendDottedTime(_ microseconds: Int64) {
    let time = wrappedTime(microseconds)
    append(decimal: time.seconds)
    append(ASCII.point)
    append(decimal: time.microseconds, width: 6, padding: ASCII.zero)
  }

  /// Appends spaces until the text that starts at `start` is `width` columns wide.
  mutating func pad(from start: Int, to width: Int) {
    while count - start < width { append(ASCII.space) }
  }

  /// Appends text in double quotes, escaped so that every YAML reader restores it exactly.
  mutating func append(quotedYAML text: String) {
    append(ASCII.quote)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: append("\\\"")
      case 0x5c: append("\\\\")
      case 0x0a: append("\\n")
      case 0x09: append("\\t")
      // All characters that YAML can print, without line separators and the byte order mark.
      case 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd,
        0x10000...:
        append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      case 0...0xff:
        append("\\x")
        append(hexadecimal: scalar.value, width: 2)
      default:
        append("\\u")
        append(hexadecimal: scalar.value, width: 4)
      }
    }
    append(ASCII.quote)
  }
}

/// Returns `text` in double quotes, escaped so that every YAML reader restores it exactly.
package func quotedYAML(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.append(quotedYAML: text)
  return String(decoding: bytes, as: UTF8.self)
}

extension String {
  /// The text with a space in place of every control character, for formats that have no escapes.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

/// Splits a time into seconds and microseconds for formats without signs.
///
/// A negative time becomes a very large number of seconds, because the time in microseconds is wrapped to unsigned
/// 64 bits before it is split. `libinput record` does the same.
func wrappedTime(_ microseconds: Int64) -> (seconds: UInt64, microseconds: UInt64) {
  let time = UInt64(bitPattern: microseconds).quotientAndRemainder(dividingBy: 1_000_000)
  return (time.quotient, time.remainder)
}
