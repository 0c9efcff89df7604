/// A JSON value in a log; the fields of an object have a fixed order.
public enum LogValue: Hashable, Sendable {
  /// A number; written as the shortest decimal that is read as the same number, or as null if it is not finite.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// A string.
  case text(String)
  /// A Boolean.
  case flag(Bool)
  /// No value, written as null.
  case none
  /// A list of values.
  case list([LogValue])
  /// Named values, in the order in which they are written.
  case fields([LogField])
}

/// A value with its name.
public struct LogField: Hashable, Sendable {
  /// The name, which is the key in JSON.
  public var key: String
  /// The value.
  public var value: LogValue

  /// Creates a named value.
  public init(_ key: String, _ value: LogValue) {
    self.key = key
    self.value = value
  }
}

extension LogValue {
  /// The number or integer as a `Double`; nil for other values.
  public var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .text, .flag, .none, .list, .fields: nil
    }
  }

  /// The string; nil for other values.
  public var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value of the field `key`; nil if this value has no fields or no such field.
  public subscript(key: String) -> LogValue? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }
}
