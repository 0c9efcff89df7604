/// Two rows at the same index of two runs.
struct RowPair {
  var row: DifferenceSearch.Row
  var index: Int
  var expected: [LogField]
  var actual: [LogField]
  /// Whether only the decision contains the velocity of the release, as in the runs of programs under test.
  var isVelocityOfDecision = false

  /// The kind and the index of the row, such as `frame 12`.
  var location: String { "\(row.rawValue) \(index)" }

  /// The number of the frame; for events, the number of the first frame that shows the effect of either event.
  var frame: Int {
    guard row == .event else { return index }
    let frames = [expected, actual].compactMap { LogValue.fields($0)["frame"]?.finite }
    guard let first = frames.min(), first < Double(FrameRate.unreached) else {
      return FrameRate.unreached
    }
    return Int(max(first, 0))
  }

  /// Returns the value of the field `key` in the actual row; `index` is the position of the field in the expected row.
  func counterpart(of key: String, at index: Int) -> LogValue? {
    // Most rows have their fields in the same positions, so try that position first.
    if index < actual.count, actual[index].key == key { return actual[index].value }
    return actual.first { $0.key == key }?.value
  }

  /// The stage that produces these rows; if the rows are events of two kinds, the later of their stages.
  var baseStage: RunDifference.Stage {
    guard row == .event else { return .spring }
    return [expected, actual].map { Self.stage(ofEvent: LogValue.fields($0)["event"]?.asText) }
      .max { $0.rank < $1.rank } ?? .spring
  }

  /// Returns the stage that caused the difference, given the keys of the fields that differ.
  func stage(parted keys: Set<String>) -> RunDifference.Stage {
    switch row {
    case .event: eventStage(keys)
    case .frame: frameStage(keys)
    }
  }

  private func eventStage(_ keys: Set<String>) -> RunDifference.Stage {
    // A touch is input, but whether it hits the surface depends on the position of the surface.
    if keys == ["hit"] { return .spring }
    if isVelocityOfDecision, baseStage == .decision,
      !keys.isDisjoint(with: ["velocityX", "velocityY"])
    {
      return .velocity
    }
    guard baseStage == .input, keys.isSubset(of: Self.estimate) else { return baseStage }
    return .velocity
  }

  private func frameStage(_ keys: Set<String>) -> RunDifference.Stage {
    if !keys.isDisjoint(with: ["touching", "fingerX", "fingerY"]) { return .input }
    let phases = [expected, actual].map { LogValue.fields($0)["phase"]?.asText }
    if phases.allSatisfy({ $0 == Phase.dragging.rawValue }), keys.isSubset(of: ["vx", "vy"]) {
      // During a drag, only the velocity of the surface comes from the estimator; the position comes from the finger.
      return .velocity
    }
    let underFinger = [Phase.pressed.rawValue, Phase.dragging.rawValue]
    if phases.allSatisfy({ $0.map(underFinger.contains) ?? false }) { return .drag }
    let isDecided = phases.allSatisfy { $0 == Phase.settling.rawValue }
    return isDecided && !keys.isDisjoint(with: ["targetX", "targetY"]) ? .decision : .spring
  }

  /// The fields of the event `panEnded` that come from the velocity estimator.
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
