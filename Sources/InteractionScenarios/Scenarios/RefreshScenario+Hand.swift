import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

extension RefreshScenario {
  /// Takes in what the hand did.
  mutating func take(_ event: HandEvent, into journal: inout Journal) {
    let isMoving = coasting != nil
    switch hold.receive(event, at: now, isMoving: isMoving, into: &journal) {
    case .pressed: seize(isMoving: isMoving, into: &journal)
    case .grabbed(let pan):
      let drag = PullDrag(of: place, band, lowest: lowest, canArm: canArm)
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
    (place, coasting) = (caught.position, nil)
    canArm =
      !isRefreshing && place < tuning.height && (!tuning.startsAtTop || place >= .zero)
  }

  /// `old` after the pan has moved on, with the list moved; far enough it arms, and back again it
  /// does not.
  private mutating func followed(
    _ old: PullDrag, _ pan: Pan, _ velocity: Velocity, into journal: inout Journal
  ) -> PullDrag {
    var drag = old
    drag.translation = pan.translation.held(within: SurfaceDrag.bound).y
    drag.velocity = velocity.held(within: SurfaceDrag.bound).y
    place = drag.shown
    let needed = old.isArmed ? max(.zero, tuning.height - tuning.hysteresis) : tuning.height
    drag.isArmed = drag.canArm && place >= needed
    if drag.isArmed != old.isArmed {
      journal.note(
        drag.isArmed ? .armed : .disarmed, at: now, [LogField("y", .number(place.value))])
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
    let start = Decay.Motion(position: place, velocity: speed)
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
      velocity: Velocity(x: .zero, y: start.velocity), velocityReason: estimate.reason, from: from,
      reason: fires || isRefreshing || start.position > .zero
        ? .thresholdDistance : start.velocity == .zero ? .nearest : .projected,
      candidates: [])
    if estimate.reason == .cancelled { decision.reason = .cancelled }
    decision.weigh(candidates, from: decision.projected)
    journal.note(.decision, at: now, decision.logFields)
  }
}
