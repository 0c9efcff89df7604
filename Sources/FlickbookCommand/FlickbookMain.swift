import CSystemCalls
public import Flickbook
import FramePictures
import StudyFiles

/// The whole command, for a program of one's own that knows scenarios of one's own.
///
/// The file `main.swift` of an executable target is all that it takes:
///
/// ```swift
/// import FlickbookCommand
/// import Shelves
///
/// await FlickbookMain(scenarios: [ShelfScenario.self]).run()
/// ```
///
/// Every subcommand then knows the scenario `shelf` as it knows the bundled ones: `replay`, `test`, `case`,
/// `tune`, `why` and all others. What a message calls `flickbook` is that program. Only a
/// page of `view` or `test --report` shows runs of such a scenario as they were recorded, without
/// replaying them, because the engine in it has the bundled scenarios alone.
public struct FlickbookMain: Sendable {
  private let scenarios: [any Scenario.Type]

  /// Creates the command.
  ///
  /// - Parameter scenarios: The scenarios that it knows besides the bundled ones, in the order in which
  ///   they are listed after those.
  public init(scenarios: [any Scenario.Type] = []) { self.scenarios = scenarios }

  /// Does what the process was called with.
  ///
  /// Returns when that went well. Otherwise the process ends here, with the exit status that the command
  /// has for it; with 64, before anything is done, when the name of a scenario is taken or is no word.
  @MainActor
  public func run() async { await FlickbookCommand.run(with: scenarios) }
}

/// What `flickbook --version` says: the version, the commit it was built from where that is known, and
/// which files it writes, by their schemas.
var versionText: String {
  let commit = String(cString: flickbook_commit())
  let built = commit.isEmpty ? "" : " (commit \(commit.prefix(12)))"
  return """
    \(flickbookVersion)\(built)
    writes \(Run.schema) and \(pageSchema),
    recordings as libinput record version \(libinputRecordVersion) with flickbook schema \(recordingSchema),
    and of studies \(StudyFile.kind) and \(JournalHeader.kind)
    """
}
