import Flickbook
import StudyFiles
import WorkerThreads

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
/// If `corpus` is not empty, its paths replace those of the study.
func loadedStudy(at path: String, corpus: [String]) throws -> LoadedStudy {
  let file = try orFail { () throws(FileError) in try studyFile(at: path, corpus: corpus) }
  let given = try studyRecordings(of: file, path: path)
  let (labelled, members) = try labelledRecordings(given, of: file, path: path)
  let kept: [LabelledRecording]
  do throws(SettingError) {
    kept = try applicable(labelled) { (request) throws(SettingError) in
      try file.space.reason(against: request, plan: file.plan)
    }
  } catch { throw failure(error, file, path) }
  let keptNames = Set(kept.map(\.name))
  let chosen = zip(labelled, members).filter { keptNames.contains($0.0.name) }
  let parts =
    file.split?.parts(of: chosen.map { $0.1 }) ?? Array(repeating: .training, count: kept.count)
  if let split = file.split, !parts.contains(.heldOut) {
    throw Failure(
      .badInput,
      "\(path): found fewer than two values of '\(split.group.rawValue)' to split by; label the recordings "
        + "with 'flickbook corpus label --person', or remove 'split'.")
  }
  let study = Study(
    training: zip(chosen, parts).filter { $0.1 == .training }.map { $0.0.0 },
    heldOut: zip(chosen, parts).filter { $0.1 == .heldOut }.map { $0.0.0 }, space: file.space,
    goal: file.goal, plan: file.plan, repetitions: file.repetitions, reference: file.reference,
    margin: file.margin)
  return LoadedStudy(
    file: file, study: study, header: header(of: study, chosen.map { $0.1 }),
    request: chosen[0].0.request)
}

// MARK: Recordings

private func studyRecordings(
  of file: StudyFile, path: String
) throws(Failure) -> [GivenRecording] {
  var given: [GivenRecording] = []
  var passedOver: [String] = []
  for corpus in file.corpus {
    guard kindOfFile(at: corpus).exists else { throw Failure(FileError.missing(path: corpus)) }
    guard kindOfFile(at: corpus).isFolder else {
      given.append(GivenRecording(name: corpus, path: corpus, request: try file.plainRequest()))
      continue
    }
    let folder = try orFail { () throws(FileError) in try corpusFolder(at: corpus) }
    for passed in folder.passedOver where !isStudyFile(passed) { passedOver.append(passed) }
    // Skip study files without a warning, because a study may be in the folder of its recordings.
    for found in folder.recordings where !isStudyFile(found.path) {
      guard let request = try file.request(for: found) else { continue }
      given.append(
        GivenRecording(name: found.name, path: found.path, root: corpus, request: request))
    }
  }
  if let first = passedOver.first {
    let more = passedOver.count > 1 ? ": \(first) and others" : ": \(first)"
    printError("\(count(passedOver.count, "file")) without a recording left out\(more).")
  }
  var seen: Set<String> = []
  given = given.filter { seen.insert($0.path).inserted }
  if let first = given.first(where: { $0.request?.scenario.isEmpty != false }) {
    let names = allScenarios.map { $0.name }.joined(separator: ", ")
    throw Failure(
      .badInput,
      "\(path): found no 'scenario' for \(first.path); add a line such as 'scenario: sheet', with one of "
        + "\(names).")
  }
  guard !given.isEmpty else {
    throw Failure(
      .noInput,
      "\(path): found no recording in \(file.corpus.joined(separator: ", ")); name another "
        + "'corpus'.")
  }
  return given
}

extension StudyFile {
  /// The request for recordings that do not belong to a case; its scenario is empty if the study names no scenario.
  fileprivate func plainRequest() throws(Failure) -> ReplayRequest {
    var plain = ReplayRequest(scenario: request.scenario ?? "")
    request.apply(&plain)
    try plain.chooseRule()
    return plain
  }

  /// Returns the request for a recording in a folder; nil for a case of another scenario than the study.
  fileprivate func request(for found: CorpusRecording) throws(Failure) -> ReplayRequest? {
    guard let ofCase = found.ofCase else { return try plainRequest() }
    var own: ReplayRequest
    do throws(CaseError) { own = try ofCase.request().request } catch { throw Failure(error) }
    if let scenario = request.scenario, own.scenario != scenario { return nil }
    request.apply(&own)
    try own.chooseRule()
    return own
  }
}

