import FrameLogs
import Glibc
import InteractionScenarios

/// What came of mending a run or a case.
public enum RepairOutcome: Hashable, Sendable {
  /// Nothing was wrong.
  case whole
  /// The files with these names were written anew.
  case mended([String])
  /// It cannot be mended; the sentence says what to do.
  case hopeless(String)
}

/// What interrupted commands left in `folder`, each as a finding.
package func leftoverFindings(in folder: String) -> [RunFinding] {
  leftovers(in: folder).map { name in
    RunFinding(
      kind: .leftover, path: "\(folder)/\(name)",
      message: "\(folder)/\(name): an interrupted command left this; mend it with "
        + "'flickbook repair'.")
  }
}

extension RecordingCase {
  /// What is wrong with the case, without replaying it.
  ///
  /// A case that expects nothing yet is not wrong, only new, unless a run of it was accepted before.
  public func findings() -> [RunFinding] {
    var found = leftoverFindings(in: folder)
    do throws(CaseError) { _ = try request() } catch {
      found.append(
        RunFinding(kind: .unusable, path: settingsPath, message: error.description))
    }
    if let lost = lostRun() { found.append(lost) }
    guard !ExpectedRun(path: expectedPath).isNew else { return found }
    let check = RunCheck(path: expectedPath)
    found += check.findings + KeptFiles(of: self).findings
    do throws(LoadError) {
      let (_, digest) = try loadedRecordingFile(at: recordingPath, within: root)
      if let told = check.header?["recordingSHA256"]?.asText, told != digest {
        found.append(
          RunFinding(
            kind: .otherRecording, path: recordingPath,
            message: """
              \(recordingPath): it is not the recording that was accepted; put that back, or accept \
              the case anew.
              """))
      }
    } catch {
      found.append(
        RunFinding(kind: .unusable, path: recordingPath, message: error.description))
    }
    return found
  }

  /// What there is to say where nothing is left of the expected run although one was accepted; nil elsewhere.
  func lostRun() -> RunFinding? {
    guard ExpectedRun(path: expectedPath).isNew, let file = try? requestFile(), file.reasonCount > 0
    else { return nil }
    return RunFinding(
      kind: .missing, path: expectedPath,
      message: """
        \(expectedPath): the run that was accepted is gone; put it back, or look at what the case gives \
        now and accept that with 'flickbook accept \(folder)'.
        """)
  }

  /// Writes the damaged files of the expected run anew, where the replay shows what they were, and the
  /// margins of its decisions where they are not kept yet.
  ///
  /// It does when it gives the frames and the events that were accepted, as the files that are left or
  /// their digests tell. Otherwise only accepting the case anew helps.
  ///
  /// - Throws: ``FileError`` when a file cannot be written; the run is then as it was.
  public func repair() throws(FileError) -> RepairOutcome {
    if let lost = lostRun() { return .hopeless(lost.message) }
    guard !ExpectedRun(path: expectedPath).isNew else { return .whole }
    let check = RunCheck(path: expectedPath)
    let kept = KeptFiles(of: self)
    let knowsMargins = kept.margins != nil
    if let lost = kept.findings.first(where: { $0.path == path(of: .first) }) {
      return .hopeless(lost.message)
    }
    guard !check.findings.isEmpty || !knowsMargins else { return .whole }
    let run: Run
    do throws(CaseError) { run = try self.run() } catch {
      return check.findings.isEmpty ? .whole : .hopeless(error.description)
    }
    let files = run.files()
    guard check.tells(files.frames, of: "frames.jsonl"),
      check.tells(files.events, of: "events.jsonl")
    else {
      // The margins of another run are not those of this one.
      guard !check.findings.isEmpty || !kept.findings.isEmpty else { return .whole }
      return .hopeless(
        """
        \(expectedPath): what was accepted cannot be told any more, for the replay gives something \
        else; look at it, then 'flickbook accept \(folder) --because "why its frames are right"'.
        """)
    }
    // A whole header keeps what it says, such as the version that wrote it.
    let keepsHeader =
      check.seal == true && check.header != nil
      && check.toldDigest(of: "summary.json") == SHA256.hexadecimal(of: files.summary)
    var whole = files
    if keepsHeader, let header = check.files["run.json"] { whole.header = header }
    return try replaced(by: whole, check, beside: knowsMargins ? nil : filesBeside(run, kept))
  }

