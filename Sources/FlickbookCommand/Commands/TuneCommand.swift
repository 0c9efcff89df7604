import ArgumentParser
import Flickbook

struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Try settings on recordings whose intent is known and rank them.",
    discussion: """
      Every combination of the varied values replays every recording. The table has the fewest \
      wrong targets first, then the shortest settling; rows that differ by less than a \
      millisecond and a hundredth of a point are one. Folders may hold recordings, which need --scenario, and cases, which bring their own \
      settings; what a varied setting means nothing for is left out, and told.

      Besides settings, preset, estimator, hz, recognizer, slop, screen, touchpad-fingers, \
      finger-match, finger-change, points-per-mm and device-kind can be varied. Ctrl-C ends the search and ranks what was tried; \
      the exit status is then 130.

      The JSON is a line for each combination: rank (the same for those that nothing tells apart), \
      values, wrongTargets, meanSettleTime, meanOvershoot, wrong (the names of recordings), and with \
      --wrong answers, each with recording, meant and answer.

      A study is a file that says what is varied, what is wanted and how it is searched; --example \
      prints one to begin with, see docs/tuning.md. Its results are kept in a journal as they are \
      found: a search that was ended goes on where it was, and with other objectives, bounds or a \
      larger budget nothing is tried twice. A trial is recommended only if its first objective is \
      better for the people recorded and not worse for those held out; --write writes it for --config, \
      or the settings as they are. With too few people or gestures nothing is written, and the exit \
      status is 1. --report draws all in one page.

      Example: flickbook tune Recordings/sheet --vary spring.response=0.2:0.8:0.05
               flickbook tune corpus --scenario sheet --vary preset=flickbook,wave --wrong
               flickbook tune study.yml --write best.yml --report report.html
      """)

  @Argument(
    help: """
      A study; or recordings with an intent, or folders with them or with cases. (default: Recordings)
      """, completion: .file())
  var paths: [String] = []

  @Option(help: "A setting with its values: key=low:high:step or key=value,value; repeatable.")
  var vary: [String] = []

  @OptionGroup var studying: StudyOptions

  @OptionGroup var source: CorpusSource<ReplayOptions>

  @Option(
    parsing: .unconditional,
    help: "How many rows to print; 0 prints all. (default: 20, and all with --json)")
  var most: Int?

  @Flag(help: "Name every recording that a row has wrong, with what was meant and the answer.")
  var wrong = false

  @Flag(help: "Print one line of JSON for each combination.")
  var json = false

  @Flag(help: "Print a study to begin with, and search nothing.")
  var example = false

  func run() async throws {
    if example {
      let others =
        !paths.isEmpty || !vary.isEmpty || most != nil || wrong || json || studying.given != nil
        || (source.scenario ?? source.options.given ?? source.source.given) != nil
      guard !others else {
        throw Failure(
          .usage, "--example: it prints a study and searches nothing; leave everything else out.")
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
          .usage, "\(study): it says itself what is varied; leave --vary and --wrong out.")
      }
      return try await studying.run(study, most: most, json: json)
    }
    guard !vary.isEmpty else {
      if let missing = paths.first(where: { !kindOfFile(at: $0).exists }) {
        guard !missing.hasSuffix(".yml") || paths.count > 1 else {
          throw Failure(
            .noInput,
            "\(missing): there is no such file; check the path, or begin with "
              + "'flickbook tune --example > \(missing)'.")
        }
        throw Failure(FileError.missing(path: missing))
      }
      throw Failure(
        .usage,
        "flickbook tune: found nothing to vary; give a study, or --vary such as "
          + "spring.response=0.2:0.8:0.05.")
    }
    var varied = try varied()
    try checkSize(varied)
    let recordings = try labelledRecordings(&varied)
    let study = try applicable(VariationStudy(recordings: recordings, varied: varied))
    let (results, isWhole) = try await results(of: study)
    if json { try printLines(results, of: study) } else { try printTable(results, of: study) }
    guard isWhole else {
      printError(
        "flickbook tune: interrupted after \(results.count) of \(study.combinationCount) "
          + "combinations; what was tried is ranked above.")
      throw ExitCode(Failure.Status.interrupted.rawValue)
    }
  }

  // MARK: What is asked for

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
          "--vary: it tries values of '\(setting.key)', which is given, too; leave out \(other).")
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
      "--vary: \(sizes) are \(count < .max ? "\(count)" : "more than 10¹⁸") combinations; at most "
        + "\(VariationStudy.mostCombinations) are tried, so take larger steps.")
  }

  /// The recordings with an intent; presets that are files become presets of the recordings.
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
          .usage, "--scenario: none was given for \(known.path); use one of \(names).")
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
        "\(count(unlabelled.count, "recording")) without an intent left out, \(first) first; say it "
          + "with 'flickbook corpus label'.")
    }
    guard !labelled.isEmpty else {
      throw Failure(
        .badInput,
        """
        \(paths.joined(separator: " ")): no recording says what the hand meant; say it with \
        'flickbook corpus label \(shellQuoted(unlabelled.first ?? paths[0])) --scenario \
        \(given.first?.request?.scenario ?? source.scenario ?? "sheet") --intent TARGET', or record \
        with --intent.
        """)
    }
    return labelled
  }

  /// The presets of files among the values of `preset`, by scenario; their names take the files' place.
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

  /// What a search that is under way tells.
  private enum News: Sendable {
    case tried(Int)
    case results([GridResult])
    case failed(any Error)
    case interrupted
  }

  /// The results of all parts, or of those that were done when a signal came.
  private func results(
    of study: VariationStudy
  ) async throws -> (results: [GridResult], isWhole: Bool) {
    let (news, tell) = AsyncStream.makeStream(of: News.self)
    let interruption = Interruption()
    let search = Task.detached {
      do {
        for part in 0..<study.partCount {
          guard !Task.isCancelled else { break }
          let before = part * study.combinationsInPart
          let found = try await study.results(ofPart: part) { tell.yield(.tried(before + $0)) }
          tell.yield(.results(found))
        }
      } catch { tell.yield(.failed(error)) }
      tell.finish()
    }
    let watch = Task.detached {
      while !Task.isCancelled {
        if interruption.isAsked { tell.yield(.interrupted) }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    defer {
      search.cancel()
      watch.cancel()
      if Terminal.isError { printProgress("") }
    }
    var results: [GridResult] = []
    for await event in news {
      switch event {
      case .tried(let done):
        if Terminal.isError { printProgress("\(done) of \(study.combinationCount) combinations") }
      case .results(let found): results += found
      case .failed(let error as ReplayError): throw Failure(error, path: "flickbook tune")
      case .failed(let error): throw error
      case .interrupted:
        interruption.end()
        return (results, false)
      }
    }
    interruption.end()
    return (results, true)
  }

  // MARK: What is shown

  private func shown(_ groups: [[GridResult]], all: Bool) -> [[GridResult]] {
    let most = most ?? (all ? 0 : 20)
    return most > 0 ? Array(groups.prefix(most)) : groups
  }

  private func printTable(_ results: [GridResult], of study: VariationStudy) throws(Failure) {
    let groups = study.ranked(results)
    let shown = shown(groups, all: false)
    let measures = ["wrong", "settle s", "overshoot pt", "alike"]
    var rows = [study.varied.map(\.key) + measures + (wrong ? [] : ["first wrong"])]
    for group in shown {
      let best = group[0]
      rows.append(
        values(of: group, study) + [
          "\(best.wrongTargets)/\(study.recordings.count)", decimals(best.meanSettleTime, 3),
          decimals(best.meanOvershoot, 2), group.count > 1 ? "\(group.count)" : "",
        ] + (wrong ? [] : [firstWrong(best)]))
    }
    // A column that has nothing to say is left out.
    let alike = study.varied.count + 3
    if !shown.contains(where: { $0.count > 1 }) {
      for row in rows.indices { rows[row].remove(at: alike) }
    }
    say(alignedTable(rows, rightAligned: true))
    if shown.count < groups.count {
      say("and \(count(groups.count - shown.count, "more row")); --most 0 prints all")
    }
    guard wrong else { return }
    for group in shown where group[0].wrongTargets > 0 {
      let settings = zip(study.varied, values(of: group, study)).map { "\($0.key)=\($1)" }
      say("\n\(settings.joined(separator: " ")) has wrong:")
      let answers = try answers(group[0], study).map {
        [
          "  \($0.name)", "meant \($0.meant.joined(separator: " or "))",
          "got \($0.answer ?? "nothing")",
        ]
      }
      say(alignedTable(answers))
    }
  }

  /// The first recording that a result has wrong, and how many more there are.
  private func firstWrong(_ result: GridResult) -> String {
    guard let first = result.wrongNames.first else { return "" }
    return result.wrongNames.count > 1 ? "\(first) +\(result.wrongNames.count - 1)" : first
  }

  /// The values that a group of results has in common, or how many there are.
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
        LogField("meant", .list(answer.meant.map { .text($0) })),
        LogField("answer", answer.answer.map { .text($0) } ?? .none),
      ])
    }
    fields.append(LogField("answers", .list(answers)))
    return fields
  }
}
