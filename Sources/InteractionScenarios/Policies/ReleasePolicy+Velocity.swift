import Quantities
import TouchInput

extension ReleasePolicy {
  /// The velocity that the rule goes by: after its dead band and cap, what opposes the way, and what
  /// the place where the surface is gone damps.
  func releaseVelocity(_ context: ReleaseContext) -> Velocity {
    let velocity = capped(raw(context))
    guard velocity.length >= deadBand, !isOpposed(velocity, context) else { return .zero }
    return damped(velocity, context)
  }

  /// The velocity with which a surface whose whole travel is `travel` sets off along `way`: the
  /// ``handOffShare`` of that of the hand, by ``handOffDistance``, held to ``handOff``.
  func handed(
    _ velocity: Velocity, along way: Planar<Points>, travel: Points
  ) -> Velocity {
    var velocity = velocity
    if handOffShare != 1 { velocity = velocity * handOffShare }
    if handOffDistance > .zero {
      // A hand moves in thousandths of a point at the least.
      velocity = velocity * (travel / max(handOffDistance, Points(1e-3)))
    }
    let limit = handOff * way.length.value
    let speed = velocity.length.value
    return handOff > 0 && speed > limit ? velocity * (limit / speed) : velocity
  }

  /// What a hand that moved with `estimate` when its touch was taken away counts as having let go with.
  func heard(_ estimate: VelocityEstimate) -> VelocityEstimate {
    switch cancelled {
    case .withoutVelocity: .none(.cancelled)
    case .asLift: estimate
    }
  }

  private func raw(_ context: ReleaseContext) -> Velocity {
    switch source {
    case .estimate: context.estimate.velocity
    case .mean: context.mean ?? context.estimate.velocity
    }
  }

  /// Whether `velocity` goes against the way from the start.
  private func isOpposed(_ velocity: Velocity, _ context: ReleaseContext) -> Bool {
    guard opposed > .zero,
      let start = context.candidates.first(where: { $0.name == context.start })
    else { return false }
    let way = context.position - start.position
    let product = way.x.value * velocity.x.value + way.y.value * velocity.y.value
    return product < 0 && way.length >= opposed
  }

  /// The velocity, less by the square of the share of ``dampening`` that is left before the surface
  /// is gone; a flick stays one.
  ///
  /// Source: Compose Material 3 at 080d2b3, `BottomSheet.kt`.
  private func damped(_ velocity: Velocity, _ context: ReleaseContext) -> Velocity {
    guard dampening > .zero, let hidden = context.hidden, velocity.y > .zero else {
      return velocity
    }
    let left = max(.zero, hidden.y - context.position.y)
    guard left < dampening else { return velocity }
    let share = left / dampening
    var slower = velocity
    slower.y = velocity.y * (share * share)
    if flick > .zero, velocity.y >= flick { slower.y = max(slower.y, flick) }
    return slower
  }
}
