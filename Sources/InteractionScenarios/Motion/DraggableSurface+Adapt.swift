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
    let old = (heading: heading, target: drive.target, wayOut: self.geometry.wayOut)
    let here = drive.state(at: now)
    self.geometry = geometry
    self.behaviour = behaviour
    // The share stays as it is, so that limits that come back bring the place back.
    if let home = geometry.home(after: home, at: homeShare) { self.home = home }
    switch state {
    case .resting where here.position != home.position:
      journal.noteRetarget(from: old.heading, to: home.name, at: now)
      launch(here, to: home.position, isLeaving: false)
    case .pressed where here.position != home.position:
      state = .pressed(wasMoving: true)
    case .dragging(let grip):
      let held = grip.regrabbed(within: geometry.limits, gain: currentGain)
      state = .dragging(held)
      adaptMagnet(held, into: &journal)
    case .settling(_, let isLeaving):
      let magnet = geometry.surroundings.magnet?.centre
      let way =
        isLeaving
        ? magnet ?? exit(from: here.position, before: (old.wayOut, old.target)) : nil
      let target = way ?? home.position
      guard target != old.target else { break }
      journal.noteRetarget(from: old.heading, to: way == nil ? home.name : old.heading, at: now)
      launch(here, to: target, isLeaving: way != nil)
    case .gone:
      drive = SpringDrive(resting: geometry.hidden ?? here.position)
    case .resting, .pressed: break
    }
    adaptProperties(into: &journal)
  }

  /// Takes on the plans of what changes with the surface; at rest, they set off for what is new.
  private mutating func adaptProperties(into journal: inout Journal) {
    guard properties.map(\.plan) != behaviour.properties else { return }
    let place: String?
    switch state {
    case .dragging, .pressed(wasMoving: true): place = nil
    case .settling(_, isLeaving: true), .gone: place = Decision.gone
    case .settling, .resting, .pressed(wasMoving: false): place = home.name
    }
    let targets = properties.map(\.target)
    for (index, plan) in zip(properties.indices, behaviour.properties) {
      properties[index].adapt(to: plan, heading: place, at: now)
    }
    guard properties.map(\.target) != targets else { return }
    switch state {
    case .resting:
      journal.noteRetarget(from: home.name, to: home.name, at: now)
      state = .settling(end: end(isLeaving: false), isLeaving: false)
    case .settling(_, isLeaving: false):
      state = .settling(end: end(isLeaving: false), isLeaving: false)
    case .settling, .pressed, .dragging, .gone: break
    }
  }
}

extension DraggableSurface.Geometry {
  /// Of the candidates called `name` the one nearest to `place`; nil when there is none.
  func candidate(named name: String, near place: Position) -> RestCandidate? {
    candidates.filter { $0.name == name }.nearest(to: place)
  }
}

extension [RestCandidate] {
  /// The candidate nearest to `place`; nil when there is none.
  func nearest(to place: Position) -> RestCandidate? {
    self.min { ($0.position - place).length < ($1.position - place).length }
  }
}

extension Grip {
  /// The same hold within other limits, with another gain, and after another way of the pan, where an
  /// axis moves now that did not: the surface stays where it is shown.
  func regrabbed(
    within limits: DragLimits, gain: Double? = nil, after translation: Planar<Points>? = nil
  ) -> Grip {
    var grip = self
    grip.translation = translation ?? self.translation
    return grip.regrabbed(at: shown, within: limits, gain: gain ?? self.gain)
  }

  /// The same hold of a surface that is shown at `shown`, within other limits.
  func regrabbed(at shown: Position, within limits: DragLimits, gain: Double) -> Grip {
    let limits = limits.including(shown)
    var grip = self
    grip.limits = limits
    grip.gain = gain
    grip.grabbed = limits.wished(shown) - translation * gain
    return grip
  }
}
