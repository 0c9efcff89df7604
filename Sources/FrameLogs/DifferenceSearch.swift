/// A search for the worst and the earliest difference between two runs.
struct DifferenceSearch {
  /// The kind of the compared rows.
  enum Row: String {
    case event
    case frame
  }

  private let tolerance: RunTolerance
  /// The keys of the fields that only one run has.
  private let unshared: Set<String>
  private var worst: RunDifference?
  private var firstPart: (frame: Int, stage: RunDifference.Stage, divergence: String)?
  private var greatest: [LogField] = []

  init(tolerance: RunTolerance, apartFrom fields: FieldChange) {
    self.tolerance = tolerance
    unshared = Set(fields.new + fields.gone)
  }

  /// The first difference of the worst class so far; nil if there is no difference.
  ///
  /// Its properties `stage` and `divergence` describe the earliest difference beyond the tolerance, of any class.
  var result: RunDifference? {
    guard var result = worst else { return nil }
    result.stage = firstPart?.stage ?? .spring
    result.divergence = firstPart?.divergence ?? ""
    result.greatest = greatest
    return result
  }

  /// Compares the frames or the events of two runs; different numbers of rows also count as a difference.
  mutating func compare(_ expected: [[LogField]], _ actual: [[LogField]], as row: Row) {
    // Flickbook's own estimators report the velocity in `panEnded`; programs under test report it only in the decision.
    // The value is computed lazily, because equal events do not need it.
    lazy var isVelocityOfDecision =
      row == .event
      && !expected.contains { event in
        let fields = LogValue.fields(event)
        return fields["velocityY"] != nil
          && fields["event"] != .text(RunEvent.Kind.decision.rawValue)
      }
    for (index, pair) in zip(expected, actual).enumerated() where pair.0 != pair.1 {
      compare(
        RowPair(
          row: row, index: index, expected: pair.0, actual: pair.1,
          isVelocityOfDecision: isVelocityOfDecision))
    }
    guard expected.count != actual.count else { return }
    let shared = min(expected.count, actual.count)
    let extra = expected.count > shared ? expected[shared] : actual[shared]
    let pair = RowPair(row: row, index: shared, expected: extra, actual: extra)
    part(
      inFrame: pair.frame, pair.baseStage,
      "\(row.rawValue) \(shared): one run has \(expected.count) \(row.rawValue)s, "
        + "the other \(actual.count)")
    note(
      row == .event ? .behaviourChange : .drift, location: "the end", field: "\(row.rawValue)s",
      .integer(expected.count), .integer(actual.count))
  }

  /// Makes `difference` a change of behaviour if the surface rests at a position that differs beyond the tolerance.
  ///
  /// Compared are the position at the start, and each position at which the surface comes to rest. Targets can keep
  /// their names while their positions change, so names alone do not show such a change.
  func compareRest(_ expected: RunRows, _ actual: RunRows, in difference: inout RunDifference) {
    for (old, new) in zip(expected.restingFrames, actual.restingFrames) {
      let (rest, otherRest) = (LogValue.fields(old.row), LogValue.fields(new.row))
      for key in ["x", "y"] {
        guard let left = rest[key]?.finite, let right = otherRest[key]?.finite,
          !tolerance.allows(left, right)
        else { continue }
        difference.kind = .behaviourChange
        (difference.location, difference.field) = ("frame \(new.index)", key)
        (difference.expected, difference.actual) = (text(rest[key]), text(otherRest[key]))
        return
      }
    }
  }

  private mutating func compare(_ pair: RowPair) {
    var parted: Set<String> = []
    var divergence: String?
    // Frame fields that only one run has are reported separately, as a ``FieldChange``.
    let passedOver = pair.row == .frame ? unshared : []
    for (index, field) in pair.expected.enumerated() where !passedOver.contains(field.key) {
      let other = pair.counterpart(of: field.key, at: index)
      guard let kind = compare(field.value, other, path: field.key) else { continue }
      if kind > .withinTolerance {
        parted.insert(field.key)
        let inner = innermost(field.key, field.value, other)
        let values = "expected \(inner.path) \(text(inner.left)), got \(text(inner.right))"
        divergence = divergence ?? "\(pair.location): \(values)"
      }
      note(kind, location: pair.location, field: field.key, field.value, other)
    }
    let known = Set(pair.expected.map { $0.key })
    for field in pair.actual where !known.contains(field.key) && !passedOver.contains(field.key) {
      parted.insert(field.key)
      divergence =
        divergence ?? "\(pair.location): expected no \(field.key), got \(text(field.value))"
      note(.behaviourChange, location: pair.location, field: field.key, nil, field.value)
    }
    if let divergence { part(inFrame: pair.frame, pair.stage(parted: parted), divergence) }
  }

