import ArgumentParser
import Flickbook

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs, and show where, in which stage and how far they differ.",
    discussion: HelpDetail.text(
      """
      The exit status is 0 if the runs are equal or differ within the tolerance, and 1 otherwise. If a \
      run was modified after it was written, a warning is printed on standard error, and the run is compared anyway.

      With --against, a case is compared stage by stage with a replay of its recording through a model. The output shows \
      where the motion of your own software ('flickbook replay --subject') begins to differ from the model.
      """,
      details: """
        Runs at different frame rates are compared at the times of the frames of the lower rate. If the other run has \
        no frame at such a time, every value between those of its two nearest frames counts as equal.

        If one of the runs is observed motion of other software ('flickbook observe'), or ACTUAL is a table of such \
        motion, the runs are compared stage by stage, with the tolerances of --within.
        """,
      example: """
        flickbook diff run-before run-after
        flickbook diff Recordings/subject/flick --against vaul
        flickbook diff run app.csv --column y=scrollTop --scale -1
        """,
      readOn: "docs/run-format.md"))

  @Argument(
    help: "The expected run: a run directory, or a case with an expected run.", completion: .file())
  var expected: String

  @Argument(
    help: "The run directory, or the table of observed motion, to compare with the expected run.",
    completion: .file())
  var actual: String?

  @Option(
    help: """
      The model to compare the case with: a preset, such as vaul or sheet:vaul, or a YAML file with settings.
      """, completion: .presets)
  var against: String?

  @OptionGroup(title: OptionTitle.observed) var reading: ObservationOptions
  @OptionGroup(title: OptionTitle.observed) var stages: StageOptions

  @Option(
    parsing: .unconditional,
    help: "The largest accepted difference of a number, in the unit of the number. (default: 0.001)"
  )
  var tolerance: Double?

  @Flag(help: "Print the difference as JSON.")
  var json = false

  func run() throws {
    let limit = tolerance ?? 0.001
    try require(
      limit >= 0 && limit.isFinite, at: "--tolerance", "found \(plain(limit))",
      "give a number of 0 or more")
    if let against {
      try require(
        actual == nil && tolerance == nil, at: "--against",
        "found with \(actual == nil ? "--tolerance" : "two runs")",
        "name only a case")
      return try show(
        StageComparison.ofCase(at: expected, with: against, within: stages.tolerance()), json: json)
    }
    guard let other = actual else {
      throw Failure(
        .usage, at: "flickbook diff", "found one run", "name two runs, or add --against PRESET")
    }
    let (expected, actual) = (runPath(named: expected), runPath(named: other))
    if let comparison = try StageComparison.ofRuns(
      expected, actual, reading, within: stages.tolerance())
    {
      try require(
        tolerance == nil, at: "--tolerance", "observed motion is compared by stage",
        "use --within instead")
      return try show(comparison, json: json)
    }
    if let option = reading.given ?? (stages.within.isEmpty ? nil : "--within") {
      throw Failure(.usage, at: option, "neither run is observed motion", "leave the option out")
    }
    let found = try RunDifferenceReport(of: expected, and: actual, within: limit)
    show(found.report, json: json)
    if found.isDifferent { throw ExitCode.differences }
  }
}
