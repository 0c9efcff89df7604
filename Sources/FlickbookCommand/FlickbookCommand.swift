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
    subcommands: [
      DevicesCommand.self, RecordCommand.self, InspectCommand.self, ReplayCommand.self,
      TestCommand.self, ReviewCommand.self, AcceptCommand.self,
      CaseCommand.self, CoverageCommand.self, VerifyCommand.self,
      RepairCommand.self,
      DiffCommand.self, PlotCommand.self, ViewCommand.self, ConvertCommand.self, TrimCommand.self,
      SplitCommand.self,
      LabelCommand.self, CorpusCommand.self, TuneCommand.self, WhyCommand.self,
      WorkerCommand.self, ShardCommand.self, MergeCommand.self,
      SynthCommand.self,
      ScenarioCommand.self, PresetCommand.self, VelocityCommand.self, SpringCommand.self,
      DecayCommand.self, EasingCommand.self, PolicyCommand.self,
      CompareEnginesCommand.self, ExplainCommand.self,
    ])

  /// Does what the process was called with, and ends it when that went wrong.
  ///
  /// It stays on the thread that the process began with: others cannot be had everywhere, and few commands
  /// need them.
  @MainActor
  static func run(with scenarios: [any Scenario.Type]) async {
    endOnSignals()
    do {
      try register(scenarios)
      let arguments = try processArguments()
      try suggestCommand(arguments)
      try refuseEmptyNames(arguments)
      try refuseRepeatedOptions(arguments, of: Self.self)
      var command = try parseAsRoot(arguments)
      do {
        if var asynchronous = command as? any AsyncParsableCommand {
          try checkThreads()
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
      printError(failure.description)
      Glibc.exit(failure.status.rawValue)
    } catch {
      end(with: error)
    }
  }

  private static func register(_ scenarios: [any Scenario.Type]) throws(Failure) {
    do throws(RegistrationError) { try ScenarioKind.register(scenarios) } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// Refuses to go on where several threads cannot run: the system library that keeps them looks after
  /// them in `/proc`, and ends the process when it does not find them there.
  private static func checkThreads() throws(Failure) {
    guard access("/proc/self/stat", R_OK) == 0 else {
      throw Failure(
        .inputOutput,
        "/proc: it is not mounted here, and threads need it; mount -t proc proc /proc.")
    }
  }

  /// Says what an error has to say, which may be the help that was asked for, and ends with its status.
  ///
  /// `exit(withError:)` would not notice that the help could not be written.
  private static func end(with error: any Error) -> Never {
    let text = fullMessage(for: error)
    let status = exitCode(for: error)
    if text.isEmpty { Glibc.exit(status.rawValue) }
    guard status.isSuccess else {
      printError(refusal(error))
      Glibc.exit(status.rawValue)
    }
    say(text)
    do throws(Failure) { try finishResults() } catch {
      printError(error.description)
      Glibc.exit(error.status.rawValue)
    }
    Glibc.exit(status.rawValue)
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

  /// A word in the place of a command that is none gets the name of the nearest one in answer.
  private static func suggestCommand(_ arguments: [String]) throws(Failure) {
    var words = arguments[...]
    if words.first == "help" { words.removeFirst() }
    var command: any ParsableCommand.Type = self
    var path = "flickbook"
    while let word = words.first, !word.hasPrefix("-") {
      let inner = command.configuration.subcommands
      guard !inner.isEmpty, word != "help" || path != "flickbook" else { return }
      guard let next = inner.first(where: { $0._commandName == word }) else {
        let near = nearestName(to: word, in: inner.map { $0._commandName })
        throw Failure(
          .usage,
          "\(path): there is no command '\(excerpt(of: word))'; "
            + (near.map { "did you mean '\(path) \($0)'?" } ?? "'\(path) --help' lists them."))
      }
      command = next
      path += " \(word)"
      words.removeFirst()
    }
  }
}
