/// What happens in a run, without when and how far: its events with their words, and in which order the
/// words and flags of the frames follow each other.
///
/// Two runs of one outline are the same to one who tells what the surface did; they may differ in every
/// number.
public struct RunOutline: Hashable, Sendable {
  private var events: [[LogField]] = []
  private var frames: [LogField] = []
  /// How many fields a frame has more than the first, each time that changes.
  private var extraFields: [Int] = []

  /// The outline of the rows of a run.
  ///
  /// Numbers count only as being there or not. What the estimator says of a velocity is a property of
  /// that number and does not count, nor does the number of the frame that shows an event.
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

  /// Adds a word of a frame to those of its field, unless it is the newest of them.
  private mutating func note(_ field: LogField, _ place: Int) {
    // Frames mostly have their fields at the same places.
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

  /// The fields in the order of the bytes of their keys; what was read back may have another.
  private static func outline(of fields: [LogField]) -> [LogField] {
    fields.map { LogField($0.key, outline(of: $0.value)) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
