/// A value as it stands in a log: what JSON can say, in a fixed order.
public enum LogValue: Hashable, Sendable {
  /// A number, written as the shortest decimal that reads back as the same bits; null when it is
  /// not finite.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// A text.
  case text(String)
  /// True or false.
  case flag(Bool)
  /// Nothing to say, written as null.
  case none
  /// A list of values.
  case list([LogValue])
  /// Named values, in the order in which they are written.
  case fields([LogField])
}

/// A value with its name.
public struct LogField: Hashable, Sendable {
  /// The name, the key in JSON.
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
  /// The number, also of an integer; nil for anything else.
  public var asNumber: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    case .text, .flag, .none, .list, .fields: nil
    }
  }

  /// The text; nil for anything else.
  public var asText: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The value of the field `key`; nil when this is no list of fields or has none of that name.
  public subscript(key: String) -> LogValue? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }
}
