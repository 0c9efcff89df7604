import Flickbook

extension ReplayRequest {
  /// Takes the preset of this name, or the one in the file of this name.
  ///
  /// Without a scenario, that of the file's only preset becomes the request's.
  mutating func usePreset(_ text: String) throws(Failure) {
    origins[.preset] = .caller
    guard isConfigFile(text) else {
      preset = text
      return
    }
    let known = scenario.isEmpty ? nil : scenario
    let file = try orFail { () throws(FileError) in try presetFile(at: text, scenario: known) }
    let fitting = file.entries.filter { known == nil || $0.scenario == known }
    guard let entry = fitting.first, fitting.count == 1 else {
      let names = file.entries.map { "\($0.preset.name) of \($0.scenario)" }
      throw Failure(
        .badInput,
        """
        \(text): it has \(names.joined(separator: ", ")); give a file with one preset\
        \(known.map { " of \($0)" } ?? ""), or --scenario.
        """)
    }
    scenario = entry.scenario
    preset = entry.preset.name
    ownPresets = [entry.preset]
  }
}
