import Flickbook

extension ReplayRequest {
  /// Applies the preset that `text` names, by its name or by the path of a preset file.
  ///
  /// If the request has no scenario and the file contains a single preset, the request gets the scenario of the preset.
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
