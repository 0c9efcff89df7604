public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// A list that is pulled down at its top to load it anew.
///
/// Its position is the y of the list's upper end: zero at the top, negative where the list is
/// scrolled on, positive where it is pulled below.
public struct RefreshScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How far below the top the list is held while it is loaded, and must be shown to arm.
    public var height = Points(80)

    /// How readily the list follows a pull; unitless, above 0, at most 1.
    public var resistance = 0.5

    /// The way of a finger to where a pull arms as a fraction of the screen's height; 0 takes
    /// ``resistance``.
    public var fraction = 0.0

    /// How far a pull can go as a multiple of ``height``; unitless, 1 or more.
    public var limit = 2.0

    /// What happens beyond ``height``.
    public var overscroll = PullStyle.rubberBand

    /// How far an armed pull must go back to be disarmed.
    public var hysteresis = Points(8)

    /// Whether only a pan that begins at the top may arm.
    public var startsAtTop = false

    /// How long it takes to load the list.
    public var duration = Seconds(1)

    /// How long its indicator takes to shrink away afterwards.
    public var scaleOut = Seconds(0.2)

    /// How long the list is.
    public var content = Points(3_000)

    /// How far the list is scrolled on at first.
    public var start = Points(0)

    /// The spring that takes the list to where it is held.
    public var snap = Spring(dampingRatio: 1, response: Seconds(0.15))

    /// The spring that takes it back to the top.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// The fraction of the velocity that is left after a millisecond while the list coasts; unitless.
    public var decelerationRate = 0.998

    /// The speed up to which a release does not throw.
    public var deadBand = PointsPerSecond(30)

    /// The greatest speed of a throw.
    public var cap = PointsPerSecond(8_000)

    /// How near its position, and how slow, the list counts as at rest.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  private var tuning: Tuning
  private var stage: Stage
  /// The hand on it.
  private var hold = Hold<PullDrag>()
  /// What moves it by itself; it rests under a hand.
  private var trajectory: Trajectory
  /// When the loading began that is not over.
  private var begun: Seconds?
  /// When the last loading was over.
  private var finished: Seconds?
  /// Whether a pull of the hand that is down may arm.
  private var canArm = false
  private var now = Seconds.zero

  /// Creates a list that nobody loads.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    self.stage = stage
    let start = -min(tuning.start, max(.zero, tuning.content - stage.screen.y))
    trajectory = Trajectory(resting: Position(x: .zero, y: start))
  }
}

extension RefreshScenario {
  private var isRefreshing: Bool { begun != nil }

  /// Whether it moves by itself.
  private var isMoving: Bool { !trajectory.isResting }

  /// The position of the list when it is scrolled to its end.
  private var lowest: Points { -max(.zero, tuning.content - stage.screen.y) }

  /// How a pull shows: while the list is held, it follows the hand up to there.
  private var band: PullBand {
    let byFraction = stage.screen.y * tuning.fraction
    let pull =
      tuning.fraction > 0 ? max(byFraction, tuning.height) : tuning.height / tuning.resistance
    return PullBand(
      height: tuning.height, pull: isRefreshing ? tuning.height : pull,
      stiffness: tuning.height / pull, reach: tuning.height * (tuning.limit - 1),
      style: tuning.overscroll)
  }

  /// Where the list is and how fast it moves.
  private var motion: Decay.Motion {
    let here = trajectory.state(at: now)
    let velocity = hold.drag.map { $0.shown($0.velocity) }
    return Decay.Motion(position: here.position.y, velocity: velocity ?? here.velocity.y)
  }

  /// Where the list comes to rest by itself; where the hand has put it while one holds it.
  private var destination: Points { trajectory.target.y }

  /// Rests at `position`.
  private mutating func rest(at position: Points) {
    trajectory = Trajectory(resting: Position(x: .zero, y: position))
  }

  /// How large its indicator is, 0 to 1: whole while the list is loaded, then smaller and smaller.
  private var scale: Double {
    if isRefreshing { return 1 }
    guard let finished, tuning.scaleOut > .zero else { return 0 }
    return max(0, 1 - (now - finished) / tuning.scaleOut)
  }

  /// What the position `rest` is called.
  private func name(of rest: Points) -> String {
    if isRefreshing, rest == tuning.height { return "refreshing" }
    return rest == .zero ? "idle" : rest == lowest ? "bottom" : "inside"
  }

