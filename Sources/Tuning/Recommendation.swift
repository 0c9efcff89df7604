import Quantities
import TouchInput

/// The recommendation after a search: whether to change the settings.
public enum Recommendation: Hashable, Sendable {
  /// Use the values of the trial with this number.
  case take(Int)
  /// Keep the current settings.
  case keep(Reason)
  /// There are too few gestures or people to predict how the settings work for other people.
  case tooFew(Shortage)
  /// No trial satisfies all bounds of the goal.
  case impossible

  /// The reason to keep the settings.
  public enum Reason: Hashable, Sendable {
    /// No trial is better than the current settings by this objective.
    case noBetter(Objective)
    /// The difference between the best trial and the current settings is not significant, by this objective.
    case indistinguishable(Objective)
    /// The best trial is worse on the held-out gestures, by this objective.
    case worse(Objective)
    /// The best trial violates this bound on the held-out gestures.
    case breaks(Constraint)
  }

  /// The kind of missing data.
  public enum Shortage: Hashable, Sendable {
    /// There are too few people; the value is their number in the training and the held-out gestures together.
    case people(Int)
    /// There are too few training gestures; the value is their number.
    case gestures(Int)
  }

  /// The smallest number of people for a recommendation.
  ///
  /// Source: the sign test. If new settings made no difference, the results of all five people would still improve by
  /// chance with a probability of 1/32, which is below the usual significance level of 1/20. For four people, the
  /// probability is 1/16, which is above that level.
  public static let fewestPeople = 5

  /// The smallest number of training gestures for a recommendation.
  ///
  /// We chose 50 because most searches improve the fraction of wrong targets by at most 2 %. With fewer than 50
  /// gestures, a single gesture is more than 2 %.
  public static let fewestGestures = 50
}

extension Study {
  /// The kind of data of which there is too little for a recommendation; nil if there is enough data.
  ///
  /// People are counted only if the person of every gesture is known.
  public var shortage: Recommendation.Shortage? {
    let persons = (training + heldOut).map { $0.recording.person ?? "" }
    if !persons.contains(""), Set(persons).count < Recommendation.fewestPeople {
      return .people(Set(persons).count)
    }
    guard training.count < Recommendation.fewestGestures else { return nil }
    return .gestures(training.count)
  }

  #if !$Embedded
    /// Returns whether to use the best trial of a search or to keep the current settings.
    ///
    /// The trial is recommended if its first objective is significantly better than with the current settings, and if
    /// the trial is not worse on the held-out gestures. The held-out gestures are needed because the best of many
    /// trials always looks better on the gestures that selected it.
    ///
    /// An improvement of a later objective alone never justifies a change. Two sets of settings whose first objective
    /// is equal on a hundred gestures may differ on the next thousand gestures, and the first objective, which is more
    /// important, could then become worse.
    ///
    /// - Parameters:
    ///   - findings: The findings of the trials.
    ///   - results: All trials in their order.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    /// - Returns: The recommendation.
    /// - Throws: ``EvaluatorError`` if a gesture cannot be evaluated.
    public func recommendation(
      of findings: StudyFindings, in results: [TrialResult], threads: Int = 8
    ) throws -> Recommendation {
      guard let best = findings.best else { return .impossible }
      if let shortage { return .tooFew(shortage) }
      var all = self
      (all.training, all.heldOut) = (training + heldOut, [])
      let everyone = try all.cards(of: results[best].values, on: .training, threads)
      // If the current settings cannot be evaluated, they cannot be kept either.
      guard let everyone else { return .take(best) }
      // If the current settings violate a bound, any trial that satisfies all bounds is better.
      if goal.standing(of: Scorecard(sumOf: everyone.now)).isFeasible,
        let reason = reason(toKeepBy: everyone)
      {
        return .keep(reason)
      }
      guard !heldOut.isEmpty,
        let judged = try cards(of: results[best].values, on: .heldOut, threads)
      else { return .take(best) }
      let before = goal.standing(of: Scorecard(sumOf: judged.now))
      let after = goal.standing(of: Scorecard(sumOf: judged.best))
      if before.isFeasible, let broken = after.excess.firstIndex(where: { $0 > 0 }) {
        return .keep(.breaks(goal.constraints[broken]))
      }
      for (objective, (old, new)) in zip(goal.objectives, zip(before.values, after.values)) {
        if new > old || new.isNaN && !old.isNaN { return .keep(.worse(objective)) }
        // An improvement of a more important objective outweighs all later objectives.
        if new < old { break }
      }
      return .take(best)
    }

    /// Returns the scorecards of each group of gestures in a part, with the best values and with the current settings.
    ///
    /// Returns nil if the best values or the current settings cannot be evaluated.
    private func cards(
      of best: [String], on part: CorpusSplit.Part, _ threads: Int
    ) throws -> (best: [Scorecard], now: [Scorecard])? {
      let (groups, names) = groups(of: part)
      var plain = self
      plain.space = SearchSpace([])
      var found: [[Scorecard]] = []
      for (study, values) in [(self, best), (plain, [])] {
        var evaluator = StudyEvaluator(study, part: part)
        let cards = try evaluator.cards(
          of: [values], in: groups, groupCount: names.count, threads: threads)
        guard case .success(let cards)? = cards.first else { return nil }
        found.append(cards)
      }
      return (found[0], found[1])
    }

    /// Returns the reason why the best trial is not better than the current settings; nil if it is better.
    private func reason(
      toKeepBy cards: (best: [Scorecard], now: [Scorecard])
    ) -> Recommendation.Reason? {
      let first = goal.objectives[0]
      let bootstrap = ClusterBootstrap(groupCount: cards.now.count, seed: plan.seed)
      let interval = bootstrap.interval(of: first, cards.best, less: cards.now)
      if interval.upperBound < 0 { return nil }
      let now = first.value(on: Scorecard(sumOf: cards.now))
      let isBetter = first.value(on: Scorecard(sumOf: cards.best)) < now
      return isBetter ? .indistinguishable(first) : .noBetter(first)
    }
  #endif
}
