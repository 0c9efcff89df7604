public import FrameLogs
import MotionPhysics
public import Quantities
public import ReleaseRules
package import TouchInput

extension RunEvent.Kind {
  /// A dismissal was refused.
  ///
  /// The name follows `presentationControllerDidAttemptToDismiss` of Apple's
  /// `UIAdaptivePresentationControllerDelegate`.
  public static let attempted = RunEvent.Kind(rawValue: "attempted")
}

extension EventDescription {
  package static let attempted = EventDescription(
    .attempted, "A dismissal was refused.",
    [FieldDescription("target", "The target to which the surface goes instead.")])
}

/// A surface that can be dragged, thrown and caught, and that comes to rest at one of several positions.
///
/// A draggable surface consists of a ``Hold``, which tracks the finger, and a `Trajectory`, which computes the motion
/// of the surface. A scenario supplies two descriptions. The ``Geometry`` has the positions at which the surface can
/// rest and the limits of its motion. The ``Dynamics`` has the springs and the release rule. When the hold detects a
/// release, a `SurfaceRelease` selects the target and the motion to the target.
public struct DraggableSurface: Sendable {
  /// The activity of the surface while no finger is on it.
  ///
  /// During a press or a drag, the activity is `resting`.
  private enum Activity: Hashable {
    /// The surface rests at a candidate.
    case resting
    /// The surface moves to its target; `isLeaving` if the target is a dismissal.
    case settling(isLeaving: Bool)
    /// The surface was dismissed.
    case gone
  }

  // `@usableFromInline`, because the module of the scenarios often reads a single number of the geometry.
  @usableFromInline var sharedGeometry: Shared<Geometry>
  private var sharedDynamics: Shared<Dynamics>
  /// The hold of the finger on the surface.
  package private(set) var hold = Hold<SurfaceDrag>()
  private var activity = Activity.resting
  /// The time at which a moving surface arrives at its target.
  ///
  /// Nil if the surface never arrives, or if a stepping engine moves it, because such an engine cannot predict the
  /// time.
  private var end: Seconds?
  /// The motion of the surface: after a release towards the target, during a drag towards the finger.
  private var trajectory: Trajectory
  /// The candidate at which the surface rests or to which it moves.
  ///
  /// During a drag or a dismissal, this is the last candidate at which the surface rested or to which it moved.
  public private(set) var rest: RestCandidate
  /// The position of ``rest`` as a fraction of the range between the limits.
  ///
  /// The fraction stays the same when the limits change, so that the surface keeps its relative position.
  private var restFraction: RestFraction
  /// The direction in which the surface is dismissed.
  ///
  /// Nil if the surface is not dismissed, or if its geometry has only one position for a dismissed surface.
  private var direction: Direction?
  /// Numbers such as the scale, which change when a drag begins or ends and do not inherit the velocity of the finger.
  private var properties: DrivenProperties
  private var pause = PauseDetector()
  /// The time of the last movement of the finger during a pan.
  private var movedAt = Seconds.zero
  /// The position of the surface just after the last touch-down; see ``SurfaceCatch/dragFromTouch``.
  private var touchedPosition = Position.zero
  /// The time before which no drag begins; see ``Dynamics/pauseAtTop``.
  private var freeAt = Seconds.zero
  package private(set) var now = Seconds.zero
  private var lastFrame = Seconds.zero

  /// Creates a surface at rest at the start of the geometry.
  public init(_ geometry: Geometry, _ dynamics: Dynamics) {
    sharedGeometry = Shared(geometry)
    sharedDynamics = Shared(dynamics)
    let start = geometry.start
    rest = start
    restFraction = RestFraction(
      of: start.position, from: geometry.limits.lowest, to: geometry.limits.highest)
    properties = DrivenProperties(dynamics.properties, at: start.name)
    trajectory = Trajectory(resting: rest.position)
  }
}

extension DraggableSurface {
  /// The positions that the surface can have, and the limits of its motion.
  public package(set) var geometry: Geometry {
    @inlinable get { sharedGeometry.value }
    set { sharedGeometry.value = newValue }
  }

  /// How the surface moves and decides at a release.
  package private(set) var dynamics: Dynamics {
    get { sharedDynamics.value }
    set { sharedDynamics.value = newValue }
  }
}

