public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A tile that a hand scrubs from one position to the next: the block game of interactive animations.
///
/// The tile has two positions along each axis. The first movement says along which axis and which way
/// it goes; from then on the hand scrubs a `TransitionAnimator`, catches it in flight, and at the
/// release sends it on, or back when the hand goes against the first direction. At the end the
/// positions are swapped, so that the tile can go back.
///
/// Its position is the offset of the tile from its first place.
public struct TransitionScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Sendable {
    /// How far apart the positions are along each axis.
    public var distance = Planar(x: Points(160), y: Points(160))

    /// How long the tile takes from position to position.
    public var duration = Seconds(0.5)

    /// How it runs when nobody has touched it.
    public var curve = TransitionCurve.easeInOut

    /// Whether the tile follows the finger rather than the curve while it is scrubbed.
    public var scrubsLinearly = true

    /// Whether the tile waits at its end to be scrubbed again or finished, without a completion.
    public var pausesOnCompletion = false

    /// Whether a hand may catch a tile in flight.
    public var interruptible = true

    /// Whether the tile is at its second position at first, along each axis.
    public var startsAway = (x: false, y: false)

    /// The time left after a release, as a fraction of the duration; 0 keeps the pace.
    public var durationFactor = 0.0

    /// How it goes on after a release.
    public var continuation = TransitionContinuation.pace

    /// The curve of a continuation on a curve.
    public var continuationCurve = TransitionCurve.easeOut

    /// The spring of a continuation on a spring.
    public var spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))

    /// Which way it goes on after a release.
    public var rule = TransitionRule.oppositeOrNearest

    /// The speed up to which a release counts as one without a velocity.
    public var deadBand = PointsPerSecond(30)

    /// For how long the velocity is thought to go on.
    public var projection = Seconds(0.499)

    /// Creates the standard tuning.
    public init() {}
  }

  /// How a pan scrubs the tile.
  private struct Scrub: Hashable, Sendable {
    /// How far the animator was when the pan began.
    var caught: Double
    var velocity = Velocity.zero
  }

  private var tuning: Tuning
  /// The numbers that hold from the end of the transition that is under way.
  private var next: Tuning?
  /// The hand on it.
  private var hold = Hold<Scrub>()
  /// The transition that is under way, or waits at its end; nil for a tile at its position.
  private var animator: TransitionAnimator?
  private var direction: Direction?
  /// Whether the pan has shown where it goes, or holds a tile that was on its way.
  private var hasChosen = false
  /// Where the tile rests along each axis: at its first place or the other.
  private var isAway: (x: Bool, y: Bool)
  private var now = Seconds.zero

  /// Creates a tile at its first place.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    isAway = tuning.startsAway
  }
}

extension TransitionScenario {
  /// Where the tile rests, or began to go.
  private var origin: Position {
    Position(
      x: isAway.x ? tuning.distance.x : .zero, y: isAway.y ? tuning.distance.y : .zero)
  }

  /// The way of the transition that is under way.
  private var displacement: Position {
    guard let direction else { return .zero }
    return direction.isHorizontal
      ? Position(x: tuning.distance.x * direction.sign, y: .zero)
      : Position(x: .zero, y: tuning.distance.y * direction.sign)
  }

  /// Whether the transition is under way by itself.
  private var isRunning: Bool { animator?.state == .running }

  /// The part of `pair` that goes along the direction.
  private func along(_ pair: Planar<some Quantity>) -> Double {
    direction?.along(pair) ?? 0
  }

  /// Takes the direction of the first movement with a velocity; a tile that cannot go that way stays
  /// for the rest of the pan.
  private mutating func choose(_ velocity: Velocity) {
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
    let distance = direction.isHorizontal ? tuning.distance.x : tuning.distance.y
    guard isAway == (direction.sign < 0), distance > .zero else { return }
    self.direction = direction
    animator = TransitionAnimator(
      duration: tuning.duration, curve: tuning.curve, scrubsLinearly: tuning.scrubsLinearly,
      pausesOnCompletion: tuning.pausesOnCompletion, isInterruptible: tuning.interruptible)
  }

