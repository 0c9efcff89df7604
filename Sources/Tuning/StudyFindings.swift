import Quantities

/// Returns the squared distance between two points.
private func squaredDistance(_ left: [Double], _ right: [Double]) -> Double {
  var sum = 0.0
  for (left, right) in zip(left, right) { sum += (left - right) * (left - right) }
  return sum
}

/// The findings from the trials of a study.
///
/// The leader is the trial with the smallest first objective among the trials that satisfy the bounds. The findings
/// include the best trial, the trials that do not differ significantly from the leader, and the importance of each
/// setting.
public struct StudyFindings: Hashable, Sendable {
  /// The values of one setting in the trials that do not differ significantly from the leader.
  ///
  /// These trials include copies of the best trial in which one setting has another value.
  public struct ValueRange: Hashable, Sendable {
    /// The key of the setting.
    public var key: String
    /// The values as text.
    ///
    /// For words, the list has all values. For numbers, it has the lower and the upper end of a range, or one number if
    /// both ends are equal. The lower end is the next tried value below the values in the trials, because the exact
    /// limit lies somewhere between the two. If no smaller value was tried, the lower end is the smallest value in the
    /// trials. The upper end is found in the same way.
    public var values: [String]
  }

  /// The numbers of the trials that no other trial dominates, sorted by the first objective, with the best trial first.
  public var front: [Int] = []
  /// The number of the trial with the smallest first objective among those that satisfy the bounds; nil if none does.
  public var leader: Int?
  /// The number of the best trial that satisfies the bounds; nil if none does.
  ///
  /// The best trial is on the front. It has the smallest value of the first objective. Trials with equal values are
  /// compared by the next objective, and so on; ``Study/refinement(of:evaluator:threads:)`` finds a trial that is equal
  /// in the first objective and better in the next. Among trials that are equal in all objectives, the central one is the
  /// best: the trial whose values are nearest to the values of all other trials.
  ///
  /// A ``Recommendation`` decides whether the best trial justifies a change of settings.
  public var best: Int?
  /// The numbers of the trials that are statistically indistinguishable from the leader by the first objective.
  public var indistinguishable: [Int] = []
  /// The number of trials that were compared with the leader; these are the trials with the smallest first objective.
  public var comparedCount = 0
  /// For each setting, its values in the indistinguishable trials; in the order of the space.
  public var ranges: [ValueRange] = []
  /// For each setting and each objective, the fraction of the objective's variance that the setting alone explains, 0
  /// to 1.
  public var importance: [[Double]] = []
  /// If no trial satisfies the bounds, the number of the trial with the smallest violation.
  public var nearest: Int?

  /// The maximum number of trials that are compared with the leader.
  ///
  /// We chose 200 because fewer trials are enough to find the ranges of values, and because comparing 200 trials takes
  /// one second for twenty people.
  static let mostCompared = 200

  /// The maximum number of values that are tried for one setting while all other settings have their best values.
  ///
  /// We chose 17: the two ends of a range and fifteen evenly spaced values in between.
  static let mostNeighbours = 17

  init() {}
}

extension Study {
  /// Evaluates the results of trials by the goal; an element is nil if the values of its trial are not valid.
  public func standings(of results: [TrialResult]) -> [Standing?] {
    results.map { $0.card.map(goal.standing) }
  }

  /// Returns the valid results from the best to the worst, in groups of practically equal results.
  ///
  /// Results are compared by the first objective, equal ones by the next, and so on, after each measure has been
  /// rounded to milliseconds or hundredths of a point; the bounds are ignored. Results that are then equal in all
  /// objectives share a group, in which they keep their order.
  public func ranked(_ results: [TrialResult]) -> [[TrialResult]] {
    let valid = results.filter { $0.card != nil }
    return Dictionary(grouping: valid) { result in
      goal.objectives.map { objective in
        objective.terms.reduce(0) { sum, term in
          sum + term.weight * term.measure.rounded(result.card?[term.measure] ?? 0)
        }
      }
    }
    .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { $0.value }
  }

