import ArgumentParser
import Flickbook
import Glibc
import StudyFiles

/// The options of a search that a study describes.
struct StudyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where a study's results are kept. (default: the study's name with .journal.jsonl)"))
  var journal: String?

  @Option(
    parsing: .unconditional, help: "How many points of a study are tried, instead of its budget.")
  var trials: Int?

  @OptionGroup var threading: ThreadOptions

  @Option(help: "Write the settings to take of a study to a file for --config.")
  var write: String?

  @Option(help: "Draw all that a study found in a page, in one HTML file.", completion: .file())
  var report: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @Flag(help: "Print a study's trials as comma-separated values.")
  var csv = false

  /// The study among `paths`; nil when they are recordings.
  func study(among paths: [String]) throws(Failure) -> String? {
    if let study = paths.first(where: isStudyFile) {
      guard paths.count == 1 else {
        throw Failure(
          .usage, "\(study): found other paths beside a study; name its recordings in it.")
      }
      return study
    }
    if let given {
      throw Failure(.usage, "\(given): it goes with a study; give the file of one.")
    }
    return nil
  }

  /// The first of these options that was given; nil when none was.
  var given: String? {
    let options = [
      ("--journal", journal != nil), ("--trials", trials != nil), ("--write", write != nil),
      ("--report", report != nil), ("--csv", csv), ("--threads", threading.threads != nil),
      ("--force", force),
    ]
    return options.first(where: \.1)?.0
  }

  /// Searches through the study at `path` and says what was found.
  func run(_ path: String, most: Int?, json: Bool) async throws {
    guard !(json && csv) else {
      throw Failure(.usage, "--json, --csv: found both; give one of them.")
    }
    guard !force || write != nil || report != nil else {
      throw Failure(
        .usage, "--force: no file is written; add --write or --report, or leave --force out.")
    }
    let threads = try threading.checked()
    let over: Overwriting = force ? .anything : .ours
    for path in [write, report].compactMap({ $0 }) {
      try orFail { () throws(FileError) in try checkPlace(ofFile: path, over: over) }
    }
    var loaded = try await loadedStudy(at: path)
    if let trials {
      guard (1...VariationStudy.mostCombinations).contains(trials) else {
        throw Failure(
          .usage,
          "--trials: found \(trials); give a number from 1 to \(VariationStudy.mostCombinations).")
      }
      loaded.study.plan.budget = trials
    }
    let search = StudySearch(
      loaded: loaded, journalPath: journal ?? Self.journalPath(of: path), threads: threads)
    let outcome = try await search.run()
    let found = try await StudyReport(loaded, path: path, search: outcome, threads: threads)
    show(found, most: most, json: json)
    try await store(found, over: over, isTold: !json && !csv)
    guard outcome.isWhole else {
      printError(
        "flickbook tune: interrupted after \(outcome.results.count) of \(loaded.points) trials; "
          + "'flickbook tune \(shellQuoted(path))' goes on where it was.")
      throw ExitCode(Failure.Status.interrupted.rawValue)
    }
    switch found.recommendation {
    case .take, .keep: break
    case .tooFew, .impossible:
      if let write { printError("\(write): not written, because nothing is recommended.") }
      throw ExitCode(Failure.Status.differences.rawValue)
    }
  }

  private func show(_ found: StudyReport, most: Int?, json: Bool) {
    if json {
      found.jsonLines.forEach { printJSON($0) }
    } else if csv {
      print(found.csv, terminator: "")
    } else {
      say(found.text(most: most ?? 20))
    }
  }

  /// Writes the settings and the page that were asked for.
  private func store(_ found: StudyReport, over: Overwriting, isTold: Bool) async throws {
    if let write, let config = found.config(in: folder(of: write)) {
      try orFail { () throws(FileError) in
        try writeFile(Array(config.utf8), at: write, over: over, readers: found.loaded.readers)
      }
      if isTold {
        say("\nWrote \(singleLine(write)); try: flickbook test --config \(shellQuoted(write))")
      }
    }
    if let report {
      let page = try await orEvaluationFailure { try found.page() }
      try orFail { () throws(FileError) in
        try writeFile(Array(page.utf8), at: report, over: over, readers: found.loaded.readers)
      }
      if isTold { say("\nDrew \(singleLine(report))") }
    }
  }

  /// Where the journal of a study is kept.
  static func journalPath(of study: String) -> String {
    for ending in [".yml", ".yaml"] where study.hasSuffix(ending) {
      return study.dropLast(ending.count) + ".journal.jsonl"
    }
    return study + ".journal.jsonl"
  }
}

/// How many processors this process may use.
func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
