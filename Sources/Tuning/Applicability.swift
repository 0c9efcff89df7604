public import InteractionScenarios

/// Recordings that a search omits, because a varied setting does not apply to them.
public struct OmittedRecordings: Hashable, Sendable {
  /// The scenario of the recordings.
  public var scenario: String
  /// The reason why the setting does not apply.
  public var reason: SettingError
  /// The names of the recordings.
  public var names: [String]
}

extension VariationStudy {
  /// Returns a copy of the search without the recordings to which a varied setting or one of its values does not apply.
  ///
  /// The omitted recordings are returned too, grouped by scenario and reason. Each value is tried separately, with the
  /// first value of all other settings. A value outside of the range of its setting is an error rather than a reason to
  /// omit a recording.
  ///
  /// - Throws: `SettingError` if a value is outside of the range of its setting, or if no recording remains.
  public func applicable() throws(SettingError) -> (
    study: VariationStudy, leftOut: [OmittedRecordings]
  ) {
    var reasons: [(request: ReplayRequest, reason: SettingError?)] = []
    var kept: [LabelledRecording] = []
    var leftOut: [OmittedRecordings] = []
    for known in recordings {
      let reason: SettingError?
      if let seen = reasons.first(where: { $0.request.hasSameSettings(as: known.request) }) {
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
          OmittedRecordings(scenario: known.request.scenario, reason: reason, names: [known.name]))
      }
    }
    // If no recording remains, throw one of the reasons, preferably a reason that helps to correct the setting.
    if let first = leftOut.first(where: { $0.reason.suggestsName }) ?? leftOut.first, kept.isEmpty {
      throw first.reason
    }
    return (VariationStudy(recordings: kept, varied: varied), leftOut)
  }

  /// Returns the reason why the varied settings do not apply to `request`; nil if they apply.
  private func reason(against request: ReplayRequest) throws(SettingError) -> SettingError? {
    for (index, setting) in varied.enumerated() {
      // If the values are numbers, check only the first and the last one: if both are valid, so are all in between.
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
          case .unknownSetting, .wordOfSpring, .settingWithoutEffect, .unknownPreset,
            .contradiction:
            return error
          case .unknownScenario, .invalidValue, .program: throw error
          }
        }
      }
    }
    return nil
  }
}

extension SearchSpace {
  /// The number of points that are tried; if a request is invalid at all of them, the search does not apply to it.
  ///
  /// We chose 64 because 64 points contain every release rule, even if each rule has settings of its own.
  private static let mostTried = 64

  /// Returns the reason why a search of this space does not apply to `request`; nil if it applies.
  ///
  /// A search applies to a request if the request is valid with the values of at least one of the first points. Other
  /// points may be invalid, such as those that combine a rule with a setting of another rule; the search then reports
  /// an error for each of them.
  ///
  /// - Throws: `SettingError` if an end of a range, or a word, is not a possible value of its setting.
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
      if first?.suggestsName != true {
        first = first.map { reason.suggestsName ? reason : $0 } ?? reason
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

  /// Checks both ends of each range, and each word, in combination with the other values of the valid point `point`.
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
        case .invalidValue, .unknownPreset, .program: throw reason
        case .unknownSetting, .wordOfSpring, .settingWithoutEffect, .contradiction,
          .unknownScenario:
          break
        }
      }
    }
  }
}

extension SettingError {
  /// Whether the error helps to correct the setting: it suggests a similar name, or describes the contradiction.
  fileprivate var suggestsName: Bool {
    switch self {
    case .unknownSetting(_, _, _, let nearest), .unknownPreset(_, _, _, let nearest, _):
      nearest != nil
    case .wordOfSpring, .settingWithoutEffect, .contradiction, .unknownScenario, .invalidValue,
      .program:
      true
    }
  }
}

extension ReplayRequest {
  /// Whether both requests have the same scenario, preset, settings and commands.
  fileprivate func hasSameSettings(as other: ReplayRequest) -> Bool {
    scenario == other.scenario && preset == other.preset && stage == other.stage
      && ownPresets.map { $0.name } == other.ownPresets.map { $0.name }
      && assignments == other.assignments && commands == other.commands
  }
}
