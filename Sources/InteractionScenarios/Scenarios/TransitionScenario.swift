import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// A tile that a hand scrubs from one place to the next: the block game of interactive animations.
///
/// The tile has two places along each axis. The first movement says along which axis and which way
/// it goes; from then on the hand scrubs a ``TransitionAnimator``, catches it in flight, and at the
/// release sends it on, or back when the hand goes against the first direction. At the end the
/// places are swapped, so that the tile can go back.
///
/// Its position is the offset of the tile from its first place.
public struct TransitionScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Sendable {
    /// How far apart the places are along each axis.
    ///
    /// Source: ours; a tile of a game with two in the width of a phone.
    public var way = Planar(x: Points(160), y: Points(160))

    /// How long the tile takes from place to place.
    ///
    /// Source: ours.
    public var duration = Seconds(0.5)

    /// How it runs when nobody has touched it.
    ///
    /// Source: Apple, `UIView.AnimationCurve`, whose default is easeInOut.
    public var curve = TransitionCurve.easeInOut

    /// Whether the tile follows the finger rather than the curve while it is scrubbed.
    ///
    /// Source: Apple, `UIViewPropertyAnimator.scrubsLinearly`, true.
    public var scrubsLinearly = true

    /// Whether the tile waits at its end to be scrubbed again or finished, without a completion.
    ///
    /// Source: Apple, `UIViewPropertyAnimator.pausesOnCompletion`, false.
    public var pausesOnCompletion = false

    /// Whether a hand may catch a tile in flight.
    ///
    /// Source: Apple, `UIViewPropertyAnimator.isInterruptible`, true.
    public var interruptible = true

    /// Whether the tile is at its second place at first, along each axis.
    public var startsAway = (x: false, y: false)

    /// The time left after a release, as a share of the duration; 0 keeps the pace.
    ///
    /// Source: "Interactive animations with UIViewPropertyAnimator", 0.
    public var durationFactor = 0.0

    /// How it goes on after a release.
    public var continuation = TransitionContinuation.pace

    /// The curve of a continuation on a curve.
    ///
    /// Source: ours; a hand has moved it already, so it does not set off again.
    public var continuationCurve = TransitionCurve.easeOut

    /// The spring of a continuation on a spring.
    ///
    /// Source: Wave's sheet sample, damping ratio 0.8, as twice the finger's response of 0.2 s.
    public var spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))

    /// Which way it goes on after a release.
    public var rule = TransitionRule.oppositeOrNearest

    /// The speed up to which a release counts as one without a velocity.
    ///
    /// Source: ours; a lifting finger drifts at some 20 pt/s.
    public var deadBand = PointsPerSecond(30)

    /// For how long the velocity is thought to go on.
    ///
    /// Source: "Designing Fluid Interfaces", WWDC 2018, session 803: 0.499 s.
    public var projection = Seconds(0.499)

    /// Creates the standard tuning.
    public init() {}
  }

  enum State: Hashable {
    case resting
    case pressed(wasRunning: Bool)
    case dragging(caught: Double, velocity: Velocity)
    case running
    /// At an end, and not completed.
    case paused
  }

  private(set) var tuning: Tuning
  /// The numbers that hold from the end of the transition that is under way.
  private var next: Tuning?
  var state = State.resting
  var animator: TransitionAnimator?
  private(set) var direction: Direction?
  /// Whether the pan has shown where it goes, or holds a tile that was on its way.
  private var hasChosen = false
  /// Where the tile rests along each axis: at its first place or the other.
  private(set) var isAway: (x: Bool, y: Bool)
  private(set) var finger: Position?
  private(set) var isTouched = false
  private(set) var now = Seconds.zero

  /// Creates a tile at its first place.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    isAway = tuning.startsAway
  }
}

extension TransitionScenario {
  /// Where the tile rests, or began to go.
  var origin: Position {
    Position(
      x: isAway.x ? tuning.way.x : .zero, y: isAway.y ? tuning.way.y : .zero)
  }

  /// The way of the transition that is under way.
  var leg: Position {
    guard let direction else { return .zero }
    return direction.isHorizontal
      ? Position(x: tuning.way.x * direction.sign, y: .zero)
      : Position(x: .zero, y: tuning.way.y * direction.sign)
  }

  /// The part of `pair` that goes along the direction.
  func along(_ pair: Planar<some Quantity>) -> Double {
    direction?.along(pair) ?? 0
  }

  /// Takes the direction of the first movement with a velocity; a tile that cannot go that way stays
  /// for the rest of the pan.
  private mutating func choose(_ velocity: Velocity) {
    guard !hasChosen, case .dragging = state, velocity.isFinite,
      let direction = Direction(of: velocity)
    else { return }
    hasChosen = true
    begin(direction)
  }

