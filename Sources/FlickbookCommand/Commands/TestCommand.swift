import ArgumentParser
import Flickbook

/// The options that select cases.
struct CaseOptions: ParsableArguments {
  @Argument(
    help: "Cases, or folders of cases. (default: Recordings)", completion: .file())
  var paths: [String] = []

  @Option(
    help: """
      Only cases whose name contains this text; repeat the option to select more cases.
      """)
  var filter: [String] = []

  /// Returns the selected cases, without repetition.
  func cases() throws -> [RecordingCase] { try chosenCases().cases }

  /// Returns the selected cases, together with the arguments that select them.
  func chosenCases() throws -> ChosenCases {
    var chosen = try allCases()
    guard !filter.isEmpty else { return chosen }
    for word in filter where !chosen.cases.contains(where: { $0.name.contains(word) }) {
      throw Failure(
        .noInput, at: "--filter", "no case has '\(word)' in its name", "leave out this filter")
    }
    chosen.cases.removeAll { known in !filter.contains { known.name.contains($0) } }
    return chosen
  }

  private func allCases() throws -> ChosenCases {
    var chosen = ChosenCases(paths: paths, filters: filter)
    var seen: Set<[UInt64]> = []
    guard !paths.isEmpty || kindOfFile(at: "Recordings").exists else {
      throw Failure(
        .noInput, at: "Recordings", "there is no such folder here, and no other folder is given",
        "create a case with 'flickbook case new RECORDING --scenario sheet', or name a folder with cases"
      )
    }
    for path in paths.isEmpty ? ["Recordings"] : paths {
      let found = try recordingCases(in: path)
      for folder in try foldersLikeCases(in: path) {
        chosen.caseLikeFolders.append(folder)
        printError("\(folder): \(CaseResults.missingCaseFileWarning)")
      }
      guard !found.isEmpty else {
        throw Failure(
          .noInput, at: path, "found no case",
          "a case is a folder with recording.yml and case.yml, create one with "
            + "'flickbook synth flick --case sheet/flick'"
        )
      }
      chosen.cases += found.filter {
        identity(ofFolder: $0.folder).map { seen.insert($0).inserted } ?? true
      }
    }
    return chosen
  }
}

/// The selected cases of a command, and the arguments that select them.
struct ChosenCases {
  var cases: [RecordingCase] = []
  /// Folders below the given paths that contain the files of a case except `case.yml`.
  var caseLikeFolders: [String] = []
  /// The given paths; empty if they were left out.
  let paths: [String]
  /// The texts of `--filter`.
  let filters: [String]

  /// Creates an empty selection for these arguments.
  init(paths: [String], filters: [String]) { (self.paths, self.filters) = (paths, filters) }

  /// The given paths and filters as shell words, each with a space after it; empty if all cases are selected.
  var typed: String { typed(paths) }

