/// The place where recordings are written.
public enum RecordingDestination: Hashable, Sendable {
  /// One file; with several recordings, each has its number in the name, such as `NAME-2.yml`.
  case file(String)
  /// A case folder, as `CASE/recording.yml`; with several recordings, `CASE-1`, `CASE-2` and so on.
  case caseFolder(String)
  /// No file; the events are only shown.
  case nowhere

  /// The path of a recording.
  ///
  /// - Parameters:
  ///   - number: The number of the recording, from 1.
  ///   - isSplit: Whether there may be several recordings, so that every path includes its number.
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
