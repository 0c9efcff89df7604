import Flickbook
import StudyFiles
import Subjects

/// The result of a study, as text, JSON and CSV.
struct StudyReport: Sendable {
  /// Other settings with which the best trial is compared.
  struct ComparedSettings: Sendable {
    /// The name in reports: the name of a preset, or a name for the current settings.
    var name: String
    /// The results with these settings, one scorecard for each person.
    var cards: [Scorecard]
  }

  /// The study.
  var loaded: LoadedStudy
  /// The path of the study's file.
  var path: String
  /// The trials of the search, and the way in which the search ended; a refinement is the last trial.
  var search: StudySearch.Outcome
  /// Whether the last trial is a refinement of the best trial of the search.
  var isRefined = false
  /// The analysis of the trials.
  var findings: StudyFindings
  /// The recommendation to use the best trial or to keep the current settings.
  var recommendation: Recommendation
  /// The targets of all gestures, with the current and with the recommended settings.
  var gestures: StudyGestures
  /// The gestures on which the best trial is compared with other settings: the held-out gestures, if there are any.
  var part: CorpusSplit.Part
  /// The settings with which the best trial is compared: the current settings and the presets.
  var comparedPresets: [ComparedSettings] = []
  /// The results of the best trial on the gestures of ``part``, one scorecard for each person; empty if there is no
  /// best trial.
  var best: [Scorecard] = []
  /// The bootstrap, which resamples the people of ``part``.
  var bootstrap: ClusterBootstrap

  /// Analyses the results of a search.
  init(
    _ loaded: LoadedStudy, path: String, search: StudySearch.Outcome, threads: Int
  ) throws {
    self.loaded = loaded
    self.path = path
    self.search = search
    let study = loaded.study
    var training = StudyEvaluator(study, part: .training)
    if let refined = try orEvaluationFailure({
      try study.refinement(of: search.results, evaluator: &training, threads: threads)
    }) {
      self.search.results.append(refined)
      isRefined = true
    }
    let results = self.search.results
    findings = try orEvaluationFailure {
      try study.findings(in: results, evaluator: &training, threads: threads)
    }
    let found = findings
    recommendation = try orEvaluationFailure {
      try study.recommendation(of: found, in: results, threads: threads)
    }
    var values: [String]?
    if case .take(let trial) = recommendation { values = results[trial].values }
    let recommended = values
    gestures = try orEvaluationFailure {
      try StudyGestures(study, recommended: recommended)
    }
    part = study.heldOut.isEmpty ? .training : .heldOut
    let (groups, names) = study.groups(of: part)
    bootstrap = ClusterBootstrap(groupCount: max(names.count, 1), seed: study.plan.seed)
    guard let number = findings.best else { return }
    var judged = StudyEvaluator(study, part: part)
    let own = try orEvaluationFailure {
      try judged.cards(
        of: [results[number].values], in: groups, groupCount: names.count,
        threads: threads)
    }
    if case .success(let cards)? = own.first { best = cards }
    comparedPresets = try comparedPresets(groups, names.count, threads)
  }

  /// Computes the scorecards of the current settings and of each preset.
  private func comparedPresets(_ groups: [Int], _ groupCount: Int, _ threads: Int) throws
    -> [ComparedSettings]
  {
    var plain = loaded.study
    plain.space = SearchSpace([])
    var evaluator = StudyEvaluator(plain, part: part)
    var comparedPresets: [ComparedSettings] = []
    let now = try orEvaluationFailure {
      try evaluator.cards(of: [[]], in: groups, groupCount: groupCount, threads: threads)
    }
    if case .success(let cards)? = now.first {
      comparedPresets.append(ComparedSettings(name: "current", cards: cards))
    }
    let scenarios = Set(loaded.study.recordings(of: part).map(\.request.scenario))
    guard scenarios.count == 1, loaded.request.assignments.isEmpty,
      let kind = allScenarios.first(where: { $0.name == loaded.request.scenario })
    else { return comparedPresets }
    let presets = kind.presets.map(\.name).filter { $0 != loaded.request.preset }
    guard !presets.isEmpty else { return comparedPresets }
    plain.space = SearchSpace([SearchDimension("preset", .choice(presets))])
    evaluator = StudyEvaluator(plain, part: part)
    let found = try orEvaluationFailure {
      try evaluator.cards(
        of: presets.map { [$0] }, in: groups, groupCount: groupCount, threads: threads)
    }
    for (name, cards) in zip(presets, found) {
      if case .success(let cards) = cards {
        comparedPresets.append(ComparedSettings(name: name, cards: cards))
      }
    }
    return comparedPresets
  }

