public import Quantities
import TouchInput

extension ReleasePolicy {
  /// Picks the target of a release.
  ///
  /// A pure function: the same context always gives the same decision. First comes the velocity:
  /// which one it is, its dead band and cap, and what takes it away. Then a dismissal, for rules
  /// that look at it by itself, and then the choice.
  public func decide(_ context: ReleaseContext) -> Decision {
    var context = context
    let isCancelled = context.estimate.reason == .cancelled
    let velocity = isCancelled ? .zero : releaseVelocity(context)
    let origin = projectionOrigin(context)
    let projected = limitedToScreen(origin + ahead(velocity) * context.gain, context)
    var decision = Decision(
      target: context.start, targetPosition: context.position, projected: projected,
      velocity: velocity, velocityReason: context.estimate.reason, from: context.start,
      reason: .single, candidates: [])
    if isCancelled { (context.hidden, context.wayOut) = (nil, nil) }
    if let area = context.area {
      let rest = context.position + ahead(velocity)
      context.candidates = context.candidates.map { area.rest(at: $0, near: rest) }
    }
    if let hidden = context.hidden, looksAtDismissal {
      switch dismissal {
      case .candidate:
        context.candidates.insert(RestCandidate(name: Decision.gone, position: hidden), at: 0)
        context.hidden = nil
      case .thrown, .thrownOrPulled:
        if let reason = dismissal(velocity, projected, hidden, context) {
          decision.weigh(context.candidates, from: projected)
          decision.leave(to: hidden, reason)
          return decision
        }
      }
    }
    decision.weigh(context.candidates, from: projected)
    pick(&decision, velocity: velocity, context)
    if isCancelled { decision.reason = .cancelled }
    return decision
  }

  private func pick(
    _ decision: inout Decision, velocity: Velocity, _ context: ReleaseContext
  ) {
    let line: (TravelTarget, Decision.Reason)
    let travel: Travel
    switch choice {
    case .nearest: return pickNearest(&decision, velocity: velocity, context)
    case .quadrant: return pickQuadrant(&decision, context)
    case .progress: return pickByProgress(&decision, context)
    case .half: return pickHalf(&decision, context)
    case .flingLine: return pickOnFlingLine(&decision, context)
    case .toss: return pickToss(&decision, velocity: velocity, context)
    case .segment, .neighbour, .halfExpanded, .swipe, .page, .roundedPage, .gates, .farFlick, .pull,
      .carried, .direction:
      travel = Travel(context, velocity: velocity)
    }
    switch choice {
    case .segment: line = pickSegment(travel)
    case .neighbour: line = pickNeighbour(travel)
    case .halfExpanded:
      line = pickHalfExpanded(travel, top: travel.candidates[0].position.y.value)
    case .swipe: line = pickSwipe(travel)
    case .page: line = pickPage(travel)
    case .roundedPage: line = pickRoundedPage(travel)
    case .gates: line = pickGates(travel, screen: context.screen.y)
    case .farFlick: line = pickFarFlick(travel)
    case .pull: line = pickPull(travel)
    case .carried:
      let bottom = context.screen.y - travel.candidates[0].position.y
      line = pickCarried(travel, bottom: bottom.value)
    case .direction: line = pickDirection(travel, isCaught: context.isCaught)
    case .nearest, .quadrant, .progress, .half, .flingLine, .toss: return
    }
    switch line.0 {
    case .candidate(let index):
      let isOnly = context.candidates.count == 1
      decision.pick(travel.candidates[index], isOnly ? .single : line.1)
    case .gone:
      decision.leave(to: context.hidden ?? context.position, line.1)
    }
  }

  /// The velocity held to the cap; it keeps its direction.
  public func capped(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    return speed > cap ? velocity * (cap / speed) : velocity
  }

  /// Whether the choice leaves the dismissal to the rule that all have in common.
  private var looksAtDismissal: Bool {
    switch choice {
    case .nearest, .quadrant, .progress, .half, .flingLine, .segment, .neighbour, .swipe, .page,
      .roundedPage, .direction:
      true
    case .halfExpanded, .gates, .farFlick, .pull, .carried, .toss: false
    }
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
    _ velocity: Velocity, _ projected: Position, _ hidden: Position, _ context: ReleaseContext
  ) -> Decision.Reason? {
    guard
      let last = context.candidates.min(by: {
        ($0.position - hidden).length < ($1.position - hidden).length
      })
    else { return nil }
    let way = hidden - last.position
    let length = way.length.value
    guard length > 0 else { return nil }
    func along(_ pair: Planar<some Quantity>) -> Double {
      (pair.x.value * way.x.value + pair.y.value * way.y.value) / length
    }
    guard along(context.position - last.position) >= 0 else { return nil }
    let remaining = along(hidden - context.position)
    let outward = along(velocity) * context.gain
    if outward > 0, remaining <= 0 || outward / remaining >= dismissRate {
      return .dismissVelocity
    }
    guard dismissal == .thrownOrPulled, outward >= 0 else { return nil }
    let pulled = along(projected - last.position)
    #if FLICKBOOK_FAULTS
      let planted = PlantedFault.planted
      if planted == .dismissalPastThreeQuarters {
        return pulled > length * 0.75 ? .dismissDistance : nil
      }
      if planted == .dismissalPastOneThird { return pulled > length / 3 ? .dismissDistance : nil }
    #endif
    return pulled > length / 2 ? .dismissDistance : nil
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

  /// Dismisses the surface to `place`, for `reason`.
  mutating func leave(to place: Position, _ reason: Reason) {
    target = Self.gone
    targetPosition = place
    self.reason = reason
  }
}
