public import Quantities

/// A throw between two edges, with a spring that takes over at an edge, as in a scroll view.
///
/// All parts of the motion are exact solutions, including the time and the velocity at the edge. Position and velocity
/// therefore never jump, and the motion does not depend on the frame rate. With an exponential decay:
///
///     t_edge = ln(1 + 1000 ln d (edge - x₀) / v₀) / (1000 ln d),  v_edge = v₀ d^(1000 t_edge)
///
/// Here, d is ``Decay/rate``, x₀ is the start position, and v₀ is the start velocity. If the start is beyond an edge,
/// as after a drag past the edge, the spring takes over immediately, whatever the velocity.
public struct BoundedDecay: Hashable, Sendable {
  /// The friction between the edges, which acts until the value reaches an edge.
  public var friction: Friction
  /// The spring at the edges, which takes over the velocity that the value has at the edge.
  public var spring: Spring
  /// The edges; if both are equal, only the spring moves the value.
  public var edges: ClosedRange<Points>

  /// Creates a throw between edges.
  public init(friction: Friction, spring: Spring, edges: ClosedRange<Points>) {
    self.friction = friction
    self.spring = spring
    self.edges = edges
  }

  /// Creates an exponential decay between edges.
  public init(decay: Decay, spring: Spring, edges: ClosedRange<Points>) {
    self.init(friction: .exponential(decay), spring: spring, edges: edges)
  }

  /// The state of a motion when it reaches an edge.
  public struct Crossing: Hashable, Sendable {
    /// The time after the start of the motion; zero if the start is beyond an edge.
    public var time: Seconds
    /// The position of the edge that the motion reaches; this position is the target of the spring.
    public var edge: Points
    /// The motion with which the spring starts: the offset from the edge, and the velocity.
    public var motion: Spring.Motion
  }

  /// Returns the time and state at which a motion reaches an edge, or nil if it comes to rest before an edge.
  ///
  /// The time is zero if the start is beyond an edge.
  public func crossing(from start: Decay.Motion) -> Crossing? {
    let inside = start.position.clamped(to: edges)
    if inside != start.position {
      return Crossing(
        time: .zero, edge: inside,
        motion: Spring.Motion(offset: start.position - inside, velocity: start.velocity))
    }
    let edge = start.velocity < .zero ? edges.lowerBound : edges.upperBound
    guard start.velocity != .zero,
      let time = friction.time(toDistance: edge - start.position, from: start.velocity)
    else { return nil }
    let velocity = friction.motion(after: time, from: start).velocity
    return Crossing(
      time: time, edge: edge, motion: Spring.Motion(offset: .zero, velocity: velocity))
  }

  /// Returns the motion `time` after the motion `start`; traps for a time below zero.
  public func motion(after time: Seconds, from start: Decay.Motion) -> Decay.Motion {
    guard let crossing = crossing(from: start), crossing.time <= time else {
      return friction.motion(after: time, from: start)
    }
    let motion = spring.motion(after: time - crossing.time, from: crossing.motion)
    return Decay.Motion(
      position: Points(saturatedSum(crossing.edge.value, motion.offset.value)),
      velocity: motion.velocity)
  }

  /// Returns the position at which a motion comes to rest.
  public func destination(from start: Decay.Motion) -> Points {
    crossing(from: start)?.edge
      ?? Points(
        saturatedSum(start.position.value, friction.projectedDistance(start.velocity).value))
  }

  /// Returns the time from which a motion is within `tolerance` of its destination; nil if the motion never settles.
  public func settleTime(
    from start: Decay.Motion, within tolerance: SettleTolerance
  ) -> Seconds? {
    if let crossing = crossing(from: start) {
      return spring.settleTime(from: crossing.motion, within: tolerance).map {
        crossing.time + $0
      }
    }
    return friction.settleTime(from: start.velocity, within: tolerance)
  }
}
