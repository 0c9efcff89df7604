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
    let here = drive.state(at: now)
    if let nearest = geometry.candidates.nearest(to: heldPlace) { home = nearest }
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
    let grip = currentGrip(at: here.position)
    var estimate = estimate
    let hand = estimate.velocity.held(within: Grip.bound)
    estimate.velocity = geometry.onAxes(estimate.velocity)
    var context = ReleaseContext(
      candidates: geometry.candidates, position: grip.shown, unlimited: grip.unlimited,
      start: home.name, estimate: estimate, mean: meanVelocity(of: grip),
      touch: touch ?? grip.shown, screen: geometry.screen, hidden: geometry.hidden,
      wayOut: geometry.wayOut, hand: hand, gain: grip.gain)
    context.isCaught = wasCaught
    let decision = permitted(behaviour.policy.decide(context), context)
    journal.note(.decision, at: now, decision.logFields)
    if decision.reason == .dismissVetoed {
      journal.note(.attempted, at: now, [LogField("target", .text(decision.target))])
    }
    if let candidate = geometry.candidate(
      named: decision.target, near: decision.targetPosition)
    {
      home = candidate
    }
    let handed = grip.limits.shown(
      behaviour.policy.capped(estimate.velocity) * (geometry.gain.handedOn ?? grip.gain),
      at: grip.unlimited)
    let target = target(of: decision, from: here.position, handed)
    launch(
      (here.position, behaviour.policy.handed(handed, along: target - here.position)), to: target,
      isLeaving: decision.target == Decision.gone)
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

  /// How the surface is held; a hand without a pan holds it where it is.
  private func currentGrip(at position: Position) -> Grip {
    if case .dragging(let grip) = state { return grip }
    let limits = geometry.limits.including(position)
    return Grip(grabbed: limits.wished(position), limits: limits)
  }
}
