public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
package import TouchInput

extension RunEvent.Kind {
  /// A dismissal was refused.
  ///
  /// Source: Apple, `UIAdaptivePresentationControllerDelegate`,
  /// `presentationControllerDidAttemptToDismiss`.
  public static let attempted = RunEvent.Kind(rawValue: "attempted")
}

extension EventDescription {
  package static let attempted = EventDescription(
    .attempted, "A dismissal was refused.",
    [FieldDescription("target", "Where the surface goes instead.")])
}

/// A surface that a hand can drag, throw and catch, and that comes to rest at one of several
/// positions.
///
/// It is put together from a hold, what moves it without a hand, and what its geometry has of a
/// magnet, a stash or a way out; a scenario gives it a geometry and a behaviour. The hold says that
/// the hand let go, and a `SurfaceRelease` what becomes of that.
public struct DraggableSurface: Sendable {
  /// What the surface does when no hand is on it; at rest under one.
  private enum Activity: Hashable {
    /// At rest at a candidate.
    case resting
    /// On its way to the target.
    case settling(isLeaving: Bool)
    /// Dismissed.
    case gone
  }

  // Scenarios read one number of it at a time, so that its getter is inlined into their module.
  @usableFromInline var sharedGeometry: Shared<Geometry>
  private var sharedBehaviour: Shared<Behaviour>
  /// The hand on it.
  package private(set) var hold = Hold<SurfaceDrag>()
  private var activity = Activity.resting
  /// When a surface on its way arrives; nil when only stepping can tell, or never.
  private var end: Seconds?
  /// What moves it: towards its target, or after the hand.
  private var trajectory: Trajectory
  /// The candidate that it rests at, is heading for, or came from.
  public private(set) var rest: RestCandidate
  /// Where that is within the limits, whatever becomes of them.
  private var restFraction: RestFraction
  /// The direction in which it was thrown out; nil when it was not.
  private var direction: Direction?
  /// What changes with it without the gesture's velocity.
  private var properties: DrivenProperties
  private var pause = PauseWatch()
  package private(set) var now = Seconds.zero
  private var lastFrame = Seconds.zero

  /// A surface at rest at its first place.
  public init(_ geometry: Geometry, _ behaviour: Behaviour) {
    sharedGeometry = Shared(geometry)
    sharedBehaviour = Shared(behaviour)
    let start = geometry.start
    rest = start
    restFraction = RestFraction(
      of: start.position, from: geometry.limits.lowest, to: geometry.limits.highest)
    properties = DrivenProperties(behaviour.properties, at: start.name)
    trajectory = Trajectory(resting: rest.position)
  }
}

extension DraggableSurface {
  /// Where it may be.
  public package(set) var geometry: Geometry {
    @inlinable get { sharedGeometry.value }
    set { sharedGeometry.value = newValue }
  }

  /// How it moves and decides.
  package private(set) var behaviour: Behaviour {
    get { sharedBehaviour.value }
    set { sharedBehaviour.value = newValue }
  }
}

// What it shows.
extension DraggableSurface {
  /// Where the surface is shown and how fast it moves.
  public var motion: (position: Position, velocity: Velocity) {
    // On a spring, the hand does not matter.
    behaviour.tracking.response == .zero ? motion(under: hold.drag) : trajectory.state(at: now)
  }

  private func motion(under drag: SurfaceDrag?) -> SurfaceMotion {
    let motion = trajectory.state(at: now)
    guard let drag, behaviour.tracking.response == .zero, drag.pull.isUnderHand else {
      return motion
    }
    return (
      motion.position, drag.limits.shown(drag.velocity * drag.gain, at: drag.unlimited)
    )
  }

  /// `displacement` with only the axes along which the surface moves, in bounds.
  package func onAxes(_ displacement: Planar<Points>) -> Planar<Points> {
    sharedGeometry.value.onAxes(displacement)
  }

  /// `velocity` with only the axes along which the surface moves, in bounds.
  package func onAxes(_ velocity: Velocity) -> Velocity { sharedGeometry.value.onAxes(velocity) }

