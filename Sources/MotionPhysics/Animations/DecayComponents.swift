public import Quantities

/// The motions of all components of a ``DecayAnimation``.
///
/// If the motion has no edges, each frame computes the effect of friction once for all components.
@usableFromInline
struct DecayComponents: Hashable, Sendable {
  private let decay: Decay
  private let tolerance: SettleTolerance
  /// The decay between edges for each component; empty if the motion has no edges.
  private let paths: [BoundedDecay]
  private var start: [Decay.Motion]
  /// The current motion of each component.
  @usableFromInline private(set) var now: [Decay.Motion]
  private var elapsed = Seconds.zero
  /// The time from the start until the last component settles; nil if it never settles.
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

  /// The time from now until the last component settles; nil if it never settles.
  var remainingTime: Seconds? { end.map { max(elapsed, $0) - elapsed } }

  /// The position at which a component comes to rest.
  func destination(_ index: Int) -> Points { path(index).destination(from: start[index]) }

  /// Restarts from the current position of each component.
  mutating func restart(keepingVelocity: Bool) {
    begin(from: now.map { keepingVelocity ? $0 : .init(position: $0.position, velocity: .zero) })
  }

  /// Advances by `interval`, and returns whether all components have settled.
  @usableFromInline
  mutating func advance(by interval: Seconds) -> Bool {
    let remaining = remainingTime
    elapsed += interval
    guard let remaining, remaining <= interval else {
      move()
      return false
    }
    // The motion has settled within the tolerance. From now on, the value rests exactly at its destination.
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
