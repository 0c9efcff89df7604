package import MotionPhysics
package import Quantities

/// The motion of content along one axis after the release: friction between the edges, a spring at them.
///
/// Inside the edges, friction slows the content; at an edge the spring takes over with the remaining
/// velocity. Content that is released beyond an edge returns on the spring. If it is thrown inwards
/// faster than the spring itself could move it, v > ω |x|, it passes the edge and friction takes over
/// again. Position and velocity are continuous at each change, and the times of the changes are exact, so
/// the motion does not depend on the frame rate.
package struct Coasting: Hashable, Sendable {
  private let origin: Seconds
  private let start: Decay.Motion
  /// The motion from the start.
  private let outer: BoundedDecay
  /// The motion after it has passed an edge inwards.
  private let bounds: BoundedDecay
  /// The time at which it passes an edge inwards; nil if it never does.
  private let entry: Seconds?
  private let inner: Decay.Motion
  /// The position at which it comes to rest.
  let destination: Points
  /// The time at which it is at rest within the tolerance; nil if it never is.
  let end: Seconds?
  /// The time and speed at which it reaches an edge from inside; nil if it does not.
  let crossing: BoundedDecay.Crossing?

  /// Starts at `time` from `start`; beyond an edge, on the spring `returning`.
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
    // The content may come to rest near the edge, within the tolerance, long before it passes the edge.
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

  /// The time and motion at which a start beyond an edge passes it inwards; nil if it starts inside, or if
  /// the spring takes it to the edge without passing it.
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

  /// The position and velocity at `time`, which is not before the start.
  func motion(at time: Seconds) -> Decay.Motion {
    if let entry, time >= entry { return bounds.motion(after: time - entry, from: inner) }
    return outer.motion(after: time - origin, from: start)
  }

  /// Whether the spring moves it at `time`.
  func isBouncing(at time: Seconds) -> Bool {
    if let crossing, time >= crossing.time { return true }
    if let entry { return time < entry }
    return !bounds.edges.contains(start.position)
  }
}