// The current state of the surface.
extension DraggableSurface {
  /// The shown position and velocity of the surface.
  public var motion: (position: Position, velocity: Velocity) {
    // If a tracking spring moves the surface, the drag only sets the target of the spring.
    dynamics.tracking.response == .zero ? motion(under: hold.drag) : trajectory.state(at: now)
  }

  private func motion(under drag: SurfaceDrag?) -> SurfaceMotion {
    let motion = trajectory.state(at: now)
    guard let drag, dynamics.tracking.response == .zero, !isEmbla, drag.pull.isUnderHand else {
      return motion
    }
    return (
      motion.position, drag.limits.shown(drag.velocity * drag.gain, at: drag.unlimited)
    )
  }

  /// Returns `displacement` with zero along each axis on which the surface cannot move.
  ///
  /// The other components are limited to ±`SurfaceDrag.bound`.
  package func onAxes(_ displacement: Planar<Points>) -> Planar<Points> {
    sharedGeometry.value.axes.part(of: displacement)
  }

  /// Returns `velocity` with zero along each axis on which the surface cannot move.
  ///
  /// The other components are limited to ±`SurfaceDrag.bound`.
  package func onAxes(_ velocity: Velocity) -> Velocity {
    sharedGeometry.value.axes.part(of: velocity)
  }

  /// Returns the frame of the surface at `time`; its progress is zero, because each scenario defines its own progress.
  package func frame(_ index: Int, at time: Seconds) -> Frame {
    let motion = motion
    return Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched,
      position: motion.position, velocity: motion.velocity, target: target, progress: 0)
  }

  private var phase: Phase {
    if hold.isOn { return hold.isDragging ? .dragging : .pressed }
    return switch activity {
    case .resting: stashedSide == nil ? .resting : .stashed
    case .settling: .settling
    case .gone: .gone
    }
  }

  /// Whether the surface rests and no finger is on it.
  package var isAtRest: Bool { activity == .resting && !hold.isOn }

  package var isGone: Bool { activity == .gone }

  /// The position at which the current motion ends; during a drag, the position to which the finger drags the surface.
  package var target: Position { trajectory.target }

  /// The name of the target; `Decision.gone` during a dismissal.
  package var heading: String {
    if case .settling(isLeaving: true) = activity { Decision.gone } else { rest.name }
  }

  /// The position to which the finger has dragged the surface; without a drag, the position of the surface.
  package var heldPosition: Position {
    (hold.drag ?? drag(at: trajectory.state(at: now).position)).shown
  }

  /// Whether a magnet holds the surface during a drag.
  package var isStuck: Bool { hold.drag?.pull.isStuck ?? false }

  /// The current value of the property called `name`; nil if there is no such property.
  package func number(of name: String) -> Double? { properties.number(of: name, at: now) }

  /// The side of the screen at which the surface is stashed, that is, mostly off the screen, or will be stashed.
  ///
  /// Nil if the surface rests at another candidate or moves there.
  private var stashedSide: Stash.Side? {
    geometry.stash == nil ? nil : Stash.side(named: rest.name)
  }
}

// Gesture events.
extension DraggableSurface {
  /// The part of a pan that moves the surface, if the rest of the pan scrolls the content of the surface.
  package struct Part: Hashable, Sendable {
    /// The part of the pan's displacement that moves the surface.
    var translation: Planar<Points>
    /// Whether the finger now moves only the content, so that the surface stays where it is.
    package var movesOnlyContent: Bool

    package init(translation: Planar<Points>, movesOnlyContent: Bool) {
      self.translation = translation
      self.movesOnlyContent = movesOnlyContent
    }
  }

  /// Handles a gesture event that happens at the current time of the surface.
  ///
  /// `isHit` returns whether a touch at a position of the screen is on the surface.
  package mutating func receive(
    _ event: TouchEvent, into eventLog: inout EventLog, isHit: (Position) -> Bool
  ) {
    guard let step = step(for: event, into: &eventLog, isHit: isHit) else { return }
    take(step, into: &eventLog)
  }

