import ArgumentParser
import Flickbook

struct ObserveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "observe",
    abstract: """
      Compare the motion of other software with a scenario, and store this motion as a run; or read a motion from a video.
      """,
    discussion: HelpDetail.text(
      """
      The table has a row for each observed frame, with the time and the position of the surface; it is \
      comma-separated, with a line of column names, or JSON lines. A column named 'position' contains the vertical position. \
      --recording is the recording that drove the software. The motion is compared with a replay of this recording \
      through the scenario. The run that -o stores takes everything except the motion from this replay.

      The two motions are aligned by a time shift of at most one frame plus the lag of --within. The output lists each \
      stage: the drag, the velocity at the release (if the table has velocities), the position of rest, the path \
      after the release, and the time to rest. The exit status is 1 if a stage differs by more than its tolerance.
      """,
      details: """
        With -o, the observed motion is stored as a run, which 'diff', 'plot' and 'view' read like any other run.

        --video makes a table from a screen recording. The command follows an edge of the surface, which is a step of \
        brightness across the region. It writes the position of the edge in each frame, with the standard error of the \
        position. Frames that only repeat the picture of a moving surface are left out. Without -o, the table is written \
        to standard output.
        """,
      example: """
        flickbook observe gtk.csv --recording flick.yml --scenario scroll -o a
        flickbook plot a -o a.svg
        flickbook observe --video clip.mp4 --pixels-per-point 3 -o sheet.csv
        """,
      readOn: "docs/proofs.md"))

  @Argument(help: "The table; - is standard input.", completion: .file())
  var table: String?

  @Option(
    help: "The recording that drove the software, or a case or a run of this recording.",
    completion: .file())
  var recording: String?

  @OptionGroup(title: "Video options") var filming: VideoOptions

  @OptionGroup(title: "Table options") var reading: ObservationOptions

  @Option(help: .detail("The observed software, such as \"GTK 4.8.3\"; stored in the run."))
  var software: String?

  @Option(help: .detail("The day of the observation, such as 2026-11-20; stored in the run."))
  var date: String?

  @Option(
    help: .detail(
      "The clock of the software: driven (by the test) or wall (real time); stored in the run.")
  )
  var clock: String?

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The run directory to write; with --video, the table.", completion: .file())
  var output: String?

  @Flag(
    help: .detail(
      """
      Store the table in the case that --recording names, as CASE/observed/NAME.csv; 'flickbook test' then \
      compares the case with this table.
      """))
  var keep = false

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions
  @OptionGroup var stages: StageOptions

  @Flag(help: "Print the comparison, or the report about the video, as JSON.")
  var json = false

  /// Returns the path at which `--keep` stores the table.
  private func checkedPlace(of table: String, in recording: String) throws -> String {
    try require(
      isCase(recording), at: "--keep", "\(recording) is not a case",
      "name the folder of a case with --recording")
    try require(
      table != "-", at: "--keep", "a table from standard input has no name", "name a file")
    let place = "\(recording)/observed/\(stem(of: table)).csv"
    try writing.check(file: place)
    return place
  }

  func run() throws {
    if let video = filming.video { return try makeTable(of: video) }
    try filming.checkUnused()
    guard let table else {
      throw Failure(
        .usage, at: "flickbook observe", "no table was given",
        "name a table, or a video with --video")
    }
    guard let recording else {
      throw Failure(
        .usage, at: "flickbook observe", "no recording was given",
        "name the recording that drove the software with --recording")
    }
    try compare(table, recording)
  }

  /// The clock that `--clock` names; nil if the option was not given.
  private func knownClock() throws -> ObservationSource.Clock? {
    try clock.map { try checked("--clock", $0) }
  }

  private func compare(_ table: String, _ recording: String) throws {
    if output == nil, !keep { try writing.checkUnused() }
    let kept = try keep ? checkedPlace(of: table, in: recording) : nil
    if let output {
      try writing.check(nameOfRun: output)
      try writing.check(run: output)
    }
    let known = try knownClock()
    let tolerance = try stages.tolerance()
    try source.check([recording])
    if let output, table.hasPrefix(output + "/") {
      throw Failure(
        .usage, at: "--output", "\(output) contains the table", "name another directory")
    }
    let models = try source.runs(at: recording)
    guard models.count == 1, let model = models.first else {
      throw Failure(
        .usage, at: "--recording", "found \(models.count) recordings in \(recording)", "name one")
    }
    try require(
      !model.run.isObserved && !model.run.frames.isEmpty, at: "--recording",
      "\(recording) is not the replay of a recording",
      "name a recording, a case or a run")
    let (observed, placed) = try reading.observation(
      of: table,
      changing: { source in
        source.software = software ?? source.software
        source.date = date ?? source.date
        source.clock = known ?? source.clock
      }, touchedAs: model.run)
    if let output {
      let readers = writing.readers(of: [table, recording] + source.files)
      try writing.write(observed, to: output, readers: readers)
    }
    if let kept {
      try makeFolder(at: folder(of: kept))
      try writing.write(Array(placed.text.utf8), to: kept, madeFrom: [table, recording])
      printError(
        "\(kept): kept; 'flickbook test \(shellQuoted(recording))' compares it with the case")
    }
    try show(StageComparison(model.run, with: observed, within: tolerance), json: json)
  }

  /// Writes the table of the motion in a video.
  private func makeTable(of video: String) throws {
    let known = try knownClock()
    try checkVideoOptions()
    let reading = try filming.reading(of: video)
    if let output, isSameFile(video, output) {
      throw Failure(.usage, at: output, "this is the video", "give another name")
    }
    try writing.check(file: output)
    let report = try reading.report()
    let source = ObservationSource(software: software ?? "", date: date ?? "", clock: known)
    let table = report.table(of: source)
    if let warning = report.warning { printError(warning) }
    guard let output else {
      print(table, terminator: "")
      for line in report.lines { printError("\(video): \(line)") }
      return
    }
    try writing.write(Array(table.utf8), to: output, madeFrom: [video])
    show(
      report.report + [.note("\(output): \(count(report.rows.count, "row"))")], json: json)
  }

  /// Throws if an option is given that has no effect with `--video`.
  private func checkVideoOptions() throws {
    let comparing: [(String, Bool)] = [
      ("--recording", recording != nil), ("--keep", keep), ("--within", !stages.within.isEmpty),
      ("--scenario", source.scenario != nil),
    ]
    let option =
      comparing.first(where: \.1)?.0 ?? reading.given ?? source.options.given ?? source.source.given
    if option == "--axis" {
      throw Failure(
        .usage, at: "--axis", "this option describes a device",
        "name the axis of a video with --along")
    }
    if let option {
      throw Failure(
        .usage, at: option, "a video becomes a table first",
        "leave this option out, and give it to 'flickbook observe TABLE'")
    }
    if let table {
      throw Failure(
        .usage, at: table, "found a table and --video",
        "leave one of them out, or name the output with -o")
    }
    guard output == nil, json else { return }
    throw Failure(
      .usage, at: "--json", "the table is written to standard output", "name a file for it with -o")
  }
}
