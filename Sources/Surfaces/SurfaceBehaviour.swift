package import MotionPhysics
package import Quantities
package import ReleaseRules

extension DraggableSurface {
  /// How a surface moves and decides; ``MotionTuning/behaviour`` makes one.
  public struct Behaviour: Sendable {
    /// The spring between the finger and the surface; a response of zero follows the finger itself.
    package var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    /// The speed up to which a surface that sets off does so on a critical spring; zero for none.
    var calmSpeed = PointsPerSecond.zero
    /// What steps the springs; nil for the exact solution.
    package var engine: SpringEngineKind?
    package var policy: ReleasePolicy
    /// Whether a dismissal is refused.
    var vetoesDismissal: Bool
    var tolerance: SettleTolerance
    /// What takes it to its target instead of the spring; nil for the spring.
    package var easing: PagedEasing?
    /// The same by the curve of another system, over its own time where none is given.
    var law = (name: SettlingLaw.spring, duration: Seconds.zero)
    package var pause = PauseRule()
    /// What changes with the surface without the gesture's velocity.
    package var properties: [DrivenProperty.Plan] = []
    /// The friction that a throw meets before its spring, as the rate at which velocity goes, per
    /// second, above zero; nil for a spring from the start.
    package var friction: Double?
    /// What takes it to a magnet, and back under the hand.
    package var magnet = Magnet.Springs()
    /// How long a stashed surface takes to come back when it is tapped; zero leaves it to its spring.
    package var unstashing = Seconds.zero

    /// The spring that takes on a surface that moves with `velocity`.
    func spring(from velocity: Velocity) -> Spring {
      guard calmSpeed > .zero, velocity.length <= calmSpeed else { return settling }
      return Spring(dampingRatio: 1, response: settling.response)
    }
  }
}

extension DraggableSurface.Behaviour {
  /// Whether a hand that has not let go cannot tell it from `other`.
  func isSameUntilRelease(as other: Self) -> Bool {
    tracking == other.tracking && engine?.name == other.engine?.name && pause == other.pause
      && properties == other.properties
  }
}

/// How a surface is somewhere, and how fast it moves.
package typealias SurfaceMotion = (position: Position, velocity: Velocity)

// The hand-off: from a decision to what takes the surface there.
extension DraggableSurface.Behaviour {
  /// What takes a surface that moves as `start` at `time` to `target` on `spring`.
  func trajectory(
    on spring: Spring, from start: SurfaceMotion, to target: Position, at time: Seconds,
    stoppedBy limits: DragLimits? = nil
  ) -> Trajectory {
    Trajectory(
      spring, engine: engine, from: start.position, velocity: start.velocity, to: target, at: time,
      stoppedBy: limits)
  }

  /// What takes a surface that moves as `start` at `time` to `target` when no hand holds it: its
  /// spring, unless it settles by another law.
  ///
  /// - Parameters:
  ///   - start: Where it is, and how fast it moves.
  ///   - target: Where it goes.
  ///   - time: When it sets off.
  ///   - geometry: Where it may be.
  ///   - limits: What it does not swing past on a spring that does not swing by itself; nil for no
  ///     limits.
  /// - Returns: What moves it from then on.
  func trajectory(
    from start: SurfaceMotion, to target: Position, at time: Seconds,
    in geometry: DraggableSurface.Geometry, stoppedBy limits: DragLimits? = nil
  ) -> Trajectory {
    if let easing {
      return Trajectory(
        easing, from: start.position, velocity: start.velocity, to: target, at: time)
    }
    if law.name != .spring {
      let law = SettlingTrajectory(
        law: law.name, duration: law.duration, width: geometry.screen.x, range: geometry.range)
      if let timed = law.trajectory(
        from: start.position, velocity: start.velocity, to: target, at: time)
      {
        return Trajectory(timed)
      }
    }
    return trajectory(
      on: spring(from: start.velocity), from: start, to: target, at: time, stoppedBy: limits)
  }

  /// What throws a surface that moves as `start` at `time` to `target` against `friction` first,
  /// within the area or the candidates of `context`.
  func trajectory(
    against friction: Double, from start: SurfaceMotion, to target: Position, at time: Seconds,
    in context: ReleaseContext
  ) -> Trajectory {
    let rests = context.candidates.map { $0.position }
    let low = context.area?.lowest ?? rests.reduce(target) { $0.least($1) }
    let high = context.area?.highest ?? rests.reduce(target) { $0.most($1) }
    let free = context.area?.free
    func axis(
      _ position: Points, _ velocity: PointsPerSecond, _ target: Points,
      _ bounds: ClosedRange<Points>, isFree: Bool
    ) -> FlingThenSpring {
      let start = Decay.Motion(position: position, velocity: velocity)
      let law = isFree ? FlingThenSpring.stopping : FlingThenSpring.reaching
      return law(target, start, bounds, friction, settling)
    }
    let x = axis(
      start.position.x, start.velocity.x, target.x, low.x...high.x, isFree: free == .both)
    let y = axis(
      start.position.y, start.velocity.y, target.y, low.y...high.y, isFree: free != nil)
    return Trajectory(x: x, y: y, to: target, at: time)
  }

  /// What brings a stashed surface back from `position` at `time` to `target` because it was tapped.
  func trajectory(
    unstashingFrom position: Position, to target: Position, at time: Seconds
  ) -> Trajectory {
    Trajectory(
      TimedTrajectory(
        begin: time, duration: unstashing, curve: .bezier(.swiftOut), start: position, end: target))
  }

  /// The velocity with which a surface that moves as `start` sets off when a hand that drags it lets
  /// go with `velocity`; `gain` is how much of it a surface is handed.
  func handed(
    _ velocity: Velocity, from start: SurfaceMotion, _ drag: SurfaceDrag, gain: Double
  ) -> Velocity {
    let hand = policy.capped(velocity) * gain
    guard let lag = lag(of: drag) else { return drag.limits.shown(hand, at: drag.unlimited) }
    return drag.limits.handed(hand, at: drag.unlimited, from: start, rate: lag.angularFrequency)
  }

  /// The spring that keeps a surface behind the hand that drags it; nil when it is where the hand has
  /// put it.
  func lag(of drag: SurfaceDrag) -> Spring? {
    let spring = drag.pull.isCatchingUp ? magnet.catchingUp : tracking
    return spring.response > .zero ? spring : nil
  }
}

extension Position {
  /// The smaller component of each axis.
  fileprivate func least(_ other: Position) -> Position {
    Position(x: min(x, other.x), y: min(y, other.y))
  }

  /// The larger component of each axis.
  fileprivate func most(_ other: Position) -> Position {
    Position(x: max(x, other.x), y: max(y, other.y))
  }
}
