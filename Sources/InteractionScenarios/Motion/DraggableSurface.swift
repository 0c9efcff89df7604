import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

/// A surface that a hand can drag, throw and catch, and that comes to rest at one of several
/// places.
///
/// This is the state machine that sheets and windows have in common; a scenario gives it a
/// geometry and a tuning.
struct DraggableSurface: Sendable {
  /// Where the surface may be.
  struct Geometry: Hashable, Sendable {
    /// Where it may come to rest, in order along its travel.
    var candidates: [RestCandidate]
    /// How far it may be dragged.
    var limits: DragLimits
    /// Whether it moves horizontally and vertically; 1 or 0.
    var freedom: (x: Double, y: Double) { (movesHorizontally ? 1 : 0, 1) }
    /// Whether it moves horizontally too.
    var movesHorizontally: Bool
    /// Where it is when it was dismissed; nil when it cannot be.
    var hidden: Position?
    var screen: Planar<Points>
  }

  /// How the surface moves and decides.
  struct Behaviour: Hashable, Sendable {
    /// The spring between the finger and the surface; a response of zero follows the finger itself.
    var tracking: Spring
    /// The spring that takes the surface to its target after a release.
    var settling: Spring
    var engine: MotionEngine
    var policy: ReleasePolicy
    var tolerance: SettleTolerance
  }

  enum State: Hashable, Sendable {
    /// At rest at a candidate.
    case resting
    /// Held without a pan; `wasMoving` when it was caught.
    case pressed(wasMoving: Bool)
    /// A pan moves it; `grabbed` is where the hand had put it when the pan began, `translation` the
    /// way of the pan and `velocity` its live velocity.
    case dragging(grabbed: Position, translation: Planar<Points>, velocity: Velocity)
    /// On its way to the target; `end` is when it gets there, nil when only stepping can tell.
    case settling(end: Seconds?, isLeaving: Bool)
    /// Dismissed.
    case gone
  }

  var geometry: Geometry
  var behaviour: Behaviour
  private(set) var state: State = .resting
  /// The candidate that it rests at, is heading for, or came from.
  var home: RestCandidate
  var drive: SpringDrive
  /// The finger on the screen; nil without one or when it has no place there.
  var finger: Position?
  var isTouched = false
  /// Whether a hand that missed the surface is down, so that its pan is not for the surface.
  var isIgnoring = false
  private(set) var now = Seconds.zero

  init(_ geometry: Geometry, _ behaviour: Behaviour, at home: RestCandidate) {
    self.geometry = geometry
    self.behaviour = behaviour
    self.home = home
    drive = SpringDrive(resting: home.position, at: .zero)
  }
}

extension DraggableSurface {
  /// Where the surface is shown and how fast it moves.
  var motion: (position: Position, velocity: Velocity) {
    let motion = drive.state(at: now)
    guard case .dragging(_, _, let velocity) = state, behaviour.tracking.response == .zero else {
      return motion
    }
    return (motion.position, geometry.limits.shown(velocity, at: unlimited))
  }

  /// What the surface is doing.
  var phase: Phase {
    switch state {
    case .resting: .resting
    case .pressed: .pressed
    case .dragging: .dragging
    case .settling: .settling
    case .gone: .gone
    }
  }

  /// Where the surface is heading.
  var target: Position { drive.target }

  /// Where the hand has put the surface, without limits; where it is when no hand pans.
  var unlimited: Position {
    guard case .dragging(let grabbed, let translation, _) = state else {
      return geometry.limits.wished(drive.state(at: now).position)
    }
    let free = geometry.freedom
    return Position(
      x: grabbed.x + translation.x * free.x, y: grabbed.y + translation.y * free.y)
  }

