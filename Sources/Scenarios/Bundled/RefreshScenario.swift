public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
import TouchInput

/// A list that reloads when it is pulled down at its top.
///
/// The position of the list is the y coordinate of its upper end: zero at the top, negative if the list is scrolled
/// down, and positive if the list is pulled below the top. A pull *arms* when it has moved the list far enough that a
/// release would reload the list.
public struct RefreshScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Hashable, Sendable {
    /// The distance below the top at which a pull arms, and at which the list stays while it loads.
    public var height = Points(80)

    /// The distance that the list moves for each point of a pull; unitless, above 0, at most 1.
    public var resistance = 0.5

    /// The distance that a finger must move to arm a pull, as a fraction of the height of the screen.
    ///
    /// If the fraction is 0, the distance follows from ``resistance``.
    public var fraction = 0.0

    /// The greatest distance of the list below the top, as a multiple of ``height``; unitless, 1 or more.
    public var limit = 2.0

    /// How the list follows the finger beyond ``height``.
    public var overscroll = PullStyle.rubberBand

    /// The distance that the list must move back to disarm an armed pull.
    public var hysteresis = Points(8)

    /// Whether only a pan that begins while the list is at its top can arm a pull.
    public var startsAtTop = false

    /// The time that loading takes: the setting `duration`.
    public var duration = Seconds(1)

    /// The time in which the indicator shrinks and disappears after loading.
    public var scaleOut = Seconds(0.2)

    /// The height of the list: the setting `content.height`.
    public var content = Points(3_000)

    /// The initial scroll offset of the list: how far it is scrolled down, at most to its end.
    public var start = Points(0)

    /// The spring that moves the list to ``height`` when loading begins.
    public var snap = Spring(dampingRatio: 1, response: Seconds(0.15))

    /// The spring that moves the list back to the top.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// The fraction of its velocity that a coasting list still has after a millisecond; unitless.
    public var decelerationRate = 0.998

    /// The speed at or below which a release does not throw the list.
    public var deadBand = PointsPerSecond(30)

    /// The upper limit for the speed of a throw.
    public var cap = PointsPerSecond(8_000)

    /// The distance and speed below which the list counts as at rest.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  private var tuning: Tuning
  private var screen: Screen
  var hold = Hold<PullDrag>()
  /// The motion of the list without a finger; at rest while a finger holds the list.
  private var trajectory: Trajectory
  /// The time at which the current loading began; nil if the list is not loading.
  private var begun: Seconds?
  /// The time at which the last loading ended; nil if the list has never loaded.
  private var finished: Seconds?
  /// Whether a pull by the current touch can arm.
  private var canArm = false
  private(set) var now = Seconds.zero

  /// Creates a list at rest that is not loading.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    self.screen = screen
    let start = -min(tuning.start, max(.zero, tuning.content - screen.size.y))
    trajectory = Trajectory(resting: Position(x: .zero, y: start))
  }
}

extension RefreshScenario {
  private var isRefreshing: Bool { begun != nil }

  var isMoving: Bool { !trajectory.isResting }

  /// The position of the list when it is scrolled to its end.
  private var lowest: Points { -max(.zero, tuning.content - screen.size.y) }

  /// The mapping from a pull to the position of the list.
  ///
  /// While the list is loading, it follows the finger one to one up to ``Tuning/height`` below its top.
  private var band: PullBand {
    let byFraction = screen.size.y * tuning.fraction
    let pull =
      tuning.fraction > 0 ? max(byFraction, tuning.height) : tuning.height / tuning.resistance
    return PullBand(
      height: tuning.height, pull: isRefreshing ? tuning.height : pull,
      stiffness: tuning.height / pull, reach: tuning.height * (tuning.limit - 1),
      style: tuning.overscroll)
  }

  /// The position and velocity of the list.
  var motion: SurfaceMotion {
    var here = trajectory.state(at: now)
    if let drag = hold.drag { here.velocity.y = drag.shown(drag.velocity) }
    return here
  }

  /// The position and velocity of the list along its only axis.
  private var slide: Decay.Motion {
    let here = motion
    return Decay.Motion(position: here.position.y, velocity: here.velocity.y)
  }

  /// The position at which the list will come to rest; during a drag, its current position.
  private var destination: Points { trajectory.target.y }

  /// Stops the list at `position`.
  private mutating func rest(at position: Points) {
    trajectory = Trajectory(resting: Position(x: .zero, y: position))
  }

