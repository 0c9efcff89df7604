import Quantities
public import ReleaseRules
import Scenarios

extension ReplayRequest {
  /// Returns the request with the options that its preset sets, such as the estimator of the modelled system.
  ///
  /// An option that has an origin, or a value other than the default, is unchanged, because an explicit value takes
  /// precedence over the preset. All functions that read a recording for a request apply these options themselves, so
  /// callers need this function only to display or compare the resulting request.
  ///
  /// - Throws: `SettingError` if the scenario or the preset is unknown, or if an option of the preset is unknown or has
  ///   an invalid value.
  public func withPresetChoices() throws(SettingError) -> ReplayRequest {
    guard let preset else { return self }
    let kind = try self.kind()
    return try withChoices(
      of: ScenarioKind.preset(named: preset, among: ownPresets + kind.presets, of: scenario))
  }

  /// The same as ``withPresetChoices()``, for a scenario that may differ from the scenario in the request.
  func withPresetChoices<S: Scenario>(_ type: S.Type) throws(SettingError) -> ReplayRequest {
    guard let preset else { return self }
    return try withChoices(of: S.preset(named: preset, among: ownPresets))
  }

  private func withChoices(of preset: Preset) throws(SettingError) -> ReplayRequest {
    let standard = ReplayRequest(scenario: scenario)
    var request = self
    for (key, value) in preset.choices {
      guard let option = RequestOption.named(key), option.isOfSystem else {
        throw .unknownSetting(
          key: key, scenario: scenario, location: "preset \(preset.name)", nearest: nil)
      }
      let setting = option.setting
      guard origins[option.name] == nil, setting.text(in: self) == setting.text(in: standard) else {
        continue
      }
      guard option.set(value, in: &request, origin: .preset(preset.name)) else {
        throw .invalidValue(
          key: key, value: value, location: "preset \(preset.name)",
          expected: setting.expectation(insteadOf: value))
      }
    }
    return request
  }
}

extension ScenarioKind {
  /// Returns the first preset in `all` with the name `name`.
  ///
  /// - Throws: `SettingError.unknownPreset` with the nearest name.
  static func preset(
    named name: String, among all: [Preset], of scenario: String
  ) throws(SettingError) -> Preset {
    for preset in all where preset.isCalled(name) { return preset }
    let known = all.map { $0.name }
    let owners = scenarioKinds.filter { kind in
      kind.presets.contains { $0.isCalled(name) }
    }
    throw .unknownPreset(
      name: name, scenario: scenario, owners: owners.map { $0.name },
      nearest: nearestName(to: name, in: known), known: known)
  }
}
