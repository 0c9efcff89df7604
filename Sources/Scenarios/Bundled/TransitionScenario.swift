public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
import TouchInput

/// A tile that the finger scrubs, that is, moves back and forth, from one position to another.
///
/// The scenario reproduces the block game of the article "Interactive animations with UIViewPropertyAnimator". The tile
/// has two positions along each axis. The first movement of the finger selects the axis and the direction. From then
/// on, the finger scrubs a `TransitionAnimator`. The release sends the tile to the end of the transition, or back to
/// its start. A finger can catch the moving tile. When the tile reaches the end, start and end are swapped, so that the
/// next gesture can move the tile back.
///
/// The position of the tile is its offset from its upper left position.
public struct TransitionScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Sendable {
    /// The distance between the two positions along each axis.
    public var distance = Planar(x: Points(160), y: Points(160))

    /// The duration of the transition from one position to the other.
    public var duration = Seconds(0.5)

    /// The timing curve of a transition until a finger scrubs it.
    public var curve = TransitionCurve.easeInOut

    /// True if the scrubbed tile stays under the finger; false if the timing curve is applied to the finger's position.
    public var scrubsLinearly = true

    /// Whether the tile waits at the end of the transition until it is scrubbed again or finished by a command.
    public var pausesOnCompletion = false

    /// Whether a finger can catch the moving tile.
    public var interruptible = true

    /// Whether the tile starts at the second of its two positions, along each axis.
    public var startsAway = (x: false, y: false)

    /// The remaining time after a release, as a fraction of the duration; 0 keeps the pace of the transition.
    public var durationFactor = 0.0

    /// How the transition continues after a release.
    public var continuation = TransitionContinuation.pace

    /// The timing curve for the continuation `curve`.
    public var continuationCurve = TransitionCurve.easeOut

    /// The spring for the continuation `spring`.
    public var spring = Spring(dampingRatio: 0.8, response: Seconds(0.4))

    /// The rule that decides at a release whether the transition goes to its end or back to its start.
    public var rule = TransitionRule.oppositeOrNearest

    /// The speed at or below which a release counts as having no velocity.
    public var deadBand = PointsPerSecond(30)

    /// The time for which the release velocity is extrapolated to get the projection.
    public var projection = Seconds(0.499)

    /// Creates the standard tuning.
    public init() {}
  }

  /// The state of a pan that scrubs the tile.
  struct Scrub: Hashable, Sendable {
    /// The fraction of the animator when the pan began, 0 to 1.
    var caught: Double
    var velocity = Velocity.zero
  }

  private var tuning: Tuning
  /// The settings that will apply when the current transition has ended; nil if they have not changed.
  private var next: Tuning?
  var hold = Hold<Scrub>()
  /// The transition that is running, scrubbed or waiting at its end; nil if the tile is at rest.
  private var animator: TransitionAnimator?
  private var direction: Direction?
  /// Whether the current pan has a direction, either from its first movement or from the transition that it caught.
  private var hasChosen = false
  /// Whether the tile rests at the second of its two positions, along each axis.
  private var isAway: (x: Bool, y: Bool)
  private(set) var now = Seconds.zero

  /// Creates a tile at rest at its start position.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    isAway = tuning.startsAway
  }
}

extension TransitionScenario {
  /// The position at which the tile rests, or from which the transition started.
  private var origin: Position {
    Position(
      x: isAway.x ? tuning.distance.x : .zero, y: isAway.y ? tuning.distance.y : .zero)
  }

  /// The displacement from the start to the end of the current transition; zero without a transition.
  private var displacement: Position {
    guard let direction else { return .zero }
    return direction.isHorizontal
      ? Position(x: tuning.distance.x * direction.sign, y: .zero)
      : Position(x: .zero, y: tuning.distance.y * direction.sign)
  }

  /// Whether the transition is running without a finger.
  var isMoving: Bool { animator?.state == .running }

  /// Returns the component of `pair` along the direction; 0 without a direction.
  private func along(_ pair: Planar<some Quantity>) -> Double {
    direction?.along(pair) ?? 0
  }

