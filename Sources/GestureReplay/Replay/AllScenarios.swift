import Quantities
public import ReleaseRules
public import Scenarios

#if !$Embedded
  /// The scenarios, in the order in which they are listed: the bundled ones, and then those that were
  /// registered.
  public var allScenarios: [any Scenario.Type] { scenarioKinds.map { $0.type } }

  /// The scenario called `name`.
  ///
  /// - Throws: `SettingError.unknownScenario` with the nearest name.
  public func scenario(named name: String) throws(SettingError) -> any Scenario.Type {
    try ScenarioKind.named(name).type
  }
#endif

extension Scenario {
  /// The preset called `name`, one of `own` before those of the scenario.
  ///
  /// - Throws: `SettingError.unknownPreset` with the nearest name.
  public static func preset(
    named name: String, among own: [Preset] = []
  ) throws(SettingError) -> Preset {
    try ScenarioKind.preset(named: name, among: own + presets, of: Self.name)
  }

  /// The tuning with a preset and assignments applied, and where each value came from.
  ///
  /// - Parameters:
  ///   - name: The name of the preset; nil for the scenario's own values.
  ///   - own: Presets besides those of the scenario.
  ///   - assignments: Values on top of the preset, the weakest first.
  /// - Returns: The tuning.
  /// - Throws: `SettingError` at the first value that cannot be applied.
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
      standardTuning, settings: settings, applying: all + assignments, scenario: Self.name)
  }

  /// The tuning that `request` asks for, and where each value came from.
  ///
  /// - Throws: `SettingError` at the first value that cannot be applied.
  public static func resolved(
    _ request: ReplayRequest
  ) throws(SettingError) -> ResolvedTuning<Tuning> {
    try resolved(
      preset: request.preset, among: request.ownPresets, applying: request.assignments)
  }
}

extension ReplayRequest {
  /// Checks that the scenario, the preset and the settings are there and go together, before any
  /// recording is read.
  ///
  /// - Throws: `SettingError` at the first that is not.
  public func check() throws(SettingError) {
    try ScenarioKind.named(scenario).check(self)
  }

  func check<S: Scenario>(_ type: S.Type) throws(SettingError) {
    _ = try withPresetChoices(type)
    let resolved = try S.resolved(self)
    _ = try S(tuning: resolved.tuning, stage: stage)
    _ = try steps(type, from: resolved.tuning)
  }
}
