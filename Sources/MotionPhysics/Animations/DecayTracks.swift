public import Quantities

/// The ways of all numbers of a ``DecayAnimation``; what friction does is computed once for all.
@usableFromInline
struct DecayTracks: Hashable, Sendable {
  private let decay: Decay
  private let tolerance: SettleTolerance
  /// The ways between edges; none without edges.
  private let paths: [BoundedDecay]
  private var start: [Decay.Motion]
  /// Where every number is now.
  @usableFromInline private(set) var now: [Decay.Motion]
  private var elapsed = Seconds.zero
  /// When the last number is settled, counted from the start; nil if never.
  private var end: Seconds?

  init(
    decay: Decay, tolerance: SettleTolerance, paths: [BoundedDecay], from start: [Decay.Motion]
  ) {
    self.decay = decay
    self.tolerance = tolerance
    self.paths = paths
    self.start = start
    now = start
    end = latestEnd
  }

  /// When the last number is settled, counted from now; nil if never.
  var remainingTime: Seconds? { end.map { max(elapsed, $0) - elapsed } }

  /// Where a number comes to rest.
  func destination(_ index: Int) -> Points { path(index).destination(from: start[index]) }

  /// Goes on from where every number is now.
  mutating func restart(keepingVelocity: Bool) {
    begin(from: now.map { keepingVelocity ? $0 : .init(position: $0.position, velocity: .zero) })
  }

  /// Moves on by `interval`; returns whether the last number is settled.
  @usableFromInline
  mutating func advance(by interval: Seconds) -> Bool {
    let remaining = remainingTime
    elapsed += interval
    guard let remaining, remaining <= interval else {
      move()
      return false
    }
    begin(from: start.indices.map { .init(position: destination($0), velocity: .zero) })
    return true
  }

  private mutating func move() {
    guard paths.isEmpty else {
      for index in paths.indices {
        now[index] = paths[index].motion(after: elapsed, from: start[index])
      }
      return
    }
    let step = decay.step(of: elapsed)
    for index in start.indices { now[index] = step.applied(to: start[index]) }
  }

  private mutating func begin(from motions: [Decay.Motion]) {
    start = motions
    now = motions
    elapsed = .zero
    end = latestEnd
  }

  private var latestEnd: Seconds? {
    var latest = Seconds.zero
    for index in start.indices {
      guard let time = path(index).settleTime(from: start[index], within: tolerance) else {
        return nil
      }
      latest = max(latest, time)
    }
    return latest
  }

  private func path(_ index: Int) -> BoundedDecay {
    guard paths.isEmpty else { return paths[index] }
    let everywhere = Points(-.greatestFiniteMagnitude)...Points(.greatestFiniteMagnitude)
    return BoundedDecay(decay: decay, spring: .smooth, edges: everywhere)
  }
}