  /// Lets the list go on by itself from `start`: to where it is held while it is loaded, back to the
  /// top from below it, and else as far as friction lets it; with `isShown` to where it is held from
  /// anywhere.
  private mutating func coast(from start: Decay.Motion, isShown: Bool = false) {
    let isHeld = isRefreshing && (isShown || start.position >= .zero)
    let top: Points = isRefreshing ? tuning.height : .zero
    let spring = isHeld ? tuning.snap : tuning.comeBack
    trajectory = Trajectory(
      y: Coasting(
        from: start, at: now,
        in: BoundedDecay(
          decay: Decay(rate: tuning.decelerationRate), spring: spring,
          edges: isHeld ? top...top : lowest...top),
        returning: spring, until: tuning.tolerance))
  }

  /// Moves forward to `time`, with what ends on the way in the order of time.
  public mutating func advance(to time: Seconds, isFrame: Bool, into journal: inout Journal) {
    while true {
      let end = isMoving ? trajectory.settleTime(within: tuning.tolerance) : nil
      let arrival = end.map { max($0, now) }
      let loaded = begun.map { max($0 + tuning.duration, now) }
      if let loaded, loaded <= time, loaded <= arrival ?? loaded {
        now = loaded
        finish(by: "time", into: &journal)
      } else if let arrival, arrival <= time {
        now = arrival
        rest(at: destination)
        journal.noteArrival(
          as: .settled, at: name(of: destination), trajectory.target, at: now)
      } else {
        break
      }
    }
    now = time
  }

  /// Begins to load the list.
  private mutating func begin(by cause: String, into journal: inout Journal) {
    begun = now
    journal.note(.refreshBegan, at: now, [LogField("by", .text(cause))])
  }

  /// The list is loaded: it goes back to the top, unless a hand holds it or it is scrolled on.
  private mutating func finish(by cause: String, into journal: inout Journal) {
    let here = motion
    let old = name(of: destination)
    (begun, finished) = (nil, now)
    journal.note(.refreshed, at: now, [LogField("by", .text(cause))])
    switch hold.state {
    case .pressed: if here.position > .zero { hold.unsettle() }
    case .dragging(let drag): hold.drag = drag.regrabbed(band, lowest: lowest)
    case .idle: if isMoving || here.position > .zero { coast(from: here) }
    }
    if isMoving, name(of: destination) != old {
      journal.noteRetarget(from: old, to: name(of: destination), at: now)
    }
  }

  /// Takes on other numbers; what is where it no longer belongs sets off from there.
  public mutating func adapt(
    to tuning: Tuning, stage: Stage, at time: Seconds, into journal: inout Journal
  ) {
    let here = motion
    let old = name(of: destination)
    let isShown = isRefreshing && destination == self.tuning.height
    (self.tuning, self.stage) = (tuning, stage)
    let isAway =
      here.position < lowest || here.position > .zero && here.position != destinationOfRest
    let wasResting = !isMoving
    switch hold.state {
    case .pressed: if isAway { hold.unsettle() }
    case .dragging(let drag): hold.drag = drag.regrabbed(band, lowest: lowest)
    case .idle where isMoving: coast(from: here, isShown: isShown)
    case .idle: if isAway { coast(from: here) }
    }
    if isMoving, wasResting || name(of: destination) != old {
      journal.noteRetarget(from: old, to: name(of: destination), at: now)
    }
  }

  /// Where a list below its top belongs.
  private var destinationOfRest: Points { isRefreshing ? tuning.height : .zero }
}

extension RefreshScenario {
  /// Takes in what the hand did.
  public mutating func receive(
    _ event: HandEvent, at time: Seconds, into journal: inout Journal
  ) {
    let isMoving = isMoving
    switch hold.receive(event, at: now, isMoving: isMoving, into: &journal) {
    case .pressed: seize(isMoving: isMoving, into: &journal)
    case .grabbed(let pan):
      let drag = PullDrag(of: destination, band, lowest: lowest, canArm: canArm)
      hold.drag = followed(drag, pan, .zero, into: &journal)
    case .dragged(let pan, let velocity):
      guard let drag = hold.drag else { return }
      hold.drag = followed(drag, pan, velocity, into: &journal)
    case .released(let release): letGo(release, into: &journal)
    case .sensed, nil: break
    }
  }

  /// A hand takes hold of the list.
  private mutating func seize(isMoving: Bool, into journal: inout Journal) {
    let caught = motion
    if isMoving {
      journal.noteCatch(
        of: (
          Position(x: .zero, y: caught.position), Velocity(x: .zero, y: caught.velocity)
        ), headingFor: name(of: destination), at: now)
    }
    rest(at: caught.position)
    canArm =
      !isRefreshing && caught.position < tuning.height
      && (!tuning.startsAtTop || caught.position >= .zero)
  }

