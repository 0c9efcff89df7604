extension Span where Element == UInt8 {
  /// Reads an unsigned decimal number and moves `index` past it.
  ///
  /// Returns nil and leaves `index` unchanged if there is no digit or the number exceeds 64 bits.
  @inline(__always)
  func decimal(at index: inout Int, before end: Int) -> UInt64? {
    var position = index
    var value: UInt64 = 0
    while position < end {
      let digit = self[position] &- ASCII.zero
      guard digit <= 9 else { break }
      // A number of 19 digits always fits in 64 bits, so only longer numbers need the checks for overflow.
      if position - index < 19 {
        value = value &* 10 &+ UInt64(digit)
      } else {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        guard !overflow, !carry else { return nil }
        value = sum
      }
      position += 1
    }
    guard position > index else { return nil }
    index = position
    return value
  }

  /// Reads a decimal number with an optional minus sign and moves `index` past it.
  ///
  /// Returns nil and leaves `index` unchanged if there is no digit or the number exceeds 64 bits.
  @inline(__always)
  func signedDecimal(at index: inout Int, before end: Int) -> Int64? {
    var position = index
    let isNegative = position < end && self[position] == ASCII.minus
    if isNegative { position += 1 }
    guard let magnitude = decimal(at: &position, before: end) else { return nil }
    let limit = UInt64(Int64.max) + (isNegative ? 1 : 0)
    guard magnitude <= limit else { return nil }
    index = position
    return isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
  }

  /// Reads a hexadecimal number without prefix and moves `index` past it.
  ///
  /// Returns nil and leaves `index` unchanged if there is no digit or the number exceeds 64 bits.
  func hexadecimal(at index: inout Int, before end: Int) -> UInt64? {
    var position = index
    var value: UInt64 = 0
    while position < end, let digit = hexadecimalDigit(self[position]) {
      guard value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(digit)
      position += 1
    }
    guard position > index else { return nil }
    index = position
    return value
  }
}

extension Span where Element == UInt8 {
  /// Reads `sec.usec`, two whole numbers, as microseconds and moves `index` past it.
  ///
  /// Returns nil if the text is not a time, if `usec` is 1,000,000 or more, or if the time exceeds 64 bits.
  @inline(__always)
  func dottedTime(at index: inout Int, before end: Int) -> Int64? {
    var position = index
    guard let seconds = decimal(at: &position, before: end), position < end,
      self[position] == ASCII.point
    else { return nil }
    position += 1
    guard let fraction = decimal(at: &position, before: end), fraction < 1_000_000,
      let time = microseconds(seconds: seconds, microseconds: fraction)
    else { return nil }
    index = position
    return time
  }
}

/// The value of a hexadecimal digit; nil for any other byte.
@inline(__always)
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}

/// Converts seconds and microseconds to microseconds; nil if the result exceeds 64 bits.
///
/// `libinput record` writes a very large number of seconds for events that were queued before it started, because their
/// times are negative and wrap to unsigned 64 bits. For such a number, the result is negative again.
@inline(__always)
func microseconds(seconds: UInt64, microseconds: UInt64) -> Int64? {
  let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
  let (sum, carry) = product.addingReportingOverflow(microseconds)
  guard !overflow, !carry else { return nil }
  return Int64(bitPattern: sum)
}
