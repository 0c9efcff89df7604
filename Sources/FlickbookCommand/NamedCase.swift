import Flickbook

/// Returns whether `path` is a case; commands then use its recording or its expected run.
func isCase(_ path: String) -> Bool { kindOfFile(at: "\(path)/case.yml").exists }

/// Returns the path of the recording that `path` names: of the recording of a case, or of the file itself.
///
/// - Throws: ``Failure`` if the recording of a case is not a regular file in its folder.
func recordingPath(named path: String) throws -> String {
  guard isCase(path) else { return path }
  return try RecordingCase(folder: path, name: path).checkedRecordingPath()
}

/// Returns the path of the run that `path` names: of the expected run of a case, or of the run directory itself.
func runPath(named path: String) -> String {
  isCase(path) ? RecordingCase(folder: path, name: path).expectedPath : path
}

extension RecordingCase {
  /// Returns the request that `case.yml` defines.
  func replayRequest() throws -> ReplayRequest {
    try request().request
  }

  /// Returns the recording of the case.
  func recording() throws -> Recording {
    try loadedRecording().recording
  }
}

/// Returns the only case in the folder at `path` and the folders below it.
///
/// - Throws: ``Failure`` if there is no case, or more than one.
func onlyCase(in path: String) throws -> RecordingCase {
  let found = try recordingCases(in: path)
  guard found.count == 1 else {
    let number = found.isEmpty ? "no case" : "\(found.count) cases"
    throw Failure(
      .usage, at: path, "found \(number) in this folder", "name one case, or its recording.yml")
  }
  return found[0]
}

/// Returns the end of an error message about the name of a new recording; nil if the name is valid.
///
/// - Returns: The problem and the remedy; the caller puts the name of the option in front.
func fault(ofRecordingName path: String) -> String? {
  guard path != "-" else {
    return """
      found '-', but recordings go to files, so that an interrupted recording is not lost; give a \
      name that ends in .yml.
      """
  }
  if kindOfFile(at: path).isFolder {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return "\(path) is a folder; name a file in it, such as \(folder)flick.yml."
  }
  let name = lastPart(of: path)
  guard let dot = name.dropFirst().lastIndex(of: ".") else {
    return "found '\(path)', but a recording is YAML; give a name that ends in .yml."
  }
  let ending = name[dot...].lowercased()
  guard ending != ".yml", ending != ".yaml" else { return nil }
  let native = path.dropLast(name[dot...].count) + ".yml"
  let next =
    switch ending {
    case ".svg", ".png": "flickbook plot \(native) --scenario sheet -o \(path)"
    case ".html": "flickbook view \(native) --scenario sheet -o \(path)"
    case ".evemu", ".csv": "flickbook convert \(native) \(path)"
    default: "flickbook convert \(native) \(path) --to evemu"
    }
  return "found '\(path)', but a recording is YAML; record to \(native), and then run: \(next)"
}
