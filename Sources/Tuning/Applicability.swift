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

extension SearchSpace {
  /// How many points are tried on a request before it is said that none of a space fits it.
  ///
  /// Source: ours; enough that rules which have some settings each are all met.
  private static let mostTried = 64

  /// Why `request` cannot take part in a search through the space; nil when it can.
  ///
  /// It can where some of the points can be. Of a rule and a setting that only another rule has, these
  /// points are refused one by one.
  ///
  /// - Throws: `SettingError` when an end of a range, or a word, is no value of its setting.
  public func reason(
    against request: ReplayRequest, plan: SearchPlan
  ) throws(SettingError) -> SettingError? {
    var first: SettingError?
    for index in 0..<min(Self.mostTried, plan.count(in: self)) {
      let point = plan.point(index, in: self)
      guard let reason = refusal(of: point, by: request) else {
        try checkEnds(from: point, request)
        return nil
      }
      if case .invalidValue = reason { throw reason }
      if first?.knowsBetter != true {
        first = first.map { reason.knowsBetter ? reason : $0 } ?? reason
      }
    }
    return first
  }

  private func refusal(of point: [String], by request: ReplayRequest) -> SettingError? {
    var asked = request
    do throws(SettingError) {
      for (dimension, value) in zip(dimensions, point) { try asked.vary(dimension.key, value) }
      try asked.check()
      return nil
    } catch { return error }
  }

  /// Tries the ends of each range, and each word, with the rest of a point that can be.
  private func checkEnds(
    from point: [String], _ request: ReplayRequest
  ) throws(SettingError) {
    for (index, dimension) in dimensions.enumerated() {
      let values =
        switch dimension.values {
        case .choice(let words): words
        case .range(let range, _), .steps(let range, _):
          [TriedValue(range.lowerBound).text, TriedValue(range.upperBound).text]
        }
      for value in values {
        var other = point
        other[index] = value
        guard let reason = refusal(of: other, by: request) else { continue }
        switch reason {
        case .invalidValue, .unknownPreset: throw reason
        case .unknownSetting, .settingWithoutMeaning, .contradiction, .unknownScenario: break
        }
      }
    }
  }
}

extension SettingError {
  /// Whether it names something that was probably meant.
  fileprivate var knowsBetter: Bool {
    switch self {
    case .unknownSetting(_, _, _, let nearest), .unknownPreset(_, _, _, let nearest, _):
      nearest != nil
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
