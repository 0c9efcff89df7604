import Quantities

/// The scenarios, in the order in which they are listed.
public let allScenarios: [any Scenario.Type] = [
  SheetScenario.self,
  PictureInPictureScenario.self,
  ModalScenario.self,
  CardScenario.self,
  TransitionScenario.self,
  ScrollScenario.self,
  ButtonScenario.self,
  PagingScenario.self,
  SwipeScenario.self,
  DrawerScenario.self,
  RefreshScenario.self,
  RotationScenario.self,
  FlashlightScenario.self,
]

/// The scenario called `name`.
///
/// - Throws: ``SettingError/unknownScenario(name:nearest:known:)`` with the nearest name.
public func scenario(named name: String) throws(SettingError) -> any Scenario.Type {
  for scenario in allScenarios where scenario.name == name { return scenario }
  let known = allScenarios.map { $0.name }
  throw .unknownScenario(name: name, nearest: nearestName(to: name, in: known), known: known)
}

extension Scenario {
  /// The preset called `name`.
  ///
  /// - Throws: ``SettingError/unknownPreset(name:scenario:nearest:known:)`` with the nearest name.
  public static func preset(named name: String) throws(SettingError) -> Preset {
    if let preset = presets.first(where: { $0.isCalled(name) }) { return preset }
    let known = presets.map(\.name)
    throw .unknownPreset(
      name: name, scenario: Self.name, nearest: nearestName(to: name, in: known), known: known)
  }

  /// The tuning with a preset and assignments applied, and where each value came from.
  ///
  /// - Throws: ``SettingError`` at the first value that cannot be applied.
  public static func resolved(
    preset name: String?, applying assignments: [Assignment]
  ) throws(SettingError) -> ResolvedTuning<Tuning> {
    var all: [Assignment] = []
    if let name {
      let preset = try preset(named: name)
      all = preset.values.map {
        Assignment(key: $0.key, value: $0.value, origin: .preset(preset.name))
      }
    }
    return try ResolvedTuning(
      standardTuning, settings: settings, applying: all + assignments, scenario: Self.name)
  }
}

extension ReplayRequest {
  /// Checks that the scenario, the preset and the settings are there and go together, before any
  /// recording is read.
  ///
  /// - Throws: ``SettingError`` at the first that is not.
  public func check() throws(SettingError) {
    try check(InteractionScenarios.scenario(named: scenario))
  }

  private func check<S: Scenario>(_ type: S.Type) throws(SettingError) {
    let resolved = try S.resolved(preset: preset, applying: assignments)
    _ = try S(tuning: resolved.tuning, stage: stage)
    _ = try steps(type, from: resolved.tuning)
  }
}
