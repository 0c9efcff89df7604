import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// Content that scrolls under the hand, runs out by friction, and bounces at its edges.
///
/// Its position is the y of the upper edge of the content: 0 at the top, negative further down.
public struct ScrollScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How high the content is.
    ///
    /// Source: ours; a little over four screens of a phone.
    public var contentHeight = Points(3_600)

    /// The share of the velocity that is left after a millisecond; unitless.
    ///
    /// Source: `UIScrollView.DecelerationRate.normal`.
    public var rate = 0.998

    /// How readily the rubber band follows at first; unitless, above 0, at most 1.
    ///
    /// Source: the scroll view curve as reverse engineered by @chpwn (2012), 0.55.
    public var stiffness = 0.55

    /// The spring at an edge that a fling runs into.
    ///
    /// Source: fluid-scroll, critical, response 0.575 s.
    public var bounce = Spring(dampingRatio: 1, response: Seconds(0.575))

    /// The spring that brings the content back when the hand lets go beyond an edge.
    ///
    /// Source: ours; quicker than a bounce, because nothing has to be caught up with.
    public var comeBack = Spring(dampingRatio: 1, response: Seconds(0.45))

    /// Whether content that fits the screen can be pulled too.
    ///
    /// Source: UIScrollView, `alwaysBounceVertical`, off.
    public var alwaysBounces = false

    /// How near its end, and how slow, a motion counts as over.
    public var tolerance = SettleTolerance.standard

    /// Creates the standard tuning.
    public init() {}
  }

  enum State: Hashable {
    case resting
    case pressed(wasMoving: Bool)
    case dragging(Grip)
    case moving(Flight)
  }

  /// A motion that nobody holds.
  struct Flight: Hashable {
    var course: BoundedDecay
    var start: Decay.Motion
    var begin: Seconds
    /// When it comes to an edge; nil when it does not.
    var bounce: Seconds?
    /// When it is over; nil when never.
    var end: Seconds?
    var hasBounced = false
  }

  let tuning: Tuning
  let screen: Planar<Points>
  let limits: DragLimits
  private(set) var state = State.resting
  private(set) var finger: Position?
  private(set) var isTouched = false
  /// Where the content rests, or is held.
  private(set) var place = Points.zero
  private var now = Seconds.zero

  /// Creates content at its top.
  ///
  /// - Throws: Nothing yet; any content can be shown on any screen.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    self.tuning = tuning
    screen = stage.screen
    let lowest = min(.zero, stage.screen.y - tuning.contentHeight)
    limits = DragLimits(
      lowest: Position(x: .zero, y: lowest), highest: .zero, reach: stage.screen,
      stiffness: tuning.stiffness, style: .rubberBand)
  }
}

extension ScrollScenario {
  /// Where the content is and how fast it moves.
  var motion: Decay.Motion {
    switch state {
    case .resting, .pressed: Decay.Motion(position: place, velocity: .zero)
    case .dragging(let grip):
      Decay.Motion(
        position: place, velocity: grip.limits.shown(grip.velocity, at: grip.unlimited).y)
    case .moving(let flight): flight.course.motion(after: now - flight.begin, from: flight.start)
    }
  }

  /// Where the content will come to rest; where it is while a hand holds it.
  var destination: Points {
    guard case .moving(let flight) = state else { return place }
    return flight.course.destination(from: flight.start)
  }

  private var edges: ClosedRange<Points> { limits.lowest.y...limits.highest.y }
  private var canMove: Bool { limits.lowest.y < .zero || tuning.alwaysBounces }

