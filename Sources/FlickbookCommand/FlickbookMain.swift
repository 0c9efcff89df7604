import CSystemCalls
public import Flickbook
import FramePictures
import StudyFiles

/// The complete `flickbook` command, for programs with their own scenarios, release rules and estimators.
///
/// The file `main.swift` of an executable target needs only these lines:
///
/// ```swift
/// import FlickbookCommand
/// import Shelves
///
/// FlickbookMain(scenarios: [ShelfScenario.self]).run()
/// ```
///
/// Every subcommand, such as `replay`, `test`, `case`, `tune` and `why`, then accepts the scenario `shelf` like a
/// bundled scenario. Messages still call the program `flickbook`. The pages of `view` and of `test --report` play the
/// runs of such a scenario but cannot replay them with other settings, because the engine of a page contains only the
/// bundled scenarios.
public struct FlickbookMain: Sendable {
  let scenarios: [any Scenario.Type]
  let rules: [RuleKind]
  let estimators: [EstimatorDescription]

  /// Creates the command.
  ///
  /// Your own scenarios, rules and estimators follow the bundled ones in all lists, in the given order.
  ///
  /// - Parameters:
  ///   - scenarios: The additional scenarios.
  ///   - rules: The additional release rules.
  ///   - estimators: The additional velocity estimators.
  public init(
    scenarios: [any Scenario.Type] = [], rules: [RuleKind] = [],
    estimators: [EstimatorDescription] = []
  ) {
    self.scenarios = scenarios
    self.rules = rules
    self.estimators = estimators
  }

  /// Runs the command with the arguments of the process.
  ///
  /// Returns on success. On failure, exits the process with the exit status of the command. If a
  /// scenario, rule or estimator has a name that is taken or is not a word, exits with status 64 and
  /// does not run the command.
  public func run() { FlickbookCommand.run(for: self) }
}

/// The output of `flickbook --version`.
///
/// The lines give the version, the commit of the build if it is known, and the schemas of the files that the command
/// writes.
var versionText: String {
  let commit = String(cString: flickbook_commit())
  let built = commit.isEmpty ? "" : " (commit \(commit.prefix(12)))"
  return """
    \(flickbookVersion)\(built)
    writes \(Run.schema) and \(pageSchema),
    recordings as libinput record version \(libinputRecordVersion) with flickbook schema \(recordingSchema),
    and study journals \(JournalHeader.kind) for \(StudyFile.kind)
    """
}
