import FrameLogs
import Quantities
import TouchInput

extension DraggableSurface {
  /// A pan takes the surface along.
  mutating func begin(_ pan: Pan, into journal: inout Journal) {
    journal.note(
      .panBegan, at: now,
      [
        LogField("pan", .integer(pan.number)), LogField("fingers", .integer(pan.fingers)),
      ] + placeFields(pan.location))
    guard case .pressed = state else { return }
    let held = drive.state(at: now).position
    let grabbed = geometry.limits.wished(held)
    drive = SpringDrive(
      behaviour.tracking, engine: behaviour.engine, from: held, velocity: .zero, to: held, at: now)
    hold(grabbed: grabbed)
    drag(by: pan, velocity: .zero)
  }

  /// The pan has moved on.
  mutating func drag(by pan: Pan, velocity: Velocity) {
    guard case .dragging(let grabbed, _, _) = state else { return }
    let free = geometry.freedom
    hold(
      grabbed: grabbed, translation: pan.translation,
      velocity: Velocity(x: velocity.x * free.x, y: velocity.y * free.y))
    drive.retarget(to: geometry.limits.shown(unlimited), at: now)
  }

  /// The pan is over, with the hand leaving or the touch taken away.
  mutating func end(
    _ pan: Pan, _ estimate: VelocityEstimate, as kind: RunEvent.Kind, into journal: inout Journal
  ) {
    journal.note(
      kind, at: now,
      [
        LogField("pan", .integer(pan.number)),
        LogField("translationX", .number(pan.translation.x.value)),
        LogField("translationY", .number(pan.translation.y.value)),
      ] + placeFields(pan.location) + estimateFields(estimate))
    let wasDragging = if case .dragging = state { true } else { false }
    if wasDragging {
      drag(by: pan, velocity: estimate.velocity)
      decide(estimate, touch: pan.location, into: &journal)
    }
    release()
  }

  /// The hand has left; without a pan, or just after one that has decided everything.
  mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    switch state {
    case .pressed(let wasMoving):
      journal.note(kind, at: now, placeFields(finger))
      if wasMoving {
        decide(estimate, touch: finger, into: &journal)
      } else {
        rest()
      }
    case .dragging:
      decide(estimate, touch: finger, into: &journal)
    case .resting, .settling, .gone:
      break  // The hand was not on the surface.
    }
    release()
  }

  /// Sets off for another candidate because somebody asked for it; a hand that holds the surface
  /// keeps it.
  mutating func settle(at name: String, into journal: inout Journal) {
    guard let candidate = geometry.candidates.first(where: { $0.name == name }) else { return }
    switch state {
    case .pressed, .dragging, .gone: return
    case .resting, .settling: break
    }
    let here = drive.state(at: now)
    journal.note(
      .retargeted, at: now,
      [LogField("from", .text(home.name)), LogField("target", .text(name))])
    home = candidate
    launch(from: here.position, velocity: here.velocity, to: candidate.position, isLeaving: false)
  }

  private mutating func decide(
    _ estimate: VelocityEstimate, touch: Position?, into journal: inout Journal
  ) {
    let here = drive.state(at: now)
    let wish = unlimited
    let shown = geometry.limits.shown(wish)
    let decision = behaviour.policy.decide(
      ReleaseContext(
        candidates: geometry.candidates, position: shown, unlimited: wish, start: home.name,
        estimate: onAxes(estimate), touch: touch ?? here.position, screen: geometry.screen,
        hidden: geometry.hidden))
    journal.note(.decision, at: now, decision.logFields)
    let isLeaving = decision.target == Decision.gone
    if let candidate = geometry.candidates.first(where: { $0.name == decision.target }) {
      home = candidate
    }
    let handed = behaviour.policy.capped(onAxes(estimate).velocity)
    launch(
      from: here.position, velocity: geometry.limits.shown(handed, at: wish),
      to: decision.targetPosition, isLeaving: isLeaving)
  }

  /// The estimate with only the axes along which the surface moves.
  private func onAxes(_ estimate: VelocityEstimate) -> VelocityEstimate {
    var estimate = estimate
    estimate.velocity.x = estimate.velocity.x * geometry.freedom.x
    estimate.velocity.y = estimate.velocity.y * geometry.freedom.y
    return estimate
  }

  private func estimateFields(_ estimate: VelocityEstimate) -> [LogField] {
    [
      LogField("velocityX", .number(estimate.velocity.x.value)),
      LogField("velocityY", .number(estimate.velocity.y.value)),
      LogField("errorX", .number(estimate.standardError.x.value)),
      LogField("errorY", .number(estimate.standardError.y.value)),
      LogField("samples", .integer(estimate.samplesUsed)),
      LogField("span", .number(estimate.span.value)),
      LogField("degree", .integer(estimate.degree)),
      LogField("velocityReason", .text(estimate.reason.rawValue)),
    ]
  }
}

/// The finger's place as log fields; null where it has none on the screen.
func placeFields(_ place: Position?) -> [LogField] {
  [
    LogField("fingerX", place.map { .number($0.x.value) } ?? .none),
    LogField("fingerY", place.map { .number($0.y.value) } ?? .none),
  ]
}
