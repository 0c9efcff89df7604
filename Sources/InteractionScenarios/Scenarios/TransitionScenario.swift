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

  /// How a pan scrubs the tile.
  struct Scrub: Hashable, Sendable {
    /// How far the animator was when the pan began.
    var caught: Double
    var velocity = Velocity.zero
  }

  private(set) var tuning: Tuning
  /// The numbers that hold from the end of the transition that is under way.
  private var next: Tuning?
  /// The hand on it.
  private(set) var hold = Hold<Scrub>()
  /// The transition that is under way, or waits at its end; nil for a tile at its place.
  var animator: TransitionAnimator?
  private(set) var direction: Direction?
  /// Whether the pan has shown where it goes, or holds a tile that was on its way.
  private var hasChosen = false
  /// Where the tile rests along each axis: at its first place or the other.
  private(set) var isAway: (x: Bool, y: Bool)
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

  /// Whether the transition is under way by itself.
  var isRunning: Bool { animator?.state == .running }

  /// The part of `pair` that goes along the direction.
  func along(_ pair: Planar<some Quantity>) -> Double {
    direction?.along(pair) ?? 0
  }

  /// Takes the direction of the first movement with a velocity; a tile that cannot go that way stays
  /// for the rest of the pan.
  mutating func choose(_ velocity: Velocity) {
    guard !hasChosen, velocity.isFinite,
      let direction = Direction(of: velocity)
    else { return }
    hasChosen = true
    begin(direction)
    // Held at its start until the hand moves it.
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.scrub(to: 0) }
  }

  private mutating func begin(_ direction: Direction) {
    let isAway = direction.isHorizontal ? isAway.x : isAway.y
    let distance = direction.isHorizontal ? tuning.way.x : tuning.way.y
    guard isAway == (direction.sign < 0), distance > .zero else { return }
    self.direction = direction
    animator = TransitionAnimator(
      duration: tuning.duration, curve: tuning.curve, scrubsLinearly: tuning.scrubsLinearly,
      pausesOnCompletion: tuning.pausesOnCompletion, isInterruptible: tuning.interruptible)
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

  /// `scrub` after the pan has moved on, with the tile moved.
  private mutating func followed(_ scrub: Scrub, _ pan: Pan, _ velocity: Velocity) -> Scrub {
    var scrub = scrub
    choose(velocity)
    scrub.velocity = velocity.held(within: SurfaceDrag.bound)
    let length = leg.length.value
    guard length > 0, let isReversed = animator?.isReversed else { return scrub }
    let share = along(pan.translation.held(within: SurfaceDrag.bound)) / length
    let fraction = scrub.caught + (isReversed ? -share : share)
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.scrub(to: fraction) }
    return scrub
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
    if let next { tuning = next }
    next = nil
  }

  /// Takes on other numbers, at rest at once and else when the transition under way has ended; a tile
  /// at rest is laid out anew.
  mutating func adapt(to tuning: Tuning) {
    if animator == nil, !hold.isOn { self.tuning = tuning } else { next = tuning }
  }

  /// Moves forward to `time`, to the end of the transition if that comes before.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    now = time
    guard isRunning, let finish = animator?.end else { return }
    guard let end = animator?.advance(to: time) else {
      return pause(at: finish, into: &journal)
    }
    let rest = complete(at: finish, end)
    journal.noteArrival(as: .settled, at: end.rawValue, rest, at: finish)
  }

  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    let isMoving = isRunning
    let isHit = !isMoving || tuning.interruptible
    let step = hold.receive(
      event, at: now, isMoving: isMoving, into: &journal, isHit: { _ in isHit })
    switch step {
    case .pressed: if isMoving { seize(into: &journal) }
    case .grabbed(let pan):
      hasChosen = direction != nil
      let scrub = Scrub(caught: animator?.fraction ?? 0)
      hold.drag = scrub
      hold.drag = followed(scrub, pan, .zero)
    case .dragged(let pan, let velocity):
      hold.drag = hold.drag.map { followed($0, pan, velocity) }
    case .released(let release): letGo(release, into: &journal)
    case .sensed, nil: break
    }
  }

  /// Stops the tile where it is, under the hand.
  private mutating func seize(into journal: inout Journal) {
    let (caught, heading) = (motion, animator?.isReversed == true ? "start" : "end")
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.pause() }
    journal.noteCatch(
      of: caught, headingFor: heading, at: now,
      [LogField("fraction", .number(animator?.fraction ?? 0))])
  }

  /// Starts the transition in the direction called `name`, from rest, or finishes one that waits at
  /// its end.
  mutating func begin(named name: String, into journal: inout Journal) {
    if !hold.isOn, animator?.state == .paused, name == Self.finishing {
      return finish(into: &journal)
    }
    guard animator == nil, !hold.isOn, let direction = Direction(rawValue: name) else { return }
    begin(direction)
    guard animator != nil else { return }
    journal.noteRetarget(from: "start", to: name, at: now)
    let now = now
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.start(at: now) }
  }
}