  /// Returns the meaning of a gesture event for the surface, such as a press; nil if the event has no effect.
  ///
  /// The caller passes this meaning to ``take(_:part:into:)``, which changes the surface.
  package mutating func step(
    for event: TouchEvent, into eventLog: inout EventLog, isHit: (Position) -> Bool
  ) -> Hold<SurfaceDrag>.Meaning? {
    let dynamics = sharedDynamics
    let isMoving = if case .settling = activity { true } else { false }
    // With `dragFromTarget`, a drag of a surface that is being dismissed would begin at its target beyond the screen.
    let isLeaving = activity == .settling(isLeaving: true)
    let isFree = !isGone && !(isLeaving && dynamics.value.catching == .dragFromTarget)
    return hold.receive(
      event, at: now, isMoving: isMoving, isFree: isFree, into: &eventLog,
      isHit: { $0.map(isHit) ?? true }, heard: { dynamics.value.policy.heard($0) })
  }

  /// Applies the meaning of a gesture event to the surface.
  ///
  /// `part` is the part of the pan that moves the surface; nil for the whole pan.
  package mutating func take(
    _ step: Hold<SurfaceDrag>.Meaning, part: Part? = nil, into eventLog: inout EventLog
  ) {
    switch step {
    case .pressed:
      touchedPosition = trajectory.state(at: now).position
      if dynamics.catchesWithoutSlop {
        hold.followAtOnce(caughtWith: trajectory.state(at: caughtAt).velocity)
      }
      if dynamics.catching == .touch { stopUnderFinger(into: &eventLog) }
    case .grabbed where now < freeAt: break
    case .grabbed(let pan):
      movedAt = now
      let start = grabPosition
      if dynamics.catching != .touch { stopUnderFinger(into: &eventLog) }
      let drag = grab(pan, at: start)
      hold.drag = followed(drag, pan, .zero, part, into: &eventLog)
    case .dragged(let pan, let velocity):
      guard let drag = hold.drag else { return }
      hold.drag = followed(drag, pan, velocity, part, into: &eventLog)
      watch(pan, velocity, into: &eventLog)
    case .released(let release):
      letGo(release, part, into: &eventLog)
    case .sensed:
      break  // The force of a touch does not affect the surface.
    }
  }

  /// The time of the position at which a touch stops a moving surface; Qt moves pages only in its frames.
  private var caughtAt: Seconds {
    dynamics.pagedMotion?.law == .qtSwipeView ? DisplayFrames.last(before: now) : now
  }

  /// Stops a moving surface where it is shown, because a finger caught it.
  private mutating func stopUnderFinger(into eventLog: inout EventLog) {
    guard case .settling = activity else { return }
    let caught = trajectory.state(at: caughtAt)
    eventLog.noteCatch(of: caught, headingFor: heading, at: now)
    trajectory =
      isEmbla ? trajectory.stoppedInNextFrame(at: now) : Trajectory(resting: caught.position)
    activity = .resting
    properties.send(to: nil, at: now)
  }

  /// The position at which a drag that begins now grabs the surface.
  package var grabPosition: Position {
    switch dynamics.catching {
    case .dragFromTouch: touchedPosition
    case .dragFromTarget: trajectory.target
    case .touch where isEmbla: trajectory.target
    case .touch, .drag:
      // A browser, which also resamples the finger, moves content only in its frames.
      trajectory.state(at: dynamics.prediction > .zero ? DisplayFrames.last(before: now) : now)
        .position
    }
  }

  /// Returns a new drag, with which `pan` moves the surface from the position `held`.
  private mutating func grab(_ pan: Pan, at held: Position) -> SurfaceDrag {
    // The press has already stopped the surface, so the drag starts without velocity.
    trajectory =
      isEmbla
      ? Trajectory(embla(at: held), at: held)
      : dynamics.trajectory(on: dynamics.tracking, from: (held, .zero), to: held, at: now)
    var drag = SurfaceDrag(of: held, within: geometry.limits, gain: currentGain)
      .resampled(limit: dynamics.prediction)
    includeSlop(of: pan, in: &drag)
    if let magnet = geometry.magnet {
      drag.pull = MagnetPull(
        beginningAt: magnet.point(of: drag, finger: pan.location), by: magnet)
    }
    properties.send(to: nil, at: now)
    pause = PauseDetector()
    return drag
  }