  /// Returns `paths` and the filters as shell words, each with a space after it.
  func typed(_ paths: [String]) -> String {
    (paths.map(shellQuoted) + filters.map { "--filter \(shellQuoted($0))" }).map { "\($0) " }
      .joined()
  }
}

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Replay cases, and compare the results with their expected runs.",
    discussion: HelpDetail.text(
      """
      The exit status is 0 if every case passes, and 1 if a case differs, is new or fails, or if its \
      expected run is incomplete or was modified.

      Changed cases are reported in groups, one for each cause. A cause is the smallest set of settings \
      that makes the change, or the stage of the program that works differently (the reading of the \
      touches, the velocity, the decision or the motion). 'flickbook explain WORD' explains a word in \
      the report. 'flickbook review' shows one group after another; 'flickbook accept --group ID' \
      accepts a group.

      A file of a case may name a program or a web page of your own ('subject'). Such programs run only if you add \
      --allow-subjects, which every command has. If the run of a page, or of a program with its own clock, differs from \
      the expected run, the run is repeated. The case passes if the difference is within the spread of these runs.
      """,
      details: """
        By default, no file is written. --pending stores the current run of each changed case in \
        CASE/pending, next to CASE/expected, so that you can compare the two folders with any tool. The \
        folder is removed when the case is accepted, is rejected in 'flickbook review', or passes a test \
        with --pending.

        --config replays the cases with additional settings, for example from 'flickbook tune STUDY.yml \
        --write'; the differences then show the effect of these settings. If the file names a scenario, \
        only cases of this scenario are tested.

        --report writes one page with all changes, in the same groups. The page plays the new runs over the \
        expected runs. Tick the groups or cases whose new runs are right, and the page shows the 'flickbook accept' \
        command for them. The page contains the recordings, so 'flickbook replay' also reads the page.

        An expected run stores the margin of each decision: how far the release was from another decision. A passing \
        case gives a warning if a margin has shrunk to half, or is below the limit that case.yml sets, for example \
        with 'margin: 5' (in points; 1 pt counts as much as 10 pt/s).

        CASE/observed can have tables with the motion of other software under the same recording. The run must then \
        also agree with these tables, stage by stage, as in 'flickbook observe'. 'observed: {target: 5, lag: 0.02}' in \
        case.yml sets the largest accepted differences. If tables are named NAME.run1.csv, NAME.run2.csv and so on, the \
        run must agree with one of them.

        The tolerance of numbers ('tolerance: 0.01') is taken from --config, else from case.yml, else from the \
        nearest cases.yml in a folder above the case; the default is 0.001 pt. The limit of margins is set in \
        the same places. A case with 'fails: why' in its case.yml is known to differ: it passes as long as it \
        differs, and fails when it no longer does.
        """,
      example: """
        flickbook test Recordings/sheet
        flickbook test --config best.yml
        flickbook test --report changes.html --force
        flickbook test --junit results.xml --github
        """,
      readOn: "docs/first-test.md"))

  @OptionGroup var selection: CaseOptions

  @Option(
    help: "A YAML file with settings to try; the keys are those of a case.yml.", completion: .file()
  )
  var config: String?

  @Option(
    help: .detail(
      """
      Also replay the cases at these frame rates, such as 60,120, and require the same decisions.
      """))
  var hz: String?

  @Flag(
    help: .detail(
      """
      Print the margin of each decision, smallest first. A margin is the change of position or velocity at the \
      release that leads to another decision.
      """))
  var margins = false

  @Flag(help: "List every case of a group, not only the first few.")
  var all = false

  @Flag(help: "Store the current runs of changed cases in CASE/pending, next to CASE/expected.")
  var pending = false

  @Flag(help: "Stop at the first case that does not pass.")
  var failFast = false

  @Option(help: .detail("The number of cases to replay at a time. (default: 8)"))
  var jobs: Int?

  @OptionGroup var reports: CaseReportOptions

  @Flag(help: "Print one line of JSON for each case.")
  var json = false

  func run() throws {
    let results = try reports.hidingCommands { try tested() }
    if reports.github { for line in results.githubAnnotations { print(line) } }
    if !results.areAllPassed { throw ExitCode.differences }
  }

  /// Tests the cases, and prints or writes all requested reports except the annotations for GitHub.
  private func tested() throws -> CaseResults {
    var chosen = try selection.chosenCases()
    let tried = try config.map { path in
      let file = try requestFile(at: path)
      chosen.cases = try Self.cases(chosen.cases, of: file, at: path)
      return file
    }
    try reports.check(isJSON: json)
    let results = try CaseResults(
      of: chosen, trying: tried, from: config, atRates: rates(),
      jobs: jobs.map { try checked("--jobs", $0, 1...1_000, "a number") },
      includesMargins: margins,
      stopsAtFirst: failFast)
    if json {
      for result in results.all { printJSON(result.report(in: results.group(of: result)).fields) }
    } else if reports.tap {
      print(results.tapText)
    } else if reports.junit != "-" {
      for text in results.explanations(listsAll: all) { say(drawn: text) }
      if margins { say(results.narrowest(all ? .max : 10)) }
      say(results.summary)
      if results.leftOut > 0 {
        say("stopped after the first failure; \(count(results.leftOut, "case")) not tested")
      }
    }
    try reports.write(results, trying: tried, from: config)
    if pending { try results.keepPending() }
    return results
  }

  private func rates() throws -> [FrameRate] {
    guard let hz else { return [] }
    var rates: [FrameRate] = []
    for word in hz.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Double(word), FrameRate.range.contains(number) else {
        throw Failure(
          .usage, at: "--hz", "found '\(word)'", "give numbers from 1 to 1000, such as 60,120")
      }
      rates.append(FrameRate(framesPerSecond: number))
    }
    return rates
  }

  /// Returns the cases whose scenario is the scenario of a file of settings; all cases if the file names no scenario.
  private static func cases(
    _ cases: [RecordingCase], of file: RequestFile, at path: String
  ) throws -> [RecordingCase] {
    guard let scenario = file.scenario else { return cases }
    var own: [RecordingCase] = []
    for known in cases {
      do {
        if try known.request().request.scenario == scenario { own.append(known) }
      } catch {
        // Keep unreadable cases, because their errors are reported when they are replayed.
        own.append(known)
      }
    }
    guard !own.isEmpty else {
      throw Failure(
        .noInput, at: path, "found no case of \(scenario)", "name other folders, or other settings")
    }
    if own.count < cases.count {
      printError("\(count(cases.count - own.count, "case")) of other scenarios left out.")
    }
    return own
  }
}

extension FieldChange {
  /// The names of the frame fields that only one run has.
  var report: Report { [.known("newFields", new), .known("goneFields", gone)] }
}

extension RunDifference {
  /// The fields of the difference in JSON.
  var report: Report {
    [
      .known("runs", runs > 1 ? runs : nil),
      .data("stage", stage.rawValue), .data("location", location), .data("field", field),
      .data("expected", expected), .data("actual", actual), .data("divergence", divergence),
      .data("greatest", LogValue.fields(greatest)),
    ]
  }
}
