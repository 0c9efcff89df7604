/// A field that every frame has, with its description and the functions that write and read its value.
struct CommonField: Sendable {
  /// A function that passes the stored value of a field in a frame to a closure, which may change the value.
  typealias Part<Value> = @Sendable (inout Frame, (inout Value) -> Void) -> Void

  let description: FieldDescription
  let value: @Sendable (Frame) -> LogValue
  /// Whether the value is computed from other fields, so that it is ignored when a frame is read from a file.
  let isDerived: Bool
  private let expected: String
  /// Stores a value in a frame; returns false if the value has the wrong type.
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

  /// A number that is computed from other fields.
  static func derived(
    _ key: String, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Frame) -> Double
  ) -> CommonField {
    CommonField(
      FieldDescription(key, unit: unit, meaning), isDerived: true, expected: "a number",
      value: { .number(value($0)) }, put: { _, _ in true })
  }

  /// A number; null is read as NaN.
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

  /// A string.
  static func text(
    _ key: String, _ meaning: String, _ part: @escaping Part<String>
  ) -> CommonField {
    stored(key, meaning, expected: "a text", part, { .text($0) }) { $0.asText }
  }

  /// A Boolean.
  static func flag(
    _ key: String, _ meaning: String, _ part: @escaping Part<Bool>
  ) -> CommonField {
    stored(key, meaning, expected: "true or false", part, { .flag($0) }) {
      if case .flag(let flag) = $0 { flag } else { nil }
    }
  }

  private static func stored<Value>(
    _ key: String, unit: String = "", _ meaning: String, expected: String,
    _ part: @escaping Part<Value>, _ logValue: @escaping @Sendable (Value) -> LogValue,
    _ read: @escaping @Sendable (LogValue) -> Value?
  ) -> CommonField {
    CommonField(
      FieldDescription(key, unit: unit, meaning), expected: expected,
      value: { frame in
        var (copy, told) = (frame, LogValue.none)
        part(&copy) { told = logValue($0) }
        return told
      },
      put: { frame, value in
        guard let new = read(value) else { return false }
        part(&frame) { $0 = new }
        return true
      })
  }

  /// Stores the value of a row in `frame`.
  ///
  /// - Throws: ``RowError`` if the value is missing or has the wrong type.
  func read(_ value: LogValue?, into frame: inout Frame) throws(RowError) {
    guard !isDerived else { return }
    guard let value, put(&frame, value) else {
      throw RowError(key: description.key, expected: expected)
    }
  }
}

/// The error for a row with a field that is missing or has the wrong type.
package struct RowError: Error, Hashable, Sendable {
  /// The key of the field.
  package var key: String
  /// The expected type of the value, as text for a message.
  package var expected: String
}
