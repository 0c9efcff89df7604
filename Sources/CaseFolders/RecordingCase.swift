public import FrameLogs
public import InteractionScenarios
import Review
import Subjects
import TouchInput

/// A recording, the settings to replay it, and the expected run.
///
/// On disk, a case is a folder with `recording.yml`, `case.yml` and the run directory `expected/`.
public struct RecordingCase: Hashable, Sendable {
  /// The path of the folder.
  public var folder: String
  /// The path of the folder relative to the folder of all cases, such as `sheet/flick-up-from-half`.
  public var name: String
  /// The folder that was searched for cases; every file of the case must lie inside it.
  package let root: String

  /// Creates the case in `folder`, without reading any file.
  public init(folder: String, name: String) {
    self.init(folder: folder, name: name, root: folder)
  }

  /// Creates the case in `folder`, which was found by searching the folder `root`.
  init(folder: String, name: String, root: String) {
    (self.folder, self.name, self.root) = (folder, name, root)
  }

  /// The path of the recording: the file `recording.yml` in the folder of the case.
  public var recordingPath: String { "\(folder)/recording.yml" }
  /// The path of the settings: the file `case.yml` in the folder of the case.
  public var settingsPath: String { "\(folder)/case.yml" }
  /// The path of the expected run: the run directory `expected` in the folder of the case.
  public var expectedPath: String { "\(folder)/expected" }
  /// The path of the folder with tables of motion that other software had under the recording.
  public var observedPath: String { "\(folder)/observed" }
  /// The users who may read files that are made from the case.
  package var readers: Readers { Readers(ofAll: [recordingPath, settingsPath]) }
}

/// The result of replaying a case and comparing it with its expected run.
public enum CaseOutcome: Sendable {
  /// The run equals the expected run, bit for bit.
  case identical
  /// All shared fields are equal; some fields were added or removed.
  case otherFields(FieldChange)
  /// Shared fields differ; fields may also have been added or removed.
  case different(RunDifference, FieldChange)
  /// The case has no expected run yet.
  case new
  /// The expected run was damaged after it was accepted: a file is missing, unreadable or changed.
  case damaged(FileError)
  /// The case could not be replayed; the text is the complete error message.
  case failed(String)
}

/// Returns the cases in `path` and the folders below it, in byte order of their paths.
///
/// A folder is a case if it contains a `case.yml`.
///
/// - Throws: ``FileError`` if a folder cannot be read.
package func recordingCases(in path: String) throws(FileError) -> [RecordingCase] {
  let path = withoutTrailingSlash(path)
  return try cases(in: path, of: path, name: "")
}

extension RecordingCase {
  /// Returns the cases in the folder at `path` and the folders below it, in byte order of their paths.
  ///
  /// A folder is a case if it contains a `case.yml`.
  ///
  /// - Throws: ``FileError`` if a folder cannot be read.
  public static func all(in path: String) throws(FileError) -> [RecordingCase] {
    try recordingCases(in: path)
  }
}

/// Returns the cases in `path` and below it.
///
/// `above` identifies the folders that contain `path`. A link that leads to one of them is not followed, because the
/// search would never end.
private func cases(
  in path: String, of root: String, name: String, within above: [[UInt64]] = []
) throws(FileError) -> [RecordingCase] {
  let names = try namesInFolder(at: path)
  if names.contains("case.yml") {
    let last = resolved(path).split(separator: "/").suffix(2).joined(separator: "/")
    return [RecordingCase(folder: path, name: name.isEmpty ? last : name, root: root)]
  }
  guard let own = identity(ofFolder: path), !above.contains(own) else { return [] }
  var found: [RecordingCase] = []
  for inner in names where try isFolderFound("\(path)/\(inner)", within: root) {
    found += try cases(
      in: "\(path)/\(inner)", of: root, name: name.isEmpty ? inner : "\(name)/\(inner)",
      within: above + [own])
  }
  return found
}

/// Returns the case whose recording is the file at `path`; nil if the file belongs to no case.
///
/// - Throws: ``FileError`` if the folder of the file cannot be read.
package func caseOfRecording(at path: String) throws(FileError) -> RecordingCase? {
  guard lastPart(of: path) == "recording.yml",
    kindOfFile(at: "\(folder(of: path))/case.yml") == .file
  else { return nil }
  return try recordingCases(in: folder(of: path)).first
}

/// Returns the folders that contain a `recording.yml` or an expected run, but no `case.yml`.
///
/// The folder at `path` itself and all folders below it are searched.
///
/// - Throws: ``FileError`` if a folder cannot be read.
package func foldersLikeCases(in path: String) throws(FileError) -> [String] {
  let path = withoutTrailingSlash(path)
  return try folders(in: path, of: path) { folder in
    !kindOfFile(at: "\(folder)/case.yml").exists
      && (kindOfFile(at: "\(folder)/recording.yml") == .file
        || kindOfFile(at: "\(folder)/expected/run.json") == .file)
  }
}

