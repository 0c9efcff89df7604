import Quantities

/// Rules for pages, of which one follows the other.
extension ReleasePolicy {
  /// One on from the start in the direction of a flick.
  ///
  /// Where the hand had gone the other way it is only the next one ahead, so that a flick back takes
  /// back what the hand did. Slower, it is the nearest to the projection, but none beyond those that a
  /// flick would reach, with the start kept by hysteresis.
  ///
  /// The start is where the surface was heading, so a second flick while it still settles goes on to
  /// the page after. A flick is never answered against its direction. Without ``adjacentOnly``, or
  /// above ``skip``, a release goes as far as its projection if that is farther.
  func pickPage(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let speed = travel.velocity.magnitude
    let projected = travel.here + travel.velocity * travel.gain * projection.value
    let mayPass = !adjacentOnly || skip > .zero && speed > skip.value
    guard flick > .zero, speed >= flick.value else {
      return pickSlowPage(travel, projected, mayPass: mayPass)
    }
    let isDown = travel.velocity > 0
    let target = travel.flicked(down: isDown)
    guard mayPass else { return (.candidate(target), .thresholdVelocity) }
    let thrown = travel.nearest(to: projected)
    let isFarther = isDown ? thrown > target : thrown < target
    return isFarther
      ? (.candidate(thrown), .projected) : (.candidate(target), .thresholdVelocity)
  }

  private func pickSlowPage(
    _ travel: Travel, _ projected: Double, mayPass: Bool
  ) -> (TravelTarget, Decision.Reason) {
    let (up, down) = (travel.flicked(down: false), travel.flicked(down: true))
    let thrown = travel.nearest(to: projected)
    let nearest = mayPass ? thrown : max(up, min(thrown, down))
    let (near, kept) = (travel.places[nearest], travel.places[travel.start])
    let gained = (kept - projected).magnitude - (near - projected).magnitude
    let mayStay = mayPass || up <= travel.start && travel.start <= down
    if mayStay, nearest != travel.start, gained < hysteresis.value {
      return (.candidate(travel.start), .hysteresisKept)
    }
    return (.candidate(nearest), travel.velocity == 0 ? .nearest : .projected)
  }

  /// The page that ``roundedPage(_:going:)`` gives, among the candidates.
  func pickRoundedPage(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let last = travel.places.count - 1
    let isFlick = flick > .zero && travel.velocity.magnitude >= flick.value
    // Pages count from the first candidate, the travel from the last.
    let way = !isFlick ? 0 : travel.velocity < 0 ? 1 : -1
    let page = roundedPage(Double(last) - travel.index(at: travel.here), going: way)
    let index = last - Int(max(0, min(page, Double(last))))
    return (.candidate(index), isFlick ? .thresholdVelocity : .nearest)
  }
}

/// The page that Flutter goes to from `page` with a flick `way` pages on: half a page in its
/// direction, and rounded, halves away from zero; unitless.
///
/// Exactly on a page above the first, half a page back rounds to that page again, so there a flick
/// back is not answered; so it is upstream.
///
/// Source: Flutter, `PageScrollPhysics._getTargetPixels`.
func roundedPage(_ page: Double, going way: Int) -> Double {
  (page + 0.5 * Double(way)).rounded(.toNearestOrAwayFromZero)
}

extension Travel {
  /// The candidate that a flick reaches: the next after the start, or, where the hand had gone the
  /// other way, or is beyond that, the next from where the surface is.
  fileprivate func flicked(down isDown: Bool) -> Int {
    let last = places.count - 1
    let ahead =
      isDown ? places.firstIndex { $0 >= here } ?? last : places.lastIndex { $0 <= here } ?? 0
    guard isDown ? mean >= 0 : mean <= 0 else { return ahead }
    return isDown ? max(ahead, min(start + 1, last)) : min(ahead, max(start - 1, 0))
  }

  /// Where `place` is among the candidates: their indices, and in proportion between and beyond
  /// them.
  fileprivate func index(at place: Double) -> Double {
    let last = places.count - 1
    guard last > 0 else { return 0 }
    let after = max(1, min(places.firstIndex { $0 >= place } ?? last, last))
    let gap = places[after] - places[after - 1]
    return gap > 0 ? Double(after - 1) + (place - places[after - 1]) / gap : Double(start)
  }
}