  /// The common values of a frame that shows the surface where that is, with no progress yet.
  package func frame(_ index: Int, at time: Seconds) -> Frame {
    let motion = motion
    return Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched,
      position: motion.position, velocity: motion.velocity, target: target, progress: 0)
  }

  /// What the surface is doing.
  private var phase: Phase {
    if hold.isOn { return hold.isDragging ? .dragging : .pressed }
    return switch activity {
    case .resting: stashedSide == nil ? .resting : .stashed
    case .settling: .settling
    case .gone: .gone
    }
  }

  /// Whether it rests, and no hand is on it.
  package var isAtRest: Bool { activity == .resting && !hold.isOn }

  /// Whether it was dismissed.
  package var isGone: Bool { activity == .gone }

  /// Where the surface is heading.
  package var target: Position { trajectory.target }

  /// The name of the target.
  package var heading: String {
    if case .settling(isLeaving: true) = activity { Decision.gone } else { rest.name }
  }

  /// Where the hand holds the surface; where it is without one.
  package var heldPosition: Position {
    (hold.drag ?? drag(at: trajectory.state(at: now).position)).shown
  }

  /// Whether a magnet holds the surface while the hand does.
  package var isStuck: Bool { hold.drag?.pull.isStuck ?? false }

  /// What is called `name` and changes with the surface, as it is now; nil when nothing is.
  package func number(of name: String) -> Double? { properties.number(of: name, at: now) }

  /// The side at which the surface waits, or was on its way to or from; nil when it is elsewhere.
  private var stashedSide: Stash.Side? {
    geometry.stash == nil ? nil : Stash.side(named: rest.name)
  }
}

// What a hand does with it.
extension DraggableSurface {
  /// The surface's part of a pan, where something in it takes some.
  package struct Part: Hashable, Sendable {
    /// The displacement of the pan that is the surface's.
    var translation: Planar<Points>
    /// Whether the hand moves what is in the surface, which stays.
    package var isElsewhere: Bool

    package init(translation: Planar<Points>, isElsewhere: Bool) {
      self.translation = translation
      self.isElsewhere = isElsewhere
    }
  }

  /// Takes in a gesture event at the time that the surface was moved to.
  ///
  /// `isHit` says whether a touch at a position of the screen is for the surface.
  package mutating func receive(
    _ event: HandEvent, into journal: inout Journal, isHit: (Position) -> Bool
  ) {
    guard let step = step(for: event, into: &journal, isHit: isHit) else { return }
    take(step, into: &journal)
  }

  /// What a gesture event means for the surface, which takes it in with ``take(_:part:into:)``; nil
  /// when it means nothing.
  package mutating func step(
    for event: HandEvent, into journal: inout Journal, isHit: (Position) -> Bool
  ) -> Hold<SurfaceDrag>.Meaning? {
    let behaviour = sharedBehaviour
    let isMoving = if case .settling = activity { true } else { false }
    return hold.receive(
      event, at: now, isMoving: isMoving, isFree: !isGone, into: &journal,
      isHit: { $0.map(isHit) ?? true }, heard: { behaviour.value.policy.heard($0) })
  }

  /// Takes in what a hand does with the surface, which has `part` of its pan; nil is all of it.
  package mutating func take(
    _ step: Hold<SurfaceDrag>.Meaning, part: Part? = nil, into journal: inout Journal
  ) {
    switch step {
    case .pressed:
      seize(into: &journal)
    case .grabbed(let pan):
      let drag = grab(pan)
      hold.drag = followed(drag, pan, .zero, part, into: &journal)
    case .dragged(let pan, let velocity):
      guard let drag = hold.drag else { return }
      hold.drag = followed(drag, pan, velocity, part, into: &journal)
      watch(pan, velocity, into: &journal)
    case .released(let release):
      letGo(release, part, into: &journal)
    case .sensed:
      break  // It is all the same how a surface is held.
    }
  }

  /// Stops the surface where it is, under the hand.
  private mutating func seize(into journal: inout Journal) {
    guard case .settling = activity else { return }
    let caught = trajectory.state(at: now)
    journal.noteCatch(of: caught, headingFor: heading, at: now)
    trajectory = Trajectory(resting: caught.position)
    activity = .resting
    properties.send(to: nil, at: now)
  }

