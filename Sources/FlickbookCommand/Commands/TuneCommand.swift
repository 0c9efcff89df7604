import ArgumentParser
import Flickbook
import WorkerThreads

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
      guard !others else {
        throw Failure(
          .usage, at: "--example", "this option only prints a study", "leave out everything else")
      }
      print(exampleStudy)
      return
    }
    if let most, most < 0 {
      throw Failure(.usage, at: "--most", "found \(most)", "give a number of rows, or 0 for all")
    }
    if let study = try studying.study(among: paths) {
      guard vary.isEmpty, !wrong else {
        throw Failure(
          .usage, at: study, "a study names the settings to vary", "leave out --vary and --wrong")
      }
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
    let study = Study(
      training: kept, space: space,
      goal: Goal([.wrongTargets, .settleTime, .overshoot].map { Objective($0) }),
      plan: SearchPlan(.grid, budget: size))
    var evaluator = StudyEvaluator(study, part: .training)
    let results = try results(of: study, &evaluator)
    let groups = study.ranked(results)
    if json {
      try printLines(groups, of: study, &evaluator)
    } else {
      try printTable(groups, of: study, &evaluator)
    }
    guard results.count == size else {
      printError(
        "flickbook tune: interrupted after \(results.count) of \(size) combinations; the ranking above has only "
          + "these.")
      throw ExitCode.interrupted
    }
  }

  // MARK: Input

  private func varied() throws -> [SearchDimension] {
    var all: [SearchDimension] = []
    for text in vary {
      let setting = try SearchDimension(varying: text)
      if let other = source.options.option(giving: setting.key) {
        throw Failure(
          .usage, at: "--vary", "'\(setting.key)' is varied, but also set by \(other)",
          "leave out \(other)")
      }
      guard !all.contains(where: { $0.key == setting.key }) else {
        throw Failure(
          .usage, at: "--vary", "found '\(setting.key)' twice", "give all its values at once")
      }
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

  // MARK: The search

  /// Evaluates all combinations, and returns their results in the order of the grid; after a signal, only the finished
  /// results.
  private func results(of study: Study, _ evaluator: inout StudyEvaluator) throws -> [TrialResult] {
    let points = (0..<study.plan.count(in: study.space)).map {
      study.plan.point($0, in: study.space)
    }
    // Evaluate all points with the same request options together, because the recordings are read again for each
    // combination of these options.
    let options = study.space.dimensions.indices.filter {
      ReplayRequest.isRequestOption(study.space.dimensions[$0].key)
    }
    let order = Dictionary(grouping: points.indices) { point in options.map { points[point][$0] } }
      .values.sorted { $0[0] < $1[0] }.joined()
    let results = try study.results(
      of: order.map { points[$0] }, listsWrong: true, threads: processorCount
    ) { found in
      guard let invalid = found.first(where: { $0.refusal != nil }) else { return }
      // This throws the reason why the values are invalid.
      _ = try evaluator.outcomes(of: invalid.values)
    }
    return zip(order, results).sorted { $0.0 < $1.0 }.map(\.1)
  }

  // MARK: Output

  private func printTable(
    _ groups: [[TrialResult]], of study: Study, _ evaluator: inout StudyEvaluator
  ) throws {
    let keys = study.space.dimensions.map(\.key)
    let shown = most == 0 ? groups[...] : groups.prefix(most ?? 20)
    let measures = ["wrong", "settle s", "overshoot pt", "equal"]
    var rows = [keys + measures + (wrong ? [] : ["first wrong"])]
    for group in shown {
      let card = group[0].card ?? Scorecard()
      rows.append(
        values(of: group) + [
          "\(card.all.wrong)/\(card.all.count)", decimals(card[.settleTime], 3),
          decimals(card[.overshoot], 2), group.count > 1 ? "\(group.count)" : "",
        ] + (wrong ? [] : [firstWrong(group[0], of: study)]))
    }
    // Leave out the column that counts indistinguishable combinations if every row stands for a single combination.
    let indistinguishable = keys.count + 3
    if !shown.contains(where: { $0.count > 1 }) {
      for row in rows.indices { rows[row].remove(at: indistinguishable) }
    }
    say(alignedTable(rows, rightAligned: { _ in true }))
    if shown.count < groups.count {
      say("and \(count(groups.count - shown.count, "more row")); --most 0 prints all")
    }
    guard wrong else { return }
    for group in shown where !group[0].wrong.isEmpty {
      let settings = zip(keys, values(of: group)).map { "\($0)=\($1)" }
      say("\n\(settings.joined(separator: " ")) has wrong targets for:")
      let answers = try answers(group[0], of: study, &evaluator).map { known, target in
        [
          "  \(known.name)", "intended \(known.intents.joined(separator: " or "))",
          "went to \(target ?? "nothing")",
        ]
      }
      say(alignedTable(answers))
    }
  }

  /// Returns the name of the first recording with a wrong target, and the number of further such recordings.
  private func firstWrong(_ result: TrialResult, of study: Study) -> String {
    guard let first = result.wrong.first else { return "" }
    let more = result.wrong.count > 1 ? " +\(result.wrong.count - 1)" : ""
    return study.training[first].name + more
  }

  /// Returns the values of each setting in a group of results: up to three values, or the first and the last.
  private func values(of group: [TrialResult]) -> [String] {
    group[0].values.indices.map { column in
      var values: [String] = []
      for result in group where !values.contains(result.values[column]) {
        values.append(result.values[column])
        if values.count > 8 { break }
      }
      if values.count <= 3 { return values.joined(separator: ",") }
      return "\(values[0])…\(group[group.count - 1].values[column])"
    }
  }

  /// Returns the recordings that `result` sends to a wrong target, each with this target.
  ///
  /// The target is nil if the run has no decision.
  private func answers(
    _ result: TrialResult, of study: Study, _ evaluator: inout StudyEvaluator
  ) throws -> [(known: LabelledRecording, target: String?)] {
    guard !result.wrong.isEmpty else { return [] }
    let outcomes = try evaluator.outcomes(of: result.values)
    return result.wrong.map { index in
      (study.training[index], outcomes[index].finalTarget ?? outcomes[index].decidedTarget)
    }
  }

  private func printLines(
    _ groups: [[TrialResult]], of study: Study, _ evaluator: inout StudyEvaluator
  ) throws {
    var ranked: [(rank: Int, result: TrialResult)] = []
    for group in groups {
      let rank = ranked.count + 1
      ranked += group.map { (rank, $0) }
    }
    for (rank, result) in ranked.prefix(most == 0 ? .max : most ?? .max) {
      printJSON(try report(on: result, rank, of: study, &evaluator).fields)
    }
  }

  private func report(
    on result: TrialResult, _ rank: Int, of study: Study, _ evaluator: inout StudyEvaluator
  ) throws -> Report {
    let card = result.card ?? Scorecard()
    let values = zip(study.space.dimensions, result.values).map { Report.Part.data($0.key, $1) }
    let report: Report = [
      .data("rank", rank), .data("values", Report(values)),
      .data("wrongTargets", card.all.wrong), .data("meanSettleTime", card[.settleTime]),
      .data("meanOvershoot", card[.overshoot]),
      .data("wrong", result.wrong.map { study.training[$0].name }),
    ]
    guard wrong else { return report }
    let answers = try answers(result, of: study, &evaluator).map { known, target -> Report in
      [.data("recording", known.name), .data("intents", known.intents), .data("target", target)]
    }
    return report + [.data("answers", answers)]
  }
}
