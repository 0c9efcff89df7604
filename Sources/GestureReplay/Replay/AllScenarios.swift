import Quantities
public import ReleaseRules
public import Scenarios

#if !$Embedded
  /// The bundled scenarios, followed by the registered scenarios; in the order in which they are listed.
  public var allScenarios: [any Scenario.Type] { scenarioKinds.compactMap { $0.surface.type } }

  /// Returns the scenario with the name `name`.
  ///
  /// - Throws: `SettingError.unknownScenario` with the nearest name.
  public func scenario(named name: String) throws(SettingError) -> any Scenario.Type {
    guard let type = try ScenarioKind.named(name).surface.type else {
      preconditionFailure("every scenario in the table has a type")
    }
    return type
  }
#endif

extension Scenario {
  /// Returns the preset with the name `name`; presets in `own` take precedence over the scenario's presets.
  ///
  /// - Throws: `SettingError.unknownPreset` with the nearest name.
  public static func preset(
    named name: String, among own: [Preset] = []
  ) throws(SettingError) -> Preset {
    try ScenarioKind.preset(named: name, among: own + presets, of: Self.name)
  }

  /// Returns the tuning with a preset and assignments applied, and the origin of each value.
  ///
  /// - Parameters:
  ///   - name: The name of the preset; nil for the scenario's own values.
  ///   - own: Presets in addition to the scenario's presets.
  ///   - assignments: Values that are applied after the preset, in order; the last value of a setting is used.
  /// - Returns: The tuning.
  /// - Throws: `SettingError` for the first value that cannot be applied.
  public static func resolved(
    preset name: String?, among own: [Preset] = [], applying assignments: [Assignment]
  ) throws(SettingError) -> ResolvedTuning<Tuning> {
    var all: [Assignment] = []
    if let name {
      let preset = try preset(named: name, among: own)
      all = preset.values.map {
        Assignment(key: $0.key, value: $0.value, origin: .preset(preset.name))
      }
    }
    return try ResolvedTuning(
      standardTuning, settings: allSettings, applying: all + assignments, scenario: Self.name)
  }

  /// Returns the tuning for `request`, and the origin of each value.
  ///
  /// - Throws: `SettingError` for the first value that cannot be applied.
  public static func resolved(
    _ request: ReplayRequest
  ) throws(SettingError) -> ResolvedTuning<Tuning> {
    try resolved(
      preset: request.preset, among: request.ownPresets, applying: request.assignments)
  }
}

extension ReplayRequest {
  /// Checks that the scenario, the preset and the settings are known and consistent.
  ///
  /// No recording is needed.
  ///
  /// - Throws: `SettingError` for the first problem.
  public func check() throws(SettingError) {
    try kind().surface.check(self)
  }
}
