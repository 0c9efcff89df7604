import Flickbook
import FramePictures
import WorkerThreads

/// The results of testing several cases.
struct CaseResults: Sendable {
  /// The results, in the order of the cases.
  let all: [CaseResult]
  /// The number of cases that were not tested, because the command stops at the first failure.
  let leftOut: Int
  /// The changed cases, grouped by the cause and the effect of their change.
  let groups: [ChangeGroup]
  /// The settings of `--config`, which replace settings of the cases; nil if there are none.
  let tried: RequestFile?
  /// The path of the file with these settings.
  let config: String?
  /// The cases that the command line selects.
  private let chosen: ChosenCases
  /// The folders that contain the files of a case except `case.yml`.
  var caseLikeFolders: [String] { chosen.caseLikeFolders }

  /// Replays cases in parallel, compares them with their expected runs, and explains the changes.
  ///
  /// - Parameters:
  ///   - chosen: The cases.
  ///   - tried: The settings of `--config`, which replace settings of the cases; nil if there are none.
  ///   - config: The path of the file with these settings.
  ///   - rates: Additional frame rates, at which each case is also replayed and must have the same decisions.
  ///   - jobs: The number of cases that are replayed at a time; nil means 8.
  ///   - includesMargins: Whether to compute the margins of all decisions.
  ///   - stopsAtFirst: Whether to stop after the first case that does not pass.
  init(
    of chosen: ChosenCases, trying tried: RequestFile? = nil, from config: String? = nil,
    atRates rates: [FrameRate] = [], jobs: Int? = nil, includesMargins: Bool = false,
    stopsAtFirst: Bool = false
  ) {
    let cases = chosen.cases
    var results: [CaseResult] = []
    let lanes = jobs ?? 8
    // To stop after the first failure, replay the cases in batches, so that few further cases are replayed.
    let step = stopsAtFirst ? lanes : max(cases.count, 1)
    let showsProgress = Terminal.isError && cases.count > 20
    // For 20 cases or fewer, show the elapsed time instead of a count, because a single long recording can take
    // minutes.
    let activity = showsProgress ? nil : ActivityLine("testing \(count(cases.count, "case"))")
    var start = 0
    while start < cases.count {
      let done = start
      results += parallelResults(
        of: Array(cases[start..<min(start + step, cases.count)]), lanes: lanes,
        progress: { number in
          guard showsProgress else { return }
          printProgress("\(done + number) of \(cases.count) cases")
        }
      ) { Self.result(of: $0, tried, rates, includesMargins) }
      start = results.count
      guard stopsAtFirst, let first = results.firstIndex(where: { $0.isFailed }) else { continue }
      results = Array(results[...first])
      break
    }
    if showsProgress { printProgress("") }
    activity?.end()
    all = results
    (self.chosen, self.tried, self.config) = (chosen, tried, config)
    leftOut = cases.count - results.count
    groups = ChangeGroup.groups(of: results.compactMap { $0.change })
  }

  private static func result(
    of known: RecordingCase, _ tried: RequestFile?, _ rates: [FrameRate], _ includesMargins: Bool
  ) -> CaseResult {
    let tested = known.tested(trying: tried)
    var result = CaseResult(tested)
    if tried == nil, !result.isPassed { result.seen = tested.replay?.run.motionDigest }
    do {
      result.change = try tested.explanation()
      switch result.outcome {
      case .new, .damaged, .failed: break
      case .identical, .otherFields, .different:
        result.atRates = try tested.changes(atRates: rates)
        result.observed = tested.observations()
        if result.isPassed { result.narrowed = tested.narrowedMargins() }
        // With --config, the run has other settings than the case, so it cannot show whether run.json is outdated.
        if tried == nil, result.isPassed, !result.isExpectedFailure {
          result.outdated = tested.outdatedSettings
        }
        if includesMargins { result.margins = try tested.margins() }
      }
    } catch { result.outcome = .failed("\(error)") }
    return result
  }

  /// Returns the group of a case; nil if the case did not change.
  func group(of result: CaseResult) -> ChangeGroup? {
    guard let change = result.change else { return nil }
    return groups.first { $0.changes.contains(change) }
  }

  /// Returns the results of the cases of a group, in the order of the group.
  func members(of group: ChangeGroup) -> [CaseResult] { all.members(of: group) }

