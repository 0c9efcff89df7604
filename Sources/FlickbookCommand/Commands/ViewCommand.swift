import ArgumentParser
import Flickbook
import FramePictures
import LivePage
import PageEngine

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Make a page that plays, explains and replays runs, side by side and frame by frame.",
    discussion: """
      The page is one file that works without a network. With recordings and cases it holds these and \
      what they are replayed through, and the engine of this command, so that other settings can be \
      tried in it; 'flickbook replay' reads them back from it.

      Example: flickbook view run-before run-after -o runs.html
               flickbook view Recordings/sheet/* -o sheet.html
               flickbook view flick.yml --scenario pip --preset wave -o flick.html
      """)

  @Argument(
    help: "Run directories, folders of cases, recordings, and pages with recordings.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "Where to write the page; - is standard output.",
    completion: .file())
  var output: String

  @OptionGroup var writing: OutputOptions

  @Flag(help: "Leave the engine out: the page only plays.")
  var noEngine = false

  func run() throws {
    guard !paths.isEmpty else {
      throw Failure(
        .usage,
        "flickbook view: nothing was given; name run directories, cases or recordings.")
    }
    guard output == "-" || [".html", ".htm"].contains(where: output.hasSuffix) else {
      throw Failure(
        .usage,
        "\(output): a page is HTML; give a name that ends in .html. 'flickbook plot' draws pictures."
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
        "flickbook view: the engine of a page knows the bundled scenarios alone, so runs of "
          + "\(unknown.sorted().joined(separator: ", ")) are only played.")
    }
    let isPlayedOnly =
      noEngine || viewed.allSatisfy { $0.replayed == nil || !$0.isKnownToEngine }
    let engine = isPlayedOnly ? [] : pageEngine
    if engine.isEmpty, !isPlayedOnly {
      printError(
        "flickbook view: this build has no engine for pages, so the page only plays; "
          + "build it with scripts/build-page-engine, and this command anew.")
    }
    return htmlPlayer(
      of: viewed.map(\.run), names: viewed.map(\.name), sceneries: viewed.map(\.run.scenery),
      recorded: viewed.map(\.recorded), engine: engine)
  }
}

extension SourcedRun {
  /// Whether the engine of a page can replay it.
  fileprivate var isKnownToEngine: Bool {
    replayed.map { ScenarioKind.isBundled($0.request.scenario) } ?? true
  }

  /// What the page replays it from.
  fileprivate var recorded: RecordedRun? {
    replayed.map { RecordedRun($0.recording, $0.request, path: path) }
  }
}
