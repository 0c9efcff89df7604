import TouchInput

/// A value on one line: its text without blanks and with `#` for each integer, and the integers.
struct FlowValue {
  private var form: [UInt8] = []
  /// The integers of the value.
  private(set) var numbers: [Int64] = []

  init(_ text: ArraySlice<UInt8>) {
    var rest = text
    while let byte = rest.first {
      let digits = rest.prefix {
        $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      rest = rest.dropFirst(max(1, digits.count))
      if let number = Self.integer(digits) {
        numbers.append(number)
        form.append(UInt8(ascii: "#"))
      } else if byte != UInt8(ascii: " ") {
        form.append(byte)
      }
    }
  }

  /// Whether the value is empty, or an empty list or mapping.
  var isEmpty: Bool { form.isEmpty || has("[]") || has("{}") }

  /// Whether the value has a form in which `*` stands for integers, `%` for pairs `#:#`, and `@` for lists of five
  /// integers, with commas between them.
  func has(_ wanted: String) -> Bool {
    var left = numbers.count - wanted.utf8.filter { $0 == UInt8(ascii: "#") }.count
    var bytes: [UInt8] = []
    for mark in wanted.utf8 {
      let (part, count): (String, Int)
      switch mark {
      case UInt8(ascii: "*"): (part, count) = ("#", 1)
      case UInt8(ascii: "%"): (part, count) = ("#:#", 2)
      case UInt8(ascii: "@"): (part, count) = ("[#,#,#,#,#]", 5)
      default:
        bytes.append(mark)
        continue
      }
      while left > 0 {
        bytes += part.utf8
        left -= count
        if left > 0 { bytes.append(UInt8(ascii: ",")) }
      }
    }
    return left == 0 && form == bytes
  }

  /// Returns the integers of a value of the form `form`; nil if it has another form, or if an integer is too large.
  func integers<Number: FixedWidthInteger>(as form: String) -> [Number]? {
    guard has(form) else { return nil }
    var exact: [Number] = []
    for number in numbers {
      guard let number = Number(exactly: number) else { return nil }
      exact.append(number)
    }
    return exact
  }

  /// Returns the integer in a text of digits and minus signs; nil for another text or an integer of more than 64 bits.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for byte in digits {
      guard byte != UInt8(ascii: "-") else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      number = sum
    }
    return number
  }
}

extension RawEvent {
  /// Creates an event from a time in microseconds, and a type, a code and a value; nil if one of these is too large.
  init?(_ microseconds: Int64, _ numbers: ArraySlice<Int64>) {
    let first = numbers.startIndex
    guard numbers.count == 3, let type = UInt16(exactly: numbers[first]),
      let code = UInt16(exactly: numbers[first + 1]), let value = Int32(exactly: numbers[first + 2])
    else { return nil }
    self.init(microseconds: microseconds, type: type, code: code, value: value)
  }
}
