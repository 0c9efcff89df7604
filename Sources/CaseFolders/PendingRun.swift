public import FrameLogs
import Glibc

// What a case gives now, kept beside what is expected of it until somebody has decided.
extension RecordingCase {
  /// The path of the run that waits for a decision; there need not be one.
  public var pendingPath: String { "\(folder)/pending" }

  /// Keeps a run beside the expected one, for somebody to decide on.
  ///
  /// - Throws: ``FileError``; what waited before then still does.
  public func keepPending(_ run: Run) throws(FileError) {
    try writeRun(run, at: pendingPath, readers: readers)
  }

  /// Removes the run that waits for a decision, if there is one; what is not of a run stays.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``FileError`` when it cannot be removed.
  @discardableResult
  public func dropPending() throws(FileError) -> Bool {
    guard linkKind(at: pendingPath) == .folder, isRunOfOurs(at: pendingPath) else { return false }
    // The header last, so that what is left of an interrupted removal is still a run of ours.
    for name in RunFiles.names.reversed() {
      guard unlink(systemPath("\(pendingPath)/\(name)")) == 0 || errno == ENOENT else {
        throw writingError(pendingPath)
      }
    }
    guard rmdir(systemPath(pendingPath)) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
      throw writingError(pendingPath)
    }
    return true
  }
}
