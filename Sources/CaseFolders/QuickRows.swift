import FrameLogs

/// Reads rows as Flickbook writes them: one JSON object on each line, without blanks and without escapes.
///
/// Nearly all rows of a log have the names of the one before, so these are only compared. What is written
/// otherwise, or is no JSON at all, is left to the general decoder.
struct QuickRows {
  /// The place of each name that goes first.
  private let ranks: [String: Int]
  /// The names of the last row, in the order in which they are written.
  private var names: [Name] = []
  /// Where each stands in the row that is told.
  private var places: [Int] = []

  /// A name as text, and as it is written: with quotes and colon.
  private struct Name {
    var text: String
    var written: [UInt8]
  }

  /// Prepares to tell names in `order`, and after them those that it does not have, by their letters.
  init(order: [String]) {
    ranks = Dictionary(
      order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The fields of a line; nil for one that the general decoder has to read.
  mutating func row(_ line: ArraySlice<UInt8>) -> [LogField]? {
    line.withUnsafeBufferPointer { bytes in
      var scanner = Scanner(bytes: bytes)
      guard let row = row(&scanner), scanner.isAtEnd else { return nil }
      return row
    }
  }

  private mutating func row(_ scanner: inout Scanner) -> [LogField]? {
    guard scanner.take("{") else { return nil }
    var values: [LogValue] = []
    values.reserveCapacity(names.count)
    while true {
      let place = values.count
      if place >= names.count || !scanner.take(names[place].written) {
        // Another kind of row, whose names take the place of those from here on.
        guard let name = scanner.name() else { return nil }
        names.removeSubrange(place...)
        places = []
        names.append(Name(text: name, written: Array("\"\(name)\":".utf8)))
      }
      guard let value = scanner.value(depth: 0, ranks) else { return nil }
      values.append(value)
      if scanner.take("}") { break }
      guard scanner.take(",") else { return nil }
    }
    if values.count < names.count {
      names.removeSubrange(values.count...)
      places = []
    }
    if places.isEmpty {
      guard let places = ordered(names.map(\.text), ranks) else {
        names = []
        return nil
      }
      self.places = places
    }
    return places.map { LogField(names[$0].text, values[$0]) }
  }

  /// The places of names in the order in which they are told; nil where one stands twice.
  private func ordered(_ names: [String], _ ranks: [String: Int]) -> [Int]? {
    guard Set(names).count == names.count else { return nil }
    return names.indices.sorted { left, right in
      isBefore(names[left], names[right], ranks)
    }
  }
}

/// Whether a name is told before another.
private func isBefore(_ left: String, _ right: String, _ ranks: [String: Int]) -> Bool {
  switch (ranks[left], ranks[right]) {
  case (let left?, let right?): left < right
  case (.some, nil): true
  case (nil, .some): false
  case (nil, nil): left < right
  }
}

/// Goes through the bytes of a line.
private struct Scanner {
  /// How deep lists and objects may be nested.
  ///
  /// Source: ours; a row of ours has two levels.
  private static let deepest = 8

  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  mutating func take(_ word: some Collection<UInt8>) -> Bool {
    guard bytes.count - index >= word.count else { return false }
    var here = index
    for byte in word {
      guard bytes[here] == byte else { return false }
      here += 1
    }
    index = here
    return true
  }

  /// A text between quotes that stands for itself.
  mutating func text() -> String? {
    guard take("\"") else { return nil }
    let start = index
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      index += 1
    }
    let end = index
    guard take("\"") else { return nil }
    return String(validating: bytes[start..<end], as: UTF8.self)
  }

  /// A name with its colon.
  mutating func name() -> String? {
    guard let name = text(), take(":") else { return nil }
    return name
  }

  mutating func value(depth: Int, _ ranks: [String: Int]) -> LogValue? {
    switch next {
    case UInt8(ascii: "\""): text().map { .text($0) }
    case UInt8(ascii: "t"): take("true".utf8) ? .flag(true) : nil
    case UInt8(ascii: "f"): take("false".utf8) ? .flag(false) : nil
    case UInt8(ascii: "n"): take("null".utf8) ? LogValue.none : nil
    case UInt8(ascii: "["): depth < Self.deepest ? list(depth: depth + 1, ranks) : nil
    case UInt8(ascii: "{"): depth < Self.deepest ? fields(depth: depth + 1, ranks) : nil
    default: number()
    }
  }

  private mutating func list(depth: Int, _ ranks: [String: Int]) -> LogValue? {
    guard take("[") else { return nil }
    var values: [LogValue] = []
    if take("]") { return .list(values) }
    while let value = value(depth: depth, ranks) {
      values.append(value)
      if take("]") { return .list(values) }
      guard take(",") else { return nil }
    }
    return nil
  }

  private mutating func fields(depth: Int, _ ranks: [String: Int]) -> LogValue? {
    guard take("{") else { return nil }
    var fields: [LogField] = []
    if take("}") { return .fields(fields) }
    while let name = name(), !fields.contains(where: { $0.key == name }),
      let value = value(depth: depth, ranks)
    {
      fields.append(LogField(name, value))
      if take("}") { return .fields(fields.sorted { isBefore($0.key, $1.key, ranks) }) }
      guard take(",") else { return nil }
    }
    return nil
  }

  /// A number as JSON has it, told as a whole one where it is.
  private mutating func number() -> LogValue? {
    let start = index
    let isNegative = take("-")
    let first = index
    var digits: UInt64 = 0
    var (count, exponent) = (0, 0)
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func takeDigits() -> Int {
      let before = index
      while let byte = next, isDigit(byte) {
        // Beyond them nothing is exact, and the general way is taken.
        if count < 19 { digits = digits * 10 + UInt64(byte - 0x30) }
        if digits > 0 { count += 1 }
        index += 1
      }
      return index - before
    }
    guard takeDigits() > 0, bytes[first] != 0x30 || index == first + 1 else { return nil }
    if take(".") {
      let decimals = takeDigits()
      guard decimals > 0 else { return nil }
      exponent = -decimals
    }
    guard let power = self.exponent() else { return nil }
    exponent += power
    let number: Double
    if count <= 15, exponent.magnitude <= 22 {
      // Both are exact, so the one operation rounds as it should.
      let whole = Double(digits)
      number = exponent < 0 ? whole / Self.powers[-exponent] : whole * Self.powers[exponent]
    } else {
      let text = bytes[(isNegative ? first : start)..<index]
      guard let slow = Double(String(decoding: text, as: UTF8.self)) else { return nil }
      number = slow
    }
    guard number.isFinite else { return nil }
    let signed = isNegative ? -number : number
    let isWhole = signed.magnitude < 1e15 && signed == signed.rounded()
    return isWhole ? .integer(Int(signed)) : .number(signed)
  }

  /// What the digits are to be shifted by, zero where nothing is said of it; nil where that is no number.
  private mutating func exponent() -> Int? {
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return 0 }
    index += 1
    let isSmall = take("-")
    if !isSmall { _ = take("+") }
    var (told, length) = (0, 0)
    while let byte = next, (0x30...0x39).contains(byte) {
      told = min(told * 10 + Int(byte - 0x30), 10_000)
      length += 1
      index += 1
    }
    guard length > 0 else { return nil }
    return isSmall ? -told : told
  }

  /// The powers of ten that a double has exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