  /// The size of the indicator, 0 to 1: 1 while the list is loading, then shrinking to 0.
  private var scale: Double {
    if isRefreshing { return 1 }
    guard let finished, tuning.scaleOut > .zero else { return 0 }
    return max(0, 1 - (now - finished) / tuning.scaleOut)
  }

  /// Returns the name of the rest position `rest`.
  private func name(of rest: Points) -> String {
    if isRefreshing, rest == tuning.height { return "refreshing" }
    return rest == .zero ? "idle" : rest == lowest ? "bottom" : "inside"
  }

  /// Starts the motion of the list without a finger.
  ///
  /// A loading list at or below its top moves to ``Tuning/height``. If `isShown` is true, a loading list moves to this
  /// height from any position. A list that is not loading and is below its top moves back to the top. Any other list
  /// coasts.
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

  /// Advances to `time`, and handles all ends of motions and of loading up to this time, in order of time.
  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    while true {
      let end = isMoving ? trajectory.settleTime(within: tuning.tolerance) : nil
      let arrival = end.map { max($0, now) }
      let loaded = begun.map { max($0 + tuning.duration, now) }
      if let loaded, loaded <= time, loaded <= arrival ?? loaded {
        now = loaded
        finish(by: "time", into: &eventLog)
      } else if let arrival, arrival <= time {
        now = arrival
        rest(at: destination)
        eventLog.noteArrival(
          as: .settled, at: heading, trajectory.target, at: now)
      } else {
        break
      }
    }
    now = time
  }

  private mutating func begin(by cause: String, into eventLog: inout EventLog) {
    begun = now
    eventLog.note(.refreshBegan, at: now, [LogField("by", .text(cause))])
  }

  /// Ends loading; the list moves back to the top, unless a finger holds the list or the list is scrolled down.
  private mutating func finish(by cause: String, into eventLog: inout EventLog) {
    let here = slide
    let old = heading
    (begun, finished) = (nil, now)
    eventLog.note(.refreshed, at: now, [LogField("by", .text(cause))])
    switch hold.state {
    case .pressed: if here.position > .zero { hold.markMoving() }
    case .dragging(let drag): hold.drag = drag.rebased(band, lowest: lowest)
    case .idle: if isMoving || here.position > .zero { coast(from: here) }
    }
    if isMoving, heading != old {
      eventLog.noteRetarget(from: old, to: heading, at: now)
    }
  }

  /// Changes the settings or the screen.
  ///
  /// If the new settings do not allow the list to rest at its current position, the list moves to an allowed position.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) {
    let here = slide
    let old = heading
    let isShown = isRefreshing && destination == self.tuning.height
    (self.tuning, self.screen) = (tuning, screen)
    let isAway =
      here.position < lowest || here.position > .zero && here.position != destinationOfRest
    let wasResting = !isMoving
    switch hold.state {
    case .pressed: if isAway { hold.markMoving() }
    case .dragging(let drag): hold.drag = drag.rebased(band, lowest: lowest)
    case .idle where isMoving: coast(from: here, isShown: isShown)
    case .idle: if isAway { coast(from: here) }
    }
    if isMoving, wasResting || heading != old {
      eventLog.noteRetarget(from: old, to: heading, at: now)
    }
  }

  /// The rest position of a list below its top.
  private var destinationOfRest: Points { isRefreshing ? tuning.height : .zero }
}

extension RefreshScenario {
  mutating func press() -> [LogField] {
    let caught = slide.position
    rest(at: caught)
    canArm = !isRefreshing && caught < tuning.height && (!tuning.startsAtTop || caught >= .zero)
    return []
  }

  mutating func take(_ step: Hold<PullDrag>.Meaning, into eventLog: inout EventLog) {
    switch step {
    case .grabbed(let pan):
      let drag = PullDrag(of: destination, band, lowest: lowest, canArm: canArm)
      hold.drag = followed(drag, pan, .zero, into: &eventLog)
    case .dragged(let pan, let velocity):
      guard let drag = hold.drag else { return }
      hold.drag = followed(drag, pan, velocity, into: &eventLog)
    case .released(let release): letGo(release, into: &eventLog)
    case .pressed, .sensed: break
    }
  }