  /// `old` after the pan has moved on, with the list moved; far enough it arms, and back again it
  /// does not.
  private mutating func followed(
    _ old: PullDrag, _ pan: Pan, _ velocity: Velocity, into journal: inout Journal
  ) -> PullDrag {
    var drag = old
    drag.translation = pan.translation.held(within: SurfaceDrag.bound).y
    drag.velocity = velocity.held(within: SurfaceDrag.bound).y
    let pulled = drag.shown
    rest(at: pulled)
    let needed = old.isArmed ? max(.zero, tuning.height - tuning.hysteresis) : tuning.height
    drag.isArmed = drag.canArm && pulled >= needed
    if drag.isArmed != old.isArmed {
      journal.note(
        drag.isArmed ? .armed : .disarmed, at: now, [LogField("y", .number(pulled.value))])
    }
    return drag
  }

  /// The hand has left: an armed pull begins to load the list, and it goes where it belongs.
  private mutating func letGo(_ release: Hold<PullDrag>.Release, into journal: inout Journal) {
    let estimate = release.estimate
    var speed = PointsPerSecond.zero
    var fires = false
    switch release.from {
    case .idle, .pressed(goesOn: false): return
    case .pressed(goesOn: true): break
    case .dragging(var drag):
      if let pan = release.pan { drag = followed(drag, pan, estimate.velocity, into: &journal) }
      speed = drag.shown(thrown(estimate.velocity.held(within: SurfaceDrag.bound).y))
      fires = drag.isArmed && estimate.reason != .cancelled
    }
    let start = Decay.Motion(position: destination, velocity: speed)
    let from = isRefreshing ? "refreshing" : "idle"
    if fires { begun = now }
    coast(from: start)
    note(estimate, start, from: from, fires: fires, into: &journal)
    if fires { begin(by: "hand", into: &journal) }
  }

  /// The velocity of a throw: none up to the dead band, and none above the cap.
  private func thrown(_ velocity: PointsPerSecond) -> PointsPerSecond {
    guard velocity.magnitude > tuning.deadBand else { return .zero }
    return velocity.clamped(to: .zero - tuning.cap...tuning.cap)
  }

  /// Notes where the list goes, and why there.
  private func note(
    _ estimate: VelocityEstimate, _ start: Decay.Motion, from: String, fires: Bool,
    into journal: inout Journal
  ) {
    let candidates = [("idle", Points.zero), ("refreshing", tuning.height)].map { name, y in
      RestCandidate(name: name, position: Position(x: .zero, y: y))
    }
    let rest = Position(x: .zero, y: destination)
    var decision = Decision(
      target: name(of: destination), targetPosition: rest,
      projected: Position(x: .zero, y: start.position),
      velocity: Velocity(x: .zero, y: start.velocity), estimate: estimate, from: from,
      reason: fires || isRefreshing || start.position > .zero
        ? .thresholdDistance : start.velocity == .zero ? .nearest : .projected,
      rests: candidates)
    if estimate.reason == .cancelled { decision.reason = .cancelled }
    journal.note(decision, at: now)
  }
}

extension Phase {
  /// A hand has pulled it far enough.
  public static let armed = Phase(rawValue: "armed")
  /// It is loaded, and held where that shows.
  public static let refreshing = Phase(rawValue: "refreshing")
  /// It is loaded now, and its indicator goes away.
  public static let done = Phase(rawValue: "done")
}

