import InteractionScenarios
import Quantities

/// A quantity that a search may minimize; it is computed from the gestures of a corpus and is 0 or more.
public enum Measure: String, Hashable, CaseIterable, Sendable {
  /// The fraction of gestures that end at a target other than the intended one, 0 to 1.
  case wrongTargets
  /// The largest fraction of wrong targets among the gestures of one intended target, 0 to 1.
  case worstTarget
  /// The largest fraction of wrong targets among the gestures of one person, 0 to 1.
  case worstPerson
  /// The fraction of repetitions that end at a target other than the target of the original gesture, 0 to 1.
  ///
  /// A repetition replays a gesture with noise or at another frame rate.
  case flips
  /// The mean amount by which the margins of releases are below the required margin of the study, in points.
  ///
  /// A correct decision counts as max(0, required margin − actual margin). A wrong decision counts as the required
  /// margin plus the smallest change of the release that would make the decision correct. Unlike ``wrongTargets``, the
  /// measure distinguishes two sets of settings that misread the same gestures, or none at all.
  case marginShortfall
  /// The fraction of gestures that end at a target other than the target with the reference settings, 0 to 1.
  case otherTargets
  /// The mean time from the last decision to rest, in seconds; a run that does not settle counts as 10 s.
  case settleTime
  /// The longest time from the last decision to rest, in seconds.
  case longestSettleTime
  /// The mean absolute difference in settle time from the reference settings, in seconds.
  case settleTimeDifference
  /// The mean distance by which the surface passes the target, in points.
  case overshoot
  /// The largest distance by which the surface passes the target, in points.
  case greatestOvershoot
  /// The mean absolute difference in overshoot from the reference settings, in points.
  case overshootDifference
  /// The mean of the largest jerk of each gesture, in pt/s³.
  case peakJerk
  /// The mean speed at the release in the direction away from the target, in pt/s; 0 if the surface moves towards the
  /// target.
  case reversal

  /// Whether the measure compares with reference settings; see ``Study/reference``.
  public var needsReference: Bool {
    switch self {
    case .otherTargets, .settleTimeDifference, .overshootDifference: true
    case .wrongTargets, .worstTarget, .worstPerson, .flips, .settleTime, .longestSettleTime,
      .overshoot, .greatestOvershoot, .peakJerk, .reversal, .marginShortfall:
      false
    }
  }

  /// The unit; empty for a fraction.
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

extension Measure {
  /// Returns `value` rounded to milliseconds or hundredths of a point; fractions, speeds and jerks stay as they are.
  ///
  /// We chose this rounding because people do not perceive smaller differences.
  func rounded(_ value: Double) -> Double {
    switch unit {
    case "s": (value * 1_000).rounded() / 1_000
    case "pt": (value * 100).rounded() / 100
    default: value
    }
  }
}

/// The objective of a search: one measure to minimize, or a weighted sum of several.
///
///     Objective(.wrongTargets)
///     Objective(sumOf: [Objective.Term(.wrongTargets, weight: 100), Objective.Term(.settleTime)])
public struct Objective: Hashable, Sendable {
  /// A measure with its weight.
  public struct Term: Hashable, Sendable {
    /// The measure.
    public var measure: Measure
    /// The factor by which the measure, in its ``Measure/unit``, is multiplied; above 0.
    public var weight: Double

    /// Creates a term; traps unless the weight is above zero and finite.
    public init(_ measure: Measure, weight: Double = 1) {
      precondition(weight > 0 && weight.isFinite, "a weight of \(weight)")
      self.measure = measure
      self.weight = weight
    }
  }

  /// The terms of the sum.
  public var terms: [Term]

  /// Creates an objective of one measure.
  public init(_ measure: Measure) { terms = [Term(measure)] }

  /// Creates a weighted sum; traps if there are no terms.
  public init(sumOf terms: [Term]) {
    precondition(!terms.isEmpty, "an objective without terms")
    self.terms = terms
  }

  /// Returns the value on a scorecard; smaller is better.
  public func value(on card: Scorecard) -> Double {
    var sum = 0.0
    for term in terms { sum += term.weight * card[term.measure] }
    return sum
  }
}

/// An upper bound of a measure that settings must satisfy.
public struct Constraint: Hashable, Sendable {
  /// The bounded measure.
  public var measure: Measure
  /// The largest allowed value, inclusive, in the unit of the measure.
  public var most: Double