  /// Moves forward to `time`, ending the motion on the way there if it is over.
  mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    if isFrame { drive.advance(toFrameAt: time) }
    now = time
    guard case .settling(let end, _) = state else { return }
    if let end, end <= time {
      arrive(at: end, into: &journal)
    } else if drive.hasStopped {
      arrive(at: time, into: &journal)
    }
  }

  /// Holds the surface in a pan.
  mutating func hold(
    grabbed: Position, translation: Planar<Points> = .zero, velocity: Velocity = .zero
  ) {
    state = .dragging(grabbed: grabbed, translation: translation, velocity: velocity)
  }

  /// Sets the surface off towards a target.
  mutating func launch(
    from position: Position, velocity: Velocity, to target: Position, isLeaving: Bool
  ) {
    drive = SpringDrive(
      behaviour.settling, engine: behaviour.engine, from: position, velocity: velocity,
      to: target, at: now)
    state = .settling(
      end: drive.settleTime(within: behaviour.tolerance), isLeaving: isLeaving)
  }

  /// Lets a pressed surface rest again.
  mutating func rest() { state = .resting }

  /// The hand is gone.
  mutating func release() {
    isTouched = false
    isIgnoring = false
    finger = nil
  }

  private mutating func arrive(at time: Seconds, into journal: inout Journal) {
    guard case .settling(_, let isLeaving) = state else { return }
    let rest = drive.target
    drive = SpringDrive(resting: rest, at: time)
    state = isLeaving ? .gone : .resting
    journal.note(
      isLeaving ? .dismissed : .settled, at: time,
      [
        LogField("target", .text(isLeaving ? Decision.gone : home.name)),
        LogField("x", .number(rest.x.value)), LogField("y", .number(rest.y.value)),
      ])
  }

  /// Takes in what the hand did at the time that the surface was moved to.
  ///
  /// `isHit` says whether a touch at a place of the screen is for the surface.
  mutating func receive(
    _ event: HandEvent, into journal: inout Journal, isHit: (Position) -> Bool
  ) {
    switch event {
    case .touchDown(let place):
      touchDown(at: place, into: &journal, isHit: isHit)
    case .panBegan(let pan):
      finger = pan.location
      begin(pan, into: &journal)
    case .panChanged(let pan, let live):
      finger = pan.location
      drag(by: pan, velocity: live.velocity)
    case .panEnded(let pan, let estimate):
      end(pan, estimate, as: .panEnded, into: &journal)
    case .panCancelled(let pan):
      end(pan, .none(.cancelled), as: .panCancelled, into: &journal)
    case .touchUp:
      lift(as: .touchUp, .none(.tooFew), into: &journal)
    case .touchCancelled:
      lift(as: .touchCancelled, .none(.cancelled), into: &journal)
    case .gap(let resynchronizedEvents):
      journal.note(
        .gap, at: now, [LogField("resynchronizedEvents", .integer(resynchronizedEvents))])
    }
  }

  private mutating func touchDown(
    at place: Position?, into journal: inout Journal, isHit: (Position) -> Bool
  ) {
    isTouched = true
    finger = place
    isIgnoring = place.map { !isHit($0) } ?? false
    journal.note(.touchDown, at: now, placeFields(place) + [LogField("hit", .flag(!isIgnoring))])
    guard !isIgnoring else { return }
    switch state {
    case .resting: state = .pressed(wasMoving: false)
    case .settling: seize(into: &journal)
    case .pressed, .dragging, .gone: break  // A surface is pressed or dragged by one hand at a time.
    }
  }

  /// Stops the surface where it is, under the hand.
  private mutating func seize(into journal: inout Journal) {
    let caught = drive.state(at: now)
    journal.note(
      .caught, at: now,
      [
        LogField("x", .number(caught.position.x.value)),
        LogField("y", .number(caught.position.y.value)),
        LogField("vx", .number(caught.velocity.x.value)),
        LogField("vy", .number(caught.velocity.y.value)),
        LogField("target", .text(home.name)),
      ])
    drive = SpringDrive(resting: caught.position, at: now)
    state = .pressed(wasMoving: true)
  }
}
