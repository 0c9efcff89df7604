import InteractionScenarios
import Quantities

/// What may be made small when settings are searched for; of a corpus of gestures, 0 or more.
public enum Measure: String, Hashable, CaseIterable, Sendable {
  /// The fraction of gestures that go elsewhere than the hand meant; 0 to 1.
  case wrongTargets
  /// The same among the gestures that meant one target, of the target that has the greatest.
  case worstTarget
  /// The same among the gestures of one person, of the person who has the greatest.
  case worstPerson
  /// The fraction of repetitions, under noise or at another frame rate, that are answered otherwise
  /// than the gesture itself; 0 to 1.
  case flips
  /// The mean of how much releases lack to the margin of the study, in points: those that are answered
  /// rightly what they are nearer to a wrong answer, those that are not all of it and their way to a right
  /// one. It tells two settings apart where both answer wrongly, and where both answer rightly.
  case marginShortfall
  /// The fraction of gestures that the reference sends elsewhere; 0 to 1.
  case otherTargets
  /// The mean time from the decision to rest, in seconds; what does not settle counts as ten.
  case settleTime
  /// The greatest of these times, in seconds.
  case longestSettleTime
  /// The mean of how much longer or shorter than the reference it takes, in seconds.
  case settleTimeDifference
  /// The mean distance past the target, in points.
  case overshoot
  /// The greatest of these distances, in points.
  case greatestOvershoot
  /// The mean of how much more or less than the reference it overshoots, in points.
  case overshootDifference
  /// The mean of the greatest jerks, in pt/s³.
  case peakJerk
  /// The mean speed of the release against the way to the target, in pt/s.
  case reversal

  /// Whether it compares with reference settings.
  public var needsReference: Bool {
    switch self {
    case .otherTargets, .settleTimeDifference, .overshootDifference: true
    case .wrongTargets, .worstTarget, .worstPerson, .flips, .settleTime, .longestSettleTime,
      .overshoot, .greatestOvershoot, .peakJerk, .reversal, .marginShortfall:
      false
    }
  }

  /// Its unit; empty for a fraction.
  public var unit: String {
    switch self {
    case .wrongTargets, .worstTarget, .worstPerson, .flips, .otherTargets: ""
    case .settleTime, .longestSettleTime, .settleTimeDifference: "s"
    case .overshoot, .greatestOvershoot, .overshootDifference, .marginShortfall: "pt"
    case .peakJerk: "pt/s³"
    case .reversal: "pt/s"
    }
  }
}

/// What a search is after: one number to make small, or several, within bounds.
///
///     Objective(.wrongTargets) · Objective([.wrongTargets: 100, .settleTime: 1])
public struct Objective: Hashable, Sendable {
  /// A measure with its weight.
  public struct Term: Hashable, Sendable {
    /// What is measured.
    public var measure: Measure
    /// What a unit of it counts; above 0.
    public var weight: Double

    /// Creates a term; traps unless the weight is above zero and finite.
    public init(_ measure: Measure, weight: Double = 1) {
      precondition(weight > 0 && weight.isFinite, "a weight of \(weight)")
      self.measure = measure
      self.weight = weight
    }
  }

  /// What is summed up.
  public var terms: [Term]

  /// Creates an objective of one measure.
  public init(_ measure: Measure) { terms = [Term(measure)] }

  /// Creates a weighted sum; traps when there is nothing to sum up.
  public init(sumOf terms: [Term]) {
    precondition(!terms.isEmpty, "an objective of nothing")
    self.terms = terms
  }

  /// What it comes to on a scorecard; smaller is better.
  public func value(on card: Scorecard) -> Double {
    var sum = 0.0
    for term in terms { sum += term.weight * card[term.measure] }
    return sum
  }
}

/// A bound that settings must keep.
public struct Constraint: Hashable, Sendable {
  /// What is bounded.
  public var measure: Measure
  /// The most that it may be, inclusive.
  public var most: Double