  /// Moves a surface that follows the finger at once by the movement that the pan has left out.
  private func includeSlop(of pan: Pan, in drag: inout SurfaceDrag) {
    if hold.followsAtOnce { drag.include(geometry.axes.part(of: pan.leftOut)) }
  }

  /// Whether the pages move in Embla's steps.
  private var isEmbla: Bool { dynamics.pagedMotion?.law == .embla }

  /// Returns the motion of Embla's pages, which a finger holds at `position`.
  private func embla(at position: Position) -> EmblaMotion {
    EmblaMotion(
      (position, .zero), at: now, isFirst: !hold.wasCaught, lowest: geometry.limits.lowest,
      highest: geometry.limits.highest, view: dynamics.pagedMotion?.page ?? .zero)
  }

  /// The movement of the surface divided by the movement of the finger, for the device of the current touch.
  private var currentGain: Double {
    // Only a touchscreen reports the position of a finger, so a finger without a position is on a touchpad.
    hold.finger == nil ? geometry.gain.onTouchpad : geometry.gain.onScreen
  }

  /// Moves the surface with the pan, and returns the drag `old` updated with this movement.
  ///
  /// The surface moves to the position of the drag, or to the magnet that holds the surface.
  private mutating func followed(
    _ old: SurfaceDrag, _ pan: Pan, _ velocity: Velocity, _ part: Part?,
    into eventLog: inout EventLog
  ) -> SurfaceDrag {
    var drag = old
    // Until the end of its first frame, a pan of Qt has no translation.
    if pan.translation == .zero { includeSlop(of: pan, in: &drag) }
    drag.take(pan, velocity, part, along: geometry.axes)
    let step = drag.translation - old.translation
    // Chromium ignores movements of up to 0.1 px along both axes.
    if step.length > Points(0.1) { movedAt = now }
    drag.report(at: now)
    if drag.frame <= now { forgetExcess(of: &drag) }
    if drag.pull.isCatchingUp, hasCaughtUp {
      drag.pull.catchUp()
      trajectory = dynamics.trajectory(
        on: dynamics.tracking, from: trajectory.state(at: now), to: trajectory.target, at: now)
    }
    let change = geometry.magnet.flatMap { magnet in
      let point = magnet.point(of: drag, finger: pan.location)
      return drag.pull.follow(point, drag.velocity, by: magnet, at: now)
    }
    switch change {
    case nil:
      if !drag.pull.isStuck { trajectory.retarget(to: drag.shown, at: now) }
    case .stuck:
      eventLog.noteMagnet(.stuck, at: now, isFlung: false)
      let centre = geometry.magnet?.centre ?? drag.shown
      trajectory = dynamics.trajectory(
        on: dynamics.magnet.holding, from: motion(under: old), to: centre, at: now)
    case .unstuck:
      returnFromMagnet(to: drag, from: motion(under: old), into: &eventLog)
    }
    return drag
  }

  /// If the tuning says so, forgets how far `drag` has gone beyond limits at which the surface stops.
  private func forgetExcess(of drag: inout SurfaceDrag) {
    if dynamics.forgetsExcess, drag.limits.style == .stop { drag.forgetExcess() }
  }

  /// Moves the surface to where a browser shows the finger at `time`; has no effect if the browser has already shown
  /// the last report.
  private mutating func showFinger(at time: Seconds) {
    guard var drag = hold.drag, drag.frame > now else { return }
    let isFrame = drag.frame <= time
    // If each frame of the replay moved the target of a tracking spring, the motion would depend on the frame rate.
    guard isFrame || dynamics.tracking.response == .zero else { return }
    drag.show(at: time)
    if isFrame { forgetExcess(of: &drag) }
    hold.drag = drag
    if !drag.pull.isStuck { trajectory.retarget(to: drag.shown, at: min(drag.frame, time)) }
  }

  /// Whether the spring that returns the surface to the finger has settled.
  private var hasCaughtUp: Bool {
    trajectory.settleTime(within: dynamics.tolerance).map { $0 <= now } ?? trajectory.hasStopped
  }

