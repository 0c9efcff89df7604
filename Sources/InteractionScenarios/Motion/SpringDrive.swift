import MotionPhysics
import Quantities

/// What moves a surface: a spring along each axis, towards a common target; or, for a preset or two,
/// an easing curve.
///
/// With the exact engine the state at any time is a closed form of the state in which the spring
/// was last set off, so it does not matter at which times it is looked at. Engines of other systems
/// step from frame to frame, as those systems do: between two frames they stand still, and input is
/// applied to what the last frame showed. A spring with a response of zero is at its target at
/// once. Systems that do not settle by springs alone have courses of their own.
struct SpringDrive: Sendable {
  private enum Course {
    case exact(Spring, origin: Seconds, x: Spring.Motion, y: Spring.Motion)
    case stopping(origin: Seconds, x: StoppedSpring, y: StoppedSpring)
    case stepped(x: any SpringEngine, y: any SpringEngine)
    case flung(origin: Seconds, x: FlingThenSpring, y: FlingThenSpring)
    case timed(TimedCourse)
    case eased(way: Planar<Points>, over: Seconds, origin: Seconds)
  }

  private(set) var target: Position
  private var course: Course

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
      course = .stepped(
        x: engine.engine(spring: spring, from: x), y: engine.engine(spring: spring, from: y))
    } else if let limits, spring.dampingRatio >= 1, spring.response > .zero {
      let (low, high) = (limits.lowest - target, limits.highest - target)
      course = .stopping(
        origin: time, x: StoppedSpring(spring, from: x, between: low.x, and: high.x),
        y: StoppedSpring(spring, from: y, between: low.y, and: high.y))
    } else {
      course = .exact(spring, origin: time, x: x, y: y)
    }
  }

  /// Sets off at `time` on friction towards `target`, with springs where it ends.
  init(x: FlingThenSpring, y: FlingThenSpring, to target: Position, at time: Seconds) {
    self.target = target
    course = .flung(origin: time, x: x, y: y)
  }

  /// Goes along a timing curve.
  init(_ timed: TimedCourse) {
    target = timed.end
    course = .timed(timed)
  }

  /// Sets off at `time` as `easing` says.
  init(
    _ easing: PagedEasing, from position: Position, velocity: Velocity, to target: Position,
    at time: Seconds
  ) {
    self.target = target
    let way = target - position
    course = .eased(way: way, over: easing.duration(over: way, at: velocity), origin: time)
  }

  /// A surface that stays at `position`.
  init(resting position: Position) {
    target = position
    course = .exact(
      Spring(dampingRatio: 1, response: .zero), origin: .zero, x: .resting, y: .resting)
  }

  /// Where the surface is at `time`, which is not before it set off, and how fast it moves.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let now: (x: Spring.Motion, y: Spring.Motion)
    switch course {
    case .eased(let way, let duration, let origin):
      let left = duration > .zero ? max(0, 1 - (time - origin) / duration) : 0
      guard left > 0 else { return (target, .zero) }
      return (
        target - way * (left * left * left),
        Velocity(x: way.x / duration, y: way.y / duration) * (3 * left * left)
      )
    case .exact(let spring, let origin, let x, let y):
      let step = spring.step(of: time - origin)
      now = (step.applied(to: x), step.applied(to: y))
    case .stopping(let origin, let x, let y):
      now = (x.motion(after: time - origin), y.motion(after: time - origin))
    case .stepped(let x, let y):
      now = (x.motion, y.motion)
    case .flung(let origin, let x, let y):
      let (x, y) = (x.motion(after: time - origin), y.motion(after: time - origin))
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
    switch course {
    case .exact(let spring, _, _, _) where spring.response == .zero:
      course = .exact(spring, origin: time, x: .resting, y: .resting)
    case .exact(let spring, _, _, _):
      let now = state(at: time)
      #if FLICKBOOK_FAULTS
        if PlantedFault.planted == .retargetDropsVelocity {
          self = SpringDrive(
            spring, engine: nil, from: now.position, velocity: .zero, to: newTarget, at: time)
          return
        }
      #endif
      self = SpringDrive(
        spring, engine: nil, from: now.position, velocity: now.velocity, to: newTarget, at: time)
    case .stepped(var x, var y):
      x.retarget(by: newTarget.x - target.x)
      y.retarget(by: newTarget.y - target.y)
      course = .stepped(x: x, y: y)
    case .eased(_, let duration, _):
      course = .eased(way: newTarget - state(at: time).position, over: duration, origin: time)
    case .flung, .timed, .stopping:
      return  // They end where they were sent; a surface that is sent elsewhere gets a spring.
    }
    target = newTarget
  }

  /// Steps engines that step by one frame of `interval`; the exact solution has nothing to do.
  mutating func step(by interval: Seconds) {
    guard case .stepped(var x, var y) = course else { return }
    x.advance(by: interval)
    y.advance(by: interval)
    course = .stepped(x: x, y: y)
  }

  /// When the motion is over; nil when it never is, or when only stepping can tell.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let (origin, endX, endY): (Seconds, Seconds?, Seconds?)
    switch course {
    case .exact(let spring, let begin, let x, let y):
      origin = begin
      endX = spring.settleTime(from: x, within: tolerance)
      endY = spring.settleTime(from: y, within: tolerance)
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
    case .stepped: return nil
    }
    guard let endX, let endY else { return nil }
    return origin + max(endX, endY)
  }

  /// When the motion is first at its target along one axis; nil when it never passes it, or when only
  /// stepping can tell.
  func firstTime(isHorizontal: Bool) -> Seconds? {
    guard case .exact(let spring, let origin, let x, let y) = course else { return nil }
    return spring.firstTime(at: .zero, from: isHorizontal ? x : y).map { origin + $0 }
  }

  /// Whether a stepping engine has come to its end; false for the exact solution.
  var hasStopped: Bool {
    guard case .stepped(let x, let y) = course else { return false }
    return x.isSettled && y.isSettled
  }
}
