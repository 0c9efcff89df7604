import MotionPhysics
import Quantities
import ReleaseRules
import VelocityEstimation

/// All inputs that determine the result of a release, except the dynamics of the surface.
struct SurfaceRelease {
  /// The result of a release: the decision, and the motion that follows it.
  struct Answer {
    var decision: Decision
    var departure: Departure
    /// The effect of the magnet on the release; nil if the magnet had no effect.
    var magnet: MagnetPull.Answer?
  }

  let time: Seconds
  /// The position and velocity of the surface at the release.
  let here: SurfaceMotion
  let drag: SurfaceDrag
  /// The position of the finger on the screen; nil on a touchpad.
  let finger: Position?
  /// The input of the release rule, before a magnet or a stash changes this input.
  let context: ReleaseContext
  /// The side at which the surface was stashed before the touch, or to which it was moving to be stashed.
  ///
  /// Nil if the surface rested at another candidate or moved there.
  let side: Stash.Side?
  /// The positions that the surface can have, and the limits of its motion.
  let geometry: DraggableSurface.Geometry
}

// The decision of a release. A magnet comes first, then a stash, then the release rule. The motion to the target starts
// with the velocity of the release.
extension SurfaceRelease {
  /// Returns the result of the release for a surface with `dynamics`.
  func answer(by dynamics: DraggableSurface.Dynamics) -> Answer {
    guard hasMagnetOrStash else {
      return answer(dynamics.decide(context), by: dynamics, drag, context)
    }
    var (drag, context) = (drag, context)
    let magnet = magnetAnswer(by: dynamics)
    if magnet == .refused || magnet == .escaped {
      // Until the release, the surface was at the magnet and not under the finger, so the rule uses the position at the
      // magnet.
      if let since = drag.pull.stuckSince, since < time {
        drag = drag.rebased(at: here.position, within: geometry.limits, gain: drag.gain)
      }
      (context.position, context.unlimited) = (drag.shown, drag.unlimited)
    }
    // A throw at the magnet, or off the magnet, never stashes the surface.
    let isLeft = magnet == nil || magnet == .refused
    let stash = isLeft ? geometry.stash : nil
    let stashing = stash?.context(
      context, from: side, within: geometry.limits, by: dynamics.policy)
    var decision: Decision
    if let stash, let stashing {
      decision = stash.decision(stashing, from: side, by: dynamics.policy)
    } else {
      decision = dynamics.decide(context)
    }
    switch magnet {
    case .dismissed: decision.leave(to: geometry.magnet?.centre ?? here.position, .magnet)
    case .refused: decision.reason = .dismissVetoed
    case .escaped, nil: break
    }
    return answer(decision, by: dynamics, drag, stashing ?? context, magnet)
  }

  private func answer(
    _ decision: Decision, by dynamics: DraggableSurface.Dynamics, _ drag: SurfaceDrag,
    _ context: ReleaseContext, _ magnet: MagnetPull.Answer? = nil
  ) -> Answer {
    Answer(
      decision: decision,
      departure: dynamics.departure(
        after: decision, from: here, drag, context, in: geometry, at: time),
      magnet: magnet)
  }

  /// Whether a magnet or a stash may take part in the decision.
  private var hasMagnetOrStash: Bool { geometry.magnet != nil || geometry.stash != nil }

  /// Returns the effect of the magnet on the release; nil if the magnet has no effect.
  private func magnetAnswer(by dynamics: DraggableSurface.Dynamics) -> MagnetPull.Answer? {
    guard let magnet = geometry.magnet, context.estimate.reason != .cancelled else { return nil }
    return drag.pull.answer(
      to: context.estimate.velocity, at: magnet.point(of: drag, finger: finger), by: magnet,
      refuses: dynamics.vetoesDismissal)
  }
}

extension MagnetPull {
  /// Returns the effect of `magnet` on a release with `velocity`; nil if the magnet has no effect.
  ///
  /// `point` is the position of the attracted point at the release. If `refuses` is true, the surface refuses
  /// dismissals.
  func answer(
    to velocity: Velocity, at point: Position, by magnet: Magnet, refuses: Bool
  ) -> Answer? {
    if isStuck, magnet.isEscaped(velocity) { return .escaped }
    guard isStuck || magnet.isThrown(from: point, velocity: velocity) else { return nil }
    return refuses ? .refused : .dismissed(isThrown: !isStuck)
  }
}

