public import InteractionScenarios
import Quantities

/// What all gestures of a corpus came to with one set of settings.
///
/// Outcomes are added one after the other, and cards over parts of a corpus are added up. Everything on
/// a card is a whole number, sums too: they come out the same in whatever order, and by however many
/// machines, they are made. A time counts in microseconds, a length in thousandths of a point, a speed
/// in thousandths of a point in a second, a jerk in pt/s³; each outcome is rounded to these once.
public struct Scorecard: Hashable, Sendable {
  /// How many gestures there are of a kind, and how many of them were answered wrongly.
  public struct Tally: Hashable, Sendable {
    /// All of them.
    public var count = 0
    /// Those that went elsewhere than the hand meant.
    public var wrong = 0

    /// The fraction that went elsewhere; 0 of none.
    public var fraction: Double { count > 0 ? Double(wrong) / Double(count) : 0 }

    /// Creates a tally.
    public init(count: Int = 0, wrong: Int = 0) {
      self.count = count
      self.wrong = wrong
    }

    mutating func add(_ other: Tally, times: Int = 1) {
      count += times * other.count
      wrong += times * other.wrong
    }
  }

  /// A quantity over all gestures, in whole units.
  public struct Total: Hashable, Sendable {
    /// The sum.
    public var sum: Int64 = 0
    /// The greatest; 0 without gestures.
    public var greatest: Int64 = 0

    /// Creates a total.
    public init(sum: Int64 = 0, greatest: Int64 = 0) {
      self.sum = sum
      self.greatest = greatest
    }

    mutating func add(_ amount: Double) {
      let units = Int64(max(0, min(amount, Scorecard.most)).rounded())
      add(Total(sum: units, greatest: units))
    }

    mutating func add(_ other: Total) {
      add(other, times: 1)
    }

    mutating func add(_ other: Total, times: Int) {
      let (product, isTooLarge) = other.sum.multipliedReportingOverflow(by: Int64(times))
      let (sum, isTooGreat) = sum.addingReportingOverflow(product)
      self.sum = isTooLarge || isTooGreat ? .max : sum
      greatest = max(greatest, other.greatest)
    }
  }

  /// All gestures.
  public var all = Tally()
  /// The gestures by the targets that were meant.
  public var targets: [String: Tally] = [:]
  /// The gestures by whose they are; those of nobody in particular are not counted.
  public var persons: [String: Tally] = [:]
  /// The repetitions, and how many of them were answered otherwise.
  public var repetitions = Tally()
  /// The gestures that a reference was asked for, too, and how many of them it sent elsewhere.
  public var compared = Tally()
  /// From the decision to rest, in µs; what does not settle counts as ten seconds.
  public var settleTime = Total()
  /// Past the target, in thousandths of a point.
  public var overshoot = Total()
  /// The greatest jerk of each gesture, in pt/s³.
  public var peakJerk = Total()
  /// The speed of the release against the way to the target, in thousandths of a pt/s.
  public var reversal = Total()
  /// How much the releases lack to the margin, in thousandths of a point.
  public var marginShortfall = Total()
  /// How much longer or shorter than the reference it settles, in µs.
  public var settleTimeDifference = Total()
  /// How much more or less than the reference it overshoots, in thousandths of a point.
  public var overshootDifference = Total()

  /// The most that an outcome counts, in the units of a card: a day, or 10⁸ pt.
  static let most = 1e11

  /// A card without gestures; all its measures are zero.
  public init() {}

