import Quantities
import TouchInput

/// Whether to change settings after a search.
public enum Recommendation: Hashable, Sendable {
  /// Take this trial.
  case take(Int)
  /// Keep the settings as they are.
  case keep(Reason)
  /// There are too few gestures, or gestures of too few people, to say anything about others.
  case tooFew(Shortage)
  /// No trial keeps the constraints.
  case impossible

  /// Why the settings are kept.
  public enum Reason: Hashable, Sendable {
    /// No trial is better by this objective.
    case noBetter(Objective)
    /// The people recorded cannot tell the best trial from the settings as they are, by this objective.
    case indistinguishable(Objective)
    /// The best trial is worse on the gestures held out, by this objective.
    case worse(Objective)
    /// The best trial breaks this constraint on the gestures held out.
    case breaks(Constraint)
  }

  /// What there is too little of.
  public enum Shortage: Hashable, Sendable {
    /// So many people, of all parts.
    case people(Int)
    /// So many gestures to learn from.
    case gestures(Int)
  }

  /// The fewest people whose gestures say something about other people.
  ///
  /// Source: the sign test; that all of five people gain by chance has the probability 1/32, that all of
  /// four do is more likely than one in twenty.
  public static let fewestPeople = 5

  /// The fewest gestures to learn from.
  ///
  /// Source: ours; with fewer, a single gesture is more than two percent, which is as much as most searches
  /// gain.
  public static let fewestGestures = 50
}

extension Study {
  /// What there is too little of to recommend anything; nil if there is enough.
  ///
  /// People are counted if everybody is known.
  public var shortage: Recommendation.Shortage? {
    let persons = (training + heldOut).map { $0.recording.person ?? "" }
    if !persons.contains(""), Set(persons).count < Recommendation.fewestPeople {
      return .people(Set(persons).count)
    }
    guard training.count < Recommendation.fewestGestures else { return nil }
    return .gestures(training.count)
  }

  #if !$Embedded
    /// Whether to take the best trial of a search.
    ///
    /// It is taken if its first objective is better than with the settings as they are by more than other
    /// people might make up for, and if it is not worse on the gestures held out. The second matters
    /// because the best of many trials is always better on the gestures that chose it.
    ///
    /// A later objective alone is no reason for a change. Two settings that have the same value of the first
    /// one on some hundred gestures may still differ on the next thousand, and then the user has lost
    /// what mattered most.
    ///
    /// - Parameters:
    ///   - findings: What the trials say.
    ///   - results: All trials in their order.
    ///   - threads: How many chunks are worked on at a time, 1 or more.
    /// - Returns: The recommendation.
    /// - Throws: ``EvaluatorError``.
    public func recommendation(
      of findings: StudyFindings, in results: [TrialResult], threads: Int = 8
    ) async throws -> Recommendation {
      guard let best = findings.best else { return .impossible }
      if let shortage { return .tooFew(shortage) }
      var all = self
      (all.training, all.heldOut) = (training + heldOut, [])
      let everyone = try await all.cards(of: results[best].values, on: .training, threads)
      // Settings that cannot be evaluated are none to keep.
      guard let everyone else { return .take(best) }
      // Nor are settings that break a constraint, so any that keep it are better.
      if goal.standing(of: Self.sum(everyone.now)).isFeasible,
        let reason = reason(toKeepBy: everyone)
      {
        return .keep(reason)
      }
      guard !heldOut.isEmpty,
        let judged = try await cards(of: results[best].values, on: .heldOut, threads)
      else { return .take(best) }
      let before = goal.standing(of: Self.sum(judged.now))
      let after = goal.standing(of: Self.sum(judged.best))
      if before.isFeasible, let broken = after.excess.firstIndex(where: { $0 > 0 }) {
        return .keep(.breaks(goal.constraints[broken]))
      }
      for (objective, (old, new)) in zip(goal.objectives, zip(before.values, after.values)) {
        if new > old || new.isNaN && !old.isNaN { return .keep(.worse(objective)) }
        if new < old { break }
      }
      return .take(best)
    }

    /// The cards of each group of a part with the values of the best and with the settings as they are; nil
    /// if one of the two cannot be evaluated.
    private func cards(
      of best: [String], on part: CorpusSplit.Part, _ threads: Int
    ) async throws -> (best: [Scorecard], now: [Scorecard])? {
      let (groups, names) = groups(of: part)
      var plain = self
      plain.space = SearchSpace([])
      var found: [[Scorecard]] = []
      for (study, values) in [(self, best), (plain, [])] {
        var evaluator = StudyEvaluator(study, part: part)
        let cards = try await evaluator.cards(
          of: [values], in: groups, groupCount: names.count, threads: threads)
        guard case .success(let cards)? = cards.first else { return nil }
        found.append(cards)
      }
      return (found[0], found[1])
    }

    /// Why the best trial is not better than the settings as they are; nil if it is.
    private func reason(
      toKeepBy cards: (best: [Scorecard], now: [Scorecard])
    ) -> Recommendation.Reason? {
      let first = goal.objectives[0]
      let bootstrap = ClusterBootstrap(groupCount: cards.now.count, seed: plan.seed)
      let interval = bootstrap.interval(of: first, cards.best, less: cards.now)
      if interval.upperBound < 0 { return nil }
      let isBetter = first.value(on: Self.sum(cards.best)) < first.value(on: Self.sum(cards.now))
      return isBetter ? .indistinguishable(first) : .noBetter(first)
    }

    private static func sum(_ cards: [Scorecard]) -> Scorecard {
      var sum = Scorecard()
      for card in cards { sum.add(card) }
      return sum
    }
  #endif
}
