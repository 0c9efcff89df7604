import FrameLogs
import MotionPhysics
public import Quantities
import TouchInput

/// A surface that a hand can drag, throw and catch, and that comes to rest at one of several
/// places.
///
/// This is the state machine that sheets and windows have in common; a scenario gives it a
/// geometry and a behaviour.
public struct DraggableSurface: Sendable {
  enum State: Hashable, Sendable {
    /// At rest at a candidate.
    case resting
    /// Held without a pan; `wasMoving` when it was caught.
    case pressed(wasMoving: Bool)
    /// A pan moves it.
    case dragging(Grip)
    /// On its way to the target; `end` is when it gets there, nil when only stepping can tell.
    case settling(end: Seconds?, isLeaving: Bool)
    /// Dismissed.
    case gone
  }

  /// Where it may be.
  public internal(set) var geometry: Geometry
  var behaviour: Behaviour
  var state: State = .resting
  /// The candidate that it rests at, is heading for, or came from.
  public internal(set) var home: RestCandidate
  /// Where that is within the limits, whatever becomes of them.
  private(set) var homeShare: PlaceShare
  /// The direction in which it was thrown out; nil when it was not.
  var direction: Direction?
  /// What changes with it without the gesture's velocity, in the order of the behaviour.
  var properties: [DrivenProperty]
  var drive: SpringDrive
  /// The surface's share of the pan; nil when that is the whole pan.
  var share: Share?
  /// The finger on the screen; nil without one or when it has no place there.
  private(set) var finger: Position?
  private(set) var isTouched = false
  private(set) var now = Seconds.zero
  private var lastFrame = Seconds.zero
  private(set) var touchedAt = Seconds.zero
  /// Whether the hand that holds it took it out of its motion.
  private(set) var wasCaught = false
  var pause = PauseWatch()

  /// A surface at rest at its first place.
  public init(_ geometry: Geometry, _ behaviour: Behaviour) {
    self.geometry = geometry
    self.behaviour = behaviour
    let start = geometry.start
    home = start
    homeShare = PlaceShare(
      of: start.position, from: geometry.limits.lowest, to: geometry.limits.highest)
    properties = behaviour.properties.map { DrivenProperty($0, at: start.name) }
    drive = SpringDrive(resting: home.position)
  }

  /// Makes `place` the one to rest at.
  mutating func rest(at place: RestCandidate) {
    home = place
    homeShare = PlaceShare(
      of: place.position, from: geometry.limits.lowest, to: geometry.limits.highest)
  }
}

extension DraggableSurface {
  /// Where the surface is shown and how fast it moves.
  public var motion: (position: Position, velocity: Velocity) {
    let motion = drive.state(at: now)
    guard case .dragging(let grip) = state, behaviour.tracking.response == .zero,
      !grip.isStuck, !grip.isCatchingUp
    else { return motion }
    return (
      motion.position, grip.limits.shown(grip.velocity * grip.gain, at: grip.unlimited)
    )
  }

  /// What the surface is doing.
  var phase: Phase {
    switch state {
    case .resting: stashedSide == nil ? .resting : .stashed
    case .pressed: .pressed
    case .dragging: .dragging
    case .settling: .settling
    case .gone: .gone
    }
  }

  /// Where the surface is heading.
  var target: Position { drive.target }

  /// Moves forward to `time`, ending the motion on the way there if it is over.
  mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    if isFrame {
      drive.step(by: time - lastFrame)
      lastFrame = time
    }
    watchSilence(until: time, into: &journal)
    now = time
    guard case .settling(let end, _) = state else { return }
    if let end, end <= time {
      arrive(at: end, into: &journal)
    } else if drive.hasStopped, propertiesEnd.map({ $0 <= time }) ?? false {
      arrive(at: time, into: &journal)
    }
  }

  /// Takes in what the hand did at the time that the surface was moved to.
  ///
  /// `isHit` says whether a touch at a place of the screen is for the surface.
  mutating func receive(
    _ event: HandEvent, into journal: inout Journal, isHit: (Position) -> Bool
  ) {
    switch event {
    case .touchDown(let place):
      touchDown(at: place, isHit: place.map(isHit) ?? true, into: &journal)
    case .force: break  // It is all the same how hard a surface is held.
    case .panBegan(let pan):
      begin(pan, into: &journal)
    case .panChanged(let pan, let live):
      drag(by: pan, velocity: live.velocity, into: &journal)
      watch(pan, live.velocity, into: &journal)
    case .panEnded(let pan, let estimate):
      end(pan, estimate, as: .panEnded, into: &journal)
    case .panCancelled(let pan, let estimate):
      end(pan, behaviour.policy.heard(estimate), as: .panCancelled, into: &journal)
    case .touchUp:
      lift(as: .touchUp, .none(.tooFew), into: &journal)
    case .touchCancelled:
      lift(as: .touchCancelled, behaviour.policy.heard(.none(.tooFew)), into: &journal)
    case .gap(let resynchronizedEvents):
      journal.noteGap(resynchronizedEvents: resynchronizedEvents, at: now)
    }
  }

  /// Sets off for another candidate because somebody asked for it.
  ///
  /// A hand that holds the surface keeps it, and a surface that is there or on its way goes on.
  mutating func settle(at name: String, into journal: inout Journal) {
    let here = drive.state(at: now)
    guard
      let candidate = geometry.place(named: name, near: here.position, keeping: home.position)
    else { return }
    switch state {
    case .pressed, .dragging, .gone: return
    case .resting where home == candidate: return
    case .settling(_, isLeaving: false) where home == candidate: return
    case .resting, .settling: break
    }
    journal.noteRetarget(from: heading, to: name, at: now)
    rest(at: candidate)
    #if FLICKBOOK_FAULTS
      if PlantedFault.planted == .commandDropsVelocity {
        return launch((here.position, .zero), to: candidate.position, isLeaving: false)
      }
    #endif
    launch(here, to: candidate.position, isLeaving: false)
  }
}

