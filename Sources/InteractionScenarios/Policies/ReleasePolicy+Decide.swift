public import Quantities
import TouchInput

extension ReleasePolicy {
  /// Picks the target of a release.
  ///
  /// A pure function: the same context always gives the same decision. The velocity is first put
  /// through the dead band and the cap. A dismissal comes first, then the projection, then the
  /// choice, and last the rule that a flick is never answered against its direction.
  public func decide(_ context: ReleaseContext) -> Decision {
    let cancelled = context.estimate.reason == .cancelled
    let velocity = cancelled ? .zero : conditioned(context.estimate.velocity)
    let origin = projectionOrigin(context)
    let projected = limitedToScreen(origin + ahead(velocity), context)
    var decision = Decision(
      target: context.start, targetPosition: context.position, projected: projected,
      velocity: velocity, velocityReason: context.estimate.reason, from: context.start,
      reason: .single, candidates: [])
    if let hidden = context.hidden, !cancelled,
      let reason = dismissal(velocity, projected: projected, hidden: hidden, context)
    {
      decision.weigh(context.candidates, from: projected)
      decision.target = Decision.gone
      decision.targetPosition = hidden
      decision.reason = reason
      return decision
    }
    switch choice {
    case .nearest: pickNearest(&decision, velocity: velocity, context)
    case .quadrant: pickQuadrant(&decision, context)
    case .progress: pickByProgress(&decision, context)
    }
    if cancelled { decision.reason = .cancelled }
    return decision
  }

  /// The velocity after the dead band and the cap; it keeps its direction.
  public func conditioned(_ velocity: Velocity) -> Velocity {
    velocity.length < deadBand ? .zero : capped(velocity)
  }

  /// The velocity held to the cap; it keeps its direction.
  public func capped(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    return speed > cap ? velocity * (cap / speed) : velocity
  }

  private func ahead(_ velocity: Velocity) -> Position {
    Position(x: velocity.x * projection, y: velocity.y * projection)
  }

  private func projectionOrigin(_ context: ReleaseContext) -> Position {
    switch point {
    case .surface: context.position
    case .unlimited: context.unlimited
    case .touch: context.touch
    }
  }

  /// A finger cannot leave the screen; Wave holds its projection one point within it.
  private func limitedToScreen(_ projected: Position, _ context: ReleaseContext) -> Position {
    guard point == .touch else { return projected }
    func held(_ value: Points, _ size: Points) -> Points {
      max(Points(1), min(value, size - Points(1)))
    }
    return Position(
      x: held(projected.x, context.screen.x), y: held(projected.y, context.screen.y))
  }

  private func dismissal(
    _ velocity: Velocity, projected: Position, hidden: Position, _ context: ReleaseContext
  ) -> Decision.Reason? {
    guard
      let last = context.candidates.min(by: {
        ($0.position - hidden).length < ($1.position - hidden).length
      })
    else { return nil }
    let way = hidden - last.position
    let length = way.length
    guard length > .zero else { return nil }
    func along(_ x: Double, _ y: Double) -> Double {
      (x * way.x.value + y * way.y.value) / length.value
    }
    let beyond = context.position - last.position
    guard along(beyond.x.value, beyond.y.value) >= 0 else { return nil }
    let rest = hidden - context.position
    let remaining = along(rest.x.value, rest.y.value)
    let outward = along(velocity.x.value, velocity.y.value)
    if outward > 0, remaining <= 0 || outward / remaining >= dismissRate {
      return .dismissVelocity
    }
    let reached = projected - last.position
    return outward >= 0 && along(reached.x.value, reached.y.value) > length.value / 2
      ? .dismissDistance : nil
  }
}

extension Decision {
  /// Notes how far each candidate is from `place`.
  mutating func weigh(_ candidates: [RestCandidate], from place: Position) {
    self.candidates = candidates.map { candidate in
      WeighedCandidate(candidate: candidate, distance: (candidate.position - place).length)
    }
  }

  /// Makes `candidate` the target, for `reason`.
  mutating func pick(_ candidate: RestCandidate, _ reason: Reason) {
    target = candidate.name
    targetPosition = candidate.position
    self.reason = reason
  }
}
