import Quantities

extension ReleasePolicy {
  /// The next candidate in the direction of a flick; else the next one when the way past the one
  /// behind is at least the positional threshold; without a velocity the nearest.
  ///
  /// With ``Neighbour/atOrBeyond`` a release that is slower than a flick goes by the threshold, with
  /// the others to the nearest candidate.
  ///
  /// Source: Compose Foundation, `AnchoredDraggableState.computeTarget`, at 021178d; Flutter,
  /// `_SnappingSimulation`, at fd5c7ea; smooth_sheets, `MultiSnapGrid`, at beb86c7.
  func pickNeighbour(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    switch neighbour {
    case .atOrBeyond:
      guard travel.velocity != 0 else {
        return (.candidate(travel.nearest(to: travel.here, prefersLower: true)), .nearest)
      }
      return isFlick
        ? (.candidate(ahead(travel)), .thresholdVelocity) : pickByPosition(travel)
    case .beyondDownwards, .afterNearest:
      return isFlick
        ? (.candidate(ahead(travel)), .thresholdVelocity)
        : (.candidate(travel.nearest(to: travel.here)), .nearest)
    }
  }

  /// The next candidate in the direction of the velocity.
  private func ahead(_ travel: Travel) -> Int {
    let (places, here, isDown) = (travel.places, travel.here, travel.velocity > 0)
    let last = places.count - 1
    switch neighbour {
    case .atOrBeyond:
      return isDown
        ? places.firstIndex { $0 >= here } ?? last : places.lastIndex { $0 <= here } ?? 0
    case .beyondDownwards:
      // Upstream's surface never leaves its ends.
      let held = max(0, min(here, travel.length))
      return isDown
        ? places.firstIndex { $0 > held } ?? last : places.lastIndex { $0 <= held } ?? 0
    case .afterNearest:
      if here < places[0] { return 0 }
      if here > places[last] { return last }
      return max(0, min(travel.nearest(to: here) + (isDown ? 1 : -1), last))
    }
  }

  private func pickByPosition(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let (places, here, isDown) = (travel.places, travel.here, travel.velocity > 0)
    let last = places.count - 1
    let below = places.firstIndex { $0 >= here } ?? last
    let above = places.lastIndex { $0 <= here } ?? 0
    let (behind, ahead) = isDown ? (above, below) : (below, above)
    let gap = places[below] - places[above]
    let needed = positional > .zero ? positional.value : gap.magnitude * threshold
    let hasPassed = (places[behind] - here).magnitude >= needed
    return (.candidate(hasPassed ? ahead : behind), .thresholdDistance)
  }
}