  /// A pan takes the surface along.
  private mutating func grab(_ pan: Pan) -> SurfaceDrag {
    let held = trajectory.state(at: now).position
    trajectory = behaviour.trajectory(
      on: behaviour.tracking, from: (held, .zero), to: held, at: now)
    var drag = SurfaceDrag(of: held, within: geometry.limits, gain: currentGain)
    if let magnet = geometry.magnet {
      drag.pull = MagnetPull(
        beginningAt: magnet.point(of: drag, finger: pan.location), by: magnet)
    }
    properties.send(to: nil, at: now)
    pause = PauseWatch()
    return drag
  }

  /// How far the surface goes for each point of the hand that is on the device now.
  private var currentGain: Double {
    hold.finger == nil ? geometry.gain.onTouchpad : geometry.gain.onScreen
  }

  /// `old` after the pan has moved on, with the surface moved: under the hand, or to the magnet that
  /// holds it.
  private mutating func followed(
    _ old: SurfaceDrag, _ pan: Pan, _ velocity: Velocity, _ part: Part?, into journal: inout Journal
  ) -> SurfaceDrag {
    var drag = old
    drag.take(pan, velocity, part, in: geometry)
    if drag.pull.isCatchingUp, hasCaughtUp {
      drag.pull.catchUp()
      trajectory = behaviour.trajectory(
        on: behaviour.tracking, from: trajectory.state(at: now), to: trajectory.target, at: now)
    }
    let change = geometry.magnet.flatMap { magnet in
      let point = magnet.point(of: drag, finger: pan.location)
      return drag.pull.follow(point, drag.velocity, by: magnet, at: now)
    }
    switch change {
    case nil:
      if !drag.pull.isStuck { trajectory.retarget(to: drag.shown, at: now) }
    case .stuck:
      journal.noteMagnet(.stuck, at: now, isFlung: false)
      let centre = geometry.magnet?.centre ?? drag.shown
      trajectory = behaviour.trajectory(
        on: behaviour.magnet.holding, from: motion(under: old), to: centre, at: now)
    case .unstuck:
      comeOff(to: drag, from: motion(under: old), into: &journal)
    }
    return drag
  }

  /// Whether the spring that took the surface back under the hand has got there.
  private var hasCaughtUp: Bool {
    trajectory.settleTime(within: behaviour.tolerance).map { $0 <= now } ?? trajectory.hasStopped
  }

  /// Lets the surface go back under the hand that drags it, from a magnet.
  private mutating func comeOff(
    to drag: SurfaceDrag, from here: SurfaceMotion, into journal: inout Journal
  ) {
    journal.noteMagnet(.unstuck, at: now, isFlung: false)
    trajectory = behaviour.trajectory(
      on: behaviour.magnet.catchingUp, from: here, to: drag.shown, at: now)
  }

  /// Looks whether the hand has paused.
  private mutating func watch(_ pan: Pan, _ velocity: Velocity, into journal: inout Journal) {
    // Not measured for nothing at every frame.
    guard behaviour.pause.isOn else { return }
    let sample = PauseWatch.Sample(
      time: now, velocity: geometry.onAxes(velocity),
      distance: geometry.onAxes(pan.translation).length)
    guard let found = pause.receive(sample, rule: behaviour.pause) else { return }
    journal.note(found, at: trajectory.state(at: found.time).position)
  }

  /// A drag of a surface at `position` that has only begun.
  private func drag(at position: Position) -> SurfaceDrag {
    SurfaceDrag(of: position, within: geometry.limits)
  }
}

// A release: the hold says that the hand let go, and a SurfaceRelease what becomes of that.
extension DraggableSurface {
  /// The hand has let go.
  private mutating func letGo(
    _ release: Hold<SurfaceDrag>.Release, _ part: Part?, into journal: inout Journal
  ) {
    switch release.from {
    case .idle: return
    case .pressed(goesOn: true):
      decide(release, drag(at: trajectory.state(at: now).position), into: &journal)
    case .pressed(goesOn: false):
      if !release.isCancelled, stashedSide != nil { unstash(into: &journal) }
    case .dragging(var drag):
      if let pan = release.pan {
        drag = followed(drag, pan, release.estimate.velocity, part, into: &journal)
      }
      guard part?.isElsewhere ?? false else { return decide(release, drag, into: &journal) }
      comeBack(from: drag.shown, isCancelled: release.estimate.reason == .cancelled)
    }
  }

