import Flickbook

extension CorpusSource<ReplayOptions> {
  /// Reads a recording, or the recording of the case in a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the recording or of the folder; `-` is standard input.
  ///   - intent: The intended target; nil for the intent of the recording.
  /// - Returns: The recording and its request.
  /// - Throws: ``Failure`` if the recording has no intent, or if neither an option nor a case names its scenario.
  func labelledRecording(at path: String, intent: String?) throws -> LabelledRecording {
    guard path == "-" || kindOfFile(at: path).exists else { throw FileError.missing(path: path) }
    let (path, request) = try pathAndRequest(of: path, intent)
    var gesture = try source.recording(at: path).recording
    gesture.intent = intent ?? gesture.intent
    guard let labelled = LabelledRecording(name: path, recording: gesture, request: request),
      !labelled.intents.isEmpty
    else {
      let targets = try request.targets().joined(separator: ", ")
      throw Failure(
        .usage, at: "--intent",
        "found no target\(intent == nil ? ", and \(path) has no intent" : "")",
        "name the intended target, one of \(targets)")
    }
    return labelled
  }

  /// Returns the path of the recording, and the request to replay it.
  private func pathAndRequest(
    of path: String, _ intent: String?
  ) throws -> (path: String, request: ReplayRequest) {
    if kindOfFile(at: path).isFolder {
      let known = try onlyCase(in: path)
      let request = try request(of: known)
      if let scenario, scenario != request.scenario {
        throw Failure(
          .usage, at: "--scenario", "found \(scenario), and the case is of \(request.scenario)",
          "leave out --scenario, or name the recording.yml of the case")
      }
      return (try known.checkedRecordingPath(), request)
    }
    if let request = try plainRequest() { return (path, request) }
    // Replay the recording of a case with the settings of the case, except for settings that the options override.
    if let ofCase = try caseOfRecording(at: path) { return (path, try request(of: ofCase)) }
    // Read the file first: if it is not a recording, that error is more important than the missing scenario.
    _ = try source.recording(at: path)
    throw try missingScenario(of: path, intent: intent ?? "")
  }
}

/// Returns the error that nothing names the scenario of a recording; it suggests scenarios that have the intended targets.
private func missingScenario(of path: String, intent: String) throws -> Failure {
  let intents = intent.split(separator: "|").map(String.init)
  let fitting = try allScenarios.map { $0.name }.filter { name in
    let targets = try ReplayRequest(scenario: name).targets()
    return !intents.isEmpty && intents.allSatisfy(targets.contains)
  }
  let found =
    "no scenario was given, and \(path) is not the recording of a case, which has a scenario"
  guard !fitting.isEmpty else { return Failure.missingScenario(found) }
  return Failure(
    .usage, at: "--scenario", found,
    "use \(fitting.joined(separator: " or ")), where '\(intent)' is a target")
}

extension LabelledRecording {
  /// Returns the last decision, and the last pan that moved mainly across the axis of the surface.
  ///
  /// - Throws: ``Failure`` if there is no decision, or if an intent is no target of the scenario.
  func verdict() throws -> (verdict: GestureVerdict, across: PanAcross?) {
    let run = try locating(name) { try request.run(of: recording) }
    guard let verdict = GestureVerdict(run, intents: intents) else {
      throw Failure(
        .badInput, at: name,
        "the surface is never released in this recording, so there is no decision",
        "'flickbook inspect' shows its contents")
    }
    // Always accept "gone", because a change of settings can make it a target.
    let targets = try request.targets()
    let known = targets + ["gone"].filter { !targets.contains($0) }
    for intent in intents where !known.contains(intent) && !verdict.isRight {
      let near = nearestName(to: intent, in: known).map { " (did you mean \($0)?)" } ?? ""
      throw Failure(
        .usage, at: "--intent",
        "found '\(intent)', which is no target of this \(request.scenario)\(near)",
        "give one of \(known.joined(separator: ", "))")
    }
    return (verdict, try request.panAcross(in: run))
  }
}