extension Stash {
  /// Returns the input of the release rule for a release that stashes the window at a side of the screen.
  ///
  /// The vertical velocity counts only if the window was stashed before the touch. If more than half of the window is
  /// beyond a side of the screen, a flick back inside prevents the stash, but only with a rule that has a flick speed.
  /// A cancelled touch stashes only a window that was stashed before.
  ///
  /// - Parameters:
  ///   - context: The input of the rule for a window that is not stashed.
  ///   - side: The side at which the window was stashed before the touch, or to which it was moving; nil for none.
  ///   - limits: The limits of the window.
  ///   - policy: The release rule.
  /// - Returns: `context` with the stashed positions as candidates; nil if the window will not be stashed.
  func context(
    _ context: ReleaseContext, from side: Side?, within limits: DragLimits, by policy: ReleasePolicy
  ) -> ReleaseContext? {
    guard context.estimate.reason != .cancelled || side != nil else { return nil }
    let (centre, velocity) = (context.position.x, context.estimate.velocity.x)
    guard takes(centre: centre, velocity: velocity, from: side) else { return nil }
    let flick = policy.rule.flick
    if let dropped = isDropped(centre), flick > .zero,
      (dropped == .left ? velocity : -velocity) >= flick
    {
      return nil
    }
    var stashed = context
    stashed.candidates = candidates(at: limits.held(context.position))
    stashed.area = RestArea(
      lowest: Position(x: left, y: limits.lowest.y),
      highest: Position(x: right, y: limits.highest.y), free: .vertical)
    if side == nil { stashed.estimate.velocity.y = .zero }
    return stashed
  }

  /// Returns the decision that selects the side at which the window is stashed.
  ///
  /// `context` is a result of ``context(_:from:within:by:)``.
  func decision(_ context: ReleaseContext, from side: Side?, by policy: ReleasePolicy) -> Decision {
    var decision = policy.decide(context)
    guard context.estimate.reason != .cancelled else { return decision }
    // A throw selects the side towards which it goes, even if the window is nearer to the other side.
    let aim = aim(of: context.estimate.velocity.x, from: side)
    if let aim, let side = decision.rests.first(where: { $0.name == aim }) {
      decision.pick(side, .stash)
    }
    decision.reason = .stash
    return decision
  }
}

extension DraggableSurface.Dynamics {
  /// Returns the decision of the release rule.
  ///
  /// If the rule picks a dismissal and the surface refuses dismissals, the rule decides again without a dismissal.
  func decide(_ context: ReleaseContext) -> Decision {
    let decision = policy.decide(context)
    guard vetoesDismissal, decision.target == Decision.gone else { return decision }
    var kept = context
    (kept.hidden, kept.dismissalBounds) = (nil, nil)
    var other = policy.decide(kept)
    other.reason = .dismissVetoed
    return other
  }
}

// The hand-off, which turns a decision into a motion.

/// The motion that a decision starts, and its result.
struct Departure {
  /// The motion.
  var trajectory: Trajectory
  /// The candidate at which the surface will rest; nil if the surface is dismissed.
  var rest: RestCandidate?
  /// The direction of the dismissal; nil if the surface is not dismissed, or can be dismissed in only one direction.
  var direction: Direction?

  /// Whether the surface is dismissed at the end of the motion.
  var isLeaving: Bool { rest == nil }
}

extension DraggableSurface.Dynamics {
  /// Returns the motion that follows `decision`.
  ///
  /// The release at `time` ended `drag`. `here` is the motion of the surface at the release, and `context` is the input
  /// of the decision.
  func departure(
    after decision: Decision, from here: SurfaceMotion, _ drag: SurfaceDrag,
    _ context: ReleaseContext, in geometry: DraggableSurface.Geometry, at time: Seconds
  ) -> Departure {
    let handed = handed(
      context.estimate.velocity, from: here, drag,
      gain: geometry.gain.releaseVelocityGain ?? drag.gain)
    if decision.reason == .magnet {
      let start = (here.position, drag.pull.isStuck ? here.velocity : handed)
      return Departure(
        trajectory: trajectory(
          on: magnet.holding, from: start, to: decision.targetPosition, at: time))
    }
    let isLeaving = decision.target == Decision.gone
    let rest =
      isLeaving ? nil : RestCandidate(name: decision.target, position: decision.targetPosition)
    if let rest, let friction {
      return Departure(
        trajectory: trajectory(
          against: friction, from: (here.position, handed), to: rest.position, at: time,
          in: context), rest: rest)
    }
    let target = geometry.target(of: decision, from: here.position, handed)
    let velocity = policy.handed(handed, along: target - here.position, travel: context.travel)
    // A surface that lags behind the finger can have a velocity that carries it past a limit, which `stop` does not
    // allow.
    let isStopped = !isLeaving && drag.limits.style == .stop && lag(of: drag) != nil
    return Departure(
      trajectory: trajectory(
        from: (here.position, velocity), to: target, at: time, in: geometry,
        stoppedBy: isStopped ? drag.limits : nil, after: (decision, context, drag.embla)),
      rest: rest, direction: decision.dismissal?.direction)
  }

