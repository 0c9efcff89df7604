package import MotionPhysics
package import Quantities
package import ReleaseRules

/// The motion of a surface along both axes from a position to a target.
///
/// A trajectory provides the position and velocity at any time, the target, and the time at which the motion ends.
/// During a drag, the target is the position to which the finger drags the surface. A spring with a response of zero is
/// at its target immediately.
///
/// Between two inputs, the position is a closed form of time, so it does not depend on the times of earlier frames. The
/// exception is a stepping engine, the spring arithmetic of another system, which advances from frame to frame. Between
/// two frames, the engine keeps the state of the earlier frame, so an input in between applies to this state.
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
    indirect case sampled(SampledTrajectory)
    indirect case embla(EmblaMotion)
    case eased(displacement: Planar<Points>, over: Seconds, origin: Seconds)
  }

  /// The position at which the motion ends.
  package private(set) var target: Position
  private var law: Law

  /// Creates a motion on `spring` that starts at `time` from `position` with `velocity` towards `target`.
  ///
  /// If `engine` is nil, the motion is the exact solution. Without an engine, a spring with a damping ratio of 1 or
  /// more stops at `limits` if its velocity would carry it past them. A spring with less damping ignores `limits`.
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

  /// Creates a motion that starts at `time` with friction along each axis, and may end on a spring at `target`.
  init(x: FlingThenSpring, y: FlingThenSpring, to target: Position, at time: Seconds) {
    self.target = target
    law = .flung(origin: time, x: x, y: y)
  }

  /// Creates a motion along a timing curve.
  init(_ timed: TimedTrajectory) {
    target = timed.end
    law = .timed(timed)
  }

  /// Creates a motion through the positions of frames.
  init(_ sampled: SampledTrajectory) {
    target = sampled.end
    law = .sampled(sampled)
  }

  /// Creates a motion of Embla's pages under a finger, which has not moved them from `position` yet.
  init(_ embla: EmblaMotion, at position: Position) {
    target = position
    law = .embla(embla)
  }

  /// Creates a motion with `easing` that starts at `time`.
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

  /// Creates a motion that coasts along the given axes and stays at zero along the other axes.
  package init(x: Coasting? = nil, y: Coasting? = nil) {
    target = Position(x: x?.destination ?? .zero, y: y?.destination ?? .zero)
    law = .coasting(x: x, y: y)
  }

  package init(resting position: Position) {
    target = position
    law = .resting
  }

  /// Whether the trajectory was created at rest; false for a motion that has ended.
  package var isResting: Bool {
    if case .resting = law { true } else { false }
  }

  /// Returns the position and velocity at `time`, which must not be before the start.
  package func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let now: (x: Spring.Motion, y: Spring.Motion)
    switch law {
    case .resting: return (target, .zero)
    case .eased(let displacement, let duration, let origin):
      // The cubic ease-out of `PagedEasing`: the remaining distance is the cube of the remaining time.
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
    case .sampled(let sampled):
      return sampled.state(at: time)
    case .embla(let embla):
      return embla.state(at: time)
    }
    return (
      Position(x: target.x + now.x.offset, y: target.y + now.y.offset),
      Velocity(x: now.x.velocity, y: now.y.velocity)
    )
  }

  /// Changes the target at `time`.
  ///
  /// A spring continues from its current position and velocity; if its response is zero, it jumps to the new target. An
  /// easing starts again from the current position. A motion with friction, a timing curve or limits keeps its target.
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
    case .embla(var embla):
      embla.drag(by: newTarget - target, at: time)
      law = .embla(embla)
    case .flung, .timed, .sampled, .stopping, .coasting:
      // These motions end at a fixed target; a surface with another target needs a new trajectory.
      return
    }
    target = newTarget
  }

  /// Advances a stepping engine by one frame of `interval`; has no effect on a motion in closed form.
  mutating func step(by interval: Seconds) {
    guard case .stepped(var x, var y) = law else { return }
    x.advance(by: interval)
    y.advance(by: interval)
    law = .stepped(x: x, y: y)
  }

  /// Returns the time from which the motion is settled within `tolerance`.
  ///
  /// Returns nil if the motion never settles, or if a stepping engine moves the surface.
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
    case .sampled(let sampled): return sampled.last
    case .eased(_, let duration, let begin): return begin + duration
    case .coasting(let x, let y):
      origin = .zero
      (endX, endY) = (x.map { $0.end } ?? .zero, y.map { $0.end } ?? .zero)
    case .stepped, .embla: return nil
    }
    guard let endX, let endY else { return nil }
    return origin + max(endX, endY)
  }

  /// Returns the first time at which the motion reaches its target along one axis.
  ///
  /// Returns nil if the motion never reaches its target, or if the motion is not a spring in closed form.
  func firstTime(isHorizontal: Bool) -> Seconds? {
    guard case .spring(let spring, let origin, let x, let y) = law else { return nil }
    return spring.firstTime(at: .zero, from: isHorizontal ? x : y).map { origin + $0 }
  }

  /// The time and velocity at which coasting content reaches an edge from inside, for each axis along which it does.
  package var crossings: [(axis: String, crossing: BoundedDecay.Crossing)] {
    guard case .coasting(let x, let y) = law else { return [] }
    return [("x", x?.crossing), ("y", y?.crossing)].compactMap { axis, crossing in
      crossing.map { (axis, $0) }
    }
  }

  /// Whether the spring at an edge moves the coasting content at `time`.
  package func isBouncing(at time: Seconds) -> Bool {
    guard case .coasting(let x, let y) = law else { return false }
    return x?.isBouncing(at: time) ?? false || y?.isBouncing(at: time) ?? false
  }

  /// Returns the motion of Embla's pages after a touch at `time`.
  ///
  /// Embla makes the step of a frame before it shows the pages, so they stop where the next frame would show them.
  func stoppedInNextFrame(at time: Seconds) -> Trajectory {
    let frame = DisplayFrames.first(atOrAfter: time)
    let (here, stop) = (state(at: time).position, state(at: frame).position)
    guard frame > time else { return Trajectory(resting: here) }
    return Trajectory(
      SampledTrajectory(
        begin: time, start: here, first: frame, interval: DisplayFrames.interval,
        positions: [stop]))
  }

  /// The motion of Embla's pages under a finger; nil for other motions.
  var embla: EmblaMotion? {
    if case .embla(let embla) = law { embla } else { nil }
  }

  /// Whether a stepping engine has come to rest; false for a motion in closed form.
  var hasStopped: Bool {
    guard case .stepped(let x, let y) = law else { return false }
    return x.isSettled && y.isSettled
  }
}

