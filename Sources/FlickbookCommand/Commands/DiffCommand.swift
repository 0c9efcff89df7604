import ArgumentParser
import Flickbook

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs, and show where, in which stage and how far they differ.",
    discussion: HelpDetail.text(
      """
      The exit status is 0 if the runs are equal or differ within the tolerance, and 1 otherwise. If a \
      run was modified after it was written, a warning is printed on standard error, and the run is compared anyway.

      With --against, a case is compared stage by stage with a replay of its recording through a model. The output shows \
      where the motion of your own software ('flickbook replay --subject') begins to differ from the model.
      """,
      details: """
        Runs at different frame rates are compared at the times of the frames of the lower rate. If the other run has \
        no frame at such a time, every value between those of its two nearest frames counts as equal.

        If one of the runs is observed motion of other software ('flickbook observe'), or ACTUAL is a table of such \
        motion, the runs are compared stage by stage, with the tolerances of --within.
        """,
      example: """
        flickbook diff run-before run-after
        flickbook diff Recordings/subject/flick --against vaul
        flickbook diff run app.csv --column y=scrollTop --scale -1
        """,
      readOn: "docs/run-format.md"))

  @Argument(
    help: "The expected run: a run directory, or a case with an expected run.", completion: .file())
  var expected: String

  @Argument(
    help: "The run directory, or the table of observed motion, to compare with the expected run.",
    completion: .file())
  var actual: String?

  @Option(
    help: """
      The model to compare the case with: a preset, such as vaul or sheet:vaul, or a YAML file with settings.
      """, completion: .presets)
  var against: String?

  @OptionGroup(title: OptionTitle.observed) var reading: ObservationOptions
  @OptionGroup(title: OptionTitle.observed) var stages: StageOptions

  @Option(
    parsing: .unconditional,
    help: "The largest accepted difference of a number, in the unit of the number. (default: 0.001)"
  )
  var tolerance: Double?

  @Flag(help: "Print the difference as JSON.")
  var json = false

  func run() throws {
    let limit = tolerance ?? 0.001
    guard limit >= 0, limit.isFinite else {
      throw Failure(
        .usage, at: "--tolerance", "found \(plain(limit))", "give a number of 0 or more")
    }
    if let against {
      guard actual == nil, tolerance == nil else {
        throw Failure(
          .usage, at: "--against", "found with \(actual == nil ? "--tolerance" : "two runs")",
          "name only a case")
      }
      return try show(comparison(of: expected, with: against), json: json)
    }
    guard let other = actual else {
      throw Failure(
        .usage, at: "flickbook diff", "found one run", "name two runs, or add --against PRESET")
    }
    let (expected, actual) = (runPath(named: expected), runPath(named: other))
    if let comparison = try comparisonOfStages(expected, actual) {
      guard tolerance == nil else {
        throw Failure(
          .usage, at: "--tolerance", "observed motion is compared by stage", "use --within instead")
      }
      return try show(comparison, json: json)
    }
    if let option = reading.given ?? (stages.within.isEmpty ? nil : "--within") {
      throw Failure(.usage, at: option, "neither run is observed motion", "leave the option out")
    }
    let runs = (try loadedRun(at: expected), try loadedRun(at: actual))
    for path in [expected, actual] {
      do { try checkRun(at: path) } catch { printError("\(error)") }
    }
    try compare(runs.0, runs.1, within: limit)
  }

  /// Compares two runs frame by frame, and prints the difference.
  private func compare(
    _ expected: (header: [LogField], rows: RunRows), _ actual: (header: [LogField], rows: RunRows),
    within limit: Double
  ) throws {
    let compared = RunComparison(
      expected: expected.rows, at: rate(in: expected.header), actual: actual.rows,
      at: rate(in: actual.header), within: RunTolerance(absolute: limit))
    let found = compared.difference
    if json {
      let kind: Report = [.data("class", found?.kind.words ?? "identical")]
      printJSON((kind + (found?.report ?? []) + compared.fields.report).fields)
    } else {
      for line in inputDifferences(expected.header, actual.header) { say(singleLine(line)) }
      if !compared.fields.isEmpty { say(singleLine(compared.fields.sentence)) }
      printText(found, sharedOnly: !compared.fields.isEmpty)
    }
    if let found, !found.isAllowed {
      throw ExitCode.differences
    }
  }

  /// Compares the expected run of the case at `path` with a replay of its recording through a preset.
  private func comparison(of path: String, with preset: String) throws -> StageComparison {
    guard isCase(path) else {
      throw Failure(
        .usage, at: path, "--against replays the recording of a case", "name the folder of a case")
    }
    let known = RecordingCase(folder: path, name: path)
    let run = try Run(contentsOf: known.expectedPath)
    try checkFrames(of: run, at: path)
    var request = ReplayRequest(scenario: "")
    try request.useModel(preset)
    request.rate = run.rate
    request.screen = run.screen
    let loaded = try loadedRecording(at: known.recordingPath, within: path)
    let model = try locating(path) { try loaded.run(request) }
    return StageComparison(model, with: run, within: try stages.tolerance())
  }

  /// Compares the runs by stage if a run is observed motion, or if only one of them is of a program under test.
  ///
  /// Otherwise returns nil.
  private func comparisonOfStages(_ expected: String, _ actual: String) throws -> StageComparison? {
    let tolerance = try stages.tolerance()
    func isTable(_ path: String) -> Bool {
      path == "-" || isMotionTable(path)
    }
    if isTable(expected) {
      throw Failure(.usage, at: expected, "found a table", "name the run first, and then the table")
    }
    if isTable(actual) {
      let model = try Run(contentsOf: expected)
      try checkFrames(of: model, at: expected)
      let observed = try reading.observation(of: actual, touchedAs: model).run
      return StageComparison(model, with: observed, within: tolerance)
    }
    let headers = [try loadedHeader(at: expected), try loadedHeader(at: actual)].map(
      LogValue.fields)
    let isOfSubject = headers.map { $0["scenario"]?.asText == ReplayRequest.subjectName }
    guard
      isOfSubject[0] != isOfSubject[1]
        || headers.contains(where: { $0[Run.observedKey] != nil })
    else { return nil }
    if let option = reading.given {
      throw Failure(.usage, at: option, "\(actual) is not a table", "leave the option out")
    }
    for (key, words) in [
      ("recordingSHA256", "recordings"), ("scenario", "scenarios"),
      ("framesPerSecond", "frame rates"),
    ] where headers[0][key] != headers[1][key] && (key != "scenario" || !isOfSubject.contains(true))
    {
      throw Failure(
        .badInput, at: actual,
        "the runs have different \(words), so their motion cannot be compared",
        "name runs of the same recording, scenario and frame rate")
    }
    let (first, second) = (try Run(contentsOf: expected), try Run(contentsOf: actual))
    try checkFrames(of: first, at: expected)
    try checkFrames(of: second, at: actual)
    return first.isObserved && !second.isObserved || first.isOfSubject
      ? StageComparison(second, with: first, within: tolerance)
      : StageComparison(first, with: second, within: tolerance)
  }

  /// Returns the frame rate in the header of a run; nil if the header has no valid rate.
  private func rate(in header: [LogField]) -> FrameRate? {
    let rate = LogValue.fields(header)["framesPerSecond"]?.asNumber
    return rate.flatMap { FrameRate.range.contains($0) ? FrameRate(framesPerSecond: $0) : nil }
  }

  private func checkFrames(of run: Run, at path: String) throws {
    guard run.frames.isEmpty else { return }
    throw Failure(.badInput, at: path, "found no frames", "make the run again")
  }

  /// Returns a line for each difference between the inputs of two runs.
  ///
  /// The inputs are the scenario, the preset, the estimator, the frame rate, the recording and the settings.
  private func inputDifferences(_ expected: [LogField], _ actual: [LogField]) -> [String] {
    let plain = ["scenario", "preset", "estimator", "framesPerSecond", "recordingSHA256"]
    var lines: [String] = []
    for key in plain {
      let values = (LogValue.fields(expected)[key], LogValue.fields(actual)[key])
      if values.0 != values.1 { lines.append(line(key, values.0, values.1)) }
    }
    guard case .fields(let settings)? = LogValue.fields(expected)["settings"] else { return lines }
    for setting in settings {
      let other = LogValue.fields(actual)["settings"]?[setting.key]?["value"]
      let value = setting.value["value"]
      if let other, value != other { lines.append(line(setting.key, value, other)) }
    }
    return lines
  }

  private func line(_ key: String, _ expected: LogValue?, _ actual: LogValue?) -> String {
    "different input: \(key) \(jsonText(expected ?? .none)) and \(jsonText(actual ?? .none))"
  }

  private func printText(_ difference: RunDifference?, sharedOnly: Bool) {
    guard let difference else {
      return say(
        sharedOnly ? "all other fields are identical" : "the runs are identical")
    }
    say(singleLine(difference.sentence))
    if !difference.divergence.isEmpty {
      say("first difference: \(singleLine(difference.divergence))")
    }
    for field in difference.greatest where field.key != "frame" && field.key != "time" {
      say("  \(singleLine(field.key)): at most \(readable(field.value.asNumber ?? 0)) apart")
    }
  }
}

extension ReplayRequest {
  /// Chooses the preset `name`, such as `vaul` or `sheet:vaul`, or applies the settings of the file `name`.
  fileprivate mutating func useModel(_ name: String) throws {
    if isPresetFile(name) {
      let file = try requestFile(at: name)
      file.apply(&self)
      guard !scenario.isEmpty else {
        throw Failure(
          .badInput, at: name, "there is no key 'scenario'", "add it, such as 'scenario: sheet'")
      }
      return try check()
    }
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    let owners = scenarioKinds.filter { kind in
      kind.presets.contains { $0.isCalled(parts.last ?? "") }
    }
    if parts.count == 2 {
      scenario = parts[0]
    } else if let only = owners.first {
      guard owners.count == 1 else {
        let choices = owners.map { "\($0.name):\(name)" }.joined(separator: ", ")
        throw Failure(
          .usage, at: "--against", "'\(excerpt(of: name))' is a preset of several scenarios",
          "give one of \(choices)")
      }
      scenario = only.name
    } else {
      throw Failure(
        .usage, at: "--against", "no scenario has the preset '\(excerpt(of: name))'",
        "'flickbook preset list' lists them")
    }
    preset = parts.last
    try check()
  }
}
