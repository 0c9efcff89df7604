extension Array {
  /// Returns the settings, and the settings of the registered rules if the setting `release.choice` is among the
  /// settings.
  ///
  /// The name of each registered rule becomes a value of `release.choice`.
  ///
  /// - Parameter standard: A tuning, to which the function applies each rule to learn which conditions the rule meets.
  /// - Returns: The settings; the array itself if no rule is registered.
  package func withCustomRules<Tuning>(_ standard: Tuning) -> [Setting<Tuning>]
  where Element == Setting<Tuning> {
    #if $Embedded
      return self
    #else
      let rules = RuleKind.own
      guard !rules.isEmpty, let choice = firstIndex(where: { $0.policy != nil }),
        let policy = self[choice].policy,
        case .word(let choices, let get, let set) = self[choice].access
      else { return self }
      let chosen = rules.map { rule in
        var tuning = standard
        policy(&tuning) { $0.rule = rule.standard }
        return (rule.name, tuning)
      }
      var settings = self
      for index in settings.indices {
        for number in settings[index].conditions.indices {
          let condition = settings[index].conditions[number]
          // A condition with a single value belongs to one bundled rule.
          guard condition.key == "release.choice", condition.words.count > 1 else { continue }
          settings[index].conditions[number].words += chosen.filter { condition.holds($0.1) }.map {
            $0.0
          }
        }
      }
      settings[choice].access = .word(
        choices: choices + rules.map { $0.name }, get: get, set: set)
      let onset = settings[choice].onset
      let own = rules.flatMap { rule in
        rule.settings.map { $0.lifted(into: policy).counting(from: onset) }
      }
      settings.insert(contentsOf: own, at: choice + 1)
      return settings
    #endif
  }
}

extension ReleasePolicy {
  /// The settings of a release, including the settings of all bundled and registered rules.
  public static var allSettings: [Setting<ReleasePolicy>] {
    settings.withCustomRules(ReleasePolicy())
  }
}
