public import FrameLogs
import Glibc
import InteractionScenarios
import Review

/// The number of reasons that an expected run keeps; older reasons are in its git history.
private let keptReasons = 3

extension RecordingCase {
  /// Replays the case, and stores the run with the reason as the expected run, in one atomic step.
  ///
  /// A program under test that moves a little differently each time is replayed three times; the run that is nearest to
  /// the others is stored.
  ///
  /// A process that accepts the same case at the same time waits until this one has finished.
  ///
  /// - Parameters:
  ///   - reason: The reason why the run is right.
  ///   - seen: The `motionDigest` of the run that the user looked at. If the replay has another digest, nothing is
  ///     accepted and an error is thrown. If nil, any run is accepted.
  /// - Throws: ``CaseError``; the case is then unchanged.
  public func accept(because reason: String, seen: String? = nil) throws(CaseError) {
    try locked { () throws(CaseError) in
      var run = try run()
      let spread = try spread(of: run)
      if spread.runs.count > 1 {
        // The run that the user saw cannot be repeated, so store the run that is nearest to all others.
        (run.frames, run.events, run.ending) = (
          spread.central.frames, spread.central.events, spread.central.ending
        )
      } else {
        guard seen == nil || seen == run.motionDigest else { throw .runChanged(folder: folder) }
      }
      do throws(FileError) { try replaceExpected(by: run, because: reason) } catch {
        throw .file(error)
      }
    }
  }

  /// Stores `run` with the reason as the expected run, in one atomic step.
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

  /// Runs `body` while no other command accepts the case.
  private func locked(_ body: () throws(CaseError) -> Void) throws(CaseError) {
    try withLock(on: folder) { lock throws(CaseError) in
      guard lock != .busy else { throw .file(.busy(path: folder)) }
      try body()
    }
  }

  /// Replaces the expected run by `run`, and adds `reason` to the latest reasons of the expected run.
  private func replaceExpected(by run: Run, because reason: String) throws(FileError) {
    try checkPlace()
    // A recording that cannot be read is reported when the case is replayed, so ignore the error here.
    let recording = try? loadedRecording().recording
    let reasons = (self.reasons + [reason]).suffix(keptReasons)
    let files = run.files(
      adding: (recording.map { ReplayRequest.marginFields(of: run, $0) } ?? [])
        + [LogField("accepted", .list(reasons.map { .text($0) }))])
    try replaceRun(by: files, at: expectedPath, named: expectedPath, readers: readers)
    try dropPending()
  }

  /// Checks that `expected/` can be replaced.
  ///
  /// A run in `expected/` can be replaced even if it is damaged. Files that do not belong to a run cannot be replaced.
  private func checkPlace() throws(FileError) {
    try checkNotCurrent(expectedPath, named: expectedPath)
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

extension RecordingCase {
  /// The latest reasons why the expected run is right, the oldest first; empty if `run.json` has no list of reasons or
  /// cannot be read.
  package var reasons: [String] {
    guard let header = try? loadedHeader(at: expectedPath),
      case .list(let reasons)? = LogValue.fields(header)["accepted"]
    else { return [] }
    return reasons.compactMap(\.asText)
  }
}

extension Run {
  /// The SHA-256 digest of the bytes of `frames.jsonl` and `events.jsonl`, in hexadecimal.
  public var motionDigest: String {
    let files = files()
    return SHA256.hexadecimal(of: files.frames + files.events)
  }
}

/// Creates the folder of a new case at `folder`, atomically.
///
/// - Parameters:
///   - recording: The content of the case's `recording.yml`.
///   - settings: The content of the case's `case.yml`.
///   - folder: The path of the folder, which must not exist yet.
///   - readers: The users who may read the case, limited by the umask.
/// - Returns: The folders that were created, the outermost first; the last one is the case.
/// - Throws: ``FileError`` if the case cannot be written.
@discardableResult
package func writeCase(
  recording: [UInt8], settings: String, at folder: String, readers: Readers = .everyone
) throws(FileError) -> [String] {
  let destination = try writableDestination(folder, over: .ours)
  let above = try makingFolder(at: CaseFolders.folder(of: destination)) { () throws(FileError) in
    try replace(destination, named: folder, replacing: false) { new throws(FileError) in
      guard mkdir(systemPath(new), readers.ofFolder) == 0 else { throw writingError(folder) }
      try writeNew(recording, at: "\(new)/recording.yml", readers: readers)
      try writeNew(Array(settings.utf8), at: "\(new)/case.yml", readers: readers)
      try synchronize(folder: new)
    }
  }
  return above + [destination]
}

/// Removes a case without an expected run, and the folders that ``writeCase(recording:settings:at:readers:)`` created
/// for it; other files in them stay.
package func removeCase(in folders: [String]) {
  guard let folder = folders.last, linkKind(at: "\(folder)/expected") == .nothing else { return }
  for name in ["case.yml", "recording.yml"] { unlink(systemPath("\(folder)/\(name)")) }
  removeFolders(folders)
}

// A pending run: the current run of a case, stored next to the expected run until a person accepts or rejects it.
extension RecordingCase {
  /// The path of the pending run, which may not exist.
  public var pendingPath: String { "\(folder)/pending" }

  /// Stores `run` as the pending run, which a person accepts or rejects later.
  ///
  /// - Throws: ``FileError``; an earlier pending run is then unchanged.
  public func keepPending(_ run: Run) throws(FileError) {
    try writeRun(run, at: pendingPath, readers: readers)
  }

  /// Removes the pending run, if there is one; other files in its folder stay.
  ///
  /// - Returns: Whether there was a pending run.
  /// - Throws: ``FileError`` if the pending run cannot be removed.
  @discardableResult
  public func dropPending() throws(FileError) -> Bool {
    guard linkKind(at: pendingPath) == .folder, isRunOfOurs(at: pendingPath) else { return false }
    // Remove `run.json` last, so that Flickbook still recognizes the folder as a run if the removal is interrupted.
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

// The command line that accepts a case.
extension RecordingCase {
  /// Whether the case names a program under test, which a command starts only with `--allow-subjects`.
  var startsProgram: Bool { (try? request().request.subject) != nil }

  /// The option that a command needs to start the program of the case, with a leading space; empty without a program.
  package var permissionOption: String { startsProgram ? " --allow-subjects" : "" }

  /// Returns the command that accepts the current run of the case.
  ///
  /// `other` is the path to show for the folder of the case, or nil for ``folder``.
  package func acceptCommand(
    at other: String? = nil, because reason: String = "why its frames are right"
  ) -> String {
    "flickbook accept \(shellQuoted(other ?? folder))\(permissionOption) --because \"\(reason)\""
  }
}