extension RunEvent.Kind {
  /// A pull went far enough.
  public static let armed = RunEvent.Kind(rawValue: "armed")
  /// A pull that was far enough went back.
  public static let disarmed = RunEvent.Kind(rawValue: "disarmed")
  /// Loading began.
  public static let refreshBegan = RunEvent.Kind(rawValue: "refreshBegan")
  /// Loading is over.
  public static let refreshed = RunEvent.Kind(rawValue: "refreshed")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario: Scenario {
  public static let name = "refresh"
  public static let meaning = "A list that is pulled down at its top to load it anew."
  public static var standardTuning: Tuning { Tuning() }

  public static let settings: [Setting<Tuning>] =
    pullSettings
    + Setting.spring(
      "snap", { $1(&$0.snap) }, "to where it is held", dampingRatios: 0.05...20,
      responses: 0.01...20,
      sources: (
        "ours; it stops where it is held and does not swing",
        "ours; after Flutter's 150 ms: to (1 + 2π) e^(−2π) = 1.4 % of its way by then"
      ))
    + Setting.spring(
      "return", { $1(&$0.comeBack) }, "back to the top", dampingRatios: 0.05...20,
      responses: 0.01...20,
      sources: (
        "ours; it comes back and does not swing",
        "ours; as 'scroll' comes back from beyond its edges"
      ))
    + [
      Setting(
        "duration", unit: "s", .number(0...3_600) { $1(&$0.duration) },
        "How long it takes to load the list.",
        source: "ours; as long as a hand will wait"),
      Setting(
        "scaleOut", unit: "s", .number(0...10) { $1(&$0.scaleOut) },
        "How long its indicator takes to shrink away afterwards.",
        source: "Flutter, refresh_indicator.dart, 200 ms"),
      Setting(
        "content.height", unit: "pt", .number(0...1_000_000) { $1(&$0.content) },
        "How long the list is; what fits the screen does not scroll.",
        source: "ours; a list of some fifty rows on a phone", describesSituation: true),
      Setting(
        "start", unit: "pt", .number(0...1_000_000) { $1(&$0.start) },
        "How far it is scrolled on at first.",
        source: "ours; at its top, where it is pulled", describesSituation: true),
      Setting(
        "decelerationRate", .number(0.5...0.9999) { $1(&$0.decelerationRate) },
        "The fraction of the velocity that is left after a millisecond.",
        source: "Apple, UIScrollView.DecelerationRate.normal, 0.998; fast is 0.99"),
    ] + Setting.throwing(deadBand: { $1(&$0.deadBand) }, cap: { $1(&$0.cap) })
    + Setting.settling({ $1(&$0.tolerance) }, of: "A list")

  private static let pullSettings: [Setting<Tuning>] = [
    Setting(
      "height", unit: "pt", .number(1...100_000) { $1(&$0.height) },
      "How far below the top it is held while it is loaded, and must be shown to arm.",
      source: "Compose Material, PullRefreshDefaults.RefreshThreshold, 80 dp"),
    Setting(
      "pull.resistance", .number(0.01...1) { $1(&$0.resistance) }, "How readily it follows a pull.",
      source: "Compose Material, PullRefreshState, 0.5"),
    Setting(
      "pull.fraction", .number(0...1) { $1(&$0.fraction) },
      "The way of a finger that arms as a fraction of the screen; 0 takes pull.resistance.",
      source: "ours; off, because a hand has the same size before any screen"),
    Setting(
      "pull.limit", .number(1...100) { $1(&$0.limit) },
      "How far a pull can go as a multiple of the height.",
      source: "Compose Material, PullRefreshState, twice the threshold"),
    Setting(
      "pull.overscroll", .word { $1(&$0.overscroll) }, "What happens to a pull beyond the height.",
      source: "ours; the rubber band of every other edge. Compose has 'quadratic'"),
    Setting(
      "pull.hysteresis", unit: "pt", .number(0...100_000) { $1(&$0.hysteresis) },
      "How far an armed pull must go back to be disarmed; never above the top.",
      source: "ours; the tremor of a hand that rests at the threshold"),
    Setting(
      "pull.startsAtTop", .flag { $1(&$0.startsAtTop) },
      "Whether only a pan that begins at the top may arm.",
      source: "Compose Material, PullRefreshState, which takes what the list leaves"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "sent to refreshing, or its length changes", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "a pan begins beyond the height", .armed),
    .init(.pressed, "the hand leaves", .resting),
    .init(.pressed, "the hand leaves what it has caught", .settling),
    .init(.pressed, "the hand leaves what is loaded", .refreshing),
    .init(.pressed, "the hand leaves what was loaded", .done),
    .init(.dragging, "pulled to the height", .armed),
    .init(.dragging, "release: decision", .settling),
    .init(.dragging, "release after loading: decision", .done),
    .init(.armed, "pushed back", .dragging),
    .init(.armed, "release: loading begins", .settling),
    .init(.armed, "taken away after loading", .done),
    .init(.settling, "a touch catches it", .pressed),
    .init(.settling, "at the height", .refreshing),
    .init(.settling, "loaded before it is there", .done),
    .init(.settling, "at its position", .resting),
    .init(.refreshing, "loaded, or sent to idle", .done),
    .init(.refreshing, "loaded, without an indicator", .settling),
    .init(.refreshing, "loaded, without an indicator, scrolled on", .resting),
    .init(.refreshing, "a touch", .pressed),
    .init(.done, "a touch", .pressed),
    .init(.done, "sent to refreshing", .settling),
    .init(.done, "its indicator is gone", .settling),
    .init(.done, "at its position, its indicator gone", .resting),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("pull", unit: "pt", "How far below its top the list is shown.") {
        max(.zero, $1.position.y)
      },
      Field("armed", "Whether it is loaded when the hand lets go.") { $0.isArmed },
      Field("refreshing", "Whether it is loaded.") { $0.isRefreshing },
      Field("scale", "How large its indicator is, 0 to 1.") { $0.scale },
    ])