  /// Returns the class of the difference between two values; nil if the values are equal.
  private mutating func compare(
    _ left: LogValue, _ right: LogValue?, path: String
  ) -> RunDifference.Class? {
    guard let right else { return .behaviourChange }
    if let left = left.finite, let right = right.finite {
      guard left != right else { return nil }
      keep(path, (right - left).magnitude)
      return tolerance.allows(left, right) ? .withinTolerance : .drift
    }
    switch (left, right) {
    case (.list(let left), .list(let right)):
      guard left.count == right.count else { return .behaviourChange }
      return zip(left, right).compactMap { compare($0, $1, path: path) }.max()
    case (.fields(let left), .fields(let right)):
      guard Set(left.map { $0.key }) == Set(right.map { $0.key }) else { return .behaviourChange }
      let named = LogValue.fields(right)
      return left.compactMap { compare($0.value, named[$0.key], path: "\(path).\($0.key)") }.max()
    default:
      return left == right || left.isNull && right.isNull ? nil : .behaviourChange
    }
  }

  /// Finds the first nested values that differ beyond the tolerance, and the path to them.
  private mutating func innermost(
    _ path: String, _ left: LogValue, _ right: LogValue?
  ) -> (path: String, left: LogValue, right: LogValue?) {
    switch (left, right) {
    case (.list(let some), .list(let others)?) where some.count == others.count:
      for (index, pair) in zip(some, others).enumerated() where isApart(pair.0, pair.1) {
        return innermost("\(path) \(index + 1)", pair.0, pair.1)
      }
    case (.fields(let some), .fields(let others)?) where some.count == others.count:
      let named = LogValue.fields(others)
      for field in some where isApart(field.value, named[field.key]) {
        return innermost("\(path) \(field.key)", field.value, named[field.key])
      }
    default: break
    }
    return (path, left, right)
  }

  private mutating func isApart(_ left: LogValue, _ right: LogValue?) -> Bool {
    // `compare` also records the sizes of differences. An earlier call has already recorded them, so they are restored.
    let known = greatest
    defer { greatest = known }
    return (compare(left, right, path: "") ?? .withinTolerance) > .withinTolerance
  }

  /// Records a difference if its class is worse than the worst class so far.
  private mutating func note(
    _ kind: RunDifference.Class, location: String, field: String, _ expected: LogValue?,
    _ actual: LogValue?
  ) {
    if let worst, worst.kind >= kind { return }
    worst = RunDifference(
      kind: kind, stage: .spring, location: location, field: field, expected: text(expected),
      actual: text(actual), divergence: "", greatest: [])
  }

  /// Records a difference beyond the tolerance if it is earlier than all previous differences, by its frame or, in the
  /// same frame, by its stage.
  private mutating func part(
    inFrame frame: Int, _ stage: RunDifference.Stage, _ divergence: String
  ) {
    if let firstPart, (firstPart.frame, firstPart.stage.rank) <= (frame, stage.rank) { return }
    firstPart = (frame, stage, divergence)
  }

  /// Records the size of a difference between two numbers if it is the greatest so far for `path`.
  private mutating func keep(_ path: String, _ size: Double) {
    guard let index = greatest.firstIndex(where: { $0.key == path }) else {
      greatest.append(LogField(path, .number(size)))
      return
    }
    if let known = greatest[index].value.asNumber, size > known {
      greatest[index].value = .number(size)
    }
  }

  private func text(_ value: LogValue?) -> String {
    guard let value else { return "nothing" }
    var text = JSONText()
    text.append(value)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension RunRows {
  /// The last frame of each period in which the surface rests, and the first frame if the surface is pressed in it and
  /// has not moved yet.
  fileprivate var restingFrames: [(index: Int, row: [LogField])] {
    let resting = LogValue.text(Phase.resting.rawValue)
    let rests = frames.map { LogValue.fields($0)["phase"] == resting }
    let first = frames.first.flatMap { LogValue.fields($0)["phase"]?.asText }
    return frames.indices.filter { index in
      index == 0 && first == Phase.pressed.rawValue
        || rests[index] && (index + 1 == frames.count || !rests[index + 1])
    }.map { ($0, frames[$0]) }
  }
}
