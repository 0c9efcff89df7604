import MotionPhysics
package import Quantities
package import ReleaseRules
import VelocityEstimation

/// A hand that has let go of a surface whose behaviour has not said yet what becomes of that: all that
/// this depends on besides.
///
/// Only where neither a magnet nor a stash has a part in it, and nothing changes with the surface.
///
/// It is large, and read once for each set of settings.
package final class OpenRelease: Sendable {
  /// What is decided, and what takes the surface there.
  package struct Answer {
    package var decision: Decision
    package var departure: Departure
  }

  /// When the hand let go.
  package let time: Seconds
  /// How the surface moves then.
  let here: SurfaceMotion
  /// How the hand had it.
  let drag: SurfaceDrag
  /// What the rule may look at.
  let context: ReleaseContext
  /// Where the surface may be.
  let geometry: DraggableSurface.Geometry

  init(
    time: Seconds, here: SurfaceMotion, drag: SurfaceDrag, context: ReleaseContext,
    geometry: DraggableSurface.Geometry
  ) {
    self.time = time
    self.here = here
    self.drag = drag
    self.context = context
    self.geometry = geometry
  }

  /// What is decided where a surface behaves as `behaviour` says.
  package func decision(by behaviour: DraggableSurface.Behaviour) -> Decision {
    behaviour.decide(context)
  }

  /// What a surface does that behaves as `behaviour` says.
  package func answer(by behaviour: DraggableSurface.Behaviour) -> Answer {
    let decision = behaviour.decide(context)
    return Answer(
      decision: decision,
      departure: behaviour.departure(
        after: decision, from: here, drag, context, in: geometry, at: time))
  }

  /// How the surface goes on after `answer`, if only to be at its end at once; nil where engines step.
  package func glide(
    after answer: Answer, by behaviour: DraggableSurface.Behaviour
  ) -> Glide? {
    let departure = answer.departure
    let end = departure.trajectory.end(
      isLeaving: departure.isLeaving, from: time, by: geometry.dismissalBounds,
      within: behaviour.tolerance)
    guard let end, end >= time else { return nil }
    return Glide(trajectory: departure.trajectory, end: end, isLeaving: departure.isLeaving)
  }
}

/// What is left to say of a gesture when the hand lets go of a surface for good.
public struct LastRelease: Sendable {
  /// What is to be decided; nil when nothing is, whatever rule and spring are.
  package let open: OpenRelease?
}

/// How a surface sets off once it is decided where it goes.
package struct Departure {
  /// What takes it there.
  package var trajectory: Trajectory
  /// Where it rests then; nil for one that leaves.
  var rest: RestCandidate?
  /// The direction in which it is thrown out; nil when it is not.
  var direction: Direction?

  /// Whether it is gone in the end.
  package var isLeaving: Bool { rest == nil }
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
