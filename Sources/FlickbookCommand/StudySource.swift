import Flickbook
import StudyFiles

/// A study and its recordings, loaded and ready for a search.
struct LoadedStudy: Sendable {
  /// The content of the study file.
  var file: StudyFile
  /// The search space, the goal and the recordings.
  var study: Study
  /// The header of the study's journal.
  var header: JournalHeader
  /// The request of the first recording, which the report shows for all recordings.
  var request: ReplayRequest

  /// The users who may read files that are made from the recordings.
  var readers: Readers { Readers(ofAll: file.corpus) }

  /// The number of points of the search space that the search evaluates.
  var points: Int { study.plan.count(in: study.space) }
}

/// Reads the study at `path` and its corpus, and reports skipped recordings on standard error.
///
/// If `corpus` is not empty, its paths replace the paths in the study.
func loadedStudy(at path: String, corpus: [String]) throws -> LoadedStudy {
  let file = try studyFile(at: path, corpus: corpus)
  let given = try studyRecordings(of: file, path: path)
  let recordings = try given.read { known throws(LoadError) in
    try loadedRecording(at: known.path, within: known.root).recording
  }
  let labelled = try labelledRecordings(given, recordings, of: path)
  let kept: [LabelledRecording]
  do throws(SettingError) {
    kept = try applicable(labelled) { (request) throws(SettingError) in
      try file.study.space.reason(against: request, plan: file.study.plan)
    }
  } catch { throw failure(error, file, path) }
  let members = kept.map {
    CorpusMember(name: $0.name, recording: $0.recording, scenario: $0.request.scenario)
  }
  let parts = file.split?.parts(of: members) ?? kept.map { _ in .training }
  if let split = file.split, !parts.contains(.heldOut) {
    throw Failure(
      .badInput, at: path, "found fewer than two values of '\(split.group.rawValue)' to split by",
      "label the recordings with 'flickbook corpus label --person', or remove 'split'")
  }
  var study = file.study
  study.training = zip(kept, parts).filter { $0.1 == .training }.map { $0.0 }
  study.heldOut = zip(kept, parts).filter { $0.1 == .heldOut }.map { $0.0 }
  return LoadedStudy(
    file: file, study: study, header: JournalHeader(of: study, kept, members, parts),
    request: kept[0].request)
}

// MARK: Recordings

private func studyRecordings(of file: StudyFile, path: String) throws -> [GivenRecording] {
  // Study files are ignored, because a study may be in the folder of its recordings.
  let given = try givenRecordings(
    in: file.corpus, plain: try file.completed(ReplayRequest(scenario: "")), ignoring: isStudyFile
  ) { ofCase in
    let own = try ofCase.replayRequest()
    if let scenario = file.request.scenario, own.scenario != scenario { return nil }
    return try file.completed(own)
  }
  if let first = given.first(where: { $0.request?.scenario.isEmpty != false }) {
    let names = allScenarios.map { $0.name }.joined(separator: ", ")
    throw Failure(
      .badInput, at: path, "found no 'scenario' for \(first.path)",
      "add a line such as 'scenario: sheet', with one of \(names)")
  }
  try require(
    !given.isEmpty, .noInput, at: path,
    "found no recording in \(file.corpus.joined(separator: ", "))",
    "name another 'corpus'")
  return given
}

extension StudyFile {
  /// Returns the request `own` with the settings of the study, which override the settings of `own`.
  ///
  /// `own` is the request of a case, or an empty request for a recording that belongs to no case. The scenario of the
  /// result is empty if neither the case nor the study names a scenario.
  fileprivate func completed(_ own: ReplayRequest) throws -> ReplayRequest {
    var own = own
    if own.scenario.isEmpty { own.scenario = request.scenario ?? "" }
    request.apply(&own)
    try own.chooseRuleOfSubject()
    return own
  }
}

/// Returns the recordings to which the varied settings apply, and reports all other recordings on standard error.
///
/// - Parameters:
///   - labelled: The recordings.
///   - reason: Returns the reason why the settings do not apply to a request; nil if they apply.
/// - Returns: The recordings to which the settings apply, in their order.
/// - Throws: `SettingError` from `reason`, or one of the reasons if no recording remains.
func applicable(
  _ labelled: [LabelledRecording],
  _ reason: (ReplayRequest) throws(SettingError) -> SettingError?
) throws(SettingError) -> [LabelledRecording] {
  let (kept, leftOut) = try labelled.applicable(reason)
  for group in leftOut {
    printError(
      "\(group.scenario): \(count(group.names.count, "recording")) left out: "
        + group.reason.description)
  }
  return kept
}

/// Returns a failure that names the line of the study in which the setting is varied.
private func failure(_ error: SettingError, _ file: StudyFile, _ path: String) -> Failure {
  let key: String? =
    switch error {
    case .unknownSetting(let name, _, _, _), .wordOfSpring(let name, _, _, _, _, _),
      .invalidValue(let name, _, _, _), .settingWithoutEffect(let name, _, _, _, _):
      name
    case .unknownScenario, .unknownPreset, .contradiction, .program: nil
    }
  let line = key.flatMap { file.lines[$0] }.map { ":\($0)" } ?? ""
  return Failure(.badInput, "\(path)\(line): \(error.description)")
}