  /// Starts the motion that returns the surface from a magnet to the position of the drag.
  private mutating func returnFromMagnet(
    to drag: SurfaceDrag, from here: SurfaceMotion, into eventLog: inout EventLog
  ) {
    eventLog.noteMagnet(.unstuck, at: now, isFlung: false)
    trajectory = dynamics.trajectory(
      on: dynamics.magnet.catchingUp, from: here, to: drag.shown, at: now)
  }

  /// Detects whether the finger has paused, and adds a pause to the event log.
  private mutating func watch(_ pan: Pan, _ velocity: Velocity, into eventLog: inout EventLog) {
    // This function runs at every movement of the finger, so it returns early if the pause rule is off.
    guard dynamics.pause.isOn else { return }
    let sample = PauseDetector.Sample(
      time: now, velocity: geometry.axes.part(of: velocity),
      distance: geometry.axes.part(of: pan.translation).length)
    guard let found = pause.receive(sample, rule: dynamics.pause) else { return }
    eventLog.note(found, at: trajectory.state(at: found.time).position)
  }

  /// Returns a drag that begins at `position` and has not moved the surface yet.
  private func drag(at position: Position) -> SurfaceDrag {
    SurfaceDrag(of: position, within: geometry.limits)
  }
}

// Releases. The hold detects a release, and SurfaceRelease decides its result.
extension DraggableSurface {
  /// Handles a release, or the lift of a finger that only pressed the surface.
  private mutating func letGo(
    _ release: Hold<SurfaceDrag>.TouchEnd, _ part: Part?, into eventLog: inout EventLog
  ) {
    switch release.from {
    case .idle: return
    // A touch that does not stop the surface has no effect without a drag.
    case .pressed(goesOn: true) where dynamics.catching != .touch: return
    case .pressed(goesOn: true):
      decide(release, drag(at: trajectory.state(at: now).position), into: &eventLog)
    case .pressed(goesOn: false):
      // A tap brings a stashed surface back.
      if !release.isCancelled, stashedSide != nil { unstash(into: &eventLog) }
    case .dragging(var drag):
      if let pan = release.pan {
        drag = followed(drag, pan, release.estimate.velocity, part, into: &eventLog)
      }
      if drag.frame > now {
        drag.show(at: drag.frame)
        forgetExcess(of: &drag)
      }
      guard part?.movesOnlyContent ?? false else { return decide(release, drag, into: &eventLog) }
      comeBack(from: drag.shown, isCancelled: release.estimate.reason == .cancelled)
    }
  }

  /// Moves the surface to its nearest candidate after a drag that was scrolling the content at the lift.
  ///
  /// `held` is the position of the surface while the content scrolled.
  private mutating func comeBack(from held: Position, isCancelled: Bool) {
    var here = trajectory.state(at: now)
    if isCancelled { here.velocity = .zero }
    if let nearest = geometry.candidates.nearest(to: held) { rest(at: nearest) }
    launch(from: here, to: rest.position, isLeaving: false)
    // A pan that scrolled only the content leaves the surface at its candidate, apart from rounding errors. The surface
    // then needs no motion.
    let isThere = (here.position - rest.position).length < Points(1e-9)
    guard isThere, here.velocity == .zero, properties.isEmpty else { return }
    trajectory = Trajectory(resting: rest.position)
    activity = .resting
  }

  /// Decides the result of a release, writes the decision to the event log, and starts the motion to the target.
  private mutating func decide(
    _ release: Hold<SurfaceDrag>.TouchEnd, _ drag: SurfaceDrag, into eventLog: inout EventLog
  ) {
    let here = trajectory.state(at: now)
    var drag = drag
    if isEmbla {
      // The ends pull the target back, so it is not where the finger alone would have moved it.
      let pages = trajectory.embla ?? embla(at: trajectory.target)
      drag = drag.rebased(at: pages.target(at: now), within: drag.limits, gain: drag.gain)
      drag.embla = pages
    }
    let answer = self.release(release, drag, from: here).answer(by: dynamics)
    switch answer.magnet {
    case .escaped: eventLog.noteMagnet(.unstuck, at: now, isFlung: true)
    case .dismissed(isThrown: true): eventLog.noteMagnet(.stuck, at: now, isFlung: true)
    case .dismissed(isThrown: false), .refused, nil: break
    }
    let (decision, departure) = (answer.decision, answer.departure)
    eventLog.note(decision, at: now)
    if decision.reason == .dismissVetoed {
      eventLog.note(.attempted, at: now, [LogField("target", .text(decision.target))])
    }
    direction = departure.direction
    if let rest = departure.rest {
      self.rest(at: rest)
      if rest.name == geometry.candidates.last?.name { freeAt = now + dynamics.pauseAtTop }
    }
    startMotion(on: departure.trajectory, isLeaving: departure.isLeaving)
  }

