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

  private func locked(_ body: () throws(CaseError) -> Void) throws(CaseError) {
    try withLock(on: folder) { lock throws(CaseError) in
      guard lock != .busy else { throw .file(.busy(path: folder)) }
      guard linkKind(at: "\(folder)/\(decidedName)") == .nothing else {
        throw .file(
          .leftOver(path: "\(folder)/\(decidedName)", reason: "it was not finished before."))
      }
      try body()
    }
  }

  private func replaceExpected(by run: Run, because reason: String) throws(FileError) {
    let settings = try destination(of: settingsPath)
    try checkPlace()
    let before = try settingsBytes()
    let after = try addingReason(reason, to: before, path: settingsPath)
    guard access(systemPath(settings), W_OK) == 0 else {
      throw .forbidden(path: settingsPath, toWrite: true)
    }
    // What cannot be read now is told when the case is replayed.
    let recording = try? loadedRecording().recording
    let files = run.files(
      adding: recording.map { ReplayRequest.marginFields(of: run, $0) } ?? [])
    let folder = withoutTrailingSlash(folder)
    let decided = "\(folder)/\(decidedName)"
    try uninterrupted { () throws(FileError) in
      try staged(in: folder, named: expectedPath) { staging throws(FileError) in
        let new = "\(staging)/new/expected"
        try writeRunFiles(files, at: new, readers: readers)
        try writeNew([], at: "\(new)/\(newMark)")
        try writeNew(after, at: "\(staging)/new/case.yml", like: settings)
        for written in [new, "\(staging)/new", staging] { try synchronize(folder: written) }
        try checkInterruption(writing: expectedPath)
        guard rename(systemPath(staging), systemPath(decided)) == 0 else {
          throw writingError(expectedPath)
        }
        do throws(FileError) {
          try synchronize(folder: folder)
          try takePlaces(in: folder)
        } catch {
          // What could not be undone stays, so that 'flickbook repair' can finish it.
          if case .partlyReplaced = error { throw error }
          guard rename(systemPath(decided), systemPath(staging)) == 0 else { throw error }
          throw error
        }
        guard rename(systemPath(decided), systemPath(staging)) == 0 else {
          throw .unfinished(path: expectedPath, leftover: decided)
        }
      }
      try synchronize(folder: folder)
    }
    try dropPending()
  }

  /// Checks that `expected/` is a run of the case or can become one, whatever state it is in.
  private func checkPlace() throws(FileError) {
    let destination = try destination(of: expectedPath)
    switch linkKind(at: destination) {
    case .nothing: return
    case .file, .stream, .link: throw .occupied(path: expectedPath, found: "a file")
    case .folder: break
    }
    let names = try namesInFolder(at: destination, hidden: true)
    guard names.isEmpty || RunFiles.names.contains(where: names.contains) else {
      throw .occupied(path: expectedPath, found: "a folder that is no run")
    }
    guard access(systemPath(destination), W_OK | X_OK) == 0 else {
      throw .failed(
        path: expectedPath, doing: "writing",
        reason: "it belongs to another user, and you may not write to it")
    }
  }

  /// The place of a file of the case; a link is followed within the folder and refused otherwise.
  private func destination(of path: String) throws(FileError) -> String {
    do throws(FileError) { return try placeToWrite(path, over: .ours) } catch {
      guard case .notOurs(_, let found) = error else { throw error }
      throw .occupied(path: path, found: String(found.trimmingPrefix("it is ")))
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

/// Finishes the acceptance that was decided in the case at `folder` before a command was ended.
func finishAcceptance(in folder: String) throws(FileError) {
  try takePlaces(in: folder)
  try clear("\(folder)/\(decidedName)", in: folder)
}

/// Puts the expected run and the settings of a decided acceptance in their places.
///
/// May be done again from every state in between: the settings are moved last, and until then a mark in
/// the new run says whether it has taken its place. When the run cannot, nothing has changed.
///
/// - Parameters:
///   - folder: The folder of the case.
///   - undo: Takes the new run back when the settings cannot be replaced.
/// - Throws: ``FileError/partlyReplaced(path:replaced:kept:reason:)`` when something was replaced and could
///   not be taken back; after any other error nothing has changed.
func takePlaces(
  in folder: String, undo: (String, String) throws(FileError) -> Void = giveBack
) throws(FileError) {
  let decided = "\(folder)/\(decidedName)"
  let expected = try placeToWrite("\(folder)/expected", over: .ours)
  let new = "\(decided)/new/case.yml"
  if linkKind(at: new) == .file {
    if linkKind(at: "\(expected)/\(newMark)") == .nothing {
      try takePlace(of: expected, from: decided, replacing: true)
    }
    do throws(FileError) {
      let settings = try placeToWrite("\(folder)/case.yml", over: .ours)
      guard rename(systemPath(new), systemPath(settings)) == 0 else { throw writingError(settings) }
    } catch {
      do throws(FileError) { try undo(expected, decided) } catch let second {
        throw .partlyReplaced(
          path: folder, replaced: ["expected"], kept: ["case.yml"],
          reason: "\(error.description) \(second.description)")
      }
      throw error
    }
  }
  do throws(FileError) {
    try synchronize(folder: folder)
    guard unlink(systemPath("\(expected)/\(newMark)")) == 0 || errno == ENOENT else {
      throw writingError(expected)
    }
  } catch {
    throw .partlyReplaced(
      path: folder, replaced: ["expected", "case.yml"], kept: [], reason: error.description)
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
  let above = CaseFolders.folder(of: destination)
  try uninterrupted { () throws(FileError) in
    let made = try madeFolders(at: above)
    do throws(FileError) {
      try withLock(on: above) { _ throws(FileError) in
        try staged(in: above, named: folder) { staging throws(FileError) in
          let new = "\(staging)/new/\(lastPart(of: destination))"
          guard mkdir(systemPath(new), readers.ofFolder) == 0 else { throw writingError(new) }
          try writeNew(recording, at: "\(new)/recording.yml", readers: readers)
          try writeNew(Array(settings.utf8), at: "\(new)/case.yml", readers: readers)
          try synchronize(folder: new)
          try checkInterruption(writing: folder)
          try takePlace(of: destination, from: staging, replacing: false)
          try synchronize(folder: above)
        }
      }
    } catch {
      removeFolders(made)
      throw error
    }
  }
}