/// Returns the folders, among `path` itself and all folders below it, for which `isMeant` returns true, in byte order.
private func folders(
  in path: String, of root: String, within above: [[UInt64]] = [], _ isMeant: (String) -> Bool
) throws(FileError) -> [String] {
  guard let own = identity(ofFolder: path), !above.contains(own) else { return [] }
  var found = isMeant(path) ? [path] : []
  for inner in try namesInFolder(at: path)
  where try isFolderFound("\(path)/\(inner)", within: root) {
    found += try folders(in: "\(path)/\(inner)", of: root, within: above + [own], isMeant)
  }
  return found
}

/// The reason why a case could not be replayed or accepted.
public enum CaseError: Error, Sendable {
  /// A file of the case cannot be used.
  case file(FileError)
  /// The recording of the case cannot be used.
  case load(LoadError)
  /// The case cannot be replayed with its settings.
  case replay(ReplayError, path: String)
  /// The settings of the case do not name a scenario.
  case noScenario(path: String)
  /// The run of the case has changed since the user looked at it, so it is not accepted.
  case runChanged(folder: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CaseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .load(let error): error.description
    case .replay(let error, let path):
      // A message about a setting in the file already begins with the path and the line, so do not repeat the path.
      error.description.hasPrefix("\(path):") ? error.description : "\(path): \(error.description)"
    case .runChanged(let folder):
      """
      \(folder): the run has changed since you looked at it; run 'flickbook test \(folder)' \
      again.
      """
    case .noScenario(let path):
      "\(path): there is no key 'scenario'; add 'scenario: sheet' or another scenario."
    }
  }
}

extension RecordingCase {
  /// Returns the settings of the case and the tolerance of its comparison.
  ///
  /// The tolerance is read from `case.yml`. If that file has none, the tolerance is read from the nearest `cases.yml`
  /// in a folder above the case. The default is 0.001 pt.
  ///
  /// - Throws: ``CaseError`` if the settings cannot be read.
  public func request() throws(CaseError) -> (request: ReplayRequest, tolerance: RunTolerance) {
    let (request, terms) = try request(trying: nil)
    return (request, terms.tolerance)
  }

  /// The recording of the case, read from disk.
  ///
  /// - Throws: ``LoadError`` if the recording cannot be read, or is not a regular file of the case.
  package func loadedRecording() throws(LoadError) -> LoadedRecording {
    try CaseFolders.loadedRecording(at: recordingPath, within: root)
  }

  /// The path of the recording, after checking that it is a regular file of the case.
  ///
  /// - Throws: ``FileError`` if the recording is missing or is not a regular file.
  package func checkedRecordingPath() throws(FileError) -> String {
    try foundFile(recordingPath, within: root)
    return recordingPath
  }

  /// The bytes of the case's `case.yml`.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, or is not a regular file of the case.
  package func settingsBytes() throws(FileError) -> [UInt8] {
    try fileBytes(at: settingsPath, atMost: largestRequest, within: root)
  }

  /// Reads the case's `case.yml`.
  package func requestFile() throws(FileError) -> RequestFile {
    try CaseFolders.requestFile(at: settingsPath, within: root)
  }

  /// Returns the request and the conditions of the case; values in `tried` replace the values of the case.
  private func request(
    trying tried: RequestFile?
  ) throws(CaseError) -> (request: ReplayRequest, terms: CaseConditions) {
    let (file, terms): (RequestFile, CaseConditions)
    do throws(FileError) {
      file = try requestFile()
      terms = try self.terms(file, trying: tried)
    } catch { throw .file(error) }
    var request = ReplayRequest(scenario: file.scenario ?? ReplayRequest.subjectName)
    do throws(FileError) {
      try takeFolderDefaults(&request, file)
    } catch { throw .file(error) }
    guard file.scenario != nil || file.subject != nil || request.subject != nil else {
      throw .noScenario(path: settingsPath)
    }
    file.apply(&request)
    tried?.apply(&request)
    do throws(SettingError) { try request.chooseRuleOfSubject() } catch {
      throw .replay(.setting(error), path: settingsPath)
    }
    return (request, terms)
  }

  /// Replays the case.
  ///
  /// - Throws: ``CaseError`` if the case cannot be replayed.
  public func run() throws(CaseError) -> Run { try run(trying: nil) }

  /// Replays the case; settings in `tried` replace the settings of the case, and nil changes nothing.
  ///
  /// - Throws: ``CaseError`` if the case cannot be replayed.
  package func run(trying tried: RequestFile?) throws(CaseError) -> Run {
    try run(request(trying: tried).request)
  }

  /// Replays the case and compares it with the expected run; writes nothing.
  ///
  /// - Parameter tried: Settings that replace the case's own for this replay; nil changes nothing.
  /// - Returns: The outcome.
  public func outcome(trying tried: RequestFile? = nil) -> CaseOutcome {
    tested(trying: tried).outcome
  }

