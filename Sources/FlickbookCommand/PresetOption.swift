import Flickbook

extension ReplayRequest {
  /// Applies the preset that `text` names, by its name or by the path of a preset file.
  ///
  /// If the request has no scenario and the file contains a single preset, the request gets the scenario of the preset.
  mutating func usePreset(_ text: String) throws {
    origins["preset"] = .caller
    guard isPresetFile(text) else {
      (preset, presetPath) = (text, nil)
      return
    }
    var request = self
    try request.takePreset(fromFile: text)
    self = request
  }

  /// Applies the settings file at `path`, which must not name another scenario than `scenario`.
  mutating func useSettings(inFile path: String, scenario: String?) throws {
    let file = try requestFile(at: path, scenario: scenario)
    if let scenario, let told = file.scenario, told != scenario {
      throw Failure(
        .usage, at: "--scenario",
        "found '\(excerpt(of: scenario))', and '\(excerpt(of: told))' in \(path)",
        "give one of them")
    }
    file.apply(&self)
  }
}

/// Returns the path of the file that the value of `--preset` names, as a list; empty for the name of a preset.
func presetFiles(_ preset: String?) -> [String] {
  [preset].compactMap { $0 }.filter(isPresetFile)
}
