/// The place where recordings are written.
package enum RecordingDestination: Hashable, Sendable {
  /// A file; several recordings are in the files `NAME-1.yml`, `NAME-2.yml` and so on.
  case file(String)
  /// The file `recording.yml` in a case folder; several recordings are in the folders `CASE-1`, `CASE-2` and so on.
  case caseFolder(String)
  /// No file; the events are only displayed.
  case nowhere

  /// Returns the path of a recording.
  ///
  /// - Parameters:
  ///   - number: The number of the recording, counted from 1.
  ///   - isSplit: Whether there may be several recordings, so that every path includes its number.
  /// - Returns: The path.
  package func path(ofRecording number: Int, isSplit: Bool) -> String {
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
