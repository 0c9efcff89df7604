import ArgumentParser
import Flickbook
import LivePage
import PageEngine

/// A run that is the input of a command; for a replayed run, with its recording and request.
struct SourcedRun {
  /// The name of the run in output: the path of a run or a recording, or the name of a case.
  var name: String {
    didSet { replayed?.recording.name = name }
  }
  var run: Run
  /// The recording and the request; nil for a stored run.
  var replayed: (recording: PageRecording, request: ReplayRequest)?
  /// The path of the recording; nil for a stored run, and for a recording in a page.
  var path: String?
}

/// The options of commands whose inputs are run directories, cases, recordings or pages.
struct RunSource: ParsableArguments {
  @OptionGroup(title: OptionTitle.scenario) var named: ScenarioOption
  @OptionGroup var options: ReplayOptions
  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  var scenario: String? { named.scenario }

  /// The files that the options name; the output of the command depends on their content.
  var files: [String] { options.files + source.files }

  /// Returns the runs at `path`.
  ///
  /// If `path` is a run directory, this run is returned. If `path` is a recording, a folder of cases, a folder of
  /// recordings without cases, or a page, the recordings are replayed.
  func runs(at path: String) throws -> [SourcedRun] {
    guard path == "-" || kindOfFile(at: path).exists else {
      throw FileError.missing(path: path)
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
          run: try Run(contentsOf: path))
      ]
    }
    let cases = try recordingCases(in: path)
    guard !cases.isEmpty else { return try runs(inCorpus: path) }
    var runs: [SourcedRun] = []
    for recordingCase in cases {
      let request = try recordingCase.replayRequest()
      let path = try recordingCase.checkedRecordingPath()
      runs.append(
        try replayed(
          path, try options.applied(to: request, scenario: scenario),
          name: recordingCase.name))
    }
    return runs
  }

  /// Replays the recordings in a folder without cases.
  private func runs(inCorpus path: String) throws -> [SourcedRun] {
    let found = try corpusFolder(at: path).recordings
    try require(
      !found.isEmpty, .noInput, at: path, "found neither a run nor a case nor a recording",
      "name a folder with one of them")
    let request = try options.request(
      scenario: scenario, of: found.map(\.path), readBy: source)
    var runs: [SourcedRun] = []
    for recording in found {
      runs.append(try replayed(recording.path, request, name: recording.name, within: path))
    }
    return runs
  }

  /// Throws if replay options are given although all paths are stored runs.
  func check(_ paths: [String]) throws {
    let option = (scenario == nil ? nil : "--scenario") ?? options.given ?? source.given
    guard let option, let path = paths.first, paths.allSatisfy(isRun) else { return }
    throw Failure(
      .usage, at: option, "\(path) is a stored run, which is not replayed",
      "leave the option out, or name the recording")
  }

  /// Replays the recordings in a page, and returns their runs; the options override the settings of the page.
  private func runs(inPage path: String) throws -> [SourcedRun] {
    var runs: [SourcedRun] = []
    for entry in try PageFile(path).entries {
      let request = try options.applied(to: entry.request, scenario: scenario)
      try request.check()
      let (name, recording) = (entry.recording.name, entry.recording)
      try locating("\(path): \(name)") {
        let run = try request.run(of: recording.recording, origin: recording.origin)
        runs.append(SourcedRun(name: name, run: run, replayed: (recording, request)))
        let isAsThere = request.pageLines == entry.request.pageLines
        if isAsThere, SHA256.hexadecimal(of: run.frameText()) != entry.framesDigest {
          printError(
            "\(path): the frames of \(name) differ from those in the page, which flickbook "
              + "\(recording.version) made; this is \(flickbookVersion).")
        }
      }
    }
    return runs
  }

  private func replayed(
    _ path: String, _ request: ReplayRequest, name: String? = nil, within root: String? = nil
  ) throws -> SourcedRun {
    let activity = ActivityLine("replaying the recording")
    defer { activity.end() }
    let loaded = try source.recording(at: path, as: request.deviceKind, within: root)
    try options.check(on: loaded.recording, request, at: path)
    let run = try locating(path) { try loaded.run(request) }
    let name = name ?? shownName(of: inputName(path))
    // A page cannot run a program under test, so the page only shows the run.
    guard request.subject == nil else { return SourcedRun(name: name, run: run) }
    return SourcedRun(
      name: name, run: run, replayed: (PageRecording(name: name, loaded), request), path: path)
  }
}

/// Returns `runs` with a number after each repeated name, so that the names in pages and pictures are unique.
func distinctlyNamed(_ runs: [SourcedRun]) -> [SourcedRun] {
  var named = runs
  for (index, name) in numberedNames(runs.map(\.name)).enumerated() { named[index].name = name }
  return named
}

/// Returns the names without the folders that all names have in common, so that they are short but still distinct.
func distinctNames(_ names: [String]) -> [String] {
  guard names.count > 1 else { return names }
  var parts = names.map { $0.split(separator: "/").map(String.init) }
  while let first = parts[0].first, parts.allSatisfy({ $0.count > 1 && $0[0] == first }) {
    for index in parts.indices { parts[index].removeFirst() }
  }
  return parts.map { $0.joined(separator: "/") }
}

/// Returns whether `path` is a run directory.
func isRun(_ path: String) -> Bool { kindOfFile(at: "\(path)/run.json").exists }
