public import FrameLogs
public import MotionPhysics
public import Quantities
public import ReleaseRules
public import Surfaces
public import TouchInput

/// Content that can be scrolled, thrown and caught, and that bounces at its edges.
///
/// The position of the content is its upper left corner in the view. It is zero if the content is not scrolled, and
/// negative if the content is scrolled down or to the right. The content does not scroll along an axis on which it fits
/// the view.
public struct ScrollScenario: Sendable {
  /// The settings, which `flickbook tune` can vary.
  public struct Tuning: Sendable {
    /// The size of the content; the view fills the screen.
    public var content = Planar(x: Points(390), y: Points(3_000))

    /// The initial scroll offset; positive to the right and down, and at most at the end of the content.
    public var start = Position(x: .zero, y: Points(600))

    /// The law by which thrown content slows down.
    public enum FrictionLaw: String, Hashable, Sendable, CaseIterable {
      /// The law of UIScrollView and GTK, with ``Tuning/decelerationRate``.
      case exponential
      /// The law of Qt Quick, with ``Tuning/deceleration``.
      case constant
      /// The law of Chromium, with ``Tuning/deceleration``.
      case chromium
      /// The law of Flutter's clamping scroll views, with ``Tuning/coefficient``.
      case flutter
      /// The law of Android, with ``Tuning/coefficient``.
      case android
    }

    /// The law by which thrown content slows down.
    public var frictionLaw = FrictionLaw.exponential

    /// The fraction of its velocity that coasting content still has after a millisecond; unitless.
    public var decelerationRate = 0.998

    /// The deceleration of thrown content, in points per second squared.
    public var deceleration = 1_500.0

    /// The friction coefficient of Android and Flutter; unitless.
    public var coefficient = 0.015

    /// The longest time by which a browser predicts the finger beyond its last report, and shows the content there;
    /// zero if the content stays under the finger.
    public var prediction = Seconds.zero

    /// The movement of the content divided by the movement of the fingers on a touchpad; unitless.
    public var touchpadFactor = 1.0

    /// The time at which a throw starts.
    public enum ThrowStart: String, Hashable, Sendable, CaseIterable {
      /// The lift of the finger.
      case lift
      /// The last report of the finger that moved the content, as in Chromium.
      case report
      /// The frame of 1/60 s that is nearest to the lift, as in GTK.
      case nearestFrame
      /// The last frame of 1/60 s before the lift, as in Qt.
      case lastFrame
    }

    /// The time at which a throw starts.
    public var throwStart = ThrowStart.lift

    /// How much velocity of an earlier throw, which the finger caught, is added to a new throw.
    public enum Accumulation: String, Hashable, Sendable, CaseIterable {
      /// No velocity.
      case none
      /// A multiple of the velocity that the earlier throw would have now, along each axis. The factor is 0 if the new
      /// velocity is opposite to this velocity or less than 0.33 times as high, and 1 if both velocities are equal.
      /// Otherwise, it is linear in the new velocity, and at most 6.
      ///
      /// Source: GTK, `gtkscrolledwindow.c`; checked against GTK 4.8.3.
      case gtk
    }

    /// How much velocity of an earlier throw, which the finger caught, is added to a new throw.
    public var accumulation = Accumulation.none

    /// True if the content moves as soon as a finger beyond an edge turns back; only for limits that stop the content.
    ///
    /// If the value is false, the finger must first return to the place where the content stopped.
    public var forgetsExcess = false

    /// Whether content that is caught at more than 100 pt/s follows the finger without a slop.
    public var catchesWithoutSlop = false

    /// The spring at the edges, which takes over when coasting content reaches an edge.
    public var bounce = Spring(dampingRatio: 1, response: Seconds(0.575))

    /// The spring that moves the content back after a release beyond an edge.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// How the content follows the finger beyond its edges.
    public var limits = LimitStyle.rubberBand

    /// The slope of the rubber band at the edge: the movement of the content divided by the movement of the finger,
    /// above 0, at most 1.
    public var stiffness = 0.55

    /// Whether content that fits the view along an axis can be pulled beyond its edges along that axis.
    public var alwaysBounces = (x: false, y: false)

    /// The speed at or below which a release does not throw the content.
    public var deadBand = PointsPerSecond(30)

    /// The upper limit for the speed of a throw.
    public var cap = PointsPerSecond(8_000)

