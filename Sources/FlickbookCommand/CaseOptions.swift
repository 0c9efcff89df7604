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
    try require(
      !paths.isEmpty || kindOfFile(at: "Recordings").exists, .noInput, at: "Recordings",
      "there is no such folder here, and no other folder is given",
      "create a case with 'flickbook case new RECORDING --scenario sheet', or name a folder with cases"
    )
    for path in paths.isEmpty ? ["Recordings"] : paths {
      let found = try recordingCases(in: path)
      for folder in try foldersLikeCases(in: path) {
        chosen.caseLikeFolders.append(folder)
        printError("\(folder): \(CaseResults.missingCaseFileWarning)")
      }
      try require(
        !found.isEmpty, .noInput, at: path, "found no case",
        "a case is a folder with recording.yml and case.yml, create one with "
          + "'flickbook synth flick --case sheet/flick'")
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

  /// Leaves out the cases of other scenarios than the scenario of the file of settings at `path`, if it names one.
  mutating func keepCases(of file: RequestFile, at path: String) throws {
    guard let scenario = file.scenario else { return }
    let all = cases.count
    cases.removeAll { known in
      // Keep unreadable cases, because their errors are reported when they are replayed.
      do { return try known.replayRequest().scenario != scenario } catch { return false }
    }
    try require(
      !cases.isEmpty, .noInput, at: path, "found no case of \(scenario)",
      "name other folders, or other settings")
    if cases.count < all {
      printError("\(count(all - cases.count, "case")) of other scenarios left out.")
    }
  }
}
