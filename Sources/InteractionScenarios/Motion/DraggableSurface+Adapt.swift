import FrameLogs
import MotionPhysics
import Quantities

extension DraggableSurface {
  /// Takes on another geometry and behaviour with what it is doing going on: nothing jumps, and what
  /// moves keeps its velocity.
  ///
  /// The home stays the candidate of its name; where that is gone, the one nearest to where the
  /// surface was heading takes its place. A surface that rests elsewhere now sets off for it, one on
  /// its way is sent there, and one under a hand goes there when the hand has left.
  mutating func adapt(
    to geometry: Geometry, _ behaviour: Behaviour, into journal: inout Journal
  ) {
    let old = (heading: heading, target: drive.target)
    let here = drive.state(at: now)
    self.geometry = geometry
    self.behaviour = behaviour
    if let home = geometry.candidate(named: home.name, near: home.position) { self.home = home }
    switch state {
    case .resting where here.position != home.position:
      journal.noteRetarget(from: old.heading, to: home.name, at: now)
      launch(here, to: home.position, isLeaving: false)
    case .pressed where here.position != home.position:
      state = .pressed(wasMoving: true)
    case .dragging(let grip):
      state = .dragging(grip.regrabbed(within: geometry.limits, after: grip.translation))
    case .settling(_, let isLeaving):
      let leaves = isLeaving && geometry.hidden != nil
      let target = leaves ? geometry.hidden ?? home.position : home.position
      guard target != old.target else { break }
      journal.noteRetarget(from: old.heading, to: leaves ? old.heading : home.name, at: now)
      launch(here, to: target, isLeaving: leaves)
    case .gone:
      drive = SpringDrive(resting: geometry.hidden ?? here.position)
    case .resting, .pressed: break
    }
  }
}

extension DraggableSurface.Geometry {
  /// The candidate called `name`, or else the one nearest to `place`.
  func candidate(named name: String, near place: Position) -> RestCandidate? {
    candidates.first { $0.name == name }
      ?? candidates.min { ($0.position - place).length < ($1.position - place).length }
  }
}

extension Grip {
  /// The same hold within other limits, after a way of the pan along the axes on which the surface
  /// moves now: the surface stays where it is shown.
  func regrabbed(within limits: DragLimits, after translation: Planar<Points>) -> Grip {
    let shown = shown
    let limits = limits.including(shown)
    var grip = self
    grip.limits = limits
    grip.translation = translation
    grip.grabbed = limits.wished(shown) - translation
    return grip
  }
}
