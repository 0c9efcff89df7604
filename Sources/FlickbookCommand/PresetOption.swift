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

  /// Chooses the preset `name`, such as `vaul` or `sheet:vaul`, or applies the settings of the file `name`.
  mutating func useModel(_ name: String) throws {
    if isPresetFile(name) {
      try useSettings(inFile: name, scenario: nil)
      try require(
        !scenario.isEmpty, .badInput, at: name, "there is no key 'scenario'",
        "add it, such as 'scenario: sheet'")
      return try check()
    }
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    let name = parts.last ?? ""
    scenario =
      try parts.count == 2
      ? parts[0]
      : scenarioName(ofPreset: name, at: "--against") { owners in
        "give one of \(owners.map { "\($0):\(name)" }.joined(separator: ", "))"
      }
    preset = name
    try check()
  }
}

/// Returns the only scenario with the bundled preset `name`, which `option` gives.
///
/// `remedy` returns the advice to the user if several scenarios, which it gets, have such a preset.
func scenarioName(
  ofPreset name: String, at option: String, remedy: ([String]) -> String
) throws -> String {
  let owners = scenarioKinds.filter { kind in kind.presets.contains { $0.isCalled(name) } }
    .map(\.name)
  guard owners.count != 1 else { return owners[0] }
  try require(
    owners.isEmpty, at: option, "'\(excerpt(of: name))' is a preset of several scenarios",
    remedy(owners))
  throw Failure.unknown(
    name, in: scenarioKinds.flatMap { $0.presets.map(\.name) },
    "\(option): no preset has the name '\(excerpt(of: name))'",
    otherwise: "'flickbook preset list' lists all presets.")
}

/// Returns the path of the file that the value of `--preset` names, as a list; empty for the name of a preset.
func presetFiles(_ preset: String?) -> [String] {
  [preset].compactMap { $0 }.filter(isPresetFile)
}
