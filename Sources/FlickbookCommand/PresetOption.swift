import Flickbook

extension ReplayRequest {
  /// Applies the preset with this name, or from the preset file at this path.
  ///
  /// If the request has no scenario, it gets the scenario of the file's only preset.
  mutating func usePreset(_ text: String) throws(Failure) {
    origins[.preset] = .caller
    guard isPresetFile(text) else {
      (preset, presetPath) = (text, nil)
      return
    }
    var request = self
    try orFail { () throws(FileError) in try request.takePreset(fromFile: text) }
    self = request
  }
}