  /// Whether no case failed.
  var areAllPassed: Bool { !all.contains { $0.isFailed } }

  /// The number of cases with each outcome, in words.
  var summary: String {
    let counts = Dictionary(grouping: all, by: \.word).mapValues(\.count)
    var parts = ["\(counts[.identical] ?? 0) identical"]
    func add(_ outcomes: OutcomeWord..., words: String, plural: String? = nil) {
      let number = outcomes.reduce(0) { $0 + (counts[$1] ?? 0) }
      if number > 0 { parts.append("\(number) \(number > 1 ? plural ?? words : words)") }
    }
    add(.otherFields, words: "with other fields")
    add(.withinTolerance, words: "within tolerance")
    add(.withinSpread, words: "within the spread of \(spreadWords) runs")
    add(.otherReason, words: "with other reasons")
    add(.drift, words: "drifted")
    add(.behaviourChange, words: "changed behaviour")
    add(.stale, words: "stale")
    add(.new, words: "new")
    add(.incomplete, .tampered, words: "incomplete or tampered")
    add(.error, words: "failed")
    add(.expectedFailure, words: "expected failure", plural: "expected failures")
    add(.unexpectedPass, words: "unexpected pass", plural: "unexpected passes")
    let atRates = all.count { !$0.atRates.isEmpty && !$0.isExpectedFailure && !$0.isStale }
    if atRates > 0 { parts.append("\(atRates) with other decisions at another frame rate") }
    let observed = all.flatMap(\.observed)
    let agreeing = observed.count { $0.agrees }
    let real =
      observed.isEmpty ? "" : "; \(agreeing) of \(observed.count) observed motions agree"
    return "\(count(all.count, "case")): \(parts.joined(separator: ", "))\(real)"
  }

  /// The numbers of runs whose spread contains an expected run: one number, or the smallest and the largest.
  private var spreadWords: String {
    let runs = all.compactMap { result -> Int? in
      guard result.word == .withinSpread, case .different(let difference, _) = result.outcome
      else { return nil }
      return difference.runs
    }
    guard let least = runs.min(), let most = runs.max() else { return "" }
    return least == most ? "\(most)" : "\(least) to \(most)"
  }
}

extension CaseResults {
  /// Updates the `pending` folders beside the expected runs.
  ///
  /// For a changed case, this folder stores the new run. For a case that passes, the folder is removed.
  func keepPending() throws {
    var kept = 0
    for result in all {
      let known = result.recordingCase
      switch result.outcome {
      case .failed, .damaged: continue
      case .identical, .otherFields, .different, .new: break
      }
      guard !result.isPassed, let run = try? known.run(trying: tried) else {
        try known.dropPending()
        continue
      }
      try known.keepPending(run)
      kept += 1
    }
    printError("\(count(kept, "run")) kept in CASE/pending, for review")
  }
}

extension [CaseResult] {
  /// Returns the results of the cases of a group, in the order of the group.
  func members(of group: ChangeGroup) -> [CaseResult] {
    // Use each result only once, because cases of two folders may have the same name and the same change.
    var left = filter { $0.change != nil }
    return group.changes.compactMap { change in
      left.firstIndex { $0.change == change }.map { left.remove(at: $0) }
    }
  }
}

extension CaseResults {
  /// The command that accepts cases of these results; nil for runs with the settings of `--config`, which cannot be
  /// accepted.
  ///
  /// A report can be sent to other people, and an absolute path can identify a person. If a path is absolute, the
  /// command is therefore for the folder that holds all cases.
  var acceptance: AcceptanceCommand? {
    guard config == nil else { return nil }
    let command = "flickbook accept" + permission
    guard chosen.paths.contains(where: { $0.hasPrefix("/") }) else {
      return AcceptanceCommand(
        command: command, selection: chosen.typed,
        place: "the folder in which the cases were tested")
    }
    return AcceptanceCommand(
      command: command, selection: chosen.typed(["."]), place: "the folder that holds all cases")
  }
}

// MARK: Text
extension CaseResults {
  /// The option that lets a command start the programs of the cases; empty if no case has a program.
  private var permission: String {
    all.contains { $0.startsProgram } ? " --allow-subjects" : ""
  }

