package import MotionPhysics
package import Quantities

/// The motion of content along one axis after a release: friction between the edges, and a spring at each edge.
///
/// Between the edges, friction slows the content. When the content reaches an edge, the spring takes over with the
/// remaining velocity. Content that is released at a distance x beyond an edge returns on the spring, whose angular
/// frequency is ω. If the inward velocity v of this content is above ω x, the content passes the edge, and friction
/// takes over. Position and velocity do not jump at these changes. The times of the changes are exact, so the motion
/// does not depend on the frame rate.
package struct Coasting: Hashable, Sendable {
  private let origin: Seconds
  private let start: Decay.Motion
  /// The friction and the spring that move the content from the start until it passes an edge inwards.
  private let outer: BoundedDecay
  /// The friction and the spring that move the content after it has passed an edge inwards.
  private let bounds: BoundedDecay
  /// The time at which the content passes an edge inwards; nil if it never does.
  private let entry: Seconds?
  private let inner: Decay.Motion
  /// The position at which the content comes to rest.
  let destination: Points
  /// The time at which the content has settled within the tolerance; nil if it never settles.
  let end: Seconds?
  /// The time and velocity at which the content reaches an edge from inside; nil if it does not reach one.
  let crossing: BoundedDecay.Crossing?

  /// Creates a motion that begins at `time` with the position and velocity `start`.
  ///
  /// If the content begins beyond an edge, the spring `returning` moves it until it is inside.
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
    // Content that passes the edge slowly can be within the tolerance, and therefore at rest, before it passes the
    // edge.
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

  /// Returns the time and motion at which content that starts beyond an edge passes the edge inwards.
  ///
  /// Returns nil if the content starts inside, or if the spring stops it at the edge.
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

  /// Returns the position and velocity at `time`; before the start, those of the start.
  func motion(at time: Seconds) -> Decay.Motion {
    if let entry, time >= entry { return bounds.motion(after: time - entry, from: inner) }
    return outer.motion(after: max(time - origin, .zero), from: start)
  }

  /// Whether the spring moves the content at `time`.
  func isBouncing(at time: Seconds) -> Bool {
    if let crossing, time >= crossing.time { return true }
    if let entry { return time < entry }
    return !bounds.edges.contains(start.position)
  }
}