  public static let ownEvents: [EventDescription] = {
    let pulled = [FieldDescription("y", unit: "pt", "How far the list is pulled.")]
    let cause = [FieldDescription("by", "What brought it about.")]
    return [
      EventDescription(.armed, "A pull went far enough.", pulled),
      EventDescription(.disarmed, "A pull that was far enough went back.", pulled),
      EventDescription(.refreshBegan, "Loading began.", cause),
      EventDescription(.refreshed, "Loading is over.", cause),
    ]
  }()

  public var isAtRest: Bool { !isMoving && !hold.isOn && !isRefreshing && scale == 0 }
  public var isGone: Bool { false }
  public var destinations: [String] { ["idle", "refreshing"] }
  public var targets: [String] { destinations + ["inside", "bottom"] }

  /// Loading is begun or ended by a program; a list that a hand holds is not taken from it.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into journal: inout Journal
  ) {
    switch command {
    case .settle("idle") where isRefreshing: finish(by: "program", into: &journal)
    case .settle("refreshing") where !isRefreshing && !hold.isTouched:
      let here = motion
      let old = name(of: destination)
      begin(by: "program", into: &journal)
      coast(from: here, isShown: true)
      journal.noteRetarget(from: old, to: "refreshing", at: now)
    case .settle: break
    }
  }

  public func commonFrame(_ index: Int, at time: Seconds) -> Frame {
    let here = motion
    return Frame(
      index: index, time: time, phase: phase, touching: hold.isTouched,
      position: Position(x: .zero, y: here.position),
      velocity: Velocity(x: .zero, y: here.velocity),
      target: Position(x: .zero, y: destination), progress: here.position / tuning.height)
  }

  /// Whether it is loaded when the hand lets go now.
  private var isArmed: Bool {
    hold.drag?.isArmed ?? false
  }

  private var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging(let drag): drag.isArmed ? .armed : .dragging
    case .idle where isMoving: !isRefreshing && scale > 0 ? .done : .settling
    case .idle where isRefreshing: .refreshing
    case .idle: scale > 0 ? .done : .resting
    }
  }
}

// What it looks like.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario {
  public static func scenery(_ tuning: Tuning, on stage: Stage) -> Scenery {
    Scenery(
      screen: stage.screen,
      curves: [
        SceneCurve(
          "top of the list", along: .y, fingerZero: nil, growsDown: true, isEdge: true)
      ]
    ) { frame in
      let top = frame.position.y
      let width = stage.screen.x - Points(32)
      let rows = SceneLayer.rows(
        SceneBox(x: Points(16), y: top + Points(8), width: width, height: tuning.content))
      let armed = SceneLayer(
        .outline, SceneBox(x: .zero, y: tuning.height, width: stage.screen.x, height: Points(1)),
        label: "")
      let isLoading = frame.own["refreshing"] == .flag(true)
      let isArmed = frame.own["armed"] == .flag(true)
      let pulled = max(0, min(frame.progress, 1))
      let size = max(pulled * (frame.touching || isLoading ? 1 : 0), frame.number("scale"))
      guard size > 0 else { return [rows, armed] }
      let centre = Position(x: stage.screen.x / 2, y: max(top, tuning.height * pulled) / 2)
      let across = Points(40) * size
      // A turn a second while it is loaded, and as far as the pull goes before.
      let angle = isLoading ? 360 * frame.time.value : 300 * pulled
      return [
        rows, armed, .circle(.ground, about: centre, diameter: across),
        .circle(
          .light, about: centre, diameter: across, opacity: isLoading ? 1 : isArmed ? 0.7 : 0),
        SceneLayer(
          .handle, SceneBox(centre: centre, size: Planar(x: Points(5), y: across * 0.7)),
          cornerRadius: Points(2), angle: angle),
      ]
    }
  }
}