  /// Moves the list with the pan, and returns the updated drag, which may be armed or disarmed.
  private mutating func followed(
    _ old: PullDrag, _ pan: Pan, _ velocity: Velocity, into eventLog: inout EventLog
  ) -> PullDrag {
    var drag = old
    drag.translation = pan.translation.held(within: SurfaceDrag.bound).y
    drag.velocity = velocity.held(within: SurfaceDrag.bound).y
    let pulled = drag.shown
    rest(at: pulled)
    let needed = old.isArmed ? max(.zero, tuning.height - tuning.hysteresis) : tuning.height
    drag.isArmed = drag.canArm && pulled >= needed
    if drag.isArmed != old.isArmed {
      eventLog.note(
        drag.isArmed ? .armed : .disarmed, at: now, [LogField("y", .number(pulled.value))])
    }
    return drag
  }

  /// Handles the end of a touch: if the pull is armed, loading begins; the list then moves to its target.
  private mutating func letGo(_ release: Hold<PullDrag>.TouchEnd, into eventLog: inout EventLog) {
    let estimate = release.estimate
    var speed = PointsPerSecond.zero
    var fires = false
    switch release.from {
    case .idle, .pressed(goesOn: false): return
    case .pressed(goesOn: true): break
    case .dragging(var drag):
      if let pan = release.pan { drag = followed(drag, pan, estimate.velocity, into: &eventLog) }
      speed = drag.shown(thrown(estimate.velocity.held(within: SurfaceDrag.bound).y))
      fires = drag.isArmed && estimate.reason != .cancelled
    }
    let start = Decay.Motion(position: destination, velocity: speed)
    let from = isRefreshing ? "refreshing" : "idle"
    // `begun` must be set before the motion starts, because a loading list has a different target than an idle list.
    if fires { begun = now }
    coast(from: start)
    note(estimate, start, from: from, fires: fires, into: &eventLog)
    // Loading is noted after the decision, because the log lists a decision before its effects.
    if fires { begin(by: "hand", into: &eventLog) }
  }

  /// Returns the velocity of a throw: zero at or below the dead band, otherwise `velocity` limited to the cap.
  private func thrown(_ velocity: PointsPerSecond) -> PointsPerSecond {
    guard velocity.magnitude > tuning.deadBand else { return .zero }
    return velocity.clamped(to: .zero - tuning.cap...tuning.cap)
  }

  /// Records the decision of a release: the target of the list, and the reason.
  private func note(
    _ estimate: VelocityEstimate, _ start: Decay.Motion, from: String, fires: Bool,
    into eventLog: inout EventLog
  ) {
    let candidates = [("idle", Points.zero), ("refreshing", tuning.height)].map { name, y in
      RestCandidate(name: name, position: Position(x: .zero, y: y))
    }
    let rest = Position(x: .zero, y: destination)
    var decision = Decision(
      target: heading, targetPosition: rest,
      projected: Position(x: .zero, y: start.position),
      velocity: Velocity(x: .zero, y: start.velocity), estimate: estimate, from: from,
      reason: fires || isRefreshing || start.position > .zero
        ? .thresholdDistance : start.velocity == .zero ? .nearest : .projected,
      rests: candidates)
    if estimate.reason == .cancelled { decision.reason = .cancelled }
    eventLog.note(decision, at: now)
  }
}

extension Phase {
  /// The list is pulled so far that a release would load it.
  public static let armed = Phase(rawValue: "armed")
  /// The list is loading, and rests below its top, where the indicator is visible.
  public static let refreshing = Phase(rawValue: "refreshing")
  /// Loading has ended, and the indicator is disappearing.
  public static let done = Phase(rawValue: "done")
}

