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

  enum State: Hashable {
    /// At rest.
    case resting
    /// Held without a pan; `wasMoving` when it was caught.
    case pressed(wasMoving: Bool)
    /// A pan moves it.
    case dragging(Grip)
    /// It moves by itself.
    case coasting(x: ScrollCourse, y: ScrollCourse)
  }

  private(set) var tuning: Tuning
  private(set) var limits: DragLimits
  /// Whether the content scrolls along each axis.
  private(set) var scrolls: (x: Bool, y: Bool)
  var state = State.resting
  var place: Position
  /// The way of the pan so far, also along axes on which the content does not scroll.
  private var way = Planar<Points>.zero
  private(set) var finger: Position?
  private(set) var isTouched = false
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
    switch state {
    case .resting where isBeyond:
      coast(from: here.position, velocity: .zero)
      journal.noteRetarget(from: from, to: name(of: destination), at: now)
    case .pressed where isBeyond: state = .pressed(wasMoving: true)
    case .dragging(let grip):
      state = .dragging(grip.regrabbed(within: limits, after: onAxes(way)))
    case .coasting: coast(from: here.position, velocity: here.velocity)
    case .resting, .pressed: break
    }
  }
}

extension ScrollScenario {
  /// Where the content is and how fast it moves.
  var motion: (position: Position, velocity: Velocity) {
    switch state {
    case .resting, .pressed: (place, .zero)
    case .dragging(let grip): (grip.shown, grip.limits.shown(grip.velocity, at: grip.unlimited))
    case .coasting(let x, let y):
      {
        let (x, y) = (x.motion(at: now), y.motion(at: now))
        return (
          Position(x: x.position, y: y.position), Velocity(x: x.velocity, y: y.velocity)
        )
      }()
    }
  }

  /// Moves forward to `time`, noting the edges that are met and the end on the way.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    let last = now
    now = time
    guard case .coasting(let x, let y) = state else { return }
    let rest = Position(x: x.destination, y: y.destination)
    let ends = [x.end, y.end].compactMap { $0 }
    let end = ends.count == 2 ? ends.max() : nil
    noteEdges(x, y, after: last, upTo: min(time, end ?? time), into: &journal)
    guard let end, end <= time else { return }
    place = rest
    state = .resting
    journal.noteArrival(as: .settled, at: name(of: rest), rest, at: end)
  }

  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    switch event {
    case .touchDown(let place):
      touchDown(at: place, into: &journal)
    case .force: break  // It is all the same how hard content is held.
    case .panBegan(let pan):
      begin(pan, into: &journal)
    case .panChanged(let pan, let live):
      drag(by: pan, velocity: live.velocity)
    case .panEnded(let pan, let estimate):
      journal.noteEnd(of: pan, as: .panEnded, estimate, at: now)
      drag(by: pan, velocity: estimate.velocity)
      release(estimate, into: &journal)
    case .panCancelled(let pan, _):
      journal.noteEnd(of: pan, as: .panCancelled, .none(.cancelled), at: now)
      drag(by: pan, velocity: .zero)
      release(.none(.cancelled), into: &journal)
    case .touchUp:
      lift(as: .touchUp, .none(.tooFew), into: &journal)
    case .touchCancelled:
      lift(as: .touchCancelled, .none(.cancelled), into: &journal)
    case .gap(let count):
      journal.noteGap(resynchronizedEvents: count, at: now)
    }
  }

  private mutating func touchDown(at place: Position?, into journal: inout Journal) {
    isTouched = true
    finger = place
    journal.noteTouchDown(at: place, isHit: true, at: now)
    switch state {
    case .resting: state = .pressed(wasMoving: false)
    case .coasting:
      let caught = motion
      journal.noteCatch(of: caught, headingFor: name(of: destination), at: now)
      self.place = caught.position
      state = .pressed(wasMoving: true)
    case .pressed, .dragging: break  // Content is held by one hand at a time.
    }
  }

  private mutating func begin(_ pan: Pan, into journal: inout Journal) {
    finger = pan.location
    journal.noteBegin(of: pan, at: now)
    guard case .pressed = state else { return }
    let held = limits.including(place)
    state = .dragging(Grip(grabbed: held.wished(place), limits: held))
    drag(by: pan, velocity: .zero)
  }

  private mutating func drag(by pan: Pan, velocity: Velocity) {
    if isTouched { finger = pan.location }
    guard case .dragging(var grip) = state else { return }
    way = pan.translation
    grip.translation = onAxes(way)
    grip.velocity = onAxes(velocity)
    state = .dragging(grip)
    place = grip.shown
  }

  /// `pair` with only the axes along which the content scrolls, in bounds.
  private func onAxes<Component>(_ pair: Planar<Component>) -> Planar<Component> {
    let pair = pair.held(within: Grip.bound)
    return Planar(x: scrolls.x ? pair.x : .zero, y: scrolls.y ? pair.y : .zero)
  }

  private mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    if case .pressed = state { journal.noteLift(as: kind, from: finger, at: now) }
    release(estimate, into: &journal)
  }

  /// The hand has left: lets the content go on, and notes where it will come to rest.
  private mutating func release(_ estimate: VelocityEstimate, into journal: inout Journal) {
    isTouched = false
    finger = nil
    let handed: Velocity
    switch state {
    case .resting, .coasting: return
    case .pressed(wasMoving: false):
      state = .resting
      return
    case .pressed(wasMoving: true): handed = .zero
    case .dragging(let grip):
      handed = grip.limits.shown(thrown(onAxes(estimate.velocity)), at: grip.unlimited)
    }
    coast(from: place, velocity: handed)
    note(estimate, rest: destination, into: &journal)
  }
}
