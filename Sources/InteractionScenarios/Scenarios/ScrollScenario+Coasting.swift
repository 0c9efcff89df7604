import MotionPhysics
import Quantities

extension ScrollScenario {
  /// Lets the content go on by itself.
  mutating func coast(from place: Position, velocity: Velocity) {
    let (x, y) = courses(
      from: place, velocity: velocity,
      to: (x: limits.lowest.x...limits.highest.x, y: limits.lowest.y...limits.highest.y))
    state = .coasting(x: x, y: y)
  }

  /// Scrolls up to the top or down to the bottom, unless a hand holds the content.
  mutating func scroll(to name: String, into journal: inout Journal) {
    switch state {
    case .pressed, .dragging: return
    case .resting, .coasting: break
    }
    guard name == "top" || name == "bottom" else { return }
    let (place, velocity) = motion
    let target = Position(
      x: place.x.clamped(to: limits.lowest.x...limits.highest.x),
      y: name == "top" ? limits.highest.y : limits.lowest.y)
    guard state != .resting || target != place else { return }
    journal.noteRetarget(from: self.name(of: place), to: name, at: now)
    let (x, y) = courses(
      from: place, velocity: velocity,
      to: (x: target.x...target.x, y: target.y...target.y))
    state = .coasting(x: x, y: y)
  }

  /// The velocity of a throw: none below the dead band, and none above the cap.
  func thrown(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    guard speed > tuning.deadBand else { return .zero }
    return speed > tuning.cap ? velocity * (tuning.cap / speed) : velocity
  }

  private func courses(
    from place: Position, velocity: Velocity,
    to edges: (x: ClosedRange<Points>, y: ClosedRange<Points>)
  ) -> (x: ScrollCourse, y: ScrollCourse) {
    // What stops at an edge does not swing there; what is beyond it, or sent away, still takes time.
    var bounce = tuning.bounce
    if tuning.limits == .stop { bounce.response = .zero }
    func course(
      _ place: Points, _ velocity: PointsPerSecond, _ edges: ClosedRange<Points>
    ) -> ScrollCourse {
      ScrollCourse(
        from: Decay.Motion(position: place, velocity: velocity), at: now,
        in: BoundedDecay(
          decay: Decay(rate: tuning.decelerationRate), spring: bounce, edges: edges),
        returning: tuning.comeBack, until: tuning.tolerance)
    }
    return (
      x: course(place.x, velocity.x, edges.x), y: course(place.y, velocity.y, edges.y)
    )
  }
}
