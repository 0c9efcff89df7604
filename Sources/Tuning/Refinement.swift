import InteractionScenarios

#if !$Embedded
  extension Study {
    /// Returns a trial that equals the best of `results` in the first objectives and is better in a later one; nil if
    /// none was found.
    ///
    /// A later objective decides only between trials that are equal in the earlier objectives, and few trials are
    /// equal. The refinement therefore begins with the best trial, and changes only those settings that move no gesture
    /// to another target when they alone are changed. It first takes the values of these settings from other trials,
    /// and then varies one setting after another. It evaluates at most as many points as there are results.
    ///
    /// - Parameters:
    ///   - results: All trials in their order.
    ///   - evaluator: The training gestures.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    /// - Returns: A trial that satisfies all bounds. The first objective in which it differs from the best trial is
    ///   better.
    /// - Throws: ``EvaluatorError`` if a gesture cannot be evaluated.
    public func refinement(
      of results: [TrialResult], evaluator: inout StudyEvaluator, threads: Int = 8
    ) throws -> TrialResult? {
      let standings = standings(of: results)
      guard goal.objectives.count > 1,
        let best = choice(among: feasible(standings), results, standings)
      else { return nil }
      let start = results[best]
      var current = start
      let probes = space.dimensions.indices.map { neighbours(of: start.values, in: $0, 5) }
      var left = results.count - probes.joined().count
      guard left > 0 else { return nil }
      let free = try settingsWithoutTargets(at: start.values, probes, threads)
      func improve(with points: [[String]]) throws {
        let points = points.prefix(left)
        left -= points.count
        for result in try evaluator.results(of: Array(points), threads: threads)
        where isBetter(result, than: current) { current = result }
      }
      var others: [[String]] = []
      for result in results.prefix(left / 2) {
        var values = start.values
        for index in free { values[index] = result.values[index] }
        others.append(values)
      }
      try improve(with: others)
      while left > 0, !free.isEmpty {
        let before = current
        for index in free { try improve(with: neighbours(of: current.values, in: index, 9)) }
        if current == before { break }
      }
      return current == start ? nil : current
    }

    /// Returns the indices of the settings that move no gesture to another target, while all other settings have
    /// `values`.
    ///
    /// For each setting, `probes` has points in which only this setting has another value.
    private func settingsWithoutTargets(
      at values: [String], _ probes: [[[String]]], _ threads: Int
    ) throws -> [Int] {
      var compared = self
      compared.reference = zip(space.dimensions, values).map { Assignment(key: $0.key, value: $1) }
      compared.repetitions = []
      var evaluator = StudyEvaluator(compared, part: .training)
      return try space.dimensions.indices.filter { index in
        try evaluator.results(of: probes[index], threads: threads).allSatisfy {
          // Values that are not valid have no scorecard, and are never chosen.
          $0.card?[.otherTargets] ?? 0 == 0
        }
      }
    }

    /// Returns whether `one` satisfies all bounds and is better in the first objective in which the two differ.
    private func isBetter(_ one: TrialResult, than other: TrialResult) -> Bool {
      guard let new = one.card.map(goal.standing), let old = other.card.map(goal.standing),
        new.isFeasible
      else { return false }
      for (new, old) in zip(new.values, old.values) where new != old {
        // A comparison with NaN, which a search may not choose, is false.
        return new < old
      }
      return false
    }
  }
#endif