  /// Takes a surface that stood still at `held` while the hand moved what is in it to the nearest
  /// candidate.
  private mutating func comeBack(from held: Position, isCancelled: Bool) {
    var here = trajectory.state(at: now)
    if isCancelled { here.velocity = .zero }
    if let nearest = geometry.candidates.nearest(to: held) { rest(at: nearest) }
    launch(from: here, to: rest.position, isLeaving: false)
    // What is in it leaves the surface where it rests, but for what rounding makes of it.
    let isThere = (here.position - rest.position).length < Points(1e-9)
    guard isThere, here.velocity == .zero, properties.isEmpty else { return }
    trajectory = Trajectory(resting: rest.position)
    activity = .resting
  }

  /// Notes what becomes of a release, and sets the surface off.
  private mutating func decide(
    _ release: Hold<SurfaceDrag>.Release, _ drag: SurfaceDrag, into journal: inout Journal
  ) {
    let answer = self.release(release, drag, from: trajectory.state(at: now)).answer(by: behaviour)
    switch answer.magnet {
    case .escaped: journal.noteMagnet(.unstuck, at: now, isFlung: true)
    case .dismissed(isThrown: true): journal.noteMagnet(.stuck, at: now, isFlung: true)
    case .dismissed(isThrown: false), .refused, nil: break
    }
    let (decision, departure) = (answer.decision, answer.departure)
    journal.note(decision, at: now)
    if decision.reason == .dismissVetoed {
      journal.note(.attempted, at: now, [LogField("target", .text(decision.target))])
    }
    direction = departure.direction
    if let rest = departure.rest { self.rest(at: rest) }
    setOff(on: departure.trajectory, isLeaving: departure.isLeaving)
  }

  /// All that it depends on what becomes of a release of a surface that moves as `here`.
  private func release(
    _ release: Hold<SurfaceDrag>.Release, _ drag: SurfaceDrag, from here: SurfaceMotion
  ) -> SurfaceRelease {
    SurfaceRelease(
      time: now, here: here, drag: drag, finger: release.finger,
      context: context(of: release, drag), side: stashedSide, geometry: geometry)
  }

  /// What the rule may look at.
  private func context(
    of release: Hold<SurfaceDrag>.Release, _ drag: SurfaceDrag
  ) -> ReleaseContext {
    var estimate = release.estimate
    let hand = estimate.velocity.held(within: SurfaceDrag.bound)
    estimate.velocity = geometry.onAxes(estimate.velocity)
    let time = now - hold.touchedAt
    let mean =
      time > .zero
      ? geometry.onAxes(
        Velocity(x: drag.translation.x / time, y: drag.translation.y / time)) : nil
    var context = ReleaseContext(
      candidates: geometry.candidates, position: drag.shown, unlimited: drag.unlimited,
      start: rest.name, estimate: estimate, mean: mean, touch: release.finger ?? drag.shown,
      screen: geometry.screen, hidden: geometry.hidden, dismissalBounds: geometry.dismissalBounds,
      hand: hand,
      gain: drag.gain, area: geometry.area, size: geometry.size, origin: rest.position)
    context.isCaught = hold.wasCaught
    return context
  }

  /// Brings a stashed surface back on the screen because it was tapped.
  private mutating func unstash(into journal: inout Journal) {
    let here = trajectory.state(at: now)
    let old = heading
    let back = geometry.candidates.map { geometry.area?.rest(at: $0, near: here.position) ?? $0 }
    guard let nearest = back.nearest(to: here.position) else { return }
    journal.noteRetarget(from: old, to: nearest.name, at: now)
    rest(at: nearest)
    guard behaviour.unstashing > .zero else {
      return launch(from: here, to: nearest.position, isLeaving: false)
    }
    setOff(
      on: behaviour.trajectory(unstashingFrom: here.position, to: nearest.position, at: now),
      isLeaving: false)
  }
}

