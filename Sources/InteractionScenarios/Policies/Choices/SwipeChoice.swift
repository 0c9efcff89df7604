import Quantities

extension ReleasePolicy {
  /// Nearest to a projection in pages, at least one on from the start for a flick.
  ///
  /// The projection is `slope · v` up to 2 pages a second and
  /// `0.35 (x² − c²) + 2 slope` above, with `c = slope / 0.7` and `x = v − 2 + c`, where `v` is the
  /// velocity in ``page``s a second, ``projection`` the slope. With ``adjacentOnly`` a release
  /// reaches at most the neighbours of the start.
  ///
  /// Source: libadwaita at c68992b, `adw-swipe-tracker.c`, where a page is 1000 px whatever its
  /// size, because the velocity is one in px/ms.
  func pickSwipe(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let places = travel.places
    let last = places.count - 1
    let start = travel.start
    let range = adjacentOnly ? max(0, start - 1)...min(last, start + 1) : 0...last
    guard travel.velocity != 0 else {
      return (.candidate(travel.nearest(to: travel.here, in: range)), .nearest)
    }
    let isDown = travel.velocity > 0
    let way = swipeLookahead(travel.velocity.magnitude / 1000) * pageLength(travel)
    let projected = travel.here + (isDown ? way : -way)
    let held = max(places[range.lowerBound], min(projected, places[range.upperBound]))
    let behind =
      isDown ? places.lastIndex { $0 <= held } : places.firstIndex { $0 >= held }
    if behind == start {
      let next = start + (isDown ? 1 : -1)
      return (.candidate(max(range.lowerBound, min(next, range.upperBound))), .flickFloor)
    }
    return (
      .candidate(travel.nearest(to: held, in: range)),
      held == projected ? .projected : .clampedToAdjacent
    )
  }

  private func pageLength(_ travel: Travel) -> Double {
    page > .zero ? page.value : travel.length
  }

  /// The projection in pages of a velocity in pages a second.
  private func swipeLookahead(_ speed: Double) -> Double {
    let slope = projection.value
    guard speed > 2 else { return slope * speed }
    let c = slope / 0.7
    let x = speed - 2 + c
    return 0.35 * x * x - 0.35 * c * c + 2 * slope
  }
}
