package import MotionPhysics
package import Quantities

/// How content goes on along one axis once the hand has let go: friction between the edges, a
/// spring at them.
///
/// Inside, friction carries it on, and where it comes to an edge the spring takes over with the
/// velocity that is left. Let go beyond an edge, the spring takes it back; thrown inwards faster
/// than the spring itself could take it there, v > ω |x|, it passes the edge and friction takes over
/// again. Position and velocity are continuous at each change, and the instants of the changes are
/// exact, so that frames do not matter.
package struct Coasting: Hashable, Sendable {
  private let origin: Seconds
  private let start: Decay.Motion
  /// What holds at first.
  private let outer: BoundedDecay
  /// What holds once it has passed an edge on its way in.
  private let bounds: BoundedDecay
  /// When that is; nil when it never does.
  private let entry: Seconds?
  private let inner: Decay.Motion
  /// Where it comes to rest.
  let destination: Points
  /// When it does, near enough; nil when it never does.
  let end: Seconds?
  /// When it comes to an edge from inside, and how fast; nil when it does not.
  let crossing: BoundedDecay.Crossing?

  /// Sets off at `time` as `start` describes; from beyond an edge, on the spring `returning`.
  package init(
    from start: Decay.Motion, at time: Seconds, in bounds: BoundedDecay, returning: Spring,
    until tolerance: SettleTolerance
  ) {
    var outer = bounds
    if !bounds.edges.contains(start.position) { outer.spring = returning }
    let entry = Self.entry(of: start, into: outer)
    let last = entry == nil ? outer : bounds
    let inner = entry?.motion ?? start
    let begun = time + (entry?.time ?? .zero)
    origin = time
    self.start = start
    self.outer = outer
    self.bounds = bounds
    self.entry = entry.map { time + $0.time }
    self.inner = inner
    destination = last.destination(from: inner)
    let left = last.settleTime(from: inner, within: tolerance)
    // It may have come near the edge, and to rest there, long before it passes it.
    let near = left == .zero ? outer.settleTime(from: start, within: tolerance) : nil
    end = left.map { begun + $0 }.map { end in near.map { min(end, time + $0) } ?? end }
    let isInside = bounds.edges.contains(inner.position)
    crossing = last.crossing(from: inner).flatMap { met in
      guard isInside else { return nil }
      var met = met
      met.time += begun
      return met
    }
  }

  /// When a start beyond an edge passes it on the way in, and how; nil when it begins inside or the
  /// spring keeps it.
  private static func entry(
    of start: Decay.Motion, into bounds: BoundedDecay
  ) -> (time: Seconds, motion: Decay.Motion)? {
    let (spring, edges) = (bounds.spring, bounds.edges)
    let edge = start.position.clamped(to: edges)
    let offset = start.position - edge
    let inward = offset > .zero ? -start.velocity.value : start.velocity.value
    guard offset != .zero, edges.lowerBound != edges.upperBound, spring.response != .zero else {
      return nil
    }
    guard inward > spring.angularFrequency * offset.magnitude.value else { return nil }
    let motion = Spring.Motion(offset: offset, velocity: start.velocity)
    guard let time = spring.firstTime(at: .zero, from: motion) else { return nil }
    let velocity = spring.motion(after: time, from: motion).velocity
    return (time, Decay.Motion(position: edge, velocity: velocity))
  }

  /// Where it is at `time`, which is not before it set off, and how fast.
  func motion(at time: Seconds) -> Decay.Motion {
    if let entry, time >= entry { return bounds.motion(after: time - entry, from: inner) }
    return outer.motion(after: time - origin, from: start)
  }

  /// Whether the spring has it at `time`.
  func isBouncing(at time: Seconds) -> Bool {
    if let crossing, time >= crossing.time { return true }
    if let entry { return time < entry }
    return !bounds.edges.contains(start.position)
  }
}
