import FrameLogs
public import MotionPhysics
public import Quantities
import TouchInput

/// A button that is switched by how hard it is pressed, as the flashlight of a lock screen.
///
/// It switches when the force comes back below a level, after it was above another one, and not again
/// before it was below a third: a finger that trembles at one of them switches once. Its position is
/// that of its centre, which never moves; its progress is how far it has swollen under the finger.
public struct FlashlightScenario: Sendable {
  /// The numbers that `flickbook tune` may change.
  public struct Tuning: Hashable, Sendable {
    /// How wide it is at rest.
    ///
    /// Source: fluid-interfaces at da5c66c, the flashlight's `minWidth`, 50 pt.
    public var width = Points(50)

    /// How wide it is under a finger that presses with all force.
    ///
    /// Source: fluid-interfaces at da5c66c, the flashlight's `maxWidth`, 92 pt.
    public var fullWidth = Points(92)

    /// Where its centre is.
    ///
    /// Source: ours; the middle of a screen of 390 × 844 pt.
    public var centre = Position(x: Points(195), y: Points(422))

    /// How far outside the button at rest a finger may go before it counts as gone.
    ///
    /// Source: fluid-interfaces, `cancelDistance`: half of the width at rest and 20 pt.
    public var slack = Points(20)

    /// The forces at which it changes.
    public var levels = ForceSwitch.Levels()

    /// The force that a finger has on a device that does not tell it; unitless, 0 to 1.
    ///
    /// Source: ours; all of it, so that a tap switches where nothing else could.
    public var untold = 1.0

    /// The spring between the force and the size, under the finger; a response of zero is the force.
    ///
    /// Source: ours; quick, and slow enough to hide the steps of a pressure sensor.
    public var tracking = Spring(dampingRatio: 1, response: Seconds(0.1))

    /// The spring back to rest.
    ///
    /// Source: fluid-interfaces at da5c66c, damping ratio 0.4, response 0.2 s.
    public var settling = Spring(dampingRatio: 0.4, response: Seconds(0.2))

    /// Whether a touch must be on the button to act on it.
    public var hitTest = false

    /// Creates the standard tuning.
    public init() {}
  }

  enum State: Hashable {
    case resting
    /// A finger is on it.
    case pressed
    /// It goes back to its size at rest, which it reaches at `end`; never if that is nil.
    case settling(end: Seconds?)
  }

  /// How near its size at rest, and how slow, it counts as at rest, in shares and shares a second.
  ///
  /// Source: ours; ``SettleTolerance/standard`` on the 42 pt that it swells.
  static let tolerance = SettleTolerance(distance: Points(0.0024), speed: PointsPerSecond(0.12))

  private(set) var tuning: Tuning
  private(set) var state = State.resting
  /// How far it has swollen; a share of the whole, along x.
  private var swelling = SpringDrive(resting: .zero)
  private(set) var force = ForceSwitch()
  private(set) var isOn = false
  private(set) var place: Position?
  private(set) var isTouched = false
  private(set) var now = Seconds.zero

  /// Creates a button that nobody touches, of a light that is off.
  ///
  /// - Throws: ``SettingError/contradiction(scenario:found:remedy:)`` when the levels of force are not
  ///   in order.
  public init(tuning: Tuning, stage: Stage) throws(SettingError) {
    try Self.check(tuning)
    self.tuning = tuning
  }

  private static func check(_ tuning: Tuning) throws(SettingError) {
    let levels = tuning.levels
    guard levels.reset <= levels.confirmation, levels.confirmation <= levels.activation else {
      throw .contradiction(
        scenario: name, found: "its levels of force are not in order",
        remedy: "let force.reset be at most force.confirmation, and that at most force.activation")
    }
  }

  /// How far it has swollen, 0 to about 1, and how fast that changes, per second; both unitless.
  var swollen: (share: Double, perSecond: Double) {
    let motion = swelling.state(at: now)
    return (motion.position.x.value, motion.velocity.x.value)
  }

  /// The name of what it is.
  var light: String { isOn ? "on" : "off" }

  /// Lets it swell to `share` on `spring`.
  private mutating func swell(to share: Double, on spring: Spring) {
    let here = swelling.state(at: now)
    swelling = SpringDrive(
      spring, engine: nil, from: here.position, velocity: here.velocity,
      to: Position(x: Points(share), y: .zero), at: now)
  }

  /// Whether a finger at `place` is on the button, or at most `slack` beside it; a finger without a
  /// place is.
  private func isOn(_ place: Position?, slack: Points = .zero) -> Bool {
    guard let place else { return true }
    return (place - tuning.centre).length <= tuning.width / 2 + slack
  }
}

