public import Quantities

/// The key, the unit and the meaning of a field.
public struct FieldDescription: Hashable, Sendable {
  /// The key in the log, such as `overscroll`.
  public var key: String
  /// The unit; empty for strings and flags.
  public var unit: String
  /// The meaning, in one sentence.
  public var meaning: String

  /// Creates a description.
  public init(_ key: String, unit: String = "", _ meaning: String) {
    self.key = key
    self.unit = unit
    self.meaning = meaning
  }
}

/// A field that the frames of a scenario have in addition to the common fields.
///
/// A field consists of a key, a unit, a meaning, and a function that computes the value of the field from a `Subject`,
/// such as the scenario:
///
///     Field("overscroll", unit: "pt", "The distance of the card beyond its limits.") { $0.overscroll }
public struct Field<Subject>: Sendable {
  /// The key, the unit and the meaning.
  public let description: FieldDescription
  /// Returns the value of the field for a subject, and for a frame whose common fields are already set.
  @usableFromInline let value: @Sendable (Subject, Frame) -> LogValue

  /// Creates a field whose value depends only on the subject.
  @inlinable
  public init(
    _ key: String, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Subject) -> some LogRepresentable
  ) {
    description = FieldDescription(key, unit: unit, meaning)
    self.value = { subject, _ in value(subject).logValue }
  }

  /// Creates a field with an existing description, which several scenarios can share.
  @inlinable
  public init(
    _ description: FieldDescription,
    _ value: @escaping @Sendable (Subject) -> some LogRepresentable
  ) {
    self.description = description
    self.value = { subject, _ in value(subject).logValue }
  }

  /// Creates a field whose value depends on the subject and on the frame's common values.
  ///
  /// Use this initializer if the value depends on a common value such as the position, which is then not computed
  /// twice.
  @inlinable
  public init(
    _ key: String, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Subject, Frame) -> some LogRepresentable
  ) {
    description = FieldDescription(key, unit: unit, meaning)
    self.value = { value($0, $1).logValue }
  }
}

/// The fields of the frames of `Subject`, in the order in which they are written.
public struct FieldTable<Subject>: Sendable {
  /// The descriptions of the fields.
  public let descriptions: [FieldDescription]
  /// Appends the values of all fields.
  ///
  /// The closure of each field calls the closure of the previous field. Compared with an array of closures, this saves
  /// reference counting for each frame.
  private let fill: @Sendable (Subject, Frame, inout [LogValue]) -> Void

  /// Creates a table; traps if two fields have the same key, or a field has the key of a common field.
  public init(_ fields: [Field<Subject>]) {
    descriptions = fields.map { $0.description }
    var fill: @Sendable (Subject, Frame, inout [LogValue]) -> Void = { _, _, _ in }
    for field in fields {
      let (before, value) = (fill, field.value)
      fill = { subject, frame, all in
        before(subject, frame, &all)
        all.append(value(subject, frame))
      }
    }
    self.fill = fill
    var known = Set(Frame.commonFields.map { $0.key })
    for field in descriptions {
      precondition(known.insert(field.key).inserted, "the key '\(field.key)' is used by two fields")
    }
  }

  /// Sets the own fields of `frame` to their values for `subject`; has no effect if the table has no fields.
  public func fill(_ frame: inout Frame, from subject: Subject) {
    guard !descriptions.isEmpty else { return }
    var all: [LogValue] = []
    all.reserveCapacity(descriptions.count)
    fill(subject, frame, &all)
    frame.own = FieldValues(descriptions, all)
  }
}

/// The values of fields, with the descriptions of the fields.
public struct FieldValues: Hashable, Sendable {
  /// The descriptions of the values; shared by all frames of a run.
  public let descriptions: [FieldDescription]
  /// The values, in the order of the descriptions.
  var values: [LogValue]

  /// Creates an empty list of values without descriptions.
  public init() { self.init([], []) }

  /// Creates values with their descriptions; traps if the counts differ.
  public init(_ descriptions: [FieldDescription], _ values: [LogValue]) {
    precondition(
      descriptions.count == values.count,
      "\(values.count) values for \(descriptions.count) fields")
    self.descriptions = descriptions
    self.values = values
  }

  /// The value of the field `key`; nil if there is no such field.
  ///
  /// Setting a field that does not exist has no effect. Setting a field to nil stores null.
  ///
  /// - Complexity: O(number of fields).
  public subscript(key: String) -> LogValue? {
    get { descriptions.firstIndex { $0.key == key }.map { values[$0] } }
    set {
      guard let index = descriptions.firstIndex(where: { $0.key == key }) else { return }
      values[index] = newValue ?? .none
    }
  }

  /// The values with their keys, in the order in which they are written.
  public var logFields: [LogField] {
    zip(descriptions, values).map { LogField($0.key, $1) }
  }
}

/// A type that can be written to a log; a quantity is written as its number, without the unit.
public protocol LogRepresentable: SendableMetatype {
  /// The value in the log.
  var logValue: LogValue { get }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LogValue: LogRepresentable {
  @inlinable public var logValue: LogValue { self }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Double: LogRepresentable {
  @inlinable public var logValue: LogValue { .number(self) }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Int: LogRepresentable {
  @inlinable public var logValue: LogValue { .integer(self) }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Bool: LogRepresentable {
  @inlinable public var logValue: LogValue { .flag(self) }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension String: LogRepresentable {
  @inlinable public var logValue: LogValue { .text(self) }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Points: LogRepresentable {
  @inlinable public var logValue: LogValue { .number(value) }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Seconds: LogRepresentable {
  @inlinable public var logValue: LogValue { .number(value) }
}

/// An optional value; nil is written as null.
extension Optional: LogRepresentable where Wrapped: LogRepresentable {
  /// The value in the log.
  @inlinable public var logValue: LogValue {
    switch self {
    case .some(let value): value.logValue
    case .none: LogValue.none
    }
  }
}
