public import FrameLogs
public import InteractionScenarios
import TouchInput

/// A recording with the settings to replay it and the run that is expected of it.
///
/// On disk it is a folder with `recording.yml`, `case.yml` and `expected/`, a run directory.
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
  /// Who may read what is made from it.
  package var readers: Readers { Readers(ofAll: [recordingPath, settingsPath]) }
}

/// What came of replaying a case.
public enum CaseOutcome: Sendable {
  /// The run is the expected one, to the last bit.
  case identical
  /// So are all the fields that both have; others are new or gone.
  case otherFields(FieldChange)
  /// It differs in what both say; besides, fields may be new or gone.
  case different(RunDifference, FieldChange)
  /// Nothing is expected yet.
  case new
  /// The expected run is not as it was accepted: a file is missing, of no use or changed.
  case damaged(FileError)
  /// It could not be replayed, with the whole message.
  case failed(String)
}

/// The cases in `path` and the folders below it, in byte order; a folder is a case when it holds a
/// `case.yml`.
///
/// - Throws: ``FileError`` when a folder cannot be read.
package func recordingCases(in path: String) throws(FileError) -> [RecordingCase] {
  let path = withoutTrailingSlash(path)
  return try cases(in: path, of: path, name: "")
}

extension RecordingCase {
  /// The cases in the folder at `path` and the folders below it, in byte order; a folder is a case when
  /// it holds a `case.yml`.
  ///
  /// - Throws: ``FileError`` when a folder cannot be read.
  public static func all(in path: String) throws(FileError) -> [RecordingCase] {
    try recordingCases(in: path)
  }
}

/// The cases in `path`; a folder that lies within itself through a link is passed over.
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

/// The case of which the file at `path` is the recording; nil where it is that of none.
///
/// - Throws: ``FileError`` when its folder cannot be read.
package func caseOfRecording(at path: String) throws(FileError) -> RecordingCase? {
  guard lastPart(of: path) == "recording.yml",
    kindOfFile(at: "\(folder(of: path))/case.yml") == .file
  else { return nil }
  return try recordingCases(in: folder(of: path)).first
}

/// The folders in `path`, itself included, that hold the recording or the expected run of a case, but no
/// `case.yml`.
///
/// - Throws: ``FileError`` when a folder cannot be read.
package func foldersLikeCases(in path: String) throws(FileError) -> [String] {
  try folders(in: withoutTrailingSlash(path)) { folder in
    !kindOfFile(at: "\(folder)/case.yml").exists
      && (kindOfFile(at: "\(folder)/recording.yml") == .file
        || kindOfFile(at: "\(folder)/expected/run.json") == .file)
  }
}

/// The folders in `path`, itself included, that `isMeant` chooses, in byte order.
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
  /// One of its files is of no use.
  case file(FileError)
  /// Its recording is of no use.
  case load(LoadError)
  /// It cannot be replayed as its settings say.
  case replay(ReplayError, path: String)
  /// Its settings name no scenario.
  case noScenario(path: String)
  /// It gives another run than the one that was looked at.
  case notTheOneSeen(folder: String)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CaseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .load(let error): error.description
    case .replay(let error, let path):
      // A setting that stands in the file says so itself, with its line.
      error.description.hasPrefix("\(path):") ? error.description : "\(path): \(error.description)"
    case .notTheOneSeen(let folder):
      """
      \(folder): it gives another run than the one that was looked at; look again with \
      'flickbook test \(folder)'.
      """
    case .noScenario(let path):
      "\(path): there is no key 'scenario'; add 'scenario: sheet' or another one."
    }
  }
}

extension RecordingCase {
  /// The settings of the case, and how far numbers may be from the expected ones: as it says itself, or
  /// the nearest `cases.yml` in a folder above it, or by 0.001 pt.
  ///
  /// - Throws: ``CaseError`` when they cannot be read.
  public func request() throws(CaseError) -> (request: ReplayRequest, tolerance: RunTolerance) {
    let (request, terms) = try request(trying: nil)
    return (request, terms.tolerance)
  }

  /// The recording of the case.
  ///
  /// - Throws: ``LoadError`` when it cannot be read, or is not a regular file of the case.
  package func loadedRecording() throws(LoadError) -> LoadedRecording {
    try CaseFolders.loadedRecording(at: recordingPath, within: root)
  }

  /// The path of the recording, which is known to be a regular file of the case.
  ///
  /// - Throws: ``FileError`` when it is not there, or is anything else.
  package func checkedRecordingPath() throws(FileError) -> String {
    try foundFile(recordingPath, within: root)
    return recordingPath
  }

  /// The bytes of its `case.yml`.
  ///
  /// - Throws: ``FileError`` when it cannot be read, or is not a regular file of the case.
  package func settingsBytes() throws(FileError) -> [UInt8] {
    try fileBytes(at: settingsPath, atMost: largestRequest, within: root)
  }

  /// What its `case.yml` says.
  package func requestFile() throws(FileError) -> RequestFile {
    try CaseFolders.requestFile(at: settingsPath, origin: .file("case.yml"), within: root)
  }

  /// The same, with settings to try on top of the case's own.
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

  /// Replays the case with settings to try on top of its own; nil for none.
  ///
  /// - Throws: ``CaseError``.
  package func run(trying tried: RequestFile?) throws(CaseError) -> Run {
    try run(request(trying: tried).request)
  }

  /// Replays the case and compares it with what is expected; writes nothing.
  ///
  /// - Parameter tried: Settings to try on top of the case's own; nil for none.
  /// - Returns: How the case came out.
  public func outcome(trying tried: RequestFile? = nil) -> CaseOutcome {
    tested(trying: tried).outcome
  }

  /// Replays the case and compares it with what is expected, as ``outcome(trying:)`` does, and keeps what
  /// tells more of it.
  public func tested(trying tried: RequestFile? = nil) -> TestedCase {
    let before = identity(ofFolder: folder)
    let tested: TestedCase
    do throws(CaseError) { tested = try replayed(trying: tried) } catch {
      tested = TestedCase(recordingCase: self, outcome: .failed(error.description), replay: nil)
    }
    // Accepting replaces the folder, so that what was read of another one is read again.
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

  /// Whether a run of it was accepted once, by the reasons in its `case.yml`.
  private func isAcceptedBefore() throws(CaseError) -> Bool {
    do throws(FileError) { return try requestFile().reasonCount > 0 } catch { throw .file(error) }
  }

  /// Whether its recording is another one than was accepted, whatever it gives.
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

  /// Whether it is the settings that are wrong, and not the recording.
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

  /// Replays the recording; the run's header says which file it was.
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
