package import MotionPhysics
package import Quantities
import ReleaseRules

/// The motion of a surface from a position to a target along both axes, without a finger.
///
/// A trajectory provides the position and velocity at a time, the target, and the time at which the motion ends,
/// and the target can change. Between two inputs a trajectory is a closed form of time, so the result does not
/// depend on the times at which it is sampled. Only the engines of other systems step from frame to
/// frame, as those systems do: they do not move between two frames, and an input applies to the state of
/// the last frame. A spring with a response of zero is at its target immediately.
///
/// During a drag, the surface either is at the position of the drag, or a spring takes it there.
package struct Trajectory: Sendable {
  private enum Law {
    case resting
    case spring(Spring, origin: Seconds, x: Spring.Motion, y: Spring.Motion)
    // Large payloads are boxed, so that copying the other cases stays cheap.
    indirect case stopping(origin: Seconds, x: StoppedSpring, y: StoppedSpring)
    indirect case stepped(x: StartedEngine, y: StartedEngine)
    indirect case flung(origin: Seconds, x: FlingThenSpring, y: FlingThenSpring)
    indirect case coasting(x: Coasting?, y: Coasting?)
    indirect case timed(TimedTrajectory)
    case eased(displacement: Planar<Points>, over: Seconds, origin: Seconds)
  }

  /// The position at which the motion ends.
  package private(set) var target: Position
  private var law: Law

  /// Starts at `time` from `position` with `velocity` towards `target`; if `engine` is nil, with the exact
  /// solution.
  ///
  /// A spring with a damping ratio of 1 or more stops dead at the `limits` that its velocity would carry it
  /// past. A spring with less damping ignores them.
  init(
    _ spring: Spring, engine: SpringEngineKind?, from position: Position, velocity: Velocity,
    to target: Position, at time: Seconds, stoppedBy limits: DragLimits? = nil
  ) {
    self.target = target
    let x = Spring.Motion(offset: position.x - target.x, velocity: velocity.x)
    let y = Spring.Motion(offset: position.y - target.y, velocity: velocity.y)
    if let engine, spring.response > .zero {
      law = .stepped(
        x: engine.engine(spring: spring, from: x), y: engine.engine(spring: spring, from: y))
    } else if let limits, spring.dampingRatio >= 1, spring.response > .zero {
      let (low, high) = (limits.lowest - target, limits.highest - target)
      law = .stopping(
        origin: time, x: StoppedSpring(spring, from: x, between: low.x, and: high.x),
        y: StoppedSpring(spring, from: y, between: low.y, and: high.y))
    } else {
      law = .spring(spring, origin: time, x: x, y: y)
    }
  }

  /// Starts at `time` with friction towards `target`, where springs end the motion.
  init(x: FlingThenSpring, y: FlingThenSpring, to target: Position, at time: Seconds) {
    self.target = target
    law = .flung(origin: time, x: x, y: y)
  }

  /// Follows a timing curve.
  init(_ timed: TimedTrajectory) {
    target = timed.end
    law = .timed(timed)
  }

  /// Starts at `time` with `easing`.
  init(
    _ easing: PagedEasing, from position: Position, velocity: Velocity, to target: Position,
    at time: Seconds
  ) {
    self.target = target
    let displacement = target - position
    law = .eased(
      displacement: displacement, over: easing.duration(over: displacement, at: velocity),
      origin: time)
  }

  /// Coasts along the given axes; along the other axes it stays at zero.
  package init(x: Coasting? = nil, y: Coasting? = nil) {
    target = Position(x: x?.destination ?? .zero, y: y?.destination ?? .zero)
    law = .coasting(x: x, y: y)
  }

  /// Stays at `position`.
  package init(resting position: Position) {
    target = position
    law = .resting
  }

  /// Whether it was created at rest.
  package var isResting: Bool {
    if case .resting = law { true } else { false }
  }

  /// The position and velocity at `time`, which is not before the start.
  package func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let now: (x: Spring.Motion, y: Spring.Motion)
    switch law {
    case .resting: return (target, .zero)
    case .eased(let displacement, let duration, let origin):
      let left = duration > .zero ? max(0, 1 - (time - origin) / duration) : 0
      guard left > 0 else { return (target, .zero) }
      return (
        target - displacement * (left * left * left),
        Velocity(x: displacement.x / duration, y: displacement.y / duration) * (3 * left * left)
      )
    case .spring(let spring, let origin, let x, let y):
      let step = spring.step(of: time - origin)
      now = (step.applied(to: x), step.applied(to: y))
    case .stopping(let origin, let x, let y):
      now = (x.motion(after: time - origin), y.motion(after: time - origin))
    case .stepped(let x, let y):
      now = (x.motion, y.motion)
    case .flung(let origin, let x, let y):
      let (x, y) = (x.motion(after: time - origin), y.motion(after: time - origin))
      return (Position(x: x.position, y: y.position), Velocity(x: x.velocity, y: y.velocity))
    case .coasting(let x, let y):
      let (x, y) = (x?.motion(at: time) ?? .still, y?.motion(at: time) ?? .still)
      return (Position(x: x.position, y: y.position), Velocity(x: x.velocity, y: y.velocity))
    case .timed(let timed):
      return timed.state(at: time)
    }
    return (
      Position(x: target.x + now.x.offset, y: target.y + now.y.offset),
      Velocity(x: now.x.velocity, y: now.y.velocity)
    )
  }

  /// Changes the target at `time`; position and velocity do not change, except with a response of zero,
  /// for which the position is the target.
  mutating func retarget(to newTarget: Position, at time: Seconds) {
    guard newTarget != target else { return }
    switch law {
    case .resting: break
    case .spring(let spring, _, _, _) where spring.response == .zero:
      law = .spring(spring, origin: time, x: .resting, y: .resting)
    case .spring(let spring, _, _, _):
      let now = state(at: time)
      self = Trajectory(
        spring, engine: nil, from: now.position, velocity: now.velocity, to: newTarget, at: time)
    case .stepped(var x, var y):
      x.retarget(by: newTarget.x - target.x)
      y.retarget(by: newTarget.y - target.y)
      law = .stepped(x: x, y: y)
    case .eased(_, let duration, _):
      law = .eased(
        displacement: newTarget - state(at: time).position, over: duration, origin: time)
    case .flung, .timed, .stopping, .coasting:
      return  // The target of these is fixed; a surface that is retargeted gets a spring instead.
    }
    target = newTarget
  }

  /// Advances a stepping engine by one frame of `interval`; has no effect on the exact solution.
  mutating func step(by interval: Seconds) {
    guard case .stepped(var x, var y) = law else { return }
    x.advance(by: interval)
    y.advance(by: interval)
    law = .stepped(x: x, y: y)
  }

  /// The time at which the motion is over; nil if it never is, or if a stepping engine decides.
  package func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let (origin, endX, endY): (Seconds, Seconds?, Seconds?)
    switch law {
    case .resting: return .zero
    case .spring(let spring, let begin, let x, let y):
      return spring.settleTime(from: x, y, within: tolerance).map { begin + $0 }
    case .stopping(let begin, let x, let y):
      origin = begin
      endX = x.settleTime(within: tolerance)
      endY = y.settleTime(within: tolerance)
    case .flung(let begin, let x, let y):
      origin = begin
      endX = x.settleTime(within: tolerance)
      endY = y.settleTime(within: tolerance)
    case .timed(let timed): return timed.begin + timed.duration
    case .eased(_, let duration, let begin): return begin + duration
    case .coasting(let x, let y):
      origin = .zero
      (endX, endY) = (x.map { $0.end } ?? .zero, y.map { $0.end } ?? .zero)
    case .stepped: return nil
    }
    guard let endX, let endY else { return nil }
    return origin + max(endX, endY)
  }

  /// The first time at which the motion is at its target along one axis; nil if it never is, or unless
  /// the motion is a spring in closed form.
  func firstTime(isHorizontal: Bool) -> Seconds? {
    guard case .spring(let spring, let origin, let x, let y) = law else { return nil }
    return spring.firstTime(at: .zero, from: isHorizontal ? x : y).map { origin + $0 }
  }

  /// The edges that it crosses from inside while it coasts.
  package var crossings: [(axis: String, crossing: BoundedDecay.Crossing)] {
    guard case .coasting(let x, let y) = law else { return [] }
    return [("x", x?.crossing), ("y", y?.crossing)].compactMap { axis, crossing in
      crossing.map { (axis, $0) }
    }
  }

  /// Whether the spring at an edge moves it at `time`.
  package func isBouncing(at time: Seconds) -> Bool {
    guard case .coasting(let x, let y) = law else { return false }
    return x?.isBouncing(at: time) ?? false || y?.isBouncing(at: time) ?? false
  }

  /// Whether a stepping engine has ended; false for the exact solution.
  var hasStopped: Bool {
    guard case .stepped(let x, let y) = law else { return false }
    return x.isSettled && y.isSettled
  }
}