/// Loads the recordings in parallel, and returns them in the given order.
private func loadedRecordings(_ given: [GivenRecording]) throws(Failure) -> [Recording] {
  let line = ProgressLine("recordings", of: given.count)
  defer { line.clear() }
  let loaded = parallelResults(of: given, progress: line.show) { known in
    Result { () throws(LoadError) in
      try loadedRecording(at: known.path, within: known.root).recording
    }
  }
  var recordings: [Recording] = []
  for result in loaded {
    do throws(LoadError) { recordings.append(try result.get()) } catch { throw Failure(error) }
  }
  return recordings
}

/// Returns the recordings that have an intent label, in the given order, and reports the number of other recordings.
private func labelledRecordings(
  _ given: [GivenRecording], of file: StudyFile, path: String
) throws -> ([LabelledRecording], [CorpusMember]) {
  var labelled: [LabelledRecording] = []
  var members: [CorpusMember] = []
  var unlabelled: [String] = []
  for (known, recording) in zip(given, try loadedRecordings(given)) {
    guard let request = known.request,
      let found = LabelledRecording(name: known.name, recording: recording, request: request)
    else {
      unlabelled.append(known.path)
      continue
    }
    labelled.append(found)
    members.append(
      CorpusMember(name: known.name, recording: recording, scenario: request.scenario))
  }
  guard !labelled.isEmpty else {
    throw Failure(
      .badInput,
      """
      \(path): no recording of the corpus has an intent label; add one with 'flickbook corpus label \
      \(shellQuoted(unlabelled.first ?? "")) --scenario \(file.request.scenario ?? "sheet") --intent \
      TARGET'.
      """)
  }
  if let first = unlabelled.first {
    printError(
      "\(count(unlabelled.count, "recording")) without an intent left out, such as \(first); label them "
        + "with 'flickbook corpus label'.")
  }
  return (labelled, members)
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

// MARK: EventLog header

/// Returns the journal header, with digests of everything on which the results of a study depend.
private func header(of study: Study, _ members: [CorpusMember]) -> JournalHeader {
  var text = "flickbook \(flickbookVersion)\n"
  for dimension in study.space.dimensions {
    text += "\(dimension.key)"
    switch dimension.values {
    case .range(let range, let isLogarithmic):
      text += " from \(range.lowerBound) to \(range.upperBound) log \(isLogarithmic)\n"
    case .steps(let range, let step):
      text += " from \(range.lowerBound) to \(range.upperBound) by \(step)\n"
    case .choice(let words): text += " of \(words.joined(separator: "\u{1f}"))\n"
    }
  }
  if let margin = study.wantedMargin { text += "margin \(margin.value)\n" }
  for repetition in study.repetitions {
    switch repetition {
    case .noise(let most, let seed): text += "noise \(most.value) \(seed)\n"
    case .rate(let rate): text += "hz \(rate.framesPerSecond)\n"
    }
  }
  for assignment in study.reference ?? [] {
    text += "resemble \(assignment.key) \(assignment.value)\n"
  }
  var corpus = SHA256()
  let requests = study.training + study.heldOut
  var described: [String: String] = [:]
  for known in requests { described[known.name] = description(of: known.request) }
  let heldOut = Set(study.heldOut.map(\.name))
  for member in members {
    let line = [
      member.gesture, member.intent ?? "", member.person ?? "", member.session ?? "",
      heldOut.contains(member.name) ? "held out" : "training", described[member.name] ?? "",
    ]
    corpus.receive(Array((line.joined(separator: "\u{1f}") + "\n").utf8))
  }
  var digest = SHA256()
  digest.receive(Array(text.utf8))
  return JournalHeader(
    study: digest.hexadecimal, corpus: corpus.hexadecimal, training: study.training.count,
    heldOut: study.heldOut.count, method: study.plan.method.rawValue, seed: study.plan.seed,
    keys: study.space.dimensions.map(\.key))
}

/// Returns all settings of a request as text, for digests and comparisons.
private func description(of request: ReplayRequest) -> String {
  var words = [request.scenario, request.preset ?? ""]
  if let program = request.subject?.program { words += [program.command, program.folder] }
  words += RequestOption.all.map { $0.setting.text(in: request) }
  if request.preset != nil {
    // List the explicit values, too, because they override a preset. A request with explicit values therefore differs
    // from a request without them, even if both have equal values.
    let given = RequestOption.all.filter { $0.isOfSystem && request.origins[$0.name] != nil }
    if !given.isEmpty { words.append("given \(given.map(\.name))") }
  }
  words += request.assignments.map { "\($0.key)=\($0.value)" }
  words += request.commands.map { "\($0)" }
  return words.joined(separator: "\u{1e}")
}
