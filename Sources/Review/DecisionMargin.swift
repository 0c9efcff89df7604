import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// How far a decision is from another one: how much the hand would have had to do otherwise when it let
/// go.
public struct DecisionMargin: Hashable, Sendable {
  /// The nearest release that is decided otherwise, along one axis.
  public struct Flip<Amount: Quantity>: Hashable, Sendable {
    /// How much farther to the right or down, or faster that way; negative to the left and up.
    public var change: Amount
    /// Whether that is along x, or else along y.
    public var isAlongX: Bool
    /// The target then; empty where nothing is decided.
    public var target: String

    /// Creates a flip.
    public init(change: Amount, isAlongX: Bool, target: String) {
      (self.change, self.isAlongX, self.target) = (change, isAlongX, target)
    }
  }

  /// How far from where it let go the hand is looked at.
  ///
  /// Source: ours; more than any screen is long.
  static let farthest = Points(2_048)
  /// How fast the hand is looked at.
  ///
  /// Source: ours; faster than a hand moves.
  static let fastest = PointsPerSecond(10_240)

  /// Which decision of the run it is, counted from 0.
  public var number: Int
  /// The target of the decision.
  public var target: String
  /// The nearest place at which the hand lets go for another target, with the same velocity; nil where
  /// there is none within 2,048 pt.
  public var position: Flip<Points>?
  /// The nearest velocity with which it does, at the same place; nil where there is none up to
  /// 10,240 pt/s either way.
  public var velocity: Flip<PointsPerSecond>?
  /// The standard error of the velocity along the axis of ``velocity``; nil without a flip, or if the estimator does not
  /// know it.
  public var velocityError: PointsPerSecond?

  /// Creates a margin.
  public init(
    number: Int, target: String, position: Flip<Points>?, velocity: Flip<PointsPerSecond>?,
    velocityError: PointsPerSecond? = nil
  ) {
    (self.number, self.target) = (number, target)
    (self.position, self.velocity, self.velocityError) = (position, velocity, velocityError)
  }

  /// How many standard errors of the velocity the nearest other velocity is away, 0 or more; nil if that is not known.
  ///
  /// Below 1 the same gesture may go either way: another recording of it is read as fast as that about once in six.
  public var standardErrors: Double? {
    guard let velocity, let velocityError, velocityError > .zero else { return nil }
    return velocity.change.magnitude / velocityError
  }
}

extension DecisionMargin {
  /// Whether this is less than half of `before` in place or velocity, or there is one where there was
  /// none, so that the decision has come nearer to another.
  ///
  /// - Parameter before: The margin of the same decision before.
  /// - Returns: Whether it is.
  public func isHalved(since before: DecisionMargin) -> Bool {
    isHalf(position?.change.value, of: before.position?.change.value)
      || isHalf(velocity?.change.value, of: before.velocity?.change.value)
  }

  /// Whether this is below a limit and `before` was not; a point is as much as ten points per second.
  ///
  /// - Parameters:
  ///   - limit: The limit; nil for none.
  ///   - before: The margin of the same decision before.
  /// - Returns: Whether it is.
  public func isBelow(_ limit: Points?, since before: DecisionMargin) -> Bool {
    guard let limit else { return false }
    return size < limit.value && before.size >= limit.value
  }

  /// How near another decision is, in points, of which one is as much as ten points per second; infinite for
  /// none.
  package var size: Double {
    min(
      position?.change.value.magnitude ?? .infinity,
      velocity.map { $0.change.value.magnitude / ReleaseMargin.speedOfPoint } ?? .infinity)
  }

  private func isHalf(_ now: Double?, of before: Double?) -> Bool {
    guard let now else { return false }
    guard let before else { return true }
    return now.magnitude < before.magnitude / 2
  }
}