  private mutating func begin(_ direction: Direction) {
    let isAway = direction.isHorizontal ? isAway.x : isAway.y
    let distance = direction.isHorizontal ? tuning.way.x : tuning.way.y
    guard isAway == (direction.sign < 0), distance > .zero else { return }
    self.direction = direction
    animator = TransitionAnimator(
      duration: tuning.duration, curve: tuning.curve, scrubsLinearly: tuning.scrubsLinearly,
      pausesOnCompletion: tuning.pausesOnCompletion, isInterruptible: tuning.interruptible)
    // Held at its start until the hand, or a program, moves it.
    guard state != .resting else { return }
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.scrub(to: 0) }
  }

  /// Asks something of the animator; a refusal leaves it as it is.
  ///
  /// The states of tile and animator go together, so that nothing is asked that is refused.
  mutating func ask(
    _ action: (inout TransitionAnimator) throws(TransitionAnimator.Misuse) -> Void
  ) {
    guard var asked = animator else { return }
    do { try action(&asked) } catch { return }
    animator = asked
  }

  /// Moves the tile with the hand.
  private mutating func drag(_ pan: Pan, _ velocity: Velocity) {
    finger = isTouched ? pan.location : nil
    guard case .dragging(let caught, _) = state else { return }
    choose(velocity)
    state = .dragging(caught: caught, velocity: velocity.held(within: Grip.bound))
    let length = leg.length.value
    guard length > 0, let isReversed = animator?.isReversed else { return }
    let share = along(pan.translation.held(within: Grip.bound)) / length
    let fraction = caught + (isReversed ? -share : share)
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.scrub(to: fraction) }
  }

  /// A hand came, or left.
  mutating func touch(_ isTouched: Bool, at place: Position?) {
    self.isTouched = isTouched
    finger = place
  }

  mutating func complete(at time: Seconds, _ end: TransitionAnimator.End) -> Position {
    if end == .end, let direction {
      if direction.isHorizontal { isAway.x.toggle() } else { isAway.y.toggle() }
    }
    animator = nil
    direction = nil
    let rest = origin
    comeToRest()
    return rest
  }

  /// Rests, with the numbers that came in the meantime.
  mutating func comeToRest() {
    state = .resting
    if let next { tuning = next }
    next = nil
  }

  /// Takes on other numbers, at rest at once and else when the transition under way has ended; a tile
  /// at rest is laid out anew.
  mutating func adapt(to tuning: Tuning) {
    if state == .resting { self.tuning = tuning } else { next = tuning }
  }

  /// Moves forward to `time`, to the end of the transition if that comes before.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    now = time
    guard state == .running, let finish = animator?.end else { return }
    guard let end = animator?.advance(to: time) else {
      return pause(at: finish, into: &journal)
    }
    let rest = complete(at: finish, end)
    journal.noteArrival(as: .settled, at: end.rawValue, rest, at: finish)
  }

  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    switch event {
    case .touchDown(let place):
      touch(true, at: place)
      let isHit = state != .running || tuning.interruptible
      journal.noteTouchDown(at: place, isHit: isHit, at: now)
      if isHit { touchDown(into: &journal) }
    case .force: break  // It is all the same how hard a tile is held.
    case .panBegan(let pan):
      journal.noteBegin(of: pan, at: now)
      if case .pressed = state {
        hasChosen = direction != nil
        state = .dragging(caught: animator?.fraction ?? 0, velocity: .zero)
      }
      drag(pan, .zero)
    case .panChanged(let pan, let live):
      drag(pan, live.velocity)
    case .panEnded(let pan, let estimate):
      journal.noteEnd(of: pan, as: .panEnded, estimate, at: now)
      // The drift of a lifting finger is no movement.
      if estimate.velocity.length > tuning.deadBand { choose(estimate.velocity) }
      release(estimate, into: &journal)
    case .panCancelled(let pan, _):
      journal.noteEnd(of: pan, as: .panCancelled, .none(.cancelled), at: now)
      release(.none(.cancelled), into: &journal)
    case .touchUp: lift(as: .touchUp, .none(.tooFew), into: &journal)
    case .touchCancelled: lift(as: .touchCancelled, .none(.cancelled), into: &journal)
    case .gap(let count):
      journal.noteGap(resynchronizedEvents: count, at: now)
    }
  }

  private mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    if case .pressed = state { journal.noteLift(as: kind, from: finger, at: now) }
    release(estimate, into: &journal)
  }

  private mutating func touchDown(into journal: inout Journal) {
    switch state {
    case .resting, .paused: state = .pressed(wasRunning: false)
    case .running:
      let (caught, heading) = (motion, animator?.isReversed == true ? "start" : "end")
      ask { (animator) throws(TransitionAnimator.Misuse) in try animator.pause() }
      journal.noteCatch(
        of: caught, headingFor: heading, at: now,
        [LogField("fraction", .number(animator?.fraction ?? 0))])
      state = .pressed(wasRunning: true)
    case .pressed, .dragging: break  // The tile is held by one hand at a time.
    }
  }

  /// Starts the transition in the direction called `name`, from rest, or finishes one that waits at
  /// its end.
  mutating func begin(named name: String, into journal: inout Journal) {
    if state == .paused, name == Self.finishing { return finish(into: &journal) }
    guard state == .resting, let direction = Direction(rawValue: name) else { return }
    begin(direction)
    guard animator != nil else { return }
    journal.noteRetarget(from: "start", to: name, at: now)
    let now = now
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.start(at: now) }
    state = .running
  }
}
