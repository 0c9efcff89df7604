import Flickbook
import WorkerThreads

/// A search that tries every combination of the values of `tune --vary`, and its ranking.
struct GridSearch {
  private let study: Study
  private var evaluator: StudyEvaluator
  /// The results of the combinations that were tried, in groups that are indistinguishable; the best group is first.
  private var groups: [[TrialResult]] = []
  /// The number of combinations that were tried.
  private(set) var tried = 0

  /// Evaluates the combinations of the values of `space` on `recordings`; after a signal, only some of them.
  init(_ space: SearchSpace, on recordings: [LabelledRecording], size: Int) throws {
    study = Study(
      training: recordings, space: space,
      goal: Goal([.wrongTargets, .settleTime, .overshoot].map { Objective($0) }),
      plan: SearchPlan(.grid, budget: size))
    evaluator = StudyEvaluator(study, part: .training)
    let results = try found()
    (groups, tried) = (study.ranked(results), results.count)
  }

  /// Evaluates all combinations, and returns their results in the order of the grid; after a signal, only the finished
  /// results.
  private mutating func found() throws -> [TrialResult] {
    let points = (0..<study.plan.count(in: study.space)).map {
      study.plan.point($0, in: study.space)
    }
    // Evaluate all points with the same request options together, because the recordings are read again for each
    // combination of these options.
    let options = study.space.dimensions.indices.filter {
      ReplayRequest.isRequestOption(study.space.dimensions[$0].key)
    }
    let order = Dictionary(grouping: points.indices) { point in options.map { points[point][$0] } }
      .values.sorted { $0[0] < $1[0] }.joined()
    let results = try study.results(
      of: order.map { points[$0] }, listsWrong: true, threads: processorCount
    ) { found in
      guard let invalid = found.first(where: { $0.refusal != nil }) else { return }
      // This throws the reason why the values are invalid.
      _ = try evaluator.outcomes(of: invalid.values)
    }
    return zip(order, results).sorted { $0.0 < $1.0 }.map(\.1)
  }

  mutating func printTable(most: Int?, wrong: Bool) throws {
    let keys = study.space.dimensions.map(\.key)
    let shown = most == 0 ? groups[...] : groups.prefix(most ?? 20)
    let measures = ["wrong", "settle s", "overshoot pt", "equal"]
    var rows = [keys + measures + (wrong ? [] : ["first wrong"])]
    for group in shown {
      let card = group[0].card ?? Scorecard()
      rows.append(
        values(of: group) + [
          "\(card.all.wrong)/\(card.all.count)", decimals(card[.settleTime], 3),
          decimals(card[.overshoot], 2), group.count > 1 ? "\(group.count)" : "",
        ] + (wrong ? [] : [firstWrong(group[0])]))
    }
    // Leave out the column that counts indistinguishable combinations if every row stands for a single combination.
    let indistinguishable = keys.count + 3
    if !shown.contains(where: { $0.count > 1 }) {
      for row in rows.indices { rows[row].remove(at: indistinguishable) }
    }
    say(alignedTable(rows, rightAligned: { _ in true }))
    if shown.count < groups.count {
      say("and \(count(groups.count - shown.count, "more row")); --most 0 prints all")
    }
    guard wrong else { return }
    for group in shown where !group[0].wrong.isEmpty {
      let settings = zip(keys, values(of: group)).map { "\($0)=\($1)" }
      say("\n\(settings.joined(separator: " ")) has wrong targets for:")
      let answers = try answers(group[0]).map { known, target in
        [
          "  \(known.name)", "intended \(known.intents.joined(separator: " or "))",
          "went to \(target ?? "nothing")",
        ]
      }
      say(alignedTable(answers))
    }
  }

  /// Returns the name of the first recording with a wrong target, and the number of further such recordings.
  private func firstWrong(_ result: TrialResult) -> String {
    guard let first = result.wrong.first else { return "" }
    let more = result.wrong.count > 1 ? " +\(result.wrong.count - 1)" : ""
    return study.training[first].name + more
  }

  /// Returns the values of each setting in a group of results: up to three values, or the first and the last.
  private func values(of group: [TrialResult]) -> [String] {
    group[0].values.indices.map { column in
      var values: [String] = []
      for result in group where !values.contains(result.values[column]) {
        values.append(result.values[column])
        if values.count > 8 { break }
      }
      if values.count <= 3 { return values.joined(separator: ",") }
      return "\(values[0])…\(group[group.count - 1].values[column])"
    }
  }

  /// Returns the recordings that `result` sends to a wrong target, each with this target.
  ///
  /// The target is nil if the run has no decision.
  private mutating func answers(
    _ result: TrialResult
  ) throws -> [(known: LabelledRecording, target: String?)] {
    guard !result.wrong.isEmpty else { return [] }
    let outcomes = try evaluator.outcomes(of: result.values)
    return result.wrong.map { index in
      (study.training[index], outcomes[index].finalTarget ?? outcomes[index].decidedTarget)
    }
  }

  mutating func printLines(most: Int?, wrong: Bool) throws {
    var ranked: [(rank: Int, result: TrialResult)] = []
    for group in groups {
      let rank = ranked.count + 1
      ranked += group.map { (rank, $0) }
    }
    for (rank, result) in ranked.prefix(most == 0 ? .max : most ?? .max) {
      printJSON(try report(on: result, rank, wrong: wrong).fields)
    }
  }

  private mutating func report(
    on result: TrialResult, _ rank: Int, wrong: Bool
  ) throws -> Report {
    let card = result.card ?? Scorecard()
    let values = zip(study.space.dimensions, result.values).map { Report.Part.data($0.key, $1) }
    let report: Report = [
      .data("rank", rank), .data("values", Report(values)),
      .data("wrongTargets", card.all.wrong), .data("meanSettleTime", card[.settleTime]),
      .data("meanOvershoot", card[.overshoot]),
      .data("wrong", result.wrong.map { study.training[$0].name }),
    ]
    guard wrong else { return report }
    let answers = try answers(result).map { known, target -> Report in
      [.data("recording", known.name), .data("intents", known.intents), .data("target", target)]
    }
    return report + [.data("answers", answers)]
  }
}