    /// The distance and speed below which the content counts as at rest.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  private var tuning: Tuning
  private var limits: DragLimits
  /// Whether the content scrolls along each axis.
  private var scrolls: (x: Bool, y: Bool)
  var hold = Hold<SurfaceDrag>()
  /// The motion of the content without a finger; at rest while a finger holds the content.
  private var trajectory: Trajectory
  private(set) var now = Seconds.zero
  /// The time of the last report that moved the content.
  private var reportedAt = Seconds.zero
  /// The motion that the last catch ended.
  private var caught: Trajectory?

  /// Creates content at rest, scrolled by the start offset, or to its end if the offset is larger.
  public init(tuning: Tuning, screen: Screen) {
    self.tuning = tuning
    (limits, scrolls) = Self.layout(tuning, on: screen)
    trajectory = Trajectory(
      resting: Position(
        x: max(limits.lowest.x, -tuning.start.x), y: max(limits.lowest.y, -tuning.start.y)))
  }

  /// Returns the limits of scrolling, and the axes along which the content scrolls.
  private static func layout(
    _ tuning: Tuning, on screen: Screen
  ) -> (DragLimits, (x: Bool, y: Bool)) {
    let hidden = Position(
      x: max(.zero, tuning.content.x - screen.size.x),
      y: max(.zero, tuning.content.y - screen.size.y))
    let limits = DragLimits(
      lowest: Position(x: -hidden.x, y: -hidden.y), highest: .zero, reach: screen.size,
      stiffness: tuning.stiffness, style: tuning.limits)
    return (
      limits,
      (x: hidden.x > .zero || tuning.alwaysBounces.x, y: hidden.y > .zero || tuning.alwaysBounces.y)
    )
  }

  /// Changes the settings or the screen; content that is beyond its new edges moves back to them.
  public mutating func adapt(
    to tuning: Tuning, screen: Screen, at time: Seconds, into eventLog: inout EventLog
  ) {
    let (here, from) = (motion, name(of: trajectory.target))
    self.tuning = tuning
    (limits, scrolls) = Self.layout(tuning, on: screen)
    let isOverscrolled = limits.overscroll(here.position) != .zero
    switch hold.state {
    case .pressed: if isOverscrolled { hold.markMoving() }
    case .dragging(let drag):
      hold.drag = drag.rebased(within: limits, after: onAxes(drag.wholeTranslation))
    case .idle where !trajectory.isResting: coast(from: here)
    case .idle:
      guard isOverscrolled else { return }
      coast(from: (here.position, .zero))
      eventLog.noteRetarget(from: from, to: heading, at: now)
    }
  }
}

extension ScrollScenario {
  var motion: SurfaceMotion {
    if let drag = hold.drag {
      return (drag.shown, drag.limits.shown(drag.velocity, at: drag.unlimited))
    }
    return trajectory.state(at: now)
  }

  /// Advances to `time`, and records when the content reaches an edge and when it comes to rest.
  public mutating func advance(to time: Seconds, isFrame: Bool, into eventLog: inout EventLog) {
    let last = now
    now = time
    if tuning.prediction > .zero, var drag = hold.drag, drag.frame > last {
      show(&drag, at: time)
      hold.drag = drag
    }
    guard !trajectory.isResting else { return }
    let (rest, end) = (trajectory.target, trajectory.end(from: last, within: tuning.tolerance))
    noteEdges(after: last, upTo: min(time, end ?? time), into: &eventLog)
    guard let end, end <= time else { return }
    trajectory = Trajectory(resting: rest)
    eventLog.noteArrival(as: .settled, at: name(of: rest), rest, at: end)
  }

  mutating func press() -> [LogField] {
    guard isMoving else { return [] }
    caught = trajectory
    let here = trajectory.state(at: catchTime)
    if tuning.catchesWithoutSlop { hold.followAtOnce(caughtWith: here.velocity) }
    trajectory = Trajectory(resting: here.position)
    return []
  }

  mutating func take(_ step: Hold<SurfaceDrag>.Meaning, into eventLog: inout EventLog) {
    switch step {
    case .grabbed(let pan):
      let gain = hold.finger == nil ? tuning.touchpadFactor : 1
      var drag = SurfaceDrag(of: trajectory.target, within: limits, gain: gain)
        .resampled(limit: tuning.prediction)
      includeSlop(of: pan, in: &drag)
      hold.drag = followed(drag, pan, .zero)
    case .dragged(let pan, let velocity):
      hold.drag = hold.drag.map { followed($0, pan, velocity) }
    case .released(let release):
      letGo(release, into: &eventLog)
    case .pressed, .sensed: break
    }
  }

