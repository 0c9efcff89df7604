import ArgumentParser
import Flickbook

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Try combinations of settings on labelled recordings, and rank them.",
    discussion: """
      Each combination of the --vary values replays every recording that has an intent. The table is \
      ranked by the number of wrong targets, then by the settling time; combinations whose results differ by less \
      than 1 ms and 0.01 pt share a row. Recordings that belong to no case need --scenario; cases have their own \
      settings. Recordings on which a varied setting has no effect are left out, with a message.

      In addition to settings, you can vary preset, estimator, hz, recognizer, slop, screen, \
      touchpad-fingers, finger-match, finger-change, points-per-mm and device-kind. Ctrl-C ends the \
      search and ranks the combinations that were tried; the exit status is then 130.

      The JSON has a line for each combination: rank (the same for combinations that share a row), \
      values, wrongTargets, meanSettleTime, meanOvershoot, wrong (the names of recordings), and, with \
      --wrong, answers, each with recording, intents and target.

      A study is a file with the settings to vary, the objectives and the search method; --example \
      prints one to start from, and docs/tuning.md describes the format. The results are stored in a \
      journal, so an interrupted search continues where it stopped, and other objectives, bounds or a \
      larger budget reuse the trials. A trial is recommended only if its first objective is \
      significantly better than that of the current settings, and not worse on the held-out gestures. \
      --write writes the recommended settings, or the current settings if no trial is recommended, to a \
      file for --config; with too few people or gestures \
      for a recommendation, no file is written and the exit status is 1. --report writes a page with \
      charts.

      Example: flickbook tune Recordings/sheet --vary spring.response=0.2:0.8:0.05
               flickbook tune corpus --scenario sheet --vary preset=flickbook,wave --wrong
               flickbook tune study.yml --write best.yml --report report.html
      """)

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
    help: "The number of rows to print; 0 prints all. (default: 20, and all with --json)")
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
          .usage, "--example: this option only prints a study; leave out everything else.")
      }
      print(exampleStudy)
      return
    }
    if let most, most < 0 {
      throw Failure(.usage, "--most: found \(most); give a number of rows, or 0 for all.")
    }
    if let study = try studying.study(among: paths) {
      guard vary.isEmpty, !wrong else {
        throw Failure(
          .usage, "\(study): a study names the settings to vary; leave out --vary and --wrong.")
      }
      return try studying.run(study, most: most, json: json)
    }
    guard !vary.isEmpty else {
      if let missing = paths.first(where: { !kindOfFile(at: $0).exists }) {
        guard !missing.hasSuffix(".yml") || paths.count > 1 else {
          throw Failure(
            .noInput,
            "\(missing): there is no such file; check the path, or create an example with "
              + "'flickbook tune --example > \(missing)'.")
        }
        throw Failure(FileError.missing(path: missing))
      }
      throw Failure(
        .usage,
        "flickbook tune: no setting to vary was given; name a study file, or give --vary, such as "
          + "--vary spring.response=0.2:0.8:0.05.")
    }
    var varied = try varied()
    try checkSize(varied)
    let recordings = try labelledRecordings(&varied)
    let study = try applicable(VariationStudy(recordings: recordings, varied: varied))
    let (results, isWhole) = try results(of: study)
    if json { try printLines(results, of: study) } else { try printTable(results, of: study) }
    guard isWhole else {
      printError(
        "flickbook tune: interrupted after \(results.count) of \(study.combinationCount) "
          + "combinations; the ranking above has only these.")
      throw ExitCode(Failure.Status.interrupted.rawValue)
    }
  }

  // MARK: Input

  private func varied() throws(Failure) -> [VariedSetting] {
    var all: [VariedSetting] = []
    for text in vary {
      let setting: VariedSetting
      do throws(VariedSettingError) { setting = try VariedSetting(parsing: text) } catch {
        throw Failure(.usage, error.description)
      }
      if let other = source.options.option(giving: setting.key) {
        throw Failure(
          .usage,
          "--vary: '\(setting.key)' is varied, but also set by \(other); leave out \(other).")
      }
      guard !all.contains(where: { $0.key == setting.key }) else {
        throw Failure(.usage, "--vary: found '\(setting.key)' twice; give all its values at once.")
      }
      all.append(setting)
    }
    return all
  }

  private func checkSize(_ varied: [VariedSetting]) throws(Failure) {
    let count = VariationStudy(recordings: [], varied: varied).combinationCount
    guard count > VariationStudy.mostCombinations else { return }
    let sizes = varied.map { "\($0.values.count) of \($0.key)" }.joined(separator: " × ")
    throw Failure(
      .usage,
      "--vary: \(sizes) are \(count < .max ? "\(count)" : "more than 10¹⁸") combinations, and at most "
        + "\(VariationStudy.mostCombinations) are allowed; use larger steps.")
  }

  /// Returns the recordings that have an intent.
  ///
  /// If `varied` contains the paths of preset files, the presets are added to the requests of the recordings, and the
  /// names of the presets replace the paths in `varied`.
  private func labelledRecordings(
    _ varied: inout [VariedSetting]
  ) throws(Failure) -> [LabelledRecording] {
    let paths = paths.isEmpty ? ["Recordings"] : paths
    let own = try presetFiles(in: &varied)
    var labelled: [LabelledRecording] = []
    var unlabelled: [String] = []
    let given = try source.recordings(in: paths)
    for known in given {
      let loaded = try source.source.recording(at: known.path, within: known.root)
      guard var request = known.request else {
        let names = allScenarios.map { $0.name }.joined(separator: ", ")
        throw Failure(
          .usage, "--scenario: no scenario was given for \(known.path); use one of \(names).")
      }
      request.ownPresets += own[request.scenario] ?? []
      if let found = LabelledRecording(
        name: known.name, recording: loaded.recording, request: request)
      {
        labelled.append(found)
      } else {
        unlabelled.append(known.path)
      }
    }
    if let first = unlabelled.first, !labelled.isEmpty {
      printError(
        "\(count(unlabelled.count, "recording")) without an intent left out, such as \(first); label "
          + "them with 'flickbook corpus label'.")
    }
    guard !labelled.isEmpty else {
      throw Failure(
        .badInput,
        """
        \(paths.joined(separator: " ")): no recording has an intent; label recordings with \
        'flickbook corpus label \(shellQuoted(unlabelled.first ?? paths[0])) --scenario \
        \(given.first?.request?.scenario ?? source.scenario ?? "sheet") --intent TARGET', or record \
        with --intent.
        """)
    }
    return labelled
  }

  /// Loads the preset files among the values of the setting `preset`, and replaces their paths by the preset names.
  ///
  /// - Parameter varied: The varied settings.
  /// - Returns: The loaded presets, by scenario.
  /// - Throws: ``Failure`` if a file cannot be read.
  private func presetFiles(
    in varied: inout [VariedSetting]
  ) throws(Failure) -> [String: [Preset]] {
    guard let index = varied.firstIndex(where: { $0.key == "preset" }) else { return [:] }
    var own: [String: [Preset]] = [:]
    for (position, value) in varied[index].values.enumerated() where isPresetFile(value) {
      var request = ReplayRequest(scenario: source.scenario ?? "")
      try request.usePreset(value)
      varied[index].values[position] = request.preset ?? value
      own[request.scenario, default: []] += request.ownPresets
    }
    return own
  }

  private func applicable(_ study: VariationStudy) throws(Failure) -> VariationStudy {
    do throws(SettingError) {
      let (study, leftOut) = try study.applicable()
      for group in leftOut {
        printError(
          "\(group.scenario): \(count(group.names.count, "recording")) left out: "
            + group.reason.description)
      }
      return study
    } catch { throw Failure(error) }
  }

  // MARK: The search

  /// Runs the search, and returns its results.
  ///
  /// The combinations of values are tried in parts. After an interruption, returns only the results of the finished
  /// parts.
  private func results(
    of study: VariationStudy
  ) throws -> (results: [GridResult], isWhole: Bool) {
    let interruption = Interruption()
    defer {
      interruption.end()
      if Terminal.isError { printProgress("") }
    }
    var results: [GridResult] = []
    do {
      for part in 0..<study.partCount {
        let before = part * study.combinationsInPart
        results += try study.results(ofPart: part) { done in
          if interruption.isAsked { throw CancellationError() }
          guard Terminal.isError else { return }
          printProgress("\(before + done) of \(study.combinationCount) combinations")
        }
      }
    } catch is CancellationError {
      return (results, false)
    } catch let error as ReplayError { throw Failure(error, path: "flickbook tune") }
    return (results, true)
  }

  // MARK: Output

  private func shown(_ groups: [[GridResult]], all: Bool) -> [[GridResult]] {
    let most = most ?? (all ? 0 : 20)
    return most > 0 ? Array(groups.prefix(most)) : groups
  }

  private func printTable(_ results: [GridResult], of study: VariationStudy) throws(Failure) {
    let groups = study.ranked(results)
    let shown = shown(groups, all: false)
    let measures = ["wrong", "settle s", "overshoot pt", "equal"]
    var rows = [study.varied.map(\.key) + measures + (wrong ? [] : ["first wrong"])]
    for group in shown {
      let best = group[0]
      rows.append(
        values(of: group, study) + [
          "\(best.wrongTargets)/\(study.recordings.count)", decimals(best.meanSettleTime, 3),
          decimals(best.meanOvershoot, 2), group.count > 1 ? "\(group.count)" : "",
        ] + (wrong ? [] : [firstWrong(best)]))
    }
    // Leave out the column that counts indistinguishable combinations if every row stands for a single combination.
    let indistinguishable = study.varied.count + 3
    if !shown.contains(where: { $0.count > 1 }) {
      for row in rows.indices { rows[row].remove(at: indistinguishable) }
    }
    say(alignedTable(rows, rightAligned: true))
    if shown.count < groups.count {
      say("and \(count(groups.count - shown.count, "more row")); --most 0 prints all")
    }
    guard wrong else { return }
    for group in shown where group[0].wrongTargets > 0 {
      let settings = zip(study.varied, values(of: group, study)).map { "\($0.key)=\($1)" }
      say("\n\(settings.joined(separator: " ")) has wrong targets for:")
      let answers = try answers(group[0], study).map {
        [
          "  \($0.name)", "intended \($0.meant.joined(separator: " or "))",
          "went to \($0.answer ?? "nothing")",
        ]
      }
      say(alignedTable(answers))
    }
  }

  /// Returns the name of the first recording with a wrong target, and the number of further such recordings.
  private func firstWrong(_ result: GridResult) -> String {
    guard let first = result.wrongNames.first else { return "" }
    return result.wrongNames.count > 1 ? "\(first) +\(result.wrongNames.count - 1)" : first
  }

  /// Returns the values of each setting in a group of results: up to three values, or the first and the last.
  private func values(of group: [GridResult], _ study: VariationStudy) -> [String] {
    study.varied.indices.map { column in
      var values: [String] = []
      for result in group where !values.contains(result.values[column]) {
        values.append(result.values[column])
        if values.count > 8 { break }
      }
      if values.count <= 3 { return values.joined(separator: ",") }
      return "\(values[0])…\(group[group.count - 1].values[column])"
    }
  }

  private func answers(
    _ result: GridResult, _ study: VariationStudy
  ) throws(Failure) -> [WrongAnswer] {
    do throws(ReplayError) { return try study.wrongAnswers(of: result) } catch {
      throw Failure(error, path: "flickbook tune")
    }
  }

  private func printLines(_ results: [GridResult], of study: VariationStudy) throws(Failure) {
    var left = most ?? 0
    if left == 0 { left = .max }
    var rank = 1
    for group in study.ranked(results) {
      for result in group {
        guard left > 0 else { return }
        left -= 1
        printJSON(try fields(result, rank, study))
      }
      rank += group.count
    }
  }

  private func fields(
    _ result: GridResult, _ rank: Int, _ study: VariationStudy
  ) throws(Failure) -> [LogField] {
    let values = zip(study.varied, result.values).map { LogField($0.key, .text($1)) }
    var fields = [
      LogField("rank", .integer(rank)), LogField("values", .fields(values)),
      LogField("wrongTargets", .integer(result.wrongTargets)),
      LogField("meanSettleTime", .number(result.meanSettleTime)),
      LogField("meanOvershoot", .number(result.meanOvershoot)),
      LogField("wrong", .list(result.wrongNames.map { .text($0) })),
    ]
    guard wrong else { return fields }
    let answers = try answers(result, study).map { answer in
      LogValue.fields([
        LogField("recording", .text(answer.name)),
        LogField("intents", .list(answer.meant.map { .text($0) })),
        LogField("target", answer.answer.map { .text($0) } ?? .none),
      ])
    }
    fields.append(LogField("answers", .list(answers)))
    return fields
  }
}
