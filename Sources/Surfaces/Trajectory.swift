package import MotionPhysics
package import Quantities
import ReleaseRules

/// What moves something over the screen when no hand does: from somewhere to a target, along both
/// axes.
///
/// It tells where the thing is at a time and how fast it moves, where it ends and when, and can be
/// sent elsewhere. Between two inputs it is a closed form of time, so it does not matter at which
/// times it is looked at. Only the engines of other systems step from frame to frame, as those
/// systems do: between two frames they stand still, and input is applied to what the last frame
/// showed. A spring with a response of zero is at its target at once.
///
/// Under a hand, a thing rests where the hand has put it, or a spring takes it there.
package struct Trajectory: Sendable {
  private enum Law {
    case resting
    case spring(Spring, origin: Seconds, x: Spring.Motion, y: Spring.Motion)
    // What is large is kept elsewhere, so that the others cost nothing to copy.
    indirect case stopping(origin: Seconds, x: StoppedSpring, y: StoppedSpring)
    indirect case stepped(x: StartedEngine, y: StartedEngine)
    indirect case flung(origin: Seconds, x: FlingThenSpring, y: FlingThenSpring)
    indirect case coasting(x: Coasting?, y: Coasting?)
    indirect case timed(TimedTrajectory)
    case eased(displacement: Planar<Points>, over: Seconds, origin: Seconds)
  }

  /// Where it ends.
  package private(set) var target: Position
  private var law: Law

  /// Sets off at `time` from `position` with `velocity` towards `target`; with `engine` nil, by the
  /// exact solution.
  ///
  /// A velocity takes it past none of the `limits` on a spring that would not swing past them by itself:
  /// it stops dead there.
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

  /// Sets off at `time` on friction towards `target`, with springs where it ends.
  init(x: FlingThenSpring, y: FlingThenSpring, to target: Position, at time: Seconds) {
    self.target = target
    law = .flung(origin: time, x: x, y: y)
  }

  /// Goes along a timing curve.
  init(_ timed: TimedTrajectory) {
    target = timed.end
    law = .timed(timed)
  }

  /// Sets off at `time` as `easing` says.
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

  /// Coasts along the axes on which it moves; along the others it stays at zero.
  package init(x: Coasting? = nil, y: Coasting? = nil) {
    target = Position(x: x?.destination ?? .zero, y: y?.destination ?? .zero)
    law = .coasting(x: x, y: y)
  }

  /// Stays at `position`.
  package init(resting position: Position) {
    target = position
    law = .resting
  }

  /// Whether nothing has set it off.
  package var isResting: Bool {
    if case .resting = law { true } else { false }
  }

  /// Where the thing is at `time`, which is not before it set off, and how fast it moves.
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

  /// Changes the target at `time`; position and velocity go on as they are, except with a response
  /// of zero, where the position is the target.
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
      return  // They end where they were sent; a surface that is sent elsewhere gets a spring.
    }
    target = newTarget
  }

  /// Steps engines that step by one frame of `interval`; the exact solution has nothing to do.
  mutating func step(by interval: Seconds) {
    guard case .stepped(var x, var y) = law else { return }
    x.advance(by: interval)
    y.advance(by: interval)
    law = .stepped(x: x, y: y)
  }

  /// When the motion is over; nil when it never is, or when only stepping can tell.
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

  /// When the motion is first at its target along one axis; nil when it never passes it, or when only
  /// stepping can tell.
  func firstTime(isHorizontal: Bool) -> Seconds? {
    guard case .spring(let spring, let origin, let x, let y) = law else { return nil }
    return spring.firstTime(at: .zero, from: isHorizontal ? x : y).map { origin + $0 }
  }

  /// The edges that it runs into from inside while it coasts.
  package var crossings: [(axis: String, crossing: BoundedDecay.Crossing)] {
    guard case .coasting(let x, let y) = law else { return [] }
    return [("x", x?.crossing), ("y", y?.crossing)].compactMap { axis, crossing in
      crossing.map { (axis, $0) }
    }
  }

  /// Whether the spring at an edge has it at `time`.
  package func isBouncing(at time: Seconds) -> Bool {
    guard case .coasting(let x, let y) = law else { return false }
    return x?.isBouncing(at: time) ?? false || y?.isBouncing(at: time) ?? false
  }

  /// Whether a stepping engine has come to its end; false for the exact solution.
  var hasStopped: Bool {
    guard case .stepped(let x, let y) = law else { return false }
    return x.isSettled && y.isSettled
  }
}

extension Decay.Motion {
  /// At zero, at rest.
  fileprivate static let still = Decay.Motion(position: .zero, velocity: .zero)
}

// Its end, of a surface that may leave the screen.
extension Trajectory {
  /// When a surface that it takes on from `time` is at its end, within `tolerance`, or out of sight
  /// where that is it; nil when only stepping can tell, or never.
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
  /// When a surface that `trajectory` takes out of the screen is out of sight, so that it does not swing
  /// back into view; nil when it does not go straight, or never gets there.
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

/// A way from one position to another along a timing curve, as systems without springs have it.
struct TimedTrajectory: Hashable, Sendable {
  /// When it sets off.
  var begin: Seconds
  /// How long it takes; with zero it is at its end at once.
  var duration: Seconds
  /// How it runs through its time.
  var curve: TimedCurve
  /// Where it sets off.
  var start: Position
  /// Where it ends.
  var end: Position

  /// Where it is at `time`, and how fast.
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

/// A spring along one axis that does not swing, and stops dead at a bound that it comes to from inside.
///
/// Up to there it is the closed form of its start, and from there that of a spring at rest at the bound,
/// which is at its target or goes back to it. What begins beyond a bound is not stopped by it.
struct StoppedSpring: Sendable {
  private let spring: Spring
  private let start: Spring.Motion
  /// When it comes to a bound, after its start, and where; nil when it does not.
  private let stop: (time: Seconds, motion: Spring.Motion)?

  /// Sets off as `start` describes between two bounds; like its offset, they count from the target.
  init(_ spring: Spring, from start: Spring.Motion, between low: Points, and high: Points) {
    self.spring = spring
    self.start = start
    stop = [low, high].filter { $0 != start.offset }.compactMap { bound in
      let isInside = bound == low ? start.offset > low : start.offset < high
      guard isInside, let time = spring.firstTime(at: bound, from: start) else { return nil }
      return (time, Spring.Motion(offset: bound, velocity: .zero))
    }.min { $0.time < $1.time }
  }

  /// Where it is `time` after it set off, and how fast.
  func motion(after time: Seconds) -> Spring.Motion {
    guard let stop, time >= stop.time else { return spring.motion(after: time, from: start) }
    return spring.motion(after: time - stop.time, from: stop.motion)
  }

  /// The time from which on it is within `tolerance` of its end and of rest; nil if it never is.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let free = spring.settleTime(from: start, within: tolerance)
    guard let stop else { return free }
    if let free, free <= stop.time { return free }
    return spring.settleTime(from: stop.motion, within: tolerance).map { stop.time + $0 }
  }
}
