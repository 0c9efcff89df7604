public import Quantities

/// What a field of a frame means.
public struct FieldDescription: Hashable, Sendable {
  /// The key in the log.
  public var key: String
  /// The unit, empty for words and flags.
  public var unit: String
  /// What it says, in one sentence.
  public var meaning: String

  /// Creates a description.
  public init(_ key: String, unit: String = "", _ meaning: String) {
    self.key = key
    self.unit = unit
    self.meaning = meaning
  }
}

/// A field of the frames of `Subject`: its name, what it means, and what it is, said once.
///
///     Field("overscroll", unit: "pt", "How far it is beyond its limits.") { $0.overscroll }
public struct Field<Subject>: Sendable {
  /// What it is called, its unit, and what it says.
  public let description: FieldDescription
  /// What it is, of a subject whose frame has the common values already.
  @usableFromInline let value: @Sendable (Subject, Frame) -> LogValue

  /// Creates a field that is read from its subject alone.
  @inlinable
  public init(
    _ key: String, unit: String = "", _ meaning: String,
    _ value: @escaping @Sendable (Subject) -> some LogRepresentable
  ) {
    description = FieldDescription(key, unit: unit, meaning)
    self.value = { subject, _ in value(subject).logValue }
  }

  /// Creates a field of a description that others share.
  @inlinable
  public init(
    _ description: FieldDescription,
    _ value: @escaping @Sendable (Subject) -> some LogRepresentable
  ) {
    self.description = description
    self.value = { subject, _ in value(subject).logValue }
  }

  /// Creates a field that is read from its subject and from the common values of the frame, which
  /// then need not be computed again.
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
  /// What the fields mean.
  public let descriptions: [FieldDescription]
  /// Appends the values of all fields.
  ///
  /// Each field holds on to those before it, so that a frame counts no references to them.
  private let fill: @Sendable (Subject, Frame, inout [LogValue]) -> Void

  /// Creates a table; traps when two fields have the same key, or one has that of a common field.
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
      precondition(known.insert(field.key).inserted, "there are two fields '\(field.key)'")
    }
  }

  /// `frame` with what the fields say of `subject` besides; as it is where there are no fields.
  public func filled(_ frame: consuming Frame, from subject: Subject) -> Frame {
    guard !descriptions.isEmpty else { return frame }
    var all: [LogValue] = []
    all.reserveCapacity(descriptions.count)
    fill(subject, frame, &all)
    frame.own = FieldValues(descriptions, all)
    return frame
  }
}

/// Values with their names and meanings.
public struct FieldValues: Hashable, Sendable {
  /// What the values mean; shared by all frames of a run.
  public let descriptions: [FieldDescription]
  /// The values, in the same order.
  var values: [LogValue]

  /// Creates what says nothing.
  public init() { self.init([], []) }

  /// Gives `values` the names of `descriptions`; traps unless there are as many of them.
  public init(_ descriptions: [FieldDescription], _ values: [LogValue]) {
    precondition(
      descriptions.count == values.count,
      "\(values.count) values for \(descriptions.count) fields")
    self.descriptions = descriptions
    self.values = values
  }

  /// The value of the field `key`; nil when there is no such field.
  ///
  /// Setting a field that is not there does nothing.
  ///
  /// - Complexity: O(number of fields).
  public subscript(key: String) -> LogValue? {
    get { descriptions.firstIndex { $0.key == key }.map { values[$0] } }
    set {
      guard let index = descriptions.firstIndex(where: { $0.key == key }) else { return }
      values[index] = newValue ?? .none
    }
  }

  /// The values under their names.
  public var logFields: [LogField] {
    zip(descriptions, values).map { LogField($0.key, $1) }
  }
}

/// What can stand in a log as it is; what has a unit is written without it.
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

/// Nothing is written as null.
extension Optional: LogRepresentable where Wrapped: LogRepresentable {
  /// The value in the log.
  @inlinable public var logValue: LogValue {
    switch self {
    case .some(let value): value.logValue
    case .none: LogValue.none
    }
  }
}
