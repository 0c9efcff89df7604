import Flickbook

extension StageComparison {
  /// Compares the expected run of the case at `path` with a replay of its recording through a preset.
  static func ofCase(
    at path: String, with preset: String, within tolerance: StageTolerance
  ) throws -> StageComparison {
    try require(
      isCase(path), at: path, "--against replays the recording of a case",
      "name the folder of a case")
    let known = RecordingCase(folder: path, name: path)
    let run = try Run(contentsOf: known.expectedPath)
    try run.checkFrames(path)
    var request = ReplayRequest(scenario: "")
    try request.useModel(preset)
    request.rate = run.rate
    request.screen = run.screen
    let loaded = try loadedRecording(at: known.recordingPath, within: path)
    let model = try locating(path) { try loaded.run(request) }
    return StageComparison(model, with: run, within: tolerance)
  }

  /// Compares the runs by stage if a run is observed motion, or if only one of them is of a program under test.
  ///
  /// Otherwise returns nil.
  static func ofRuns(
    _ expected: String, _ actual: String, _ reading: ObservationOptions,
    within tolerance: StageTolerance
  ) throws -> StageComparison? {
    func isTable(_ path: String) -> Bool {
      path == "-" || isMotionTable(path)
    }
    if isTable(expected) {
      throw Failure(.usage, at: expected, "found a table", "name the run first, and then the table")
    }
    if isTable(actual) {
      let model = try Run(contentsOf: expected)
      try model.checkFrames(expected)
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
    try first.checkFrames(expected)
    try second.checkFrames(actual)
    return first.isObserved && !second.isObserved || first.isOfSubject
      ? StageComparison(second, with: first, within: tolerance)
      : StageComparison(first, with: second, within: tolerance)
  }
}

extension Run {
  /// Throws if the run, which was read from `path`, has no frames.
  fileprivate func checkFrames(_ path: String) throws {
    guard frames.isEmpty else { return }
    throw Failure(.badInput, at: path, "found no frames", "make the run again")
  }
}