extension RunEvent.Kind {
  /// A pull has moved the list far enough to arm.
  public static let armed = RunEvent.Kind(rawValue: "armed")
  /// An armed pull has moved back and is not armed any more.
  public static let disarmed = RunEvent.Kind(rawValue: "disarmed")
  /// Loading began.
  public static let refreshBegan = RunEvent.Kind(rawValue: "refreshBegan")
  /// Loading ended.
  public static let refreshed = RunEvent.Kind(rawValue: "refreshed")
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario: HeldScenario {
  public static let name = "refresh"
  public static let meaning = "A list that reloads when it is pulled down at its top."
  public static var standardTuning: Tuning { Tuning() }

  public static let sliders: [SettingSlider] = [
    SettingSlider("pull.resistance", 0.05...1), SettingSlider("pull.limit", 1...6),
    SettingSlider("snap.response", 0.01...1), SettingSlider("snap.dampingRatio", 0.05...2),
    SettingSlider("return.response", 0.01...1.5), .decay("decelerationRate"),
  ]

  public static let settings: [Setting<Tuning>] =
    pullSettings
    + Setting.spring(
      "snap", { $1(&$0.snap) }, "that moves the list to 'height'", dampingRatios: 0.05...20,
      responses: 0.01...20,
      sources: (
        "our choice; critical damping, so that the list stops without oscillating",
        "our choice; Flutter's 150 ms, after which 1.4 % of the distance remain"
      ))
    + Setting.spring(
      "return", { $1(&$0.comeBack) }, "that moves the list back to the top",
      dampingRatios: 0.05...20, responses: 0.01...20,
      sources: (
        "our choice; critical damping, so that the list returns without oscillating",
        "our choice; the same as return.response of the scenario scroll"
      ))
    + [
      Setting(
        "duration", unit: "s", .number(0...3_600) { $1(&$0.duration) },
        "The time that loading takes.",
        source: "our choice; a user is willing to wait this long"),
      Setting(
        "scaleOut", unit: "s", .number(0...10) { $1(&$0.scaleOut) },
        "The time that the indicator takes to disappear after loading.",
        source: "Flutter, refresh_indicator.dart, 200 ms"),
      Setting(
        "content.height", unit: "pt", .number(0...1_000_000) { $1(&$0.content) },
        "The height of the list; a list that fits the screen does not scroll.",
        source: "our choice; this is a list of about fifty rows on a phone",
        describesSituation: true),
      Setting(
        "start", unit: "pt", .number(0...1_000_000) { $1(&$0.start) },
        "The initial scroll offset of the list.",
        source: "our choice; at the top, because only there the list can be pulled",
        describesSituation: true),
      Setting(
        "decelerationRate", .number(0.5...0.9999) { $1(&$0.decelerationRate) },
        "The fraction of the velocity that is left after a millisecond.",
        source: "Apple, UIScrollView.DecelerationRate.normal, 0.998; fast is 0.99"),
    ] + Setting.throwing(deadBand: { $1(&$0.deadBand) }, cap: { $1(&$0.cap) })
    + Setting.settling({ $1(&$0.tolerance) }, of: "A list")

  private static let pullSettings: [Setting<Tuning>] = [
    Setting(
      "height", unit: "pt", .number(1...100_000) { $1(&$0.height) },
      "The distance below the top at which a pull starts loading, and at which the list then waits.",
      source: "Compose Material, PullRefreshDefaults.RefreshThreshold, 80 dp"),
    Setting(
      "pull.resistance", .number(0.01...1) { $1(&$0.resistance) },
      "The distance that the list moves for each point that the finger moves.",
      source: "Compose Material, PullRefreshState, 0.5"),
    Setting(
      "pull.fraction", .number(0...1) { $1(&$0.fraction) },
      "The finger movement that arms a pull, as a fraction of the screen; 0 uses pull.resistance.",
      source: "our choice; off, because a finger moves the same distance on every screen"),
    Setting(
      "pull.limit", .number(1...100) { $1(&$0.limit) },
      "The greatest distance of a pull, as a multiple of 'height'.",
      source: "Compose Material, PullRefreshState, twice the threshold"),
    Setting(
      "pull.overscroll", .word { $1(&$0.overscroll) },
      "The behaviour of a pull beyond 'height'.",
      source: "our choice; the same rubber band as at other edges. Compose has 'quadratic'"),
    Setting(
      "pull.hysteresis", unit: "pt", .number(0...100_000) { $1(&$0.hysteresis) },
      "How far an armed pull must go back to be no longer armed; at most to the top.",
      source: "our choice; a finger that rests at the threshold trembles by less than this"),
    Setting(
      "pull.startsAtTop", .flag { $1(&$0.startsAtTop) },
      "Whether a pan must begin at the top of the list to arm a pull.",
      source: "Compose Material, PullRefreshState, which receives the unused part of a scroll"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "a program starts loading, or the length changes", .settling),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "a pan begins beyond the height", .armed),
    .init(.pressed, "the finger lifts", .resting),
    .init(.pressed, "the finger lifts after catching the list", .settling),
    .init(.pressed, "the finger lifts while loading", .refreshing),
    .init(.pressed, "the finger lifts after loading", .done),
    .init(.dragging, "the pull reaches the height", .armed),
    .init(.dragging, "the pan ends: decision", .settling),
    .init(.dragging, "the pan ends after loading: decision", .done),
    .init(.armed, "the pull goes back", .dragging),
    .init(.armed, "the pan ends: loading begins", .settling),
    .init(.armed, "the pan is cancelled after loading", .done),
    .init(.settling, "a touch catches the list", .pressed),
    .init(.settling, "the list is at the height", .refreshing),
    .init(.settling, "loading ends before the list arrives", .done),
    .init(.settling, "the list is at its position", .resting),
    .init(.refreshing, "loading ends, or a program ends it", .done),
    .init(.refreshing, "loading ends, without an indicator", .settling),
    .init(.refreshing, "loading ends, without an indicator, scrolled down", .resting),
    .init(.refreshing, "a touch", .pressed),
    .init(.done, "a touch", .pressed),
    .init(.done, "a program starts loading", .settling),
    .init(.done, "the indicator is gone", .settling),
    .init(.done, "the indicator is gone, the list at its position", .resting),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("pull", unit: "pt", "The distance of the list below its top.") {
        max(.zero, $1.position.y)
      },
      Field("armed", "Whether a release would load the list.") { $0.isArmed },
      Field("refreshing", "Whether the list is loading.") { $0.isRefreshing },
      Field("scale", "The size of the indicator, 0 to 1.") { $0.scale },
    ])

  public static let ownEvents: [EventDescription] = {
    let pulled = [FieldDescription("y", unit: "pt", "The distance of the list below its top.")]
    let cause = [FieldDescription("by", "The cause: hand, program or time.")]
    return [
      EventDescription(
        .armed, "A pull went so far that a release would now start loading.", pulled),
      EventDescription(
        .disarmed, "A pull went back so far that a release would no longer start loading.", pulled),
      EventDescription(.refreshBegan, "Loading began.", cause),
      EventDescription(.refreshed, "Loading ended.", cause),
    ]
  }()

  public var isAtRest: Bool { !isMoving && !hold.isOn && !isRefreshing && scale == 0 }
  public var destinations: [String] { ["idle", "refreshing"] }
  public var targets: [String] { destinations + ["inside", "bottom"] }

  /// Starts or ends loading; loading does not start while a finger touches the list.
  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    switch command {
    case .settle("idle") where isRefreshing: finish(by: "program", into: &eventLog)
    case .settle("refreshing") where !isRefreshing && !hold.isTouched:
      let here = slide
      let old = heading
      begin(by: "program", into: &eventLog)
      coast(from: here, isShown: true)
      eventLog.noteRetarget(from: old, to: "refreshing", at: now)
    case .settle: break
    }
  }

  var target: Position { trajectory.target }

  var heading: String { name(of: destination) }

  func progress(at position: Position) -> Double { position.y / tuning.height }

  /// Whether a release now would load the list.
  private var isArmed: Bool {
    hold.drag?.isArmed ?? false
  }

  var phase: Phase {
    switch hold.state {
    case .pressed: .pressed
    case .dragging(let drag): drag.isArmed ? .armed : .dragging
    case .idle where isMoving: !isRefreshing && scale > 0 ? .done : .settling
    case .idle where isRefreshing: .refreshing
    case .idle: scale > 0 ? .done : .resting
    }
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RefreshScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    Scenery(
      screen: screen.size,
      curves: [
        SceneCurve(
          "top of the list", along: .y, fingerZero: nil, growsDown: true, isEdge: true)
      ]
    ) { frame in
      let top = frame.position.y
      let width = screen.size.x - Points(32)
      let rows = SceneLayer.rows(
        SceneBox(x: Points(16), y: top + Points(8), width: width, height: tuning.content))
      let armed = SceneLayer(
        .outline, SceneBox(x: .zero, y: tuning.height, width: screen.size.x, height: Points(1)),
        label: "")
      let isLoading = frame.own["refreshing"] == .flag(true)
      let isArmed = frame.own["armed"] == .flag(true)
      let pulled = max(0, min(frame.progress, 1))
      let size = max(pulled * (frame.touching || isLoading ? 1 : 0), frame.number("scale"))
      guard size > 0 else { return [rows, armed] }
      let centre = Position(x: screen.size.x / 2, y: max(top, tuning.height * pulled) / 2)
      let across = Points(40) * size
      // While loading, the indicator turns once per second. Before that, its angle follows the pull.
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
