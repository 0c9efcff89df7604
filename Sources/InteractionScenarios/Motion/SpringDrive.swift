import MotionPhysics
import Quantities

/// What moves a surface: a spring along each axis, towards a common target.
///
/// With the exact engine the state at any time is a closed form of the state in which the spring
/// was last set off, so it does not matter at which times it is looked at. A spring with a response
/// of zero is at its target at once.
struct SpringDrive: Sendable {
  private(set) var target: Position
  private let spring: Spring
  private var origin: Seconds
  private var start: (x: Spring.Motion, y: Spring.Motion)

  /// Sets off at `time` from `position` with `velocity` towards `target`.
  init(
    _ spring: Spring, engine: MotionEngine, from position: Position, velocity: Velocity,
    to target: Position, at time: Seconds
  ) {
    self.spring = spring
    self.target = target
    origin = time
    start = Self.start(position, velocity, target)
  }

  /// A surface that stays at `position`.
  init(resting position: Position) {
    self.init(
      Spring(dampingRatio: 1, response: .zero), engine: .exact, from: position, velocity: .zero,
      to: position, at: .zero)
  }

  /// Where the surface is at `time`, which is not before it set off, and how fast it moves.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let step = spring.step(of: time - origin)
    let x = step.applied(to: start.x)
    let y = step.applied(to: start.y)
    return (
      Position(x: target.x + x.offset, y: target.y + y.offset),
      Velocity(x: x.velocity, y: y.velocity)
    )
  }

  /// Changes the target at `time`; position and velocity go on as they are, except with a response
  /// of zero, where the position is the target.
  mutating func retarget(to newTarget: Position, at time: Seconds) {
    guard newTarget != target else { return }
    let now = state(at: time)
    target = newTarget
    origin = time
    start =
      spring.response > .zero
      ? Self.start(now.position, now.velocity, newTarget) : (.resting, .resting)
  }

  /// Steps engines that step; the exact engine has nothing to do.
  mutating func step(to time: Seconds, interval: Seconds) {}

  /// When the motion is over; nil when it never is, or when only stepping can tell.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    guard let x = spring.settleTime(from: start.x, within: tolerance),
      let y = spring.settleTime(from: start.y, within: tolerance)
    else { return nil }
    return origin + max(x, y)
  }

  /// Whether a stepping engine has come to its end; false for the exact engine.
  var hasStopped: Bool { false }

  private static func start(
    _ position: Position, _ velocity: Velocity, _ target: Position
  ) -> (x: Spring.Motion, y: Spring.Motion) {
    (
      Spring.Motion(offset: position.x - target.x, velocity: velocity.x),
      Spring.Motion(offset: position.y - target.y, velocity: velocity.y)
    )
  }
}
