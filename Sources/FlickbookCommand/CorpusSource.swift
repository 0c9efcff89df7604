import ArgumentParser
import Flickbook
import WorkerThreads

/// A recording that the user names, directly or by its folder, with its replay request.
struct GivenRecording: Sendable {
  /// The name of the recording in reports.
  var name: String
  var path: String
  /// The folder in which the recording was found; nil if the user names the recording itself.
  ///
  /// A recording outside this folder is not read.
  var root: String?
  /// The replay request; nil if neither the options nor a case define how to replay the recording.
  var request: ReplayRequest?
}

/// Returns the recordings in `paths`, in the order of the paths and without repetition.
///
/// The number of files in the folders that are not recordings is printed on standard error. Nothing is printed if there
/// is no recording at all, because the error of the command then names the folders.
///
/// - Parameters:
///   - paths: Recordings, and folders of recordings and cases.
///   - plain: The request for recordings that belong to no case; nil if it is not known.
///   - isIgnored: Whether a file in a folder is left out without a message.
///   - ofCase: Returns the request for the recording of a case; nil leaves the case out.
/// - Returns: The recordings.
/// - Throws: ``Failure`` if a path does not exist or a folder cannot be read, and the errors of `ofCase`.
func givenRecordings(
  in paths: [String], plain: ReplayRequest?, ignoring isIgnored: (String) -> Bool = { _ in false },
  _ ofCase: (RecordingCase) throws -> ReplayRequest?
) throws -> [GivenRecording] {
  var given: [GivenRecording] = []
  var passedOver: [String] = []
  for path in paths {
    guard path == "-" || kindOfFile(at: path).exists else {
      throw FileError.missing(path: path)
    }
    guard kindOfFile(at: path).isFolder else {
      given.append(GivenRecording(name: path, path: path, request: plain))
      continue
    }
    let folder = try corpusFolder(at: path)
    passedOver += folder.passedOver.filter { !isIgnored($0) }
    for found in folder.recordings where !isIgnored(found.path) {
      var request = plain
      if let known = found.ofCase {
        guard let own = try ofCase(known) else { continue }
        request = own
      }
      given.append(
        GivenRecording(name: found.name, path: found.path, root: path, request: request))
    }
  }
  if let first = passedOver.first, !given.isEmpty {
    let more = passedOver.count > 1 ? ": \(first) and others" : ": \(first)"
    printError("\(count(passedOver.count, "file")) without a recording left out\(more).")
  }
  var seen: Set<String> = []
  return given.filter { seen.insert($0.path).inserted }
}

/// Returns the recordings that have an intent and a request, in the given order.
///
/// The number of the other recordings is printed on standard error.
///
/// - Parameters:
///   - given: The names and requests of the recordings.
///   - recordings: The recordings, in the order of `given`.
///   - place: The study or the paths that name the recordings, for the message of an error.
/// - Returns: The labelled recordings.
/// - Throws: ``Failure`` if no recording is labelled.
func labelledRecordings(
  _ given: [GivenRecording], _ recordings: [Recording], of place: String
) throws -> [LabelledRecording] {
  var labelled: [LabelledRecording] = []
  var unlabelled: [GivenRecording] = []
  for (known, recording) in zip(given, recordings) {
    let found = known.request.flatMap {
      LabelledRecording(name: known.name, recording: recording, request: $0)
    }
    if let found { labelled.append(found) } else { unlabelled.append(known) }
  }
  let first = unlabelled.first
  guard !labelled.isEmpty else {
    let scenario = first?.request?.scenario ?? "sheet"
    throw Failure(
      .badInput, at: place, "found no recording with an intent",
      "add an intent with 'flickbook corpus label \(shellQuoted(first?.path ?? "PATH")) "
        + "--scenario \(scenario) --intent TARGET'")
  }
  if let first {
    printError(
      "\(count(unlabelled.count, "recording")) without an intent left out, such as \(first.path); label them "
        + "with 'flickbook corpus label'.")
  }
  return labelled
}

extension [GivenRecording] {
  /// Returns the result of `read` for each recording, in their order; the recordings are read in parallel.
  func read<Value: Sendable, Problem: Error>(
    _ read: @escaping @Sendable (GivenRecording) throws(Problem) -> Value
  ) throws(Problem) -> [Value] {
    let line = ProgressLine("recordings", of: count)
    defer { line.clear() }
    return try parallelResults(of: self, progress: line.show, read)
  }
}

/// The arguments and options that name recordings: files, folders of recordings, and folders of cases.
///
/// `Options` are the options that change how the command replays a recording.
struct CorpusSource<Options: RequestOptions>: ParsableArguments {
  @OptionGroup(title: OptionTitle.scenario) var named: ScenarioOption
  @OptionGroup(title: Options.title) var options: Options
  @OptionGroup(title: OptionTitle.device, visibility: .detail) var source: SourceOptions

  var scenario: String? { named.scenario }

  /// Returns the recordings in `paths`, in the order of the paths and without repetition.
  ///
  /// Cases of another scenario are left out. The number of files in the folders that are not recordings is printed on
  /// standard error.
  func recordings(in paths: [String]) throws -> [GivenRecording] {
    try givenRecordings(in: paths, plain: try plainRequest()) { ofCase in
      let request = try request(of: ofCase)
      return scenario == nil || scenario == request.scenario ? request : nil
    }
  }

  /// Returns the recordings in `paths`, as ``recordings(in:)`` does.
  ///
  /// - Throws: ``Failure`` if no recording is found.
  func someRecordings(in paths: [String]) throws -> [GivenRecording] {
    let given = try recordings(in: paths)
    try require(
      !given.isEmpty, .noInput, at: "\(paths.joined(separator: " "))", "no recording found",
      "give another folder")
    return given
  }

  /// Returns the request for recordings that belong to no case; nil if no option defines the scenario.
  func plainRequest() throws -> ReplayRequest? {
    guard
      scenario != nil || options.config != nil || options.subject != nil
        || options.preset.map(isPresetFile) == true
    else { return nil }
    return try options.request(scenario: scenario)
  }

  /// Returns the request of a case; the options override the settings of the case.
  func request(of ofCase: RecordingCase) throws -> ReplayRequest {
    try options.applied(to: try ofCase.replayRequest(), scenario: nil)
  }
}

/// Rejects an intent that is not a target of a request.
///
/// - Parameters:
///   - intent: The intent, as given by the user.
///   - request: The request.
///   - scenario: The name of the scenario for the message.
///   - path: The file that contains the intent; nil if an option gave the intent.
/// - Throws: ``Failure`` if the intent is not a target.
func checkIntent(
  _ intent: String, of request: ReplayRequest, called scenario: String, at path: String? = nil
) throws {
  let fault = fault(ofIntent: intent, among: try request.targets(), of: scenario)
  guard let fault else { return }
  throw Failure(path == nil ? .usage : .badInput, "\(path ?? "--intent"): \(fault)")
}

/// A progress line on standard error, which is redrawn about a hundred times in total, and only on a terminal.
struct ProgressLine {
  private let what: String
  private let total: Int

  /// Creates the line for `total` items; `what` is their name in the plural, such as "recordings".
  init(_ what: String, of total: Int) {
    self.what = what
    self.total = total
  }

  /// Shows that `done` items are done; does nothing for totals below 100, which take too little time for a line.
  func show(_ done: Int) {
    guard total >= 100, done % (total / 100) == 0 else { return }
    printProgress("\(done) of \(total) \(what)")
  }

  /// Removes the line.
  func clear() { printProgress("") }
}