  // MARK: Text

  var goal: Goal { loaded.study.goal }

  func sum(_ cards: [Scorecard]) -> Scorecard {
    var sum = Scorecard()
    for card in cards { sum.add(card) }
    return sum
  }

  /// The change of each objective from the current settings to the best trial, with its 95 % interval.
  ///
  /// Nil if the current settings were not evaluated, or if there is no best trial.
  var changes:
    [(objective: Objective, before: Double, after: Double, interval: ClosedRange<Double>)]?
  {
    guard let before = comparedPresets.first, !best.isEmpty else { return nil }
    return goal.objectives.map { objective in
      (
        objective, objective.value(on: sum(before.cards)), objective.value(on: sum(best)),
        bootstrap.interval(of: objective, best, less: before.cards)
      )
    }
  }

  /// The changes that are significantly for the worse.
  var losses: [(objective: Objective, before: Double, after: Double, interval: ClosedRange<Double>)]
  {
    (changes ?? []).filter { $0.interval.lowerBound > 0 }
  }

  /// Returns the row of a trial in a table: its number, its values, its objectives and its broken constraints.
  func row(_ trial: Int) -> [String] {
    let result = search.results[trial]
    guard let card = result.card else {
      return ["\(trial)"] + result.values + [result.refusal ?? ""]
    }
    let standing = goal.standing(of: card)
    let objectives = zip(goal.objectives, standing.values).map { $0.text($1) }
    let broken = zip(goal.constraints, standing.excess).filter { $0.1 > 0 }.map {
      "\($0.measure.rawValue) \($0.measure.text($0.most + $1))"
    }
    return ["\(trial)"] + result.values + objectives + [broken.joined(separator: ", ")]
  }

  var heading: [String] {
    ["trial"] + loaded.study.space.dimensions.map(\.key) + goal.objectives.map(\.name) + ["breaks"]
  }

  /// Returns the table of `trials`; the column of broken constraints is left out if no constraint is broken.
  private func table(_ trials: some Sequence<Int>) -> String {
    var rows = [heading] + trials.map(row)
    if rows.dropFirst().allSatisfy({ $0.last == "" }) {
      for index in rows.indices { rows[index].removeLast() }
    }
    return alignedTable(rows, rightAligned: true)
  }