extension FlashlightScenario {
  mutating func touchDown(at place: Position?, into journal: inout Journal) {
    let isHit = !tuning.hitTest || isOn(place)
    journal.noteTouchDown(at: place, isHit: isHit, at: now)
    guard !isTouched else { return }  // A button is pressed by one hand at a time.
    (isTouched, self.place) = (true, place)
    guard isHit else { return }
    if case .settling = state {
      journal.noteCatch(
        of: (tuning.centre, .zero), headingFor: light, at: now,
        [LogField("swelling", .number(swollen.share))])
    }
    state = .pressed
    force = ForceSwitch()
    swell(to: 0, on: tuning.tracking)
  }

  /// The finger presses with `share` of what its device can tell; nil when that cannot tell it.
  mutating func press(with share: Double?, into journal: inout Journal) {
    guard state == .pressed else { return }
    let share = share ?? tuning.untold
    swell(to: share, on: tuning.tracking)
    note(force.receive(share, levels: tuning.levels), into: &journal)
  }

  /// Notes what a change of force has done.
  private mutating func note(_ change: ForceSwitch.State?, into journal: inout Journal) {
    let payload = [LogField("force", .number(force.share))]
    switch change {
    case nil: return
    case .activated: journal.note(.activated, at: now, payload)
    case .reset: journal.note(.rearmed, at: now, payload)
    case .confirmed: toggle(payload, into: &journal)
    }
  }

  private mutating func toggle(_ payload: [LogField], into journal: inout Journal) {
    isOn.toggle()
    journal.note(.toggled, at: now, payload + [LogField("isOn", .flag(isOn))])
  }

  /// The finger has moved on; one that may press the button from anywhere counts as having pressed
  /// its centre.
  mutating func moveFinger(_ pan: Pan, into journal: inout Journal) {
    guard isTouched else { return }
    place = pan.location
    guard state == .pressed else { return }
    let seen = tuning.hitTest ? pan.location : nil
    let way = pan.translation.held(within: Grip.bound)
    guard !isOn(seen ?? tuning.centre + way, slack: tuning.slack) else { return }
    journal.noteLift(as: .dragExit, from: place, at: now)
    decide(.thresholdDistance, into: &journal)
    letGo()
  }

  /// The finger has left; one that had pressed hard enough has switched the light now at the latest.
  mutating func lift(_ kind: RunEvent.Kind, into journal: inout Journal) {
    guard isTouched else { return }
    journal.noteLift(as: kind, from: place, at: now)
    if state == .pressed {
      if kind == .touchUp, force.state == .activated {
        toggle([LogField("force", .number(force.share))], into: &journal)
      }
      decide(kind == .touchCancelled ? .cancelled : .single, into: &journal)
      letGo()
    }
    (isTouched, place) = (false, nil)
  }

  private mutating func letGo() {
    swell(to: 0, on: tuning.settling)
    force = ForceSwitch()
    state = .settling(end: swelling.settleTime(within: Self.tolerance))
  }

  /// Notes what the press has come to.
  private func decide(_ reason: Decision.Reason, into journal: inout Journal) {
    let target = RestCandidate(name: light, position: tuning.centre)
    journal.note(
      .decision, at: now,
      Decision(
        target: target.name, targetPosition: tuning.centre, projected: tuning.centre,
        velocity: .zero, velocityReason: reason == .cancelled ? .cancelled : .stopped,
        from: "button", reason: reason,
        candidates: [Decision.WeighedCandidate(candidate: target, distance: .zero)]
      ).logFields)
  }

  /// Moves forward to `time`.
  mutating func move(to time: Seconds, into journal: inout Journal) {
    now = time
    guard case .settling(let end?) = state, end <= time else { return }
    swelling = SpringDrive(resting: .zero)
    state = .resting
    journal.noteArrival(as: .settled, at: light, tuning.centre, at: end)
  }

  /// Takes on other numbers, at once; what swells or shrinks goes on from where it is.
  mutating func adapt(to tuning: Tuning) throws(SettingError) {
    try Self.check(tuning)
    let old = self.tuning
    self.tuning = tuning
    switch state {
    case .resting: break
    case .pressed where tuning.tracking != old.tracking:
      swell(to: force.share, on: tuning.tracking)
    case .settling where tuning.settling != old.settling:
      swell(to: 0, on: tuning.settling)
      state = .settling(end: swelling.settleTime(within: Self.tolerance))
    case .pressed, .settling: break
    }
  }
}
