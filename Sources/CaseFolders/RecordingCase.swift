public import FrameLogs
public import InteractionScenarios
import TouchInput

/// A recording with the settings to replay it and the expected run.
///
/// On disk it is a folder with `recording.yml`, `case.yml` and the run directory `expected/`.
public struct RecordingCase: Hashable, Sendable {
  /// The path of the folder.
  public var folder: String
  /// The name: the path below the folder of all cases, such as `sheet/flick-up-from-half`.
  public var name: String
  /// The folder that was searched for the case; all files of the case must lie in this folder.
  package let root: String

  /// Creates the case in `folder`.
  public init(folder: String, name: String) {
    self.init(folder: folder, name: name, root: folder)
  }

  /// Creates the case in `folder`, which was found in the folder `root`.
  init(folder: String, name: String, root: String) {
    (self.folder, self.name, self.root) = (folder, name, root)
  }

  /// The path of the recording.
  public var recordingPath: String { "\(folder)/recording.yml" }
  /// The path of the settings.
  public var settingsPath: String { "\(folder)/case.yml" }
  /// The path of the expected run.
  public var expectedPath: String { "\(folder)/expected" }
  /// Who may read files that are made from the case.
  package var readers: Readers { Readers(ofAll: [recordingPath, settingsPath]) }
}

/// The result of replaying a case and comparing it with its expected run.
public enum CaseOutcome: Sendable {
  /// The run equals the expected run, bit for bit.
  case identical
  /// All common fields are equal; some fields were added or removed.
  case otherFields(FieldChange)
  /// Common fields differ; fields may also have been added or removed.
  case different(RunDifference, FieldChange)
  /// The case has no expected run yet.
  case new
  /// The expected run was damaged since it was accepted: a file is missing, unreadable or changed.
  case damaged(FileError)
  /// The case could not be replayed, with the whole message.
  case failed(String)
}

/// Returns the cases in `path` and the folders below it, in byte order.
///
/// A folder is a case if it contains a `case.yml`.
///
/// - Throws: ``FileError`` if a folder cannot be read.
package func recordingCases(in path: String) throws(FileError) -> [RecordingCase] {
  let path = withoutTrailingSlash(path)
  return try cases(in: path, of: path, name: "")
}

extension RecordingCase {
  /// Returns the cases in the folder at `path` and the folders below it, in byte order.
  ///
  /// A folder is a case if it contains a `case.yml`.
  ///
  /// - Throws: ``FileError`` if a folder cannot be read.
  public static func all(in path: String) throws(FileError) -> [RecordingCase] {
    try recordingCases(in: path)
  }
}

/// Returns the cases in `path`; skips a folder that contains itself through a link.
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
  for inner in names where kindOfFile(at: "\(path)/\(inner)").isFolder {
    found += try cases(
      in: "\(path)/\(inner)", of: root, name: name.isEmpty ? inner : "\(name)/\(inner)",
      within: above + [own])
  }
  return found
}

/// Returns the case whose recording is the file at `path`; nil if the file belongs to no case.
///
/// - Throws: ``FileError`` if its folder cannot be read.
package func caseOfRecording(at path: String) throws(FileError) -> RecordingCase? {
  guard lastPart(of: path) == "recording.yml",
    kindOfFile(at: "\(folder(of: path))/case.yml") == .file
  else { return nil }
  return try recordingCases(in: folder(of: path)).first
}

/// Returns the folders at and below `path` that contain a case's recording or expected run but no `case.yml`.
///
/// - Throws: ``FileError`` if a folder cannot be read.
package func foldersLikeCases(in path: String) throws(FileError) -> [String] {
  try folders(in: withoutTrailingSlash(path)) { folder in
    !kindOfFile(at: "\(folder)/case.yml").exists
      && (kindOfFile(at: "\(folder)/recording.yml") == .file
        || kindOfFile(at: "\(folder)/expected/run.json") == .file)
  }
}

/// Returns the folders at and below `path` for which `isMeant` returns true, in byte order.
private func folders(
  in path: String, within above: [[UInt64]] = [], _ isMeant: (String) -> Bool
) throws(FileError) -> [String] {
  guard let own = identity(ofFolder: path), !above.contains(own) else { return [] }
  var found = isMeant(path) ? [path] : []
  for inner in try namesInFolder(at: path) where kindOfFile(at: "\(path)/\(inner)").isFolder {
    found += try folders(in: "\(path)/\(inner)", within: above + [own], isMeant)
  }
  return found
}