  /// Selects the direction of the pan from its first velocity that is not zero.
  ///
  /// If the tile cannot move in that direction, it stays in place for the rest of the pan.
  private mutating func choose(_ velocity: Velocity) {
    guard !hasChosen, velocity.isFinite,
      let direction = Direction(of: velocity)
    else { return }
    hasChosen = true
    begin(direction)
    // Scrubbing to 0 pauses the new animator at its start, where the finger takes over.
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

  /// Performs an action on the animator; if the action throws, the animator does not change.
  ///
  /// No action should throw, because the scenario performs only actions that the state of the animator allows.
  private mutating func ask(
    _ action: (inout TransitionAnimator) throws(TransitionAnimator.Misuse) -> Void
  ) {
    guard var asked = animator else { return }
    do { try action(&asked) } catch { return }
    animator = asked
  }

  /// Moves the tile with the pan, and returns the updated `scrub`.
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

  /// Applies settings that changed during the transition, because the tile is at rest now.
  private mutating func comeToRest() {
    if let next { tuning = next }
    next = nil
  }

  /// Changes the settings: immediately if the tile is at rest, otherwise when the current transition has ended.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) {
    if animator == nil, !hold.isOn { self.tuning = tuning } else { next = tuning }
  }

  /// Advances to `time`, and completes the transition if it ends by then.
  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    now = time
    guard isMoving, let finish = animator?.end else { return }
    guard let end = animator?.advance(to: time) else {
      return pause(at: finish, into: &eventLog)
    }
    let rest = complete(at: finish, end)
    eventLog.noteArrival(as: .settled, at: end.rawValue, rest, at: finish)
  }

  func isHit(_ position: Position?) -> Bool { !isMoving || tuning.interruptible }

  mutating func press() -> [LogField] {
    if isMoving { ask { (animator) throws(TransitionAnimator.Misuse) in try animator.pause() } }
    return [LogField("fraction", .number(animator?.fraction ?? 0))]
  }

  mutating func take(_ step: Hold<Scrub>.Meaning, into eventLog: inout EventLog) {
    switch step {
    case .grabbed(let pan):
      hasChosen = direction != nil
      let scrub = Scrub(caught: animator?.fraction ?? 0)
      hold.drag = scrub
      hold.drag = followed(scrub, pan, .zero)
    case .dragged(let pan, let velocity):
      hold.drag = hold.drag.map { followed($0, pan, velocity) }
    case .released(let release): letGo(release, into: &eventLog)
    case .pressed, .sensed: break
    }
  }

  /// Starts a transition from rest in the direction `name`, or finishes a transition that waits at its end.
  private mutating func begin(named name: String, into eventLog: inout EventLog) {
    if !hold.isOn, animator?.state == .paused, name == Self.finishing {
      return finish(into: &eventLog)
    }
    guard animator == nil, !hold.isOn, let direction = Direction(rawValue: name) else { return }
    begin(direction)
    guard animator != nil else { return }
    eventLog.noteRetarget(from: "start", to: name, at: now)
    let now = now
    ask { (animator) throws(TransitionAnimator.Misuse) in try animator.start(at: now) }
  }
}

/// The rule that decides at a release whether a transition goes to its end or back to its start.
public enum TransitionRule: String, Hashable, Sendable, CaseIterable {
  /// The transition goes to its end if the velocity points towards the end, and back if it points towards the start.
  ///
  /// If the release has no velocity, the transition continues in its previous direction.
  ///
  /// Source: "Interactive animations with UIViewPropertyAnimator", the block game.
  case opposite
  /// If the release has a velocity, the rule is `opposite`; if it has none, the tile goes to the nearer position.
  case oppositeOrNearest
  /// The tile goes to the position that is nearer to the projection.
  case projected
}

/// How a transition continues after a release.
public enum TransitionContinuation: String, Hashable, Sendable, CaseIterable {
  /// The transition continues along its curve, at the pace given by `durationFactor`, and ignores the release velocity.
  case pace
  /// The transition continues along `continuationCurve`, and takes the same time as with `pace`.
  case curve
  /// The transition continues on a spring that starts with the velocity of the finger.
  case spring
}

extension TransitionScenario {
  /// Handles the end of a touch: decides where the tile goes, and starts its motion.
  private mutating func letGo(_ release: Hold<Scrub>.TouchEnd, into eventLog: inout EventLog) {
    let estimate = release.estimate
    switch release.from {
    case .idle: return
    case .pressed(goesOn: false): if animator == nil { comeToRest() }
    case .pressed(goesOn: true): decide(estimate, into: &eventLog)
    case .dragging:
      // A finger drifts slowly while it lifts, and this drift must not select a direction.
      if !release.isCancelled, estimate.velocity.length > tuning.deadBand {
        choose(estimate.velocity)
      }
      decide(estimate, into: &eventLog)
    }
  }

