import FrameLogs
import MotionPhysics
import Quantities
import TouchInput

extension DraggableSurface {
  /// Whether a magnet holds the surface while the hand does.
  var isStuck: Bool {
    if case .dragging(let grip) = state { grip.isStuck } else { false }
  }

  /// The point of a surface held by `grip` that a magnet looks at.
  func magnetPoint(of grip: Grip, touch: Position?) -> Position {
    switch geometry.surroundings.magnet?.point ?? .unlimited {
    case .surface: grip.shown
    case .unlimited: grip.unlimited
    case .touch: touch ?? grip.unlimited
    }
  }

  /// How the hand holds the surface at first; in the field of a magnet it may have to leave it first.
  func newGrip(at position: Position, _ limits: DragLimits, touch: Position?) -> Grip {
    var grip = Grip(grabbed: limits.wished(position), limits: limits, gain: currentGain)
    if let magnet = geometry.surroundings.magnet, magnet.entersOnly {
      let point = magnetPoint(of: grip, touch: touch)
      grip.isInert = (point - magnet.centre).length < magnet.radius
    }
    return grip
  }

  /// Moves the surface where `grip` has it: to the magnet that holds it, or under the hand.
  mutating func follow(_ grip: Grip, touch: Position?, into journal: inout Journal) {
    let (grip, wasStuck) = (held(grip, touch: touch), grip.isStuck)
    let here = motion
    state = .dragging(grip)
    guard grip.isStuck != wasStuck else {
      if !grip.isStuck { drive.retarget(to: grip.shown, at: now) }
      return
    }
    if grip.isStuck, let magnet = geometry.surroundings.magnet {
      journal.noteMagnet(.stuck, at: now, isFlung: false)
      drive = SpringDrive(
        behaviour.courses.holding, engine: behaviour.engine, from: here.position,
        velocity: here.velocity, to: magnet.centre, at: now)
    } else {
      comeOff(to: grip, from: here, into: &journal)
    }
  }

  /// Lets the surface go back under the hand that holds it, from a magnet.
  private mutating func comeOff(
    to grip: Grip, from here: (position: Position, velocity: Velocity), into journal: inout Journal
  ) {
    journal.noteMagnet(.unstuck, at: now, isFlung: false)
    drive = SpringDrive(
      behaviour.courses.catchingUp, engine: behaviour.engine, from: here.position,
      velocity: here.velocity, to: grip.shown, at: now)
  }

  /// Takes on the magnet of a geometry that is new under a hand: a surface that one holds goes to it
  /// where it is now, and back under the hand where there is none any more.
  mutating func adaptMagnet(_ grip: Grip, into journal: inout Journal) {
    guard grip.isStuck else { return }
    if let magnet = geometry.surroundings.magnet {
      return drive.retarget(to: magnet.centre, at: now)
    }
    var grip = grip
    (grip.stuckSince, grip.isCatchingUp) = (nil, true)
    state = .dragging(grip)
    comeOff(to: grip, from: drive.state(at: now), into: &journal)
  }

  /// `grip` with what the magnet makes of where the hand is now.
  private mutating func held(_ grip: Grip, touch: Position?) -> Grip {
    var grip = grip
    if grip.isCatchingUp, hasCaughtUp {
      grip.isCatchingUp = false
      let here = drive.state(at: now)
      drive = SpringDrive(
        behaviour.tracking, engine: behaviour.engine, from: here.position,
        velocity: here.velocity, to: drive.target, at: now)
    }
    guard let magnet = geometry.surroundings.magnet else { return grip }
    let point = magnetPoint(of: grip, touch: touch)
    if grip.isInert, (point - magnet.centre).length >= magnet.radius { grip.isInert = false }
    let isStuck =
      !grip.isInert && magnet.holds(point, velocity: grip.velocity, wasHeld: grip.isStuck)
    if grip.isStuck, !isStuck { grip.isCatchingUp = true }
    if isStuck { grip.isCatchingUp = false }
    if isStuck != grip.isStuck { grip.stuckSince = isStuck ? now : nil }
    return grip
  }

  /// Whether the spring that took the surface back under the hand has got there.
  private var hasCaughtUp: Bool {
    drive.settleTime(within: behaviour.tolerance).map { $0 <= now } ?? drive.hasStopped
  }

  /// What a magnet says to a release.
  enum MagnetAnswer: Hashable {
    /// The surface is dismissed at the magnet's centre.
    case dismissed(Position)
    /// It would be, and somebody refuses.
    case refused
    /// It was thrown off a magnet that held it.
    case escaped
  }

  /// What a magnet says to a release; nil when it has no part in it.
  func magnetDecision(
    _ grip: Grip, _ context: ReleaseContext, touch: Position?, into journal: inout Journal
  ) -> MagnetAnswer? {
    guard let magnet = geometry.surroundings.magnet, context.estimate.reason != .cancelled else {
      return nil
    }
    let velocity = context.estimate.velocity
    if grip.isStuck, magnet.isEscaped(velocity) {
      journal.noteMagnet(.unstuck, at: now, isFlung: true)
      return .escaped
    }
    if !grip.isStuck {
      let point = magnetPoint(of: grip, touch: touch)
      guard magnet.isThrown(from: point, velocity: velocity) else { return nil }
    }
    guard !behaviour.vetoesDismissal else { return .refused }
    if !grip.isStuck { journal.noteMagnet(.stuck, at: now, isFlung: true) }
    return .dismissed(magnet.centre)
  }
}

extension Journal {
  /// Notes that a magnet took hold of a surface or let it go, as `kind` says; `isFlung` when it was
  /// thrown there or off.
  fileprivate mutating func noteMagnet(_ kind: RunEvent.Kind, at time: Seconds, isFlung: Bool) {
    note(kind, at: time, [LogField("flung", .flag(isFlung))])
  }
}