  /// Asks something of the animator; a refusal leaves it as it is.
  ///
  /// The states of tile and animator go together, so that nothing is asked that is refused.
  private mutating func ask(
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
    let length = displacement.length.value
    guard length > 0, let isReversed = animator?.isReversed else { return scrub }
    let dragged = along(pan.translation.held(within: SurfaceDrag.bound)) / length
    let fraction = scrub.caught + (isReversed ? -dragged : dragged)
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.scrub(to: fraction) }
    return scrub
  }

  private mutating func complete(at time: Seconds, _ end: TransitionAnimator.End) -> Position {
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
  private mutating func comeToRest() {
    if let next { tuning = next }
    next = nil
  }

  /// Takes on other numbers, at rest at once and else when the transition under way has ended; a tile
  /// at rest is laid out anew.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    if animator == nil, !hold.isOn { self.tuning = tuning } else { next = tuning }
  }

  /// Moves forward to `time`, to the end of the transition if that comes before.
  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    now = time
    guard isRunning, let finish = animator?.end else { return }
    guard let end = animator?.advance(to: time) else {
      return pause(at: finish, into: &journal)
    }
    let rest = complete(at: finish, end)
    journal.noteArrival(as: .settled, at: end.rawValue, rest, at: finish)
  }

  /// Takes in what the hand did.
  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
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
  private mutating func begin(named name: String, into journal: inout Journal) {
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

/// Which way a transition goes on after a release.
public enum TransitionRule: String, Hashable, Sendable, CaseIterable {
  /// Back when the hand goes against the first direction, to the end when it goes with it, and as
  /// before without a velocity.
  ///
  /// Source: "Interactive animations with UIViewPropertyAnimator", the block game.
  case opposite
  /// The same with a velocity, and to the nearer position without one.
  case oppositeOrNearest
  /// To the position nearer to where the velocity would take it.
  case projected
}

/// How a transition goes on after a release.
public enum TransitionContinuation: String, Hashable, Sendable, CaseIterable {
  /// At the pace that its duration and its duration factor give, whatever the hand's velocity.
  case pace
  /// Along a curve of its own, for that time.
  case curve
  /// On a spring that takes the hand's velocity over.
  case spring
}

extension TransitionScenario {
  /// Sends the tile on, or back, and notes why.
  private mutating func letGo(_ release: Hold<Scrub>.Release, into journal: inout Journal) {
    let estimate = release.estimate
    switch release.from {
    case .idle: return
    case .pressed(goesOn: false): if animator == nil { comeToRest() }
    case .pressed(goesOn: true): decide(estimate, into: &journal)
    case .dragging:
      // The drift of a lifting finger is no movement.
      if !release.isCancelled, estimate.velocity.length > tuning.deadBand {
        choose(estimate.velocity)
      }
      decide(estimate, into: &journal)
    }
  }

  private mutating func decide(_ estimate: VelocityEstimate, into journal: inout Journal) {
    guard let animator else { return comeToRest() }
    let velocity = estimate.velocity.held(within: SurfaceDrag.bound)
    let speed = along(velocity).magnitude > tuning.deadBand.value ? along(velocity) : 0
    let projected =
      animator.value + along(velocity) * tuning.projection.value
      / max(displacement.length.value, 1e-9)
    let isBack: Bool
    let reason: Decision.Reason
    switch tuning.rule {
    case .projected: (isBack, reason) = (projected < 0.5, .projected)
    case .opposite where speed == 0: (isBack, reason) = (animator.isReversed, .thresholdVelocity)
    case .oppositeOrNearest where speed == 0: (isBack, reason) = (animator.value < 0.5, .nearest)
    case .opposite, .oppositeOrNearest: (isBack, reason) = (speed < 0, .thresholdVelocity)
    }
    let ends = [
      RestCandidate(name: "start", position: origin),
      RestCandidate(name: "end", position: origin + displacement),
    ]
    let rest = origin + displacement * projected
    let target = ends[isBack ? 0 : 1]
    journal.note(
      Decision(
        target: target.name, targetPosition: target.position, projected: rest, velocity: velocity,
        estimate: estimate, from: "start",
        reason: estimate.reason == .cancelled ? .cancelled : reason,
        rests: ends
      ), at: now)
    run(isReversed: isBack, velocity: velocity)
  }

  private mutating func run(isReversed: Bool, velocity: Velocity) {
    let (now, factor, length) = (now, tuning.durationFactor, displacement.length.value)
    let timing: TransitionTiming =
      switch tuning.continuation {
      case .pace: .pace
      case .curve: .curve(tuning.continuationCurve)
      case .spring: .spring(tuning.spring, velocity: handed(velocity) / length)
      }
    ask { (animator) throws(TransitionAnimator.Misuse) in
      try animator.setReversed(isReversed, at: now)
      try animator.continueRunning(at: now, durationFactor: factor, timing: timing)
    }
  }

  /// How fast the tile goes along its way under a hand that moves with `velocity`, in points per
  /// second: not at all where it is held at an end that the hand goes beyond.
  private func handed(_ velocity: Velocity) -> Double {
    guard let animator else { return 0 }
    let speed = along(velocity)
    let isHeld = speed > 0 ? animator.value >= 1 : animator.value <= 0
    return isHeld ? 0 : speed * animator.slope
  }
}

extension TransitionScenario {
  /// What a tile that waits at its end is asked to finish it.
  static let finishing = "finish"

  /// Waits at the end that it came to at `time`, if it did.
  private mutating func pause(at time: Seconds, into journal: inout Journal) {
    guard let animator, animator.state == .paused else { return }
    journal.noteArrival(
      as: .paused, at: animator.isReversed ? "start" : "end", motion.position, at: time)
  }

  /// Completes a transition that waits at its end.
  private mutating func finish(into journal: inout Journal) {
    guard let end: TransitionAnimator.End = animator.map({ $0.isReversed ? .start : .end }) else {
      return
    }
    ask { (animator) throws(TransitionAnimator.Misuse) in
      try animator.stop(withoutFinishing: false)
      _ = try animator.finish(at: end)
    }
    let rest = complete(at: now, end)
    journal.noteArrival(as: .settled, at: end.rawValue, rest, at: now)
  }
}

extension RunEvent.Kind {
  /// A transition came to its end and waits there, without a completion.
  public static let paused = RunEvent.Kind(rawValue: "paused")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario: Scenario {
  public static let name = "transition"
  public static let meaning = "A tile that is scrubbed from position to position, sent on or back."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    runSettings + continuationSettings
    + Setting.spring(
      "spring", { $1(&$0.spring) }, "on which it goes on", dampingRatios: 0.01...20,
      sources: (
        "Wave's sheet sample, 0.8",
        "ours; twice as slow as Wave's spring under the finger, 0.2 s"
      ))
    + ruleSettings

  private static let runSettings: [Setting<Tuning>] = [
    Setting(
      "distance.x", unit: "pt", .number(0...100_000) { $1(&$0.distance.x) },
      "How far apart the positions are horizontally; 0 for no way.",
      source: "ours; a tile of a game with two in the width of a phone", describesSituation: true),
    Setting(
      "distance.y", unit: "pt", .number(0...100_000) { $1(&$0.distance.y) },
      "How far apart the positions are vertically; 0 for no way.",
      source: "ours; a tile of a game with two in the width of a phone", describesSituation: true),
    Setting(
      "duration", unit: "s", .number(0.001...100) { $1(&$0.duration) },
      "How long the tile takes from position to position.",
      source: "ours; long enough to catch the tile on its way"),
    Setting(
      "curve", .word { $1(&$0.curve) }, "How it runs when nobody has touched it.",
      source: "Apple, UIView.AnimationCurve, whose default is easeInOut"),
    Setting(
      "durationFactor", .number(0...100) { $1(&$0.durationFactor) },
      "The time left after a release as a fraction of the duration; 0 keeps the pace.",
      source: "'Interactive animations with UIViewPropertyAnimator', 0"),
    Setting(
      "scrubsLinearly", .flag { $1(&$0.scrubsLinearly) },
      "Whether the tile follows the finger rather than the curve while it is scrubbed.",
      source: "Apple, UIViewPropertyAnimator.scrubsLinearly, true"),
    Setting(
      "pausesOnCompletion", .flag { $1(&$0.pausesOnCompletion) },
      "Whether the tile waits at its end, to be scrubbed again or finished.",
      source: "Apple, UIViewPropertyAnimator.pausesOnCompletion, false"),
    Setting(
      "interruptible", .flag { $1(&$0.interruptible) }, "Whether a hand may catch it in flight.",
      source: "Apple, UIViewPropertyAnimator.isInterruptible, true"),
    Setting(
      "startsAway.x", .flag { $1(&$0.startsAway.x) },
      "Whether it is at the right position at first.",
      source: "ours; at its first place", describesSituation: true),
    Setting(
      "startsAway.y", .flag { $1(&$0.startsAway.y) },
      "Whether it is at the lower position at first.",
      source: "ours; at its first place", describesSituation: true),
  ]

  private static let continuationSettings: [Setting<Tuning>] = [
    Setting(
      "continuation", .word { $1(&$0.continuation) }, "How it goes on after a release.",
      source: "'Interactive animations with UIViewPropertyAnimator', durationFactor: 0"),
    Setting(
      "continuation.curve", .word { $1(&$0.continuationCurve) },
      "The curve on which it goes on, if on one.",
      source: "ours; a hand has moved it already, so it does not set off again"),
  ]

  private static let ruleSettings: [Setting<Tuning>] = [
    Setting(
      "rule", .word { $1(&$0.rule) }, "Which way it goes on after a release.",
      source: "ours; the block game's, but without a velocity it goes to the nearer position"),
    Setting(
      "release.deadBand", unit: "pt/s", .number(0...100_000) { $1(&$0.deadBand) },
      "The speed up to which a release counts as one without a velocity.",
      source: "ours; above the 20 pt/s at which a resting finger drifts as it lifts"),
    Setting(
      "release.projection", unit: "s", .number(0...100) { $1(&$0.projection) },
      "For how long the velocity is thought to go on.",
      source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "started in a direction", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "the hand leaves", .resting),
    .init(.pressed, "the hand leaves what it has caught", .settling),
    .init(.dragging, "release: decision, on or back", .settling),
    .init(.dragging, "release without a direction", .resting),
    .init(.settling, "a touch catches it", .pressed),
    .init(.settling, "at an end: the positions are swapped, or it waits", .resting),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("fraction", "How far the animator is in its direction, 0 to 1.") {
        $0.animator?.fraction ?? 0
      },
      Field("reversed", "Whether the animator runs back.") { $0.animator?.isReversed ?? false },
      Field("direction", "The way that the first movement chose; null without one.") {
        $0.direction?.rawValue
      },
      Field("animator", "Its state: inactive, running, paused or stopped.") {
        ($0.animator?.state ?? .inactive).rawValue
      },
      Field(
        "durationLeft", unit: "s", "How long it runs on, or would if it went on as it began."
      ) { $0.durationLeft },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "", [FieldDescription("fraction", "How far the animator was, 0 to 1.")]),
    EventDescription(
      .paused, "The transition came to its end and waits there.",
      [
        FieldDescription("target", "The end."),
        FieldDescription("x", unit: "pt", "Where the tile is, horizontally."),
        FieldDescription("y", unit: "pt", "Where the tile is, vertically."),
      ]),
  ]

  public var isAtRest: Bool { !hold.isOn && !isRunning }
  public var isGone: Bool { false }
  public var targets: [String] { ["start", "end"] }
  public var destinations: [String] {
    Direction.allCases.map { $0.rawValue } + (tuning.pausesOnCompletion ? [Self.finishing] : [])
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle(let name): begin(named: name, into: &journal)
    }
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    let motion = motion
    let isBack = animator?.isReversed ?? false
    return Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched,
      position: motion.position, velocity: motion.velocity,
      target: isBack ? origin : origin + displacement, progress: animator?.value ?? 0)
  }

  /// How long the animator runs on; one that does not run, as it began.
  private var durationLeft: Seconds {
    guard let animator, animator.state != .inactive else { return .zero }
    return animator.end.map { max(.zero, $0 - now) }
      ?? animator.duration * max(0, 1 - animator.fraction)
  }

  /// Where the tile is and how fast it goes.
  private var motion: (position: Position, velocity: Velocity) {
    let speed = speed
    return (
      origin + displacement * (animator?.value ?? 0),
      Velocity(
        x: PointsPerSecond(displacement.x.value * speed),
        y: PointsPerSecond(displacement.y.value * speed))
    )
  }

  /// How fast the tile goes, in whole ways per second.
  private var speed: Double {
    guard let scrub = hold.drag else { return animator?.speed ?? 0 }
    return direction == nil ? 0 : handed(scrub.velocity) / max(displacement.length.value, 1e-9)
  }

  private var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging: .dragging
    case .idle: isRunning ? .settling : .resting
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
      curves: [
        SceneCurve(
          "progress of the way", isEdge: true, value: { $0.progress },
          rate: { frame in
            let isBack = [Direction.left, .up].contains {
              frame.own["direction"] == .text($0.rawValue)
            }
            // It goes along one axis, and a way of no length has no pace.
            let pace = [
              (frame.velocity.x, tuning.distance.x), (frame.velocity.y, tuning.distance.y),
            ].reduce(0.0) { $1.1 > .zero ? $0 + $1.0.value / $1.1.value : $0 }
            return isBack ? -pace : pace
          })
      ]
    ) { frame in
      let least = min(tuning.distance.x, tuning.distance.y)
      let side = max(
        Points(20), (least > .zero ? least : max(tuning.distance.x, tuning.distance.y)) * 0.85)
      let first = (stage.screen - tuning.distance) / 2
      func tile(_ role: SceneLayer.Role, _ offset: Position) -> SceneLayer {
        SceneLayer(
          role, SceneBox(centre: first + offset, diameter: side), cornerRadius: Points(14))
      }
      let ends = [
        Position.zero, Position(x: tuning.distance.x, y: .zero),
        Position(x: .zero, y: tuning.distance.y),
        tuning.distance,
      ]
      return ends.map { tile(.outline, $0) } + [tile(.surface, frame.position)]
    }
  }
}
