import ArgumentParser
import Flickbook
import FramePictures
import LivePage
import PageEngine
import PageServer

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract:
      "Make an HTML page that plays, explains and replays runs, frame by frame.",
    discussion: HelpDetail.text(
      """
      The page is one file that works without a network. For recordings and cases, the page contains \
      the recordings, their settings and the replay engine, so that you can try other settings in the \
      browser; 'flickbook replay' can read the recordings from the page.

      With --serve, the command serves the page over HTTP until Ctrl-C, for example for a phone. The \
      printed address works only for the first browser that opens it. The connection is not encrypted, \
      so use it only in a network that you trust. With --record-into, the page sends each drag to the \
      command, which saves it as a recording, touch-1.yml, touch-2.yml and so on; existing files are \
      never overwritten.
      """,
      example: """
        flickbook view run-before run-after -o runs.html
        flickbook view Recordings/sheet/* -o sheet.html
        flickbook view flick.yml --scenario pip --preset wave -o flick.html
        flickbook view flick.yml --scenario sheet --serve --record-into drags
        """,
      readOn: "docs/page.md"))

  @Argument(
    help: "Run directories, cases, folders of cases, recordings, or pages with recordings.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The page to write; - is standard output.",
    completion: .file())
  var output: String?

  @Option(
    defaultAsFlag: "127.0.0.1", parsing: .next,
    help: ArgumentHelp(
      """
      Serve the page at this IPv4 address instead of writing it; 0.0.0.0 means all addresses of this \
      machine. (default: 127.0.0.1 and a free port)
      """, valueName: "address[:port]"))
  var serve: String?

  @Option(
    help: ArgumentHelp(
      "With --serve: the folder in which to save the drags of the page as recordings.",
      valueName: "folder"),
    completion: .directory)
  var recordInto: String?

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  @Flag(help: .detail("Leave out the replay engine, so that the page can only play the runs."))
  var noEngine = false

  func run() throws {
    try require(
      !paths.isEmpty, at: "flickbook view", "no run was given",
      "name run directories, cases or recordings")
    switch try destination() {
    case .file(let output):
      try writing.check(file: output)
      let viewed = try viewedRuns()
      try writing.write(
        Array(page(of: viewed).utf8), to: output, madeFrom: paths + source.files)
      if output != "-" { say("\(singleLine(output)): \(count(viewed.count, "run"))") }
    case .server(let address):
      let recordings = try recordInto.map { folder in
        try ReceivedRecordings(in: folder, readers: writing.share ? .everyone : .owner)
      }
      let served = ServedPage(
        page: Array(page(of: try viewedRuns()).utf8),
        policy: playerPolicy(sendsRecordings: recordInto != nil), recordings: recordings)
      try served.serve(at: address)
    }
  }

  /// The destination of the page: a file, or the server that serves the page.
  private enum Destination {
    case file(String)
    case server(ServerAddress)
  }

  /// Returns the destination of the page, after checking that the options apply to this destination.
  private func destination() throws -> Destination {
    switch (output, serve) {
    case (nil, nil):
      throw Failure(
        .usage, at: "flickbook view", "no place for the page was given",
        "give -o FILE.html, or --serve")
    case (_?, _?):
      throw Failure(.usage, at: "--serve", "found with -o", "leave one of them out")
    case (let output?, nil):
      try require(
        recordInto == nil, at: "--record-into", "this option is for a served page", "add --serve")
      try require(
        output == "-" || [".html", ".htm"].contains(where: output.hasSuffix), at: output,
        "the page is HTML",
        "give a name that ends in .html. 'flickbook plot' draws pictures")
      return .file(output)
    case (nil, let serve?):
      guard let address = ServerAddress(serve) else {
        throw Failure(
          .usage, at: "--serve", "found '\(serve)'",
          "give an IPv4 address such as 192.168.1.20 or 0.0.0.0:8080, or put --serve after the recordings"
        )
      }
      try require(
        recordInto == nil || !noEngine, at: "--record-into", "a page without engine has no drags",
        "leave --no-engine out")
      try require(
        !writing.force, at: "--force", "a served page replaces no file", "leave --force out")
      try require(
        recordInto != nil || !writing.share, at: "--share", "no file is written",
        "add --record-into, or leave it out")
      return .server(address)
    }
  }

  /// The limit for the number of frames and events on a page.
  ///
  /// The limit is our choice; it keeps a page below 100 MB. Measured on x86-64 with 264,000 frames at 240 Hz and 33,000
  /// events: for `pip`, which moves along two axes, the page has 88 MB and takes 540 MB of memory to make; for `sheet`,
  /// 67 MB and 472 MB.
  private static let largestPage = 300_000

  private func viewedRuns() throws -> [SourcedRun] {
    var viewed: [SourcedRun] = []
    try source.check(paths)
    var size = 0
    for path in paths {
      let runs = try source.runs(at: path)
      for run in runs {
        size += run.run.frames.count + (run.replayed?.recording.recording.events.count ?? 0)
      }
      try require(
        size <= Self.largestPage, at: path,
        "the page would hold \(size) frames and events, but a page holds at most \(Self.largestPage)",
        "cut the recording with 'flickbook trim', or name fewer runs")
      viewed += runs
    }
    return distinctlyNamed(viewed)
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
      recorded: viewed.map(\.recorded), engine: engine,
      recordingsPath: recordInto.map { _ in PageServer.recordingsPath })
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