  #if !$Embedded
    /// Analyses `results`.
    ///
    /// - Parameters:
    ///   - results: All trials in their order.
    ///   - evaluator: The training gestures. The best trials are evaluated again for each person.
    ///   - threads: The number of chunks that are evaluated concurrently, 1 or more.
    /// - Returns: The findings.
    /// - Throws: ``EvaluatorError`` if a gesture cannot be evaluated.
    public func findings(
      in results: [TrialResult], evaluator: inout StudyEvaluator, threads: Int = 8
    ) throws -> StudyFindings {
      var findings = StudyFindings()
      let standings = standings(of: results)
      findings.importance = importance(of: results, standings)
      let known = results.indices.filter { standings[$0] != nil }
      // Sort by the first objective, because tables show only the beginning of a long front.
      let front = known.compactMap { standings[$0] }.front.map { known[$0] }
      func first(_ trial: Int) -> Double { standings[trial]?.values[0] ?? .nan }
      findings.front = front.sorted { (first($0), $0) < (first($1), $1) }
      let feasible = self.feasible(standings)
      guard let leader = feasible.first else {
        findings.nearest = known.min { left, right in
          (standings[left]?.excess.reduce(0, +) ?? 0, left)
            < (standings[right]?.excess.reduce(0, +) ?? 0, right)
        }
        return findings
      }
      findings.leader = leader
      let compared = Array(feasible.prefix(StudyFindings.mostCompared))
      findings.comparedCount = compared.count
      findings.indistinguishable = try indistinguishable(
        compared.map { results[$0].values }, &evaluator, threads
      ).map { compared[$0] }
      let best = choice(among: feasible, results, standings) ?? leader
      findings.best = best
      // Move the best trial to the beginning, because tables print only the beginning of the front.
      findings.front = [best] + findings.front.filter { $0 != best }
      // The trials change several settings at once and may hide a setting with a small effect, so vary each setting
      // alone.
      let neighbours = try evaluator.results(
        of: space.dimensions.indices.flatMap { self.neighbours(of: results[best].values, in: $0) },
        threads: threads)
      let possible = zip(neighbours, self.standings(of: neighbours)).filter {
        $1?.isFeasible == true
      }.map { $0.0.values }
      let same = try indistinguishable(
        [results[leader].values] + possible, &evaluator, threads)
      findings.ranges = ranges(
        of: findings.indistinguishable.map { results[$0].values }
          + same.dropFirst().map { possible[$0 - 1] },
        among: (results + neighbours).map { $0.values })
      return findings
    }

    /// Returns the indices of the points that do not differ significantly from the first point, which is the leader.
    ///
    /// The first index is 0, the leader itself. Points are compared by the first objective only.
    private func indistinguishable(
      _ points: [[String]], _ evaluator: inout StudyEvaluator, _ threads: Int
    ) throws -> [Int] {
      let (groups, names) = groups(of: .training)
      guard names.count > 1 else { return [0] }
      let cards = try evaluator.cards(
        of: points, in: groups, groupCount: names.count, threads: threads)
      guard case .success(let best)? = cards.first else { return [0] }
      // Without persons, each gesture is a group, and a draw of many groups takes long, so make fewer draws.
      let draws = max(100, min(ClusterBootstrap.standardDraws, 20_000 / names.count))
      let bootstrap = ClusterBootstrap(groupCount: names.count, draws: draws, seed: plan.seed)
      var indistinguishable: [Int] = []
      for (index, cards) in cards.enumerated() {
        guard case .success(let cards) = cards else { continue }
        let interval = bootstrap.interval(of: goal.objectives[0], cards, less: best)
        if interval.lowerBound <= 0 { indistinguishable.append(index) }
      }
      return indistinguishable
    }
  #endif

  /// Returns copies of `values` in which the setting `index` has other values: all words, or at most `most` numbers.
  func neighbours(
    of values: [String], in index: Int, _ most: Int = StudyFindings.mostNeighbours
  ) -> [[String]] {
    let dimension = space.dimensions[index]
    let others: [String] =
      switch dimension.values {
      case .choice(let words): words
      case .range: (0..<most).map { dimension.value(at: Double($0) / Double(most - 1)) }
      case .steps:
        // Use all values if there are at most `most`; otherwise use evenly spaced values from the first to the last.
        (0..<min(dimension.count ?? 0, most)).map { place in
          let count = dimension.count ?? 0
          return dimension.value(number: count <= most ? place : place * (count - 1) / (most - 1))
        }
      }
    return others.filter { $0 != values[index] }.map { other in
      var point = values
      point[index] = other
      return point
    }
  }

  /// Returns the trials that satisfy all bounds, sorted by the first objective.
  func feasible(_ standings: [Standing?]) -> [Int] {
    func first(_ trial: Int) -> Double { standings[trial]?.values[0] ?? .nan }
    return standings.indices.filter {
      standings[$0]?.isFeasible == true && !first($0).isNaN
    }.sorted { (first($0), $0) < (first($1), $1) }
  }

