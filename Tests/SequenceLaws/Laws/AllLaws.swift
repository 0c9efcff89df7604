public import FrameLogs

/// The laws, in the order in which they are listed.
public let allLaws: [Law] =
  lookLaws + grammarLaws + settlingLaws + snapshotLaws + decisionLaws + replayLaws
  + variationLaws + hostileLaws + sheetLaws + ownLaws

extension RunEvent {
  /// Returns a number of the payload.
  public func number(_ key: String) -> Double? { payload.first { $0.key == key }?.value.asNumber }

  /// Returns a text of the payload.
  public func text(_ key: String) -> String? { payload.first { $0.key == key }?.value.asText }
}
