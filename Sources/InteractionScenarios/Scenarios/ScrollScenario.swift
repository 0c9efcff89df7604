import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// Content larger than its view: dragged, thrown, caught, and bouncing at its edges.
///
/// Its position is that of the content's upper left corner in the view: zero at the upper left end,
/// negative where the content is scrolled on. An axis along which the content fits does not scroll.
public struct ScrollScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Sendable {
    /// The size of the content; the view fills the screen.
    ///
    /// Source: ours; a list of some fifty rows on a phone.
    public var content = Planar(x: Points(390), y: Points(3_000))

    /// How far it is scrolled at first.
    public var start = Position(x: .zero, y: Points(600))

    /// The share of the velocity that is left after a millisecond; unitless.
    ///
    /// Source: Apple, `UIScrollView.DecelerationRate.normal`, 0.998; `fast` is 0.99.
    public var decelerationRate = 0.998

    /// The spring at an edge that a fling runs into.
    ///
    /// Source: fluid-scroll, critical, response 0.575 s.
    public var bounce = Spring(dampingRatio: 1, response: Seconds(0.575))

    /// The spring that brings the content back when the hand lets go beyond an edge.
    ///
    /// Source: ours; quicker than a bounce, because nothing has to be caught up with.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// What happens beyond the edges.
    public var limits = LimitStyle.rubberBand

    /// How readily the rubber band follows at first; unitless, above 0, at most 1.
    ///
    /// Source: the scroll view curve as reverse engineered by @chpwn (2012), 0.55.
    public var stiffness = 0.55

    /// Whether content that fits can be pulled beyond its edges.
    ///
    /// Source: Apple, `UIScrollView.alwaysBounceVertical`, false.
    public var alwaysBounces = (x: false, y: false)

    /// The speed up to which a release does not throw.
    ///
    /// Source: ours; a lifting finger drifts at some 20 pt/s.
    public var deadBand = PointsPerSecond(30)

    /// The greatest speed of a throw.
    ///
    /// Source: Flutter, `kMaxFlingVelocity`, 8000 logical pixels per second.
    public var cap = PointsPerSecond(8_000)

    /// How near its place, and how slow, the content counts as at rest.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  private(set) var tuning: Tuning
  private(set) var limits: DragLimits
  /// Whether the content scrolls along each axis.
  private(set) var scrolls: (x: Bool, y: Bool)
  /// The hand on it.
  private(set) var hold = Hold<SurfaceDrag>()
  /// What moves it by itself; nil at rest and under a hand.
  private(set) var coasting: (x: ScrollCourse, y: ScrollCourse)?
  private var place: Position
  private(set) var now = Seconds.zero

  /// Creates content at rest, scrolled as far as it starts or can be.
  public init(tuning: Tuning, stage: Stage) {
    self.tuning = tuning
    (limits, scrolls) = Self.layout(tuning, on: stage)
    place = Position(
      x: max(limits.lowest.x, -tuning.start.x), y: max(limits.lowest.y, -tuning.start.y))
  }

  /// How far the content scrolls, and along which axes.
  private static func layout(
    _ tuning: Tuning, on stage: Stage
  ) -> (DragLimits, (x: Bool, y: Bool)) {
    let hidden = Position(
      x: max(.zero, tuning.content.x - stage.screen.x),
      y: max(.zero, tuning.content.y - stage.screen.y))
    let limits = DragLimits(
      lowest: Position(x: -hidden.x, y: -hidden.y), highest: .zero, reach: stage.screen,
      stiffness: tuning.stiffness, style: tuning.limits)
    return (
      limits,
      (x: hidden.x > .zero || tuning.alwaysBounces.x, y: hidden.y > .zero || tuning.alwaysBounces.y)
    )
  }

  /// Takes on another content or screen; content that is beyond its new edges comes back from there.
  mutating func adapt(to tuning: Tuning, stage: Stage, into journal: inout Journal) {
    let (here, from) = (motion, name(of: place))
    self.tuning = tuning
    (limits, scrolls) = Self.layout(tuning, on: stage)
    let isBeyond = limits.overscroll(here.position) != .zero
    switch hold.state {
    case .pressed: if isBeyond { hold.unsettle() }
    case .dragging(let drag):
      hold.drag = drag.regrabbed(within: limits, after: onAxes(drag.wholeTranslation))
    case .idle where coasting != nil: coast(from: here)
    case .idle:
      guard isBeyond else { return }
      coast(from: (here.position, .zero))
      journal.noteRetarget(from: from, to: name(of: destination), at: now)
    }
  }
}

extension ScrollScenario {
  /// Where the content is and how fast it moves.
  var motion: (position: Position, velocity: Velocity) {
    if let drag = hold.drag {
      return (drag.shown, drag.limits.shown(drag.velocity, at: drag.unlimited))
    }
    guard let (x, y) = coasting.map({ ($0.x.motion(at: now), $0.y.motion(at: now)) }) else {
      return (place, .zero)
    }
    return (Position(x: x.position, y: y.position), Velocity(x: x.velocity, y: y.velocity))
  }

