import Quantities

/// Why the rows of a run directory make no run.
public enum RunRowsError: Error, Hashable, Sendable {
  /// A field is missing or not what it should be; `location` is `run.json`, `frame 3` or `event 3`.
  case field(location: String, key: String, expected: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RunRowsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .field(let location, let key, let expected):
      "\(location): '\(key)' is not \(expected); write the run anew with 'flickbook replay -o'."
    }
  }
}

extension Run {
  /// Creates a run from what was read back from its directory.
  ///
  /// A number that the files say is null comes back as NaN, the scenario's own fields without their
  /// units, and the ending as the last frame shows it.
  ///
  /// - Parameters:
  ///   - header: The fields of `run.json`.
  ///   - rows: The lines of `frames.jsonl` and `events.jsonl`.
  /// - Throws: ``RunRowsError`` at the first field that is missing or of the wrong kind.
  public init(header: [LogField], rows: RunRows) throws(RunRowsError) {
    let rate = RowReader(location: "run.json", fields: header)
    let framesPerSecond = try rate.number("framesPerSecond")
    guard FrameRate.range.contains(framesPerSecond) else {
      throw rate.error("framesPerSecond", expected: "between 1 and 1000")
    }
    let common = Set(Frame.commonFields.map { $0.key })
    let own = (rows.frames.first ?? []).filter { !common.contains($0.key) }
      .map { FieldDescription($0.key, "") }
    var frames: [Frame] = []
    frames.reserveCapacity(rows.frames.count)
    for (index, fields) in rows.frames.enumerated() {
      frames.append(try RowReader(location: "frame \(index)", fields: fields).frame(own: own))
    }
    var events: [RunEvent] = []
    for (index, fields) in rows.events.enumerated() {
      events.append(try RowReader(location: "event \(index)", fields: fields).event())
    }
    let ending: Ending =
      switch frames.last?.phase {
      case .gone?: .gone
      case .resting?, nil: .rested
      default: .timeLimit
      }
    self.init(
      header: header.filter { $0.key != "schema" && !RunSeal.keys.contains($0.key) },
      rate: FrameRate(framesPerSecond: framesPerSecond),
      ownFields: own, frames: frames, events: events,
      ending: ending)
  }
}

/// A row with its place, for errors.
private struct RowReader {
  var location: String
  var fields: [LogField]

  func error(_ key: String, expected: String) -> RunRowsError {
    .field(location: location, key: key, expected: expected)
  }

  func value(_ key: String) -> LogValue? { fields.first { $0.key == key }?.value }

  func number(_ key: String) throws(RunRowsError) -> Double {
    let value = value(key)
    if value == LogValue.none { return .nan }
    guard let number = value?.asNumber else { throw error(key, expected: "a number") }
    return number
  }

  func text(_ key: String) throws(RunRowsError) -> String {
    guard let text = value(key)?.asText else { throw error(key, expected: "a text") }
    return text
  }

  func pair(_ x: String, _ y: String) throws(RunRowsError) -> (x: Double, y: Double) {
    (try number(x), try number(y))
  }

  func frame(own known: [FieldDescription]) throws(RunRowsError) -> Frame {
    guard case .integer(let index)? = value("frame"), index >= 0 else {
      throw error("frame", expected: "a whole number")
    }
    guard case .flag(let touching)? = value("touching") else {
      throw error("touching", expected: "true or false")
    }
    let position = try pair("x", "y")
    let velocity = try pair("vx", "vy")
    let target = try pair("targetX", "targetY")
    return Frame(
      index: index, time: Seconds(try number("time")),
      phase: Phase(rawValue: try text("phase")), touching: touching,
      position: Position(x: Points(position.x), y: Points(position.y)),
      velocity: Velocity(x: PointsPerSecond(velocity.x), y: PointsPerSecond(velocity.y)),
      target: Position(x: Points(target.x), y: Points(target.y)),
      progress: try number("progress"),
      own: FieldValues(known, known.map { value($0.key) ?? .none }))
  }

  func event() throws(RunRowsError) -> RunEvent {
    RunEvent(
      time: Seconds(try number("time")), kind: RunEvent.Kind(rawValue: try text("event")),
      payload: fields.filter { !["time", "frame", "event"].contains($0.key) })
  }
}
