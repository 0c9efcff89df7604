import ArgumentParser
import Flickbook

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Try combinations of settings on labelled recordings, and rank them.",
    discussion: HelpDetail.text(
      """
      Each combination of the --vary values replays every recording that has an intent. The table is \
      ranked by the number of wrong targets, then by the settling time; combinations whose results differ by less \
      than 1 ms and 0.01 pt share a row. Recordings that belong to no case need --scenario; cases have their own \
      settings. Recordings on which a varied setting has no effect are left out, with a message.

      A study is a file with the settings to vary, the objectives and the search method; --example \
      prints an example, and docs/tuning.md describes the format. The results are stored in a journal, \
      so an interrupted search continues where it stopped. A search with other objectives, other bounds \
      or a larger budget reuses the trials. A trial is recommended only if its first objective is \
      significantly better than with the current settings, and not worse on the held-out gestures. \
      --write writes the recommended settings, or the current settings if no trial is recommended, to a \
      file for --config; with too few people or gestures \
      for a recommendation, no file is written and the exit status is 1. --report writes a page with \
      charts.
      """,
      details: """
        In addition to settings, you can vary preset, \
        \(RequestOption.all.map(\.key).filter(ReplayRequest.isRequestOption).joined(separator: ", ")). Ctrl-C ends the \
        search and ranks the combinations that were tried; the exit status is then 130.

        The JSON has a line for each combination: rank (the same for combinations that share a row), \
        values, wrongTargets, meanSettleTime, meanOvershoot, wrong (the names of recordings), and, with \
        --wrong, answers, each with recording, intents and target.
        """,
      example: """
        flickbook tune Recordings/sheet --vary spring.response=0.2:0.8:0.05
        flickbook tune people --scenario sheet --vary preset=flickbook,wave
        flickbook tune study.yml --write best.yml --report report.html
        """,
      readOn: "docs/first-tuning.md"))

  @Argument(
    help: """
      A study file; or recordings with an intent, or folders of recordings or cases. (default: \
      Recordings)
      """, completion: .file())
  var paths: [String] = []

  @Option(
    help: "A setting to vary, with its values: key=low:high:step or key=value,value; repeatable.")
  var vary: [String] = []

  @OptionGroup var studying: StudyOptions

  @OptionGroup var source: CorpusSource<ReplayOptions>

  @Option(
    parsing: .unconditional,
    help: .detail("The number of rows to print; 0 prints all. (default: 20, and all with --json)"))
  var most: Int?

  @Flag(help: "List every recording with a wrong target, with its intent and its actual target.")
  var wrong = false

  @Flag(help: "Print one line of JSON for each combination.")
  var json = false

  @Flag(help: "Print an example study to start from, and exit.")
  var example = false

  func run() throws {
    if example {
      let others =
        !paths.isEmpty || !vary.isEmpty || most != nil || wrong || json || studying.given != nil
        || (source.scenario ?? source.options.given ?? source.source.given) != nil
      try require(
        !others, at: "--example", "this option only prints a study", "leave out everything else")
      print(exampleStudy)
      return
    }
    if let most, most < 0 {
      throw Failure(.usage, at: "--most", "found \(most)", "give a number of rows, or 0 for all")
    }
    if let study = try studying.study(among: paths) {
      try require(
        vary.isEmpty && !wrong, at: study, "a study names the settings to vary",
        "leave out --vary and --wrong")
      return try studying.run(study, most: most, json: json)
    }
    guard !vary.isEmpty else { throw nothingToVary() }
    try searchGrid()
  }

  /// Returns the error for a command that names neither a study nor settings to vary.
  private func nothingToVary() -> any Error {
    if let missing = paths.first(where: { !kindOfFile(at: $0).exists }) {
      guard !missing.hasSuffix(".yml") || paths.count > 1 else {
        return Failure(
          .noInput, at: missing, "there is no such file",
          "check the path, or create an example with 'flickbook tune --example > \(missing)'")
      }
      return FileError.missing(path: missing)
    }
    return Failure(
      .usage, at: "flickbook tune", "no setting to vary was given",
      "name a study file, or give --vary, such as --vary spring.response=0.2:0.8:0.05")
  }

  /// Tries every combination of the values of `--vary`, and prints their ranking.
  private func searchGrid() throws {
    var varied = try varied()
    let size = try size(of: varied)
    let recordings = try recordings(&varied)
    let space = SearchSpace(varied)
    let kept = try applicable(recordings) { (request) throws(SettingError) in
      try space.reason(against: request)
    }
    var search = try GridSearch(space, on: kept, size: size)
    if json {
      try search.printLines(most: most, wrong: wrong)
    } else {
      try search.printTable(most: most, wrong: wrong)
    }
    guard search.tried == size else {
      printError(
        "flickbook tune: interrupted after \(search.tried) of \(size) combinations; the ranking above has only these."
      )
      throw ExitCode.interrupted
    }
  }

  private func varied() throws -> [SearchDimension] {
    var all: [SearchDimension] = []
    for text in vary {
      let setting = try SearchDimension(varying: text)
      if let other = source.options.option(giving: setting.key) {
        throw Failure(
          .usage, at: "--vary", "'\(setting.key)' is varied, but also set by \(other)",
          "leave out \(other)")
      }
      try require(
        !all.contains(where: { $0.key == setting.key }), at: "--vary",
        "found '\(setting.key)' twice", "give all its values at once")
      all.append(setting)
    }
    return all
  }

  /// Returns the number of combinations of the values.
  private func size(of varied: [SearchDimension]) throws -> Int {
    let size = SearchSpace(varied).gridCount ?? .max
    guard size > SearchPlan.mostPoints else { return size }
    let sizes = varied.map { "\($0.count ?? 1) of \($0.key)" }.joined(separator: " × ")
    throw Failure(
      .usage, at: "--vary",
      "\(sizes) are \(size < .max ? "\(size)" : "more than 10¹⁸") combinations, and at most "
        + "\(SearchPlan.mostPoints) are allowed",
      "use larger steps")
  }

  /// Returns the recordings that have an intent.
  ///
  /// If `varied` contains the paths of preset files, the presets are added to the requests of the recordings, and the
  /// names of the presets replace the paths in `varied`.
  private func recordings(_ varied: inout [SearchDimension]) throws -> [LabelledRecording] {
    let paths = paths.isEmpty ? ["Recordings"] : paths
    let own = try presetFiles(in: &varied)
    var given = try source.recordings(in: paths)
    var recordings: [Recording] = []
    for (index, known) in given.enumerated() {
      recordings.append(try source.source.recording(at: known.path, within: known.root).recording)
      guard let request = known.request else {
        throw Failure.missingScenario("no scenario was given for \(known.path)")
      }
      given[index].request?.ownPresets += own[request.scenario] ?? []
    }
    return try labelledRecordings(given, recordings, of: paths.joined(separator: " "))
  }

  /// Loads the preset files among the values of the setting `preset`, and replaces their paths by the preset names.
  ///
  /// - Parameter varied: The varied settings.
  /// - Returns: The loaded presets, by scenario.
  /// - Throws: ``Failure`` if a file cannot be read.
  private func presetFiles(in varied: inout [SearchDimension]) throws -> [String: [Preset]] {
    guard let index = varied.firstIndex(where: { $0.key == "preset" }),
      case .choice(var words) = varied[index].values
    else { return [:] }
    var own: [String: [Preset]] = [:]
    for (position, value) in words.enumerated() where isPresetFile(value) {
      var request = ReplayRequest(scenario: source.scenario ?? "")
      try request.usePreset(value)
      words[position] = request.preset ?? value
      own[request.scenario, default: []] += request.ownPresets
    }
    varied[index].values = .choice(words)
    return own
  }
}
