/// A field that every frame has: what it means, how it is written, and how it is read back.
struct CommonField: Sendable {
  /// Opens the part of a frame that a field tells.
  typealias Part<Value> = @Sendable (inout Frame, (inout Value) -> Void) -> Void

  let description: FieldDescription
  /// What it tells of a frame.
  let value: @Sendable (Frame) -> LogValue
  /// Whether it follows from other fields, so that a frame is read without it.
  let isDerived: Bool
  private let expected: String
  /// Puts what was read into a frame; false where it is of another kind.
  private let put: @Sendable (inout Frame, LogValue) -> Bool

  private init(
    _ description: FieldDescription, isDerived: Bool = false, expected: String,
    value: @escaping @Sendable (Frame) -> LogValue,
    put: @escaping @Sendable (inout Frame, LogValue) -> Bool
  ) {
    self.description = description
    self.value = value
    self.isDerived = isDerived
    self.expected = expected
    self.put = put
  }

  /// A number that follows from other fields.
  static func derived(
    _ key: String, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Frame) -> Double
  ) -> CommonField {
    CommonField(
      FieldDescription(key, unit: unit, meaning), isDerived: true, expected: "a number",
      value: { .number(value($0)) }, put: { _, _ in true })
  }

  /// A number; null is what is no number.
  static func number(
    _ key: String, unit: String = "", _ meaning: String, _ part: @escaping Part<Double>
  ) -> CommonField {
    stored(key, unit: unit, meaning, expected: "a number", part, { .number($0) }) {
      $0 == LogValue.none ? .nan : $0.asNumber
    }
  }

  /// A whole number, 0 or more.
  static func integer(
    _ key: String, _ meaning: String, _ part: @escaping Part<Int>
  ) -> CommonField {
    stored(key, meaning, expected: "a whole number", part, { .integer($0) }) {
      if case .integer(let integer) = $0, integer >= 0 { integer } else { nil }
    }
  }

  /// A word.
  static func text(
    _ key: String, _ meaning: String, _ part: @escaping Part<String>
  ) -> CommonField {
    stored(key, meaning, expected: "a text", part, { .text($0) }) { $0.asText }
  }

  /// Yes or no.
  static func flag(
    _ key: String, _ meaning: String, _ part: @escaping Part<Bool>
  ) -> CommonField {
    stored(key, meaning, expected: "true or false", part, { .flag($0) }) {
      if case .flag(let flag) = $0 { flag } else { nil }
    }
  }

  private static func stored<Value>(
    _ key: String, unit: String = "", _ meaning: String, expected: String,
    _ part: @escaping Part<Value>, _ written: @escaping @Sendable (Value) -> LogValue,
    _ read: @escaping @Sendable (LogValue) -> Value?
  ) -> CommonField {
    CommonField(
      FieldDescription(key, unit: unit, meaning), expected: expected,
      value: { frame in
        var (copy, told) = (frame, LogValue.none)
        part(&copy) { told = written($0) }
        return told
      },
      put: { frame, value in
        guard let new = read(value) else { return false }
        part(&frame) { $0 = new }
        return true
      })
  }

  /// Puts what a row says of it into `frame`.
  ///
  /// - Throws: ``RowError`` where the row says nothing, or nothing of this kind.
  func read(_ value: LogValue?, into frame: inout Frame) throws(RowError) {
    guard !isDerived else { return }
    guard let value, put(&frame, value) else {
      throw RowError(key: description.key, expected: expected)
    }
  }
}

/// A field of a row that is missing or of another kind.
package struct RowError: Error, Hashable, Sendable {
  /// The field.
  package var key: String
  /// What it should be.
  package var expected: String
}
