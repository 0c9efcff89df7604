import ArgumentParser
import Flickbook

/// A recording that the command line names, directly or by its folder, with its replay request.
struct GivenRecording {
  /// The name of the recording in reports.
  var name: String
  /// The path of the file.
  var path: String
  /// The folder in which the recording was found; nil if the command line names the recording itself.
  ///
  /// A recording outside this folder is not read.
  var root: String?
  /// The replay request; nil if neither the options nor a case define how to replay the recording.
  var request: ReplayRequest?
  /// Whether the recording belongs to a case, whose `case.yml` defines how to replay it.
  var isCase = false
}

/// The arguments and options that name recordings: files, folders of recordings, and folders of cases.
///
/// `Options` are the options that change how the command replays a recording.
struct CorpusSource<Options: RequestOptions>: ParsableArguments {
  @OptionGroup(title: OptionTitle.scenario) var named: ScenarioOption
  @OptionGroup(title: Options.title) var options: Options
  @OptionGroup(title: OptionTitle.device) var source: SourceOptions

  var scenario: String? { named.scenario }

  /// Returns the recordings in `paths`, in the order of the paths and without repetition.
  ///
  /// Cases of another scenario are left out. The number of files in the folders that are not recordings is printed on
  /// standard error.
  func recordings(in paths: [String]) throws(Failure) -> [GivenRecording] {
    var given: [GivenRecording] = []
    var passedOver: [String] = []
    let plain = try plainRequest()
    for path in paths {
      guard path == "-" || kindOfFile(at: path).exists else {
        throw Failure(FileError.missing(path: path))
      }
      guard kindOfFile(at: path).isFolder else {
        given.append(GivenRecording(name: path, path: path, request: plain))
        continue
      }
      let folder = try orFail { () throws(FileError) in try corpusFolder(at: path) }
      passedOver += folder.passedOver
      for found in folder.recordings {
        guard let ofCase = found.ofCase else {
          given.append(
            GivenRecording(name: found.name, path: found.path, root: path, request: plain))
          continue
        }
        let request = try request(of: ofCase)
        if let scenario, request.scenario != scenario { continue }
        given.append(
          GivenRecording(
            name: found.name, path: found.path, root: path, request: request, isCase: true))
      }
    }
    if let first = passedOver.first {
      let more = passedOver.count > 1 ? ": \(first) and others" : ": \(first)"
      printError("\(count(passedOver.count, "file")) without a recording left out\(more).")
    }
    var seen: Set<String> = []
    return given.filter { seen.insert($0.path).inserted }
  }

  /// Returns the request for recordings that belong to no case; nil if no option defines the scenario.
  private func plainRequest() throws(Failure) -> ReplayRequest? {
    guard
      scenario != nil || options.config != nil || options.subject != nil
        || options.preset.map(isPresetFile) == true
    else { return nil }
    return try options.request(scenario: scenario)
  }

  /// Returns the request of a case; the options override the settings of the case.
  func request(of ofCase: RecordingCase) throws(Failure) -> ReplayRequest {
    let request: ReplayRequest
    do throws(CaseError) { request = try ofCase.request().request } catch { throw Failure(error) }
    return try options.applied(to: request, scenario: nil)
  }

  /// Returns the possible intents of each recording; nil for a recording without a request.
  func targets(of given: [GivenRecording]) throws(Failure) -> [[String]?] {
    // Compute the targets of recordings without a case only once, because they share one request, and there may be
    // thousands.
    let plain = try plainRequest().map { request throws(Failure) in try targetNames(of: request) }
    var targets: [[String]?] = []
    for recording in given {
      guard recording.isCase, let request = recording.request else {
        targets.append(recording.request == nil ? nil : plain)
        continue
      }
      targets.append(try targetNames(of: request))
    }
    return targets
  }
}

/// Returns the names of the targets of a request, which are the possible intents.
func targetNames(of request: ReplayRequest) throws(Failure) -> [String] {
  do throws(SettingError) { return try request.targets() } catch { throw Failure(error) }
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
) throws(Failure) {
  let fault = fault(ofIntent: intent, among: try targetNames(of: request), of: scenario)
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
    guard Terminal.isError, total >= 100, done % (total / 100) == 0 else { return }
    printProgress("\(done) of \(total) \(what)")
  }

  /// Removes the line.
  func clear() {
    if Terminal.isError { printProgress("") }
  }
}