  /// Moves forward to `time`, noting the edges that are met and the end on the way.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    let last = now
    now = time
    guard let (x, y) = coasting else { return }
    let rest = Position(x: x.destination, y: y.destination)
    let ends = [x.end, y.end].compactMap { $0 }
    let end = ends.count == 2 ? ends.max() : nil
    noteEdges(x, y, after: last, upTo: min(time, end ?? time), into: &journal)
    guard let end, end <= time else { return }
    (place, coasting) = (rest, nil)
    journal.noteArrival(as: .settled, at: name(of: rest), rest, at: end)
  }

  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    let isMoving = coasting != nil
    switch hold.receive(event, at: now, isMoving: isMoving, into: &journal) {
    case .pressed:
      guard isMoving else { return }
      let caught = motion
      journal.noteCatch(of: caught, headingFor: name(of: destination), at: now)
      (place, coasting) = (caught.position, nil)
    case .grabbed(let pan):
      hold.drag = followed(SurfaceDrag(of: place, within: limits), pan, .zero)
    case .dragged(let pan, let velocity):
      hold.drag = hold.drag.map { followed($0, pan, velocity) }
    case .released(let release):
      letGo(release, into: &journal)
    case .sensed, nil: break
    }
  }

  /// `drag` after the pan has moved on, with the content moved.
  private mutating func followed(
    _ drag: SurfaceDrag, _ pan: Pan, _ velocity: Velocity
  ) -> SurfaceDrag {
    var drag = drag
    drag.wholeTranslation = pan.translation
    drag.translation = onAxes(pan.translation)
    drag.velocity = onAxes(velocity)
    place = drag.shown
    return drag
  }

  /// `pair` with only the axes along which the content scrolls, in bounds.
  private func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    let pair = pair.held(within: SurfaceDrag.bound)
    return Planar(x: scrolls.x ? pair.x : .zero, y: scrolls.y ? pair.y : .zero)
  }

  /// The hand has left: lets the content go on, and notes where it will come to rest.
  private mutating func letGo(
    _ release: Hold<SurfaceDrag>.Release, into journal: inout Journal
  ) {
    let estimate = release.estimate
    switch release.from {
    case .idle, .pressed(goesOn: false): return
    case .pressed(goesOn: true): coast(from: (place, .zero))
    case .dragging(var drag):
      if let pan = release.pan { drag = followed(drag, pan, estimate.velocity) }
      let thrown = thrown(onAxes(estimate.velocity))
      coast(from: (place, drag.limits.shown(thrown, at: drag.unlimited)))
    }
    note(estimate, rest: destination, into: &journal)
  }
}

extension ScrollScenario {
  /// Lets the content go on by itself.
  private mutating func coast(from start: SurfaceMotion) {
    coasting = courses(
      from: start,
      to: (x: limits.lowest.x...limits.highest.x, y: limits.lowest.y...limits.highest.y))
  }

  /// Scrolls up to the top or down to the bottom, unless a hand holds the content.
  mutating func scroll(to name: String, into journal: inout Journal) {
    guard !hold.isOn, name == "top" || name == "bottom" else { return }
    let here = motion
    let place = here.position
    let target = Position(
      x: place.x.clamped(to: limits.lowest.x...limits.highest.x),
      y: name == "top" ? limits.highest.y : limits.lowest.y)
    guard coasting != nil || target != place else { return }
    journal.noteRetarget(from: self.name(of: place), to: name, at: now)
    coasting = courses(
      from: here, to: (x: target.x...target.x, y: target.y...target.y))
  }

  /// The velocity of a throw: none below the dead band, and none above the cap.
  private func thrown(_ velocity: Velocity) -> Velocity {
    let speed = velocity.length
    guard speed > tuning.deadBand else { return .zero }
    return speed > tuning.cap ? velocity * (tuning.cap / speed) : velocity
  }

  private func courses(
    from start: SurfaceMotion,
    to edges: (x: ClosedRange<Points>, y: ClosedRange<Points>)
  ) -> (x: ScrollCourse, y: ScrollCourse) {
    // What stops at an edge does not swing there; what is beyond it, or sent away, still takes time.
    var bounce = tuning.bounce
    if tuning.limits == .stop { bounce.response = .zero }
    func course(
      _ place: Points, _ velocity: PointsPerSecond, _ edges: ClosedRange<Points>
    ) -> ScrollCourse {
      ScrollCourse(
        from: Decay.Motion(position: place, velocity: velocity), at: now,
        in: BoundedDecay(
          decay: Decay(rate: tuning.decelerationRate), spring: bounce, edges: edges),
        returning: tuning.comeBack, until: tuning.tolerance)
    }
    return (
      x: course(start.position.x, start.velocity.x, edges.x),
      y: course(start.position.y, start.velocity.y, edges.y)
    )
  }
}
