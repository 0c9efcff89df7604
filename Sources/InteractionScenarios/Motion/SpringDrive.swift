import MotionPhysics
import Quantities

/// What moves a surface: a spring along each axis, towards a common target; or, for a preset or two,
/// an easing curve.
///
/// With the exact engine the state at any time is a closed form of the state in which the spring
/// was last set off, so it does not matter at which times it is looked at. Engines of other systems
/// step from frame to frame, as those systems do: between two frames they stand still, and input is
/// applied to what the last frame showed. A spring with a response of zero is at its target at
/// once.
struct SpringDrive: Sendable {
  private enum Course {
    case exact(Spring, origin: Seconds, x: Spring.Motion, y: Spring.Motion)
    case stepped(x: any SpringEngine, y: any SpringEngine)
    case eased(way: Planar<Points>, over: Seconds, origin: Seconds)
  }

  private(set) var target: Position
  private var course: Course

  /// Sets off at `time` from `position` with `velocity` towards `target`; with `engine` nil, by the
  /// exact solution.
  init(
    _ spring: Spring, engine: SpringEngineKind?, from position: Position, velocity: Velocity,
    to target: Position, at time: Seconds
  ) {
    self.target = target
    let x = Spring.Motion(offset: position.x - target.x, velocity: velocity.x)
    let y = Spring.Motion(offset: position.y - target.y, velocity: velocity.y)
    if let engine, spring.response > .zero {
      course = .stepped(
        x: engine.engine(spring: spring, from: x), y: engine.engine(spring: spring, from: y))
    } else {
      course = .exact(spring, origin: time, x: x, y: y)
    }
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
    case .stepped(let x, let y):
      now = (x.motion, y.motion)
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
      self = SpringDrive(
        spring, engine: nil, from: now.position, velocity: now.velocity, to: newTarget, at: time)
    case .stepped(var x, var y):
      x.retarget(by: newTarget.x - target.x)
      y.retarget(by: newTarget.y - target.y)
      course = .stepped(x: x, y: y)
    case .eased(_, let duration, _):
      course = .eased(way: newTarget - state(at: time).position, over: duration, origin: time)
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
    if case .eased(_, let duration, let origin) = course { return origin + duration }
    guard case .exact(let spring, let origin, let x, let y) = course,
      let endX = spring.settleTime(from: x, within: tolerance),
      let endY = spring.settleTime(from: y, within: tolerance)
    else { return nil }
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