  /// Moves the content with the pan, and returns the updated `drag`.
  private mutating func followed(
    _ drag: SurfaceDrag, _ pan: Pan, _ velocity: Velocity
  ) -> SurfaceDrag {
    var drag = drag
    // Until the end of its first frame, a pan of Qt has no translation.
    if pan.translation == .zero { includeSlop(of: pan, in: &drag) }
    drag.wholeTranslation = pan.translation
    let last = drag.translation
    drag.translation = onAxes(pan.translation)
    drag.velocity = onAxes(velocity * drag.gain)
    if drag.translation != last { reportedAt = now }
    drag.report(at: now)
    show(&drag, at: now)
    return drag
  }

  /// Moves content that follows the finger at once by the movement that the pan has left out.
  private func includeSlop(of pan: Pan, in drag: inout SurfaceDrag) {
    if hold.followsAtOnce { drag.include(onAxes(pan.leftOut)) }
  }

  /// Moves the content to the position of `drag` at `time`.
  private mutating func show(_ drag: inout SurfaceDrag, at time: Seconds) {
    drag.show(at: time)
    if tuning.forgetsExcess, tuning.limits == .stop, drag.frame <= time { drag.forgetExcess() }
    trajectory = Trajectory(resting: drag.shown)
  }

  /// Returns `pair` limited to `SurfaceDrag.bound`, and zero along the axes on which the content does not scroll.
  private func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    let pair = pair.held(within: SurfaceDrag.bound)
    return Planar(x: scrolls.x ? pair.x : .zero, y: scrolls.y ? pair.y : .zero)
  }

  /// Handles the end of a touch: starts coasting, and records where the content will come to rest.
  private mutating func letGo(
    _ release: Hold<SurfaceDrag>.TouchEnd, into eventLog: inout EventLog
  ) {
    let estimate = release.estimate
    switch release.from {
    case .idle, .pressed(goesOn: false): return
    case .pressed(goesOn: true): coast(from: (trajectory.target, .zero))
    case .dragging(var drag):
      if let pan = release.pan { drag = followed(drag, pan, estimate.velocity) }
      show(&drag, at: max(now, drag.frame))
      let velocity = accumulated(thrown(onAxes(estimate.velocity * drag.gain)))
      caught = nil
      coast(
        from: (trajectory.target, drag.limits.shown(velocity, at: drag.unlimited)),
        at: throwStart)
    }
    note(estimate, rest: target, into: &eventLog)
  }
}

extension ScrollScenario {
  /// The time at which the throw after a release starts.
  ///
  /// Source: Chromium, `fling_controller.cc`; GTK, `gdkframeclockidle.c`, which rounds the time between two frames to a
  /// frame.
  private var throwStart: Seconds {
    switch tuning.throwStart {
    case .lift: now
    case .nearestFrame: DisplayFrames.nearest(to: now)
    case .lastFrame: DisplayFrames.last(before: now)
    case .report: DisplayFrames.start(ofThrowAfter: reportedAt, lift: now)
    }
  }

  /// The time of the position at which a touch stops the content.
  ///
  /// A browser, GTK or Qt moves the content only in its frames, so a touch stops the content at its position in the last
  /// frame before the touch.
  private var catchTime: Seconds {
    switch tuning.throwStart {
    case .lift: now
    case .report, .nearestFrame, .lastFrame: DisplayFrames.last(before: now)
    }
  }

  /// Starts coasting from `start` at `time`; if `time` is nil, at the current time.
  private mutating func coast(from start: SurfaceMotion, at time: Seconds? = nil) {
    trajectory = coasting(
      from: start, at: time ?? now,
      to: (x: limits.lowest.x...limits.highest.x, y: limits.lowest.y...limits.highest.y))
  }

  /// Scrolls to the top or to the bottom, unless a finger holds the content.
  private mutating func scroll(to name: String, into eventLog: inout EventLog) {
    guard !hold.isOn, name == "top" || name == "bottom" else { return }
    let here = motion
    let position = here.position
    let target = Position(
      x: position.x.clamped(to: limits.lowest.x...limits.highest.x),
      y: name == "top" ? limits.highest.y : limits.lowest.y)
    guard !trajectory.isResting || target != position else { return }
    eventLog.noteRetarget(from: self.name(of: position), to: name, at: now)
    trajectory = coasting(
      from: here, at: now, to: (x: target.x...target.x, y: target.y...target.y))
  }