  /// Returns the texts that explain the results.
  ///
  /// There is one text for each group of changed cases, for each other case that did not pass, and for each decision
  /// that came nearer to another target.
  func explanations(listsAll: Bool) -> [String] {
    groups.enumerated().map { index, group in
      let text = explanation(group, listsAll: listsAll)
      guard index < Self.mostPictured, let first = members(of: group).first,
        let runs = runs(of: first)
      else { return text }
      let frames = framesAround(runs.expected, runs.actual)
      let parts = [text, frames, overlay(runs)].filter { !$0.isEmpty }
      // In a terminal with few rows, leave out the frames, so that the description stays visible; 'flickbook review'
      // shows the frames, too.
      let fits = Terminal.hasRoom(for: parts + [summary])
      return parts.filter { fits || $0 != frames }.joined(separator: "\n")
    }
      + all.compactMap { result in explanation(result) }
      + all.flatMap { result in
        result.disagreements.map { "\(Terminal.cross) \(result.name), \($0)" }
      }
      + all.flatMap { result in result.narrowed.map { narrowing($0, of: result) } }
      + outdatedNote(listsAll: listsAll)
  }

  /// Returns the note about expected runs with outdated settings; empty if there are none.
  ///
  /// The note matters, because the report of a later failure would show outdated values as the previous values.
  private func outdatedNote(listsAll: Bool) -> [String] {
    let outdated = all.filter { !$0.outdated.isEmpty }
    guard !outdated.isEmpty else { return [] }
    let shown = outdated.prefix(listsAll ? .max : 5)
    var lines = [
      "  note: \(count(outdated.count, "case")) passed, but run.json of the expected run has outdated settings"
    ]
    lines += shown.map { "    \($0.name): \($0.outdatedText)" }
    if outdated.count > shown.count {
      lines.append("    and \(outdated.count - shown.count) more; --all lists them")
    }
    lines.append(
      "  " + acceptance("refresh it:", "--class outdated", "the"))
    return [lines.joined(separator: "\n")]
  }

  /// The limit for the number of groups that are shown with frames and a picture.
  ///
  /// The limit is our choice. More pictures would push the texts of the other groups off the screen.
  private static let mostPictured = 5

  /// Returns a small picture of the new run of a changed case over its expected run; empty if a run is missing.
  func overlay(of result: CaseResult) -> String { runs(of: result).map(overlay) ?? "" }

  /// Returns the expected and the new run of a changed case; nil if one of them is missing.
  private func runs(of result: CaseResult) -> (expected: Run, actual: Run)? {
    guard case .different = result.outcome,
      let actual = try? result.recordingCase.run(trying: tried),
      let expected = try? Run(contentsOf: result.recordingCase.expectedPath)
    else { return nil }
    return (expected, actual)
  }

  private func overlay(_ runs: (expected: Run, actual: Run)) -> String {
    var style = Terminal.style(width: 76)
    style.height = 6
    let picture = terminalOverlay(
      expected: runs.expected, actual: runs.actual, scenery: runs.actual.scenery, style: style)
    return picture.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }

  /// Returns the warning about a decision that came nearer to another target, in a case that passes.
  private func narrowing(_ narrowed: NarrowedMargin, of result: CaseResult) -> String {
    """
      warning: \(result.name) \(narrowed.text.split(separator: "\n").joined(separator: "\n             "))
    """
  }

  /// Returns a table of the decisions with the smallest margins, at most `most` of them.
  ///
  /// Margins of position and of velocity are sorted together; a margin of 10 pt/s counts as 1 pt.
  func narrowest(_ most: Int) -> String {
    let known = all.flatMap { result in result.margins.map { (result.name, $0) } }
    let ordered = known.sorted { left, right in left.1.size < right.1.size }
    let shown = ordered.prefix(most).filter { $0.1.size.isFinite }
    let title = "smallest margins of \(count(known.count, "decision")):"
    guard !shown.isEmpty else { return title }
    return title + "\n" + alignedTable(shown.map { ["", $0.0, $0.1.text] })
  }