  /// Returns the initial velocity of the motion after a release.
  ///
  /// `velocity` is the velocity of the finger, and `start` the position and velocity of the surface at the release.
  /// `gain` is the velocity of the surface divided by the velocity of the finger.
  func handed(
    _ velocity: Velocity, from start: SurfaceMotion, _ drag: SurfaceDrag, gain: Double
  ) -> Velocity {
    let hand = policy.capped(velocity) * gain
    guard let lag = lag(of: drag) else { return drag.limits.shown(hand, at: drag.unlimited) }
    return drag.limits.handed(hand, at: drag.unlimited, from: start, rate: lag.angularFrequency)
  }

  /// Returns the spring on which the surface lags behind `drag`; nil if the surface follows the drag immediately.
  func lag(of drag: SurfaceDrag) -> Spring? {
    let spring = drag.pull.isCatchingUp ? magnet.catchingUp : tracking
    return spring.response > .zero ? spring : nil
  }

  /// Returns the motion on `spring` that begins with the position and velocity `start` at `time`.
  func trajectory(
    on spring: Spring, from start: SurfaceMotion, to target: Position, at time: Seconds,
    stoppedBy limits: DragLimits? = nil
  ) -> Trajectory {
    Trajectory(
      spring, engine: engine, from: start.position, velocity: start.velocity, to: target, at: time,
      stoppedBy: limits)
  }

  /// Returns the settling motion of a surface: on its spring, or along its easing or settling curve if it has one.
  ///
  /// - Parameters:
  ///   - start: The position and velocity at the start.
  ///   - target: The target position.
  ///   - time: The time of the start.
  ///   - geometry: The positions of the surface.
  ///   - limits: The limits at which a spring with a damping ratio of 1 or more stops; nil for no limits.
  ///   - release: The decision that the motion follows, its input, and the motion of Embla's pages before; nil if no
  ///     release starts the motion.
  /// - Returns: The motion from `start` to `target`.
  func trajectory(
    from start: SurfaceMotion, to target: Position, at time: Seconds,
    in geometry: DraggableSurface.Geometry, stoppedBy limits: DragLimits? = nil,
    after release: (decision: Decision, context: ReleaseContext, embla: EmblaMotion?)? = nil
  ) -> Trajectory {
    if let pagedMotion {
      let frames = release.flatMap { policy.snapFrames(of: $0.context) }
      return pagedMotion.trajectory(
        from: start, to: target, at: time,
        isFlick: release?.decision.reason == .thresholdVelocity,
        thrown: release.map { policy.velocity(of: $0.context) } ?? .zero,
        embla: release?.embla, frames: frames)
    }
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

  /// Returns the motion of a throw: first with `friction`, then on a spring.
  ///
  /// The spring takes over at the edges of `context.area`, the area in which the surface may rest. Without such an
  /// area, the spring takes over at the outermost candidates. `friction` is the rate at which the velocity decays, per
  /// second.
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

  /// Returns the motion of a stashed surface that a tap brings back from `position` to `target`.
  func trajectory(
    unstashingFrom position: Position, to target: Position, at time: Seconds
  ) -> Trajectory {
    Trajectory(
      TimedTrajectory(
        begin: time, duration: unstashing, curve: .bezier(.swiftOut), start: position, end: target))
  }
}

extension DraggableSurface.Geometry {
  /// Returns the target of `decision` for a surface at `position`.
  ///
  /// A surface that is thrown off the screen leaves in a straight line in the direction of `handed`, the initial
  /// velocity of the motion.
  fileprivate func target(
    of decision: Decision, from position: Position, _ handed: Velocity
  ) -> Position {
    guard let dismissal = decision.dismissal, let bounds = dismissalBounds else {
      return decision.targetPosition
    }
    let isThrown = decision.reason == .dismissVelocity && handed != .zero
    return bounds.exit(from: position, by: isThrown ? handed.heading : dismissal.heading)
  }
}

extension Position {
  /// Returns the smaller component along each axis.
  fileprivate func least(_ other: Position) -> Position {
    Position(x: min(x, other.x), y: min(y, other.y))
  }

  /// Returns the larger component along each axis.
  fileprivate func most(_ other: Position) -> Position {
    Position(x: max(x, other.x), y: max(y, other.y))
  }
}
