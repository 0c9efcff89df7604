import Flickbook

extension ReplayRequest {
  /// Takes the preset of this name, or the one in the file of this name.
  ///
  /// Without a scenario, that of the file's only preset becomes the request's.
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
