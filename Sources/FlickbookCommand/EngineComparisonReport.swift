import Flickbook

/// The visible differences between the runs of one recording with different spring engines, as text and JSON.
struct EngineComparisonReport {
  var rows: [EngineComparison]

  /// Replays the recording, or the case, at `path` with every engine.
  ///
  /// - Throws: ``Failure`` if the replay fails, or if the options choose an engine or a frame rate, because the
  ///   comparison covers all engines at 60 and 120 Hz.
  init(
    at path: String, scenario: String?, _ options: ReplayOptions, readBy source: SourceOptions
  ) throws(Failure) {
    if options.model.engine != nil || options["hz"] != nil {
      throw Failure(
        .usage,
        "--\(options["hz"] == nil ? "engine" : "hz"): --compare-engines compares all engines at 60 and 120 Hz; "
          + "leave one of the options out.")
    }
    if let word = options.settings.first(where: { $0.hasPrefix("engine=") }) {
      throw Failure(
        .usage, "--set \(excerpt(of: word)): all engines are compared; leave it out.")
    }
    let request = try options.request(at: path, scenario: scenario, readBy: source)
    try Self.checkEngines(of: request)
    let file = try recordingPath(named: path)
    let loaded = try source.recording(at: file, as: request.deviceKind)
    try options.check(on: loaded.recording, request, at: file)
    do throws(ReplayError) {
      rows = try request.engineComparisons(of: loaded.recording)
    } catch { throw Failure(error, path: file) }
  }

  /// Throws if the scenario has no springs, and therefore no engines to compare.
  private static func checkEngines(of request: ReplayRequest) throws(Failure) {
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

  /// The table with a line for each engine.
  var table: String {
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

  /// Returns the JSON fields of an engine.
  func fields(_ row: EngineComparison) -> [LogField] {
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
