public import InteractionScenarios
import Quantities

/// The summed results of all gestures of a corpus, with one set of settings.
///
/// Outcomes are added one by one, and the scorecards of parts of a corpus can be added to each other. All values and
/// sums are integers, so the result depends neither on the order of the additions nor on the number of threads. Times
/// are in microseconds, lengths in thousandths of a point, speeds in thousandths of a point per second, and jerks in
/// pt/s³. Each outcome is rounded once to these units.
public struct Scorecard: Hashable, Sendable {
  /// A number of gestures, such as all gestures of one person, and how many of them missed the intended target.
  public struct Tally: Hashable, Sendable {
    /// The number of gestures.
    public var count = 0
    /// The number of gestures that ended at a target other than the intended one.
    public var wrong = 0

    /// The fraction of gestures that missed the intended target; 0 without gestures.
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

  /// The sum and the maximum of a quantity over all gestures, in integer units.
  public struct Total: Hashable, Sendable {
    /// The sum, in the units of the scorecard; at most the largest `Int64`.
    public var sum: Int64 = 0
    /// The maximum; 0 without gestures.
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

    mutating func add(_ other: Total, times: Int = 1) {
      let (product, isTooLarge) = other.sum.multipliedReportingOverflow(by: Int64(times))
      let (sum, isTooGreat) = sum.addingReportingOverflow(product)
      self.sum = isTooLarge || isTooGreat ? .max : sum
      greatest = max(greatest, other.greatest)
    }
  }

  /// All gestures.
  public var all = Tally()
  /// The gestures by intended target; a gesture with several intended targets counts for each of them.
  public var targets: [String: Tally] = [:]
  /// The gestures by person; gestures without a person are not counted.
  public var persons: [String: Tally] = [:]
  /// The repetitions with noise or at another frame rate, and how many of them ended at another target than the
  /// original gesture.
  public var repetitions = Tally()
  /// The gestures with a reference outcome, and how many of them ended at another target than the reference outcome.
  public var compared = Tally()
  /// The time from the last decision to rest, in µs; a run that does not settle counts as ten seconds.
  public var settleTime = Total()
  /// The distance by which the surface passes the target, in thousandths of a point.
  public var overshoot = Total()
  /// The largest jerk of each gesture, in pt/s³.
  public var peakJerk = Total()
  /// The speed of the release in the direction away from the target, in thousandths of a pt/s.
  public var reversal = Total()
  /// The amount by which the margins of releases are below the required margin, in thousandths of a point; see
  /// ``Measure/marginShortfall``.
  public var marginShortfall = Total()
  /// The absolute difference in settle time from the reference, in µs.
  public var settleTimeDifference = Total()
  /// The absolute difference in overshoot from the reference, in thousandths of a point.
  public var overshootDifference = Total()

  /// The largest amount that one outcome can add to a ``Total``, in the units of the scorecard.
  ///
  /// 10¹¹ µs are about a day, and 10¹¹ thousandths of a point are 10⁸ pt. With this limit, even the sum over a million
  /// gestures fits into an `Int64`.
  static let most = 1e11

  /// Creates a scorecard without gestures; all its measures are zero.
  public init() {}

  /// Creates the sum of `cards`.
  public init(sumOf cards: some Sequence<Scorecard>) {
    for card in cards { add(card) }
  }

  /// Adds a gesture.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the gesture.
  ///   - intents: The intended targets.
  ///   - person: The person who made the gesture; nil if unknown.
  ///   - others: The outcomes of the same gesture with noise, or at another frame rate.
  ///   - reference: The outcome with the reference settings; nil for none.
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

  /// Adds a gesture without its intent and person; ``label(intents:person:)`` sets these for all gestures of a
  /// scorecard.
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

  /// Sets the intent and the person of all gestures of the scorecard.
  mutating func label(intents: [String], person: String?) {
    for intent in intents { targets[intent, default: Tally()].add(all) }
    if let person { persons[person, default: Tally()].add(all) }
  }

  /// Adds the outcome of a repetition, with noise or at another frame rate, of a gesture that is on the scorecard.
  public mutating func addRepetition(_ other: Outcome, of outcome: Outcome) {
    repetitions.add(
      Tally(count: 1, wrong: other.decidedTarget == outcome.decidedTarget ? 0 : 1))
  }

  private static func microseconds(_ outcome: Outcome) -> Double {
    (outcome.settleTime?.value ?? unsettled) * 1e6
  }

  /// Adds another scorecard `times` times; does nothing if `times` is below 1.
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

  /// The settle time that counts for a run that does not settle, in seconds.
  ///
  /// A replay ends ten seconds after the last input.
  static let unsettled = 10.0

  /// The value of a measure, in the unit of ``Measure/unit``; 0 without gestures.
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
