import ArgumentParser
import CSystemCalls
import Flickbook
import Glibc
import Subjects

struct FlickbookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flickbook",
    abstract: "Record touch gestures and replay them through the physics of an interface.",
    discussion: """
      The input is a recording of a touchpad or touchscreen. The output is how a sheet, a \
      Picture-in-Picture window or another surface would have moved, bit-identical every time.

      First steps, with a synthetic gesture and the model of a sheet:
        flickbook synth flick -o flick.yml
        flickbook replay flick.yml --scenario sheet

      Then test your own code, as docs/first-app.md shows:
        flickbook subject adapter javascript -o .
        flickbook subject check "node sheet.mjs"
        flickbook case new flick.yml --subject "node sheet.mjs" --because right
        flickbook test --allow-subjects
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Record",
        subcommands: [
          RecordCommand.self, PlayCommand.self, DevicesCommand.self, SynthCommand.self,
          InspectCommand.self, ConvertCommand.self, TrimCommand.self, SplitCommand.self,
        ]),
      CommandGroup(
        name: "Replay and test",
        subcommands: [
          ReplayCommand.self, TestCommand.self, ReviewCommand.self, AcceptCommand.self,
          ViewCommand.self, PlotCommand.self, DiffCommand.self, CaseCommand.self,
          SubjectCommand.self,
        ]),
      CommandGroup(
        name: "Tune and export",
        subcommands: [
          TuneCommand.self, WhyCommand.self, CorpusCommand.self, ExportCommand.self,
          WorkerCommand.self,
        ]),
      CommandGroup(
        name: "Measure other software", subcommands: [ObserveCommand.self, FitCommand.self]),
      CommandGroup(
        name: "Explain",
        subcommands: [
          ExplainCommand.self, ScenarioCommand.self, PresetCommand.self, RuleCommand.self,
          VelocityCommand.self, MotionCommand.self,
        ]),
    ])

  /// Runs the command with the arguments of the process, and exits the process on failure.
  static func run(for program: FlickbookMain) {
    // Ignore the signal for files above the size limit: writing then fails with an error, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    flickbook_unblock_end_signals()
    do {
      try checkMemoryLimit()
      try register(program)
      var arguments = arguments
      allowSubjects(&arguments)
      _ = try named(by: arguments)
      try refuseEmptyNames(arguments)
      var command = try parseAsRoot(arguments)
      var status: ExitCode?
      do { try command.run() } catch let error as ExitCode { status = error }
      try finishResults()
      try refuseRuleFailures()
      if let status { throw status }
    } catch { end(with: error) }
  }

  /// The arguments after the name of the program; a path in them may contain any bytes except 0.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        pathPart(
          of: UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
      }
    }
  }

  /// Handles `--allow-subjects`, which every command has.
  private static func allowSubjects(_ arguments: inout [String]) {
    let options = arguments.prefix { $0 != "--" }
    guard let index = options.firstIndex(of: "--allow-subjects") else { return }
    arguments.remove(at: index)
    allowPrograms()
  }

  /// Throws if this process may use too little memory, because a failed allocation would end it without a message.
  ///
  /// We chose 128 MiB because a test of 79 cases trapped with 50 MB and passed with 80 MB.
  private static func checkMemoryLimit() throws {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      limit.rlim_cur < 128 << 20
    else { return }
    throw Failure(
      .usage, at: "flickbook", "found a limit of \(limit.rlim_cur >> 20) MiB for its memory",
      "raise it to at least 128 MiB with 'ulimit -v'")
  }

  private static func register(_ program: FlickbookMain) throws {
    try ScenarioKind.register(program.scenarios)
    try ReleaseRule.register(program.rules)
    try Estimator.register(program.estimators)
  }

  /// Throws if a registered release rule gave no valid answer, because the results then do not show its behaviour.
  private static func refuseRuleFailures() throws {
    let failures = ReleaseRule.takeFailures()
    guard !failures.isEmpty else { return }
    throw Failure(.badInput, failures.map(\.description).joined(separator: "\n"))
  }

  /// Prints the message of an error, and exits with its status; the message of the parser may be the requested help.
  ///
  /// The parser's own `exit(withError:)` is not used, because it does not report a failure to write the help, and does
  /// not escape control characters in the arguments.
  private static func end(with error: any Error) -> Never {
    if let failure = Failure(error) {
      printError(failure.description)
      Glibc.exit(failure.status.rawValue)
    }
    let status = exitCode(for: error)
    guard status.isSuccess else {
      let found = withSuggestion(message(for: error), for: arguments)
      guard !found.isEmpty else { Glibc.exit(status.rawValue) }
      // Append the last line of the full message, which names the help command.
      let advice = fullMessage(for: error).split(separator: "\n").last ?? ""
      let end = found.last.map { ".?!".contains($0) } == true ? "" : "."
      printError("Error: \(found)\(end) \(advice.trimmingPrefix { $0 == " " })")
      Glibc.exit(status.rawValue)
    }
    say(fullMessage(for: error) + hiddenOptionsHint)
    do { try finishResults() } catch { end(with: error) }
    Glibc.exit(status.rawValue)
  }

  /// Throws if a file name is empty, which usually comes from an unset variable of a script.
  ///
  /// Only the value of the output option is checked here, because all other options check their values themselves.
  private static func refuseEmptyNames(_ arguments: [String]) throws {
    for (index, word) in arguments.enumerated() {
      let before = index > 0 ? arguments[index - 1] : ""
      let isOutput = ["-o", "--output"].contains(before) && word.isEmpty || word == "--output="
      guard isOutput || word.isEmpty && !before.hasPrefix("-") else { continue }
      throw Failure(
        .usage, at: "\(isOutput ? (word.isEmpty ? before : "--output") : "flickbook")",
        "found '' where \(isOutput ? "the output" : "a file") should be named",
        "give a name, and check whether a variable is empty")
    }
  }

  /// The last line of the help if the help leaves out options; otherwise empty.
  private static var hiddenOptionsHint: String {
    guard HelpDetail.isBrief, let (command, path) = try? named(by: arguments),
      helpMessage(for: command) != helpMessage(for: command, includeHidden: true)
    else { return "" }
    return "\n  See '\(path) --help-hidden' for all options."
  }

  /// Returns the command that the arguments name, and the words that name it.
  ///
  /// - Throws: ``Failure`` for an unknown command, with the most similar one; the parser suggests only options.
  static func named(
    by arguments: [String]
  ) throws -> (command: any ParsableCommand.Type, path: String) {
    var words = arguments[...]
    if words.first == "help" { words.removeFirst() }
    var command: any ParsableCommand.Type = self
    var path = "flickbook"
    while let word = words.popFirst(), !word.hasPrefix("-") {
      let inner = command.configuration.subcommands
      guard !inner.isEmpty, word != "help" || path != "flickbook" else { break }
      guard let next = inner.first(where: { $0._commandName == word }) else {
        let near = suggestion(for: word, among: inner)
        throw Failure(
          .usage,
          "\(path): there is no command '\(excerpt(of: word))'; "
            + (near.map { "did you mean '\(path) \($0)'?" } ?? "'\(path) --help' lists them."))
      }
      command = next
      path += " \(word)"
    }
    return (command, path)
  }

  /// Returns the suggestion for an unknown word: a subcommand of one of `commands` with exactly this name, or else the
  /// command with the most similar name.
  private static func suggestion(
    for word: String, among commands: [any ParsableCommand.Type]
  ) -> String? {
    let family = commands.first { command in
      command.configuration.subcommands.contains { $0._commandName == word }
    }
    if let family { return "\(family._commandName) \(word)" }
    return nearestName(to: word, in: commands.map { $0._commandName })
  }
}
