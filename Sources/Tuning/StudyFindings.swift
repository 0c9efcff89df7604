import Quantities

/// The square of how far two points are apart.
private func squaredDistance(_ left: [Double], _ right: [Double]) -> Double {
  var sum = 0.0
  for (left, right) in zip(left, right) { sum += (left - right) * (left - right) }
  return sum
}

/// What the trials of a study say: which are best, which cannot be told apart from these, and which
/// settings matter.
public struct StudyFindings: Hashable, Sendable {
  /// The values that one setting has among what cannot be told apart from the best: the trials, and the
  /// best with another value of this setting alone.
  public struct ValueRange: Hashable, Sendable {
    /// The key.
    public var key: String
    /// Every word, or the numbers between which they are: the next ones that were tried on both sides,
    /// or where there are none the least and the greatest of them.
    public var values: [String]
  }

  /// The numbers of the trials that no other dominates, by the first objective.
  public var front: [Int] = []
  /// The number of the trial that is best by the first objective within the bounds; nil when none keeps
  /// them.
  public var leader: Int?
  /// The best trial within the bounds; nil when none keeps them.
  ///
  /// It lies on the front. It has the least value of the first objective; of equal ones, the least value of the next objective,
  /// and so on; of trials that are equal in all objectives it is the one in their middle. Whether it is
  /// worth a change is a ``Recommendation``.
  public var best: Int?
  /// The trials that the people recorded here cannot tell apart from the leader, by the first objective.
  public var alike: [Int] = []
  /// How many trials, the best ones, were compared with the leader.
  public var comparedCount = 0
  /// What settings those alike have, in the order of the space.
  public var ranges: [ValueRange] = []
  /// For each setting and each objective, how much of the spread of the trials it explains alone, 0 to 1.
  public var importance: [[Double]] = []
  /// How far each trial is from keeping the bounds where none keeps them: the number of the nearest.
  public var nearest: Int?

  /// How many trials are compared with the leader at most.
  ///
  /// Source: ours; more than a range of values needs, and a second of work for twenty people.
  static let mostCompared = 200

  /// How many numbers of one setting are tried with the values of the best for all others.
  ///
  /// Source: ours; the ends of a range and fifteen steps between.
  static let mostNeighbours = 17

  init() {}
}

extension Study {
  /// How the results of trials stand by the goal; nil for values that cannot be.
  public func standings(of results: [TrialResult]) -> [Standing?] {
    results.map { $0.card.map(goal.standing) }
  }

  #if !$Embedded
    /// What `results` say.
    ///
    /// - Parameters:
    ///   - results: All trials in their order.
    ///   - evaluator: The gestures to learn from, to try the best once more, person by person.
    ///   - threads: How many chunks are worked on at a time, 1 or more.
    /// - Returns: The findings.
    /// - Throws: ``EvaluatorError``.
    public func findings(
      in results: [TrialResult], evaluator: inout StudyEvaluator, threads: Int = 8
    ) async throws -> StudyFindings {
      var findings = StudyFindings()
      let standings = standings(of: results)
      findings.importance = importance(of: results, standings)
      let known = results.indices.filter { standings[$0] != nil }
      // A thousand on the front are enough for any table; the first objective says which.
      let front = known.compactMap { standings[$0] }.front.map { known[$0] }
      func first(_ trial: Int) -> Double { standings[trial]?.values[0] ?? .nan }
      findings.front = front.sorted { (first($0), $0) < (first($1), $1) }
      let feasible = known.filter {
        standings[$0]?.isFeasible == true && !first($0).isNaN
      }.sorted { (first($0), $0) < (first($1), $1) }
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
      findings.alike = try await alike(
        compared.map { results[$0].values }, &evaluator, threads
      ).map { compared[$0] }
      let best = choice(among: feasible, results, standings) ?? leader
      findings.best = best
      // Tables print the beginning of the front, which has the best in it.
      findings.front = [best] + findings.front.filter { $0 != best }
      // What a few trials tell of a setting that hardly matters is chance, so each is tried by itself.
      let neighbours = try await evaluator.results(
        of: neighbours(of: results[best].values), threads: threads)
      let possible = zip(neighbours, self.standings(of: neighbours)).filter {
        $1?.isFeasible == true
      }.map { $0.0.values }
      let same = try await alike([results[leader].values] + possible, &evaluator, threads)
      findings.ranges = ranges(
        of: findings.alike.map { results[$0].values } + same.dropFirst().map { possible[$0 - 1] },
        among: (results + neighbours).map { $0.values })
      return findings
    }

    /// The indices of those of `points`, the leader first, that the people cannot tell apart from it;
    /// the leader's own is the first of them.
    private func alike(
      _ points: [[String]], _ evaluator: inout StudyEvaluator, _ threads: Int
    ) async throws -> [Int] {
      let (groups, names) = groups(of: .training)
      guard names.count > 1 else { return [0] }
      let cards = try await evaluator.cards(
        of: points, in: groups, groupCount: names.count, threads: threads)
      guard case .success(let best)? = cards.first else { return [0] }
      // Fewer draws where single gestures are drawn, which are many.
      let draws = max(100, min(ClusterBootstrap.standardDraws, 20_000 / names.count))
      let bootstrap = ClusterBootstrap(groupCount: names.count, draws: draws, seed: plan.seed)
      var alike: [Int] = []
      for (index, cards) in cards.enumerated() {
        guard case .success(let cards) = cards else { continue }
        let interval = bootstrap.interval(of: goal.objectives[0], cards, less: best)
        if interval.lowerBound <= 0 { alike.append(index) }
      }
      return alike
    }
  #endif

  /// `values` with another value of one setting, for each setting in turn.
  private func neighbours(of values: [String]) -> [[String]] {
    space.dimensions.enumerated().flatMap { index, dimension in
      let most = StudyFindings.mostNeighbours
      let others: [String] =
        switch dimension.values {
        case .choice(let words): words
        case .range: (0..<most).map { dimension.value(at: Double($0) / Double(most - 1)) }
        case .steps:
          // All of them where there are few, else as many from end to end.
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
  }

  /// The best of `trials`, objective by objective, and the one in the middle of those that are equal in all.
  ///
  /// Trials that merely cannot be told apart are not equal: on other people the one with the larger value
  /// is more likely to be the worse one, so a later objective never makes up for an earlier one.
  private func choice(
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
    // Each is compared with each other, so not with thousands.
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

  /// The values that `points` have, of all that were tried.
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
      // To the next values that were tried, for between them nobody knows.
      let tried = all.map { $0[index] }
      let below = tried.filter { (Double($0) ?? .infinity) < least }
      let above = tried.filter { (Double($0) ?? -.infinity) > greatest }
      let low = below.max { (Double($0) ?? 0) < (Double($1) ?? 0) } ?? plain(least)
      let high = above.min { (Double($0) ?? 0) < (Double($1) ?? 0) } ?? plain(greatest)
      let ends = low == high ? [low] : [low, high]
      return StudyFindings.ValueRange(key: dimension.key, values: Array(ends))
    }
  }

  /// How much of the spread of each objective each setting explains alone.
  ///
  /// The trials are put into classes of a setting's values, numbers into eight of its range; then
  ///
  ///     importance = (between − (classes − 1) · error) / (between + within + error)
  ///
  /// with the sums of squares between the classes and within them, and `error` the latter for each degree
  /// of freedom; not below 0.
  ///
  /// Source: omega squared of the analysis of variance, Hays, "Statistics for Psychologists" (1963),
  /// which unlike eta squared is about 0 for a setting that does nothing.
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
        // In the order of their names, for sums depend on their order.
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
