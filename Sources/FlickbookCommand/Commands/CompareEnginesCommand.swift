import ArgumentParser
import Flickbook

struct CompareEnginesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare-engines",
    abstract: "Tell what a user would see of a recording with every spring engine.",
    discussion: """
      Replays the recording with each engine at 60 and at 120 frames per second. 'off exact' is \
      the greatest distance from the exact solution in the same frame, and 'rates apart' the \
      greatest distance between both frame rates at the same instant.

      Example: flickbook compare-engines flick.yml --scenario sheet
      """)

  @Argument(help: "The recording, or a case, with its settings.", completion: .file())
  var file: String

  @Option(
    help: "What to replay it through; 'flickbook scenario list' tells more.", completion: .scenarios
  )
  var scenario: String?

  @OptionGroup var options: ReplayOptions
  @OptionGroup var source: SourceOptions

  @Flag(help: "Print one line of JSON for each engine.")
  var json = false

  func run() throws {
    guard options.engine == nil, options.hz == nil else {
      throw Failure(
        .usage,
        "flickbook compare-engines: found \(options.hz == nil ? "--engine" : "--hz"), but it "
          + "compares all engines at 60 and 120 Hz; 'flickbook replay' takes one.")
    }
    if let word = options.settings.first(where: { $0.hasPrefix("engine=") }) {
      throw Failure(
        .usage, "--set \(excerpt(of: word)): all engines are compared; leave it out.")
    }
    let request = try options.request(at: file, scenario: scenario, readBy: source)
    try checkEngines(of: request)
    let path = file
    let file = try recordingPath(named: path)
    let loaded = try source.recording(at: file, as: request.deviceKind)
    try options.check(on: loaded.recording, request, at: file)
    let rows: [EngineComparison]
    do throws(ReplayError) {
      rows = try request.engineComparisons(of: loaded.recording)
    } catch { throw Failure(error, path: file) }
    if json {
      for row in rows { printJSON(fields(row)) }
    } else {
      say("\(path == "-" ? "standard input" : singleLine(path)), \(request.scenario)\n")
      say(table(rows))
    }
  }

  /// A scenario without springs has no engine to compare.
  private func checkEngines(of request: ReplayRequest) throws(Failure) {
    func hasEngine<S: Scenario>(_ type: S.Type) -> Bool {
      type.settings.contains { $0.key == "engine" }
    }
    let known = allScenarios.filter { hasEngine($0) }.map { $0.name }
    guard !known.contains(request.scenario) else { return }
    throw Failure(
      .usage,
      "--scenario: \(request.scenario) has no setting 'engine'; "
        + "use one of \(known.joined(separator: ", ")).")
  }

  private func table(_ rows: [EngineComparison]) -> String {
    let rates = ["60 Hz", "120 Hz"]
    let headings = ["overshoot pt", "settle s", "off exact pt"]
    var lines = [
      [""] + headings.flatMap { [$0, ""] } + ["rates", "ends"],
      ["engine"] + headings.flatMap { _ in rates } + ["apart pt", "at"],
    ]
    lines += rows.map { row in
      [row.engine]
        + row.sights.map { decimals($0.summary.overshoot.value, 2) }
        + row.sights.map { $0.summary.settleTime.map { decimals($0.value, 3) } ?? Terminal.dash }
        + row.sights.map { decimals($0.distanceFromExact.value, 2) }
        + [decimals(row.frameRateDependence.value, 2), ends(row)]
    }
    return tableText(lines)
  }

  private func ends(_ row: EngineComparison) -> String {
    let ends = row.sights.map { sight in
      switch sight.summary.ending {
      case .rested: sight.summary.finalTarget ?? "its start"
      case .gone: "gone"
      case .timeLimit: "nowhere"
      }
    }
    return Set(ends).count == 1 ? ends[0] : ends.joined(separator: ", ")
  }

  private func fields(_ row: EngineComparison) -> [LogField] {
    let sights = row.sights.map { sight in
      LogValue.fields([
        LogField("framesPerSecond", .number(sight.rate.framesPerSecond)),
        LogField("ending", .text(sight.summary.ending.rawValue)),
        LogField("finalTarget", sight.summary.finalTarget.map(LogValue.text) ?? .none),
        LogField("overshoot", .number(sight.summary.overshoot.value)),
        LogField("settleTime", sight.summary.settleTime.map { .number($0.value) } ?? .none),
        LogField("distanceFromExact", .number(sight.distanceFromExact.value)),
      ])
    }
    return [
      LogField("engine", .text(row.engine)), LogField("meaning", .text(row.meaning)),
      LogField("rates", .list(sights)),
      LogField("frameRateDependence", .number(row.frameRateDependence.value)),
    ]
  }
}