extension Decay.Motion {
  /// At zero, at rest.
  fileprivate static let still = Decay.Motion(position: .zero, velocity: .zero)
}

// The end of the motion of a surface that may leave the screen.
extension Trajectory {
  /// The time at which the motion is over within `tolerance`, or, for a surface that leaves the screen, at
  /// which it is out of sight; nil if it never is, or if a stepping engine decides.
  func end(
    isLeaving: Bool, from time: Seconds, by bounds: DismissalBounds?,
    within tolerance: SettleTolerance
  ) -> Seconds? {
    let settled = settleTime(within: tolerance)
    guard isLeaving, let exit = bounds?.time(of: self, from: time) else { return settled }
    return min(exit, settled ?? exit)
  }
}

extension DismissalBounds {
  /// The time at which a surface on `trajectory` has left the screen, so that it does not swing back into
  /// view; nil if it does not move in a straight line, or never gets there.
  func time(of trajectory: Trajectory, from time: Seconds) -> Seconds? {
    let (position, velocity) = trajectory.state(at: time)
    let displacement = trajectory.target - position
    let aside = displacement.cross(velocity)
    guard aside.magnitude <= 1e-9 * displacement.length.value * velocity.length.value else {
      return nil
    }
    return trajectory.firstTime(isHorizontal: isOutsideHorizontally(trajectory.target))
  }
}

