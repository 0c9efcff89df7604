import ArgumentParser
import Flickbook
import FramePictures
import LivePage

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Makes a page that plays, explains and replays runs, side by side and frame by frame.",
    discussion: """
      The page is one file that works without a network. With recordings and cases it holds these and \
      what they are replayed through, and the engine of this command, so that other settings can be \
      tried in it; 'flickbook replay' reads them back from it.

      Example: flickbook view run-before run-after -o runs.html
               flickbook view Recordings/sheet/* -o sheet.html
               flickbook view flick.yml --scenario pip --preset wave -o flick.html
      """)

  @Argument(help: "Run directories, folders of cases, and recordings.")
  var paths: [String] = []

  @Option(help: "What to replay recordings through, such as sheet or pip.")
  var scenario: String?

  @OptionGroup var options: ReplayOptions
  @OptionGroup var source: SourceOptions

  @Option(name: [.customShort("o"), .long], help: "Where to write the page; - is standard output.")
  var output: String

  @OptionGroup var writing: OutputOptions

  @Flag(help: "Leaves the engine out: the page only plays.")
  var noEngine = false

  func run() throws {
    guard !paths.isEmpty else {
      throw Failure(
        .usage,
        "flickbook view: nothing was given; name run directories, cases or recordings.")
    }
    try writing.check(file: output)
    var viewed: [ViewedRun] = []
    for path in paths { viewed += try runs(at: path) }
    let engine = noEngine || viewed.allSatisfy { $0.recorded == nil } ? [] : pageEngine
    if engine.isEmpty, !noEngine, viewed.contains(where: { $0.recorded != nil }) {
      printError(
        "flickbook view: this build has no engine for pages, so the page only plays; "
          + "build it with scripts/build-page-engine, and this command anew.")
    }
    let page = htmlPlayer(
      of: viewed.map(\.run), names: viewed.map(\.name), sceneries: viewed.map(\.run.scenery),
      recorded: viewed.map(\.recorded), engine: engine)
    try writing.write(Array(page.utf8), to: output)
    if output != "-" { print("\(output): \(count(viewed.count, "run"))") }
  }

  /// The run in a directory, those of the cases in a folder, or that of a recording.
  private func runs(at path: String) throws(Failure) -> [ViewedRun] {
    guard path == "-" || kindOfFile(at: path).exists else {
      throw Failure(FileError.missing(path: path))
    }
    guard path != "-", kindOfFile(at: path).isFolder else {
      return [try replayed(path, try options.request(scenario: scenario))]
    }
    if kindOfFile(at: "\(path)/run.json").exists {
      return [ViewedRun(name: path, run: try wholeRun(at: path))]
    }
    let cases = try orFail { () throws(FileError) in try recordingCases(in: path) }
    guard !cases.isEmpty else {
      throw Failure(
        .noInput,
        "\(path): neither a run nor a case is in it; name a run directory, a case or a recording.")
    }
    var viewed: [ViewedRun] = []
    for recordingCase in cases {
      let request: ReplayRequest
      do throws(CaseError) { request = try recordingCase.request().request } catch {
        throw Failure(error)
      }
      viewed.append(
        try replayed(
          recordingCase.recordingPath, try options.applied(to: request, scenario: scenario),
          name: recordingCase.name))
    }
    return viewed
  }

  private func replayed(
    _ path: String, _ request: ReplayRequest, name: String? = nil
  ) throws(Failure) -> ViewedRun {
    let loaded = try source.recording(at: path)
    let run: Run
    do throws(ReplayError) { run = try loaded.run(request) } catch {
      throw Failure(error, path: path)
    }
    let name = name ?? (path == "-" ? "standard input" : path)
    let recording = PageRecording(
      name: name, recording: loaded.recording, file: loaded.fileName, digest: loaded.digest,
      version: flickbookVersion)
    return ViewedRun(
      name: name, run: run,
      recorded: RecordedRun(recording: recording.lines, request: request.pageLines))
  }
}

/// A run for a page, with what it is replayed from where that is known.
private struct ViewedRun {
  var name: String
  var run: Run
  var recorded: RecordedRun?
}
