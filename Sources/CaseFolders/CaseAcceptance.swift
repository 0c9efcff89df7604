public import FrameLogs
import Glibc
import InteractionScenarios

extension RecordingCase {
  /// Replays the case, makes that the expected run, and keeps the reason in `case.yml`, all or nothing.
  ///
  /// Others who accept the same case wait until it is done.
  ///
  /// - Parameters:
  ///   - reason: Why the run is right.
  ///   - seen: The `motionDigest` of the run that was looked at: of another that the case
  ///     gives by now nothing is accepted. Without it, whatever it gives is.
  /// - Throws: ``CaseError``; the case is then as it was.
  public func accept(because reason: String, seen: String? = nil) throws(CaseError) {
    try locked { () throws(CaseError) in
      let run = try run()
      guard seen == nil || seen == run.motionDigest else { throw .notTheOneSeen(folder: folder) }
      do throws(FileError) { try replaceExpected(by: run, because: reason) } catch {
        throw .file(error)
      }
    }
  }

  /// Makes `run` the expected one and keeps the reason in `case.yml`, both or neither.
  ///
  /// - Throws: ``FileError``; the case is then as it was.
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

  /// Runs `body` while no other command accepts a case in the same folder.
  private func locked(_ body: () throws(CaseError) -> Void) throws(CaseError) {
    try withLock(on: CaseFolders.folder(of: resolved(folder))) { lock throws(CaseError) in
      guard lock != .busy else { throw .file(.busy(path: folder)) }
      try body()
    }
  }

  /// Replaces the whole folder of the case by one with the new run and settings, and all else that it has.
  private func replaceExpected(by run: Run, because reason: String) throws(FileError) {
    try checkPlace()
    let settings = try addingReason(reason, to: try settingsBytes(), path: settingsPath)
    // What cannot be read now is told when the case is replayed.
    let recording = try? loadedRecording().recording
    let files = run.files(
      adding: recording.map { ReplayRequest.marginFields(of: run, $0) } ?? [])
    let destination = resolved(folder)
    try replace(destination, named: folder, replacing: true) { new throws(FileError) in
      try makeFolder(at: new, like: destination)
      try writeNew(settings, at: "\(new)/case.yml", like: settingsPath)
      try writeRunFiles(files, at: "\(new)/expected", readers: readers)
      try carryOver(from: destination, to: new)
    }
    try RecordingCase(folder: destination, name: name).dropPending()
  }

  /// Checks that `expected/` is a run of the case or can become one, whatever state it is in, and that
  /// `case.yml` may be written to.
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
      throw .occupied(path: expectedPath, found: "a folder that is no run")
    }
  }
}

extension Run {
  /// The SHA-256 digest of its frames and its events as they are written, in hexadecimal.
  public var motionDigest: String {
    let files = files()
    return SHA256.hexadecimal(of: files.frames + files.events)
  }
}

/// Makes the folder of a new case at `folder`, whole or not at all.
///
/// - Parameters:
///   - recording: The bytes of its recording.
///   - settings: The text of its `case.yml`.
///   - folder: The path, at which there is nothing yet.
///   - readers: Who may read it, as far as the umask allows.
/// - Throws: ``FileError`` when it cannot be written.
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