  /// Returns the velocity of a throw: zero at or below the dead band, otherwise `velocity` limited to the cap.
  private func thrown(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    guard speed > tuning.deadBand else { return .zero }
    return speed > tuning.cap ? velocity * (tuning.cap / speed) : velocity
  }

  /// Returns `thrown`, the velocity of a throw, plus the part of the caught motion's velocity that the tuning adds.
  private func accumulated(_ thrown: Velocity) -> Velocity {
    guard tuning.accumulation == .gtk, let earlier = caught?.state(at: throwStart).velocity else {
      return thrown
    }
    func sum(_ thrown: PointsPerSecond, _ earlier: PointsPerSecond) -> PointsPerSecond {
      let floor = earlier * 0.33
      guard earlier != .zero, (thrown - floor).value * earlier.value >= 0 else { return thrown }
      return thrown + earlier * min((thrown - floor) / (earlier - floor), 6)
    }
    return Velocity(x: sum(thrown.x, earlier.x), y: sum(thrown.y, earlier.y))
  }

  private func coasting(
    from start: SurfaceMotion, at time: Seconds,
    to edges: (x: ClosedRange<Points>, y: ClosedRange<Points>)
  ) -> Trajectory {
    // With the style `stop`, content that coasts into an edge stops there at once. The spring `comeBack` still moves
    // content that is beyond an edge, and content that a command scrolls.
    var bounce = tuning.bounce
    if tuning.limits == .stop { bounce.response = .zero }
    func axis(
      _ position: Points, _ velocity: PointsPerSecond, _ edges: ClosedRange<Points>, _ view: Points
    ) -> Coasting {
      Coasting(
        from: Decay.Motion(position: position, velocity: velocity), at: time,
        in: BoundedDecay(
          friction: tuning.friction(along: view), spring: bounce, edges: edges),
        returning: tuning.comeBack, until: tuning.tolerance)
    }
    return Trajectory(
      x: axis(start.position.x, start.velocity.x, edges.x, limits.reach.x),
      y: axis(start.position.y, start.velocity.y, edges.y, limits.reach.y))
  }
}

extension ScrollScenario.Tuning {
  /// Returns the law of friction with its constant, in a view whose length is `view`.
  fileprivate func friction(along view: Points) -> Friction {
    switch frictionLaw {
    case .exponential: .exponential(Decay(rate: decelerationRate))
    case .constant: .constant(deceleration: deceleration)
    case .chromium: .chromium(deceleration: deceleration, longest: view.value * 3)
    case .flutter: .flutter(coefficient: coefficient)
    case .android: .android(coefficient: coefficient)
    }
  }
}

extension Phase {
  /// The content coasts between its edges and slows down.
  public static let scrolling = Phase(rawValue: "scrolling")
  /// The spring at an edge moves the content.
  public static let bouncing = Phase(rawValue: "bouncing")
}

extension RunEvent.Kind {
  /// Coasting content reached an edge.
  public static let bounced = RunEvent.Kind(rawValue: "bounced")
}

extension ScrollScenario {
  /// Returns the name of a rest position, such as `top` or `bottom-left`; `inside` if the content rests at no edge.
  private func name(of rest: Position) -> String {
    func end(_ position: Points, _ low: Points, _ scrolls: Bool, _ names: (String, String))
      -> String
    {
      guard scrolls else { return "" }
      return position == .zero ? names.0 : position == low ? names.1 : ""
    }
    let vertical = end(rest.y, limits.lowest.y, scrolls.y, ("top", "bottom"))
    let horizontal = end(rest.x, limits.lowest.x, scrolls.x, ("left", "right"))
    let names = [vertical, horizontal].filter { !$0.isEmpty }
    return names.isEmpty ? "inside" : names.joined(separator: "-")
  }

  /// Records when the content reaches edges after `last` and up to `time`, in order of time.
  private func noteEdges(
    after last: Seconds, upTo time: Seconds, into eventLog: inout EventLog
  ) {
    let met = trajectory.crossings
      .filter { $0.1.time > last && $0.1.time <= time }
      .sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
    for (axis, crossing) in met {
      eventLog.note(
        .bounced, at: crossing.time,
        [
          LogField("axis", .text(axis)), LogField("edge", .number(crossing.edge.value)),
          LogField("velocity", .number(crossing.motion.velocity.value)),
        ])
    }
  }

