import FrameLogs
import MotionPhysics
import Quantities

extension DraggableSurface {
  /// Takes on another geometry and behaviour with what it is doing going on: nothing jumps, and what
  /// moves keeps its velocity.
  ///
  /// The home stays the place of its name, and where it may be anywhere, at its share of the limits;
  /// where there is no such place, the candidate nearest to where the surface was heading takes its
  /// place. A surface that rests elsewhere now sets off for it, one on
  /// its way is sent there, and one under a hand goes there when the hand has left.
  mutating func adapt(
    to geometry: Geometry, _ behaviour: Behaviour, into journal: inout Journal
  ) {
    let old = (heading: heading, target: drive.target)
    let here = drive.state(at: now)
    self.geometry = geometry
    self.behaviour = behaviour
    // The share stays as it is, so that limits that come back bring the place back.
    if let home = geometry.home(after: home, at: share) { self.home = home }
    switch state {
    case .resting where here.position != home.position:
      journal.noteRetarget(from: old.heading, to: home.name, at: now)
      launch(here, to: home.position, isLeaving: false)
    case .pressed where here.position != home.position:
      state = .pressed(wasMoving: true)
    case .dragging(let grip):
      state = .dragging(grip.regrabbed(within: geometry.limits))
      if grip.isStuck, let magnet = geometry.surroundings.magnet {
        drive.retarget(to: magnet.centre, at: now)
      }
    case .settling(_, let isLeaving):
      let exit = geometry.hidden ?? geometry.surroundings.magnet?.centre
      let leaves = isLeaving && exit != nil
      let target = leaves ? exit ?? home.position : home.position
      guard target != old.target else { break }
      journal.noteRetarget(from: old.heading, to: leaves ? old.heading : home.name, at: now)
      launch(here, to: target, isLeaving: leaves)
    case .gone:
      drive = SpringDrive(resting: geometry.hidden ?? here.position)
    case .resting, .pressed: break
    }
  }
}

extension Grip {
  /// The same hold within other limits: the surface stays where it is shown.
  func regrabbed(within limits: DragLimits) -> Grip {
    let shown = shown
    let limits = limits.including(shown)
    var grip = self
    grip.limits = limits
    grip.grabbed = limits.wished(shown) - translation
    return grip
  }
}
