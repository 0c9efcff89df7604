import Quantities

extension ReleasePolicy {
  /// The candidate nearest to the projection, held to the neighbours, kept by hysteresis, and never
  /// against a flick.
  func pickNearest(_ decision: inout Decision, velocity: Velocity, _ context: ReleaseContext) {
    let segment = reachable(velocity, context)
    let clamped = clamp(decision.projected, to: segment, context)
    decision.weigh(context.candidates, from: decision.projected)
    let plain = nearest(segment, to: clamped, keeping: nil, velocity, context)
    let kept = nearest(segment, to: clamped, keeping: context.start, velocity, context)
    let moves = velocity != .zero
    decision.pick(kept, moves ? .projected : .nearest)
    if context.candidates.count == 1 {
      decision.reason = .single
    } else if kept.name != plain.name {
      decision.reason = .hysteresisKept
    } else if moves, clamped != decision.projected, kept.position == clamped {
      decision.reason = .clampedToAdjacent
    }
    guard flick > .zero, velocity.length >= flick, leadsBack(kept, velocity, context) else {
      return
    }
    let ahead = segment.filter { !leadsBack($0, velocity, context) }
    guard !ahead.isEmpty else { return }
    decision.pick(nearest(ahead, to: clamped, keeping: nil, velocity, context), .flickFloor)
  }

  /// The candidate of the quarter of the screen that the projection falls into.
  func pickQuadrant(_ decision: inout Decision, _ context: ReleaseContext) {
    let half = context.screen / 2
    decision.weigh(context.candidates, from: decision.projected)
    let right = decision.projected.x >= half.x
    let low = decision.projected.y >= half.y
    let centre =
      context.candidates.reduce(Position.zero) { $0 + $1.position }
      / Double(context.candidates.count)
    let match = context.candidates.first {
      ($0.position.x > centre.x) == right && ($0.position.y > centre.y) == low
    }
    decision.pick(match ?? context.candidates[0], .projected)
  }

  /// The last candidate when the projected progress is above the threshold, else the first.
  func pickByProgress(_ decision: inout Decision, _ context: ReleaseContext) {
    let first = context.candidates[0]
    let last = context.candidates[context.candidates.count - 1]
    decision.weigh(context.candidates, from: decision.projected)
    let way = last.position - first.position
    let gone = decision.projected - first.position
    let squared = way.x.value * way.x.value + way.y.value * way.y.value
    let progress =
      squared > 0 ? (gone.x.value * way.x.value + gone.y.value * way.y.value) / squared : 0
    decision.pick(progress > threshold ? last : first, .thresholdDistance)
  }

  /// The candidates that one release may reach: all, or those around the position, one more in the
  /// direction of the velocity when the surface is just at one.
  private func reachable(_ velocity: Velocity, _ context: ReleaseContext) -> [RestCandidate] {
    let all = context.candidates
    guard adjacentOnly, all.count > 2, !(skip > .zero && velocity.length > skip) else { return all }
    let axis = all[all.count - 1].position - all[0].position
    func along(_ position: Position) -> Double {
      position.x.value * axis.x.value + position.y.value * axis.y.value
    }
    let ends = (along(all[0].position), along(all[all.count - 1].position))
    let here = max(ends.0, min(along(context.position), ends.1))
    let drift = velocity.x.value * axis.x.value + velocity.y.value * axis.y.value
    let before = all.lastIndex {
      along($0.position) < here || along($0.position) == here && drift >= 0
    }
    let after = all.firstIndex {
      along($0.position) > here || along($0.position) == here && drift <= 0
    }
    let first = before ?? 0
    return Array(all[first...max(first, after ?? all.count - 1)])
  }

  private func clamp(
    _ projected: Position, to segment: [RestCandidate], _ context: ReleaseContext
  ) -> Position {
    guard adjacentOnly, segment.count < context.candidates.count || segment.count <= 2,
      let low = segment.first?.position, let high = segment.last?.position
    else { return projected }
    func held(_ value: Points, _ one: Points, _ other: Points) -> Points {
      value.clamped(to: min(one, other)...max(one, other))
    }
    return Position(
      x: held(projected.x, low.x, high.x), y: held(projected.y, low.y, high.y))
  }

  /// The candidate nearest to `place`, where `start` counts as nearer by the hysteresis.
  ///
  /// Of equally near ones it is the one that does not lead back, then the one nearer to the start.
  private func nearest(
    _ candidates: [RestCandidate], to place: Position, keeping start: String?,
    _ velocity: Velocity, _ context: ReleaseContext
  ) -> RestCandidate {
    func cost(_ candidate: RestCandidate) -> Points {
      (candidate.position - place).length - (candidate.name == start ? hysteresis : .zero)
    }
    let origin = context.candidates.first { $0.name == context.start }?.position
    func tieCost(_ candidate: RestCandidate) -> Points {
      origin.map { (candidate.position - $0).length } ?? .zero
    }
    var best = candidates[0]
    for candidate in candidates.dropFirst() {
      let difference = cost(candidate) - cost(best)
      guard difference <= .zero else { continue }
      let back = (leadsBack(candidate, velocity, context), leadsBack(best, velocity, context))
      let breaksTie = back.0 == back.1 ? tieCost(candidate) < tieCost(best) : back.1
      if difference < .zero || breaksTie { best = candidate }
    }
    return best
  }

  /// Whether going to `candidate` means going against `velocity`; from beyond the candidates, the
  /// way back to them does not count.
  private func leadsBack(
    _ candidate: RestCandidate, _ velocity: Velocity, _ context: ReleaseContext
  ) -> Bool {
    let xs = context.candidates.map(\.position.x)
    let ys = context.candidates.map(\.position.y)
    let inside = Position(
      x: max(xs.min() ?? .zero, min(context.position.x, xs.max() ?? .zero)),
      y: max(ys.min() ?? .zero, min(context.position.y, ys.max() ?? .zero)))
    let way = candidate.position - inside
    return way.x.value * velocity.x.value + way.y.value * velocity.y.value < 0
  }
}