  /// Returns all inputs that determine the result of a release; `here` is the motion of the surface at the release.
  private func release(
    _ release: Hold<SurfaceDrag>.TouchEnd, _ drag: SurfaceDrag, from here: SurfaceMotion
  ) -> SurfaceRelease {
    SurfaceRelease(
      time: now, here: here, drag: drag, finger: release.finger,
      context: context(of: release, drag), side: stashedSide, geometry: geometry)
  }

  /// Returns the input of the release rule.
  private func context(
    of release: Hold<SurfaceDrag>.TouchEnd, _ drag: SurfaceDrag
  ) -> ReleaseContext {
    var estimate = release.estimate
    let hand = estimate.velocity.held(within: SurfaceDrag.bound)
    estimate.velocity = geometry.axes.part(of: estimate.velocity)
    let time = now - hold.touchedAt
    // The mean velocity of the touch needs a duration above zero.
    let mean =
      time > .zero
      ? geometry.axes.part(
        of:
          Velocity(x: drag.moved.x / time, y: drag.moved.y / time)) : nil
    var context = ReleaseContext(
      candidates: geometry.candidates, position: drag.shown, unlimited: drag.unlimited,
      start: rest.name, estimate: estimate, mean: mean, touch: release.finger ?? drag.shown,
      screen: geometry.screen, hidden: geometry.hidden, dismissalBounds: geometry.dismissalBounds,
      hand: hand,
      gain: drag.gain, area: geometry.area, size: geometry.size, origin: rest.position)
    context.isCaught = hold.wasCaught
    context.time = now
    context.duration = time
    context.stillness = max(.zero, now - movedAt)
    return context
  }

  /// Moves a stashed surface back onto the screen after a tap.
  private mutating func unstash(into eventLog: inout EventLog) {
    let here = trajectory.state(at: now)
    let old = heading
    let back = geometry.candidates.map { geometry.area?.rest(at: $0, near: here.position) ?? $0 }
    guard let nearest = back.nearest(to: here.position) else { return }
    eventLog.noteRetarget(from: old, to: nearest.name, at: now)
    rest(at: nearest)
    guard dynamics.unstashing > .zero else {
      return launch(from: here, to: nearest.position, isLeaving: false)
    }
    startMotion(
      on: dynamics.trajectory(unstashingFrom: here.position, to: nearest.position, at: now),
      isLeaving: false)
  }
}

