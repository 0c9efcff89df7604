public import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

extension RunEvent.Kind {
  /// A dismissal was refused.
  ///
  /// Source: Apple, `UIAdaptivePresentationControllerDelegate`,
  /// `presentationControllerDidAttemptToDismiss`.
  public static let attempted = RunEvent.Kind(rawValue: "attempted")
}

extension EventDescription {
  static let attempted = EventDescription(
    .attempted, "A dismissal was refused.",
    [FieldDescription("target", "Where the surface goes instead.")])
}

extension DraggableSurface {
  /// Whether the hand moves the content of the surface rather than the surface.
  var isWithContent: Bool { share?.isWithContent ?? false }

  /// The pan has left the surface, or its content.
  mutating func letGo(
    _ estimate: VelocityEstimate, touch: Position?, into journal: inout Journal
  ) {
    guard isWithContent else { return decide(estimate, touch: touch, into: &journal) }
    var here = drive.state(at: now)
    if estimate.reason == .cancelled { here.velocity = .zero }
    if let nearest = geometry.candidates.nearest(to: heldPlace) { rest(at: nearest) }
    launch(here, to: home.position, isLeaving: false)
    // The content leaves the surface where it rests, but for what rounding makes of it.
    let isThere = (here.position - home.position).length < Points(1e-9)
    guard isThere, here.velocity == .zero, properties.isEmpty else { return }
    drive = SpringDrive(resting: home.position)
    state = .resting
  }

  /// Lets the policy pick a target, and hands the surface over to the spring that takes it there.
  mutating func decide(
    _ estimate: VelocityEstimate, touch: Position?, into journal: inout Journal
  ) {
    let here = drive.state(at: now)
    var grip = currentGrip(at: here.position)
    var estimate = estimate
    let hand = estimate.velocity.held(within: Grip.bound)
    estimate.velocity = geometry.onAxes(estimate.velocity)
    var context = ReleaseContext(
      candidates: geometry.candidates, position: grip.shown, unlimited: grip.unlimited,
      start: home.name, estimate: estimate, mean: meanVelocity(of: grip),
      touch: touch ?? grip.shown, screen: geometry.screen, hidden: geometry.hidden,
      wayOut: geometry.wayOut, hand: hand, gain: grip.gain, area: geometry.area,
      size: geometry.surroundings.size, origin: home.position)
    context.isCaught = wasCaught
    let magnetic = magnetDecision(grip, context, touch: touch, into: &journal)
    if magnetic == .refused || magnetic == .escaped {
      grip = freed(grip, at: here.position)
      (context.position, context.unlimited) = (grip.shown, grip.unlimited)
    }
    let stashing = magnetic == nil || magnetic == .refused ? stashContext(context) : nil
    var decision = decision(context, stashing)
    switch magnetic {
    case .dismissed(let centre): decision.leave(to: centre, .magnet)
    case .refused: decision.reason = .dismissVetoed
    case .escaped, .none: break
    }
    journal.note(.decision, at: now, decision.logFields)
    if decision.reason == .dismissVetoed {
      journal.note(.attempted, at: now, [LogField("target", .text(decision.target))])
    }
    carryOut(decision, from: here, grip, stashing ?? context)
  }

  /// What the rule says: where to be stashed, or where to rest.
  private func decision(_ context: ReleaseContext, _ stashing: ReleaseContext?) -> Decision {
    guard let stashing else { return permitted(behaviour.policy.decide(context), context) }
    var decision = behaviour.policy.decide(stashing)
    guard stashing.estimate.reason != .cancelled else { return decision }
    let aim = geometry.surroundings.stash?.aim(of: context.estimate.velocity.x, from: stashedSide)
    if let aim, let place = decision.candidates.first(where: { $0.candidate.name == aim }) {
      decision.pick(place.candidate, .stash)
    }
    decision.reason = .stash
    return decision
  }

  /// Sets the surface off as decided.
  private mutating func carryOut(
    _ decision: Decision, from here: (position: Position, velocity: Velocity), _ grip: Grip,
    _ context: ReleaseContext
  ) {
    let handed = handed(context.estimate.velocity, from: here, grip)
    let isLeaving = decision.target == Decision.gone
    if decision.reason == .magnet {
      direction = nil
      return launch(
        (here.position, grip.isStuck ? here.velocity : handed), to: decision.targetPosition,
        isLeaving: true, by: behaviour.courses.holding)
    }
    let target = target(of: decision, from: here.position, handed)
    if !isLeaving { rest(atTargetOf: decision) }
    if !isLeaving, let friction = behaviour.courses.friction {
      return fling((here.position, handed), against: friction, in: context)
    }
    let velocity = behaviour.policy.handed(
      handed, along: target - here.position, travel: context.travel)
    let isStopped = !isLeaving && grip.limits.style == .stop && lag(of: grip) != nil
    launch(
      (here.position, velocity), to: target, isLeaving: isLeaving,
      stoppedBy: isStopped ? grip.limits : nil)
  }

