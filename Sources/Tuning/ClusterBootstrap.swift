import Quantities
import TouchInput

/// How far a number may be off because other people might have been recorded.
///
/// People, not gestures, are drawn anew: what one person does is alike, so that a thousand gestures of one
/// hand say little about the next hand.
///
/// Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), section 8; groups as in
/// Field and Welsh, "Bootstrapping clustered data" (2007).
public struct ClusterBootstrap: Hashable, Sendable {
  /// How often all groups are drawn anew, when nobody says otherwise.
  ///
  /// Source: Efron and Tibshirani, section 14: a thousand for the ends of an interval.
  public static let standardDraws = 1_000

  /// For each draw, how often each group is in it.
  private var draws: [[Int]] = []

  /// Draws `groupCount` of `groupCount` groups, so many times; the same for the same seed.
  ///
  /// Traps without groups or draws.
  public init(groupCount: Int, draws count: Int = standardDraws, seed: UInt64 = 1) {
    precondition(groupCount > 0, "a bootstrap of nothing")
    precondition(count > 0, "\(count) draws")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      var times = [Int](repeating: 0, count: groupCount)
      for _ in 0..<groupCount { times[generator.whole(in: 0...(groupCount - 1))] += 1 }
      draws.append(times)
    }
  }

  /// The 95 % interval of what an objective comes to with one set of values less what it comes to with
  /// another, on the same people.
  ///
  /// - Parameters:
  ///   - objective: What is measured.
  ///   - cards: For each group, the card with the one set of values.
  ///   - others: For each group, the card with the other.
  /// - Returns: From the 2.5th to the 97.5th percentile.
  public func interval(
    of objective: Objective, _ cards: [Scorecard], less others: [Scorecard]
  ) -> ClosedRange<Double> {
    let differences = draws.map { times in
      objective.value(on: Self.sum(of: cards, times))
        - objective.value(on: Self.sum(of: others, times))
    }.sorted { $0 < $1 || $1.isNaN && !$0.isNaN }
    let tail = differences.count / 40
    let (low, high) = (differences[tail], differences[differences.count - 1 - tail])
    return low <= high ? low...high : -Double.infinity...Double.infinity
  }

  private static func sum(of cards: [Scorecard], _ times: [Int]) -> Scorecard {
    var sum = Scorecard()
    for (card, times) in zip(cards, times) { sum.add(card, times: times) }
    return sum
  }
}

extension Study {
  /// Which gestures of a part are drawn together, for ``ClusterBootstrap``: those of a person where
  /// everybody is known, else each by itself.
  ///
  /// - Returns: The number of the group for each gesture, and what the groups are.
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
