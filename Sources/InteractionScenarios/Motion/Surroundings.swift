import MotionPhysics
import Quantities

extension DraggableSurface {
  /// What there is around a surface besides its candidates; a plain surface has nothing of it.
  struct Surroundings: Hashable, Sendable {
    /// The size of the surface.
    var size = Planar<Points>.zero
    /// The axes along which it may rest anywhere within its limits; nil where only candidates count.
    var free: RestArea.Axes?
    /// Places that a release does not look for, and a program may send it to.
    var places: [RestCandidate] = []
    /// What sends it halfway off the screen, and where.
    var stash: Stash?
    /// What dismisses it.
    var magnet: Magnet?
  }

  /// The ways in which a surface moves besides by the springs that follow the hand and settle.
  struct Courses: Hashable, Sendable {
    /// The friction that a throw meets before its spring; nil for a spring from the start.
    ///
    /// It is the rate at which velocity goes, per second; above zero.
    var friction: Double?
    /// The spring that takes it to the magnet that holds it.
    var holding = Spring(dampingRatio: 1, response: .zero)
    /// The spring that takes it back under the hand once the magnet has let go.
    var catchingUp = Spring(dampingRatio: 1, response: .zero)
    /// How long it takes to come back on the screen when it is tapped; zero leaves it to its spring.
    var unstashing = Seconds.zero
  }
}

extension DraggableSurface.Geometry {
  /// Every place with a name: the candidates, and where a program may send it besides.
  var namedPlaces: [RestCandidate] {
    candidates + surroundings.places + (surroundings.stash?.candidates(at: limits.lowest) ?? [])
  }

  /// Where it may rest anywhere; nil where only candidates count.
  var area: RestArea? {
    surroundings.free.map {
      RestArea(lowest: limits.lowest, highest: limits.highest, free: $0)
    }
  }

  /// The place called `name`; of several the one nearest to `here`, as near to `place` as its free
  /// axes allow.
  func place(
    named name: String, near here: Position, keeping place: Position
  ) -> RestCandidate? {
    if let stash = surroundings.stash, Stash.side(named: name) != nil {
      return stash.candidates(at: limits.held(place)).first { $0.name == name }
    }
    if let candidate = candidate(named: name, near: here) {
      return area?.rest(at: candidate, near: place) ?? candidate
    }
    return surroundings.places.first { $0.name == name }
  }

  /// What becomes of the rest `home`, at `share` of the limits, when they have become these.
  func home(after home: RestCandidate, at share: PlaceShare) -> RestCandidate? {
    let place = share.place(from: limits.lowest, to: limits.highest)
    let known = self.place(named: home.name, near: home.position, keeping: place)
    if let known { return known }
    if let area, Stash.side(named: home.name) == nil {
      return RestCandidate(name: home.name, position: area.held(place))
    }
    return candidates.map { area?.rest(at: $0, near: place) ?? $0 }
      .nearest(to: home.position)
  }
}

extension DragLimits {
  /// `position`, moved within the limits.
  func held(_ position: Position) -> Position {
    Position(
      x: position.x.clamped(to: lowest.x...highest.x),
      y: position.y.clamped(to: lowest.y...highest.y))
  }
}