// Its motion without a hand.
extension DraggableSurface {
  /// Moves forward to `time`, ending the motion on the way there if it is over.
  package mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    if isFrame {
      trajectory.step(by: time - lastFrame)
      lastFrame = time
    }
    if hold.isDragging,
      let found = pause.advance(to: time, rule: behaviour.pause)
    {
      journal.note(found, at: trajectory.state(at: found.time).position)
    }
    now = time
    guard case .settling = activity else { return }
    if let end, end <= time {
      arrive(at: end, into: &journal)
    } else if trajectory.hasStopped, properties.settleTime.map({ $0 <= time }) ?? false {
      arrive(at: time, into: &journal)
    }
  }

  /// Makes `candidate` the one to rest at.
  package mutating func rest(at candidate: RestCandidate) {
    rest = candidate
    restFraction = RestFraction(
      of: candidate.position, from: geometry.limits.lowest, to: geometry.limits.highest)
  }

  /// Sets the surface off towards `target`.
  private mutating func launch(from start: SurfaceMotion, to target: Position, isLeaving: Bool) {
    setOff(
      on: behaviour.trajectory(from: start, to: target, at: now, in: geometry),
      isLeaving: isLeaving)
  }

  /// Lets `trajectory` take the surface to its end.
  private mutating func setOff(on trajectory: Trajectory, isLeaving: Bool) {
    self.trajectory = trajectory
    properties.send(to: isLeaving ? Decision.gone : rest.name, at: now)
    setOff(isLeaving: isLeaving)
  }

  private mutating func setOff(isLeaving: Bool) {
    activity = .settling(isLeaving: isLeaving)
    end = endOfMotion(isLeaving: isLeaving)
  }

  /// When the surface arrives; nil when only stepping can tell, or never.
  ///
  /// One that leaves is gone when it is out of sight, as seen from where it set off.
  private func endOfMotion(isLeaving: Bool) -> Seconds? {
    let end = trajectory.end(
      isLeaving: isLeaving, from: now, by: geometry.dismissalBounds, within: behaviour.tolerance)
    guard !isLeaving, !properties.isEmpty else { return end }
    guard let end, let changed = properties.settleTime else { return nil }
    return max(end, changed)
  }

  private mutating func arrive(at time: Seconds, into journal: inout Journal) {
    guard case .settling(let isLeaving) = activity else { return }
    let rest = trajectory.target
    let payload = direction.map { [LogField("direction", .text($0.rawValue))] } ?? []
    journal.noteArrival(
      as: isLeaving ? .dismissed : .settled, at: heading, rest, at: time, isLeaving ? payload : [])
    trajectory = Trajectory(resting: rest)
    properties.rest()
    activity = isLeaving ? .gone : .resting
  }

  /// Sets off for another candidate because somebody asked for it.
  ///
  /// A hand that holds the surface keeps it, and a surface that is there or on its way goes on.
  package mutating func settle(at name: String, into journal: inout Journal) {
    let here = trajectory.state(at: now)
    guard !hold.isOn,
      let candidate = geometry.candidate(named: name, near: here.position, keeping: rest.position)
    else { return }
    switch activity {
    case .gone: return
    case .resting where rest == candidate: return
    case .settling(isLeaving: false) where rest == candidate: return
    case .resting, .settling: break
    }
    journal.noteRetarget(from: heading, to: name, at: now)
    rest(at: candidate)
    launch(from: here, to: candidate.position, isLeaving: false)
  }
}

// Another geometry and behaviour under way.
extension DraggableSurface {
  /// Takes on another geometry and behaviour with what it is doing going on: nothing jumps, and what
  /// moves keeps its velocity.
  ///
  /// The rest stays the position of its name, and where it may be anywhere, at its fraction of the limits;
  /// where there is no such position, the candidate nearest to where the surface was heading takes its
  /// position. A surface that rests elsewhere now sets off for it, one on
  /// its way is sent there, and one under a hand goes there when the hand has left.
  package mutating func adapt(
    to geometry: Geometry, _ behaviour: Behaviour, into journal: inout Journal
  ) {
    let old = self.geometry
    let here = trajectory.state(at: now)
    let plans = self.behaviour.properties
    let heading = heading
    self.geometry = geometry
    self.behaviour = behaviour
    // The fraction stays as it is, so that limits that come back bring the position back.
    if let rest = geometry.rest(after: rest, at: restFraction) { self.rest = rest }
    switch hold.state {
    case .pressed: if here.position != rest.position { hold.unsettle() }
    case .dragging(let drag):
      // What changes only how it is released or settles must not move what is under the hand.
      if geometry != old { hold.drag = adapted(drag, into: &journal) }
    case .idle: redirect(from: here, old, heading: heading, into: &journal)
    }
    if plans != behaviour.properties { adaptProperties(into: &journal) }
  }

