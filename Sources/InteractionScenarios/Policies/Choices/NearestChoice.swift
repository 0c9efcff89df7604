import Quantities

extension ReleasePolicy {
  /// The candidate nearest to the projection, held to the neighbours, kept by hysteresis, and never
  /// against a flick.
  func pickNearest(_ decision: inout Decision, velocity: Velocity, _ context: ReleaseContext) {
    let isHeld = adjacentOnly && !(skip > .zero && velocity.length > skip)
    let search = NearestSearch(
      context, velocity: velocity, projected: decision.projected, isHeld: isHeld, tie: tie)
    let plain = search.nearest(keeping: nil, by: .zero)
    let kept = hysteresis > .zero ? search.nearest(keeping: context.start, by: hysteresis) : plain
    decision.pick(kept, velocity == .zero ? .nearest : .projected)
    if context.candidates.count == 1 {
      decision.reason = .single
    } else if kept.name != plain.name {
      decision.reason = .hysteresisKept
    } else if velocity != .zero, search.place != decision.projected, kept.position == search.place {
      decision.reason = .clampedToAdjacent
    }
    guard flick > .zero, velocity.length >= flick, search.leadsBack(kept),
      let ahead = search.nearestAhead()
    else { return }
    decision.pick(ahead, .flickFloor)
  }
}

/// The search for the candidate nearest to a projection.
private struct NearestSearch {
  /// The candidates that one release may reach.
  let reachable: ArraySlice<RestCandidate>
  /// The projection, held to the reachable candidates.
  let place: Position
  /// Where the surface is; held to the candidates, because from beyond them the way back does not
  /// count as one.
  private let inside: Position
  private let velocity: Velocity
  private let start: Position?
  private let tie: ReleasePolicy.Tie

  /// With `isHeld`, only the candidates around the position can be reached, and one more in the
  /// direction of the velocity when the surface is just at one.
  init(
    _ context: ReleaseContext, velocity: Velocity, projected: Position, isHeld: Bool,
    tie: ReleasePolicy.Tie
  ) {
    self.velocity = velocity
    self.tie = tie
    let all = context.candidates
    start = all.first { $0.name == context.start }?.position
    let box = Box(all[...])
    inside = box.held(context.position)
    guard isHeld else {
      reachable = all[...]
      place = projected
      return
    }
    let axis = all[all.count - 1].position - all[0].position
    func along(_ pair: Planar<some Quantity>) -> Double {
      pair.x.value * axis.x.value + pair.y.value * axis.y.value
    }
    let (here, drift) = (along(inside), along(velocity))
    let before = all.lastIndex {
      along($0.position) < here || along($0.position) == here && drift >= 0
    }
    let after = all.firstIndex {
      along($0.position) > here || along($0.position) == here && drift <= 0
    }
    let first = before ?? 0
    reachable = all[first...max(first, after ?? all.count - 1)]
    place = Box(reachable).held(projected)
  }

  /// The nearest candidate, where `kept` counts as nearer by `bonus`.
  ///
  /// Of equally near ones it is the one that ``ReleasePolicy/tie`` says.
  func nearest(keeping kept: String?, by bonus: Points) -> RestCandidate {
    var best = reachable[reachable.startIndex]
    var bestCost = cost(best, kept, bonus)
    for candidate in reachable.dropFirst() {
      let cost = cost(candidate, kept, bonus)
      guard cost < bestCost || cost == bestCost && winsTie(candidate, over: best) else { continue }
      best = candidate
      bestCost = cost
    }
    return best
  }

  /// The nearest of the candidates that do not lead back; nil when all do.
  func nearestAhead() -> RestCandidate? {
    var best: RestCandidate?
    for candidate in reachable where !leadsBack(candidate) {
      guard let known = best else {
        best = candidate
        continue
      }
      if cost(candidate, nil, .zero) < cost(known, nil, .zero) { best = candidate }
    }
    return best
  }

  /// Whether going to `candidate` means going against the velocity.
  func leadsBack(_ candidate: RestCandidate) -> Bool {
    let way = candidate.position - inside
    return way.x.value * velocity.x.value + way.y.value * velocity.y.value < 0
  }

  private func cost(_ candidate: RestCandidate, _ kept: String?, _ bonus: Points) -> Points {
    let distance = (candidate.position - place).length
    guard let kept, candidate.name == kept else { return distance }
    return distance - bonus
  }

  /// Whether `candidate`, which comes after `best`, is taken where both are equally near.
  private func winsTie(_ candidate: RestCandidate, over best: RestCandidate) -> Bool {
    switch tie {
    case .higher: return true
    case .lower: return false
    case .start: break
    }
    let (isBack, wasBack) = (leadsBack(candidate), leadsBack(best))
    guard isBack == wasBack, let start else { return wasBack && !isBack }
    return (candidate.position - start).length < (best.position - start).length
  }
}

/// The smallest upright rectangle around some candidates.
private struct Box {
  private var low: Position
  private var high: Position

  init(_ candidates: ArraySlice<RestCandidate>) {
    low = candidates[candidates.startIndex].position
    high = low
    for candidate in candidates.dropFirst() {
      let place = candidate.position
      low = Position(x: min(low.x, place.x), y: min(low.y, place.y))
      high = Position(x: max(high.x, place.x), y: max(high.y, place.y))
    }
  }

  func held(_ place: Position) -> Position {
    Position(
      x: place.x.clamped(to: low.x...high.x), y: place.y.clamped(to: low.y...high.y))
  }
}
