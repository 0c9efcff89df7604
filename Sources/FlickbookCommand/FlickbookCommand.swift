import ArgumentParser
import Flickbook
import Glibc

struct FlickbookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flickbook",
    abstract: "Record touch gestures and replay them through the physics of an interface.",
    discussion: """
      A recording of a touchpad or touchscreen goes in; what a sheet or a Picture-in-Picture \
      window would have done with the gesture comes out, the same to the last bit every time.

      First steps:
        flickbook synth flick -o flick.yml
        flickbook replay flick.yml --scenario sheet
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Record",
        subcommands: [
          RecordCommand.self, DevicesCommand.self, SynthCommand.self, InspectCommand.self,
          ConvertCommand.self, TrimCommand.self, SplitCommand.self,
        ]),
      CommandGroup(
        name: "Replay and test",
        subcommands: [
          ReplayCommand.self, TestCommand.self, ReviewCommand.self, AcceptCommand.self,
          ViewCommand.self, PlotCommand.self, DiffCommand.self, CaseCommand.self,
        ]),
      CommandGroup(
        name: "Tune",
        subcommands: [
          TuneCommand.self, WhyCommand.self, CorpusCommand.self, WorkerCommand.self,
        ]),
      CommandGroup(
        name: "Explain",
        subcommands: [
          ExplainCommand.self, ScenarioCommand.self, PresetCommand.self, PolicyCommand.self,
          VelocityCommand.self, SpringCommand.self, DecayCommand.self, EasingCommand.self,
        ]),
    ])

  /// Does what the process was called with, and ends it when that went wrong.
  ///
  /// It stays on the thread that the process began with: others cannot be had everywhere, and few commands
  /// need them.
  @MainActor
  static func run(with scenarios: [any Scenario.Type]) async {
    // A file that grows larger than the system allows is then an error, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try register(scenarios)
      let arguments = arguments
      try suggestCommand(arguments)
      try refuseEmptyNames(arguments)
      var command = try parseAsRoot(arguments)
      do {
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch let status as ExitCode {
        try finishResults()
        throw status
      }
      try finishResults()
    } catch let failure as Failure {
      end(with: failure)
    } catch {
      end(with: error)
    }
  }

  /// The words after the command's own name; a path in them may have any bytes but 0.
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        pathPart(
          of: UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:)))
      }
    }
  }

  private static func register(_ scenarios: [any Scenario.Type]) throws(Failure) {
    do throws(RegistrationError) { try ScenarioKind.register(scenarios) } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// Prints what the parser has to say, which may be the help that was asked for, and ends with its status.
  ///
  /// `exit(withError:)` would neither notice that the help cannot be written nor escape what was typed.
  private static func end(with error: any Error) -> Never {
    let status = exitCode(for: error)
    guard status.isSuccess else {
      let found = message(for: error)
      guard !found.isEmpty else { Glibc.exit(status.rawValue) }
      // The last line of the whole message names the help to look at.
      let advice = fullMessage(for: error).split(separator: "\n").last ?? ""
      let end = found.last.map { ".?!".contains($0) } == true ? "" : "."
      printError("Error: \(found)\(end) \(advice.trimmingPrefix { $0 == " " })")
      Glibc.exit(status.rawValue)
    }
    say(fullMessage(for: error))
    do throws(Failure) { try finishResults() } catch { end(with: error) }
    Glibc.exit(status.rawValue)
  }

  private static func end(with failure: Failure) -> Never {
    printError(failure.description)
    Glibc.exit(failure.status.rawValue)
  }

  /// Refuses an empty word where the name of a file should be.
  ///
  /// A variable of a script that was never set leaves such a word. What is empty behind another option than
  /// that for the output is the option's business.
  private static func refuseEmptyNames(_ arguments: [String]) throws(Failure) {
    for (index, word) in arguments.enumerated() {
      let before = index > 0 ? arguments[index - 1] : ""
      let isOutput = ["-o", "--output"].contains(before) && word.isEmpty || word == "--output="
      guard isOutput || word.isEmpty && !before.hasPrefix("-") else { continue }
      throw Failure(
        .usage,
        "\(isOutput ? (word.isEmpty ? before : "--output") : "flickbook"): found '' where "
          + "\(isOutput ? "the output" : "a file") should be named; "
          + "give a name, and see whether a variable is empty.")
    }
  }

  /// Suggests the nearest command for a word that is none, which the parser does for options alone.
  private static func suggestCommand(_ arguments: [String]) throws(Failure) {
    var words = arguments[...]
    if words.first == "help" { words.removeFirst() }
    var command: any ParsableCommand.Type = self
    var path = "flickbook"
    while let word = words.popFirst(), !word.hasPrefix("-") {
      let inner = command.configuration.subcommands
      guard !inner.isEmpty, word != "help" || path != "flickbook" else { return }
      guard let next = inner.first(where: { $0._commandName == word }) else {
        throw Failure(
          .usage,
          "\(path): there is no command '\(excerpt(of: word))'; "
            + (suggestion(for: word, among: inner).map { "did you mean '\(path) \($0)'?" }
              ?? "'\(path) --help' lists them."))
      }
      command = next
      path += " \(word)"
    }
  }

  /// The command of `commands` that `word` may mean, or the one of theirs that has exactly this name.
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
