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
  }

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
    let run = try run(of: recording)
    let targets = run.events.filter { $0.kind == .decision }.map { event in
      LogValue.fields(event.payload)["target"]?.asText ?? ""
    }
    let spans = [false, true].map {
      ReleaseSpan(isAlongX: $0, farthest: Points(2_048), fastest: PointsPerSecond(10_240))
    }
    var margins: [DecisionMargin] = []
    for (number, target) in targets.enumerated() {
      let grid = ReleaseGrid(
        decision: number, isAlongX: false, offsets: [], velocities: [], spans: spans)
      guard let map = try releaseMap(of: recording, over: grid) else { continue }
      margins.append(DecisionMargin(number: number, target: target, map.thresholds))
    }
    return margins
  }
}

extension DecisionMargin {
  /// The margin of a decision whose nearest other releases are known.
  fileprivate init(number: Int, target: String, _ thresholds: [ReleaseThreshold]) {
    (self.number, self.target) = (number, target)
    for threshold in thresholds {
      if threshold.offset != .zero {
        position = Self.nearer(position, threshold, by: threshold.offset)
      } else {
        velocity = Self.nearer(velocity, threshold, by: threshold.velocity - threshold.released)
      }
    }
  }

  private static func nearer<Amount>(
    _ known: Flip<Amount>?, _ threshold: ReleaseThreshold, by change: Amount
  ) -> Flip<Amount> {
    if let known, known.change.magnitude <= change.magnitude { return known }
    return Flip(change: change, isAlongX: threshold.isAlongX, target: threshold.target)
  }
}