  /// Returns the best of `trials`, as ``StudyFindings/best`` defines it.
  ///
  /// A later objective decides only between trials whose earlier objectives are exactly equal. A difference that is not
  /// significant still counts, because the larger value is more likely to be the worse one for other people, too.
  func choice(
    among trials: [Int], _ results: [TrialResult], _ standings: [Standing?]
  ) -> Int? {
    var equals = trials
    for objective in goal.objectives.indices {
      func value(_ trial: Int) -> Double {
        let value = standings[trial]?.values[objective] ?? .infinity
        return value.isNaN ? .infinity : value
      }
      guard let least = equals.map(value).min() else { return nil }
      equals = equals.filter { value($0) == least }
    }
    // The distances between all pairs are computed below, so limit the number of trials.
    equals = Array(equals.prefix(StudyFindings.mostCompared))
    let positions = equals.map { trial in
      zip(space.dimensions, results[trial].values).map { $0.fraction(of: $1) ?? 0 }
    }
    let sums = positions.map { position in
      positions.reduce(0) { $0 + squaredDistance($1, position) }
    }
    guard let least = sums.min(), let index = sums.firstIndex(of: least) else { return nil }
    return equals[index]
  }

  /// Returns the range of each setting's values in `points`, extended to the nearest values outside that were tried.
  private func ranges(
    of points: [[String]], among all: [[String]]
  ) -> [StudyFindings.ValueRange] {
    space.dimensions.enumerated().map { index, dimension in
      let values = points.map { $0[index] }
      if case .choice(let words) = dimension.values {
        return StudyFindings.ValueRange(
          key: dimension.key, values: words.filter(values.contains))
      }
      let numbers = values.compactMap(Double.init)
      guard let least = numbers.min(), let greatest = numbers.max() else {
        return StudyFindings.ValueRange(key: dimension.key, values: [])
      }
      // The exact limit lies somewhere between the last value in the points and the next tried value, so extend the
      // range to the next tried value.
      let tried = all.map { $0[index] }
      let below = tried.filter { (Double($0) ?? .infinity) < least }
      let above = tried.filter { (Double($0) ?? -.infinity) > greatest }
      let low = below.max { (Double($0) ?? 0) < (Double($1) ?? 0) } ?? plain(least)
      let high = above.min { (Double($0) ?? 0) < (Double($1) ?? 0) } ?? plain(greatest)
      let ends = low == high ? [low] : [low, high]
      return StudyFindings.ValueRange(key: dimension.key, values: Array(ends))
    }
  }

  /// Returns, for each setting, the fraction of the variance of each objective that this setting alone explains.
  ///
  /// The trials are grouped into classes by the setting's value. Each word is a class, and a range of numbers has eight
  /// classes of equal width. The fraction is
  ///
  ///     importance = (between − (classes − 1) · error) / (between + within + error)
  ///
  /// but at least 0. Here `between` and `within` are the sums of squares between and within the classes, and `error` is
  /// `within` divided by its degrees of freedom.
  ///
  /// This is omega squared of the analysis of variance (Hays, "Statistics for Psychologists", 1963). Unlike eta
  /// squared, it is about 0 for a setting without effect.
  private func importance(of results: [TrialResult], _ standings: [Standing?]) -> [[Double]] {
    space.dimensions.indices.map { index in
      goal.objectives.indices.map { objective in
        var classes: [String: (count: Double, sum: Double, squares: Double)] = [:]
        for (result, standing) in zip(results, standings) {
          guard let value = standing?.values[objective], value.isFinite else { continue }
          let name = className(of: result.values[index], space.dimensions[index])
          var sums = classes[name] ?? (0, 0, 0)
          sums = (sums.count + 1, sums.sum + value, sums.squares + value * value)
          classes[name] = sums
        }
        // Sort by name, because floating-point sums depend on their order.
        return Self.omegaSquared(classes.sorted { $0.key < $1.key }.map { $0.value })
      }
    }
  }

  private func className(of value: String, _ dimension: SearchDimension) -> String {
    guard case .choice = dimension.values else {
      let fraction = dimension.fraction(of: value) ?? 0
      return "\(min(Int(fraction * 8), 7))"
    }
    return value
  }

  private static func omegaSquared(
    _ classes: [(count: Double, sum: Double, squares: Double)]
  ) -> Double {
    let count = classes.reduce(0) { $0 + $1.count }
    let mean = classes.reduce(0) { $0 + $1.sum } / count
    let freedom = count - Double(classes.count)
    guard classes.count > 1, freedom > 0 else { return 0 }
    var (between, within) = (0.0, 0.0)
    for (count, sum, squares) in classes {
      let own = sum / count
      between += count * (own - mean) * (own - mean)
      within += max(0, squares - sum * own)
    }
    let error = within / freedom
    let total = between + within + error
    guard total > 0 else { return 0 }
    return max(0, (between - Double(classes.count - 1) * error) / total)
  }
}
