import Quantities

/// Rules that go by the way of the whole gesture and by a speed without a sign, so that a flick back
/// counts as one on.
extension ReleasePolicy {
  /// The neighbour on the side of the way for a flick within ``threshold`` of the screen, the end
  /// above ``skip``, else the nearest.
  ///
  /// With one candidate, down and faster than ``flick``, or a quarter of the visible height down, is
  /// out.
  ///
  /// Source: vaul at 3e97aac, `onRelease` and `use-snap-points`.
  func pickGates(_ travel: Travel, screen: Points) -> (TravelTarget, Decision.Reason) {
    let last = travel.places.count - 1
    let way = travel.displacement
    let speed = travel.velocity.magnitude
    let lower: TravelTarget = travel.hidden == nil ? .candidate(last) : .gone
    if last == 0 {
      guard let hidden = travel.hidden, way > 0 else { return (.candidate(0), .single) }
      if speed >= flick.value { return (.gone, .dismissVelocity) }
      return way >= 0.25 * (hidden - travel.places[0])
        ? (.gone, .dismissDistance) : (.candidate(0), .single)
    }
    if skip > .zero, speed >= skip.value {
      return way < 0 ? (.candidate(0), .thresholdVelocity) : (lower, .dismissVelocity)
    }
    guard flick > .zero, speed >= flick.value, way.magnitude < threshold * screen.value else {
      return (.candidate(travel.nearest(to: travel.here, prefersLower: tie == .lower)), .nearest)
    }
    let next = travel.start + (way < 0 ? -1 : 1)
    return next > last
      ? (lower, .dismissVelocity) : (.candidate(max(0, next)), .thresholdVelocity)
  }

  /// The end on the side of the way for a flick of at least ``flickWay``; out past ``threshold`` of
  /// the way from the lowest candidate to where the surface is gone; else the nearest.
  ///
  /// Source: astryx, the rule of its sheet.
  func pickFarFlick(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let last = travel.places.count - 1
    let way = travel.displacement
    if flick > .zero, travel.velocity.magnitude >= flick.value, way.magnitude >= flickWay.value {
      guard way >= 0 else { return (.candidate(0), .thresholdVelocity) }
      return travel.hidden == nil
        ? (.candidate(last), .thresholdVelocity) : (.gone, .dismissVelocity)
    }
    if let hidden = travel.hidden, hidden > travel.length,
      (travel.here - travel.length) / (hidden - travel.length) > threshold
    {
      return (.gone, .dismissDistance)
    }
    return (.candidate(travel.nearest(to: travel.here, prefersLower: tie == .lower)), .nearest)
  }

  /// Out when pulled or thrown far or fast enough, else back.
  ///
  /// Far is more than ``positional``, or where that is 0 the share ``threshold`` of the way out. Fast
  /// is a ``flick`` that is faster along the way than across it by ``across``. A flick back keeps the
  /// surface when ``heedsFlickBack``.
  ///
  /// Source: the dismissible modal of Wave's documentation, 100 pt or 500 pt/s, which does not heed
  /// a flick back; Flutter, `bottom_sheet.dart`, half of the height or 700 px/s, and
  /// `dismissible.dart`, 40 % or 700 px/s, faster than across by 400 px/s.
  func pickPull(_ travel: Travel) -> (TravelTarget, Decision.Reason) {
    let back = (TravelTarget.candidate(travel.start), Decision.Reason.thresholdDistance)
    guard let hidden = travel.hidden else { return back }
    let speed = travel.velocity.magnitude
    let isFlick =
      flick > .zero && speed >= flick.value
      && (across == .zero || speed - travel.crossSpeed >= across.value)
    let isFarEnough = flickWay == .zero || travel.displacement >= flickWay.value
    if isFlick, travel.velocity > 0, isFarEnough { return (.gone, .dismissVelocity) }
    if isFlick, travel.velocity < 0, heedsFlickBack { return back }
    let share = threshold * (hidden - travel.places[travel.start])
    let needed = positional > .zero ? positional.value : share
    return travel.displacement > needed ? (.gone, .dismissDistance) : back
  }

  /// Nearest to the place carried on by twice the way × the speed in points per millisecond.
  ///
  /// Out when carried on once, downwards, past ``threshold`` of the lowest candidate's height.
  /// `bottom` is where heights count from; they are rounded to whole points first.
  ///
  /// Source: react-spring-bottom-sheet at 3cb57d1, the end of its drag and `findSnap`.
  func pickCarried(
    _ travel: Travel, bottom: Double
  ) -> (TravelTarget, Decision.Reason) {
    let carried = travel.displacement * travel.velocity.magnitude / 1000
    if let hidden = travel.hidden, travel.velocity >= 0 {
      let height = hidden - (travel.here + carried)
      if height < threshold * (hidden - travel.length) { return (.gone, .dismissDistance) }
    }
    let place = max(0, min(travel.here + 2 * carried, travel.length))
    let rounded = bottom - (bottom - place + 0.5).rounded(.down)
    return (.candidate(travel.nearest(to: rounded, prefersLower: tie == .lower)), .projected)
  }
}