/// Why a case could not be replayed.
public enum CaseError: Error, Sendable {
  /// A file of the case cannot be used.
  case file(FileError)
  /// The recording of the case cannot be used.
  case load(LoadError)
  /// The case cannot be replayed with its settings.
  case replay(ReplayError, path: String)
  /// Its settings do not name a scenario.
  case noScenario(path: String)
  /// Its run has changed since the user looked at it.
  case runChanged(folder: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CaseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .load(let error): error.description
    case .replay(let error, let path):
      // A message about a setting in the file already begins with its path and line.
      error.description.hasPrefix("\(path):") ? error.description : "\(path): \(error.description)"
    case .runChanged(let folder):
      """
      \(folder): its run has changed since you looked at it; run 'flickbook test \(folder)' \
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
  /// The tolerance comes from `case.yml`, or else from the nearest `cases.yml` in a folder above it, or else
  /// is 0.001 pt.
  ///
  /// - Throws: ``CaseError`` if the settings cannot be read.
  public func request() throws(CaseError) -> (request: ReplayRequest, tolerance: RunTolerance) {
    let (request, terms) = try request(trying: nil)
    return (request, terms.tolerance)
  }

  /// The recording of the case.
  ///
  /// - Throws: ``LoadError`` if it cannot be read, or is not a regular file of the case.
  package func loadedRecording() throws(LoadError) -> LoadedRecording {
    try CaseFolders.loadedRecording(at: recordingPath, within: root)
  }

  /// The path of the recording, after checking that it is a regular file of the case.
  ///
  /// - Throws: ``FileError`` if it is missing or anything else.
  package func checkedRecordingPath() throws(FileError) -> String {
    try foundFile(recordingPath, within: root)
    return recordingPath
  }

  /// The bytes of its `case.yml`.
  ///
  /// - Throws: ``FileError`` if it cannot be read, or is not a regular file of the case.
  package func settingsBytes() throws(FileError) -> [UInt8] {
    try fileBytes(at: settingsPath, atMost: largestRequest, within: root)
  }

  /// Reads its `case.yml`.
  package func requestFile() throws(FileError) -> RequestFile {
    try CaseFolders.requestFile(at: settingsPath, origin: .file("case.yml"), within: root)
  }

  /// Returns the settings and terms of the case, with `tried` applied on top.
  private func request(
    trying tried: RequestFile?
  ) throws(CaseError) -> (request: ReplayRequest, terms: CaseTerms) {
    let (file, terms): (RequestFile, CaseTerms)
    do throws(FileError) {
      file = try requestFile()
      terms = try self.terms(file, trying: tried)
    } catch { throw .file(error) }
    guard let scenario = file.scenario else { throw .noScenario(path: settingsPath) }
    var request = ReplayRequest(scenario: scenario)
    do throws(FileError) {
      if !file.namesPreset { try takeFolderPreset(&request) }
    } catch { throw .file(error) }
    file.apply(&request)
    tried?.apply(&request)
    return (request, terms)
  }

  /// Replays the case.
  ///
  /// - Throws: ``CaseError``.
  public func run() throws(CaseError) -> Run { try run(trying: nil) }

  /// Replays the case with the settings of `tried` on top of its own; nil changes nothing.
  ///
  /// - Throws: ``CaseError``.
  package func run(trying tried: RequestFile?) throws(CaseError) -> Run {
    try run(request(trying: tried).request)
  }

  /// Replays the case and compares it with the expected run; writes nothing.
  ///
  /// - Parameter tried: Settings to try on top of the case's own; nil changes nothing.
  /// - Returns: The outcome.
  public func outcome(trying tried: RequestFile? = nil) -> CaseOutcome {
    tested(trying: tried).outcome
  }

  /// Replays the case and compares it as ``outcome(trying:)`` does, and also returns the run and its request.
  public func tested(trying tried: RequestFile? = nil) -> TestedCase {
    let before = identity(ofFolder: folder)
    let tested: TestedCase
    do throws(CaseError) { tested = try replayed(trying: tried) } catch {
      tested = TestedCase(recordingCase: self, outcome: .failed(error.description), replay: nil)
    }
    // Accepting a case replaces its folder; if that happened meanwhile, read everything again.
    return identity(ofFolder: folder) == before ? tested : self.tested(trying: tried)
  }

  private func replayed(trying tried: RequestFile?) throws(CaseError) -> TestedCase {
    let (request, terms) = try request(trying: tried)
    let loaded = try ownRecording()
    let run = try run(request, of: loaded)
    var (outcome, header) = try ExpectedRun(path: expectedPath)
      .compared(with: run, within: terms.tolerance)
    if case .new = outcome, try isAcceptedBefore() {
      outcome = .damaged(.lostRun(path: expectedPath, folder: folder))
    }
    return TestedCase(
      recordingCase: self, outcome: outcome,
      replay: TestedCase.Attempt(
        request: request, terms: terms, recording: loaded.recording,
        digest: loaded.digest, run: run, expectedHeader: header))
  }

  /// Whether a run of the case was accepted before, which the reasons in its `case.yml` show.
  private func isAcceptedBefore() throws(CaseError) -> Bool {
    do throws(FileError) { return try requestFile().reasonCount > 0 } catch { throw .file(error) }
  }

  /// Whether its recording has changed since the expected run was accepted, even if the run has not.
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

  /// Whether the settings cause the error, not the recording.
  private func isFaultOfSettings(_ error: ReplayError) -> Bool {
    switch error {
    case .setting, .estimator, .noSuchPan, .tooFewFingers, .otherFingers: true
    case .surface, .noTouches, .tooLong: false
    }
  }
}

extension LoadedRecording {
  /// The name of its file, without folders.
  package var fileName: String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Replays the recording; the run's header has the file's name and digest.
  ///
  /// - Throws: `ReplayError`.
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

/// The version of this tool.
package let flickbookVersion = "0.1.0"