  /// Creates a bound; traps if it is not a number.
  public init(_ measure: Measure, atMost most: Double) {
    precondition(!most.isNaN, "a bound that is not a number")
    self.measure = measure
    self.most = most
  }

  /// Returns the amount by which the bound is violated, in the unit of its measure; 0 if it is satisfied.
  public func excess(on card: Scorecard) -> Double { max(0, card[measure] - most) }
}

/// The objectives of a search, and the bounds that its settings must satisfy.
public struct Goal: Hashable, Sendable {
  /// The objectives to minimize, the most important one first.
  public var objectives: [Objective]
  /// The bounds to satisfy.
  public var constraints: [Constraint]

  /// Creates a goal; traps if there is no objective.
  public init(_ objectives: [Objective], constraints: [Constraint] = []) {
    precondition(!objectives.isEmpty, "a goal without an objective")
    self.objectives = objectives
    self.constraints = constraints
  }

  /// The measures of all objectives, followed by the measures of all bounds.
  public var measures: [Measure] {
    objectives.flatMap { $0.terms.map { $0.measure } } + constraints.map { $0.measure }
  }

  /// Evaluates a scorecard by the goal.
  public func standing(of card: Scorecard) -> Standing {
    var excess: [Double] = []
    for constraint in constraints { excess.append(constraint.excess(on: card)) }
    return Standing(values: objectives.map { $0.value(on: card) }, excess: excess)
  }
}

/// The evaluation of one set of settings by the objectives and the bounds of a goal.
public struct Standing: Hashable, Sendable {
  /// The values of the objectives; smaller is better.
  public var values: [Double]
  /// The amount by which each bound is violated, in the unit of its measure; 0 if it is satisfied.
  public var excess: [Double]

  /// Creates a standing.
  public init(values: [Double], excess: [Double] = []) {
    self.values = values
    self.excess = excess
  }

  /// Whether all bounds are satisfied; true if there are no bounds.
  public var isFeasible: Bool { excess.allSatisfy { $0 == 0 } }

  /// Whether this standing is better than `other` in at least one number and worse in none.
  ///
  /// If both standings satisfy all bounds, the values of the objectives are compared. If both violate bounds, the
  /// violations of the bounds are compared. A standing that satisfies all bounds dominates a standing that violates a
  /// bound. NaN is worse than any number.
  ///
  /// Source: Deb, "An efficient constraint handling method for genetic algorithms" (2000). Deb adds the violations of
  /// all bounds; here they are compared one by one, so that bounds in different units need no weights.
  public func dominates(_ other: Standing) -> Bool {
    if isFeasible != other.isFeasible { return isFeasible }
    return isFeasible
      ? Self.dominates(values, other.values) : Self.dominates(excess, other.excess)
  }

  private static func dominates(_ left: [Double], _ right: [Double]) -> Bool {
    let pairs = zip(left, right)
    return pairs.contains { isSmaller($0, $1) } && !pairs.contains { isSmaller($1, $0) }
  }
}

extension [Standing] {
  /// The indices of the standings that no other standing dominates, in increasing order.
  ///
  /// Equal standings do not dominate each other, so all of them are included.
  ///
  /// - Complexity: O(n log n), plus O(n) for each standing on the front.
  public var front: [Int] {
    // After lexicographic sorting, a standing can only be dominated by an earlier one.
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
  /// Whether this standing sorts before `other`.
  ///
  /// Feasible standings come first. Two feasible standings are ordered by the first objective whose values differ, two
  /// infeasible ones by the first bound whose violations differ.
  fileprivate func precedes(_ other: Standing) -> Bool {
    if isFeasible != other.isFeasible { return isFeasible }
    let (own, others) = isFeasible ? (values, other.values) : (excess, other.excess)
    for (left, right) in zip(own, others) {
      if isSmaller(left, right) { return true }
      if isSmaller(right, left) { return false }
    }
    return false
  }
}

/// Whether `left` is smaller than `right`; every number is smaller than NaN.
private func isSmaller(_ left: Double, _ right: Double) -> Bool {
  left < right || right.isNaN && !left.isNaN
}