extension Decay.Motion {
  /// The motion of content that rests at zero.
  fileprivate static let still = Decay.Motion(position: .zero, velocity: .zero)
}

// The end of the motion of a surface that may leave the screen.
extension Trajectory {
  /// Returns the time at which the motion ends.
  ///
  /// The motion ends when it has settled within `tolerance`. If `isLeaving` is true, it also ends when the surface is
  /// out of sight. A motion that had settled before `time` ends at `time`. Returns nil if the motion never ends, or if
  /// a stepping engine moves the surface.
  package func end(
    isLeaving: Bool = false, from time: Seconds, by bounds: DismissalBounds? = nil,
    within tolerance: SettleTolerance
  ) -> Seconds? {
    let settled = settleTime(within: tolerance).map { max($0, time) }
    guard isLeaving, let exit = bounds?.time(of: self, from: time) else { return settled }
    return min(exit, settled ?? exit)
  }
}

extension DismissalBounds {
  /// Returns the first time at which a surface on `trajectory` has left the screen.
  ///
  /// The motion must end at this time, because the spring could move the surface back into view later. Returns nil if
  /// the surface does not move in a straight line, or never leaves the screen.
  func time(of trajectory: Trajectory, from time: Seconds) -> Seconds? {
    let (position, velocity) = trajectory.state(at: time)
    let displacement = trajectory.target - position
    // The surface moves in a straight line if its velocity has no part across the displacement, within rounding errors.
    let aside = displacement.cross(velocity)
    guard aside.magnitude <= 1e-9 * displacement.length.value * velocity.length.value else {
      return nil
    }
    return trajectory.firstTime(isHorizontal: isOutsideHorizontally(trajectory.target))
  }
}

