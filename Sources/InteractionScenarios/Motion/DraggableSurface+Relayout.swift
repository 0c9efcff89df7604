import MotionPhysics
import Quantities

/// A change of the coordinates in which a surface is somewhere, such as another length of a page.
struct Relayout {
  /// Where what was at a place is now.
  var place: (Position) -> Position
  /// How fast what moved with a velocity moves now.
  var velocity: (Velocity) -> Velocity
}

extension DraggableSurface {
  /// Goes on in other coordinates: what was at a place is where `relayout` puts it, and what the
  /// surface was doing it goes on doing there.
  mutating func carry(over relayout: Relayout, to geometry: Geometry) {
    let here = drive.state(at: now)
    let moved = (
      position: relayout.place(here.position), velocity: relayout.velocity(here.velocity)
    )
    let target = relayout.place(drive.target)
    self.geometry = geometry
    home.position = relayout.place(home.position)
    switch state {
    case .resting, .pressed, .gone:
      drive = SpringDrive(resting: moved.position)
    case .dragging(let old):
      var grip = old
      grip.translation = geometry.onAxes(old.wholeTranslation)
      grip.velocity = geometry.onAxes(old.velocity)
      grip = grip.regrabbed(
        at: relayout.place(old.shown), within: geometry.limits, gain: currentGain)
      drive = SpringDrive(
        behaviour.tracking, engine: behaviour.engine, from: moved.position,
        velocity: moved.velocity, to: grip.shown, at: now)
      state = .dragging(grip)
    case .settling(_, let isLeaving):
      launch(moved, to: target, isLeaving: isLeaving)
    }
  }
}
