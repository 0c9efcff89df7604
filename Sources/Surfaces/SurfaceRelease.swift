import MotionPhysics
import Quantities
import ReleaseRules
import VelocityEstimation

/// A hand that has let go of a surface: all that it depends on what becomes of that, but for how the
/// surface behaves.
struct SurfaceRelease {
  /// What is decided, and what takes the surface there.
  struct Answer {
    var decision: Decision
    var departure: Departure
    /// What a magnet said; nil when it had no part in it.
    var magnet: MagnetPull.Answer?
  }

  /// When the hand let go.
  let time: Seconds
  /// How the surface moves then.
  let here: SurfaceMotion
  /// How the hand had it.
  let drag: SurfaceDrag
  /// Where the finger was on the screen; nil on a touchpad.
  let finger: Position?
  /// What the rule may look at, where neither a magnet nor a stash has a part in it.
  let context: ReleaseContext
  /// The side at which the surface waited, or was on its way to or from; nil when it was elsewhere.
  let side: Stash.Side?
  /// Where the surface may be.
  let geometry: DraggableSurface.Geometry
}

// What becomes of it: the magnet, the stash and the rule decide in this order, and then the velocity is
// handed over to what takes the surface to its target.
extension SurfaceRelease {
  /// What a surface does that behaves as `behaviour` says.
  func answer(by behaviour: DraggableSurface.Behaviour) -> Answer {
    guard hasMagnetOrStash else {
      return answer(behaviour.decide(context), by: behaviour, drag, context)
    }
    var (drag, context) = (drag, context)
    let magnet = magnetAnswer(by: behaviour)
    if magnet == .refused || magnet == .escaped {
      // It is where the magnet has held it until now.
      if let since = drag.pull.stuckSince, since < time {
        drag = drag.regrabbed(at: here.position, within: geometry.limits, gain: drag.gain)
      }
      (context.position, context.unlimited) = (drag.shown, drag.unlimited)
    }
    let isLeft = magnet == nil || magnet == .refused
    let stash = isLeft ? geometry.stash : nil
    let stashing = stash?.context(
      context, from: side, within: geometry.limits, by: behaviour.policy)
    var decision: Decision
    if let stash, let stashing {
      decision = stash.decision(stashing, from: side, by: behaviour.policy)
    } else {
      decision = behaviour.decide(context)
    }
    switch magnet {
    case .dismissed: decision.leave(to: geometry.magnet?.centre ?? here.position, .magnet)
    case .refused: decision.reason = .dismissVetoed
    case .escaped, nil: break
    }
    return answer(decision, by: behaviour, drag, stashing ?? context, magnet)
  }

  private func answer(
    _ decision: Decision, by behaviour: DraggableSurface.Behaviour, _ drag: SurfaceDrag,
    _ context: ReleaseContext, _ magnet: MagnetPull.Answer? = nil
  ) -> Answer {
    Answer(
      decision: decision,
      departure: behaviour.departure(
        after: decision, from: here, drag, context, in: geometry, at: time),
      magnet: magnet)
  }

  /// Whether the rule is not the only one that may be asked.
  private var hasMagnetOrStash: Bool { geometry.magnet != nil || geometry.stash != nil }

  /// What the magnet says; nil when it has no part in it.
  private func magnetAnswer(by behaviour: DraggableSurface.Behaviour) -> MagnetPull.Answer? {
    guard let magnet = geometry.magnet, context.estimate.reason != .cancelled else { return nil }
    return drag.pull.answer(
      to: context.estimate.velocity, at: magnet.point(of: drag, finger: finger), by: magnet,
      refuses: behaviour.vetoesDismissal)
  }
}

extension MagnetPull {
  /// What `magnet` says when the hand lets go with `velocity` and the point at which it looks is at
  /// `point`; nil when it has no part in it.
  func answer(
    to velocity: Velocity, at point: Position, by magnet: Magnet, refuses: Bool
  ) -> Answer? {
    if isStuck, magnet.isEscaped(velocity) { return .escaped }
    guard isStuck || magnet.isThrown(from: point, velocity: velocity) else { return nil }
    return refuses ? .refused : .dismissed(isThrown: !isStuck)
  }
}

extension Stash {
  /// What a release means for a window that may wait at a side, where only horizontal motion counts
  /// when it comes from elsewhere.
  ///
  /// With a rule that knows flicks, one away from the side at which it is dropped counts. A
  /// touch that was taken away leaves it stashed if it was, and stashes nothing.
  ///
  /// - Parameters:
  ///   - context: What the release means for a window that is not stashed.
  ///   - side: The side at which it waited, or was on its way to or from; nil when it was elsewhere.
  ///   - limits: Where the window may be.
  ///   - policy: The rule of the release.
  /// - Returns: The same with the sides as candidates; nil when it is not to wait at one.
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

  /// The side at which a window waits after a release that means `context` for it, as ``context(_:from:within:by:)``
  /// has it.
  func decision(_ context: ReleaseContext, from side: Side?, by policy: ReleasePolicy) -> Decision {
    var decision = policy.decide(context)
    guard context.estimate.reason != .cancelled else { return decision }
    let aim = aim(of: context.estimate.velocity.x, from: side)
    if let aim, let side = decision.rests.first(where: { $0.name == aim }) {
      decision.pick(side, .stash)
    }
    decision.reason = .stash
    return decision
  }
}

extension DraggableSurface.Behaviour {
  /// What the rule decides, or what it does without a dismissal when that is refused.
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

// The hand-off: from a decision to what takes the surface there.

/// How a surface sets off once it is decided where it goes.
struct Departure {
  /// What takes it there.
  var trajectory: Trajectory
  /// Where it rests then; nil for one that leaves.
  var rest: RestCandidate?
  /// The direction in which it is thrown out; nil when it is not.
  var direction: Direction?

  /// Whether it is gone in the end.
  var isLeaving: Bool { rest == nil }
}

extension DraggableSurface.Behaviour {
  /// How a surface that moves as `here` at `time` sets off after a `decision` on the release of
  /// `context`, of a hand that had it as `drag` says.
  func departure(
    after decision: Decision, from here: SurfaceMotion, _ drag: SurfaceDrag,
    _ context: ReleaseContext, in geometry: DraggableSurface.Geometry, at time: Seconds
  ) -> Departure {
    let handed = handed(
      context.estimate.velocity, from: here, drag, gain: geometry.gain.handedOn ?? drag.gain)
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
    let isStopped = !isLeaving && drag.limits.style == .stop && lag(of: drag) != nil
    return Departure(
      trajectory: trajectory(
        from: (here.position, velocity), to: target, at: time, in: geometry,
        stoppedBy: isStopped ? drag.limits : nil),
      rest: rest, direction: decision.dismissal?.direction)
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
}

extension DraggableSurface.Geometry {
  /// Where a surface at `position` goes for `decision`: thrown out, straight on the way that it goes
  /// with the velocity that it is handed.
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
  /// The smaller component of each axis.
  fileprivate func least(_ other: Position) -> Position {
    Position(x: min(x, other.x), y: min(y, other.y))
  }

  /// The larger component of each axis.
  fileprivate func most(_ other: Position) -> Position {
    Position(x: max(x, other.x), y: max(y, other.y))
  }
}
