import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// The smallest change of a release, in position or in velocity, that would change its decision.
public struct DecisionMargin: Hashable, Sendable {
  /// The nearest release with another target, along one axis.
  public struct Flip<Amount: Quantity>: Hashable, Sendable {
    /// The difference in position or velocity from the actual release; positive to the right and down.
    public var change: Amount
    /// True if the change is along x; false if it is along y.
    public var isAlongX: Bool
    /// The target of this release; empty if the release would lead to no decision.
    public var target: String

    /// Creates a flip.
    public init(change: Amount, isAlongX: Bool, target: String) {
      (self.change, self.isAlongX, self.target) = (change, isAlongX, target)
    }
  }

  /// The largest change of position that the search tries.
  ///
  /// We chose a distance that is longer than any screen.
  static let farthest = Points(2_048)
  /// The largest speed that the search tries, in each direction.
  ///
  /// We chose a speed that is higher than the speed of any finger.
  static let fastest = PointsPerSecond(10_240)

  /// The number of the decision in the run, counted from 0.
  public var number: Int
  /// The target of the decision.
  public var target: String
  /// The nearest position that leads to another target at the same velocity; nil if there is none within 2,048 pt.
  public var position: Flip<Points>?
  /// The nearest velocity that leads to another target at the same position; nil if there is none up to 10,240 pt/s in
  /// either direction.
  public var velocity: Flip<PointsPerSecond>?
  /// The standard error of the velocity along the axis of ``velocity``.
  ///
  /// Nil if ``velocity`` is nil or if the estimator reports no error.
  public var velocityError: PointsPerSecond?

  /// Creates a margin.
  public init(
    number: Int, target: String, position: Flip<Points>?, velocity: Flip<PointsPerSecond>?,
    velocityError: PointsPerSecond? = nil
  ) {
    (self.number, self.target) = (number, target)
    (self.position, self.velocity, self.velocityError) = (position, velocity, velocityError)
  }

  /// The distance to the nearest velocity with another target, in standard errors, 0 or more; nil if unknown.
  ///
  /// If the value is below 1, a repetition of the gesture may easily reach another target: in about one of six
  /// recordings, the velocity differs from the true velocity by more than one standard error in this direction.
  public var standardErrors: Double? {
    guard let velocity, let velocityError, velocityError > .zero else { return nil }
    return velocity.change.magnitude / velocityError
  }
}

extension DecisionMargin {
  /// Whether the margin of the decision has shrunk to less than half since `before`.
  ///
  /// The margins in position and in velocity are compared separately, and one shrunk margin is enough. A margin that
  /// `before` does not have counts as shrunk.
  ///
  /// - Parameter before: The earlier margin of the same decision.
  /// - Returns: Whether a margin has shrunk to less than half.
  public func isHalved(since before: DecisionMargin) -> Bool {
    isHalf(position?.change.value, of: before.position?.change.value)
      || isHalf(velocity?.change.value, of: before.velocity?.change.value)
  }

  /// Whether this margin is below a limit although `before` was not.
  ///
  /// A margin of 10 pt/s in velocity counts as 1 pt.
  ///
  /// - Parameters:
  ///   - limit: The smallest allowed margin; nil for none.
  ///   - before: The earlier margin of the same decision.
  /// - Returns: Whether the margin fell below the limit.
  public func isBelow(_ limit: Points?, since before: DecisionMargin) -> Bool {
    guard let limit else { return false }
    return size < limit.value && before.size >= limit.value
  }

  /// The smaller of the two margins in points; infinite if no other decision is near.
  ///
  /// A margin of 10 pt/s in velocity counts as 1 pt.
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
  /// Returns the margins of all decisions in a replay of `recording`, in the order of the decisions.
  ///
  /// Decisions that do not follow a pan are omitted. Only the release is changed; everything before it stays the same.
  /// The search tries releases at increasing distances from the actual release, each 20 % larger than the one before.
  /// It misses a target that occurs only between two of these releases.
  ///
  /// - Throws: `ReplayError` if the recording cannot be replayed.
  /// - Complexity: One replay, and for each decision one more replay and about 300 releases.
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

  /// Whether the margin of a decision may have halved or fallen below a limit.
  ///
  /// This check is faster than ``margins(of:)``. It tries releases at half of the old margin, or at the limit if that
  /// is larger, and at a half, a quarter and an eighth of this distance.
  ///
  /// - Parameters:
  ///   - margins: The earlier margins.
  ///   - recording: The recording to replay.
  ///   - limit: The smallest allowed margin; nil for none.
  /// - Returns: Whether one of these releases has another target, so that computing the exact margin is worthwhile.
  /// - Throws: `ReplayError` if the recording cannot be replayed.
  /// - Complexity: Two replays up to each decision, and 32 releases.
  public func mayHaveFallen(
    _ margins: [DecisionMargin], of recording: Recording, below limit: Points? = nil
  ) throws(ReplayError) -> Bool {
    for margin in margins {
      // A margin that was already below the limit cannot have fallen below it.
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

  /// Returns the nearest releases with another decision; nil if the decision does not follow a pan.
  private func thresholds(
    of decision: Int, in recording: Recording, over spans: [ReleaseSpan]
  ) throws(ReplayError) -> [ReleaseThreshold]? {
    let grid = ReleaseGrid(
      decision: decision, isAlongX: false, offsets: [], velocities: [], spans: spans)
    return try releaseMap(of: recording, over: grid)?.thresholds
  }
}

extension Run {
  /// The payloads of the decision events, in the order of the events.
  fileprivate var decisions: [LogValue] {
    events.filter { $0.kind == .decision }.map { LogValue.fields($0.payload) }
  }
}

extension DecisionMargin {
  /// Creates the margin of a decision from the nearest releases with another decision.
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
