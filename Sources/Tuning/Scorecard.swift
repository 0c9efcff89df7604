public import InteractionScenarios
import Quantities

/// What all gestures of a corpus came to with one set of settings.
///
/// Outcomes are added one after the other; cards over parts of a corpus are added up. Sums are made in
/// the order in which they are added, counts are whole numbers.
public struct Scorecard: Hashable, Sendable {
  /// How many gestures there are of a kind, and how many of them were answered wrongly.
  public struct Tally: Hashable, Sendable {
    /// All of them.
    public var count = 0
    /// Those that went elsewhere than the hand meant.
    public var wrong = 0

    /// The fraction that went elsewhere; 0 of none.
    public var fraction: Double { count > 0 ? Double(wrong) / Double(count) : 0 }

    mutating func add(_ other: Tally) {
      count += other.count
      wrong += other.wrong
    }
  }

  /// All gestures.
  public private(set) var all = Tally()
  /// The gestures by the targets that were meant, in the order in which they came.
  public private(set) var targets: [String: Tally] = [:]
  /// The gestures by whose they are; those of nobody in particular are not counted.
  public private(set) var persons: [String: Tally] = [:]
  /// The repetitions, and how many of them were answered otherwise.
  public private(set) var repetitions = Tally()
  private var settleTime = 0.0
  private var longestSettleTime = 0.0
  private var overshoot = 0.0
  private var greatestOvershoot = 0.0
  private var peakJerk = 0.0
  private var reversal = 0.0

  /// A card without gestures; all its measures are zero.
  public init() {}

  /// Adds a gesture.
  ///
  /// - Parameters:
  ///   - outcome: What it came to.
  ///   - intents: The targets that the hand may have meant.
  ///   - person: Whose it is; nil for nobody in particular.
  ///   - others: What the same gesture came to under noise, or at another frame rate.
  public mutating func add(
    _ outcome: Outcome, intents: [String], person: String? = nil, repetitions others: [Outcome] = []
  ) {
    let tally = Tally(count: 1, wrong: outcome.meets(intents) ? 0 : 1)
    all.add(tally)
    for intent in intents { targets[intent, default: Tally()].add(tally) }
    if let person { persons[person, default: Tally()].add(tally) }
    for other in others {
      let flips = other.decidedTarget != outcome.decidedTarget ? 1 : 0
      repetitions.add(Tally(count: 1, wrong: flips))
    }
    let seconds = outcome.settleTime?.value ?? Self.unsettled
    settleTime += seconds
    longestSettleTime = max(longestSettleTime, seconds)
    overshoot += outcome.overshoot.value
    greatestOvershoot = max(greatestOvershoot, outcome.overshoot.value)
    peakJerk += outcome.peakJerk
    reversal += outcome.reversal.value
  }

  /// Adds what more gestures came to.
  public mutating func add(_ other: Scorecard) {
    all.add(other.all)
    for (name, tally) in other.targets { targets[name, default: Tally()].add(tally) }
    for (name, tally) in other.persons { persons[name, default: Tally()].add(tally) }
    repetitions.add(other.repetitions)
    settleTime += other.settleTime
    longestSettleTime = max(longestSettleTime, other.longestSettleTime)
    overshoot += other.overshoot
    greatestOvershoot = max(greatestOvershoot, other.greatestOvershoot)
    peakJerk += other.peakJerk
    reversal += other.reversal
  }

  /// What a run that does not settle counts as, in seconds: how long a replay waits for it.
  static let unsettled = 10.0

  /// What a measure comes to; 0 without gestures.
  public subscript(measure: Measure) -> Double {
    switch measure {
    case .wrongTargets: all.fraction
    case .worstTarget: targets.values.map { $0.fraction }.max() ?? 0
    case .worstPerson: persons.values.map { $0.fraction }.max() ?? 0
    case .flips: repetitions.fraction
    case .settleTime: mean(settleTime)
    case .longestSettleTime: longestSettleTime
    case .overshoot: mean(overshoot)
    case .greatestOvershoot: greatestOvershoot
    case .peakJerk: mean(peakJerk)
    case .reversal: mean(reversal)
    }
  }

  private func mean(_ sum: Double) -> Double { all.count > 0 ? sum / Double(all.count) : 0 }
}
