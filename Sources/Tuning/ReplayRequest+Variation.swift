import GestureReplay
package import InteractionScenarios

extension ReplayRequest {
  /// Whether a replay takes about a second, as that of a page in a browser does.
  package var isSlow: Bool { subject?.surface.isSlow ?? false }

  /// Whether `key` is a request option, such as `preset` or `hz`, rather than a setting of a scenario.
  package static func isRequestOption(_ key: String) -> Bool {
    key == "preset" || (key != "pan" && RequestOption.named(key) != nil)
  }

  /// Sets a setting of the scenario or a request option to `value`.
  ///
  /// If `key` is `preset`, the settings that the request already has take precedence over the values of the preset.
  ///
  /// - Throws: `SettingError` if the value of a request option is not valid. Settings of the scenario are checked only
  ///   when the request is replayed.
  package mutating func vary(_ key: String, _ value: String) throws(SettingError) {
    guard Self.isRequestOption(key) else {
      assignments.append(Assignment(key: key, value: value))
      return
    }
    guard let option = RequestOption.named(key) else {
      if value != preset { presetPath = nil }
      preset = value
      origins["preset"] = .caller
      dropImpossibleStart()
      return
    }
    guard option.set(value, in: &self, origin: .caller) else {
      throw .invalidValue(
        key: key, value: value, location: "--vary",
        expected: option.setting.expectation(insteadOf: value))
    }
  }
}