  /// The velocity with which a surface that is `here` sets off when a hand that holds it so lets go
  /// with `velocity`.
  private func handed(
    _ velocity: Velocity, from here: (position: Position, velocity: Velocity), _ grip: Grip
  ) -> Velocity {
    let hand = behaviour.policy.capped(velocity) * (geometry.gain.handedOn ?? grip.gain)
    guard let lag = lag(of: grip) else { return grip.limits.shown(hand, at: grip.unlimited) }
    return grip.limits.handed(hand, at: grip.unlimited, from: here, rate: lag.angularFrequency)
  }

  /// The spring that keeps the surface behind a hand that holds it so; nil when it is where the hand
  /// has put it.
  private func lag(of grip: Grip) -> Spring? {
    let spring = grip.isCatchingUp ? behaviour.courses.catchingUp : behaviour.tracking
    return spring.response > .zero ? spring : nil
  }

  /// Makes the target of `decision` the place to rest at.
  private mutating func rest(atTargetOf decision: Decision) {
    let known = geometry.candidate(named: decision.target, near: decision.targetPosition)
    var place = known ?? RestCandidate(name: decision.target, position: decision.targetPosition)
    place.position = decision.targetPosition
    rest(at: place)
  }

  /// Throws the surface to its home on friction first, within the area or the candidates of
  /// `context`.
  private mutating func fling(
    _ start: (position: Position, velocity: Velocity), against friction: Double,
    in context: ReleaseContext
  ) {
    let places = context.candidates.map(\.position)
    let low = context.area?.lowest ?? places.reduce(home.position) { $0.least($1) }
    let high = context.area?.highest ?? places.reduce(home.position) { $0.most($1) }
    let free = context.area?.free
    func course(
      _ position: Points, _ velocity: PointsPerSecond, _ target: Points,
      _ bounds: ClosedRange<Points>, isFree: Bool
    ) -> FlingThenSpring {
      let start = Decay.Motion(position: position, velocity: velocity)
      let law = isFree ? FlingThenSpring.stopping : FlingThenSpring.reaching
      return law(target, start, bounds, friction, behaviour.settling)
    }
    let x = course(
      start.position.x, start.velocity.x, home.position.x, low.x...high.x, isFree: free == .both)
    let y = course(
      start.position.y, start.velocity.y, home.position.y, low.y...high.y, isFree: free != nil)
    setOff(on: SpringDrive(x: x, y: y, to: home.position, at: now), isLeaving: false)
  }

  /// Where a surface at `place` goes for `decision`: thrown out, straight on the way that it goes
  /// with the velocity that it is handed.
  private mutating func target(
    of decision: Decision, from place: Position, _ handed: Velocity
  ) -> Position {
    direction = decision.leaving?.direction
    guard let leaving = decision.leaving, let wayOut = geometry.wayOut else {
      return decision.targetPosition
    }
    let isThrown = decision.reason == .dismissVelocity && handed != .zero
    let thrown = Position(x: Points(handed.x.value), y: Points(handed.y.value))
    return wayOut.exit(from: place, along: isThrown ? thrown : leaving.way)
  }

  /// The decision, or the one without a dismissal when that is refused.
  private func permitted(_ decision: Decision, _ context: ReleaseContext) -> Decision {
    guard behaviour.vetoesDismissal, decision.target == Decision.gone else { return decision }
    var kept = context
    (kept.hidden, kept.wayOut) = (nil, nil)
    var other = behaviour.policy.decide(kept)
    other.reason = .dismissVetoed
    return other
  }

  /// The whole way of the touch by its whole time; nil when no time has passed.
  private func meanVelocity(of grip: Grip) -> Velocity? {
    let time = now - touchedAt
    guard time > .zero else { return nil }
    return geometry.onAxes(
      Velocity(x: grip.translation.x / time, y: grip.translation.y / time))
  }

  /// Where the hand holds the surface; where it is without one.
  var heldPlace: Position { currentGrip(at: drive.state(at: now).position).shown }

  /// The hold of a surface that comes off a magnet: it is where that has held it until now.
  private func freed(_ grip: Grip, at position: Position) -> Grip {
    guard let since = grip.stuckSince, since < now else { return grip }
    return grip.regrabbed(at: position, within: geometry.limits, gain: grip.gain)
  }

  /// How the surface is held; a hand without a pan holds it where it is.
  private func currentGrip(at position: Position) -> Grip {
    if case .dragging(let grip) = state { return grip }
    let limits = geometry.limits.including(position)
    return Grip(grabbed: limits.wished(position), limits: limits)
  }
}

extension Position {
  /// The smaller component of each axis.
  fileprivate func least(_ other: Position) -> Position {
    Position(x: min(x, other.x), y: min(y, other.y))
  }

  /// The larger component of each axis.
  fileprivate func most(_ other: Position) -> Position {
    Position(x: max(x, other.x), y: max(y, other.y))
  }
}
