/// Two rows at the same index of two runs.
struct RowPair {
  var row: DifferenceSearch.Row
  var index: Int
  var expected: [LogField]
  var actual: [LogField]

  /// The kind and the index of the row, such as `frame 12`.
  var location: String { "\(row.rawValue) \(index)" }

  /// The first frame that shows the rows.
  var frame: Int {
    guard row == .event else { return index }
    let frames = [expected, actual].compactMap { LogValue.fields($0)["frame"]?.finite }
    guard let first = frames.min(), first < Double(FrameRate.unreached) else {
      return FrameRate.unreached
    }
    return Int(max(first, 0))
  }

  /// The value in the actual row of the field that is at `index` in the expected row.
  func counterpart(of key: String, at index: Int) -> LogValue? {
    if index < actual.count, actual[index].key == key { return actual[index].value }
    return actual.first { $0.key == key }?.value
  }

  /// The stage that produces rows of this kind.
  var baseStage: RunDifference.Stage {
    guard row == .event else { return .spring }
    return [expected, actual].map { Self.stage(ofEvent: LogValue.fields($0)["event"]?.asText) }
      .max { $0.rank < $1.rank } ?? .spring
  }

  /// The stage that caused the difference if the fields of `keys` differ.
  func stage(parted keys: Set<String>) -> RunDifference.Stage {
    switch row {
    case .event: eventStage(keys)
    case .frame: frameStage(keys)
    }
  }

  private func eventStage(_ keys: Set<String>) -> RunDifference.Stage {
    if keys == ["hit"] { return .spring }
    guard baseStage == .input, keys.isSubset(of: Self.estimate) else { return baseStage }
    return .velocity
  }

  private func frameStage(_ keys: Set<String>) -> RunDifference.Stage {
    if !keys.isDisjoint(with: ["touching", "fingerX", "fingerY"]) { return .input }
    let phases = [expected, actual].map { LogValue.fields($0)["phase"]?.asText }
    if phases.allSatisfy({ $0 == Phase.dragging.rawValue }) {
      return keys.isSubset(of: ["vx", "vy"]) ? .velocity : .spring
    }
    let isDecided = phases.allSatisfy { $0 == Phase.settling.rawValue }
    return isDecided && !keys.isDisjoint(with: ["targetX", "targetY"]) ? .decision : .spring
  }

  private static let estimate: Set = [
    "velocityX", "velocityY", "errorX", "errorY", "samples", "span", "degree", "velocityReason",
  ]

  private static func stage(ofEvent kind: String?) -> RunDifference.Stage {
    switch kind.map(RunEvent.Kind.init(rawValue:)) {
    case .touchDown, .touchUp, .touchCancelled, .panBegan, .panEnded, .panCancelled, .gap: .input
    case .decision: .decision
    default: .spring
    }
  }
}

extension RunDifference.Stage {
  /// The position of the stage in the order of stages; 0 for the first.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}

extension LogValue {
  /// The number; nil for other values and for numbers that are not finite.
  package var finite: Double? {
    guard let number = asNumber, number.isFinite else { return nil }
    return number
  }

  /// Whether the value is written as null.
  package var isNull: Bool {
    if let number = asNumber { return !number.isFinite }
    return self == .none
  }
}