  /// Adds a gesture.
  ///
  /// - Parameters:
  ///   - outcome: What it came to.
  ///   - intents: The targets that the hand may have meant.
  ///   - person: Whose it is; nil for nobody in particular.
  ///   - others: What the same gesture came to under noise, or at another frame rate.
  ///   - reference: What it came to with the settings that are to be resembled; nil for none.
  public mutating func add(
    _ outcome: Outcome, intents: [String], person: String? = nil,
    repetitions others: [Outcome] = [], reference: Outcome? = nil
  ) {
    addMeasures(outcome, isRight: outcome.meets(intents), reference: reference)
    let tally = Tally(count: 1, wrong: outcome.meets(intents) ? 0 : 1)
    for intent in intents { targets[intent, default: Tally()].add(tally) }
    if let person { persons[person, default: Tally()].add(tally) }
    for other in others { addRepetition(other, of: outcome) }
  }

  /// Adds a gesture without saying what was meant and by whom; ``label(intents:person:)`` says it for all
  /// gestures of a card.
  mutating func addMeasures(_ outcome: Outcome, isRight: Bool, reference: Outcome? = nil) {
    all.add(Tally(count: 1, wrong: isRight ? 0 : 1))
    let settling = Self.microseconds(outcome)
    settleTime.add(settling)
    overshoot.add(outcome.overshoot.value * 1_000)
    peakJerk.add(outcome.peakJerk)
    reversal.add(outcome.reversal.value * 1_000)
    marginShortfall.add(outcome.shortfall.value * 1_000)
    guard let reference else { return }
    compared.add(Tally(count: 1, wrong: outcome.decidedTarget == reference.decidedTarget ? 0 : 1))
    settleTimeDifference.add((settling - Self.microseconds(reference)).magnitude)
    overshootDifference.add((outcome.overshoot - reference.overshoot).magnitude.value * 1_000)
  }

  /// Says what was meant, and by whom, with all gestures of the card.
  mutating func label(intents: [String], person: String?) {
    for intent in intents { targets[intent, default: Tally()].add(all) }
    if let person { persons[person, default: Tally()].add(all) }
  }

  /// Adds what a gesture that is on the card already came to under noise, or at another frame rate.
  public mutating func addRepetition(_ other: Outcome, of outcome: Outcome) {
    repetitions.add(
      Tally(count: 1, wrong: other.decidedTarget == outcome.decidedTarget ? 0 : 1))
  }

  private static func microseconds(_ outcome: Outcome) -> Double {
    (outcome.settleTime?.value ?? unsettled) * 1e6
  }

  /// Adds what more gestures came to, so many times.
  public mutating func add(_ other: Scorecard, times: Int = 1) {
    guard times > 0 else { return }
    all.add(other.all, times: times)
    for (name, tally) in other.targets { targets[name, default: Tally()].add(tally, times: times) }
    for (name, tally) in other.persons { persons[name, default: Tally()].add(tally, times: times) }
    repetitions.add(other.repetitions, times: times)
    compared.add(other.compared, times: times)
    settleTime.add(other.settleTime, times: times)
    overshoot.add(other.overshoot, times: times)
    peakJerk.add(other.peakJerk, times: times)
    reversal.add(other.reversal, times: times)
    marginShortfall.add(other.marginShortfall, times: times)
    settleTimeDifference.add(other.settleTimeDifference, times: times)
    overshootDifference.add(other.overshootDifference, times: times)
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
    case .marginShortfall: mean(marginShortfall, of: all) / 1e3
    case .otherTargets: compared.fraction
    case .settleTime: mean(settleTime, of: all) / 1e6
    case .longestSettleTime: Double(settleTime.greatest) / 1e6
    case .settleTimeDifference: mean(settleTimeDifference, of: compared) / 1e6
    case .overshoot: mean(overshoot, of: all) / 1e3
    case .greatestOvershoot: Double(overshoot.greatest) / 1e3
    case .overshootDifference: mean(overshootDifference, of: compared) / 1e3
    case .peakJerk: mean(peakJerk, of: all)
    case .reversal: mean(reversal, of: all) / 1e3
    }
  }

  private func mean(_ total: Total, of tally: Tally) -> Double {
    tally.count > 0 ? Double(total.sum) / Double(tally.count) : 0
  }
}