/// A motion from one position to another along a timing curve, as in systems without springs.
struct TimedTrajectory: Hashable, Sendable {
  /// The time at which it starts.
  var begin: Seconds
  /// The duration; with zero it is at its end immediately.
  var duration: Seconds
  /// The timing curve.
  var curve: TimedCurve
  /// The position at which it starts.
  var start: Position
  /// The position at which it ends.
  var end: Position

  /// The position and velocity at `time`.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let elapsed = duration > .zero ? max(0, min((time - begin) / duration, 1)) : 1
    guard elapsed < 1 else { return (end, .zero) }
    let displacement = end - start
    let speed = curve.speed(at: elapsed)
    let pace = Velocity(x: displacement.x / duration, y: displacement.y / duration)
    return (
      start + displacement * curve.fraction(at: elapsed), speed.isFinite ? pace * speed : .zero
    )
  }
}

/// A spring along one axis that does not swing, and stops dead at a bound that it reaches from inside.
///
/// Until then it is the closed form of its start. From then on it is the closed form of a spring that
/// starts at rest at the bound, which is at its target or returns to it. A motion that begins beyond a
/// bound is not stopped by that bound.
struct StoppedSpring: Sendable {
  private let spring: Spring
  private let start: Spring.Motion
  /// The first bound that it reaches, and the time after its start; nil if it reaches none.
  private let stop: (time: Seconds, motion: Spring.Motion)?

  /// Starts from `start` between two bounds; the bounds are relative to the target, like the offset.
  init(_ spring: Spring, from start: Spring.Motion, between low: Points, and high: Points) {
    self.spring = spring
    self.start = start
    stop = [low, high].filter { $0 != start.offset }.compactMap { bound in
      let isInside = bound == low ? start.offset > low : start.offset < high
      guard isInside, let time = spring.firstTime(at: bound, from: start) else { return nil }
      return (time, Spring.Motion(offset: bound, velocity: .zero))
    }.min { $0.time < $1.time }
  }

  /// The offset and velocity `time` after the start.
  func motion(after time: Seconds) -> Spring.Motion {
    guard let stop, time >= stop.time else { return spring.motion(after: time, from: start) }
    return spring.motion(after: time - stop.time, from: stop.motion)
  }

  /// The time from which on it stays within `tolerance` of rest at its end; nil if it never does.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let free = spring.settleTime(from: start, within: tolerance)
    guard let stop else { return free }
    if let free, free <= stop.time { return free }
    return spring.settleTime(from: stop.motion, within: tolerance).map { stop.time + $0 }
  }
}
