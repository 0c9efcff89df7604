import ArgumentParser
import Flickbook
import FramePictures
import LivePage
import PageEngine

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Make an HTML page that plays, explains and replays runs, frame by frame.",
    discussion: """
      The page is one file that works without a network. For recordings and cases, the page contains \
      the recordings, their settings and the replay engine, so that you can try other settings in the \
      browser; 'flickbook replay' can read the recordings from the page.

      Example: flickbook view run-before run-after -o runs.html
               flickbook view Recordings/sheet/* -o sheet.html
               flickbook view flick.yml --scenario pip --preset wave -o flick.html
      """)

  @Argument(
    help: "Run directories, cases, folders of cases, recordings, or pages with recordings.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The page to write; - is standard output.",
    completion: .file())
  var output: String

  @OptionGroup var writing: OutputOptions

  @Flag(help: "Leave out the replay engine, so that the page can only play the runs.")
  var noEngine = false

  func run() throws {
    guard !paths.isEmpty else {
      throw Failure(
        .usage,
        "flickbook view: no run was given; name run directories, cases or recordings.")
    }
    guard output == "-" || [".html", ".htm"].contains(where: output.hasSuffix) else {
      throw Failure(
        .usage,
        "\(output): the page is HTML; give a name that ends in .html. 'flickbook plot' draws pictures."
      )
    }
    try writing.check(file: output)
    var viewed: [SourcedRun] = []
    try source.check(paths)
    for path in paths { viewed += try source.runs(at: path) }
    viewed = distinctlyNamed(viewed)
    try writing.write(
      Array(page(of: viewed).utf8), to: output, madeFrom: paths + source.files)
    if output != "-" { say("\(singleLine(output)): \(count(viewed.count, "run"))") }
  }

  private func page(of viewed: [SourcedRun]) -> String {
    let unknown = Set(
      viewed.filter { !$0.isKnownToEngine }.compactMap { $0.replayed?.request.scenario })
    if !noEngine, !unknown.isEmpty {
      printError(
        "flickbook view: the replay engine of a page has only the bundled scenarios, rules and "
          + "estimators, so the page can play but not replay runs of "
          + "\(unknown.sorted().joined(separator: ", ")).")
    }
    let isPlayedOnly =
      noEngine || viewed.allSatisfy { $0.replayed == nil || !$0.isKnownToEngine }
    let engine = isPlayedOnly ? [] : pageEngine
    if engine.isEmpty, !isPlayedOnly {
      printError(
        "flickbook view: this build has no replay engine for pages, so the page can only play; run "
          + "scripts/build-page-engine, and build this command again.")
    }
    return htmlPlayer(
      of: viewed.map(\.run), names: viewed.map(\.name), sceneries: viewed.map(\.run.scenery),
      recorded: viewed.map(\.recorded), engine: engine)
  }
}

extension SourcedRun {
  /// Whether the replay engine of a page contains the scenario of the run.
  fileprivate var isKnownToEngine: Bool {
    replayed?.request.isBundled ?? true
  }

  /// The recording and the settings from which the page replays the run; nil for a stored run.
  fileprivate var recorded: RecordedRun? {
    replayed.map { RecordedRun($0.recording, $0.request, path: path) }
  }
}
