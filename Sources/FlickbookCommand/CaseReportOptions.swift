import ArgumentParser
import Flickbook
import FramePictures
@preconcurrency import Glibc

/// The options for reports of tested cases: an HTML page, JUnit XML, TAP and GitHub annotations.
struct CaseReportOptions: ParsableArguments {
  @Option(help: "Write an HTML page of the changed cases to FILE.html.", completion: .file())
  var report: String?

  @Option(
    help: "Write the results as JUnit XML, for build servers, to this file.", completion: .file())
  var junit: String?

  @Flag(help: .detail("Print the results as TAP, version 13."))
  var tap = false

  @Flag(
    help: """
      Print annotations for GitHub workflows for all cases that do not pass, and append a summary to the \
      file named by GITHUB_STEP_SUMMARY.
      """)
  var github = false

  @OptionGroup(title: OptionTitle.output, visibility: .detail) var writing: OutputOptions

  /// Throws if the options contradict one another, or if a report cannot be written; call this before the replays.
  func check(isJSON: Bool) throws {
    if tap, isJSON {
      throw Failure(.usage, at: "--tap", "found together with --json", "give one of them")
    }
    if tap, github {
      throw Failure(
        .usage, at: "--tap", "found together with --github, which prints other lines",
        "give one of them")
    }
    if junit == "-", tap || isJSON || github {
      throw Failure(
        .usage, at: "--junit", "other results go to standard output already", "name a file")
    }
    if let report { try CaseReport.check(report, writing) }
    if let junit { try writing.check(file: junit) }
  }

  /// Runs `body`, and keeps GitHub from executing workflow commands in the output of `body`.
  ///
  /// GitHub searches every line of standard output and standard error for workflow commands, and the name of a file can
  /// contain a line that is a command. This method therefore stops the commands until it prints a random token, which
  /// the author of a file name cannot know.
  func hidingCommands<Result>(_ body: () throws -> Result) throws -> Result {
    guard github else { return try body() }
    var generator = SystemRandomNumberGenerator()
    let token = [generator.next(), generator.next()].map { String($0 as UInt64, radix: 16) }
      .joined()
    print("::stop-commands::\(token)")
    // Flush now, because standard error is not buffered, and its lines would otherwise come before this line.
    fflush(stdout)
    defer {
      print("::\(token)::")
      fflush(stdout)
    }
    return try body()
  }

  /// Writes the requested reports.
  func write(_ results: CaseResults) throws {
    let paths = results.all.map { $0.recordingCase.folder } + [results.config].compactMap { $0 }
    if let report {
      try CaseReport(
        of: results.all, trying: results.tried, from: results.config,
        acceptance: results.acceptance,
        summary: results.summary
      ).write(to: report, writing, madeFrom: paths)
    }
    if let junit {
      try writing.write(Array(results.junitText.utf8), to: junit, madeFrom: paths)
    }
    guard github, let path = environment("GITHUB_STEP_SUMMARY"), !path.isEmpty
    else { return }
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, writing.readers(of: paths).ofFile)
    try require(
      descriptor >= 0, .inputOutput, at: path,
      "the summary cannot be written: \(String(cString: strerror(errno)))",
      "unset GITHUB_STEP_SUMMARY")
    let (file, summary) = (fdopen(descriptor, "a"), Array(results.githubSummary.utf8))
    defer { fclose(file) }
    try require(
      fwrite(summary, 1, summary.count, file) == summary.count && fflush(file) == 0, .inputOutput,
      at: path, "the summary could not be written completely", "check the disk")
  }
}
