public import FrameLogs
import Glibc
import InteractionScenarios

extension RecordingCase {
  /// Replays the case, makes the result the expected run, and adds the reason to `case.yml`, atomically.
  ///
  /// Other processes that accept the same case wait until this is done.
  ///
  /// - Parameters:
  ///   - reason: Why the run is right.
  ///   - seen: The `motionDigest` of the run that the user looked at. If the case now gives another run,
  ///     nothing is accepted. If nil, any run is accepted.
  /// - Throws: ``CaseError``; the case is then unchanged.
  public func accept(because reason: String, seen: String? = nil) throws(CaseError) {
    try locked { () throws(CaseError) in
      let run = try run()
      guard seen == nil || seen == run.motionDigest else { throw .runChanged(folder: folder) }
      do throws(FileError) { try replaceExpected(by: run, because: reason) } catch {
        throw .file(error)
      }
    }
  }

  /// Makes `run` the expected run and adds the reason to `case.yml`, atomically.
  ///
  /// - Throws: ``FileError``; the case is then unchanged.
  public func accept(_ run: Run, because reason: String) throws(FileError) {
    do throws(CaseError) {
      try locked { () throws(CaseError) in
        do throws(FileError) { try replaceExpected(by: run, because: reason) } catch {
          throw .file(error)
        }
      }
    } catch {
      guard case .file(let error) = error else { return }
      throw error
    }
  }

  /// Runs `body` while no other command accepts a case in the same parent folder.
  private func locked(_ body: () throws(CaseError) -> Void) throws(CaseError) {
    try withLock(on: CaseFolders.folder(of: resolved(folder))) { lock throws(CaseError) in
      guard lock != .busy else { throw .file(.busy(path: folder)) }
      try body()
    }
  }

  /// Replaces the folder of the case by one with the new run and settings and all its other files.
  private func replaceExpected(by run: Run, because reason: String) throws(FileError) {
    try checkPlace()
    let settings = try addingReason(reason, to: try settingsBytes(), path: settingsPath)
    // A recording that cannot be read is reported when the case is replayed.
    let recording = try? loadedRecording().recording
    let files = run.files(
      adding: recording.map { ReplayRequest.marginFields(of: run, $0) } ?? [])
    let destination = resolved(folder)
    try replace(destination, named: folder, replacing: true) { new throws(FileError) in
      try makeFolder(at: new, like: destination)
      try writeNew(settings, at: "\(new)/case.yml", like: settingsPath)
      try writeRunFiles(files, at: "\(new)/expected", readers: readers)
      try copyMissingFiles(from: destination, to: new)
    }
    try RecordingCase(folder: destination, name: name).dropPending()
  }

  /// Checks that `expected/` can be replaced, even if it is damaged, and that `case.yml` is writable.
  private func checkPlace() throws(FileError) {
    guard linkKind(at: settingsPath) == .file else {
      throw .occupied(path: settingsPath, found: "a link")
    }
    guard access(systemPath(settingsPath), W_OK) == 0 else {
      throw .forbidden(path: settingsPath, toWrite: true)
    }
    switch linkKind(at: expectedPath) {
    case .nothing: return
    case .file, .stream: throw .occupied(path: expectedPath, found: "a file")
    case .link: throw .occupied(path: expectedPath, found: "a link")
    case .folder: break
    }
    let names = try namesInFolder(at: expectedPath, hidden: true)
    guard names.isEmpty || RunFiles.names.contains(where: names.contains) else {
      throw .occupied(path: expectedPath, found: "a folder that is not a run")
    }
  }
}

extension Run {
  /// The SHA-256 digest of the written frames and events, in hexadecimal.
  public var motionDigest: String {
    let files = files()
    return SHA256.hexadecimal(of: files.frames + files.events)
  }
}

/// Creates the folder of a new case at `folder`, atomically.
///
/// - Parameters:
///   - recording: The bytes of its recording.
///   - settings: The text of its `case.yml`.
///   - folder: The path, which must not exist yet.
///   - readers: Who may read it, within the umask.
/// - Throws: ``FileError`` if it cannot be written.
package func writeCase(
  recording: [UInt8], settings: String, at folder: String, readers: Readers = .everyone
) throws(FileError) {
  let destination = try placeToWrite(folder, over: .ours)
  try makingFolder(at: CaseFolders.folder(of: destination)) { () throws(FileError) in
    try replace(destination, named: folder, replacing: false) { new throws(FileError) in
      guard mkdir(systemPath(new), readers.ofFolder) == 0 else { throw writingError(folder) }
      try writeNew(recording, at: "\(new)/recording.yml", readers: readers)
      try writeNew(Array(settings.utf8), at: "\(new)/case.yml", readers: readers)
      try synchronize(folder: new)
    }
  }
}

// The case's current run, stored next to the expected run until a person accepts or rejects it.
extension RecordingCase {
  /// The path of the run that waits for a decision; it may not exist.
  public var pendingPath: String { "\(folder)/pending" }

  /// Stores a run next to the expected run, to be decided on later.
  ///
  /// - Throws: ``FileError``; an earlier pending run is then unchanged.
  public func keepPending(_ run: Run) throws(FileError) {
    try writeRun(run, at: pendingPath, readers: readers)
  }

  /// Removes the run that waits for a decision, if there is one; other files in its folder stay.
  ///
  /// - Returns: Whether there was a pending run.
  /// - Throws: ``FileError`` if it cannot be removed.
  @discardableResult
  public func dropPending() throws(FileError) -> Bool {
    guard linkKind(at: pendingPath) == .folder, isRunOfOurs(at: pendingPath) else { return false }
    // Remove the header last, so that Flickbook still recognizes the rest after an interruption.
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
