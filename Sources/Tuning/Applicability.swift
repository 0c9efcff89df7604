public import InteractionScenarios

extension [LabelledRecording] {
  /// Divides the recordings into those to which a search applies, and those that it omits.
  ///
  /// - Parameter reason: Returns the reason why the search does not apply to a request; nil if it applies. Called once
  ///   for all requests with the same settings.
  /// - Returns: The kept recordings in their order, and the names of the omitted recordings by scenario and reason.
  /// - Throws: `SettingError` from `reason`, or one of the reasons if no recording remains.
  public func applicable(
    _ reason: (ReplayRequest) throws(SettingError) -> SettingError?
  ) throws(SettingError) -> (
    kept: [LabelledRecording], leftOut: [(scenario: String, reason: SettingError, names: [String])]
  ) {
    var reasons: [(request: ReplayRequest, reason: SettingError?)] = []
    var kept: [LabelledRecording] = []
    var leftOut: [(scenario: String, reason: SettingError, names: [String])] = []
    for known in self {
      let found: SettingError?
      if let seen = reasons.first(where: { $0.request.hasSameSettings(as: known.request) }) {
        found = seen.reason
      } else {
        found = try reason(known.request)
        reasons.append((known.request, found))
      }
      guard let found else {
        kept.append(known)
        continue
      }
      let index = leftOut.firstIndex {
        $0.scenario == known.request.scenario && $0.reason == found
      }
      if let index {
        leftOut[index].names.append(known.name)
      } else {
        leftOut.append((known.request.scenario, found, [known.name]))
      }
    }
    // If no recording remains, throw one of the reasons, preferably a reason that helps to correct the setting.
    if let first = leftOut.first(where: { $0.reason.suggestsName }) ?? leftOut.first, kept.isEmpty {
      throw first.reason
    }
    return (kept, leftOut)
  }
}

extension SearchSpace {
  /// The number of points that are tried; a search does not apply to a request that is invalid at all these points.
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
      // Prefer a reason that helps to correct the setting.
      if first.map({ !$0.suggestsName && reason.suggestsName }) ?? true { first = reason }
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

  /// Returns the reason why a value of this space does not apply to `request`; nil if all values apply.
  ///
  /// Each value is tried separately, with the first value of all other settings. Traps if a range is continuous.
  ///
  /// - Throws: `SettingError` if a value is outside of the range of its setting, because this is no reason to omit a
  ///   recording.
  public func reason(against request: ReplayRequest) throws(SettingError) -> SettingError? {
    for point in ends(from: dimensions.map { $0.value(number: 0) }) {
      guard let reason = refusal(of: point, by: request) else { continue }
      switch reason {
      case .unknownSetting, .wordOfSpring, .settingWithoutEffect, .unknownPreset, .contradiction:
        return reason
      case .unknownScenario, .invalidValue, .program: throw reason
      }
    }
    return nil
  }

  /// Checks both ends of each range, and each word, in combination with the other values of the valid point `point`.
  private func checkEnds(
    from point: [String], _ request: ReplayRequest
  ) throws(SettingError) {
    for other in ends(from: point) {
      guard let reason = refusal(of: other, by: request) else { continue }
      switch reason {
      case .invalidValue, .unknownPreset, .program: throw reason
      case .unknownSetting, .wordOfSpring, .settingWithoutEffect, .contradiction,
        .unknownScenario:
        break
      }
    }
  }

  /// Returns copies of `point` in which one setting has another value: an end of its range, or one of its words.
  ///
  /// If all words are numbers, only the smallest and the largest are used, because all numbers between them are valid
  /// if both are.
  private func ends(from point: [String]) -> [[String]] {
    dimensions.indices.flatMap { index in
      let values: [String]
      switch dimensions[index].values {
      case .choice(let words):
        let order = words.compactMap { word in Double(word).map { (number: $0, word: word) } }
          .sorted { $0.number < $1.number }.map { $0.word }
        values = order.count == words.count ? [order[0], order[order.count - 1]] : words
      case .range(let range, _), .steps(let range, _):
        values = [TriedValue(range.lowerBound).text, TriedValue(range.upperBound).text]
      }
      return values.map { value in
        var other = point
        other[index] = value
        return other
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
    scenario == other.scenario && preset == other.preset && screen == other.screen
      && ownPresets.map { $0.name } == other.ownPresets.map { $0.name }
      && assignments == other.assignments && commands == other.commands && origins == other.origins
      && subject?.program?.command == other.subject?.program?.command
      && subject?.program?.folder == other.subject?.program?.folder
  }
}
