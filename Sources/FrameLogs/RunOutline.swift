/// The behaviour of a run without times and numbers.
///
/// The outline contains the strings and flags of all events. For each field of the frames that is a string or a flag,
/// it contains the sequence of the field's values without repetitions. Two runs with equal outlines show the same
/// behaviour, even if every number differs.
public struct RunOutline: Hashable, Sendable {
  private var events: [[LogField]] = []
  private var frames: [LogField] = []
  /// The number of fields of a frame minus the number of fields of the first frame; one entry for each change.
  private var extraFields: [Int] = []

  /// Creates the outline of the rows of a run.
  ///
  /// The outline records only whether a number is present. It ignores the field `velocityReason`, because this reason
  /// describes a number.
  public init(_ rows: RunRows) {
    for event in rows.events {
      events.append(Self.outline(of: event.filter { $0.key != "velocityReason" }))
    }
    for frame in rows.frames {
      let extra = frame.count - (rows.frames.first?.count ?? 0)
      if extraFields.last != extra { extraFields.append(extra) }
      for (place, field) in frame.enumerated() {
        switch field.value {
        case .text, .flag: note(field, place)
        case .number, .integer, .none, .list, .fields: continue
        }
      }
    }
  }

  /// Appends the value of a frame's field to the sequence of this field's values, unless it equals the last value.
  private mutating func note(_ field: LogField, _ place: Int) {
    // Most frames have their fields in the same positions, so try that position first.
    let index =
      place < frames.count && frames[place].key == field.key
      ? place : frames.firstIndex { $0.key == field.key }
    guard let index, case .list(var words) = frames[index].value else {
      frames.append(LogField(field.key, .list([field.value])))
      return
    }
    guard words.last != field.value else { return }
    words.append(field.value)
    frames[index].value = .list(words)
  }

  private static func outline(of value: LogValue) -> LogValue {
    switch value {
    case .number(let number): number.isFinite ? .integer(0) : .none
    case .integer: .integer(0)
    case .text, .flag, .none: value
    case .list(let values): .list(values.map { outline(of: $0) })
    case .fields(let fields): .fields(outline(of: fields))
    }
  }

  /// Returns the outline of `fields`, sorted by the bytes of their keys.
  ///
  /// The fields are sorted because rows that were read from files may have another order.
  private static func outline(of fields: [LogField]) -> [LogField] {
    fields.map { LogField($0.key, outline(of: $0.value)) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
