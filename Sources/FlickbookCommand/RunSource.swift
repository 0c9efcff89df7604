import ArgumentParser
import Flickbook
import LivePage
import PageEngine

/// A run that a command takes, with what it is replayed from where that is known.
struct SourcedRun {
  /// What it is called: the path of a run or a recording, or the name of a case.
  var name: String {
    didSet { replayed?.recording.name = name }
  }
  var run: Run
  /// The recording and the request; nil for a run that was stored.
  var replayed: (recording: PageRecording, request: ReplayRequest)?
  /// The path of the recording, as it was given or found; nil for a run and for a recording in a page.
  var path: String?
}

/// The options of a command that takes run directories, cases, recordings and pages alike.
struct RunSource: ParsableArguments {
  @Option(
    help:
      "What to replay recordings through, such as sheet or pip; 'flickbook scenario list' names all.",
    completion: .scenarios)
  var scenario: String?

  @OptionGroup var options: ReplayOptions
  @OptionGroup var source: SourceOptions

  /// The files that the options name, which are in what is made with them.
  var files: [String] { options.files + source.files }

  /// The run in a directory, those of the cases in a folder or of the recordings in a page, or that of a
  /// recording.
  func runs(at path: String) throws(Failure) -> [SourcedRun] {
    guard path == "-" || kindOfFile(at: path).exists else {
      throw Failure(FileError.missing(path: path))
    }
    guard path != "-", kindOfFile(at: path).isFolder else {
      if PageFile.isPage(path) { return try runs(inPage: path) }
      return [
        try replayed(path, try options.request(scenario: scenario, of: [path], readBy: source))
      ]
    }
    if isRun(path) {
      return [
        SourcedRun(
          name: shownName(of: path),
          run: try orFail { () throws(FileError) in try storedRun(at: path) })
      ]
    }
    let cases = try orFail { () throws(FileError) in try recordingCases(in: path) }
    guard !cases.isEmpty else {
      throw Failure(
        .noInput,
        "\(path): neither a run nor a case is in it; name a run directory, a case or a recording.")
    }
    var runs: [SourcedRun] = []
    for recordingCase in cases {
      let request: ReplayRequest
      do throws(CaseError) { request = try recordingCase.request().request } catch {
        throw Failure(error)
      }
      let path = try orFail { () throws(FileError) in try recordingCase.checkedRecordingPath() }
      runs.append(
        try replayed(
          path, try options.applied(to: request, scenario: scenario),
          name: recordingCase.name))
    }
    return runs
  }

  /// Refuses options that say how to replay something where there are only runs.
  func check(_ paths: [String]) throws(Failure) {
    let option = (scenario == nil ? nil : "--scenario") ?? options.given ?? source.given
    guard let option, let path = paths.first, paths.allSatisfy(isRun) else { return }
    throw Failure(
      .usage,
      "\(option): \(path) is a run, which is shown as it was; "
        + "leave it out, or name the recording.")
  }

  /// Whether a run is stored at `path`.
  func isRun(_ path: String) -> Bool { kindOfFile(at: "\(path)/run.json").exists }

  /// The runs of the recordings in a page, with the options on top of what stands there.
  private func runs(inPage path: String) throws(Failure) -> [SourcedRun] {
    var runs: [SourcedRun] = []
    for entry in try PageFile(path).entries {
      let request = try options.applied(to: entry.request, scenario: scenario)
      do throws(SettingError) { try request.check() } catch { throw Failure(error) }
      let (name, recording) = (entry.recording.name, entry.recording)
      do throws(ReplayError) {
        let run = try request.run(of: recording.recording, origin: recording.origin)
        runs.append(SourcedRun(name: name, run: run, replayed: (recording, request)))
        let isAsThere = request.pageLines == entry.request.pageLines
        if isAsThere, SHA256.hexadecimal(of: run.frameText()) != entry.framesDigest {
          printError(
            "\(path): \(name) has other frames than in the page, which flickbook "
              + "\(recording.version) made; this is \(flickbookVersion).")
        }
      } catch { throw Failure(error, path: "\(path): \(name)") }
    }
    return runs
  }

  private func replayed(
    _ path: String, _ request: ReplayRequest, name: String? = nil
  ) throws(Failure) -> SourcedRun {
    let activity = ActivityLine("replaying the recording")
    defer { activity.end() }
    let loaded = try source.recording(at: path, as: request.deviceKind)
    try options.check(on: loaded.recording, request, at: path)
    let run: Run
    do throws(ReplayError) { run = try loaded.run(request) } catch {
      throw Failure(error, path: path)
    }
    let name = name ?? (path == "-" ? "standard input" : shownName(of: path))
    return SourcedRun(
      name: name, run: run, replayed: (PageRecording(name: name, loaded), request), path: path)
  }
}

/// `runs` with a number after each name that occurred before, so that a page and a picture can tell all
/// runs apart by their names.
func distinctlyNamed(_ runs: [SourcedRun]) -> [SourcedRun] {
  var named = runs
  for (index, name) in numberedNames(runs.map(\.name)).enumerated() { named[index].name = name }
  return named
}
