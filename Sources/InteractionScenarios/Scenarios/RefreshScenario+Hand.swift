import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

extension RefreshScenario {
  /// A hand takes hold of the list.
  mutating func touchDown(at place: Position?, into journal: inout Journal) {
    journal.noteTouchDown(at: place, isHit: true, at: now)
    guard !isTouched else { return }  // A list is held by one hand at a time.
    (isTouched, finger) = (true, place)
    let caught = motion
    if case .coasting = state {
      journal.noteCatch(
        of: (
          Position(x: .zero, y: caught.position), Velocity(x: .zero, y: caught.velocity)
        ), headingFor: name(of: destination), at: now)
      state = .pressed(wasMoving: true)
    } else {
      state = .pressed(wasMoving: false)
    }
    self.place = caught.position
    canArm =
      !isRefreshing && self.place < tuning.height
      && (!tuning.startsAtTop || self.place >= .zero)
  }

  /// A pan takes the list along.
  mutating func begin(_ pan: Pan, into journal: inout Journal) {
    journal.noteBegin(of: pan, at: now)
    if isTouched { finger = pan.location }
    guard case .pressed = state else { return }
    state = .dragging(PullGrip(of: place, band, lowest: lowest, canArm: canArm))
    drag(by: pan, velocity: .zero, into: &journal)
  }

  /// The pan has moved on; far enough it arms, and back again it does not.
  mutating func drag(
    by pan: Pan, velocity: Velocity, into journal: inout Journal
  ) {
    if isTouched { finger = pan.location }
    guard case .dragging(var grip) = state else { return }
    grip.translation = pan.translation.held(within: Grip.bound).y
    grip.velocity = velocity.held(within: Grip.bound).y
    place = grip.shown
    let wasArmed = grip.isArmed
    let needed = wasArmed ? max(.zero, tuning.height - tuning.hysteresis) : tuning.height
    grip.isArmed = grip.canArm && place >= needed
    if grip.isArmed != wasArmed {
      journal.note(
        grip.isArmed ? .armed : .disarmed, at: now, [LogField("y", .number(place.value))])
    }
    state = .dragging(grip)
  }

  /// The pan is over, with the hand leaving or the touch taken away.
  mutating func end(
    _ pan: Pan, _ estimate: VelocityEstimate, as kind: RunEvent.Kind, into journal: inout Journal
  ) {
    journal.noteEnd(of: pan, as: kind, estimate, at: now)
    drag(by: pan, velocity: estimate.velocity, into: &journal)
    letGo(estimate, into: &journal)
  }

  /// The hand has left; without a pan, or just after one that has decided everything.
  mutating func lift(
    as kind: RunEvent.Kind, _ estimate: VelocityEstimate, into journal: inout Journal
  ) {
    if case .pressed = state { journal.noteLift(as: kind, from: finger, at: now) }
    letGo(estimate, into: &journal)
  }

  /// The hand has left: an armed pull begins to load the list, and it goes where it belongs.
  private mutating func letGo(_ estimate: VelocityEstimate, into journal: inout Journal) {
    (isTouched, finger) = (false, nil)
    var start = Decay.Motion(position: place, velocity: .zero)
    var fires = false
    switch state {
    case .resting, .coasting: return
    case .pressed(wasMoving: false):
      state = .resting
      return
    case .pressed(wasMoving: true): break
    case .dragging(let grip):
      let velocity = estimate.velocity.held(within: Grip.bound).y.value
      let speed = min(velocity.magnitude, tuning.cap.value)
      let thrown = velocity.magnitude <= tuning.deadBand.value ? 0 : speed
      start.velocity = grip.shown(PointsPerSecond(velocity < 0 ? -thrown : thrown))
      fires = grip.isArmed && estimate.reason != .cancelled
    }
    let from = isRefreshing ? "refreshing" : "idle"
    if fires { begun = now }
    coast(from: start)
    note(estimate, start, from: from, fires: fires, into: &journal)
    if fires { begin(by: "hand", into: &journal) }
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
