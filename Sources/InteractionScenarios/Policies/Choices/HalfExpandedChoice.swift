import Quantities

extension ReleasePolicy {
  /// Material's bottom sheet: expanded, half expanded and collapsed.
  ///
  /// The middle candidate is the half expanded place, unless ``fitsContents``. ``projection`` and
  /// ``threshold`` are the hide friction and the hide threshold, ``flick`` the significant velocity.
  /// The comparison of the position itself, rather than its distance from the expanded place, with
  /// the distance from the collapsed one is upstream's.
  ///
  /// Source: Material Components for Android at ac7e18e, `BottomSheetBehavior.onViewReleased`.
  func pickHalfExpanded(
    _ travel: Travel, top: Double
  ) -> (TravelTarget, Decision.Reason) {
    let places = travel.places
    let last = places.count - 1
    let middle = fitsContents || last < 2 ? nil : last / 2
    let (here, velocity) = (travel.here, travel.velocity)
    func nearer(_ one: Int, _ other: Int) -> Int {
      (here - places[one]).magnitude < (here - places[other]).magnitude ? one : other
    }
    if velocity < 0 {
      return (.candidate(middle.map { here > places[$0] ? $0 : 0 } ?? 0), .thresholdVelocity)
    }
    if let hidden = travel.hidden, shouldHide(travel, hidden: hidden) {
      if flick > .zero && velocity >= flick.value { return (.gone, .dismissVelocity) }
      // Half of the way from the expanded place to the lower edge.
      if here > hidden / 2 { return (.gone, .dismissDistance) }
      return (.candidate(middle.map { nearer(0, $0) } ?? 0), .nearest)
    }
    guard let middle else {
      return (.candidate(velocity > 0 ? last : nearer(0, last)), .nearest)
    }
    if velocity == 0, here < places[middle] {
      let isUp = here + top < (here - places[last]).magnitude
      return (.candidate(isUp ? 0 : middle), .thresholdDistance)
    }
    return (.candidate(nearer(middle, last)), .nearest)
  }

  private func shouldHide(_ travel: Travel, hidden: Double) -> Bool {
    if skipsCollapsed { return true }
    let collapsed = travel.length
    guard travel.here >= collapsed, hidden > collapsed else { return false }
    let projected = travel.here + projection.value * travel.velocity
    return (projected - collapsed).magnitude / (hidden - collapsed) > threshold
  }
}
