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