  private func explanation(_ group: ChangeGroup, listsAll: Bool) -> String {
    let members = members(of: group)
    guard let first = members.first else { return "" }
    let why = "  why:        \(singleLine(group.cause.sentence))"
    if members.count == 1 {
      return """
        \(Terminal.cross) \(first.name): \(first.headline)
        \(why)\(incompleteCauseNote(group))
        \(divergence(first))\
          look at it: \(look(first))
          \(acceptance("accept it: ", of: first))
        """
    }
    let shown = listsAll ? members.count : min(members.count, 5)
    var lines = ["\(Terminal.cross) \(members.count) cases, \(group.kinds), group \(group.id)"]
    lines.append(why + incompleteCauseNote(group))
    for member in members.prefix(shown) { lines.append("    \(member.name): \(member.headline)") }
    if members.count > shown {
      lines.append("    and \(members.count - shown) more; --all lists them")
    }
    lines.append("  look at one: \(look(first))")
    lines.append("  " + acceptance("accept them:", "--group \(group.id)", "their"))
    return lines.joined(separator: "\n")
  }

  private func incompleteCauseNote(_ group: ChangeGroup) -> String {
    group.cause.isIncomplete ? "\n              (the change may need only some of these)" : ""
  }

  private func divergence(_ result: CaseResult) -> String {
    guard case .different(let difference, let change) = result.outcome else { return "" }
    let place = singleLine(
      difference.divergence.isEmpty ? difference.sentence : difference.divergence)
    return "  differs:    \(difference.kind.words) in \(difference.stage.rawValue): \(place)\n"
      + (change.isEmpty ? "" : note(result.name, change) + "\n")
  }

  private func look(_ result: CaseResult) -> String {
    let known = result.recordingCase
    guard let config else {
      // Name the whole case, because a file of another folder may name its program. The program starts only with
      // permission.
      if result.startsProgram {
        return "flickbook replay \(shellQuoted(known.folder)) --allow-subjects"
      }
      return "flickbook replay \(shellQuoted(known.recordingPath)) "
        + "--config \(shellQuoted(known.settingsPath))"
    }
    return "flickbook test \(shellQuoted(known.folder)) --config \(shellQuoted(config)) "
      + "--report change.html"
  }

  /// Returns the advice how to accept the new run of a case.
  private func acceptance(_ title: String, of result: CaseResult) -> String {
    "\(title) \(untried("its") ?? result.recordingCase.acceptCommand())"
  }

  /// Returns the advice how to accept the cases that `choice` selects from all cases.
  private func acceptance(_ title: String, _ choice: String, _ whose: String) -> String {
    let command = "flickbook accept \(chosen.typed)\(choice)\(permission)"
    return "\(title) \(untried(whose) ?? "\(command) --because \"why \(whose) frames are right\"")"
  }

  /// Returns the advice for runs with the settings of `--config`, which cannot be accepted; nil without `--config`.
  private func untried(_ whose: String) -> String? {
    config.map {
      "put the settings of \(shellQuoted($0)) into \(whose) case.yml, then 'flickbook accept'"
    }
  }

  private func explanation(_ result: CaseResult) -> String? {
    let folder = shellQuoted(result.recordingCase.folder)
    let accept = "  " + acceptance("accept it: ", of: result)
    let failed = "\(Terminal.cross) \(result.name): \(result.headline)"
    if result.isExpectedFailure { return "  \(result.name): \(result.headline)" }
    if result.isUnexpectedPass { return failed }
    switch result.outcome {
    case .identical: return result.atRates.isEmpty ? nil : failed
    case .otherFields(let change):
      return (result.atRates.isEmpty ? "" : failed + "\n") + note(result.name, change)
    case .different(let difference, let change):
      guard difference.isAllowed else {
        // The text of a group already describes its changed cases, so only a case without a known change needs its own
        // text.
        guard result.change == nil else { return nil }
        return "\(failed)\n\(divergence(result))\(accept)"
      }
      let noted = change.isEmpty ? [] : [note(result.name, change)]
      let lines = (result.atRates.isEmpty ? [] : [failed]) + noted
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    case .new: return "\(failed)\n\(accept)"
    case .damaged(let error):
      return "\(failed)\n  \(error)\n  restore it: git restore \(folder)\n\(accept)"
    case .failed: return failed
    }
  }

  /// Returns the note about fields that were added or removed, which do not make a case fail.
  private func note(_ name: String, _ change: FieldChange) -> String {
    "  note: \(name): \(singleLine(change.sentence)), which does not count as a difference"
  }
}
