import ArgumentParser
import Flickbook

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
      try chosen.keepCases(of: file, at: path)
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
    try reports.write(results)
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
}
