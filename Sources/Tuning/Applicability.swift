public import InteractionScenarios

/// Recordings that a search leaves out, because what it varies means nothing for them.
public struct LeftOut: Hashable, Sendable {
  /// The scenario that they are replayed through.
  public var scenario: String
  /// Why.
  public var reason: SettingError
  /// Their names.
  public var names: [String]
}

extension VariationStudy {
  /// The search without the recordings for whose scenario or preset a varied setting, or a value of
  /// it, is not there or means nothing; and which those are, by scenario and reason.
  ///
  /// Each value is tried by itself, with the first of all others. A value that is out of its range is
  /// nothing to leave a recording out for.
  ///
  /// - Throws: `SettingError` when a value is none, or when no recording is left: then the first reason.
  public func applicable() throws(SettingError) -> (study: VariationStudy, leftOut: [LeftOut]) {
    var reasons: [(request: ReplayRequest, reason: SettingError?)] = []
    var kept: [LabelledRecording] = []
    var leftOut: [LeftOut] = []
    for known in recordings {
      let reason: SettingError?
      if let seen = reasons.first(where: { $0.request.asksForSame(as: known.request) }) {
        reason = seen.reason
      } else {
        reason = try self.reason(against: known.request)
        reasons.append((known.request, reason))
      }
      guard let reason else {
        kept.append(known)
        continue
      }
      let index = leftOut.firstIndex {
        $0.scenario == known.request.scenario && $0.reason == reason
      }
      if let index {
        leftOut[index].names.append(known.name)
      } else {
        leftOut.append(
          LeftOut(scenario: known.request.scenario, reason: reason, names: [known.name]))
      }
    }
    // Of several scenarios, the one that has something like it says most.
    if let first = leftOut.first(where: { $0.reason.knowsBetter }) ?? leftOut.first, kept.isEmpty {
      throw first.reason
    }
    return (VariationStudy(recordings: kept, varied: varied), leftOut)
  }

  /// Why a request cannot take part; nil when it can.
  private func reason(against request: ReplayRequest) throws(SettingError) -> SettingError? {
    for (index, setting) in varied.enumerated() {
      // All values of a range are numbers, of which the ends are as good as any other.
      let isRange = setting.values.count > 2 && setting.values.allSatisfy { Double($0) != nil }
      let values =
        isRange ? [setting.values[0], setting.values[setting.values.count - 1]] : setting.values
      for value in values {
        var asked = request
        do throws(SettingError) {
          for (other, setting) in varied.enumerated() {
            guard let first = setting.values.first else { continue }
            try asked.vary(setting.key, other == index ? value : first)
          }
          try asked.check()
        } catch {
          switch error {
          case .unknownSetting, .settingWithoutMeaning, .unknownPreset, .contradiction: return error
          case .unknownScenario, .invalidValue: throw error
          }
        }
      }
    }
    return nil
  }
}

extension SettingError {
  /// Whether it names something that was probably meant.
  fileprivate var knowsBetter: Bool {
    switch self {
    case .unknownSetting(_, _, _, let nearest), .unknownPreset(_, _, let nearest, _): nearest != nil
    case .settingWithoutMeaning, .contradiction, .unknownScenario, .invalidValue: true
    }
  }
}

extension ReplayRequest {
  /// Whether the same settings mean something for both.
  fileprivate func asksForSame(as other: ReplayRequest) -> Bool {
    scenario == other.scenario && preset == other.preset && stage == other.stage
      && ownPresets.map { $0.name } == other.ownPresets.map { $0.name }
      && assignments == other.assignments && commands == other.commands
  }
}
