import ArgumentParser
import Flickbook
import FramePictures
import LivePage

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay recordings through a scenario, and show the resulting motion.",
    discussion: HelpDetail.text(
      """
      The output lists the decisions and draws the motion of each run. With -o, the run is also written \
      as a directory with run.json, frames.jsonl and events.jsonl; for several recordings, the directory \
      holds one run directory for each. 'flickbook explain WORD' explains any word in the output, any \
      field of the files, and any estimator.
      """,
      example: """
        flickbook replay flick.yml --scenario sheet --set start=half -o run
        """,
      readOn: "docs/first-test.md"))

  @Argument(
    help: """
      Recordings from libinput record, evemu, evtest, getevent, libinput debug-events and others (- is standard \
      input), \
      cases with their settings, or pages of 'flickbook view' with recordings in them.
      """, completion: .file())
  var files: [String] = []

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The run directory to write.", completion: .file()
  )
  var output: String?

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Replay touches on this device as they happen, until Ctrl-C; 'auto' picks the only device.",
      valueName: "device"))
  var live: String?

  @Option(
    help: .detail("With --live: the file to save the recording to.", valueName: "file"),
    completion: .file())
  var record: String?

  @Option(help: .detail("With --live: stop after this many seconds.", valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Print one line of JSON for each run, with its summary.")
  var json = false

  @Flag(help: "Print no picture.")
  var noPicture = false

  private var scenario: String? { source.scenario }
  private var options: ReplayOptions { source.options }

  func run() throws {
    if output == nil { try writing.checkUnused() }
    if let live { return try follow(live) }
    try require(
      record == nil && duration == nil, at: "flickbook replay", "found --record or --duration",
      "add --live DEVICE")
    try require(
      !files.isEmpty, at: "flickbook replay", "no recording was given", "name one or more files")
    // Recordings outside pages and cases need --scenario, because only pages and cases name a scenario.
    let alone = files.filter { !PageFile.isPage($0) && !kindOfFile(at: $0).isFolder }
    if !alone.isEmpty {
      _ = try options.request(scenario: scenario, of: alone, readBy: source.source)
    }
    let names = try runDirectories()
    try processEach(
      Array(zip(files, names)), at: "flickbook replay", problem: "recordings failed"
    ) { try replay($0, $1) }
  }

  /// Replays a recording, a case, all cases in a folder or all recordings in a page.
  private func replay(_ file: String, _ directory: String?) throws {
    try require(
      !isRun(file), at: file, "this is a run already",
      "name its recording, or draw the run with 'flickbook plot'")
    let runs = try source.runs(at: file)
    for found in runs {
      let place = runs.count == 1 ? "" : "/" + found.name.replacing("/", with: "-")
      let directory = directory.map { "\($0)\(place)" }
      if let directory {
        try writing.check(run: directory)
        let readers = writing.readers(of: [file] + source.files)
        try writing.write(found.run, to: directory, readers: readers)
      }
      let isNamed = runs.count == 1 && !PageFile.isPage(file)
      report(
        found.run, try across(found.replayed?.request, found.run),
        try missingGesture(of: found),
        of: isNamed ? file : found.name, directory: directory)
    }
  }

  private func follow(_ device: String) throws {
    try require(
      files.isEmpty && duration.map({ $0 > 0 && $0.isFinite }) ?? true,
      at: "flickbook replay --live",
      "found recordings, or a --duration that is not above 0",
      "leave out the recordings, and give seconds above 0")
    let later = [
      ("--at", !options.model.commands.isEmpty), ("--pan", options["pan"] != nil),
      ("--subject", options.subject != nil),
      (source.source.given ?? "", source.source.given != nil),
    ]
    if let option = later.first(where: \.1)?.0 {
      throw Failure(
        .usage, at: option, "found with --live",
        "save the recording with --record FILE, and replay the file with \(option)")
    }
    if let record { try writing.check(recording: record) }
    if let output {
      try writing.check(nameOfRun: output)
      try writing.check(run: output)
    }
    let options = options
    let request = try options.request(scenario: scenario)
    let session = LiveSession(
      device: device, recordingPath: record, duration: duration.map { Seconds($0) },
      check: { description in
        try options.check(on: description, request, at: device)
      })
    let run = try session.run(of: request)
    if let output {
      // Without --record, only the owner may read the run: it shows the gesture, so it is as private as a recording.
      let readers = writing.share ? Readers.everyone : record.map { Readers(ofAll: [$0]) } ?? .owner
      try writing.write(run, to: output, readers: readers)
    }
    report(run, try across(request, run), of: record ?? device, directory: output)
  }

  /// Returns the last pan that moved mainly across the axis of the surface; nil without such a pan or a request.
  private func across(_ request: ReplayRequest?, _ run: Run) throws -> PanAcross? {
    try request?.panAcross(in: run)
  }

  /// Returns the reason why libinput recognizes no pan in a recording.
  ///
  /// Nil if the run has a pan, or if it lacks pans for a reason other than libinput.
  private func missingGesture(of found: SourcedRun) throws -> ReplayError? {
    guard let replayed = found.replayed, !found.run.events.contains(where: { $0.kind == .panBegan })
    else { return nil }
    return try replayed.request.missingGesture(in: replayed.recording.recording)
  }

  private func report(
    _ run: Run, _ across: PanAcross?, _ missing: ReplayError? = nil, of file: String,
    directory: String?
  ) {
    if json { return reportJSON(run, of: file, directory: directory) }
    let report = RunReport(name: inputName(file), run: run, across: across, missing: missing).text
    let last = directory.map { "  run: \(singleLine($0))" }
    let shown = noPicture ? "" : picture(of: run, with: "\(report)\n\(last ?? "")")
    say(report, drawn: shown, last: last)
  }

  private func reportJSON(_ run: Run, of file: String, directory: String?) {
    printJSON(
      [LogField("recording", .text(file)), LogField("run", directory.map(LogValue.text) ?? .none)]
        + run.summary().logFields(framesDigest: SHA256.hexadecimal(of: run.frameText())))
  }

  /// Returns the run directory of each recording: the output directory, or its subdirectories if there are several
  /// recordings.
  private func runDirectories() throws -> [String?] {
    guard let output else { return files.map { _ in nil } }
    try require(
      !output.isEmpty && output != "-", at: "-o", "found '\(output)'",
      "give a name for the run directory")
    try writing.check(nameOfRun: output)
    guard files.count > 1 else { return [output] }
    try require(
      !kindOfFile(at: "\(output)/run.json").exists, .inputOutput, at: output,
      "this is a run directory, which cannot hold several runs",
      "give another name")
    for depth in 1...3 {
      let names = files.map { runName(of: $0, depth: depth) }
      if Set(names).count == names.count { return names.map { "\(output)/\($0)" } }
    }
    throw Failure(
      .usage, at: "-o \(output)", "several recordings have the same name", "replay them one by one")
  }

  /// Returns the last `depth` components of the path of a recording, without its extension.
  private func runName(of file: String, depth: Int) -> String {
    guard file != "-" else { return "standard-input" }
    var parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }.suffix(depth)
    guard let last = parts.popLast() else { return "run" }
    return (parts.map(String.init) + [stem(of: String(last))]).joined(separator: "-")
  }
}