extension ReplayRequest {
  /// The margins of the decisions that a replay of `recording` makes, in their order; a decision that no
  /// pan led to has none.
  ///
  /// All before the release is as it was. What is decided otherwise only between two steps outwards, each
  /// of a fifth, is not seen.
  ///
  /// - Throws: ``ReplayError`` when the recording cannot be replayed.
  /// - Complexity: a replay for each decision and one more, and some 300 releases for each.
  public func margins(of recording: Recording) throws(ReplayError) -> [DecisionMargin] {
    let decisions = try run(of: recording).decisions
    let spans = [false, true].map {
      ReleaseSpan(
        isAlongX: $0, farthest: DecisionMargin.farthest, .upTo(DecisionMargin.fastest))
    }
    var margins: [DecisionMargin] = []
    for (number, decision) in decisions.enumerated() {
      guard let thresholds = try thresholds(of: number, in: recording, over: spans) else {
        continue
      }
      margins.append(DecisionMargin(number: number, decision, thresholds))
    }
    return margins
  }

  /// Whether another decision is now within half of any of these margins, or nearer than a limit; sooner told
  /// than by ``margins(of:)``.
  ///
  /// It is looked at half a margin away, or at the limit where that is farther, and three times nearer, each
  /// time at half the distance.
  ///
  /// - Parameters:
  ///   - margins: The margins as they were.
  ///   - recording: What is replayed.
  ///   - limit: The limit; nil for none.
  /// - Returns: Whether there is one, so that it is worth to look for how near it is.
  /// - Throws: ``ReplayError`` when the recording cannot be replayed.
  /// - Complexity: two replays up to each decision, and 32 releases.
  public func mayHaveFallen(
    _ margins: [DecisionMargin], of recording: Recording, below limit: Points? = nil
  ) throws(ReplayError) -> Bool {
    for margin in margins {
      // One that was below the limit before has not fallen below it.
      let limit = limit.map { margin.size >= $0.value ? $0 : .zero } ?? .zero
      let distance = margin.position?.change.magnitude ?? DecisionMargin.farthest
      let speed = margin.velocity?.change.magnitude ?? DecisionMargin.fastest
      let spans = [false, true].map {
        ReleaseSpan(
          isAlongX: $0, farthest: max(distance / 2, limit),
          .within(max(speed / 2, PointsPerSecond(limit.value * ReleaseMargin.speedOfPoint))),
          trials: [0.125, 0.25, 0.5, 1])
      }
      guard let found = try thresholds(of: margin.number, in: recording, over: spans) else {
        continue
      }
      if !found.isEmpty { return true }
    }
    return false
  }

  /// The nearest releases that are decided otherwise than a decision was; nil where no pan led to it.
  private func thresholds(
    of decision: Int, in recording: Recording, over spans: [ReleaseSpan]
  ) throws(ReplayError) -> [ReleaseThreshold]? {
    let grid = ReleaseGrid(
      decision: decision, isAlongX: false, offsets: [], velocities: [], spans: spans)
    return try releaseMap(of: recording, over: grid)?.thresholds
  }
}

extension Run {
  /// What the decisions say, in their order.
  fileprivate var decisions: [LogValue] {
    events.filter { $0.kind == .decision }.map { LogValue.fields($0.payload) }
  }
}

extension DecisionMargin {
  /// The margin of a decision whose nearest other releases are known.
  fileprivate init(number: Int, _ decision: LogValue, _ thresholds: [ReleaseThreshold]) {
    self.init(
      number: number, target: decision["target"]?.asText ?? "", position: nil, velocity: nil)
    for threshold in thresholds {
      if threshold.offset != .zero {
        position = Self.nearer(position, threshold, by: threshold.offset)
      } else {
        velocity = Self.nearer(velocity, threshold, by: threshold.velocity - threshold.released)
      }
    }
    guard let velocity else { return }
    velocityError = decision[velocity.isAlongX ? "velocityErrorX" : "velocityErrorY"]?.asNumber
      .map { PointsPerSecond($0) }
  }

  private static func nearer<Amount>(
    _ known: Flip<Amount>?, _ threshold: ReleaseThreshold, by change: Amount
  ) -> Flip<Amount> {
    if let known, known.change.magnitude <= change.magnitude { return known }
    return Flip(change: change, isAlongX: threshold.isAlongX, target: threshold.target)
  }
}