  /// Replays the case, compares it as ``outcome(trying:)`` does, and also returns the run and its request.
  public func tested(trying tried: RequestFile? = nil) -> TestedCase {
    let before = identity(ofFolder: expectedPath)
    let tested: TestedCase
    do throws(CaseError) { tested = try replayed(trying: tried) } catch {
      tested = TestedCase(recordingCase: self, outcome: .failed(error.description), replay: nil)
    }
    // Accepting a case replaces its expected run. If that happened during the replay, old and new files may have been
    // mixed, so read everything again.
    return identity(ofFolder: expectedPath) == before ? tested : self.tested(trying: tried)
  }

  private func replayed(trying tried: RequestFile?) throws(CaseError) -> TestedCase {
    let (request, terms) = try request(trying: tried)
    let loaded = try ownRecording()
    let run = try run(request, of: loaded)
    let expected = ExpectedRun(path: expectedPath)
    var (outcome, header) = try expected.compared(with: run, within: terms.tolerance)
    var spread = RunSpread(of: [run])
    if case .different(let difference, _) = outcome, !difference.isAllowed {
      spread = try self.spread(of: run, request, loaded, within: terms.tolerance)
      if spread.runs.count > 1 {
        outcome = try expected.compared(with: spread, within: terms.tolerance)
      }
    }
    return TestedCase(
      recordingCase: self, outcome: outcome,
      replay: TestedCase.Attempt(
        request: request, terms: terms, recording: loaded.recording,
        digest: loaded.digest, run: run, spread: spread, expectedHeader: header))
  }

  /// The numbers of runs whose spread is compared with the expected run, if the first run differs from that run.
  ///
  /// The case is run three times, because two runs may agree by chance. If the three runs differ from each other, the
  /// case is run five times, which shows the spread better.
  private static let runCounts = [3, 5]

  /// Returns the spread of `run` and two further runs of the case; only `run` if repeated runs are always equal.
  func spread(of run: Run) throws(CaseError) -> RunSpread {
    let request = try request().request
    return RunSpread(of: [run] + (try repeated(Self.runCounts[0] - 1, request, ownRecording())))
  }

  private func repeated(
    _ count: Int, _ request: ReplayRequest, _ loaded: LoadedRecording
  ) throws(CaseError) -> [Run] {
    do throws(ReplayError) { return try request.repeatedRuns(of: loaded.recording, count) } catch {
      throw .replay(error, path: settingsPath)
    }
  }

  /// Returns the spread of `run` and further runs of the request; only `run` if repeated runs are always equal.
  private func spread(
    of run: Run, _ request: ReplayRequest, _ loaded: LoadedRecording,
    within tolerance: RunTolerance
  ) throws(CaseError) -> RunSpread {
    var spread = RunSpread(of: [run])
    for count in Self.runCounts
    where count == Self.runCounts[0] || spread.isApart(beyond: tolerance) {
      let more = try repeated(count - spread.runs.count, request, loaded)
      spread = RunSpread(of: spread.runs + more)
    }
    return spread
  }

  /// Whether the recording has changed since the expected run was accepted, even if the run has not.
  package func hasOtherRecording() -> Bool {
    guard let header = try? loadedHeader(at: expectedPath),
      let told = LogValue.fields(header)["recordingSHA256"]?.asText,
      let digest = try? loadedRecording().digest
    else { return false }
    return told != digest
  }

  private func ownRecording() throws(CaseError) -> LoadedRecording {
    do throws(LoadError) { return try loadedRecording() } catch { throw .load(error) }
  }

  func run(_ request: ReplayRequest) throws(CaseError) -> Run {
    try run(request, of: ownRecording())
  }

  private func run(
    _ request: ReplayRequest, of loaded: LoadedRecording
  ) throws(CaseError) -> Run {
    do throws(ReplayError) { return try loaded.run(request) } catch {
      throw .replay(error, path: isFaultOfSettings(error) ? settingsPath : recordingPath)
    }
  }

  /// Whether the error is a fault of the settings rather than of the recording.
  private func isFaultOfSettings(_ error: ReplayError) -> Bool {
    switch error {
    case .setting, .estimator, .noSuchPan, .tooFewFingers, .otherFingers, .noGesture, .noContacts:
      true
    case .surface, .noTouches, .tooLong: false
    }
  }
}

extension LoadedRecording {
  /// The name of the recording's file, without folders.
  package var fileName: String {
    path == "-" ? "standard input" : lastPart(of: path)
  }

  /// Replays the recording; the header of the run has the file's name and digest.
  ///
  /// - Throws: `ReplayError` if the request does not fit the recording.
  public func run(_ request: ReplayRequest) throws(ReplayError) -> Run {
    try request.run(
      of: recording,
      origin: [
        LogField("flickbook", .text(flickbookVersion)),
        LogField("recording", .text(fileName)),
        LogField("recordingSHA256", .text(digest)),
        LogField("source", recording.source.map(LogValue.text) ?? .none),
        LogField("intent", recording.intent.map(LogValue.text) ?? .none),
      ])
  }
}

/// The version of Flickbook, which the header of every run has.
package let flickbookVersion = "0.1.0"