  /// `drag` in another geometry: a surface that a magnet holds goes to it where it is now, and back
  /// under the hand where there is none any more.
  private mutating func adapted(
    _ drag: SurfaceDrag, into journal: inout Journal
  ) -> SurfaceDrag {
    var drag = drag.regrabbed(within: geometry.limits, gain: currentGain)
    guard drag.pull.isStuck else { return drag }
    if let magnet = geometry.magnet {
      trajectory.retarget(to: magnet.centre, at: now)
    } else {
      drag.pull.comeOff()
      comeOff(to: drag, from: trajectory.state(at: now), into: &journal)
    }
    return drag
  }

  /// Sends a surface that no hand holds where it belongs in another geometry than `old`, in which it
  /// was at or on its way to `heading`.
  private mutating func redirect(
    from here: SurfaceMotion, _ old: Geometry, heading: String, into journal: inout Journal
  ) {
    switch activity {
    case .resting:
      guard here.position != rest.position else { return }
      journal.noteRetarget(from: heading, to: rest.name, at: now)
      launch(from: here, to: rest.position, isLeaving: false)
    case .settling(let isLeaving):
      let exit =
        isLeaving ? geometry.exit(from: here.position, to: trajectory.target, after: old) : nil
      let target = exit ?? rest.position
      guard target != trajectory.target else { return }
      journal.noteRetarget(from: heading, to: exit == nil ? rest.name : heading, at: now)
      launch(from: here, to: target, isLeaving: exit != nil)
    case .gone:
      trajectory = Trajectory(resting: geometry.hidden ?? here.position)
    }
  }

  /// Takes on the plans of what changes with the surface; at rest, they set off for what is new.
  private mutating func adaptProperties(into journal: inout Journal) {
    let goal: String?
    switch (hold.state, activity) {
    case (.dragging, _), (.pressed(goesOn: true), _): goal = nil
    case (_, .settling(isLeaving: true)), (_, .gone): goal = Decision.gone
    case (_, .settling), (_, .resting): goal = rest.name
    }
    guard properties.adapt(to: behaviour.properties, heading: goal, at: now), !hold.isOn else {
      return
    }
    switch activity {
    case .resting:
      journal.noteRetarget(from: rest.name, to: rest.name, at: now)
      setOff(isLeaving: false)
    case .settling(isLeaving: false):
      setOff(isLeaving: false)
    case .settling, .gone: break
    }
  }
}

/// A change of the coordinates in which a surface is somewhere, such as another length of a page.
package struct Relayout {
  /// Where what was at a position is now.
  var position: (Position) -> Position
  /// How fast what moved with a velocity moves now.
  var velocity: (Velocity) -> Velocity

  package init(
    position: @escaping (Position) -> Position, velocity: @escaping (Velocity) -> Velocity
  ) {
    self.position = position
    self.velocity = velocity
  }
}

extension DraggableSurface {
  /// Goes on in other coordinates: what was at a position is where `relayout` puts it, and what the
  /// surface was doing it goes on doing there.
  package mutating func carry(over relayout: Relayout, to geometry: Geometry) {
    let here = trajectory.state(at: now)
    let moved = (
      position: relayout.position(here.position), velocity: relayout.velocity(here.velocity)
    )
    let target = relayout.position(trajectory.target)
    self.geometry = geometry
    rest.position = relayout.position(rest.position)
    if let old = hold.drag {
      var drag = old
      drag.translation = geometry.onAxes(old.wholeTranslation)
      drag.velocity = geometry.onAxes(old.velocity)
      drag = drag.regrabbed(
        at: relayout.position(old.shown), within: geometry.limits, gain: currentGain)
      trajectory = behaviour.trajectory(
        on: behaviour.tracking, from: moved, to: drag.shown, at: now)
      hold.drag = drag
    } else if case .settling(let isLeaving) = activity {
      launch(from: moved, to: target, isLeaving: isLeaving)
    } else {
      trajectory = Trajectory(resting: moved.position)
    }
  }
}
