import VelocityEstimation

extension Array {
  /// Returns the settings, including those of the registered rules if the setting `release.choice` is among them.
  ///
  /// The name of each registered rule becomes a word of `release.choice`.
  ///
  /// - Parameter standard: A tuning, to which the function applies each rule to learn which conditions the rule meets.
  /// - Returns: The settings; the array itself if no rule is registered.
  package func withCustomRules<Tuning>(_ standard: Tuning) -> [Setting<Tuning>]
  where Element == Setting<Tuning> {
    #if $Embedded
      return self
    #else
      let rules = CustomRuleDefinition.own
      guard !rules.isEmpty, let choice = firstIndex(where: { $0.key == "release.choice" }),
        case .word(let choices, let get, let set) = self[choice].access
      else { return self }
      let chosen = rules.map { rule in
        var tuning = standard
        set(&tuning, rule.name)
        return (rule.name, tuning)
      }
      var settings = self
      for index in settings.indices {
        for number in settings[index].conditions.indices {
          let condition = settings[index].conditions[number]
          // A condition with a single word belongs to one bundled rule.
          guard condition.key == "release.choice", condition.words.count > 1 else { continue }
          settings[index].conditions[number].words += chosen.filter { condition.holds($0.1) }.map {
            $0.0
          }
        }
      }
      settings[choice].access = .word(
        choices: choices + rules.map { $0.name }, get: { ruleName(in: get($0)) },
        set: { tuning, name in
          // Choosing the current rule again keeps its numbers.
          if ruleName(in: get(tuning)) != name { set(&tuning, name) }
        })
      let onset = settings[choice].onset
      let own = rules.flatMap { rule in
        rule.parameters.map {
          $0.setting(ofRule: rule.name, get: get, set: set).counting(from: onset)
        }
      }
      settings.insert(contentsOf: own, at: choice + 1)
      return settings
    #endif
  }
}

#if !$Embedded
  /// Returns the name of the rule in the text of `release.choice`, which may also contain values.
  private func ruleName(in text: String) -> String { String(text.prefix { $0 != ":" }) }

  extension EstimatorParameter {
    /// The setting of this parameter of a registered rule, for a tuning whose rule is read and changed as text.
    func setting<Tuning>(
      ofRule rule: String, get: @escaping @Sendable (Tuning) -> String,
      set: @escaping @Sendable (inout Tuning, String) -> Void
    ) -> Setting<Tuning> {
      @Sendable func current(_ tuning: Tuning) -> ReleaseRule.Custom? {
        ReleaseRule.Custom(text: get(tuning)).flatMap { $0.name == rule ? $0 : nil }
      }
      let (name, standard) = (name, defaultValue)
      var setting = Setting<Tuning>(
        "release.\(name)", unit: unit,
        .number(
          range, get: { current($0)?.values[name] ?? standard },
          set: { tuning, number in
            guard var custom = current(tuning) else { return }
            custom.values[name] = number == standard ? nil : number
            set(&tuning, custom.text)
          }), meaning, source: source)
      setting.conditions = [
        SettingCondition("release.choice", [rule]) { ruleName(in: get($0)) == rule }
      ]
      return setting
    }
  }
#endif

extension ReleasePolicy {
  /// The settings of a release, including the settings of all bundled and registered rules.
  public static var allSettings: [Setting<ReleasePolicy>] {
    settings.withCustomRules(ReleasePolicy())
  }
}