// Motion without a finger.
extension DraggableSurface {
  /// Advances the surface to `time`; if its motion ends by then, the surface arrives at its target.
  ///
  /// `isFrame` is whether a frame is taken at `time`. Stepping engines advance only at frames.
  package mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    if isFrame {
      trajectory.step(by: time - lastFrame)
      lastFrame = time
    }
    if hold.isDragging,
      let found = pause.advance(to: time, rule: dynamics.pause)
    {
      eventLog.note(found, at: trajectory.state(at: found.time).position)
    }
    if sharedDynamics.value.prediction > .zero { showFinger(at: time) }
    now = time
    guard case .settling = activity else { return }
    if let end, end <= time {
      arrive(at: end, into: &eventLog)
    } else if trajectory.hasStopped, properties.settleTime.map({ $0 <= time }) ?? false {
      // A stepping engine does not predict its end, so the surface arrives at the first frame at which it has stopped.
      arrive(at: time, into: &eventLog)
    }
  }

  /// Makes `candidate` the candidate at which the surface rests or will rest, without moving the surface.
  package mutating func rest(at candidate: RestCandidate) {
    rest = candidate
    restFraction = RestFraction(
      of: candidate.position, from: geometry.limits.lowest, to: geometry.limits.highest)
  }

  /// Starts the settling motion from `start` to `target`.
  private mutating func launch(from start: SurfaceMotion, to target: Position, isLeaving: Bool) {
    startMotion(
      on: dynamics.trajectory(from: start, to: target, at: now, in: geometry),
      isLeaving: isLeaving)
  }

  /// Starts the motion along `trajectory`, and moves the properties, such as the scale, to their values at the target.
  private mutating func startMotion(on trajectory: Trajectory, isLeaving: Bool) {
    self.trajectory = trajectory
    properties.send(to: isLeaving ? Decision.gone : rest.name, at: now)
    startMotion(isLeaving: isLeaving)
  }

  private mutating func startMotion(isLeaving: Bool) {
    activity = .settling(isLeaving: isLeaving)
    end = endOfMotion(isLeaving: isLeaving)
  }

  /// Returns the time at which the surface arrives at its target.
  ///
  /// A surface that leaves the screen arrives as soon as it is out of sight. Returns nil if the surface never arrives,
  /// or if a stepping engine moves it.
  private func endOfMotion(isLeaving: Bool) -> Seconds? {
    let end = trajectory.end(
      isLeaving: isLeaving, from: now, by: geometry.dismissalBounds, within: dynamics.tolerance)
    // The surface settles only after all of its properties have settled.
    guard !isLeaving, !properties.isEmpty else { return end }
    guard let end, let changed = properties.settleTime else { return nil }
    return max(end, changed)
  }

  private mutating func arrive(at time: Seconds, into eventLog: inout EventLog) {
    guard case .settling(let isLeaving) = activity else { return }
    let rest = trajectory.target
    let payload = direction.map { [LogField("direction", .text($0.rawValue))] } ?? []
    eventLog.noteArrival(
      as: isLeaving ? .dismissed : .settled, at: heading, rest, at: time, isLeaving ? payload : [])
    trajectory = Trajectory(resting: rest)
    properties.rest()
    activity = isLeaving ? .gone : .resting
  }

  /// Moves the surface to the position called `name` on the request of a program.
  ///
  /// Has no effect while a finger is on the surface, after a dismissal, if the geometry has no such position, or if the
  /// surface already rests there or moves there.
  package mutating func settle(at name: String, into eventLog: inout EventLog) {
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
    eventLog.noteRetarget(from: heading, to: name, at: now)
    rest(at: candidate)
    launch(from: here, to: candidate.position, isLeaving: false)
  }
}

// Changes of geometry and dynamics.
extension DraggableSurface {
  /// Applies `geometry` and `dynamics`; the position and the velocity of the surface do not jump.
  ///
  /// The new candidate of the surface is the one with the same name. If the surface may rest anywhere, its rest
  /// position also keeps its relative place between the limits. If no candidate has the same name, the new candidate is
  /// the one nearest to the old candidate.
  ///
  /// If the rest position has changed, a resting surface starts to move to the new rest position, and a moving surface
  /// is retargeted to it. A surface that a finger holds moves to the new rest position after the release.
  package mutating func adapt(
    to geometry: Geometry, _ dynamics: Dynamics, into eventLog: inout EventLog
  ) {
    let old = self.geometry
    let here = trajectory.state(at: now)
    let plans = self.dynamics.properties
    let heading = heading
    self.geometry = geometry
    self.dynamics = dynamics
    // `restFraction` keeps its value here, so restoring the old limits later also restores the old rest position.
    if let rest = geometry.rest(after: rest, at: restFraction) { self.rest = rest }
    switch hold.state {
    // A pressed surface stays under the finger, and moves to its candidate after the finger lifts.
    case .pressed: if here.position != rest.position { hold.markMoving() }
    case .dragging(let drag):
      // If only the dynamics changed, a dragged surface must not move.
      if geometry != old { hold.drag = adapted(drag, into: &eventLog) }
    case .idle: redirect(from: here, old, heading: heading, into: &eventLog)
    }
    if plans != dynamics.properties { adaptProperties(into: &eventLog) }
  }

