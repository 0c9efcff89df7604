import ArgumentParser
import Flickbook

struct ObserveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "observe",
    abstract: "Compare the motion of other software with a scenario, and store it as a run.",
    discussion: """
      The table has a row for each observed frame, with the time and the position of the surface; it is \
      comma-separated, with a line of column names, or JSON lines. --recording is the recording that drove the \
      software, and the scenario is the model with which the motion is compared: its touches, its axes and its \
      pictures. A column 'position' is the vertical position.

      The motions are aligned by a time shift of at most one frame and the lag of --within. The output lists each \
      stage: the drag, the velocity at the release (if the table has velocities), the position of rest, the path \
      after the release, and the time to rest. The exit status is 1 if a stage differs by more than its tolerance.

      With -o, the observed motion is stored as a run, with which 'diff', 'plot' and 'view' work as with any other run.

      Example: flickbook observe gtk.csv --recording flick.yml --scenario scroll --scale -1 --software "GTK 4.8.3" -o gtk
               flickbook plot gtk -o gtk.svg
      """)

  @Argument(help: "The table; - is standard input.", completion: .file())
  var table: String

  @Option(
    help: "The recording that drove the software, or a case or a run of this recording.",
    completion: .file())
  var recording: String

  @OptionGroup(title: "Table options") var reading: ObservationOptions

  @Option(help: "The observed software, such as \"GTK 4.8.3\"; stored in the run.")
  var software: String?

  @Option(help: "The day of the observation, such as 2026-11-20; stored in the run.")
  var date: String?

  @Option(
    help: "The clock of the software, stored in the run: driven by the test, or wall for real time."
  )
  var clock: String?

  @OptionGroup var source: RunSource

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: "The run directory to write.", completion: .file())
  var output: String?

  @Flag(
    help: """
      Store the table in the case that --recording names, as CASE/observed/NAME.csv; 'flickbook test' then \
      compares the case with it.
      """)
  var keep = false

  @OptionGroup var writing: OutputOptions
  @OptionGroup var stages: StageOptions

  @Flag(help: "Print the comparison as JSON.")
  var json = false

  /// Returns the path at which `--keep` stores the table.
  private func checkedPlace() throws(Failure) -> String {
    guard kindOfFile(at: "\(recording)/case.yml").exists else {
      throw Failure(
        .usage, "--keep: \(recording) is not a case; name the folder of a case with --recording.")
    }
    guard table != "-" else {
      throw Failure(.usage, "--keep: a table from standard input has no name; name a file.")
    }
    let name = table.split(separator: "/").last.map(String.init) ?? table
    let place = "\(recording)/observed/\(name.dropLast(ending(of: name).count + 1)).csv"
    try writing.check(file: place)
    return place
  }

  func run() throws {
    if output == nil, !keep { try writing.checkUnused() }
    let kept = try keep ? checkedPlace() : nil
    if let output {
      try writing.check(nameOfRun: output)
      try writing.check(run: output)
    }
    let known = clock.flatMap { ObservationSource.Clock(rawValue: $0) }
    if let clock, known == nil {
      throw Failure(
        .usage, "--clock: found '\(excerpt(of: clock))'; give one of driven, wall.")
    }
    let tolerance = try stages.tolerance()
    try source.check([recording])
    if let output, table.hasPrefix(output + "/") {
      throw Failure(.usage, "--output: \(output) contains the table; name another directory.")
    }
    let models = try source.runs(at: recording)
    guard models.count == 1, let model = models.first else {
      throw Failure(
        .usage, "--recording: found \(models.count) recordings in \(recording); name one.")
    }
    guard !model.run.isObserved, !model.run.frames.isEmpty else {
      throw Failure(
        .usage,
        "--recording: \(recording) is not the replay of a recording; name a recording, a case or a run."
      )
    }
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
      try orFail { () throws(FileError) in try makeFolder(at: folder(of: kept)) }
      try writing.write(Array(placed.text.utf8), to: kept, madeFrom: [table, recording])
      printError(
        "\(kept): kept; 'flickbook test \(shellQuoted(recording))' compares it with the case")
    }
    try show(StageComparison(model.run, with: observed, within: tolerance), json: json)
  }
}