  private func filesBeside(_ run: Run, _ kept: KeptFiles) -> [KeptFile: [UInt8]]? {
    (try? loadedRecording().recording).map {
      KeptFiles.files(beside: run, $0, first: kept.first)
    }
  }

  /// Replaces the run by `files`, and what stands beside it where that is given.
  private func replaced(
    by files: RunFiles, _ check: RunCheck, beside: [KeptFile: [UInt8]]?
  ) throws(FileError) -> RepairOutcome {
    var names = files.byName.filter { check.files[$0.name] != $0.bytes }.map { $0.name }
    var kept: [KeptFile: [UInt8]] = [:]
    if let beside {
      kept = beside
      names.append(KeptFile.margins.rawValue)
    } else {
      for file in KeptFile.allCases where kindOfFile(at: path(of: file)) == .file {
        kept[file] = try runFileBytes(file.rawValue, at: expectedPath)
      }
    }
    guard !names.isEmpty else { return .whole }
    let destination = try placeToWrite(expectedPath, over: .ours)
    try replaceRun(at: destination, by: files, kept, named: expectedPath, readers: readers)
    return .mended(names)
  }
}

/// Writes the damaged files of the run directory at `path` anew, where the others tell what they were.
///
/// That is the summary, of whole frames and events; all else takes a recording.
///
/// - Throws: ``FileError`` when a file cannot be written; the run is then as it was.
package func repairRun(at path: String) throws(FileError) -> RepairOutcome {
  let path = withoutTrailingSlash(path)
  let check = RunCheck(path: path)
  guard !check.findings.isEmpty else { return .whole }
  guard check.isAsWritten("frames.jsonl"), check.isAsWritten("events.jsonl"),
    let header = check.files["run.json"], let frames = check.files["frames.jsonl"],
    let events = check.files["events.jsonl"]
  else {
    return .hopeless(
      "\(path): what it was cannot be told any more; write it anew with 'flickbook replay -o'.")
  }
  var summaries: [[UInt8]] = []
  for ending in [Run.Ending.rested, .gone, .timeLimit] {
    summaries.append(try storedRun(at: path, ending: ending).files().summary)
  }
  let told = check.toldDigest(of: "summary.json")
  guard let summary = summaries.first(where: { SHA256.hexadecimal(of: $0) == told }) else {
    return .hopeless(
      "\(path)/summary.json: it was written by another version; write the run anew with "
        + "'flickbook replay -o'.")
  }
  var files = try storedRun(at: path, ending: .rested).files()
  files.header = header
  files.frames = frames
  files.events = events
  files.summary = summary
  try replaceRun(
    at: try placeToWrite(path, over: .ours), by: files, named: path,
    readers: Readers(ofAll: [path]))
  return .mended(["summary.json"])
}

/// Replaces the files of a run directory, all in one step.
private func replaceRun(
  at destination: String, by files: RunFiles, _ kept: [KeptFile: [UInt8]] = [:],
  named path: String, readers: Readers
) throws(FileError) {
  try uninterrupted { () throws(FileError) in
    let folder = folder(of: destination)
    try withLock(on: folder) { lock throws(FileError) in
      guard lock != .busy else { throw .busy(path: path) }
      try staged(in: folder, named: path) { staging throws(FileError) in
        try writeRunFiles(
          files, kept, at: "\(staging)/new/\(lastPart(of: destination))", readers: readers)
        try checkInterruption(writing: path)
        try takePlace(of: destination, from: staging, replacing: true)
        try synchronize(folder: folder)
      }
    }
  }
}

extension RunCheck {
  /// Whether what is left of the run tells that the file called `name` was `bytes`.
  func tells(_ bytes: [UInt8], of name: String) -> Bool {
    if seal == true, let told = toldDigest(of: name) {
      return told == SHA256.hexadecimal(of: bytes)
    }
    if files[name] == bytes { return true }
    guard name == "frames.jsonl", let summary = files["summary.json"] else { return false }
    do throws(FileError) {
      let fields = try logDocument(in: summary, path: "\(path)/summary.json")
      return LogValue.fields(fields)["framesSHA256"]?.asText == SHA256.hexadecimal(of: bytes)
    } catch { return false }
  }
}