  private mutating func decide(_ estimate: VelocityEstimate, into eventLog: inout EventLog) {
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
    eventLog.note(
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

  /// Returns the speed of the tile along its direction if the finger moves with `velocity`, in points per second.
  ///
  /// The speed is 0 if the tile is at an end of the transition and the finger moves beyond this end.
  private func handed(_ velocity: Velocity) -> Double {
    guard let animator else { return 0 }
    let speed = along(velocity)
    let isHeld = speed > 0 ? animator.value >= 1 : animator.value <= 0
    return isHeld ? 0 : speed * animator.slope
  }
}

extension TransitionScenario {
  /// The name of the command that finishes a transition that waits at its end.
  static let finishing = "finish"

  /// Records that the transition reached its end at `time`, if it waits there.
  private mutating func pause(at time: Seconds, into eventLog: inout EventLog) {
    guard let animator, animator.state == .paused else { return }
    eventLog.noteArrival(
      as: .paused, at: heading, motion.position, at: time)
  }

  /// Completes the transition that waits at its end.
  private mutating func finish(into eventLog: inout EventLog) {
    guard let end: TransitionAnimator.End = animator.map({ $0.isReversed ? .start : .end }) else {
      return
    }
    ask { (animator) throws(TransitionAnimator.Misuse) in
      try animator.stop(withoutFinishing: false)
      _ = try animator.finish(at: end)
    }
    let rest = complete(at: now, end)
    eventLog.noteArrival(as: .settled, at: end.rawValue, rest, at: now)
  }
}

extension RunEvent.Kind {
  /// A transition reached its end and waits there without completing.
  public static let paused = RunEvent.Kind(rawValue: "paused")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario: HeldScenario {
  public static let name = "transition"
  public static let meaning =
    "A tile that a finger scrubs between two positions, and that then continues or goes back."
  public static var standardTuning: Tuning { Tuning() }

  public static let sliders = [
    SettingSlider("duration", 0.05...2), SettingSlider("curve"),
    SettingSlider("spring.response", 0...1.5), SettingSlider("spring.dampingRatio", 0.05...2),
    SettingSlider("release.projection", 0...1),
  ]

  public static let settings: [Setting<Tuning>] =
    runSettings + continuationSettings
    + Setting.spring(
      "spring", { $1(&$0.spring) }, "that continues the transition", dampingRatios: 0.01...20,
      sources: (
        "Wave's sheet sample, 0.8",
        "our choice; twice the response of Wave's spring under the finger, 0.2 s"
      ))
    + ruleSettings

  private static let runSettings: [Setting<Tuning>] = [
    Setting(
      "distance.x", unit: "pt", .number(0...100_000) { $1(&$0.distance.x) },
      "The horizontal distance between the positions; 0 if the tile does not move horizontally.",
      source: "our choice; two tiles of the game fit side by side on a phone",
      describesSituation: true),
    Setting(
      "distance.y", unit: "pt", .number(0...100_000) { $1(&$0.distance.y) },
      "The vertical distance between the positions; 0 if the tile does not move vertically.",
      source: "our choice; two tiles of the game fit side by side on a phone",
      describesSituation: true),
    Setting(
      "duration", unit: "s", .number(0.001...100) { $1(&$0.duration) },
      "The duration of the transition from one position to the other.",
      source: "our choice; a user has enough time to catch the tile in motion"),
    Setting(
      "curve", .word { $1(&$0.curve) },
      "The timing curve of a transition that the finger has not touched.",
      source: "Apple, UIView.AnimationCurve, whose default is easeInOut"),
    Setting(
      "durationFactor", .number(0...100) { $1(&$0.durationFactor) },
      "The remaining time after a release, as a fraction of the duration; 0 keeps the speed.",
      source: "'Interactive animations with UIViewPropertyAnimator', 0"),
    Setting(
      "scrubsLinearly", .flag { $1(&$0.scrubsLinearly) },
      "Whether the tile follows the finger instead of the curve while it is scrubbed.",
      source: "Apple, UIViewPropertyAnimator.scrubsLinearly, true"),
    Setting(
      "pausesOnCompletion", .flag { $1(&$0.pausesOnCompletion) },
      "Whether the tile waits at its end until it is scrubbed again or a program finishes it.",
      source: "Apple, UIViewPropertyAnimator.pausesOnCompletion, false"),
    Setting(
      "interruptible", .flag { $1(&$0.interruptible) },
      "Whether a finger can catch the tile in flight.",
      source: "Apple, UIViewPropertyAnimator.isInterruptible, true"),
    Setting(
      "startsAway.x", .flag { $1(&$0.startsAway.x) },
      "Whether the tile starts at its right position instead of its left one.",
      source: "our choice; the tile starts at the upper left position", describesSituation: true),
    Setting(
      "startsAway.y", .flag { $1(&$0.startsAway.y) },
      "Whether the tile starts at its lower position instead of its upper one.",
      source: "our choice; the tile starts at the upper left position", describesSituation: true),
  ]

  private static let continuationSettings: [Setting<Tuning>] = [
    Setting(
      "continuation", .word { $1(&$0.continuation) },
      "How the transition continues after a release.",
      source: "'Interactive animations with UIViewPropertyAnimator', durationFactor: 0"),
    Setting(
      "continuation.curve", .word { $1(&$0.continuationCurve) },
      "The timing curve after a release, if continuation is 'curve'.",
      source: "our choice; the tile is already moving, so the curve does not start slowly"),
  ]

  private static let ruleSettings: [Setting<Tuning>] = [
    Setting(
      "rule", .word { $1(&$0.rule) },
      "The rule that selects the direction after a release.",
      source: "our choice; the block game's rule, but without a velocity the nearer position"),
    Setting(
      "release.deadBand", unit: "pt/s", .number(0...100_000) { $1(&$0.deadBand) },
      "The speed up to which a release counts as having no velocity.",
      source: "our choice; a resting finger drifts at up to 20 pt/s as it lifts"),
    Setting(
      "release.projection", unit: "s", .number(0...100) { $1(&$0.projection) },
      "The projection time: the projection is the position plus the velocity times this time.",
      source: "WWDC 2018, session 803: r / (1 − r) ms at the deceleration rate r = 0.998"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "a program starts the transition", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "the finger lifts", .resting),
    .init(.pressed, "the finger lifts after catching the tile", .settling),
    .init(.dragging, "the pan ends: decision to go on or back", .settling),
    .init(.dragging, "the pan ends without a direction", .resting),
    .init(.settling, "a touch catches the tile", .pressed),
    .init(.settling, "the tile is at an end, where it waits or the positions swap", .resting),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("fraction", "The progress of the animation in its current direction, 0 to 1.") {
        $0.animator?.fraction ?? 0
      },
      Field("reversed", "Whether the animation runs in reverse.") {
        $0.animator?.isReversed ?? false
      },
      Field("direction", "The direction of the first movement; null before the first movement.") {
        $0.direction?.rawValue
      },
      Field("animator", "The state of the animator: inactive, running, paused or stopped.") {
        ($0.animator?.state ?? .inactive).rawValue
      },
      Field(
        "durationLeft", unit: "s",
        "The time until the animation ends; if the animation does not run, at its original speed."
      ) { $0.durationLeft },
    ])

  public static let ownEvents = [
    EventDescription(
      .caught, "", [FieldDescription("fraction", "The progress of the animation, 0 to 1.")]),
    EventDescription(
      .paused, "The transition reached its end and waits there.",
      [
        FieldDescription("target", "The end that was reached: start or end."),
        FieldDescription("x", unit: "pt", "The horizontal position of the tile."),
        FieldDescription("y", unit: "pt", "The vertical position of the tile."),
      ]),
  ]

  public var targets: [String] { ["start", "end"] }
  public var destinations: [String] {
    Direction.allCases.map { $0.rawValue } + (tuning.pausesOnCompletion ? [Self.finishing] : [])
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    switch command {
    case .settle(let name): begin(named: name, into: &eventLog)
    }
  }

  var heading: String { animator?.isReversed == true ? "start" : "end" }

  var target: Position { animator?.isReversed == true ? origin : origin + displacement }

  func progress(at position: Position) -> Double { animator?.value ?? 0 }

  /// The remaining time of the transition; for a paused transition, the time that it would take at its original pace.
  private var durationLeft: Seconds {
    guard let animator, animator.state != .inactive else { return .zero }
    return animator.end.map { max(.zero, $0 - now) }
      ?? animator.duration * max(0, 1 - animator.fraction)
  }

  var motion: SurfaceMotion {
    let speed = speed
    return (
      origin + displacement * (animator?.value ?? 0),
      Velocity(
        x: PointsPerSecond(displacement.x.value * speed),
        y: PointsPerSecond(displacement.y.value * speed))
    )
  }

  /// The speed of the tile along its direction, in fractions of the distance per second.
  private var speed: Double {
    guard let scrub = hold.drag else { return animator?.speed ?? 0 }
    return direction == nil ? 0 : handed(scrub.velocity) / max(displacement.length.value, 1e-9)
  }

  var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging: .dragging
    case .idle: isMoving ? .settling : .resting
    }
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TransitionScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve(
          "progress", isEdge: true, value: { $0.progress },
          rate: { frame in
            let isBack = [Direction.left, .up].contains {
              frame.own["direction"] == .text($0.rawValue)
            }
            // An axis with a distance of zero is skipped, because the tile cannot move along it.
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
      let first = (screen.size - tuning.distance) / 2
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
