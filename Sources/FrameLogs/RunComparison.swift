/// The rows of a run as they stand in its files, whether just computed or read back.
public struct RunRows: Hashable, Sendable {
  /// The frames, each as named values.
  public var frames: [[LogField]]
  /// The events, each as named values.
  public var events: [[LogField]]

  /// Creates the rows of a run.
  public init(frames: [[LogField]], events: [[LogField]]) {
    self.frames = frames
    self.events = events
  }

  /// The rows of `run`.
  public init(_ run: Run) {
    frames = run.frames.map { $0.logFields(own: run.ownFields) }
    events = run.events.map { $0.logFields(at: run.rate) }
  }
}

/// How far two numbers may be apart and still be called the same.
public struct RunTolerance: Hashable, Sendable {
  /// The absolute difference that is allowed, in the unit of the field.
  public var absolute: Double
  /// The difference that is allowed as a fraction of the expected number.
  public var relative: Double

  /// Creates a tolerance; both numbers are 0 or more.
  public init(absolute: Double = 0.001, relative: Double = 1e-6) {
    self.absolute = absolute
    self.relative = relative
  }

  func allows(_ expected: Double, _ actual: Double) -> Bool {
    (actual - expected).magnitude <= max(absolute, relative * expected.magnitude)
  }
}

/// The first place where two runs part, and how badly.
public struct RunDifference: Hashable, Sendable {
  /// What kind of difference it is, worst last.
  public enum Class: Int, Comparable, Sendable {
    /// Some numbers differ by less than the tolerance.
    case withinTolerance
    /// The same things happen, with other numbers.
    case drift
    /// Something else happens: another phase, event, target or reason.
    case behaviourChange

    /// Whether `left` is the lesser difference.
    public static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }

    /// The class in words.
    public var words: String {
      switch self {
      case .withinTolerance: "within tolerance"
      case .drift: "drift"
      case .behaviourChange: "behaviour change"
      }
    }
  }

  /// The stage of the replay in which runs part.
  public enum Stage: String, Sendable {
    /// What the hand did is read differently.
    case input
    /// The velocity at release differs.
    case velocity
    /// The rule picks differently from the same velocity.
    case decision
    /// The motion differs although the decisions do not.
    case spring
  }

  /// What kind of difference it is; the worst of the run.
  public var kind: Class
  /// The stage that parted first.
  public var stage: Stage
  /// Where the runs first differ by that class: `frame 12` or `event 3`.
  public var place: String
  /// The field that differs there.
  public var field: String
  /// Its expected value, as text; empty when there is none.
  public var expected: String
  /// Its actual value, as text; empty when there is none.
  public var actual: String
  /// The greatest difference of any number, by field, in the order of first appearance.
  public var greatest: [LogField]

  /// The difference in one sentence.
  public var sentence: String {
    "\(kind.words) in \(stage.rawValue): \(place): expected \(field) \(expected), got \(actual)"
  }
}

/// The first difference of the worst class between two runs; nil when they are the same.
///
/// Words, flags and counts compare exactly, numbers within `tolerance`.
public func difference(
  expected: RunRows, actual: RunRows, within tolerance: RunTolerance = RunTolerance()
) -> RunDifference? {
  var search = DifferenceSearch(tolerance: tolerance)
  search.compare(expected.events, actual.events, row: "event")
  search.compare(expected.frames, actual.frames, row: "frame")
  guard var worst = search.worst else { return nil }
  worst.stage = search.firstStage ?? .spring
  worst.greatest = search.greatest
  return worst
}

private struct DifferenceSearch {
  var tolerance: RunTolerance
  var worst: RunDifference?
  var firstStage: RunDifference.Stage?
  var greatest: [LogField] = []

  mutating func compare(_ expected: [[LogField]], _ actual: [[LogField]], row: String) {
    for (index, pair) in zip(expected, actual).enumerated() {
      compare(pair.0, pair.1, place: "\(row) \(index)")
    }
    guard expected.count != actual.count else { return }
    note(
      row == "event" ? .behaviourChange : .drift, place: "the end", field: "\(row)s",
      expected: "\(expected.count)", actual: "\(actual.count)", stage: .spring)
  }

  private mutating func compare(_ expected: [LogField], _ actual: [LogField], place: String) {
    guard expected != actual else { return }
    let isEvent = place.hasPrefix("event")
    let kind = isEvent ? LogValue.fields(expected)["event"]?.asText : nil
    for field in expected {
      guard let other = LogValue.fields(actual)[field.key] else {
        note(
          .behaviourChange, place: place, field: field.key, expected: text(field.value),
          actual: "nothing", stage: stage(of: field.key, event: kind))
        continue
      }
      compare(field, other, place: place, event: kind)
    }
    let known = Set(expected.map(\.key))
    for field in actual where !known.contains(field.key) {
      note(
        .behaviourChange, place: place, field: field.key, expected: "nothing",
        actual: text(field.value), stage: stage(of: field.key, event: kind))
    }
  }

  private mutating func compare(
    _ field: LogField, _ other: LogValue, place: String, event: String?
  ) {
    guard field.value != other else { return }
    let stage = stage(of: field.key, event: event)
    var kind = RunDifference.Class.behaviourChange
    if let left = field.value.asNumber, let right = other.asNumber {
      keep(field.key, (right - left).magnitude)
      kind = tolerance.allows(left, right) ? .withinTolerance : .drift
    } else if case .list(let left) = field.value, case .list(let right) = other,
      left.count == right.count
    {
      kind = .drift
    }
    note(
      kind, place: place, field: field.key, expected: text(field.value), actual: text(other),
      stage: stage)
  }

  private mutating func note(
    _ kind: RunDifference.Class, place: String, field: String, expected: String, actual: String,
    stage: RunDifference.Stage
  ) {
    if kind > .withinTolerance, firstStage == nil { firstStage = stage }
    if let worst, worst.kind >= kind { return }
    worst = RunDifference(
      kind: kind, stage: stage, place: place, field: field, expected: expected, actual: actual,
      greatest: [])
  }

  private mutating func keep(_ key: String, _ size: Double) {
    guard let index = greatest.firstIndex(where: { $0.key == key }) else {
      greatest.append(LogField(key, .number(size)))
      return
    }
    if let known = greatest[index].value.asNumber, size > known {
      greatest[index].value = .number(size)
    }
  }

  private func stage(of field: String, event: String?) -> RunDifference.Stage {
    switch field {
    case "fingerX", "fingerY", "touching": .input
    case "velocityX", "velocityY", "velocityReason": .velocity
    case "target", "reason", "projectedX", "projectedY", "from", "candidates": .decision
    default:
      switch event {
      case "touchDown", "touchUp", "panBegan", "panEnded", "panCancelled", "gap": .input
      default: .spring
      }
    }
  }

  private func text(_ value: LogValue) -> String {
    var text = JSONText()
    text.append(value)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
