import FrameLogs
public import InteractionScenarios
public import Quantities
public import TouchInput

/// How far a decision is from another one: how much the hand would have had to do otherwise when it let
/// go.
public struct DecisionMargin: Hashable, Sendable {
  /// The nearest release that is decided otherwise, along one axis.
  public struct Flip<Quantity: Hashable & Sendable>: Hashable, Sendable {
    /// How much farther to the right or down, or faster that way; negative to the left and up.
    public var change: Quantity
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
  /// The nearest velocity with which it does, at the same place; nil where there is none within
  /// 10,240 pt/s.
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
    // What the search leaves open is a thousandth.
    return now.magnitude < before.magnitude * 0.501
  }
}

extension ReplayRequest {
  /// The margins of the decisions that a replay of `recording` makes, in their order; a decision that no
  /// pan led to has none.
  ///
  /// All before the release is as it was. Steps of 41 % outwards find the first other answer; then the
  /// place or velocity at which it begins is found to a thousandth of itself. What is decided otherwise
  /// only between two such steps is not seen.
  ///
  /// - Throws: ``ReplayError`` when the recording cannot be replayed.
  /// - Complexity: a dozen replays for each decision.
  public func margins(of recording: Recording) throws(ReplayError) -> [DecisionMargin] {
    let run = try run(of: recording)
    let targets = run.events.filter { $0.kind == .decision }.map { event in
      LogValue.fields(event.payload)["target"]?.asText ?? ""
    }
    var margins: [DecisionMargin] = []
    for (number, target) in targets.enumerated() {
      var margin = DecisionMargin(number: number, target: target)
      var isOfPan = true
      for isAlongX in [false, true] where isOfPan {
        let search = MarginSearch(
          request: self, recording: recording, decision: number, isAlongX: isAlongX)
        guard let found = try search.flips() else {
          isOfPan = false
          continue
        }
        if let flip = found.position,
          flip.change.value.magnitude < margin.position?.change.value.magnitude ?? .infinity
        {
          margin.position = flip
        }
        if let flip = found.velocity,
          flip.change.value.magnitude < margin.velocity?.change.value.magnitude ?? .infinity
        {
          margin.velocity = flip
        }
      }
      if isOfPan { margins.append(margin) }
    }
    return margins
  }
}

/// A search for the nearest other answers of one decision along one axis.
private struct MarginSearch {
  var request: ReplayRequest
  var recording: Recording
  var decision: Int
  var isAlongX: Bool

  /// The nearest; nil where no pan led to the decision.
  func flips() throws(ReplayError) -> (
    position: DecisionMargin.Flip<Points>?, velocity: DecisionMargin.Flip<PointsPerSecond>?
  )? {
    guard let now = try map(offsets: [0], velocities: [0]) else { return nil }
    let speed = now.velocity.value
    // What is decided without any change, by the same way that finds the others.
    guard let base = try map(offsets: [0], velocities: [speed])?.targets.first?.first else {
      return nil
    }
    let position = try nearest(base, from: 0.5, to: 2_048) { (changes) throws(ReplayError) in
      try map(offsets: changes, velocities: [speed])?.targets.map { $0[0] }
    }
    let velocity = try nearest(base, from: 5, to: 10_240) { (changes) throws(ReplayError) in
      try map(offsets: [0], velocities: changes.map { speed + $0 })?.targets[0]
    }
    return (
      position.map {
        DecisionMargin.Flip(change: Points($0.change), isAlongX: isAlongX, target: $0.target)
      },
      velocity.map {
        DecisionMargin.Flip(
          change: PointsPerSecond($0.change), isAlongX: isAlongX, target: $0.target)
      }
    )
  }

  private func map(
    offsets: [Double], velocities: [Double]
  ) throws(ReplayError) -> ReleaseMap? {
    try request.releaseMap(
      of: recording,
      over: ReleaseGrid(
        decision: decision, isAlongX: isAlongX, offsets: offsets.map { Points($0) },
        velocities: velocities.map { PointsPerSecond($0) }))
  }

  /// The nearest change to which `answers` gives another answer than `base`; nil for none.
  private func nearest(
    _ base: String, from least: Double, to most: Double,
    _ answers: ([Double]) throws(ReplayError) -> [String]?
  ) throws(ReplayError) -> (change: Double, target: String)? {
    var sizes: [Double] = [least]
    while let last = sizes.last, last < most { sizes.append(min(last * 1.414, most)) }
    var best: (change: Double, target: String)?
    for side in [-1.0, 1.0] {
      guard let first = try answers(sizes.map { $0 * side }),
        let index = first.firstIndex(where: { $0 != base })
      else { continue }
      var (inside, outside) = (index == 0 ? 0 : sizes[index - 1], sizes[index])
      var target = first[index]
      for _ in 0..<2 {
        let step = (outside - inside) / 32
        let tried = (1..<32).map { inside + step * Double($0) }
        guard let found = try answers(tried.map { $0 * side }) else { break }
        if let hit = found.firstIndex(where: { $0 != base }) {
          (outside, target) = (tried[hit], found[hit])
          if hit > 0 { inside = tried[hit - 1] }
        } else {
          inside = tried[30]
        }
      }
      if outside < best?.change.magnitude ?? .infinity { best = (outside * side, target) }
    }
    return best
  }
}
