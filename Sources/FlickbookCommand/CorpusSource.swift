import ArgumentParser
import Flickbook

/// A recording that a command is given, alone or in a folder, with what it is replayed through.
struct GivenRecording {
  /// What it is called.
  var name: String
  /// Its path.
  var path: String
  /// The folder that it was found in, which it must not lead out of; nil if it was named itself.
  var root: String?
  /// What it is replayed through; nil where nobody said.
  var request: ReplayRequest?
  /// Whether it is the recording of a case, which says itself how it is replayed.
  var isCase = false
}

/// The recordings of the command line: files, folders of them, and folders with cases.
///
/// `Options` are those that change what the command does with a recording.
struct CorpusSource<Options: RequestOptions>: ParsableArguments {
  @Option(
    help: "What to replay recordings through; cases say it themselves.", completion: .scenarios)
  var scenario: String?

  @OptionGroup var options: Options
  @OptionGroup var source: SourceOptions

  /// The recordings in `paths`, in their order, each once; cases of another scenario are left out.
  ///
  /// Files in folders that are no recordings are counted on standard error.
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
      let more = passedOver.count > 1 ? ", \(first) and others" : ", \(first)"
      printError("\(count(passedOver.count, "file")) that begin like no recording left out\(more).")
    }
    var seen: Set<String> = []
    return given.filter { seen.insert($0.path).inserted }
  }

  /// What recordings that lie alone are replayed through; nil when nobody says.
  private func plainRequest() throws(Failure) -> ReplayRequest? {
    guard scenario != nil || options.config != nil || options.preset.map(isPresetFile) == true
    else { return nil }
    return try options.request(scenario: scenario)
  }

  /// How a case is replayed, with the options on top.
  func request(of ofCase: RecordingCase) throws(Failure) -> ReplayRequest {
    let request: ReplayRequest
    do throws(CaseError) { request = try ofCase.request().request } catch { throw Failure(error) }
    return try options.applied(to: request, scenario: nil)
  }

  /// The names that a hand may mean in each of the recordings; nil where nobody says how it is replayed.
  func targets(of given: [GivenRecording]) throws(Failure) -> [[String]?] {
    // Those that lie alone are all replayed in one way, and there may be thousands of them.
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

/// The names that a hand may mean with a request.
func targetNames(of request: ReplayRequest) throws(Failure) -> [String] {
  do throws(SettingError) { return try request.targets() } catch { throw Failure(error) }
}

/// Refuses an intent that is no target of a request.
///
/// - Parameters:
///   - intent: The intent, as it was given.
///   - request: The request.
///   - scenario: What has the targets, in words.
///   - path: The file that says the intent; nil for an option.
/// - Throws: ``Failure`` when it is none.
func checkIntent(
  _ intent: String, of request: ReplayRequest, called scenario: String, at path: String? = nil
) throws(Failure) {
  let fault = fault(ofIntent: intent, among: try targetNames(of: request), of: scenario)
  guard let fault else { return }
  throw Failure(path == nil ? .usage : .badInput, "\(path ?? "--intent"): \(fault)")
}

/// A line of progress on standard error, where that is a terminal, drawn a hundred times in all.
struct ProgressLine {
  private let what: String
  private let total: Int

  /// Creates the line for a total of `what`.
  init(_ what: String, of total: Int) {
    self.what = what
    self.total = total
  }

  /// Shows that `done` are done.
  func show(_ done: Int) {
    guard Terminal.isError, total >= 100, done % (total / 100) == 0 else { return }
    printProgress("\(done) of \(total) \(what)")
  }

  /// Removes the line.
  func clear() {
    if Terminal.isError { printProgress("") }
  }
}