extension DraggableSurface {
  /// The name of the target.
  var heading: String {
    if case .settling(_, isLeaving: true) = state { Decision.gone } else { home.name }
  }

  private mutating func touchDown(
    at place: Position?, isHit: Bool, into journal: inout Journal
  ) {
    isTouched = true
    touchedAt = now
    finger = place
    journal.noteTouchDown(at: place, isHit: isHit, at: now)
    guard isHit else { return }
    switch state {
    case .resting: (state, wasCaught) = (.pressed(wasMoving: false), false)
    case .settling: seize(into: &journal)
    case .pressed, .dragging, .gone: break  // A surface is held by one hand at a time.
    }
  }

  /// Stops the surface where it is, under the hand.
  private mutating func seize(into journal: inout Journal) {
    let caught = drive.state(at: now)
    journal.noteCatch(of: caught, headingFor: heading, at: now)
    drive = SpringDrive(resting: caught.position)
    (state, wasCaught) = (.pressed(wasMoving: true), true)
    sendProperties(to: nil)
  }

  /// A pan takes the surface along.
  private mutating func begin(_ pan: Pan, into journal: inout Journal) {
    finger = pan.location
    journal.noteBegin(of: pan, at: now)
    guard case .pressed = state else { return }
    let held = drive.state(at: now).position
    let limits = geometry.limits.including(held)
    drive = SpringDrive(
      behaviour.tracking, engine: behaviour.engine, from: held, velocity: .zero, to: held, at: now)
    state = .dragging(newGrip(at: held, limits, touch: pan.location))
    sendProperties(to: nil)
    pause = PauseWatch()
    drag(by: pan, velocity: .zero, into: &journal)
  }

  /// How far the surface goes for each point of the hand that is on the device now.
  var currentGain: Double {
    finger == nil ? geometry.gain.onTouchpad : geometry.gain.onScreen
  }

  /// The pan has moved on.
  private mutating func drag(by pan: Pan, velocity: Velocity, into journal: inout Journal) {
    if isTouched { finger = pan.location }
    guard case .dragging(var grip) = state else { return }
    grip.wholeTranslation = pan.translation
    grip.translation = geometry.onAxes(share?.translation ?? pan.translation)
    grip.velocity = isWithContent ? .zero : geometry.onAxes(velocity)
    follow(grip, touch: pan.location, into: &journal)
  }

  /// The pan is over, with the hand leaving or the touch taken away.
  private mutating func end(
    _ pan: Pan, _ estimate: VelocityEstimate, as kind: RunEvent.Kind, into journal: inout Journal
  ) {
    journal.noteEnd(of: pan, as: kind, estimate, at: now)
    drag(by: pan, velocity: estimate.velocity, into: &journal)
    if case .dragging = state { letGo(estimate, touch: pan.location, into: &journal) }
    release()
  }

  /// The hand has left; without a pan, or just after one that has decided everything.
  private mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    switch state {
    case .pressed(let wasMoving):
      journal.noteLift(as: kind, from: finger, at: now)
      if wasMoving {
        decide(estimate, touch: finger, into: &journal)
      } else if kind == .touchUp, stashedSide != nil {
        unstash(into: &journal)
      } else {
        state = .resting
      }
    case .dragging:
      letGo(estimate, touch: finger, into: &journal)
    case .resting, .settling, .gone:
      break  // The hand was not on the surface.
    }
    release()
  }

  /// The hand is gone.
  private mutating func release() {
    isTouched = false
    finger = nil
  }

  /// Sets the surface off towards a target, on a spring of its own or on `spring`; limits that stop it
  /// are not passed by one that does not swing.
  mutating func launch(
    _ start: (position: Position, velocity: Velocity), to target: Position, isLeaving: Bool,
    by spring: Spring? = nil, stoppedBy limits: DragLimits? = nil
  ) {
    let drive =
      behaviour.easing.map {
        SpringDrive(
          $0, from: start.position, velocity: start.velocity, to: target, at: now)
      }
      ?? (spring == nil ? timed(start, to: target).map { SpringDrive($0) } : nil)
      ?? SpringDrive(
        spring ?? behaviour.spring(from: start.velocity), engine: behaviour.engine,
        from: start.position,
        velocity: start.velocity, to: target, at: now, stoppedBy: limits)
    setOff(on: drive, isLeaving: isLeaving)
  }

  /// Lets `drive` take the surface to its end.
  mutating func setOff(on drive: SpringDrive, isLeaving: Bool) {
    self.drive = drive
    sendProperties(to: isLeaving ? Decision.gone : home.name)
    state = .settling(end: end(isLeaving: isLeaving), isLeaving: isLeaving)
  }

  private mutating func arrive(at time: Seconds, into journal: inout Journal) {
    guard case .settling(_, let isLeaving) = state else { return }
    let rest = drive.target
    journal.noteArrival(
      as: isLeaving ? .dismissed : .settled, at: heading, rest, at: time,
      isLeaving ? directionFields : [])
    drive = SpringDrive(resting: rest)
    for index in properties.indices { properties[index].rest() }
    state = isLeaving ? .gone : .resting
  }
}