  /// Moves forward to `time`, noting the bounce and the end on the way.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    now = time
    guard case .moving(var flight) = state else { return }
    if let bounce = flight.bounce, bounce <= time, !flight.hasBounced {
      flight.hasBounced = true
      state = .moving(flight)
      let velocity = flight.course.motion(after: bounce - flight.begin, from: flight.start).velocity
      journal.note(.bounced, at: bounce, [LogField("vy", .number(velocity.value))])
    }
    guard let end = flight.end, end <= time else { return }
    place = flight.course.destination(from: flight.start)
    state = .resting
    journal.note(
      .settled, at: end,
      [LogField("target", .text(name(of: place))), LogField("y", .number(place.value))])
  }

  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    switch event {
    case .touchDown(let place):
      (isTouched, finger) = (true, place)
      journal.note(.touchDown, at: now, placeFields(place) + [LogField("hit", .flag(true))])
      touchDown(into: &journal)
    case .panBegan(let pan):
      journal.note(.panBegan, at: now, [LogField("pan", .integer(pan.number))])
      begin()
      drag(pan, .zero)
    case .panChanged(let pan, let live): drag(pan, live.velocity)
    case .panEnded(let pan, let estimate):
      journal.note(.panEnded, at: now, panFields(pan) + estimateFields(estimate))
      drag(pan, estimate.velocity)
      release(estimate, into: &journal)
    case .panCancelled(let pan):
      journal.note(.panCancelled, at: now, panFields(pan))
      release(.none(.cancelled), into: &journal)
    case .touchUp: lift(as: .touchUp, .none(.tooFew), into: &journal)
    case .touchCancelled: lift(as: .touchCancelled, .none(.cancelled), into: &journal)
    case .gap(let count):
      journal.note(.gap, at: now, [LogField("resynchronizedEvents", .integer(count))])
    }
  }

  /// Scrolls to the top or the bottom, unless a hand holds the content.
  mutating func scroll(to name: String, into journal: inout Journal) {
    let target: Points
    switch (name, state) {
    case ("top", .resting), ("top", .moving): target = .zero
    case ("bottom", .resting), ("bottom", .moving): target = limits.lowest.y
    default: return
    }
    journal.note(
      .retargeted, at: now,
      [LogField("from", .text(self.name(of: destination))), LogField("target", .text(name))])
    launch(motion, edges: target...target, spring: tuning.comeBack)
  }

  private mutating func touchDown(into journal: inout Journal) {
    switch state {
    case .resting: state = .pressed(wasMoving: false)
    case .moving:
      let caught = motion
      journal.note(
        .caught, at: now,
        [
          LogField("y", .number(caught.position.value)),
          LogField("vy", .number(caught.velocity.value)),
        ])
      place = caught.position
      state = .pressed(wasMoving: true)
    case .pressed, .dragging: break  // The content is held by one hand at a time.
    }
  }

  private mutating func begin() {
    guard case .pressed = state, canMove else { return }
    let held = Position(x: .zero, y: place)
    let limits = limits.including(held)
    state = .dragging(Grip(grabbed: limits.wished(held), limits: limits))
  }

  private mutating func drag(_ pan: Pan, _ velocity: Velocity) {
    finger = isTouched ? pan.location : nil
    guard case .dragging(var grip) = state else { return }
    grip.translation.y = pan.translation.held(within: Grip.bound).y
    grip.velocity.y = velocity.held(within: Self.fastest).y
    state = .dragging(grip)
    place = grip.shown.y
  }

  private mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    if case .pressed = state { journal.note(kind, at: now, placeFields(finger)) }
    release(estimate, into: &journal)
  }

  private mutating func release(_ estimate: VelocityEstimate, into journal: inout Journal) {
    defer { (isTouched, finger) = (false, nil) }
    let velocity: PointsPerSecond
    switch state {
    case .resting, .moving: return
    case .pressed(wasMoving: false):
      state = .resting
      return
    case .pressed(wasMoving: true): velocity = .zero
    case .dragging(let grip):
      let hand = Velocity(x: .zero, y: estimate.velocity.held(within: Self.fastest).y)
      velocity = grip.limits.shown(hand, at: grip.unlimited).y
    }
    let isBeyond = !edges.contains(place)
    launch(
      Decay.Motion(position: place, velocity: velocity), edges: edges,
      spring: isBeyond ? tuning.comeBack : tuning.bounce)
    note(estimate, into: &journal)
  }

  /// A faster hand counts as this fast.
  ///
  /// Source: Flutter, BouncingScrollPhysics, 40,000 logical pixels per second.
  private static var fastest: Double { 40_000 }

  private mutating func launch(
    _ start: Decay.Motion, edges: ClosedRange<Points>, spring: Spring
  ) {
    let course = BoundedDecay(decay: Decay(rate: tuning.rate), spring: spring, edges: edges)
    let crossing = course.crossing(from: start)
    let settling = course.settleTime(from: start, within: tuning.tolerance)
    state = .moving(
      Flight(
        course: course, start: start, begin: now,
        bounce: crossing.flatMap { $0.time > .zero ? now + $0.time : nil },
        end: settling.map { now + $0 }))
  }

  private func note(_ estimate: VelocityEstimate, into journal: inout Journal) {
    let start = motion
    let free = start.position + Decay(rate: tuning.rate).projectedDistance(start.velocity)
    var decision = Decision(
      target: name(of: destination), targetPosition: Position(x: .zero, y: destination),
      projected: Position(x: .zero, y: free),
      velocity: Velocity(x: .zero, y: start.velocity), velocityReason: estimate.reason,
      from: name(of: start.position), reason: start.velocity == .zero ? .nearest : .projected,
      candidates: [])
    decision.weigh(
      [
        RestCandidate(name: "top", position: .zero),
        RestCandidate(name: "bottom", position: limits.lowest),
      ], from: decision.projected)
    if estimate.reason == .cancelled { decision.reason = .cancelled }
    journal.note(.decision, at: now, decision.logFields)
  }

  private func name(of place: Points) -> String {
    if place >= .zero { return "top" }
    return place <= limits.lowest.y ? "bottom" : "within"
  }
}

extension RunEvent.Kind {
  /// The content ran into an edge.
  static let bounced = RunEvent.Kind(rawValue: "bounced")
}