  /// Creates a bound; traps unless it is a number.
  public init(_ measure: Measure, atMost most: Double) {
    precondition(!most.isNaN, "a bound that is no number")
    self.measure = measure
    self.most = most
  }

  /// How far it is broken, in the unit of its measure; 0 where it is kept.
  public func excess(on card: Scorecard) -> Double { max(0, card[measure] - most) }
}

/// Several objectives, within bounds.
public struct Goal: Hashable, Sendable {
  /// What is to be small; the first matters most where one order is needed.
  public var objectives: [Objective]
  /// What must be kept.
  public var constraints: [Constraint]

  /// Creates a goal; traps when there is nothing to make small.
  public init(_ objectives: [Objective], constraints: [Constraint] = []) {
    precondition(!objectives.isEmpty, "a goal without an objective")
    self.objectives = objectives
    self.constraints = constraints
  }

  /// What is measured for it, as it is told.
  public var measures: [Measure] {
    objectives.flatMap { $0.terms.map { $0.measure } } + constraints.map { $0.measure }
  }

  /// How a scorecard stands.
  public func standing(of card: Scorecard) -> Standing {
    var excess: [Double] = []
    for constraint in constraints { excess.append(constraint.excess(on: card)) }
    return Standing(values: objectives.map { $0.value(on: card) }, excess: excess)
  }
}

/// What settings come to, by the objectives and the bounds of a goal.
public struct Standing: Hashable, Sendable {
  /// The values of the objectives; smaller is better.
  public var values: [Double]
  /// How far each bound is broken; 0 where it is kept.
  public var excess: [Double]

  /// Creates a standing.
  public init(values: [Double], excess: [Double] = []) {
    self.values = values
    self.excess = excess
  }

  /// Whether all bounds are kept.
  public var isFeasible: Bool { excess.allSatisfy { $0 == 0 } }

  /// Whether it is better than `other` by one number at least, and worse by none: by the bounds, where
  /// one of the two breaks them, and else by the objectives.
  ///
  /// What keeps the bounds is better than what breaks one. A value that is no number is worse than any.
  ///
  /// Source: Deb, "An efficient constraint handling method for genetic algorithms" (2000), with bounds
  /// compared one by one, so that their units need not be weighed.
  public func dominates(_ other: Standing) -> Bool {
    if isFeasible != other.isFeasible { return isFeasible }
    return isFeasible
      ? Self.dominates(values, other.values) : Self.dominates(excess, other.excess)
  }

  private static func dominates(_ left: [Double], _ right: [Double]) -> Bool {
    var isBetter = false
    for (left, right) in zip(left, right) {
      if right < left || left.isNaN && !right.isNaN { return false }
      if left < right || right.isNaN && !left.isNaN { isBetter = true }
    }
    return isBetter
  }
}

extension [Standing] {
  /// The indices of those that none other dominates, in their order; of equals, all.
  ///
  /// - Complexity: O(n log n) and O(n) for each that none dominates.
  public var front: [Int] {
    // What dominates another comes before it by its numbers, the first first.
    let order = indices.sorted { left, right in
      self[left].precedes(self[right]) || !self[right].precedes(self[left]) && left < right
    }
    var front: [Int] = []
    for index in order where !front.contains(where: { self[$0].dominates(self[index]) }) {
      front.append(index)
    }
    return front.sorted()
  }
}

extension Standing {
  /// Whether it comes first where what keeps the bounds is first, then the smaller number decides.
  fileprivate func precedes(_ other: Standing) -> Bool {
    if isFeasible != other.isFeasible { return isFeasible }
    let (own, others) = isFeasible ? (values, other.values) : (excess, other.excess)
    for (left, right) in zip(own, others) {
      if left < right || right.isNaN && !left.isNaN { return true }
      if right < left || left.isNaN && !right.isNaN { return false }
    }
    return false
  }
}
