/// A parser for JSON text (RFC 8259); the fields of an object keep their order.
///
/// A number becomes an integer if it is whole and its magnitude is below 10¹⁵.
public struct JSONReader {
  /// The maximum nesting depth of lists and objects.
  ///
  /// The limit is our choice; a row of a log has only two levels. Without a limit, deep nesting in a damaged or
  /// malicious file would exhaust the stack, because the parser calls itself for each level.
  private static let deepest = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the value in `text`; nil if `text` is not valid JSON or has more than one value.
  public static func value(in text: some Collection<UInt8>) -> LogValue? {
    func value(_ bytes: UnsafeBufferPointer<UInt8>) -> LogValue? {
      var reader = JSONReader(bytes)
      guard let value = reader.value(depth: 0) else { return nil }
      reader.skipBlanks()
      return reader.next == nil ? value : nil
    }
    return text.withContiguousStorageIfAvailable(value)
      ?? Array(text).withUnsafeBufferPointer(value)
  }

  /// Returns the fields of the object in `text`; nil if `text` is not one JSON object.
  public static func fields(in text: some Collection<UInt8>) -> [LogField]? {
    guard case .fields(let fields) = value(in: text) else { return nil }
    return fields
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      index += 1
    }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  private mutating func takeWord(_ word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isNext { index += word.utf8CodeUnitCount }
    return isNext
  }

  private mutating func value(depth: Int) -> LogValue? {
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return takeWord("true") ? .flag(true) : nil
    case UInt8(ascii: "f"): return takeWord("false") ? .flag(false) : nil
    case UInt8(ascii: "n"): return takeWord("null") ? LogValue.none : nil
    case UInt8(ascii: "["): return depth < Self.deepest ? list(depth: depth + 1) : nil
    case UInt8(ascii: "{"): return depth < Self.deepest ? fields(depth: depth + 1) : nil
    default: return number()
    }
  }

  private mutating func list(depth: Int) -> LogValue? {
    var values: [LogValue] = []
    guard take("[") else { return nil }
    skipBlanks()
    if take("]") { return .list([]) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      values.append(value)
      skipBlanks()
    } while take(",")
    return take("]") ? .list(values) : nil
  }

  private mutating func fields(depth: Int) -> LogValue? {
    var fields: [LogField] = []
    guard take("{") else { return nil }
    skipBlanks()
    if take("}") { return .fields([]) }
    repeat {
      skipBlanks()
      guard let key = text() else { return nil }
      skipBlanks()
      guard take(":"), let value = value(depth: depth) else { return nil }
      fields.append(LogField(key, value))
      skipBlanks()
    } while take(",")
    return take("}") ? .fields(fields) : nil
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    let start = index
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { return escapedText(from: start) }
      index += 1
    }
    let end = index
    return take("\"") ? String(validating: bytes[start..<end], as: UTF8.self) : nil
  }

  /// Reads a string that contains an escape; the string begins at `start`, and the next byte is its first backslash.
  private mutating func escapedText(from start: Int) -> String? {
    var text = Array(bytes[start..<index])
    while let byte = next, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escapedScalar() else { return nil }
        text.append(contentsOf: String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape without its backslash, and returns the character that it stands for.
  private mutating func escapedScalar() -> Unicode.Scalar? {
    guard let sign = next else { return nil }
    index += 1
    switch Unicode.Scalar(sign) {
    case "\"", "\\", "/": return Unicode.Scalar(sign)
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let first = codeUnit() else { return nil }
      // A character above U+FFFF is written as two escapes, which form a surrogate pair.
      guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
      guard takeWord("\\u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else {
        return nil
      }
      return Unicode.Scalar(0x1_0000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff)))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    guard bytes.count - index >= 4 else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16((byte & 0xf) + 9)
      default: return nil
      }
    }
    index += 4
    return unit
  }

  private mutating func number() -> LogValue? {
    let start = index
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func takeDigits() -> Int {
      let before = index
      while isDigit(next) { index += 1 }
      return index - before
    }
    _ = take("-")
    let first = index
    let count = takeDigits()
    guard count > 0, bytes[first] != 0x30 || count == 1 else { return nil }
    if take("."), takeDigits() == 0 { return nil }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      guard takeDigits() > 0 else { return nil }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { return nil }
    let isWhole = number.magnitude < 1e15 && number == number.rounded()
    return isWhole ? .integer(Int(number)) : .number(number)
  }
}