/// A motion from one position to another along a timing curve, as in software that animates without springs.
struct TimedTrajectory: Hashable, Sendable {
  /// The time at which the motion starts.
  var begin: Seconds
  /// The duration; if it is zero, the motion is at its end immediately.
  var duration: Seconds
  var curve: TimedCurve
  /// The position at which the motion starts.
  var start: Position
  /// The position at which the motion ends.
  var end: Position

  /// The position and velocity at `time`.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    let elapsed = duration > .zero ? max(0, min((time - begin) / duration, 1)) : 1
    guard elapsed < 1 else { return (end, .zero) }
    let displacement = end - start
    let speed = curve.speed(at: elapsed)
    let pace = Velocity(x: displacement.x / duration, y: displacement.y / duration)
    // A curve that is vertical at this point has no finite velocity.
    return (
      start + displacement * curve.fraction(at: elapsed), speed.isFinite ? pace * speed : .zero
    )
  }
}

/// A motion that other software computes frame by frame; straight between two frames.
///
/// The frames are the frames of the other software, so the motion does not depend on the frame rate of a replay.
struct SampledTrajectory: Hashable, Sendable {
  /// The time at which the motion starts.
  var begin: Seconds
  /// The position at which the motion starts.
  var start: Position
  /// The time of the first frame; not before ``begin``.
  var first: Seconds
  /// The time between two frames; above zero.
  var interval: Seconds
  /// The positions at the frames; at least one.
  var positions: [Position]

  /// The position at which the motion ends.
  var end: Position { positions[positions.count - 1] }

  /// The time of the last frame.
  var last: Seconds { first + interval * Double(positions.count - 1) }

  /// The position and velocity at `time`; the velocity is the slope between two frames.
  func state(at time: Seconds) -> (position: Position, velocity: Velocity) {
    guard time < last else { return (end, .zero) }
    guard time >= first else {
      return Self.state(
        at: (time - begin) / (first - begin), from: start, to: positions[0], in: first - begin)
    }
    let frames = (time - first) / interval
    // Just before the last frame, the quotient may round up to the index of the last frame, which has no next frame.
    let index = min(Int(frames), positions.count - 2)
    return Self.state(
      at: frames - Double(index), from: positions[index], to: positions[index + 1], in: interval)
  }

  private static func state(
    at fraction: Double, from start: Position, to end: Position, in time: Seconds
  ) -> (position: Position, velocity: Velocity) {
    let displacement = end - start
    return (
      start + displacement * max(0, fraction),
      Velocity(x: displacement.x / time, y: displacement.y / time)
    )
  }
}

/// The motion along one axis on a spring that does not oscillate; the motion stops at a bound.
///
/// Until the motion reaches a bound from inside, it is the closed form of the spring. At the bound, the same spring
/// starts again without velocity, and returns to a target inside. A bound does not stop a motion that begins beyond the
/// bound.
struct StoppedSpring: Sendable {
  private let spring: Spring
  private let start: Spring.Motion
  /// The motion at the first bound that is reached, and the time from the start until then; nil if no bound is reached.
  private let stop: (time: Seconds, motion: Spring.Motion)?

  /// Creates a motion from `start` between two bounds; the offset of `start` and the bounds are relative to the target.
  init(_ spring: Spring, from start: Spring.Motion, between low: Points, and high: Points) {
    self.spring = spring
    self.start = start
    // A motion that starts exactly at a bound does not reach this bound from inside.
    stop = [low, high].filter { $0 != start.offset }.compactMap { bound in
      let isInside = bound == low ? start.offset > low : start.offset < high
      guard isInside, let time = spring.firstTime(at: bound, from: start) else { return nil }
      return (time, Spring.Motion(offset: bound, velocity: .zero))
    }.min { $0.time < $1.time }
  }

  /// Returns the offset and velocity `time` after the start.
  func motion(after time: Seconds) -> Spring.Motion {
    guard let stop, time >= stop.time else { return spring.motion(after: time, from: start) }
    return spring.motion(after: time - stop.time, from: stop.motion)
  }

  /// Returns the time after the start from which the motion stays settled within `tolerance`; nil if it never settles.
  func settleTime(within tolerance: SettleTolerance) -> Seconds? {
    let free = spring.settleTime(from: start, within: tolerance)
    guard let stop else { return free }
    if let free, free <= stop.time { return free }
    return spring.settleTime(from: stop.motion, within: tolerance).map { stop.time + $0 }
  }
}