  /// Returns `drag` with the limits and the gain of the new geometry.
  ///
  /// A surface that a magnet holds follows the magnet to its new centre. If the new geometry has no magnet, the surface
  /// returns to the finger.
  private mutating func adapted(
    _ drag: SurfaceDrag, into eventLog: inout EventLog
  ) -> SurfaceDrag {
    var drag = drag.rebased(within: geometry.limits, gain: currentGain)
    guard drag.pull.isStuck else { return drag }
    if let magnet = geometry.magnet {
      trajectory.retarget(to: magnet.centre, at: now)
    } else {
      drag.pull.returnFromMagnet()
      returnFromMagnet(to: drag, from: trajectory.state(at: now), into: &eventLog)
    }
    return drag
  }

  /// Retargets a surface without a finger after a change of its geometry.
  ///
  /// `old` is the previous geometry, in which the surface rested at the position called `heading` or moved to it.
  private mutating func redirect(
    from here: SurfaceMotion, _ old: Geometry, heading: String, into eventLog: inout EventLog
  ) {
    switch activity {
    case .resting:
      guard here.position != rest.position else { return }
      eventLog.noteRetarget(from: heading, to: rest.name, at: now)
      launch(from: here, to: rest.position, isLeaving: false)
    case .settling(let isLeaving):
      let exit =
        isLeaving ? geometry.exit(from: here.position, to: trajectory.target, after: old) : nil
      let target = exit ?? rest.position
      guard target != trajectory.target else { return }
      eventLog.noteRetarget(from: heading, to: exit == nil ? rest.name : heading, at: now)
      launch(from: here, to: target, isLeaving: exit != nil)
    case .gone:
      trajectory = Trajectory(resting: geometry.hidden ?? here.position)
    }
  }

  /// Applies the new plans of the properties.
  ///
  /// If the target of a property changes, a surface without a finger settles again, because a surface is at rest only
  /// if all of its properties are at rest.
  private mutating func adaptProperties(into eventLog: inout EventLog) {
    let goal: String?
    switch (hold.state, activity) {
    case (.dragging, _), (.pressed(goesOn: true), _): goal = nil
    case (_, .settling(isLeaving: true)), (_, .gone): goal = Decision.gone
    case (_, .settling), (_, .resting): goal = rest.name
    }
    guard properties.adapt(to: dynamics.properties, heading: goal, at: now), !hold.isOn else {
      return
    }
    switch activity {
    case .resting:
      eventLog.noteRetarget(from: rest.name, to: rest.name, at: now)
      startMotion(isLeaving: false)
    case .settling(isLeaving: false):
      startMotion(isLeaving: false)
    case .settling, .gone: break
    }
  }
}

/// A conversion between two coordinate systems of a surface, for example after a change of the page length.
package struct CoordinateConversion {
  /// Converts an old position to a new position.
  var position: (Position) -> Position
  /// Converts an old velocity to a new velocity.
  var velocity: (Velocity) -> Velocity

  package init(
    position: @escaping (Position) -> Position, velocity: @escaping (Velocity) -> Velocity
  ) {
    self.position = position
    self.velocity = velocity
  }
}

extension DraggableSurface {
  /// Converts the surface to other coordinates; the surface may rest, move or be dragged.
  ///
  /// `relayout` converts positions and velocities. `geometry` is already in the new coordinates.
  package mutating func carry(over relayout: CoordinateConversion, to geometry: Geometry) {
    let here = trajectory.state(at: now)
    let moved = (
      position: relayout.position(here.position), velocity: relayout.velocity(here.velocity)
    )
    let target = relayout.position(trajectory.target)
    self.geometry = geometry
    rest.position = relayout.position(rest.position)
    if let old = hold.drag {
      var drag = old
      drag.translation = geometry.axes.part(of: old.wholeTranslation)
      drag.velocity = geometry.axes.part(of: old.velocity)
      drag = drag.rebased(
        at: relayout.position(old.shown), within: geometry.limits, gain: currentGain)
      trajectory =
        isEmbla
        ? Trajectory(embla(at: moved.position), at: moved.position)
        : dynamics.trajectory(on: dynamics.tracking, from: moved, to: drag.shown, at: now)
      if isEmbla { trajectory.retarget(to: drag.shown, at: now) }
      hold.drag = drag
    } else if case .settling(let isLeaving) = activity {
      launch(from: moved, to: target, isLeaving: isLeaving)
    } else {
      trajectory = Trajectory(resting: moved.position)
    }
  }
}
