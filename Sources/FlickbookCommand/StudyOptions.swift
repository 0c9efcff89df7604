import ArgumentParser
import Flickbook
import StudyFiles
import WorkerThreads

/// The option that names the recordings of a study.
struct StudyCorpusOption: ParsableArguments {
  @Option(
    help: .detail(
      """
      Use this recording or folder instead of the study's 'corpus', for example because it is outside of the study's \
      folder and of its git repository; repeatable.
      """), completion: .file())
  var corpus: [String] = []
}

/// The option for the number of threads.
struct ThreadOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .detail(
      "The number of threads; it does not change the results. (default: all processors)"))
  var threads: Int?

  func checked() throws -> Int {
    guard let threads else { return processorCount }
    try require(
      (1...1_024).contains(threads), at: "--threads", "found \(threads)",
      "give a number from 1 to 1024")
    return threads
  }
}

/// The options for a search that a study file defines.
struct StudyOptions: ParsableArguments {
  @Option(
    help: .detail(
      "The file for a study's results. (default: the study's name with .journal.jsonl)"))
  var journal: String?

  @Option(
    parsing: .unconditional,
    help: .detail("Try this number of trials, instead of the study's budget."))
  var trials: Int?

  @OptionGroup var corpora: StudyCorpusOption
  @OptionGroup var threading: ThreadOptions

  @Option(help: "Write the recommended settings of a study to a file for --config.")
  var write: String?

  @Option(help: "Write a study's report with charts to one HTML file.", completion: .file())
  var report: String?

  @Flag(help: .detail("Overwrite existing files."))
  var force = false

  @Flag(help: .detail("Print a study's trials as comma-separated values."))
  var csv = false

  /// Returns the path of the study among `paths`; nil if the paths are recordings.
  func study(among paths: [String]) throws -> String? {
    if let study = paths.first(where: isStudyFile) {
      try require(
        paths.count == 1, at: study, "found other paths, too",
        "name the recordings in the study's 'corpus'")
      return study
    }
    if let given {
      throw Failure(.usage, at: given, "this option needs a study", "give the path of a study file")
    }
    return nil
  }

  /// The first given option; nil if no option was given.
  var given: String? {
    let options = [
      ("--journal", journal != nil), ("--trials", trials != nil), ("--write", write != nil),
      ("--report", report != nil), ("--csv", csv), ("--threads", threading.threads != nil),
      ("--corpus", !corpora.corpus.isEmpty), ("--force", force),
    ]
    return options.first(where: \.1)?.0
  }

  /// Runs the search of the study at `path`, prints the results, and writes the requested files.
  func run(_ path: String, most: Int?, json: Bool) throws {
    try require(
      !(json && csv), at: "--json, --csv", "found both", "give one of them")
    try require(
      !force || write != nil || report != nil, at: "--force", "no file is written",
      "add --write or --report, or leave --force out")
    let threads = try threading.checked()
    let over: Overwriting = force ? .anything : .ours
    for path in [write, report].compactMap({ $0 }) {
      try checkPlace(ofFile: path, over: over)
    }
    var loaded = try loadedStudy(at: path, corpus: corpora.corpus)
    if let trials {
      loaded.study.plan.budget = try checked(
        "--trials", trials, 1...SearchPlan.mostPoints, "a number")
    }
    let search = StudySearch(
      loaded: loaded, journalPath: journal ?? Self.journalPath(of: path), threads: threads)
    let outcome = try search.run()
    let found = try StudyReport(loaded, path: path, search: outcome, threads: threads)
    show(found, most: most, json: json)
    try store(found, over: over, isTold: !json && !csv)
    guard outcome.isWhole else {
      printError(
        "flickbook tune: interrupted after \(outcome.results.count) of \(loaded.points) trials; "
          + "'flickbook tune \(shellQuoted(path))' resumes the search.")
      throw ExitCode.interrupted
    }
    switch found.recommendation {
    case .take, .keep: break
    case .tooFew, .impossible:
      if let write { printError("\(write): not written, because nothing is recommended.") }
      throw ExitCode.differences
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

  /// Writes the files that `--write` and `--report` name.
  private func store(_ found: StudyReport, over: Overwriting, isTold: Bool) throws {
    if let write, let config = try found.config(in: folder(of: write)) {
      try writeFile(Array(config.utf8), at: write, over: over, readers: found.loaded.readers)
      if isTold {
        say("\nWrote \(singleLine(write)); try: flickbook test --config \(shellQuoted(write))")
      }
    }
    if let report {
      let page = try found.page()
      try writeFile(Array(page.utf8), at: report, over: over, readers: found.loaded.readers)
      if isTold { say("\nWrote \(singleLine(report))") }
    }
  }

  /// Returns the path of the journal of a study if `--journal` is not given.
  static func journalPath(of study: String) -> String {
    for ending in [".yml", ".yaml"] where study.hasSuffix(ending) {
      return study.dropLast(ending.count) + ".journal.jsonl"
    }
    return study + ".journal.jsonl"
  }
}
