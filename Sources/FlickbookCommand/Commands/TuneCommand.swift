import ArgumentParser
import Flickbook

struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Tries settings on recordings whose intent is known and ranks them.",
    discussion: """
      Every combination of the varied settings replays every recording. The table has the fewest \
      wrong targets first, then the shortest settling. Folders with cases bring their own settings.

      Example: flickbook tune Recordings/sheet --vary spring.response=0.2:0.8:0.05
      """)

  @Argument(help: "Recordings with an intent, or folders with cases. (default: Recordings)")
  var paths: [String] = []

  @Option(help: "A setting with its values: key=low:high:step or key=value,value; repeatable.")
  var vary: [String]

  @Option(help: "What to replay recordings through; cases say it themselves.")
  var scenario: String?

  @OptionGroup var options: ReplayOptions
  @OptionGroup var source: SourceOptions

  @Option(parsing: .unconditional, help: "How many rows to print; 0 prints all.")
  var most = 20

  @Flag(help: "Prints one line of JSON for each combination.")
  var json = false

  func run() async throws {
    guard most >= 0 else {
      throw Failure(.usage, "--most: found \(most); give a number of rows, or 0 for all.")
    }
    let varied = try varied()
    let study = GridStudy(recordings: try labelledRecordings(), varied: varied)
    guard study.combinationCount <= GridStudy.mostCombinations else {
      throw Failure(
        .usage,
        """
        --vary: \(study.combinationCount) combinations were asked for; at most \
        \(GridStudy.mostCombinations) are tried, so take larger steps.
        """)
    }
    let results = try await results(of: study)
    let shown = most > 0 ? Array(results.prefix(most)) : results
    guard !json else { return shown.forEach { printJSON(fields($0, varied)) } }
    print(table(shown, varied, recordings: study.recordings.count))
    if shown.count < results.count {
      print("and \(results.count - shown.count) more; --most 0 prints all")
    }
  }

  private func results(of study: GridStudy) async throws -> [GridResult] {
    let total = study.combinationCount
    let showsProgress = Terminal.isError
    defer { if showsProgress { printProgress("") } }
    do {
      return try await study.results { done in
        if showsProgress { printProgress("\(done) of \(total) combinations") }
      }
    } catch let error as ReplayError { throw Failure(error, path: "flickbook tune") }
  }

  private func varied() throws(Failure) -> [VariedSetting] {
    var all: [VariedSetting] = []
    for text in vary {
      guard let setting = VariedSetting(text) else {
        throw Failure(
          .usage,
          "--vary: found '\(text)'; give key=low:high:step, such as spring.response=0.2:0.8:0.05.")
      }
      guard !all.contains(where: { $0.key == setting.key }) else {
        throw Failure(.usage, "--vary: found '\(setting.key)' twice; give all its values at once.")
      }
      all.append(setting)
    }
    return all
  }

  private func labelledRecordings() throws(Failure) -> [LabelledRecording] {
    var labelled: [LabelledRecording] = []
    var unlabelled = 0
    for path in paths.isEmpty ? ["Recordings"] : paths {
      guard path == "-" || kindOfFile(at: path).exists else {
        throw Failure(FileError.missing(path: path))
      }
      let found =
        kindOfFile(at: path).isFolder ? try labelledCases(in: path) : [try labelledFile(path)]
      labelled += found.compactMap { $0 }
      unlabelled += found.count { $0 == nil }
    }
    if unlabelled > 0 {
      printError("\(count(unlabelled, "recording")) without an intent left out.")
    }
    guard !labelled.isEmpty else {
      throw Failure(
        .badInput,
        """
        \(paths.joined(separator: " ")): no recording says what the hand meant; \
        record with --intent, or add 'intent:' to its flickbook: section.
        """)
    }
    return labelled
  }

  private func labelledCases(in folder: String) throws(Failure) -> [LabelledRecording?] {
    var all: [LabelledRecording?] = []
    for found in try orFail({ () throws(FileError) in try recordingCases(in: folder) }) {
      var request: ReplayRequest
      do throws(CaseError) { request = try found.request().request } catch {
        throw Failure(error)
      }
      if let scenario, request.scenario != scenario { continue }
      request = try options.applied(to: request)
      let loaded = try source.recording(at: found.recordingPath)
      all.append(
        LabelledRecording(name: found.name, recording: loaded.recording, request: request))
    }
    return all
  }

  private func labelledFile(_ path: String) throws(Failure) -> LabelledRecording? {
    let request = try options.request(scenario: scenario)
    let loaded = try source.recording(at: path)
    return LabelledRecording(name: path, recording: loaded.recording, request: request)
  }

  private func table(
    _ results: [GridResult], _ varied: [VariedSetting], recordings: Int
  ) -> String {
    var rows = [varied.map(\.key) + ["wrong", "settle s", "overshoot pt", "first wrong"]]
    rows += results.map { result in
      result.values + [
        "\(result.wrongTargets)/\(recordings)", decimals(result.meanSettleTime, 3),
        decimals(result.meanOvershoot, 2), result.wrongNames.first ?? "",
      ]
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { padded($0, $1) }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private func fields(_ result: GridResult, _ varied: [VariedSetting]) -> [LogField] {
    [
      LogField("values", .fields(zip(varied, result.values).map { LogField($0.key, .text($1)) })),
      LogField("wrongTargets", .integer(result.wrongTargets)),
      LogField("meanSettleTime", .number(result.meanSettleTime)),
      LogField("meanOvershoot", .number(result.meanOvershoot)),
      LogField("wrong", .list(result.wrongNames.map { .text($0) })),
    ]
  }
}
