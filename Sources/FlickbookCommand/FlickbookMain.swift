import CSystemCalls
public import Flickbook
import FramePictures
import StudyFiles

/// The complete `flickbook` command, for programs with their own scenarios.
///
/// The file `main.swift` of an executable target needs only these lines:
///
/// ```swift
/// import FlickbookCommand
/// import Shelves
///
/// await FlickbookMain(scenarios: [ShelfScenario.self]).run()
/// ```
///
/// Every subcommand then accepts the scenario `shelf` like a bundled one: `replay`, `test`, `case`, `tune`,
/// `why` and all others. Messages still call the program `flickbook`. Pages of `view` and `test --report` show
/// the stored runs of such a scenario but cannot replay them, because the engine in a page has only the bundled
/// scenarios.
public struct FlickbookMain: Sendable {
  private let scenarios: [any Scenario.Type]

  /// Creates the command.
  ///
  /// - Parameter scenarios: Additional scenarios, listed in this order after the bundled ones.
  public init(scenarios: [any Scenario.Type] = []) { self.scenarios = scenarios }

  /// Runs the command with the arguments of the process.
  ///
  /// Returns on success. On failure, exits the process with the command's exit status. If the name of a
  /// scenario is taken or is not a word, exits with status 64 before running the command.
  @MainActor
  public func run() async { await FlickbookCommand.run(with: scenarios) }
}

/// The output of `flickbook --version`: the version, the commit of the build if it is known, and the schemas of
/// the files that the command writes.
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
