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

  var loaded: LoadedStudy
  /// The path of the study's file.
  var path: String
  /// The trials of the search, and whether the search is complete; a refinement is the last trial.
  var search: StudySearch.Result
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
  init(_ loaded: LoadedStudy, path: String, search: StudySearch.Result, threads: Int) throws {
    self.loaded = loaded
    self.path = path
    self.search = search
    let study = loaded.study
    var training = StudyEvaluator(study, part: .training)
    if let refined = try study.refinement(
      of: search.results, evaluator: &training, threads: threads)
    {
      self.search.results.append(refined)
      isRefined = true
    }
    let results = self.search.results
    findings = try study.findings(in: results, evaluator: &training, threads: threads)
    let found = findings
    recommendation = try study.recommendation(of: found, in: results, threads: threads)
    var values: [String]?
    if case .take(let trial) = recommendation { values = results[trial].values }
    let recommended = values
    gestures = try StudyGestures(study, recommended: recommended)
    part = study.heldOut.isEmpty ? .training : .heldOut
    let (groups, names) = study.groups(of: part)
    bootstrap = ClusterBootstrap(groupCount: max(names.count, 1), seed: study.plan.seed)
    guard let number = findings.best else { return }
    var judged = StudyEvaluator(study, part: part)
    let own = try judged.cards(
      of: [results[number].values], in: groups, groupCount: names.count,
      threads: threads)
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
    let now = try evaluator.cards(of: [[]], in: groups, groupCount: groupCount, threads: threads)
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
    let found = try evaluator.cards(
      of: presets.map { [$0] }, in: groups, groupCount: groupCount, threads: threads)
    for (name, cards) in zip(presets, found) {
      if case .success(let cards) = cards {
        comparedPresets.append(ComparedSettings(name: name, cards: cards))
      }
    }
    return comparedPresets
  }

  // MARK: Text

  var goal: Goal { loaded.study.goal }

  func sum(_ cards: [Scorecard]) -> Scorecard { Scorecard(sumOf: cards) }

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

  /// Returns the table of `trials`; the column of broken constraints is left out if no constraint is broken.
  private func table(_ trials: some Sequence<Int>) -> Report {
    var heads =
      ["trial"] + loaded.study.space.dimensions.map(\.key) + goal.objectives.map(\.name)
      + ["breaks"]
    var rows = trials.map(row)
    if rows.allSatisfy({ $0.last == "" }) {
      heads.removeLast()
      for index in rows.indices { rows[index].removeLast() }
    }
    return [.table(heads: heads, rows: rows)]
  }

  /// Returns the report for a terminal, with at most `most` rows of the front; 0 means all rows.
  func text(most: Int) -> String {
    let shown = findings.front.isEmpty ? [] : front(most: most, hint: "; --most 0 prints all")
    return [
      [.note(corpusText)], shown, advice, gestureCounts(hint: gestures.hint), importance,
      presets(most: 5),
    ]
    .map(\.text).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  var corpusText: String {
    let study = loaded.study
    let people = study.groups(of: .training)
    let isByPerson = people.names.count < study.training.count
    var text = "\(count(study.training.count, "gesture"))"
    if isByPerson { text += " of \(peopleCount(people.names.count))" }
    text += " for the search"
    if !study.heldOut.isEmpty {
      let judges = study.groups(of: .heldOut).names.count
      text += "; \(count(study.heldOut.count, "gesture"))"
      if judges < study.heldOut.count { text += " of \(peopleCount(judges))" }
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

  /// Returns the trials that no other trial beats, at most `most` of them; 0 means all.
  ///
  /// If trials are left out, the report ends with their number and `hint`.
  func front(most: Int, hint: String) -> Report {
    let front = findings.front
    let shown = most > 0 ? Array(front.prefix(most)) : front
    let more = count(front.count - shown.count, "more row")
    return [
      .heading(
        goal.objectives.count > 1
          ? "The front: trials that no other trial beats in all objectives"
          : "The best trials on the gestures of the search")
    ] + table(shown)
      + (shown.count < front.count ? [.note("and \(more)\(hint)")] : [])
  }

  /// The recommendation, and the best trial with its effect.
  ///
  /// The settings of a trial that is not recommended have a separate heading, so that nobody takes them for the
  /// recommendation.
  var advice: Report {
    var report: Report = [.heading("Recommendation"), .note(adviceText)]
    guard let best = findings.best else {
      guard let nearest = findings.nearest else { return report }
      return report + [.note("The trial nearest to the constraints:")] + table([nearest])
    }
    if taken == nil { report += [.heading("The best trial, which is not recommended")] }
    let settings = zip(loaded.study.space.dimensions, search.results[best].values).enumerated()
    let rows = settings.map { index, setting in
      let range = findings.ranges.indices.contains(index) ? findings.ranges[index].values : []
      let isChoice = if case .choice = setting.0.values { true } else { false }
      return [setting.0.key, setting.1, range.joined(separator: isChoice ? ", " : " to ")]
    }
    report += [.table(heads: ["setting", bestName, "indistinguishable"], rows: rows)]
    let same = findings.indistinguishable.count
    report += [
      .note(
        "On the gestures of the search, "
          + (same > 1
            ? "\(same) of the best \(findings.comparedCount) trials are indistinguishable from the best trial"
            : "these values are indistinguishable") + " by \(goal.objectives[0].name).")
    ]
    return report + effect
  }

  /// The change of each objective, and the constraints; empty if the current settings were not evaluated.
  private var effect: Report {
    guard let changes else { return [] }
    let rows = changes.map { objective, before, after, interval in
      let (low, high) = (objective.text(interval.lowerBound), objective.text(interval.upperBound))
      return [
        objective.name, objective.text(before), objective.text(after), "\(low) to \(high)",
        interval.contains(0) ? "indistinguishable" : "",
      ]
    }
    return [
      .note(
        part == .heldOut
          ? "On held-out gestures, which the search did not use:"
          : "On the gestures of the search, because none are held out:"),
      .table(heads: ["", "current", bestName, "95 % interval of the change", ""], rows: rows),
    ]
      + Report(
        (constraintLines + [rows.contains { $0.last != "" } ? chanceText : nil].compactMap { $0 })
          .map { .note($0) })
  }

  /// The explanation of an indistinguishable change of a recommended trial; nil if no trial is recommended.
  private var chanceText: String? {
    guard taken != nil else { return nil }
    return part == .heldOut
      ? "An indistinguishable change may be chance on the held-out gestures alone; the recommendation rests on all "
        + "gestures together."
      : "An indistinguishable change may be chance; the recommendation rests on \(goal.objectives[0].name) first."
  }

  /// The number of gestures with each intent that reach each target; empty if the gestures could not be evaluated.
  func gestureCounts(hint: String?) -> Report {
    let all = gestures.all
    guard !all.isEmpty else { return [] }
    let targets = Set(all.flatMap { [$0.before, $0.after].compactMap { $0 } }).sorted()
    var rows: [[String]] = []
    for intent in Set(all.map(\.intent)).sorted() {
      let own = all.filter { $0.intent == intent }
      func row(_ name: String, _ target: (StudyGestures.Gesture) -> String?) -> [String] {
        ["\(intent), \(name)"] + targets.map { name in "\(own.count { target($0) == name })" }
      }
      if all[0].before != nil { rows.append(row("current", \.before)) }
      if gestures.isOfRecommendation { rows.append(row("recommended", \.after)) }
    }
    return [
      .heading("Intended targets and reached targets")
    ] + Report((gestures.lines + [hint].compactMap { $0 }).map { .note($0) }) + [
      .table(heads: ["intended"] + targets.map { "→ \($0)" }, rows: rows)
    ]
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
    case .impossible:
      return findings.nearest == nil && findings.best == nil
        ? "No trial could be evaluated." : "No trial meets the constraints."
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

  /// The fraction of the variance of each objective that a setting explains.
  var importance: Report {
    let rows = zip(loaded.study.space.dimensions, findings.importance).map { dimension, shares in
      [dimension.key] + shares.map { "\(decimals($0 * 100, 0)) %" }
    }
    return [
      .heading("Which settings matter"),
      .note("Fraction of the variance of each objective that a setting explains alone:"),
      .table(heads: [""] + goal.objectives.map(\.name), rows: rows),
    ]
  }

  /// The presets, sorted by the first objective, with the best preset first.
  var rankedPresets: [ComparedSettings] {
    comparedPresets.dropFirst().sorted {
      goal.objectives[0].value(on: sum($0.cards)) < goal.objectives[0].value(on: sum($1.cards))
    }
  }

  /// Returns the best trial, the current settings and at most `most` presets on the same gestures.
  ///
  /// A scenario can have many presets, and a terminal has no room for the worse ones.
  func presets(most: Int) -> Report {
    guard comparedPresets.count > 1, !best.isEmpty else { return [] }
    func row(_ name: String, _ cards: [Scorecard]) -> [String] {
      let card = sum(cards)
      return [name] + goal.objectives.map { $0.text($0.value(on: card)) }
    }
    let presets = rankedPresets
    let more = presets.count > most ? " (the best \(most) of \(presets.count) are shown)" : ""
    return [
      .heading("Comparison with the presets\(more)"),
      .table(
        heads: [""] + goal.objectives.map(\.name),
        rows: [row(bestName, best), row("current", comparedPresets[0].cards)]
          + presets.prefix(most).map { row($0.name, $0.cards) }),
    ]
  }

  // MARK: JSON and CSV

  /// The lines of the JSON: one for each trial, and a last line with the findings.
  var jsonLines: [[LogField]] {
    var lines: [[LogField]] = []
    let front = Set(findings.front)
    let indistinguishable = Set(findings.indistinguishable)
    let keys = loaded.study.space.dimensions.map(\.key)
    for (number, result) in search.results.enumerated() {
      let values = zip(keys, result.values).map { Report.Part.data($0, $1) }
      let trial: Report = [.data("trial", number), .data("values", Report(values))]
      guard let card = result.card else {
        lines.append((trial + [.data("error", result.refusal ?? "")]).fields)
        continue
      }
      let standing = goal.standing(of: card)
      let judged: Report = [
        .data("objectives", standing.values), .data("excess", standing.excess),
        .data("front", front.contains(number)),
        .data("indistinguishable", indistinguishable.contains(number)),
      ]
      lines.append((trial + judged).fields)
    }
    return lines + [summary.fields]
  }

  private var summary: Report {
    let changes = (changes ?? []).map { objective, before, after, interval -> Report in
      [
        .data("objective", objective.name), .data("before", before), .data("after", after),
        .data("interval", interval),
      ]
    }
    let importance = zip(loaded.study.space.dimensions, findings.importance)
    let counts: Report = [
      .data("all", gestures.all.count), .data("changed", gestures.changedCount),
      .data("wrong", gestures.wrongCount), .data("played", gestures.playedCount),
    ]
    return [
      .data("recommendation", recommendation.word), .data("best", taken),
      .data("leader", findings.best), .data("indistinguishable", findings.indistinguishable),
      .data("ranges", Report(findings.ranges.map { .data($0.key, $0.values) })),
      .data("importance", Report(importance.map { .data($0.key, $1) })),
      .data("gestures", counts), .data("judgedOn", part.rawValue), .data("changes", changes),
      .data("losses", losses.map(\.objective.name)),
    ]
  }

  /// The trials as comma-separated values.
  var csv: String {
    let measures = Measure.allCases.filter { goal.measures.contains($0) }
    let names =
      ["trial"] + loaded.study.space.dimensions.map(\.key) + measures.map(\.rawValue)
      + ["feasible", "front", "indistinguishable"]
    var lines = [names.map(csvCell).joined(separator: ",")]
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
      lines.append(cells.map(csvCell).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text of a file in `folder` for `--config` and `--preset`; nil if nothing is recommended.
  ///
  /// The file contains the recommended settings, or the current settings if the recommendation is to keep them.
  ///
  /// - Throws: ``Failure`` if a setting has no valid value.
  func config(in folder: String) throws -> String? {
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
    for (dimension, value) in zip(loaded.study.space.dimensions, values) {
      try request.vary(dimension.key, value)
    }
    return lines.joined(separator: "\n") + "\n" + (try caseText(of: request, in: folder))
  }
}

private func peopleCount(_ number: Int) -> String { number == 1 ? "1 person" : "\(number) people" }

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
