import Flickbook

/// Whether `path` names a case, which then stands for its recording or for the run that is expected of it.
func isCase(_ path: String) -> Bool { kindOfFile(at: "\(path)/case.yml").exists }

/// The path of the recording that `path` names: that of a case, or itself.
///
/// - Throws: ``Failure`` when the recording of a case is not a regular file of it.
func recordingPath(named path: String) throws(Failure) -> String {
  guard isCase(path) else { return path }
  return try orFail { () throws(FileError) in
    try RecordingCase(folder: path, name: path).checkedRecordingPath()
  }
}

/// The path of the run that `path` names: that which is expected of a case, or itself.
func runPath(named path: String) -> String {
  isCase(path) ? RecordingCase(folder: path, name: path).expectedPath : path
}

extension ReplayOptions {
  /// How what `path` names is replayed: a case as it says, with these options on top, and a recording as
  /// these options say alone.
  func request(
    at path: String, scenario: String?, readBy source: SourceOptions? = nil
  ) throws(Failure) -> ReplayRequest {
    guard isCase(path) else {
      return try request(scenario: scenario, of: [path], readBy: source)
    }
    let own: ReplayRequest
    do throws(CaseError) {
      own = try RecordingCase(folder: path, name: path).request().request
    } catch { throw Failure(error) }
    return try applied(to: own, scenario: scenario)
  }
}

/// What is wrong with a name for a recording that is to be made; nil when it will do.
///
/// - Returns: What was found and what to do next, as a clause.
func fault(ofRecordingName path: String) -> String? {
  guard path != "-" else {
    return """
      found '-', and a recording is a file, so that one that is cut off is not lost; give a name \
      that ends in .yml.
      """
  }
  if kindOfFile(at: path).isFolder {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return "\(path) is a folder; name a file in it, such as \(folder)flick.yml."
  }
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.dropFirst().lastIndex(of: ".") else {
    return "found '\(path)', and a recording is YAML; give a name that ends in .yml."
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
  return "found '\(path)', and a recording is YAML; give \(native), and then: \(next)"
}
