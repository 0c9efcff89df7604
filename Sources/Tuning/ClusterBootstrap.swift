import Quantities
import TouchInput

/// A bootstrap, which estimates by how much a measured number would differ if other people had been recorded.
///
/// The bootstrap resamples people rather than single gestures. The gestures of one person are similar, so a thousand
/// gestures of one person predict little about the next person.
///
/// Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), section 8; resampling of groups after Field
/// and Welsh, "Bootstrapping clustered data" (2007).
public struct ClusterBootstrap: Hashable, Sendable {
  /// The default number of random draws.
  ///
  /// Efron and Tibshirani, section 14, recommend a thousand draws for the ends of an interval.
  public static let standardDraws = 1_000

  /// For each draw, the number of times that it contains each group.
  private var draws: [[Int]] = []
  /// The factor by which an interval is wider than the spread of the draws.
  private let widening: Double

  /// Draws `groupCount` groups with replacement, `count` times; the seed determines the result.
  ///
  /// Traps if the number of groups or of draws is zero.
  public init(groupCount: Int, draws count: Int = standardDraws, seed: UInt64 = 1) {
    precondition(groupCount > 0, "a bootstrap without groups")
    precondition(count > 0, "\(count) draws")
    widening = Self.widening(groupCount)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      var times = [Int](repeating: 0, count: groupCount)
      for _ in 0..<groupCount { times[generator.whole(in: 0...(groupCount - 1))] += 1 }
      draws.append(times)
    }
  }

  /// Returns the 95 % confidence interval of the difference in an objective between two sets of settings.
  ///
  /// - Parameters:
  ///   - objective: The objective.
  ///   - cards: For each group, the scorecard with the first set of settings.
  ///   - others: For each group, the scorecard with the second set of settings.
  /// - Returns: The range of the difference, first minus second, from the 2.5th to the 97.5th percentile, widened if
  ///   there are few groups. The range is from -∞ to ∞ if a percentile is NaN, or if there is only one group and its
  ///   objective differs between the two sets of settings.
  public func interval(
    of objective: Objective, _ cards: [Scorecard], less others: [Scorecard]
  ) -> ClosedRange<Double> {
    let differences = draws.map { times in
      objective.value(on: Self.sum(of: cards, times))
        - objective.value(on: Self.sum(of: others, times))
    }.sorted { $0 < $1 || $1.isNaN && !$0.isNaN }
    let tail = differences.count / 40
    let (low, high) = (differences[tail], differences[differences.count - 1 - tail])
    let middle =
      objective.value(on: Scorecard(sumOf: cards))
      - objective.value(on: Scorecard(sumOf: others))
    guard low <= high, !middle.isNaN else { return -Double.infinity...Double.infinity }
    // Without a difference there is no spread to widen, and infinity times zero would be NaN.
    func widened(_ end: Double) -> Double {
      end == middle ? end : middle + widening * (end - middle)
    }
    guard cards.count > 1 || middle == 0 else { return -Double.infinity...Double.infinity }
    return min(widened(low), middle)...max(widened(high), middle)
  }

  /// Returns the factor by which the interval of a mean of `count` values is wider than the spread of the draws.
  ///
  ///     √(n / (n − 1)) · t(0.975, n − 1) / 1.96
  ///
  /// Draws of few groups vary too little, for two reasons: their variance divides by n instead of n − 1, and the normal
  /// quantile ignores that the variance is itself an estimate. Without the factor, a 95 % interval for three people
  /// would contain the true value in only 75 % of cases.
  ///
  /// Source: Hesterberg, "What Teachers Should Know About the Bootstrap" (2015), section 4.3 on narrowness bias. For
  /// fewer than five degrees of freedom, the quantile is from a table; for five or more, it is from Abramowitz and
  /// Stegun, 26.7.5.
  private static func widening(_ count: Int) -> Double {
    guard count > 1 else { return 1 }
    let freedom = Double(count - 1)
    let normal = 1.959_964
    let first = [12.706, 4.303, 3.182, 2.776]
    let quantile: Double
    if count <= first.count + 1 {
      quantile = first[count - 2]
    } else {
      let cube = normal * normal * normal
      let fifth = cube * normal * normal
      quantile =
        normal + (cube + normal) / (4 * freedom)
        + (5 * fifth + 16 * cube + 3 * normal) / (96 * freedom * freedom)
    }
    return (Double(count) / freedom).squareRoot() * quantile / normal
  }

  private static func sum(of cards: [Scorecard], _ times: [Int]) -> Scorecard {
    var sum = Scorecard()
    for (card, times) in zip(cards, times) { sum.add(card, times: times) }
    return sum
  }
}

extension Study {
  /// Divides the gestures of a part into the groups that ``ClusterBootstrap`` resamples.
  ///
  /// A group has the gestures of one person if the person of every gesture is known and there are at least two people.
  /// Otherwise each gesture is its own group.
  ///
  /// - Returns: For each gesture, the number of its group; and the names of the groups.
  public func groups(of part: CorpusSplit.Part) -> (numbers: [Int], names: [String]) {
    let recordings = recordings(of: part)
    let persons = recordings.map { $0.recording.person ?? "" }
    guard !persons.contains(""), Set(persons).count > 1 else {
      return (Array(recordings.indices), recordings.map { $0.name })
    }
    var names: [String] = []
    var known: [String: Int] = [:]
    let numbers = persons.map { person in
      if known[person] == nil {
        known[person] = names.count
        names.append(person)
      }
      return known[person] ?? 0
    }
    return (numbers, names)
  }
}
