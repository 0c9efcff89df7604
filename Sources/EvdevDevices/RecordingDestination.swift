/// Where recordings go.
public enum RecordingDestination: Hashable, Sendable {
  /// Into one file; of several recordings, the second is called `NAME-2.yml`.
  case file(String)
  /// Into a case folder, as `CASE/recording.yml`; the second into `CASE-2`.
  case caseFolder(String)
  /// Nowhere; the events are only looked at.
  case nowhere

  /// The path of a recording.
  ///
  /// - Parameters:
  ///   - number: The number of the recording, from 1.
  ///   - isSplit: Whether there may be several, so that the first one has a number, too.
  /// - Returns: The path.
  public func path(ofRecording number: Int, isSplit: Bool) -> String {
    let suffix = isSplit ? "-\(number)" : ""
    switch self {
    case .file(let path):
      let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
      guard let dot = path[nameStart...].dropFirst().lastIndex(of: ".") else {
        return path + suffix
      }
      return path[..<dot] + suffix + path[dot...]
    case .caseFolder(let folder):
      return "\(folder)\(suffix)/recording.yml"
    case .nowhere:
      return ""
    }
  }
}
