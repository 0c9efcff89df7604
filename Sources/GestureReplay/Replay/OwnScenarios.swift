// The engine of a page has only the bundled scenarios, and no threads, so it needs no lock.
#if !$Embedded
  public import Quantities
  package import ReleaseRules
  public import Scenarios
  import Synchronization
  import VelocityEstimation

  /// The registered scenarios.
  ///
  /// Scenarios are never removed, so a name always means the same scenario.
  private let registered = Mutex<[ScenarioKind]>([])

  extension ScenarioKind {
    /// The registered scenarios, in the order of registration.
    static var own: [ScenarioKind] { registered.withLock { $0 } }

    /// Registers your own scenarios, so that this process knows them by name like the bundled ones.
    ///
    /// Registering a scenario again has no effect. Two scenarios cannot have the same name. This function may be
    /// called from any thread.
    ///
    /// - Parameter scenarios: The scenarios; they are listed in this order, after the scenarios that are
    ///   already known.
    /// - Throws: `RegistrationError` for the first scenario whose name is invalid or taken; in this case
    ///   no scenario is registered.
    public static func register(
      _ scenarios: [any Scenario.Type]
    ) throws(RegistrationError) {
      try registered.withLock { (known) throws(RegistrationError) in
        known = try joined(known, scenarios)
      }
    }

    /// Returns the kinds in `known`, followed by the kinds of `scenarios`.
    static func joined(
      _ known: [ScenarioKind], _ scenarios: [any Scenario.Type]
    ) throws(RegistrationError) -> [ScenarioKind] {
      var all = known
      for scenario in scenarios {
        let kind = ScenarioKind(scenario)
        guard kind.name.isRegistrableName else {
          throw .invalidName(type: "\(scenario)", name: kind.name)
        }
        guard let other = (bundled + all).first(where: { $0.name == kind.name }) else {
          all.append(kind)
          continue
        }
        guard let type = other.surface.type else { continue }
        guard ObjectIdentifier(type) == ObjectIdentifier(scenario) else {
          throw .nameTaken(name: kind.name, by: "\(type)", wantedFor: "\(scenario)")
        }
      }
      return all
    }
  }

  extension ReplayRequest {
    /// Chooses the rule of the program under test if the request has both a program and a scenario.
    ///
    /// The program is started. Call this function after all settings have been assigned.
    ///
    /// - Throws: `SettingError.program` if the program cannot be used as a rule.
    package mutating func chooseRuleOfSubject() throws(SettingError) {
      guard scenario != Self.subjectName, let choice = try subject?.surface.choiceOfRule() else {
        return
      }
      // Insert the choice at the start, so that an explicit choice of another rule takes precedence.
      if !assignments.contains(choice) { assignments.insert(choice, at: 0) }
    }

    /// Whether the request uses only a bundled scenario, bundled release rules and a bundled estimator.
    ///
    /// The engine of a page has no other scenarios, rules and estimators.
    package var isBundled: Bool {
      let own = ReleaseRule.allKinds.dropFirst(ReleaseRule.kinds.count).map { $0.name }
      let presetValues = ownPresets.flatMap { $0.isCalled(preset ?? "") ? $0.values : [] }
      var values = presetValues + assignments.map { ($0.key, $0.value) }
      for command in commands {
        if case .change(let change) = command.action { values.append((change.key, change.value)) }
      }
      return ScenarioKind.bundled.contains { $0.name == scenario }
        && bundledEstimators.contains { $0.name[...] == estimator.prefix { $0 != ":" } }
        && !values.contains { $0.key == "release.choice" && own.contains($0.value) }
    }
  }
#endif