  /// Returns the report for a terminal, with at most `most` rows of the front; 0 means all rows.
  func text(most: Int) -> String {
    [
      corpusText, frontText(most), bestText, gestures.lines.joined(separator: "\n"),
      indistinguishableText, importanceText, rivalText,
    ]
    .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  var corpusText: String {
    let study = loaded.study
    let people = study.groups(of: .training)
    let isByPerson = people.names.count < study.training.count
    var text = "\(count(study.training.count, "gesture"))"
    if isByPerson {
      text += " of \(count(people.names.count, "person").replacing("persons", with: "people"))"
    }
    text += " for the search"
    if !study.heldOut.isEmpty {
      let judges = study.groups(of: .heldOut).names.count
      text += "; \(count(study.heldOut.count, "gesture"))"
      if judges < study.heldOut.count {
        text += " of \(count(judges, "person").replacing("persons", with: "people"))"
      }
      text += " are held out"
    }
    let refused = search.results.count { $0.card == nil }
    text +=
      "\n\(count(search.results.count - (isRefined ? 1 : 0), "trial")) by \(search.method), seed "
      + "\(study.plan.seed), \(search.known) of them from the journal"
    if isRefined {
      text +=
        "\ntrial \(search.results.count - 1) is the best of them, with other values of "
        + "settings that change no target"
    }
    if refused > 0 {
      let first = search.results.first { $0.card == nil }?.refusal ?? ""
      text += "\n\(count(refused, "trial")) with impossible settings: \(first)"
    }
    return text
  }

  private func frontText(_ most: Int) -> String {
    let front = findings.front
    guard !front.isEmpty else { return "" }
    let shown = most > 0 ? Array(front.prefix(most)) : front
    let title =
      goal.objectives.count > 1
      ? "The front, the trials that no other trial beats in all objectives:"
      : "The best trial on the gestures of the search:"
    var text = "\(title)\n\(table(shown))"
    if shown.count < front.count {
      text += "\nand \(count(front.count - shown.count, "more row")); --most 0 prints all"
    }
    return text
  }

  private var bestText: String {
    guard let best = findings.best else {
      guard let nearest = findings.nearest else { return "No trial could be evaluated." }
      return "No trial meets the constraints; the trial nearest to them is\n\(table([nearest]))"
    }
    var text = "\(adviceText)"
    if recommendation != .take(best) { text += "\nThe best is trial \(best):" }
    let values = zip(loaded.study.space.dimensions, search.results[best].values)
    text += "\n" + values.map { "  \($0.key): \($1)" }.joined(separator: "\n")
    guard let changes else { return text }
    text +=
      part == .heldOut
      ? "\nOn the held-out gestures:"
      : "\nOn the gestures of the search, because none are held out:"
    for (objective, before, after, interval) in changes {
      let (low, high) = (objective.text(interval.lowerBound), objective.text(interval.upperBound))
      text += "\n  \(objective.name) \(objective.text(before)) → \(objective.text(after))"
      text += " (95 % interval of the change: \(low) to \(high))"
      if interval.contains(0) { text += ": indistinguishable" }
    }
    return text + constraintLines.map { "\n  \($0)" }.joined()
  }

  /// The constraints, each with the value of the best trial, and whether the best trial meets it.
  var constraintLines: [String] {
    goal.constraints.filter { _ in !best.isEmpty }.map { constraint in
      let value = sum(best)[constraint.measure]
      let verdict = value <= constraint.most ? "met" : "broken"
      return "\(constraint.measure.rawValue) \(constraint.measure.text(value)), at most "
        + "\(constraint.measure.text(constraint.most)): \(verdict)"
    }
  }

  /// The recommendation in one line.
  var adviceText: String {
    switch recommendation {
    case .take(let trial):
      let losses = losses.map {
        "\($0.objective.name) (\($0.objective.text($0.before)) → \($0.objective.text($0.after)))"
      }
      return "Recommended: trial \(trial)"
        + (losses.isEmpty ? "" : ", at a loss in \(losses.joined(separator: " and in "))")
    case .keep(let reason): return "Keep the current settings: \(words(of: reason))."
    case .tooFew(.people(let people)):
      return "Too few people to recommend settings: found \(people), and at least "
        + "\(Recommendation.fewestPeople) are needed; record more people."
    case .tooFew(.gestures(let gestures)):
      return
        "Too few gestures to recommend settings: found \(gestures) for the search, and at least "
        + "\(Recommendation.fewestGestures) are needed; record more gestures."
    case .impossible: return "No trial meets the constraints."
    }
  }

  private func words(of reason: Recommendation.Reason) -> String {
    switch reason {
    case .noBetter(let objective): "no trial has a better \(objective.name)"
    case .indistinguishable(let objective):
      "on this corpus, the difference between the best trial and the current settings is not "
        + "significant in \(objective.name)"
    case .worse(let objective):
      "the best trial has a worse \(objective.name) on the held-out gestures"
    case .breaks(let constraint):
      "the best trial breaks the constraint on \(constraint.measure.rawValue) on the held-out gestures"
    }
  }

  /// The best trial, and whether it is recommended, in words; empty if there is no best trial.
  var bestName: String {
    findings.best.map { "trial \($0)\(taken == nil ? ", not recommended" : ", recommended")" } ?? ""
  }

  /// The recommended trial; nil if there is none.
  ///
  /// The text, the page, the JSON and the file of `--write` all use this trial.
  var taken: Int? {
    if case .take(let trial) = recommendation { trial } else { nil }
  }

  private var indistinguishableText: String {
    guard findings.ranges.contains(where: { $0.values.count > 1 }) else { return "" }
    var text =
      "Indistinguishable from the best trial by \(goal.objectives[0].name): \(findings.indistinguishable.count) of the "
      + "best \(findings.comparedCount) trials, and variants of the best with one setting changed. Their settings:"
    for range in findings.ranges {
      let isChoice = loaded.study.space.dimensions.contains {
        if case .choice = $0.values { $0.key == range.key } else { false }
      }
      text += "\n  \(range.key) \(range.values.joined(separator: isChoice ? ", " : " to "))"
    }
    return text
  }

  private var importanceText: String {
    let rows = zip(loaded.study.space.dimensions, findings.importance).map { dimension, shares in
      [dimension.key] + shares.map { "\(decimals($0 * 100, 0)) %" }
    }
    return "Fraction of the variance of each objective that a setting explains alone:\n"
      + alignedTable([[""] + goal.objectives.map(\.name)] + rows, rightAligned: true)
  }

  /// The presets, sorted by the first objective, with the best preset first.
  var rankedPresets: [ComparedSettings] {
    comparedPresets.dropFirst().sorted {
      goal.objectives[0].value(on: sum($0.cards)) < goal.objectives[0].value(on: sum($1.cards))
    }
  }

  private var rivalText: String {
    guard comparedPresets.count > 1, !best.isEmpty else { return "" }
    func row(_ name: String, _ cards: [Scorecard]) -> [String] {
      let card = sum(cards)
      return [name] + goal.objectives.map { $0.text($0.value(on: card)) }
    }
    // List only the five best presets, because a scenario can have many presets, and the worse ones do not matter here.
    let presets = rankedPresets
    let shown = presets.prefix(5)
    let rows =
      (comparedPresets.prefix(1) + shown).map { row($0.name, $0.cards) }
      + [row("trial \(findings.best ?? 0)", best)]
    let more = presets.count > shown.count ? " (the best five are shown)" : ""
    return "Compared with the \(presets.count) presets\(more), on the same gestures:\n"
      + alignedTable([[""] + goal.objectives.map(\.name)] + rows, rightAligned: true)
  }

  // MARK: JSON and CSV

  /// The lines of the JSON: one for each trial, and a last line with the findings.
  var jsonLines: [[LogField]] {
    var lines: [[LogField]] = []
    let front = Set(findings.front)
    let indistinguishable = Set(findings.indistinguishable)
    let keys = loaded.study.space.dimensions.map(\.key)
    for (number, result) in search.results.enumerated() {
      var fields = [LogField("trial", .integer(number))]
      fields.append(
        LogField("values", .fields(zip(keys, result.values).map { LogField($0, .text($1)) })))
      if let card = result.card {
        let standing = goal.standing(of: card)
        fields.append(LogField("objectives", .list(standing.values.map { .number($0) })))
        fields.append(LogField("excess", .list(standing.excess.map { .number($0) })))
        fields.append(LogField("front", .flag(front.contains(number))))
        fields.append(LogField("indistinguishable", .flag(indistinguishable.contains(number))))
      } else {
        fields.append(LogField("error", .text(result.refusal ?? "")))
      }
      lines.append(fields)
    }
    lines.append(summaryFields)
    return lines
  }

  private var summaryFields: [LogField] {
    func number(_ trial: Int?) -> LogValue { trial.map { .integer($0) } ?? .none }
    let importance = zip(loaded.study.space.dimensions, findings.importance).map {
      LogField($0.key, .list($1.map { .number($0) }))
    }
    let changes = (changes ?? []).map { objective, before, after, interval in
      LogValue.fields([
        LogField("objective", .text(objective.name)), LogField("before", .number(before)),
        LogField("after", .number(after)),
        LogField("interval", .list([.number(interval.lowerBound), .number(interval.upperBound)])),
      ])
    }
    return [
      LogField("recommendation", .text(recommendation.word)),
      LogField("best", number(taken)), LogField("leader", number(findings.best)),
      LogField("indistinguishable", .list(findings.indistinguishable.map { .integer($0) })),
      LogField(
        "ranges",
        .fields(findings.ranges.map { LogField($0.key, .list($0.values.map { .text($0) })) })),
      LogField("importance", .fields(importance)),
      LogField(
        "gestures",
        .fields([
          LogField("all", .integer(gestures.all.count)),
          LogField("changed", .integer(gestures.changedCount)),
          LogField("wrong", .integer(gestures.wrongCount)),
          LogField("played", .integer(gestures.playedCount)),
        ])),
      LogField("judgedOn", .text(part.rawValue)), LogField("changes", .list(changes)),
      LogField("losses", .list(losses.map { .text($0.objective.name) })),
    ]
  }

  /// The trials as comma-separated values.
  var csv: String {
    func cell(_ text: String) -> String {
      text.contains(where: { ",\"\n\r".contains($0) })
        ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
    let measures = Measure.allCases.filter { goal.measures.contains($0) }
    let names =
      ["trial"] + loaded.study.space.dimensions.map(\.key) + measures.map(\.rawValue)
      + ["feasible", "front", "indistinguishable"]
    var lines = [names.map(cell).joined(separator: ",")]
    let front = Set(findings.front)
    let indistinguishable = Set(findings.indistinguishable)
    for (number, result) in search.results.enumerated() {
      guard let card = result.card else { continue }
      let isFeasible = goal.standing(of: card).isFeasible
      let cells =
        ["\(number)"] + result.values + measures.map { plain(card[$0]) }
        + [isFeasible, front.contains(number), indistinguishable.contains(number)].map {
          $0 ? "1" : "0"
        }
      lines.append(cells.map(cell).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text of a file in `folder` for `--config` and `--preset`; nil if nothing is recommended.
  ///
  /// The file contains the recommended settings, or the current settings if the recommendation is to keep them.
  ///
  /// - Throws: ``Failure`` if a setting has no valid value.
  func config(in folder: String) throws(Failure) -> String? {
    switch recommendation {
    case .take, .keep: break
    case .tooFew, .impossible: return nil
    }
    var request = loaded.request
    let study = withoutControls(singleLine(path))
    var lines = [
      taken.map { "# Trial \($0) of \(study)." }
        ?? "# \(study): the current settings are kept."
    ]
    for (objective, before, after, _) in taken == nil ? [] : changes ?? [] {
      lines.append(
        "# \(objective.name): \(objective.text(before)) → \(objective.text(after)) on the "
          + "\(part == .heldOut ? "held-out gestures" : "same gestures").")
    }
    let values = taken.map { search.results[$0].values } ?? []
    do throws(SettingError) {
      for (dimension, value) in zip(loaded.study.space.dimensions, values) {
        try request.vary(dimension.key, value)
      }
    } catch { throw Failure(error) }
    return lines.joined(separator: "\n") + "\n" + (try caseText(of: request, in: folder))
  }
}

extension Recommendation {
  /// The name in JSON.
  fileprivate var word: String {
    switch self {
    case .take: "take"
    case .keep: "keep"
    case .tooFew: "tooFew"
    case .impossible: "impossible"
    }
  }
}