  /// Records the decision of a release: the position at which the content will come to rest, and the reason.
  private func note(_ estimate: VelocityEstimate, rest: Position, into eventLog: inout EventLog) {
    let (position, velocity) = motion
    let view = limits.reach
    let projected = Position(
      x: position.x + tuning.friction(along: view.x).projectedDistance(velocity.x),
      y: position.y + tuning.friction(along: view.y).projectedDistance(velocity.y))
    let isThrown = velocity != .zero
    eventLog.note(
      Decision(
        target: name(of: rest), targetPosition: rest, projected: projected, velocity: velocity,
        estimate: estimate, from: name(of: position),
        reason: estimate.reason == .cancelled ? .cancelled : isThrown ? .projected : .nearest,
        rests: [RestCandidate(name: name(of: rest), position: rest)]
      ), at: now)
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ScrollScenario: HeldScenario {
  public static let name = "scroll"
  public static let meaning =
    "Content that is scrolled, thrown and caught, and bounces at its edges."
  public static var standardTuning: Tuning { Tuning() }

  public static let sliders: [SettingSlider] = [
    .decay("decelerationRate"), SettingSlider("bounce.response", 0...1.5),
    SettingSlider("bounce.dampingRatio", 0.05...2), SettingSlider("return.response", 0...1.5),
    SettingSlider("limits.stiffness", 0.05...1),
  ]

  public static let settings: [Setting<Tuning>] =
    contentSettings
    + Setting.spring(
      "bounce", { $1(&$0.bounce) }, "for content that coasts into an edge",
      dampingRatios: 0.05...20, zero: "makes the content stop at the edge",
      sources: ("fluid-scroll, critical", "fluid-scroll, 0.575 s"))
    + Setting.spring(
      "return", { $1(&$0.comeBack) }, "after a release beyond an edge", dampingRatios: 0.05...20,
      zero: "makes the content jump back",
      sources: (
        "our choice; critical damping, so that the content returns without oscillating",
        "our choice; faster than a bounce, because there is no velocity to absorb"
      ))
    + edgeSettings
    + Setting.throwing(deadBand: { $1(&$0.deadBand) }, cap: { $1(&$0.cap) })
    + Setting.settling({ $1(&$0.tolerance) }, of: "Content")

  public static func panAxis(_ tuning: Tuning, on screen: Screen) -> PanAxis? {
    switch layout(tuning, on: screen).1 {
    case (true, false): .horizontal
    case (false, true): .vertical
    default: nil
    }
  }

  private static let contentSettings: [Setting<Tuning>] = [
    Setting(
      "content.width", unit: "pt", .number(0...1_000_000) { $1(&$0.content.x) },
      "The width of the content; content that fits the screen does not scroll.",
      source: "our choice; content as wide as a phone does not scroll sideways",
      describesSituation: true),
    Setting(
      "content.height", unit: "pt", .number(0...1_000_000) { $1(&$0.content.y) },
      "The height of the content; content that fits the screen does not scroll.",
      source: "our choice; this is a list of about fifty rows on a phone", describesSituation: true),
    Setting(
      "start.x", unit: "pt", .number(0...1_000_000) { $1(&$0.start.x) },
      "The initial horizontal scroll offset.",
      source: "Apple, UIScrollView.contentOffset, zero", describesSituation: true),
    Setting(
      "start.y", unit: "pt", .number(0...1_000_000) { $1(&$0.start.y) },
      "The initial vertical scroll offset.",
      source: "our choice; from here, the content can scroll up and down", describesSituation: true),
    Setting(
      "decelerationRate", .number(0.5...0.9999) { $1(&$0.decelerationRate) },
      "The fraction of the velocity that is left after a millisecond.",
      source: "Apple, UIScrollView.DecelerationRate.normal, 0.998; fast is 0.99"),
    Setting(
      "friction", .word { $1(&$0.frictionLaw) },
      "The law by which thrown content slows down.",
      source: "our choice; the exponential law of UIScrollView"),
    Setting(
      "friction.deceleration", unit: "pt/s²", .number(1...1_000_000) { $1(&$0.deceleration) },
      "The deceleration of thrown content, for the laws 'constant' and 'chromium'.",
      source: "Qt Quick, Flickable.flickDeceleration, 1500"),
    Setting(
      "friction.coefficient", .number(0.0001...10) { $1(&$0.coefficient) },
      "The friction coefficient, for the laws 'android' and 'flutter'.",
      source: "Android, ViewConfiguration.getScrollFriction, 0.015"),
    Setting(
      "prediction", unit: "s", .number(0...1) { $1(&$0.prediction) },
      """
      The longest time after its last report at which the finger is shown, as in a browser: each frame of 1/60 s shows \
      the finger of 5 ms before, at most half an interval after a report. 0 shows each report.
      """,
      source: "our choice; the content stays under the finger"),
    Setting(
      "factor.touchpad", .number(0.001...1_000) { $1(&$0.touchpadFactor) },
      "The distance by which the content moves per point of a movement on a touchpad.",
      source: "our choice; the content moves as far as the fingers. GTK has 2.5"),
    Setting(
      "throw.start", .word { $1(&$0.throwStart) },
      """
      The time at which a throw starts: the lift, the last report that moved the content, or a frame of 1/60 s, the \
      one nearest to the lift or the last one before it. Except with lift, a touch finds moving content where the last \
      frame showed it.
      """,
      source: "our choice; the finger moves the content until it lifts"),
    Setting(
      "catch.withoutSlop", .flag { $1(&$0.catchesWithoutSlop) },
      """
      Whether content that is caught at more than 100 pt/s follows the finger without a slop, as in Qt. With other \
      recognizers than qt, it jumps to the finger after the slop.
      """,
      source: "our choice; a tap on moving content does not move it"),
    Setting(
      "throw.accumulation", .word { $1(&$0.accumulation) },
      "How much velocity of an earlier throw in the same direction is added to a new throw.",
      source: "our choice; each throw counts alone"),
  ]

  private static let edgeSettings: [Setting<Tuning>] = [
    Setting(
      "limits", .word { $1(&$0.limits) }, "The behaviour beyond the edges.",
      source: "Apple, UIScrollView.bounces, true"),
    Setting(
      "limits.forgets", .flag { $1(&$0.forgetsExcess) },
      """
      Whether the content moves as soon as a finger beyond an edge turns back, and not only when the finger is back at \
      the edge; only for limits that stop the content.
      """,
      source: "our choice; the content is again where the finger took hold of it"),
    Setting(
      "limits.stiffness", .number(0.001...1) { $1(&$0.stiffness) },
      "The slope of the rubber band at the edge; 1 follows the finger one to one.",
      source: "the curve of scroll views as reverse engineered by @chpwn (2012), 0.55"),
    Setting(
      "alwaysBounces.x", .flag { $1(&$0.alwaysBounces.x) },
      "Whether content that is not wider than the screen can be pulled beyond its edges.",
      source: "Apple, UIScrollView.alwaysBounceHorizontal, false"),
    Setting(
      "alwaysBounces.y", .flag { $1(&$0.alwaysBounces.y) },
      "Whether content that is not higher than the screen can be pulled beyond its edges.",
      source: "Apple, UIScrollView.alwaysBounceVertical, false"),
  ]

  public static let machine = StateMachine([
    .init(.resting, "a touch", .pressed),
    .init(.resting, "a program scrolls to an end", .scrolling),
    .init(.resting, "a program scrolls to an end, or the edges change", .bouncing),
    .init(.pressed, "a pan begins", .dragging),
    .init(.pressed, "the finger lifts", .resting),
    .init(.pressed, "the finger lifts after catching the content", .scrolling),
    .init(.pressed, "the finger lifts after catching content beyond an edge", .bouncing),
    .init(.dragging, "the pan ends: decision", .scrolling),
    .init(.dragging, "the pan ends beyond an edge: decision", .bouncing),
    .init(.scrolling, "a touch catches the content", .pressed),
    .init(.scrolling, "the content reaches an edge", .bouncing),
    .init(.scrolling, "the content has slowed down to rest", .resting),
    .init(.bouncing, "a touch catches the content", .pressed),
    .init(.bouncing, "the content is thrown back inside its edges", .scrolling),
    .init(.bouncing, "the content is at its edge", .resting),
  ])

  public static let fields = FieldTable<Self>(
    finger: { $0.hold.finger },
    [
      Field("overscrollX", unit: "pt", "The distance beyond the edges; right is positive.") {
        $0.limits.overscroll($1.position).x
      },
      Field("overscrollY", unit: "pt", "The distance beyond the edges; down is positive.") {
        $0.limits.overscroll($1.position).y
      },
    ])

  public static let ownEvents = [
    EventDescription(
      .bounced, "Coasting content reached an edge.",
      [
        FieldDescription("axis", "The axis of the motion: x or y."),
        FieldDescription("edge", unit: "pt", "The position of the edge."),
        FieldDescription("velocity", unit: "pt/s", "The velocity at the edge."),
      ])
  ]

  var isMoving: Bool { !trajectory.isResting }
  public var destinations: [String] { ["top", "bottom"] }
  public var targets: [String] {
    let vertical = scrolls.y ? ["top", "", "bottom"] : [""]
    let horizontal = scrolls.x ? ["left", "", "right"] : [""]
    return vertical.flatMap { edge in
      horizontal.map { side in
        let names = [edge, side].filter { !$0.isEmpty }
        return names.isEmpty ? "inside" : names.joined(separator: "-")
      }
    }
  }

  public mutating func receive(
    _ command: SurfaceCommand, at time: Seconds, into eventLog: inout EventLog
  ) {
    switch command {
    case .settle(let name): scroll(to: name, into: &eventLog)
    }
  }

  var phase: Phase {
    switch hold.state {
    case .pressed: return .pressed
    case .dragging: return .dragging
    case .idle:
      guard !trajectory.isResting else { return .resting }
      return trajectory.isBouncing(at: now) ? .bouncing : .scrolling
    }
  }

  /// The position at which the content will come to rest; during a drag, its current position.
  var target: Position { hold.drag?.shown ?? trajectory.target }

  var heading: String { name(of: target) }

  /// Returns the scroll offset as a fraction of the greatest offset, along the axis with more hidden content.
  func progress(at position: Position) -> Double {
    let isVertical = limits.lowest.y <= limits.lowest.x
    let range = isVertical ? limits.lowest.y.value : limits.lowest.x.value
    guard range < 0 else { return 0 }
    return (isVertical ? position.y.value : position.x.value) / range
  }
}

// Drawing.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ScrollScenario {
  public static func scenery(_ tuning: Tuning, on screen: Screen) -> Scenery {
    let down = SceneCurve(
      "scrolled down", along: .y, measure: Points(-1), fingerZero: nil, growsDown: true)
    let right = SceneCurve("scrolled right", along: .x, measure: Points(-1), fingerZero: nil)
    let goesRight = tuning.content.x > screen.size.x || tuning.alwaysBounces.x
    let goesDown = tuning.content.y > screen.size.y || tuning.alwaysBounces.y
    let curves = goesRight ? goesDown ? [right, down] : [right] : [down]
    return Scenery(screen: screen.size, curves: curves) { frame in
      let (screen, size) = (screen.size, tuning.content)
      let content = SceneBox(
        x: frame.position.x, y: frame.position.y, width: size.x, height: size.y)
      let isPlanar = size.x > screen.x
      let margin = isPlanar ? Points.zero : Points(16)
      let rows = SceneLayer(
        .content,
        SceneBox(
          x: content.centre.x - size.x / 2 + margin, y: frame.position.y + Points(6),
          width: size.x - margin * 2, height: size.y - Points(12)), cornerRadius: Points(8),
        pitch: Planar(x: isPlanar ? Points(130) : .zero, y: isPlanar ? Points(130) : Points(60)))
      var layers = [SceneLayer(.ground, content), rows]
      func bar(_ fraction: Double, _ start: Double, _ isDown: Bool) -> SceneLayer {
        let view = isDown ? screen.y : screen.x
        let length = max(view * min(fraction, 1), Points(36))
        let from = (view - length) * max(0, min(start, 1))
        let box =
          isDown
          ? SceneBox(x: screen.x - Points(8), y: from, width: Points(4), height: length)
          : SceneBox(x: from, y: screen.y - Points(8), width: length, height: Points(4))
        return SceneLayer(.handle, box, cornerRadius: Points(2))
      }
      if size.y > screen.y {
        layers.append(
          bar(screen.y / size.y, (.zero - frame.position.y) / (size.y - screen.y), true))
      }
      if size.x > screen.x {
        layers.append(
          bar(screen.x / size.x, (.zero - frame.position.x) / (size.x - screen.x), false))
      }
      return layers
    }
  }
}
