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

  /// Creates the case in `folder`.
  public init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// The path of the recording.
  public var recordingPath: String { "\(folder)/recording.yml" }
  /// The path of the settings.
  public var settingsPath: String { "\(folder)/case.yml" }
  /// The path of the expected run.
  public var expectedPath: String { "\(folder)/expected" }
}

/// What came of replaying a case.
public enum CaseOutcome: Sendable {
  /// The run is the expected one, to the last bit.
  case identical
  /// It differs.
  case different(RunDifference)
  /// Nothing is expected yet.
  case new
  /// It could not be replayed, with the whole message.
  case failed(String)
}

/// The cases in `path` and the folders below it, in byte order; a folder is a case when it holds a
/// `case.yml`.
///
/// - Throws: ``FileError`` when a folder cannot be read.
public func recordingCases(in path: String) throws(FileError) -> [RecordingCase] {
  try cases(in: withoutTrailingSlash(path), name: "")
}

/// The cases in `path`; a folder that lies within itself through a link is passed over.
private func cases(
  in path: String, name: String, within above: [[UInt64]] = []
) throws(FileError) -> [RecordingCase] {
  let names = try namesInFolder(at: path)
  if names.contains("case.yml") {
    let last = resolved(path).split(separator: "/").suffix(2).joined(separator: "/")
    return [RecordingCase(folder: path, name: name.isEmpty ? last : name)]
  }
  guard let own = identity(ofFolder: path), !above.contains(own) else { return [] }
  var found: [RecordingCase] = []
  for inner in names where kindOfFile(at: "\(path)/\(inner)").isFolder {
    found += try cases(
      in: "\(path)/\(inner)", name: name.isEmpty ? inner : "\(name)/\(inner)",
      within: above + [own])
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
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CaseError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .load(let error): error.description
    case .replay(let error, let path): "\(path): \(error.description)"
    case .noScenario(let path):
      "\(path): there is no key 'scenario'; add 'scenario: sheet' or another one."
    }
  }
}

extension RecordingCase {
  /// The settings of the case.
  ///
  /// - Throws: ``CaseError`` when they cannot be read.
  public func request() throws(CaseError) -> (request: ReplayRequest, tolerance: RunTolerance) {
    let file: RequestFile
    do throws(FileError) {
      file = try requestFile(at: settingsPath, origin: .file("case.yml"))
    } catch { throw .file(error) }
    guard let scenario = file.scenario else { throw .noScenario(path: settingsPath) }
    var request = ReplayRequest(scenario: scenario)
    file.apply(&request)
    return (request, file.tolerance)
  }

  /// Replays the case.
  ///
  /// - Throws: ``CaseError``.
  public func run() throws(CaseError) -> Run { try run(request().request) }

  /// Replays the case and compares it with what is expected; writes nothing.
  public func outcome() -> CaseOutcome {
    do throws(CaseError) {
      let (request, tolerance) = try request()
      return try compared(try run(request), within: tolerance)
    } catch { return .failed(error.description) }
  }

  private func run(_ request: ReplayRequest) throws(CaseError) -> Run {
    let loaded: LoadedRecording
    do throws(LoadError) { loaded = try loadedRecording(at: recordingPath) } catch {
      throw .load(error)
    }
    do throws(ReplayError) { return try loaded.run(request) } catch {
      throw .replay(error, path: recordingPath)
    }
  }

  private func compared(
    _ run: Run, within tolerance: RunTolerance
  ) throws(CaseError) -> CaseOutcome {
    let isWhole = ["frames.jsonl", "events.jsonl"].allSatisfy { name in
      kindOfFile(at: "\(expectedPath)/\(name)").exists
    }
    guard isWhole else { return .new }
    let files = run.files()
    do throws(FileError) {
      let frames = try fileBytes(at: "\(expectedPath)/frames.jsonl")
      let events = try fileBytes(at: "\(expectedPath)/events.jsonl")
      if frames == files.frames, events == files.events { return .identical }
      let rows = try rowsApart(at: expectedPath, from: run, written: files)
      let found = difference(expected: rows.expected, actual: rows.actual, within: tolerance)
      return found.map { .different($0) } ?? .identical
    } catch { throw .file(error) }
  }
}

extension LoadedRecording {
  /// Replays the recording; the run's header says which file it was.
  ///
  /// - Throws: ``ReplayError``.
  public func run(_ request: ReplayRequest) throws(ReplayError) -> Run {
    let name =
      path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    return try request.run(
      of: recording,
      origin: [
        LogField("flickbook", .text(flickbookVersion)),
        LogField("recording", .text(name)),
        LogField("recordingSHA256", .text(digest)),
        LogField("source", recording.source.map(LogValue.text) ?? .none),
        LogField("intent", recording.intent.map(LogValue.text) ?? .none),
      ])
  }
}

/// The version of this tool.
public let flickbookVersion = "0.1.0"
